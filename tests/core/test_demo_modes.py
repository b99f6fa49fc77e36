"""The failure modes of the demo's backends, and how they are switched."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator

import httpx
import pytest

from webloupe.demo import BACKENDS, MODES, DemoWeb, modes_of, serve
from webloupe.errors import BadInput

CASES = [(backend, mode) for backend in BACKENDS for mode in modes_of(backend)]
REFUSED = [(backend, mode) for backend in BACKENDS for mode in MODES if mode not in modes_of(backend)]


@pytest.fixture
def web() -> Iterator[DemoWeb]:
    with DemoWeb() as running:
        yield running


def ask(web: DemoWeb, backend: str, timeout: float = 10.0) -> httpx.Response:
    tool = {"name": "web_search_exa", "arguments": {"query": "comet", "objective": "comet"}}
    if backend == "parallel":
        tool = {"name": "web_search", "arguments": {"objective": "comet", "search_queries": ["comet"]}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": tool}
    if backend == "keenable":
        body = {"query": "comet"}
    headers = {"Accept": "application/json, text/event-stream", "X-Keenable-Title": "tests"}
    with httpx.Client(trust_env=False, timeout=timeout) as client:
        return client.post(web.endpoints[backend], json=body, headers=headers)


def check_429(answer: httpx.Response) -> None:
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0
    assert answer.json()


def check_limit_meta(answer: httpx.Response) -> None:
    assert answer.status_code == 200
    assert '"_meta": {"ai.exa/rateLimited": true}' in answer.text
    assert "isError" not in answer.text


def check_limit_iserror(answer: httpx.Response) -> None:
    assert answer.status_code == 200
    assert "free MCP rate limit" in answer.text
    assert '"isError": true' in answer.text


def check_iserror(answer: httpx.Response) -> None:
    assert answer.status_code == 200
    assert '"isError": true' in answer.text
    assert "limit" not in answer.text


def check_5xx(answer: httpx.Response) -> None:
    assert 500 <= answer.status_code < 600
    assert answer.json()["error"]


def check_html(answer: httpx.Response) -> None:
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")


def check_garbage(answer: httpx.Response) -> None:
    assert answer.status_code == 200
    with pytest.raises(ValueError):
        json.loads(answer.text.removeprefix("event: message\ndata: "))


def check_empty(answer: httpx.Response) -> None:
    assert answer.status_code == 200
    assert "http://" not in answer.text
    assert "isError" not in answer.text or answer.json()["result"]["isError"] is False


def check_ok(answer: httpx.Response) -> None:
    assert answer.status_code == 200
    assert "/news/comet-returns" in answer.text


CHECKS = {
    "ok": check_ok, "429": check_429, "limit_meta": check_limit_meta, "limit_iserror": check_limit_iserror,
    "iserror": check_iserror, "5xx": check_5xx, "html": check_html, "garbage": check_garbage, "empty": check_empty,
}  # fmt: skip


@pytest.mark.parametrize(("backend", "mode"), CASES)
def test_each_mode_of_each_backend_has_its_shape(web: DemoWeb, backend: str, mode: str):
    web.set_mode(backend, mode)
    if mode == "hangup":
        with pytest.raises(httpx.RemoteProtocolError):
            ask(web, backend)
    elif mode == "timeout":
        with pytest.raises(httpx.ReadTimeout):
            ask(web, backend, timeout=0.2)
    else:
        CHECKS[mode](ask(web, backend))


@pytest.mark.parametrize(("backend", "mode"), [*REFUSED, ("exa", "sulk"), ("bing", "ok"), ("exa", "429*0"),
                                               ("exa", "429*two"), ("exa", "429*"), ("exa", "")])  # fmt: skip
def test_a_mode_that_a_backend_cannot_give_is_refused(web: DemoWeb, backend: str, mode: str):
    with pytest.raises(BadInput) as told:
        web.set_mode(backend, mode)
    assert len(told.value.lines()) == 2
    assert set(web.modes.values()) == {"ok"}


def test_a_mode_with_a_count_ends_by_itself(web: DemoWeb):
    web.set_mode("keenable", "429*2")
    assert [ask(web, "keenable").status_code for _ in range(3)] == [429, 429, 200]
    assert web.modes["keenable"] == "ok"


def test_a_mode_leaves_the_handshake_and_the_other_backends_alone(web: DemoWeb):
    web.set_mode("exa", "5xx")
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"Accept": "application/json, text/event-stream"}
    assert httpx.post(web.endpoints["exa"], json=body, headers=headers, trust_env=False).status_code == 200
    assert ask(web, "parallel").status_code == 200


def test_modes_are_shown_and_switched_over_http_all_or_none(web: DemoWeb):
    control = f"{web.url}/_demo/modes"
    with httpx.Client(trust_env=False) as client:
        assert client.post(control, json={"exa": "429*2", "keenable": "html"}).json()["modes"] == {
            "exa": "429*2", "parallel": "ok", "keenable": "html",
        }  # fmt: skip
        wrong = client.post(control, json={"exa": "ok", "keenable": "limit_meta"})
        shown = client.get(control).json()
        form = client.post(control, data={"exa": "ok"})
        odd = [client.post(control, content=body, headers={"Content-Type": "application/json"})
               for body in (b"{", b"[]", b'{"exa": 1}')]  # fmt: skip
    assert wrong.status_code == 400
    assert "limit_meta" in wrong.json()["error"]
    assert shown["modes"]["exa"] == "429*2"
    assert shown["allowed"]["keenable"] == list(modes_of("keenable"))
    assert [answer.status_code for answer in [form, *odd]] == [400] * 4


def test_a_call_that_is_never_answered_ends_when_the_demo_stops():
    web = DemoWeb().start()
    web.set_mode("exa", "timeout")
    errors: list[Exception] = []

    def wait() -> None:
        try:
            ask(web, "exa", timeout=30.0)
        except httpx.HTTPError as error:
            errors.append(error)

    caller = threading.Thread(target=wait)
    caller.start()
    deadline = time.monotonic() + 10
    while not web.requests and time.monotonic() < deadline:
        threading.Event().wait(0.01)
    started = time.monotonic()
    web.stop()
    caller.join(5)
    assert time.monotonic() - started < 2
    assert isinstance(errors[0], httpx.RemoteProtocolError)


def test_serve_announces_address_exports_and_modes_and_stops_at_an_interrupt():
    lines: list[str] = []
    seen: dict[str, object] = {}

    def announce(line: str) -> None:
        lines.append(line)
        if line.startswith("# exa"):  # the last line: everything runs by now
            base = next(one.partition("=")[2] for one in lines if one.startswith("export WEBLOUPE_DEMO_URL="))
            seen.update(httpx.get(f"{base}/_demo/modes", trust_env=False).json()["modes"])
            raise KeyboardInterrupt

    serve(0, {"exa": "429*2"}, announce)
    assert seen["exa"] == "429*2"
    assert lines[0].startswith("Lakeside Observatory demo site: http://127.0.0.1:")
    assert {line.partition("=")[0].removeprefix("export ") for line in lines if line.startswith("export")} == {
        "WEBLOUPE_EXA_URL", "WEBLOUPE_PARALLEL_URL", "WEBLOUPE_KEENABLE_URL", "WEBLOUPE_ALLOW_PRIVATE",
        "WEBLOUPE_DEMO_URL", "WEBLOUPE_HOME",
    }  # fmt: skip


def test_serve_refuses_an_unknown_mode_before_it_announces_anything():
    lines: list[str] = []
    with pytest.raises(BadInput):
        serve(0, {"exa": "sulk"}, lines.append)
    assert lines == []
