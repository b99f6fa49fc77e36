"""Reported faults of searching: backends and their answers, rests, the log, settings, keys; and of being blocked."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from loopback import Received, reply, serve
from reports import Report, at, given
from ring_bench import Bench, outcomes, server
from search_server import HANG_UP, SILENCE, SearchServer, found, raw

from webloupe import config as configuration
from webloupe.errors import AllBackendsFailed
from webloupe.outcomes import wait_of_header
from webloupe.store import Store
from webloupe.sync import Session
from webloupe.types import Failed
from webloupe.usage.log import LOG_NAME, UsageLog

__all__ = ["server"]

TWO = ("exa", "keenable")
KEY = "canary-0123456789"


def in_tool(text: str) -> bytes:
    body = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": text}]}}
    return raw(200, "application/json", json.dumps(body))


# --- what a service answers -------------------------------------------------------------------------------------------

FAILURES = {
    "006": ("payload", None, "Checking your browser"),
    "022": ("rate_limited", None, "Unusual activity"),
    "028": ("http", None, "No permission"),
    "100": ("rate_limited", 3600.0, "quota"),
    "112": ("rate_limited", None, "Free limit reached"),
    "131": ("http", None, "https://search.new.example/mcp"),
    "145": ("rate_limited", None, "usage limit"),
}


@given(*FAILURES)
def test_an_answer_that_is_none_is_told_and_the_next_backend_is_asked(server: SearchServer, report: Report) -> None:
    outcome, wait_s, words = FAILURES[report.number]
    (answer,) = report.answers()
    server.play(exa=answer)
    bench = Bench(server, TWO)
    started = time.monotonic()
    response = bench.search()
    assert time.monotonic() - started < 5  # nobody sleeps as told
    assert outcomes(response) == bench.told() == [("exa", outcome), ("keenable", "ok")]
    attempt = response.attempts[0]
    assert attempt.error is not None and attempt.retry_after_s == wait_s
    status = answer.split()[1].decode()
    assert words in attempt.error.message and status in attempt.error.message and "exa" in attempt.error.message
    assert {call.method for call in server.calls} == {"POST"}
    if outcome == "rate_limited":
        parked = [bench.search(f"{number}") for number in range(4)]
        skipped = [one for search in parked for one in search.attempts if one.backend == "exa"]
        assert {one.outcome for one in skipped} == {"skipped"}
        least_s = {"100": 3_590, "145": 86_000}.get(report.number, 20)
        assert all(one.retry_after_s and one.retry_after_s >= least_s for one in skipped)


@given("125")
def test_an_event_stream_with_all_that_is_allowed_in_it_is_read(server: SearchServer, report: Report) -> None:
    server.play(exa=report.answers()[0])
    (hit,) = Bench(server, ("exa",)).search()
    assert (hit.title, hit.url) == ("Ä", "https://r.example/1")


@given("049")
def test_labels_may_move(server: SearchServer, report: Report) -> None:
    server.play(exa=in_tool(report.text))
    urls = [hit.url for hit in Bench(server, ("exa",)).search()]
    assert urls == ["https://r.example/1", "https://r.example/2", "https://r.example/3?u=https://x.example"]
    server.play(exa=in_tool("Some other layout altogether."))
    with pytest.raises(AllBackendsFailed, match="unreadable"):
        Bench(server, ("exa",)).search()


@given("114")
def test_nothing_found_and_a_failure_and_hits_are_three_things(
    server: SearchServer, report: Report, tmp_path: Path
) -> None:
    names = dict(zip("abc", ("exa", "parallel", "keenable"), strict=True))
    for row in report.data:
        name = names[row["backend"]]
        good = found(*(hit["url"] for hit in row.get("results", ())))[name]
        server.play(**{name: good if row["status"] == 200 else raw(row["status"], "text/plain", "boom")})
    bench = Bench(server)
    response = bench.search()
    assert outcomes(response) == bench.told() == [("exa", "empty"), ("parallel", "http"), ("keenable", "ok")]
    log = UsageLog(tmp_path)
    for record in bench.log:
        log.append(record)
    with Session(configuration.load(env={}, cwd=tmp_path, home=tmp_path)) as session:
        rows = {row.backend: row for row in session.usage().rows}
    assert [(rows[name].ok, rows[name].empty, rows[name].errors) for name in names.values()] == [
        (0, 1, 0), (0, 0, 1), (1, 0, 0),
    ]  # fmt: skip


@given("014")
def test_the_same_page_is_one_hit(server: SearchServer, report: Report) -> None:
    server.play(**found(*report.data))
    urls = [hit.url for hit in Bench(server, ("keenable",)).search(limit=10)]
    assert urls == [report.data[0], report.data[3], report.data[4]]


# --- waits and rests --------------------------------------------------------------------------------------------------


@given("050")
def test_a_wait_may_be_a_number_or_a_date(report: Report) -> None:
    from datetime import datetime

    for row in report.data:
        now = datetime.fromisoformat(row["now"]).timestamp()
        assert wait_of_header(row["header"], now) == row["wait_s"], row


@given("092")
def test_a_dead_backend_is_knocked_at_once_and_after_its_rest(
    server: SearchServer, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, tried, dead = time.time(), [], "parallel"
    server.play(parallel=SILENCE)
    bench = Bench(server, (dead, "keenable"))
    for moment in report.data["timeline_s"]:
        monkeypatch.setattr(time, "time", lambda moment=moment: start + moment)
        for turn in range(2):  # each of the two has its turn to be first
            assert len(bench.search(f"oak {moment} {turn}", timeout_s=1.0)) == 2
        if any(call.path == f"/{dead}" for call in server.calls):
            tried.append(moment)
        server.calls.clear()
    assert tried == [0, 70]


# --- the log, the store, the settings ---------------------------------------------------------------------------------


@given("135")
def test_a_line_that_two_wrote_at_once_costs_only_itself(report: Report, tmp_path: Path) -> None:
    ours = re.sub(r'"ts":"[^"]*"', '"ts":1796000000.0', report.text)
    ours = ours.replace('"ok":true', '"outcome":"ok"').replace('"ok":false', '"outcome":"http"')
    path = tmp_path / LOG_NAME
    path.parent.mkdir(parents=True)
    path.write_text(ours, "utf-8")
    records, skipped = UsageLog(tmp_path).read()
    assert [(record.backend, record.outcome) for record in records][-1] == ("exa", "http")
    assert skipped >= 2


@given("084")
def test_names_of_files_are_safe_everywhere(report: Report, tmp_path: Path) -> None:
    store = Store(tmp_path)
    paths = [store.copy_path(url) for url in report.data]
    assert len({path.name.lower() for path in paths}) == len(report.data)
    for path in paths:
        assert re.fullmatch(r"[A-Za-z0-9._-]{1,120}", path.name) and path.resolve().is_relative_to(tmp_path.resolve())


@given("053")
def test_a_setting_that_nobody_reads_is_told(report: Report, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps(report.data["config"]))
    warnings = configuration.load(env={}, cwd=tmp_path, home=tmp_path).warnings
    assert any("tiemout" in warning for warning in warnings)


@given("040")
def test_nothing_depends_on_the_code_page(server: SearchServer, report: Report, tmp_path: Path) -> None:
    query, title = report.data["query"], report.data["result_title"]
    rows = [{"title": title, "url": "https://a.example/", "snippet": query}]
    server.play(keenable=raw(200, "application/json", json.dumps({"results": rows})))
    env = {**os.environ, **report.data["run_with"], "WEBLOUPE_HOME": str(tmp_path), "WEBLOUPE_BACKENDS": "keenable"}
    env["WEBLOUPE_KEENABLE_URL"] = f"{server.url}/keenable"
    words = [sys.executable, "-m", "webloupe", "search", query]
    done = subprocess.run(words, env=env, cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0 and b"Error" not in done.stderr
    assert server.calls[0].body["query"] == query
    kept = b"".join(path.read_bytes() for path in (tmp_path / "store").rglob("*.json"))
    assert query.encode() in kept and " ".join(title.split()).encode() in kept


@given("025")
def test_braces_and_backslashes_reach_the_service_as_they_were_typed(server: SearchServer, report: Report) -> None:
    query = report.text.partition("\n")[2].strip()
    for backend in ("exa", "keenable"):
        Bench(server, (backend,)).search(query)
    for part in report.expected["contains"]:
        assert all(part in json.dumps(call.body).encode().decode("unicode_escape") for call in server.calls)


# --- keys -------------------------------------------------------------------------------------------------------------

TELLTALE: dict[str, Callable[[str], bytes]] = {
    "a limit": lambda address: raw(429, "application/json", json.dumps({"error": f"429 for url {address}"})),
    "a page": lambda address: raw(200, "text/html", f"<p>no results at {address}</p>"),
    "a move": lambda address: raw(301, "text/html", "", f"Location: {address}"),
    "a circle": lambda address: raw(307, "text/html", "", f"Location: {address}"),
    "a hang-up": lambda address: HANG_UP,
    "silence": lambda address: SILENCE,
}


@given("052")
@pytest.mark.parametrize("fault", TELLTALE)
def test_a_key_in_an_address_or_a_header_shows_nowhere(
    server: SearchServer, report: Report, fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)  # at DEBUG httpcore logs what servers send
    query = report.data["url"].partition("?")[2]
    key = report.data["headers"]["Authorization"].removeprefix("Bearer ")
    address = f"{server.url}/parallel?{query}"
    server.play_keyed(parallel=TELLTALE[fault](f"{address} with {key}" if "move" not in fault else address))
    server.play(parallel=TELLTALE[fault](address))
    env = {"WEBLOUPE_PARALLEL_URL": address, "PARALLEL_API_KEY": key, "WEBLOUPE_BACKENDS": "parallel"}
    with Session(configuration.load(env=env, cwd=tmp_path, home=tmp_path)) as session:
        with pytest.raises(AllBackendsFailed) as caught:
            session.search("oak", timeout_s=1.0)
        error = caught.value
        seen = [repr(session.config), repr(error), *error.lines(), repr(error.attempts), repr(error.info)]
        seen += traceback.format_exception(error)
    seen += [record.getMessage() for record in caplog.records]
    seen += [path.read_text("utf-8", "replace") for path in tmp_path.rglob("*") if path.is_file()]
    for secret in report.expected["absent"]:
        assert not [text for text in seen if secret in text], secret


# --- pages ------------------------------------------------------------------------------------------------------------


@given("116")
def test_a_challenge_gets_one_honest_retry(report: Report, tmp_path: Path) -> None:
    answers = iter(report.answers())
    with serve(lambda request: next(answers)) as web, at(web.url, tmp_path) as session:
        page = session.fetch(web.url)
        agents = [request.headers["user-agent"] for request in web.requests]
    assert all(part in page.full for part in report.expected["contains"])
    assert len(agents) == 2 and not agents[1].startswith("Mozilla")


@given("006")
def test_a_robot_check_is_no_page(report: Report, tmp_path: Path) -> None:
    with serve(lambda request: report.answers()[0]) as web, at(web.url, tmp_path) as session:
        page = session.fetch(web.url)
        assert page.blocked and page.kind.kind == "blocked" and "security check" in page.full
        assert not session.fetch(web.url).cached


@given("072")
def test_every_request_names_us(report: Report, tmp_path: Path) -> None:
    def answer(request: Received) -> bytes:
        agent = request.headers.get("user-agent", "")
        if not agent or agent.startswith("python-httpx"):
            return reply(403, b"403 Forbidden")
        return reply(200, b"<p>The page itself.</p>", {"Content-Type": "text/html"})

    assert "403" in report.data["server_rule"]
    with serve(answer) as web, at(web.url, tmp_path) as session:
        assert "The page itself." in session.fetch(web.url).full
        assert "The page itself." in session.fetch(f"{web.url}/llms.txt").full
        assert all("user-agent" in request.headers for request in web.requests)


@given("091")
def test_pages_that_failed_are_told_one_by_one(report: Report, tmp_path: Path) -> None:
    answers = {"/403": reply(403, b"no"), "/hang-up": b""}
    with serve(lambda request: answers.get(request.path, reply(404))) as web:
        urls = [f"{web.url}/403", f"{web.url}/hang-up", "http://nowhere.invalid/"]
        with at(web.url, tmp_path) as session:
            pages = session.fetch_many(urls)
    assert len(pages) == len(report.data["urls"])
    assert all(isinstance(page, Failed) and page.error.message for page in pages)
    assert len({page.error.message for page in pages if isinstance(page, Failed)}) == 3
