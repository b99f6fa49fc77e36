"""One walk from a question to a page, over real servers on loopback."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path

import pytest
from loopback import reply, serve

from webloupe import config as configuration
from webloupe.demo import PAGES, DemoWeb
from webloupe.errors import AllBackendsFailed, BadInput, Blocked, NotFound, Offline, TimedOut, Unreadable, WebloupeError
from webloupe.sync import Session
from webloupe.types import Failed


@pytest.fixture(scope="module")
def web():
    with DemoWeb() as web:
        yield web


@pytest.fixture
def session(web, tmp_path):
    with Session(_config(web, tmp_path)) as session:
        yield session


@pytest.fixture
def answering(web):
    """The demo web with all backends in order again afterwards."""
    yield web
    for backend in web.endpoints:
        web.set_mode(backend, "ok")


def _config(web, home: Path, **overlay):
    # The browser has tests of its own; here it would be asked for each empty shell and each check.
    return configuration.load(env=web.env, cwd=home, home=home, overlay={"via": "direct", **overlay})


def _page_calls(web, path: str) -> int:
    return sum(request.path == path for request in list(web.requests))


# --- search ----------------------------------------------------------------------------------------------------------


def test_a_search_finds_ranked_pages_and_counts_what_they_cost(session):
    found = session.search("telescope mirror", limit=3)
    assert [hit.position for hit in found] == [1, 2, 3]
    assert all(hit.url.startswith("http") and hit.title and hit.backend for hit in found)
    assert found.tokens > 0
    assert found.attempts[-1].outcome == "ok"


def test_every_attempt_of_a_search_is_in_the_usage_table(session, answering):
    answering.set_mode("exa", "5xx")
    for word in ("mirror", "lens", "mount"):
        assert session.search(f"telescope {word}")
    rows = {row.backend: row for row in session.usage().rows}
    assert rows["exa"].errors == 1
    assert sum(row.ok for row in rows.values()) == 3
    assert rows["keenable"].quota_low is not None
    assert session.usage().table().count("\n") == 1 + len(rows)


def test_when_no_backend_answers_one_error_names_every_cause(session, answering):
    for backend in answering.endpoints:
        answering.set_mode(backend, "5xx")
    with pytest.raises(AllBackendsFailed) as caught:
        session.search("telescope mirror")
    assert {attempt.backend for attempt in caught.value.attempts} == set(answering.endpoints)
    assert all(backend in caught.value.message for backend in answering.endpoints)
    assert len(caught.value.lines()) == 2


@pytest.mark.parametrize(("limit", "hits"), [(0, 1), (-3, 1), (99, 10), ("many", 5), (None, 5), (2.0, 2)])
def test_an_odd_limit_is_clamped_and_said_so_never_an_error(session, limit, hits):
    found = session.search("observatory dome telescope night", limit=limit)
    assert len(found) == hits
    assert bool(found.notes) == (limit not in (None, 2.0))


def test_a_backend_may_be_named_whether_or_not_it_is_in_the_ring(web, tmp_path):
    with Session(_config(web, tmp_path, backends=["exa"])) as session:
        assert session.search("telescope mirror")[0].backend == "exa"
        assert session.search("telescope mirror", backend="keenable")[0].backend == "keenable"


def test_queries_asked_together_are_answered_in_order(session):
    queries = ["telescope mirror", "dome rules", "星"]
    assert [found.query for found in session.search_many(queries)] == queries


def test_without_a_network_a_backend_on_the_web_is_not_asked(tmp_path):
    config = configuration.load(env={"WEBLOUPE_OFFLINE": "1"}, cwd=tmp_path, home=tmp_path)
    with Session(config) as session, pytest.raises(Offline):
        session.search("anything", backend="exa")


# --- fetch -----------------------------------------------------------------------------------------------------------


def test_a_page_is_read_whole_and_shown_within_the_budget(session, web):
    page = session.fetch(f"{web.url}/nights/log", budget_chars=4_000)
    assert page.total_chars >= 250_000
    assert len(page.text) <= 4_000 < len(page.full)
    assert page.omitted is not None
    assert f"%fetch --start {page.omitted.start} {page.url}   (stored: {page.stored_path})" in page.text
    assert Path(page.stored_path).read_text(encoding="utf-8") == page.full


def test_reading_on_comes_from_the_store_and_joins_without_a_seam(session, web):
    url = f"{web.url}/llms.txt"
    page = session.fetch(url, budget_chars=6_000)
    asked = _page_calls(web, "/llms.txt")
    joined, start = page.full[: page.omitted.start], page.omitted.start
    while True:
        window = session.fetch(url, budget_chars=6_000, start=start)
        assert window.cached
        end = window.omitted.start if window.omitted else len(page.full)
        assert window.text.startswith(page.full[start:end].rstrip("\n")[:200])
        joined += page.full[start:end]
        if window.omitted is None:
            break
        start = end
    assert joined == page.full
    assert _page_calls(web, "/llms.txt") == asked


def test_an_index_keeps_every_link_however_small_the_budget(session, web):
    page = session.fetch(f"{web.url}/llms.txt", budget_chars=2_000)
    assert page.kind.kind == "index"
    assert not page.kind.lossy_ok
    assert len(page.links) == page.full.count("](http")
    assert "more items" in page.text


def test_a_page_is_fetched_once_until_it_is_old_or_asked_for_anew(session, web):
    url, path = f"{web.url}/blog/first-light", "/blog/first-light"
    before = _page_calls(web, path)
    assert not session.fetch(url).cached
    assert session.fetch(url).cached
    assert session.fetch(url, engine="markdownify").cached
    assert _page_calls(web, path) == before + 1
    assert not session.fetch(url, refresh=True).cached
    assert not session.fetch(url, max_age_s=0).cached
    assert _page_calls(web, path) == before + 3


def test_offline_reads_what_the_store_has_and_names_what_it_lacks(session, web):
    url = f"{web.url}/rules"
    fresh = session.fetch(url)
    assert session.fetch(url, offline=True).full == fresh.full
    with pytest.raises(Offline):
        session.fetch(f"{web.url}/nowhere", offline=True)


def test_a_challenge_gets_one_honest_retry(session, web):
    page = session.fetch(f"{web.url}/challenge")
    assert page.status == 200
    assert [attempt.outcome for attempt in page.attempts] == ["http", "ok"]


def test_a_robot_check_is_named_and_never_kept_as_the_page(session, web):
    page = session.fetch(f"{web.url}/robot-check")
    assert page.blocked
    assert page.kind.kind == "blocked"
    assert page.stored_path is None
    assert not session.fetch(f"{web.url}/robot-check").cached


def test_an_error_status_raises_with_what_came(session, web):
    with pytest.raises(NotFound) as caught:
        session.fetch(f"{web.url}/no-such-page")
    assert caught.value.result.status == 404
    assert caught.value.result.full
    assert len(caught.value.lines()) == 2


def test_a_slow_page_ends_at_its_deadline(session, web):
    with pytest.raises(TimedOut):
        session.fetch(f"{web.url}/slow?seconds=30", timeout_s=0.3)


def test_a_huge_page_keeps_its_first_five_million_bytes(session, web):
    page = session.fetch(f"{web.url}/huge?bytes=5000001")
    assert page.truncated.kept_bytes == 5_000_000
    assert len(page.full) <= 2_000_000
    assert session.fetch(f"{web.url}/huge?bytes=5000000").truncated.total_chars == 5_000_000


@pytest.mark.parametrize("engine", ["fast", "markdownify"])
@pytest.mark.parametrize("format", ["markdown", "text", "html", "raw"])
def test_every_page_of_the_demo_web_reads_in_every_form(session, web, engine, format):
    slow = ("/slow", "/drip", "/huge")
    urls = [web.url + page.path for page in PAGES if page.status == 200 and page.path not in slow]
    pages = session.fetch_many(urls, format=format, engine=engine)
    assert not [page for page in pages if isinstance(page, Failed)]
    drawn = f"{web.url}/app/"  # by script, so that some are empty without a browser
    assert all(page.full for page in pages if not page.url.startswith(drawn))


def test_a_batch_keeps_its_order_and_what_succeeded(session, web):
    urls = [f"{web.url}/rules", f"{web.url}/no-such-page", "ftp://example.org/", f"{web.url}/llms.txt"]
    first, second, third, fourth = session.fetch_many(urls)
    assert (first.status, fourth.status) == (200, 200)
    assert (second.error.code, third.error.code) == ("not_found", "bad_input")
    assert [second.url, third.url] == urls[1:3]


def test_a_task_chooses_from_the_whole_page_and_the_budget_is_cut_from_what_comes_out(session, web):
    url = f"{web.url}/nights/log"
    whole = session.fetch(url).full
    page = session.fetch(url, task="What was seen on the last night?", target_tokens=3_000, budget_chars=2_000)
    done = page.compression
    assert (done.method, page.full) == ("extract", whole) and done.tokens_after <= 3_000
    assert "".join(one.before for one in done.segments) == whole
    assert len(page.text) <= 2_000 and page.omitted and "--task=" in page.text
    again = session.fetch(
        url, task="What was seen on the last night?", target_tokens=3_000, budget_chars=2_000, start=page.omitted.start
    )
    assert again.text.startswith(done.text[page.omitted.start :][:400])


def test_an_index_is_not_chosen_from_unless_forced_and_then_says_each_link_it_lost(session, web):
    held_back = session.fetch(f"{web.url}/llms.txt", task="calibration", target_tokens=300)
    assert held_back.compression.refused and held_back.compression.text == held_back.full
    forced = session.fetch(f"{web.url}/llms.txt", task="calibration", target_tokens=300, force=True)
    assert len(forced.links) == len(held_back.links) and not forced.compression.refused
    assert all((fact.text in forced.compression.text) == fact.kept for fact in forced.compression.loss.urls)


def test_compression_is_of_the_whole_page_and_can_be_undone(session, web):
    page = session.fetch(f"{web.url}/rules", compress="rules")
    done = page.compression
    assert "".join(segment.before for segment in done.segments) == page.full
    assert "".join(segment.after for segment in done.segments) == done.text
    assert page.text == done.text or page.omitted


@pytest.mark.parametrize(
    "wrong",
    [{"format": "markdwon"}, {"engine": "quick"}, {"main": "atuo"}, {"compress": "rule"}, {"start": -1},
     {"timeout_s": 0}, {"timeout_s": "soon"}, {"max_bytes": 0}, {"max_age_s": -1}],
)  # fmt: skip
def test_a_wrong_argument_is_two_lines_before_anything_is_sent(session, web, wrong):
    before = len(list(web.requests))
    with pytest.raises(BadInput) as caught:
        session.fetch(f"{web.url}/rules", **wrong)
    assert len(caught.value.lines()) == 2
    assert len(list(web.requests)) == before


def test_an_address_on_this_machine_is_refused_unless_allowed(web, tmp_path):
    env = {name: value for name, value in web.env.items() if name != "WEBLOUPE_ALLOW_PRIVATE"}
    with Session(configuration.load(env=env, cwd=tmp_path, home=tmp_path)) as session:
        assert session.search("telescope mirror"), "an endpoint that the user named may be private"
        with pytest.raises(WebloupeError) as caught:
            session.fetch(f"{web.url}/rules")
    assert caught.value.code == "address_refused"


def test_a_home_that_cannot_be_written_fails_neither_search_nor_fetch(web, tmp_path):
    home = tmp_path / "home"
    home.write_text("a file where the folder should be")
    with Session(_config(web, home)) as session:
        assert session.search("telescope mirror")
        page = session.fetch(f"{web.url}/rules")
    assert page.full
    assert page.stored_path is None
    assert any("not stored" in note for note in page.notes)


def test_a_binary_is_named_and_refused(tmp_path):
    png = b"\x89PNG\r\n\x1a\n" + bytes(64)
    with (
        serve(lambda request: reply(200, png, {"Content-Type": "image/png"})) as server,
        _alone(server, tmp_path) as one,
        pytest.raises(Unreadable) as caught,
    ):
        one.fetch(server.url)
    assert "image/png" in caught.value.message


def test_one_session_serves_many_threads(session, web):
    urls = [f"{web.url}/rules", f"{web.url}/llms.txt"] * 8
    pages: list[object] = []

    def read(url: str) -> None:
        pages.append(session.fetch(url, refresh=True).status)

    threads = [threading.Thread(target=read, args=[url]) for url in urls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pages == [200] * len(urls)


def test_the_same_words_work_with_await(web, tmp_path):
    from webloupe import AsyncSession

    async def walk() -> tuple[int, int]:
        session = AsyncSession(_config(web, tmp_path))
        try:
            found = await session.search("telescope mirror")
            return len(found), (await session.fetch(found[0].url)).status
        finally:
            await session.aclose()

    hits, status = asyncio.run(walk())
    assert hits
    assert status == 200


def test_a_block_that_stays_is_an_error_after_two_tries(tmp_path):
    answer = reply(403, b"<title>Just a moment...</title>", {"Content-Type": "text/html", "cf-mitigated": "challenge"})
    with serve(lambda request: answer) as server, _alone(server, tmp_path) as one:
        with pytest.raises(Blocked) as caught:
            one.fetch(server.url, via="direct")
        assert len(server.requests) == 2
    assert len(caught.value.lines()) == 2


def _alone(server, home: Path) -> Session:
    return Session(configuration.load(env={"WEBLOUPE_ALLOW_PRIVATE": server.netloc}, cwd=home, home=home))


def test_progress_is_told_step_by_step(session, answering):
    told: list[str] = []
    answering.set_mode("exa", "5xx*1")
    for _ in range(3):
        session.search("telescope mirror", progress=told.append)
    assert [step for step in told if step.startswith("exa") and "asking parallel" in step]
    told.clear()
    session.fetch(f"{answering.url}/challenge", progress=told.append)
    assert len(told) == 3
    assert "127.0.0.1" in told[0] and "bytes" in told[-1]


@pytest.mark.parametrize("path", [page.path for page in PAGES if page.status == 200])
def test_rules_leave_data_alone_and_take_little_from_pages(session, web, path):
    if path in ("/slow", "/drip", "/huge") or path.startswith("/app/"):
        pytest.skip("no page to shorten")
    done = session.fetch(web.url + path, compress="rules").compression
    assert done.tokens_after >= 0.85 * done.tokens_before
    if path.endswith((".csv", ".json", ".xml", ".toml", ".yaml", ".py")):
        assert done.refused
        assert done.tokens_after == done.tokens_before


@pytest.mark.parametrize(
    "wrong",
    [{"start": 10**5000}, {"budget_chars": 10**400}, {"timeout_s": 10**400}, {"max_age_s": 10**400}],
)
def test_numbers_too_large_to_be_meant_are_held_to_their_range(session, web, wrong):
    assert session.fetch(f"{web.url}/rules", **wrong).status == 200


@pytest.mark.parametrize("wrong", [None, 5, b"http://a.example/", ["http://a.example/"]])
def test_what_is_no_text_is_told_in_two_lines_and_costs_a_batch_only_itself(session, web, wrong):
    for call in (session.fetch, session.search):
        with pytest.raises(BadInput) as caught:
            call(wrong)
        assert len(caught.value.lines()) == 2
    failed, page = session.fetch_many([wrong, f"{web.url}/rules"])
    assert failed.error.code == "bad_input"
    assert page.status == 200


def test_a_clock_set_back_makes_no_page_fresh(session, web, monkeypatch):
    import time

    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 31_536_000)
    session.fetch(f"{web.url}/rules")
    monkeypatch.undo()
    assert not session.fetch(f"{web.url}/rules").cached


def test_reading_on_in_a_page_that_was_cut_short_fetches_it_whole(session, web):
    url = f"{web.url}/nights/log"
    page = session.fetch(url)
    session.fetch(url, max_bytes=1_000, refresh=True)
    assert session.fetch(url, start=page.omitted.start).text.startswith(page.full[page.omitted.start :][:100])


def test_an_interrupted_batch_leaves_no_warning(web, tmp_path):
    import subprocess
    import sys

    program = f"""
import os, signal, threading, webloupe
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    webloupe.fetch_many(["{web.url}/slow?seconds=20&n=%d" % n for n in range(30)])
except KeyboardInterrupt:
    print("stopped")
"""
    env = {**os.environ, **web.env, "WEBLOUPE_HOME": str(tmp_path)}
    words = [sys.executable, "-W", "always", "-c", program]
    done = subprocess.run(words, check=False, env=env, capture_output=True, text=True, timeout=30)
    assert (done.stdout, done.stderr) == ("stopped\n", "")
