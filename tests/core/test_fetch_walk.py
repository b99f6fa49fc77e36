"""A page is asked for with manners, shown by section or within tokens, and what is private is not kept."""

from __future__ import annotations

import asyncio
import json
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from loopback import Received, reply, serve

from webloupe import config as configuration
from webloupe.errors import BadInput, Blocked, ExtraMissing, QuotaSpent
from webloupe.session import AsyncSession
from webloupe.sync import Session
from webloupe.tokens import count_tokens
from webloupe.types import Failed

HTML = {"Content-Type": "text/html"}
MARKDOWN = {"Content-Type": "text/markdown"}
CANARY = "canary-0123456789"
GUIDE = (
    "# Guide\n\nIntro.\n\n## Setup\n\nInstall it.\n\n### Options\n\n- one\n- two\n\n## Use\n\n"
    + "Words of use. " * 3_000
)


def session(home: Path, **overlay: object) -> Session:
    env = {"WEBLOUPE_ALLOW_PRIVATE": "127.0.0.1"}
    return Session(configuration.load(env=env, cwd=home, home=home, overlay=overlay))


def guide(_: Received) -> bytes:
    return reply(200, GUIDE.encode(), MARKDOWN)


# --- which part -------------------------------------------------------------------------------------------------------


def test_one_section_is_shown_with_what_stands_below_it(tmp_path):
    with serve(guide) as server, session(tmp_path) as reading:
        page = reading.fetch(server.url, section="setup")
        assert page.text.startswith("## Setup") and "- two" in page.text and "## Use" not in page.text
        assert page.full == GUIDE.rstrip() or page.full == GUIDE
        assert [one.text for one in page.headings] == ["Guide", "Setup", "Options", "Use"]
        assert len(server.requests) == 1


def test_a_long_section_says_how_to_read_on_and_the_way_leads_on(tmp_path):
    with serve(guide) as server, session(tmp_path) as reading:
        first = reading.fetch(server.url, section="Use", budget_chars=3_000)
        assert first.omitted is not None and f"--start {first.omitted.start}" in first.text
        rest = reading.fetch(server.url, start=first.omitted.start, budget_chars=500_000)
        head = first.text.split("\n\n[...")[0].rstrip()
        assert (head + rest.text).replace("\n", "").replace(" ", "").endswith("Wordsofuse.")
        assert first.full[first.omitted.start :].startswith(rest.text[:50])


def test_a_section_that_is_none_is_told_with_those_there_are(tmp_path):
    with serve(guide) as server, session(tmp_path) as reading, pytest.raises(BadInput) as caught:
        reading.fetch(server.url, section="Nothing of the kind")
    assert "Setup, Options, Use" in caught.value.hint


@pytest.mark.parametrize("tokens", [500, 1_000, 4_000])
def test_a_budget_in_tokens_is_kept_and_used(tmp_path, tokens):
    text = "# T\n\n" + "\n\n".join(f"Paragraph {n} speaks of 数据 and {n * 37:,} things." for n in range(2_000))
    with serve(lambda _: reply(200, text.encode(), MARKDOWN)) as server, session(tmp_path) as reading:
        page = reading.fetch(server.url, budget_tokens=tokens)
        assert 0.7 * tokens < count_tokens(page.text) <= tokens
        assert f"--tokens {tokens}" in page.text or "chars omitted" in page.text


def test_tables_and_code_are_there_as_data(tmp_path):
    body = (
        b"<html><body><article><h1>Rates</h1><p>" + b"The rates of the day are in the table below. " * 8 + b"</p>"
        b"<table><tr><th>name</th><th>rate</th></tr><tr><td>oak</td><td>1|2</td></tr></table>"
        b"<pre><code class='language-python'>x = 1\n</code></pre></article></body></html>"
    )
    with serve(lambda _: reply(200, body, HTML)) as server, session(tmp_path) as reading:
        page = reading.fetch(server.url)
    assert page.tables[0].df.to_dict("list") == {"name": ["oak"], "rate": ["1|2"]}
    assert (page.code[0].language, page.code[0].text) == ("python", "x = 1")


