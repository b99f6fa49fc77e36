"""The kernel's line to its pages, in a real kernel: a page here is a comm that speaks as JupyterLab's does."""

import os
import socket
import time

import pytest
from jupyter_client.manager import start_new_kernel
from pages import LIMIT_S, Kernel, Page

SOON_S = 2.0  # far below the cells that sleep


@pytest.fixture(scope="module")
def kernel(web, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    env = {k: v for k, v in os.environ.items() if not k.startswith("WEBLOUPE_") and not k.endswith("_API_KEY")}
    manager, client = start_new_kernel(
        env={**env, **web.env, "WEBLOUPE_HOME": str(home)}, cwd=str(home), startup_timeout=LIMIT_S
    )
    running = Kernel(client)
    running.run("%load_ext webloupe")
    yield running
    client.stop_channels()
    manager.shutdown_kernel(now=True)


@pytest.fixture
def subshell(kernel):
    if int(kernel.value("__import__('ipykernel').version_info[0]")) < 7:
        pytest.skip("this ipykernel has no subshells")
    client = kernel.client
    client.control_channel.send(client.session.msg("create_subshell_request", {}))
    identity = client.get_control_msg(timeout=LIMIT_S)["content"]["subshell_id"]
    yield identity
    client.control_channel.send(client.session.msg("delete_subshell_request", {"subshell_id": identity}))
    client.get_control_msg(timeout=LIMIT_S)


@pytest.fixture
def panel(kernel):
    page = Page(kernel)
    page.hello()
    yield page
    page.close()


def test_a_page_is_greeted_with_the_version_and_where_its_messages_are_read(kernel):
    page = Page(kernel)
    hello = page.hello()
    page.close()
    assert hello["v"] == 1 and hello["version"] and hello["main"] is True


def test_a_call_is_acknowledged_tells_its_steps_and_answers(panel):
    rid = panel.ask("call", operation="search", args={"query": "comet", "limit": 2})
    assert panel.said("ack", rid) and "asking" in panel.said("progress", rid)["text"]
    value = panel.answer(rid)["value"]
    assert len(value["drawn"]["data"]["hits"]) == 2 and value["live"]["elapsed_ms"] > 0


@pytest.mark.parametrize("operation", ["health", "config", "usage"])
def test_operations_without_the_web_answer_too(panel, operation):
    assert panel.answer(panel.ask("call", operation=operation, args={}))["op"] == "result"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"op": "call", "operation": "serch", "args": {}}, "search"),
        ({"op": "call", "operation": "search", "args": {"quary": "x"}}, "query"),
        ({"op": "call", "operation": "fetch", "args": {"url": "http://169.254.169.254/"}}, ""),
        ({"op": "dance"}, "dance"),
        ({"op": "ping", "id": "0000000000000000"}, "The kernel no longer has this result; run the cell again."),
        ({"op": "ping"}, "run the cell again"),
        ({"op": "set", "id": "0000000000000000", "name": "selected", "value": 1}, "run the cell again"),
    ],
)
def test_a_mistake_is_told_as_data(panel, fields, said):
    error = panel.answer(panel.ask(**fields))["error"]
    assert said in error["message"] + error["hint"] and error["code"] in ("bad_input", "address_refused")


def test_a_message_without_a_number_is_passed_over(panel):
    panel.ask("ping", rid=None)
    panel.send("comm_msg", data="ping")
    assert panel.answer(panel.ask("call", operation="health", args={}))["op"] == "result"


def test_a_page_and_its_object_follow_each_other(kernel, panel):
    kernel.run("seen = []")
    drawn = kernel.shown("r = %websearch comet\nr.observe(lambda c: seen.append(c['new']), 'selected')\nr")
    other = Page(kernel)
    other.hello()
    pong = panel.answer(panel.ask("ping", id=drawn["id"]))["value"]
    assert pong["state"] == drawn["state"] == {"selected": 0, "tab": "results"}
    assert pong["live"]["elapsed_ms"] > 0 and pong["live"]["cached"] is False
    done = panel.answer(panel.ask("set", id=drawn["id"], name="selected", value=2))
    assert done["value"]["state"]["selected"] == 2 and kernel.value("(r.selected, seen)") == "(2, [2])"
    assert other.changed()["state"]["selected"] == panel.changed()["state"]["selected"] == 2
    kernel.run("r.tab = 'quota'")
    for page in (panel, other):
        assert page.changed() == {"op": "changed", "id": drawn["id"], "state": {"selected": 2, "tab": "quota"}}
    other.close()
    refused = panel.answer(panel.ask("set", id=drawn["id"], name="selected", value="x"))["error"]
    assert refused["code"] == "bad_input" and refused["hint"]


