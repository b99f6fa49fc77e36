"""Who reads a page: we do, a hosted reader by name, or one of them where we cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopback import Received, reply, serve

from webloupe import config as configuration
from webloupe.errors import AllReadersFailed, Blocked, Disallowed, NotFound, QuotaSpent
from webloupe.sync import Session
from webloupe.types import Failed

PAGE = "http://groves.example/oaks"
TEXT = "# Oaks\n\nOaks are read by someone else."
BY_JINA = reply(
    200,
    json.dumps({"code": 200, "data": {"url": PAGE, "title": "Oaks", "content": TEXT}}).encode(),
    {"Content-Type": "application/json"},
)


@pytest.fixture
def web(monkeypatch):
    """A web behind a proxy: what each page answers; and a hosted reader, with what it was asked."""

    class Web:
        answer = reply(403, b"no", {"Content-Type": "text/plain"})
        read_by = BY_JINA

    with serve(lambda _: Web.answer) as proxy, serve(lambda _: Web.read_by) as jina:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        Web.proxy, Web.jina = proxy, jina
        yield Web


def session(home: Path, web, **overlay: object) -> Session:
    names = ("exa", "parallel", "keenable", "firecrawl", "tavily")
    gone = {f"WEBLOUPE_{name.upper()}_FETCH_URL": "http://127.0.0.1:9/" for name in names}
    env = {**gone, "WEBLOUPE_JINA_FETCH_URL": web.jina.url}
    return Session(configuration.load(env=env, cwd=home, home=home, overlay=overlay))


def test_a_hosted_reader_is_asked_by_its_name_and_not_the_page(tmp_path, web):
    with session(tmp_path, web) as reading:
        page = reading.fetch(PAGE, via="jina")
        assert "read by someone else" in page.text and page.via == "jina"
        again = reading.fetch(PAGE, via="jina")
        assert again.cached and again.text == page.text
    assert web.proxy.requests == [] and len(web.jina.requests) == 1


def test_a_page_that_refuses_us_is_read_by_others_and_that_is_said(tmp_path, web):
    with session(tmp_path, web) as reading:
        page = reading.fetch(PAGE)
    assert "read by someone else" in page.text and page.via == "jina"
    assert any("jina" in note and "told its address" in note for note in page.notes)
    assert page.attempts[0].backend == "direct" and page.attempts[-1].outcome == "ok"


def test_directly_means_directly(tmp_path, web):
    with session(tmp_path, web, via="direct") as reading, pytest.raises(Blocked):
        reading.fetch(PAGE)
    with session(tmp_path, web) as reading, pytest.raises(Blocked):
        reading.fetch(PAGE, via="direct")
    assert web.jina.requests == []


def test_a_copy_of_others_does_not_pass_for_the_page_itself(tmp_path, web):
    with session(tmp_path, web) as reading:
        reading.fetch(PAGE, via="jina")
        web.answer = reply(200, b"The page itself.", {"Content-Type": "text/plain"})
        assert reading.fetch(PAGE, via="direct").text.strip() == "The page itself."


def test_what_nobody_can_cure_is_told_to_nobody(tmp_path, web):
    web.answer = reply(404, b"gone", {"Content-Type": "text/plain"})
    with session(tmp_path, web) as reading:
        with pytest.raises(NotFound):
            reading.fetch(PAGE)
        web.answer = reply(403, b"no", {"Content-Type": "text/plain"})
        with pytest.raises(Blocked):
            reading.fetch(PAGE, headers={"Authorization": "Bearer canary"})
    assert web.jina.requests == []


def test_when_others_cannot_either_the_first_failure_stands(tmp_path, web):
    web.read_by = reply(500, b"boom")
    with session(tmp_path, web) as reading, pytest.raises(Blocked):
        reading.fetch(PAGE)


def test_what_robots_txt_does_not_allow_is_read_by_nobody(tmp_path, web):
    web.answer = reply(200, b"User-agent: *\nDisallow: /\n", {"Content-Type": "text/plain"})
    with session(tmp_path, web) as reading:
        for via in ("auto", "jina", "direct"):
            with pytest.raises(Disallowed) as caught:
                reading.fetch(f"{PAGE}?doc=canary", via=via, robots=True)
            assert "canary" not in caught.value.message
            (page,) = reading.fetch_many([PAGE], via=via)
            assert isinstance(page, Failed) and page.error.code == "blocked"
    assert web.jina.requests == [] and all(one.path.endswith("/robots.txt") for one in web.proxy.requests)


def test_a_private_page_is_never_told_to_others(tmp_path, web):
    def site(_: Received) -> bytes:
        return reply(403, b"no")

    with serve(site) as private:
        env = {"WEBLOUPE_ALLOW_PRIVATE": "127.0.0.1", "WEBLOUPE_JINA_FETCH_URL": web.jina.url}
        with Session(configuration.load(env=env, cwd=tmp_path, home=tmp_path)) as reading, pytest.raises(Blocked):
            reading.fetch(private.url)
    assert web.jina.requests == []


# --- caps -------------------------------------------------------------------------------------------------------------


def paying(home: Path, web, **overlay: object) -> Session:
    """A session that pays a dollar for each page that jina reads, and may spend half a one."""
    gone = {f"WEBLOUPE_{name.upper()}_FETCH_URL": "http://127.0.0.1:9/" for name in ("exa", "parallel")}
    keyed = {"JINA_API_KEY": "canary-0123456789", "WEBLOUPE_JINA_PRICE": "1.0", "WEBLOUPE_JINA_TIER": "paid"}
    env = {**gone, **keyed, "WEBLOUPE_JINA_FETCH_URL": web.jina.url}
    return Session(configuration.load(env=env, cwd=home, home=home, overlay={"day_usd": 0.5, **overlay}))


@pytest.mark.parametrize("via", ["auto", "jina"])
def test_what_hosted_readers_cost_counts_against_the_cap_on_money(tmp_path, web, via):
    with paying(tmp_path, web) as reading:
        assert reading.fetch(PAGE, via=via).attempts[-1].usd == 1.0
        with pytest.raises(QuotaSpent):
            reading.fetch(f"{PAGE}/2", via=via)
        assert reading.fetch(PAGE, via=via).cached  # what is in the store costs nothing
    assert len(web.jina.requests) == 1


def test_what_was_paid_for_a_page_that_did_not_come_counts_too(tmp_path, web):
    web.read_by = reply(200, b'{"data": {"content": ""}}', {"Content-Type": "application/json"})
    with paying(tmp_path, web) as reading:
        with pytest.raises(AllReadersFailed):
            reading.fetch(PAGE, via="jina")
        with pytest.raises(QuotaSpent):
            reading.fetch(f"{PAGE}/2", via="jina")
    assert len(web.jina.requests) == 1


def test_others_are_not_paid_once_the_cap_is_reached_meanwhile(tmp_path, web, monkeypatch):
    def slow(_: Received) -> bytes:
        with paying(tmp_path, web) as other:
            other.fetch(PAGE, via="jina")
        return reply(403, b"no")

    with serve(slow) as site:
        monkeypatch.setenv("http_proxy", site.url)
        with paying(tmp_path, web) as late, pytest.raises(Blocked):
            late.fetch(f"{PAGE}/late")
    assert len(web.jina.requests) == 1