def test_a_part_of_a_page_is_chosen_or_left_out_by_selector(tmp_path):
    body = b"<body><div id='a'><p>First part.</p><p class='ad'>Buy now.</p></div><div id='b'><p>Second part.</p></div>"
    with serve(lambda _: reply(200, body, HTML)) as server, session(tmp_path) as reading:
        page = reading.fetch(server.url, select="#a", remove=".ad")
        assert page.text.strip() == "First part." and any("selector" in part for part in page.left_out)
        assert "Second part." in reading.fetch(server.url, main=False).text  # and it is no other's copy
        asked = len(server.requests)
        with pytest.raises(BadInput) as caught:
            reading.fetch(server.url, select="p[[")
        assert "p[[" in caught.value.message and len(server.requests) == asked


def test_what_a_page_says_of_itself_is_told(tmp_path):
    body = (
        b"<html lang='en'><head><title>Rates</title><meta name='author' content='Ada Oak'>"
        b"<meta property='article:published_time' content='2026-03-04T10:00:00Z'>"
        b"<meta property='og:site_name' content='The Grove'><link rel='canonical' href='/rates'></head>"
        b"<body><article><h1>Rates</h1><p>"
        + b"The rates of the day are told here in full. " * 20
        + b"</p></article></body></html>"
    )
    with serve(lambda _: reply(200, body, HTML)) as server, session(tmp_path) as reading:
        page = reading.fetch(server.url)
    assert (page.author, page.published, page.site) == ("Ada Oak", "2026-03-04", "The Grove")
    assert page.canonical == f"{server.url}/rates" and page.lang == "en"


@pytest.mark.parametrize(
    "given", [{"sectoin": "x"}, {"section": 1}, {"robots": "yes"}, {"cookies": 1}, {"headers": 3}, {"refresh": "no"}]
)
def test_a_keyword_that_cannot_be_meant_is_told_before_anything_is_asked(tmp_path, given):
    with serve(guide) as server, session(tmp_path) as reading:
        with pytest.raises(BadInput):
            reading.fetch(server.url, **given)
        assert server.requests == []


# --- headers and cookies of one's own ---------------------------------------------------------------------------------


def test_what_comes_to_headers_of_ones_own_is_not_kept(tmp_path):
    def site(request: Received) -> bytes:
        whose = request.headers.get("x-team", "nobody")
        return reply(200, f"The page of {whose}.".encode(), {"Content-Type": "text/plain"})

    with serve(site) as server, session(tmp_path) as reading:
        mine = reading.fetch(server.url, headers={"X-Team": CANARY})
        assert CANARY in mine.text and mine.stored_path is None
        assert "nobody" in reading.fetch(server.url).text
    kept = [file for file in tmp_path.rglob("*") if file.is_file() and CANARY.encode() in file.read_bytes()]
    assert kept == []


def test_cookies_of_a_file_are_sent_to_their_site_and_what_comes_is_not_kept(tmp_path):
    file = tmp_path / "cookies.txt"
    file.write_text(f"# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t2524608000\tsession\t{CANARY}\n")
    home = tmp_path / "home"
    with serve(lambda _: reply(200, b"For members.", {"Content-Type": "text/plain"})) as server:
        with session(home) as reading:
            page = reading.fetch(server.url, cookies=str(file))
        assert server.requests[0].headers["cookie"] == f"session={CANARY}"
    assert page.stored_path is None and CANARY not in repr(page)
    assert not any(b"For members." in kept.read_bytes() for kept in home.rglob("*") if kept.is_file())


# --- manners ----------------------------------------------------------------------------------------------------------


def ruled(request: Received) -> bytes:
    if request.path == "/robots.txt":
        return reply(200, b"User-agent: webloupe\nDisallow: /private\n", {"Content-Type": "text/plain"})
    return reply(200, b"A page.", {"Content-Type": "text/plain"})


def test_robots_txt_is_obeyed_on_request(tmp_path):
    with serve(ruled) as server, session(tmp_path) as reading:
        with pytest.raises(Blocked):
            reading.fetch(f"{server.url}/private", robots=True)
        assert reading.fetch(f"{server.url}/open", robots=True).text.strip() == "A page."
        assert [request.path for request in server.requests] == ["/robots.txt", "/open"]
        assert reading.fetch(f"{server.url}/private").text.strip() == "A page."


def test_a_batch_obeys_robots_txt_unless_told_otherwise(tmp_path):
    with serve(ruled) as server, session(tmp_path) as reading:
        urls = [f"{server.url}/private", f"{server.url}/open"]
        first, second = reading.fetch_many(urls)
        assert isinstance(first, Failed) and first.error.code == "blocked" and not isinstance(second, Failed)
        assert not any(isinstance(page, Failed) for page in reading.fetch_many(urls, robots=False))


