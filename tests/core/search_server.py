"""A loopback server that answers search calls by script: one path a backend, raw answers, hang-ups, silence."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HANG_UP = b""
SILENCE = b"silence"
KEY_HEADERS = {"x-api-key", "authorization"}


def raw(status: int, media_type: str, body: str, *headers: str) -> bytes:
    """An HTTP answer as bytes."""
    content = body.encode()
    fixed = [f"Content-Type: {media_type}", f"Content-Length: {len(content)}", "Connection: close"]
    lines = [f"HTTP/1.1 {status} X", *fixed, *headers]
    return "\r\n".join([*lines, "", ""]).encode() + content


def found(*urls: str) -> dict[str, bytes]:
    """A good answer of each backend with these results; none: a clean empty one."""
    rows = [{"title": "T", "url": url, "snippet": "s", "excerpts": ["s"]} for url in urls]
    blocks = "\n\n".join(f"Title: T\nURL: {url}\nPublished: N/A\nAuthor: N/A\nHighlights:\ns" for url in urls)
    tool = {"exa": blocks or "No search results found.", "parallel": json.dumps({"results": rows})}
    answers = {
        name: raw(200, "text/event-stream", f"data: {json.dumps(_reply(text))}\n\n") for name, text in tool.items()
    }
    return {**answers, "keenable": raw(200, "application/json", json.dumps({"results": rows}))}


def _reply(text: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": text}]}}


@dataclass(frozen=True)
class Call:
    """One request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


class SearchServer:
    """`answers[path]` is what each call of that path gets; `calls` is what came."""

    def __init__(self) -> None:
        self.answers: dict[str, bytes] = {}
        self.keyed: dict[str, bytes] = {}
        self.scripts: dict[str, Callable[[Any], bytes]] = {}
        self.calls: list[Call] = []
        self.arrived = threading.Event()  # set by the first call
        self.closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    def endpoints(self, *backends: str) -> dict[str, str]:
        """An address for each backend, the path being its name."""
        return {name: f"{self.url}/{name}" for name in backends}

    def play(self, **answers: bytes) -> None:
        """Set the answer of some backends and forget what came before."""
        self.answers.update({f"/{name}": answer for name, answer in answers.items()})
        self.calls.clear()

    def play_keyed(self, **answers: bytes) -> None:
        """Set the answer that calls with a key get, and forget what came before."""
        self.keyed.update({f"/{name}": answer for name, answer in answers.items()})
        self.calls.clear()

    def answer_by(self, name: str, script: Callable[[Any], bytes]) -> None:
        """Let `script` answer a backend's calls by what is in them, and forget what came before."""
        self.scripts[f"/{name}"] = script
        self.calls.clear()

    @contextmanager
    def running(self) -> Iterator[SearchServer]:
        """Serves inside."""
        self._thread.start()
        try:
            yield self
        finally:
            self.closing.set()
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()


def _handler(server: SearchServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self._answer()

        def do_GET(self) -> None:
            self._answer()

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            server.calls.append(Call(self.command, self.path, headers, json.loads(body) if body else None))
            server.arrived.set()
            self.close_connection = True
            path = self.path.partition("?")[0]
            script = server.scripts.get(path)
            answer = script(server.calls[-1].body) if script else server.answers[path]
            if KEY_HEADERS & headers.keys():
                answer = server.keyed.get(path, answer)
            if answer is SILENCE:
                server.closing.wait()
            else:
                self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    return Handler