def test_a_dropped_piece_comes_back_in_the_object_and_goes_again(kernel, panel, web):
    drawn = kernel.shown(f"p = %fetch --full --compress rules {web.url}/news/comet-returns\np")
    short = panel.answer(panel.ask("call", operation="diff", args={"url": "", "id": drawn["id"]}))["value"]
    start = next(one["start"] for one in short["segments"] if one["op"] != "kept")
    about = {"url": drawn["data"]["url"], "id": drawn["id"]}
    rid = panel.ask("call", operation="restore", args={**about, "restored": [start]})
    page = panel.answer(rid)["value"]
    assert page["diff"]["restored"] == panel.changed()["state"]["restored"] == [start]
    assert kernel.value("(p.restored, p.compression.tokens_after)") == f"([{start}], {page['diff']['tokens_after']})"
    assert page["diff"]["tokens_after"] > short["tokens_after"]
    rid = panel.ask("call", operation="restore", args={**about, "restored": []})
    assert panel.answer(rid)["value"]["diff"] == short and kernel.value("p.restored") == "[]"
    refused = panel.answer(panel.ask("call", operation="restore", args={**about, "restored": [1]}))["error"]
    assert refused["code"] == "bad_input" and "restored cannot be" in refused["message"]


def test_an_observer_may_search(kernel, panel):
    kernel.run("import webloupe\ndef also(change):\n    global then\n    then = webloupe.search('dome')")
    drawn = kernel.shown("r = %websearch comet\nr.observe(also, 'tab')\nr")
    assert panel.answer(panel.ask("set", id=drawn["id"], name="tab", value="quota"))["op"] == "result"
    assert kernel.value("then.query") == "'dome'"


