"""A kernel and the pages that show its outputs: each page a comm that speaks as JupyterLab's does."""

from __future__ import annotations

import time
import uuid

LIMIT_S = 60


class Kernel:
    """One real kernel; everything that it publishes is sorted into the inbox of who waits for it."""

    def __init__(self, client):
        self.client = client
        self.said = {}  # by comm
        self.outputs = {}  # by execution

    def wait(self, found, timeout=LIMIT_S):
        """Reads until `found` gives something, and returns it."""
        end = time.monotonic() + timeout
        while (got := found()) is None:
            message = self.client.get_iopub_msg(timeout=max(0.001, end - time.monotonic()))
            content, kind = message["content"], message["msg_type"]
            if kind.startswith("comm_"):
                data = content["data"] if kind == "comm_msg" else {"op": kind}
                self.said.setdefault(content["comm_id"], []).append(data)
            else:
                self.outputs.setdefault(message["parent_header"].get("msg_id"), []).append((kind, content))
        return got

    def start(self, code, **options):
        """Begins a cell; its number."""
        return self.client.execute(code, **options)

    def end(self, number):
        """The reply to a cell and what it published."""
        reply = self.client.get_shell_msg(timeout=LIMIT_S)
        while reply["parent_header"]["msg_id"] != number:
            reply = self.client.get_shell_msg(timeout=LIMIT_S)

        def idle():
            published = self.outputs.get(number, [])
            done = any(kind == "status" and content["execution_state"] == "idle" for kind, content in published)
            return published if done else None

        return reply["content"], self.wait(idle)

    def run(self, code, **options):
        """A cell to its end, which must be good; what it published."""
        reply, published = self.end(self.start(code, **options))
        assert reply["status"] == "ok", reply
        return published

    def shown(self, code):
        """What a cell shows under our MIME type."""
        (bundle,) = [content["data"] for kind, content in self.run(code) if kind == "execute_result"]
        return bundle["application/vnd.webloupe.v1+json"]

    def value(self, expression):
        """The repr of an expression."""
        reply, _ = self.end(self.start("", user_expressions={"x": expression}, silent=True))
        return reply["user_expressions"]["x"]["data"]["text/plain"]


class Page:
    """One page's comm. With `subshell` its messages go there, as JupyterLab sends them by default."""

    def __init__(self, kernel, subshell=None, target="webloupe.v1"):
        self.kernel, self.subshell, self.id = kernel, subshell, uuid.uuid4().hex
        self.send("comm_open", target_name=target, data={"v": 1})

    def send(self, kind, **content):
        message = self.kernel.client.session.msg(kind, {"comm_id": self.id, **content})
        if self.subshell:
            message["header"]["subshell_id"] = self.subshell
        self.kernel.client.shell_channel.send(message)

    def ask(self, op, **fields):
        """Sends a message; its number."""
        rid = fields.pop("rid", uuid.uuid4().hex)
        self.send("comm_msg", data={"op": op, "rid": rid, **fields})
        return rid

    def close(self):
        self.send("comm_close", data={})

    def next(self, wanted, timeout=LIMIT_S):
        """The next message for this page that `wanted` likes; what comes between is kept."""

        def found():
            inbox = self.kernel.said.setdefault(self.id, [])
            said = next((one for one in inbox if wanted(one)), None)
            if said is not None:
                inbox.remove(said)
            return said

        return self.kernel.wait(found, timeout)

    def hello(self):
        return self.next(lambda said: said["op"] == "hello")

    def changed(self, timeout=LIMIT_S):
        return self.next(lambda said: said["op"] == "changed", timeout)

    def said(self, op, rid, timeout=LIMIT_S):
        return self.next(lambda said: said.get("rid") == rid and said["op"] == op, timeout)

    def answer(self, rid, timeout=LIMIT_S):
        return self.next(lambda said: said.get("rid") == rid and said["op"] in ("result", "error"), timeout)