def test_a_short_wait_that_a_server_asks_for_is_kept(tmp_path):
    answers = iter([reply(429, headers={"Retry-After": "0.2"}), reply(200, b"Now.", {"Content-Type": "text/plain"})])
    asked: list[float] = []

    def site(_: Received) -> bytes:
        asked.append(time.monotonic())
        return next(answers)

    with serve(site) as server, session(tmp_path) as reading:
        assert reading.fetch(server.url).text.strip() == "Now."
    assert len(asked) == 2 and asked[1] - asked[0] >= 0.2


def test_a_long_wait_is_told_at_once_and_the_host_left_alone(tmp_path):
    with serve(lambda _: reply(429, headers={"Retry-After": "3600"})) as server, session(tmp_path) as reading:
        for _ in range(3):
            with pytest.raises(Blocked) as caught:
                reading.fetch(server.url)
            assert caught.value.retry_after_s == pytest.approx(3_600, abs=5)
        assert len(server.requests) == 1


# --- caps -------------------------------------------------------------------------------------------------------------


def test_pages_that_are_asked_for_together_keep_to_the_cap_too(tmp_path):
    async def walk(url: str) -> list[object]:
        config = configuration.load(
            env={"WEBLOUPE_ALLOW_PRIVATE": "127.0.0.1"}, cwd=tmp_path, home=tmp_path, overlay={"day_calls": 3}
        )
        reading = AsyncSession(config)
        try:
            pages = (reading.fetch(f"{url}/{number}") for number in range(12))
            return await asyncio.gather(*pages, return_exceptions=True)
        finally:
            await reading.aclose()

    with serve(guide) as server:
        results = asyncio.run(walk(server.url))
        assert sum(isinstance(one, QuotaSpent) for one in results) == 9
        assert len(server.requests) == 3


def test_a_cap_holds_where_the_ledger_cannot_be_written_and_that_is_said_once(tmp_path):
    (tmp_path / "logs").write_text("no folder")
    with serve(guide) as server, session(tmp_path, day_calls=2) as reading:
        said = [any("ledger" in note for note in reading.fetch(f"{server.url}/{n}").notes) for n in range(2)]
        assert said == [True, False]
        with pytest.raises(QuotaSpent):
            reading.fetch(f"{server.url}/2")
        assert len(server.requests) == 2


# --- its form ---------------------------------------------------------------------------------------------------------


def test_the_result_itself_is_a_form(tmp_path):
    with serve(guide) as server, session(tmp_path) as reading:
        page = reading.fetch(server.url, format="json", budget_chars=2_000)
        fields = json.loads(page.text)
        assert (page.format, fields["format"]) == ("json", "markdown") and page.full.startswith("# Guide")
        assert fields["final_url"] == page.final_url and fields["headings"][1]["text"] == "Setup"
        assert "--format json" in fields["text"] and len(fields["text"]) <= 2_000 and "full" not in fields
        pages = reading.fetch_many([server.url], format="json", budget_tokens_total=500)
        shared = json.loads(pages[0].text)
        assert count_tokens(shared["text"]) <= 500 and any("tokens for 1 pages" in note for note in shared["notes"])


def test_another_engine_chooses_where_its_library_is(tmp_path):
    body = (
        b"<title>Tides</title><nav><a href=/a>Elsewhere on the site</a></nav><article><h1>Tides</h1>"
        + b"<p>The moon pulls at the sea, and <a href=/m>the sea</a> follows it twice a day, everywhere.</p>" * 5
        + b"<pre><code class=language-python>a &lt; b</code></pre></article>"
    )
    with serve(lambda _: reply(200, body, HTML)) as server, session(tmp_path) as reading:
        if not all(map(find_spec, ("trafilatura", "lxml_html_clean"))):
            with pytest.raises(ExtraMissing, match="trafilatura"):
                reading.fetch(server.url, engine="trafilatura")
            assert not server.requests
            return
        page = reading.fetch(server.url, engine="trafilatura")
        assert f"[the sea]({server.url}/m)" in page.text and "a < b" in page.text and "Elsewhere" not in page.text
        assert any("trafilatura leaves out" in part for part in page.left_out)