@pytest.fixture
def silent_page(kernel):
    """The address of a server that takes connections and never says a word, allowed to the kernel."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        kernel.run(f"import os; os.environ['WEBLOUPE_ALLOW_PRIVATE'] += ',127.0.0.1:{port}'")
        server.settimeout(LIMIT_S)
        yield server, f"http://127.0.0.1:{port}/"


def test_a_call_can_be_cancelled(panel, silent_page):
    server, url = silent_page
    rid = panel.ask("call", operation="fetch", args={"url": url})
    connection, _ = server.accept()
    panel.ask("cancel", rid=rid)
    assert panel.answer(rid, SOON_S)["error"]["code"] == "cancelled"
    connection.settimeout(LIMIT_S)
    while connection.recv(4_096):  # the request, and then the end: the call has let go of its connection
        pass
    connection.close()
    both = panel.ask("call", operation="fetch", args={"url": url})
    panel.ask("cancel", rid=both)
    assert panel.answer(both)["error"]["code"] == "cancelled"


def test_a_page_that_leaves_ends_its_calls(kernel, silent_page):
    server, url = silent_page
    page = Page(kernel)
    page.hello()
    page.ask("call", operation="fetch", args={"url": url})
    connection, _ = server.accept()
    assert connection.recv(4_096).startswith(b"GET ")  # the call is past its connecting, and waits
    page.close()
    connection.settimeout(LIMIT_S)
    while connection.recv(4_096):
        pass
    connection.close()


@pytest.mark.parametrize("raising", ["1 / 0", "exit_now()", "interrupt()"])
def test_an_observer_that_fails_is_the_users_and_the_page_stays_linked(kernel, panel, raising):
    kernel.run("def exit_now(): raise SystemExit(3)\ndef interrupt(): raise KeyboardInterrupt")
    drawn = kernel.shown(f"r = %websearch comet\nr.observe(lambda c: {raising}, 'tab')\nr")
    done = panel.answer(panel.ask("set", id=drawn["id"], name="tab", value="quota"))
    assert done["value"]["state"]["tab"] == panel.changed()["state"]["tab"] == "quota"
    assert panel.answer(panel.ask("ping", id=drawn["id"]))["value"]["state"]["tab"] == "quota"


def test_equal_outputs_are_set_together_and_the_older_answers_when_the_newer_is_gone(kernel, panel):
    kernel.run("a = %websearch comet")
    drawn = kernel.shown("a")
    assert kernel.shown("import copy\nb = copy.copy(a)\nb")["id"] == drawn["id"]
    assert panel.answer(panel.ask("set", id=drawn["id"], name="selected", value=2))["op"] == "result"
    assert kernel.value("(a.selected, b.selected)") == "(2, 2)"


@pytest.mark.parametrize(
    "fields",
    [{"op": "o" * 100_000}, {"op": "call", "operation": "o" * 100_000}, {"op": "set", "name": "n" * 200_000}],
    ids=lambda fields: fields["op"][:4],
)
def test_a_long_mistake_is_not_sent_back_whole(kernel, panel, fields):
    drawn = kernel.shown("r = %websearch comet\nr")
    error = panel.answer(panel.ask(**{"id": drawn["id"], **fields}))["error"]
    assert error["code"] == "bad_input" and len(error["message"]) < 120 and len(error["hint"]) < 200


def test_of_too_many_calls_at_once_the_last_is_refused_at_once(kernel, silent_page):
    _, url = silent_page
    page = Page(kernel)
    page.hello()
    for _ in range(32):
        page.ask("call", operation="fetch", args={"url": url})
    error = page.answer(page.ask("call", operation="health", args={}))["error"]
    assert (error["code"], error["message"]) == ("rate_limited", "Too many calls at once.")
    page.close()


def test_a_comm_opened_twice_is_answered_once_and_unloads_whole(kernel):
    page = Page(kernel)
    page.hello()
    page.send("comm_open", target_name="webloupe.v1", data={"v": 1})
    page.hello()
    kernel.run("import gc; gc.collect()")
    rid = page.ask("call", operation="health", args={})
    assert page.answer(rid)["op"] == "result"
    kernel.run("%unload_ext webloupe\n%load_ext webloupe")
    assert [one["op"] for one in kernel.said[page.id] if one["op"] == "comm_close"] == ["comm_close"]


def test_on_a_subshell_a_page_is_answered_while_a_cell_runs(kernel, subshell):
    drawn = kernel.shown("r = %websearch comet\nr")
    page = Page(kernel, subshell)
    assert page.hello()["main"] is False
    # The push comes out of the cell; after it the page must still be answered beside the cell.
    running = kernel.start("import time\nr.selected = 1\ntime.sleep(5)")
    assert page.changed(SOON_S)["state"]["selected"] == 1
    for _ in range(3):
        started = time.monotonic()
        rid = page.ask("call", operation="search", args={"query": "dome"})
        assert page.answer(rid, SOON_S)["op"] == "result" and time.monotonic() - started < SOON_S
        done = page.answer(page.ask("set", id=drawn["id"], name="selected", value=2), SOON_S)
        assert done["value"]["state"]["selected"] == 2
    page.close()
    assert kernel.end(running)[0]["status"] == "ok" and kernel.value("r.selected") == "2"


def test_without_a_subshell_the_answer_comes_after_the_cell(kernel, panel):
    running = kernel.start("import time; time.sleep(0.5); done = True")
    assert panel.answer(panel.ask("call", operation="health", args={}))["op"] == "result"
    assert kernel.end(running) and kernel.value("done") == "True"


def test_unloading_closes_the_line_and_refuses_new_ones(kernel, panel):
    kernel.run("%unload_ext webloupe")
    assert panel.next(lambda said: said["op"] == "comm_close")
    page = Page(kernel)
    assert page.next(lambda said: said["op"] == "comm_close")
    kernel.run("%load_ext webloupe\n%reload_ext webloupe")
    page = Page(kernel)
    assert page.hello()
    page.close()


def test_a_result_that_the_kernel_let_go_is_told(kernel, panel):
    drawn = kernel.shown("r = %websearch telescope mirror\nr")
    kernel.run("%reset -f\nimport gc; gc.collect()")
    kernel.run("%load_ext webloupe")
    answer = panel.answer(panel.ask("ping", id=drawn["id"]))
    assert answer["op"] == "error" and "run the cell again" in answer["error"]["message"]
