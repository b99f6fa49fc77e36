"""What comes back: shapes as JSON, errors as data with the status that fits, nothing that a browser would run."""

from __future__ import annotations

import json

import msgspec
import pytest

from webloupe.errors import (
    AddressRefused,
    AllBackendsFailed,
    BadInput,
    ConfigError,
    ExtraMissing,
    HostDown,
    NotFound,
    Offline,
    RateLimited,
    TimedOut,
)
from webloupe.types import Attempt, ErrorInfo
from webloupe_jupyter.server.routes import MAX_BODY_BYTES, ROUTES
from webloupe_jupyter.server.statuses import retry_after, status_of, told


def attempt(outcome):
    return Attempt(backend="exa", outcome=outcome, elapsed_ms=1.0)


PAGES = ("fetch", "diff", "restore", "source")


async def test_every_operation_answers_its_shape(call, web):
    arguments = {"search": {"query": "eclipse"}, "compress": {"text": "A text. " * 50}}
    for route in ROUTES:
        page = {"url": f"{web.url}/docs/calibration"} if route.operation in PAGES else None
        status, answer = await call(route.operation, arguments.get(route.operation, page))
        assert status == 200, answer
        msgspec.convert(answer, route.row.answer)


async def test_an_answer_is_json_that_no_browser_runs_frames_or_keeps(ask, token):
    got = await ask("GET", "webloupe/health", headers=token)
    assert got.headers["Content-Type"].startswith("application/json")
    assert got.headers["X-Content-Type-Options"] == "nosniff"
    assert got.headers["Cache-Control"] == "no-store"
    assert "sandbox" in got.headers["Content-Security-Policy"]
    assert "default-src 'none'" in got.headers["Content-Security-Policy"]
    assert "Etag" not in got.headers


@pytest.mark.parametrize(
    "settings",
    [{"ServerApp": {"tornado_settings": {"headers": {"Cache-Control": "public", "X-Content-Type-Options": "x"}}}}],
    indirect=True,
)
async def test_headers_of_the_servers_own_configuration_do_not_weaken_an_answer(ask, token):
    got = await ask("GET", "webloupe/health", headers=token)
    assert (got.headers["X-Content-Type-Options"], got.headers["Cache-Control"]) == ("nosniff", "no-store")


@pytest.mark.parametrize(
    "operation, arguments, code",
    [
        ("search", {}, "bad_input"),
        ("search", {"query": "x", "limt": 3}, "bad_input"),
        ("search", {"query": ["x"]}, "bad_input"),
        ("usage", {"days": int("9" * 401)}, "bad_input"),
        ("fetch", {"url": "ftp://example.com/"}, "bad_input"),
        ("fetch", {"url": "http://127.0.0.1:1/"}, "address_refused"),
        ("fetch", {"url": "<script>alert(1)</script>"}, "bad_input"),
    ],
)
async def test_what_cannot_be_meant_is_400_with_the_failure_as_data(call, operation, arguments, code):
    status, answer = await call(operation, arguments)
    error = msgspec.convert(answer, ErrorInfo)
    assert (status, error.code) == (400, code)
    assert error.message


@pytest.mark.parametrize("body", [b"", b"[1]", b'"text"', b"{", b"\xff", b"[" * 60_000, b'{"query": "\\ud800"}'])
async def test_a_body_that_is_no_json_object_is_400(ask, token, body):
    headers = {**token, "Content-Type": "application/json"}
    got = await ask("POST", "webloupe/search", headers=headers, body=body)
    assert (got.code, json.loads(got.body)["code"]) == (400, "bad_input")


async def test_a_body_is_taken_up_to_65536_bytes(ask, token):
    headers = {**token, "Content-Type": "application/json"}
    whole = json.dumps({"text": ""}).encode()
    text = b"a" * (MAX_BODY_BYTES - len(whole))
    for more, status in ((b"", 200), (b"a", 413)):
        body = whole.replace(b'""', b'"' + text + more + b'"')
        assert len(body) == 65_536 + len(more)
        got = await ask("POST", "webloupe/compress", headers=headers, body=body)
        assert got.code == status
    assert json.loads(got.body)["code"] == "bad_input"


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
async def test_a_body_that_is_not_announced_as_json_is_415(ask, token, kind):
    headers = token if kind is None else {**token, "Content-Type": kind}
    got = await ask("POST", "webloupe/search", headers=headers, body=b'{"query": "x"}')
    assert (got.code, json.loads(got.body)["code"]) == (415, "bad_input")


async def test_every_backend_limited_is_429_that_says_when_to_come_again(ask, token, web):
    for backend in web.modes:
        web.set_mode(backend, "429")
    headers = {**token, "Content-Type": "application/json"}
    got = await ask("POST", "webloupe/search", headers=headers, body=b'{"query": "eclipse"}')
    assert (got.code, json.loads(got.body)["code"]) == (429, "all_backends_failed")
    assert int(got.headers["Retry-After"]) > 0


async def test_broken_backends_and_sites_are_502_and_a_deadline_504(call, web):
    for backend in web.modes:
        web.set_mode(backend, "5xx")
    assert (await call("search", {"query": "eclipse"}))[0] == 502
    assert (await call("fetch", {"url": f"{web.url}/no-such-page"}))[0] == 502
    web.set_mode("exa", "timeout")
    status, answer = await call("search", {"query": "eclipse", "backend": "exa", "timeout_s": 0.3})
    assert (status, answer["code"]) in ((504, "timed_out"), (502, "all_backends_failed"))


@pytest.mark.parametrize(
    "error, status",
    [
        (BadInput("x"), 400),
        (ConfigError("x"), 400),
        (ExtraMissing("x"), 400),
        (Offline("x"), 400),
        (AddressRefused("x"), 400),
        (RateLimited("x", retry_after_s=6.2), 429),
        (AllBackendsFailed("x", attempts=(attempt("rate_limited"), attempt("rate_limited"))), 429),
        (AllBackendsFailed("x", attempts=(attempt("rate_limited"), attempt("http"))), 502),
        (NotFound("x"), 502),
        (HostDown("x"), 502),
        (TimedOut("x"), 504),
        (ZeroDivisionError("secret detail"), 500),
    ],
)
def test_each_failure_has_one_status_and_is_told_as_data(error, status):
    assert status_of(error) == status
    assert status not in (401, 403)
    assert "secret detail" not in repr(told(error))


def test_a_wait_is_told_in_whole_seconds_never_too_short():
    assert retry_after(RateLimited("x", retry_after_s=6.2).info) == "7"
    assert retry_after(RateLimited("x").info) is None
