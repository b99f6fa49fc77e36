"""Reported faults of the way to a page: links, redirects, robots.txt, sizes, certificates, deadlines, readers."""

from __future__ import annotations

import asyncio
import json
import ssl
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
import trustme
from loopback import Received, redirect, reply, serve
from reports import Report, at, given, web

from webloupe import config as configuration
from webloupe.errors import AllBackendsFailed, Blocked, Disallowed, FetchError, HostDown, Refused, Unreadable
from webloupe.sync import Session

HTML = {"Content-Type": "text/html"}
PLAIN = {"Content-Type": "text/plain"}
KEY = "canary-0123456789"


def by_http(text: str, *hosts: str) -> str:
    """A text with these hosts where the test has them: without encryption."""
    for host in hosts:
        text = text.replace(f"https://{host}/", f"http://{host}/")
    return text


# --- links ------------------------------------------------------------------------------------------------------------


@given("038", "133")
def test_links_are_joined_as_the_standard_says(report: Report) -> None:
    with web(lambda _: reply(200, report.text.encode(), HTML)) as (_, session):
        for engine in ("fast", "markdownify"):
            page = session.fetch(report.url, engine=engine)
            assert not report.wrong(page.full.replace("http:", "https:"))


# --- redirects --------------------------------------------------------------------------------------------------------


def refused_by(answers: Mapping[str, bytes]) -> FetchError:
    """The error of fetching the first of these addresses."""
    with web(lambda request: answers[request.target]) as (_, session), pytest.raises(FetchError) as caught:
        session.fetch(next(iter(answers)))
    return caught.value


@given("021")
def test_the_last_of_a_chain_has_the_word(report: Report) -> None:
    first, last = report.answers()
    error = refused_by({"http://k.example/": first.replace(b"https:", b"http:"), "http://www.k.example/": last})
    assert isinstance(error, Blocked) and error.result
    assert (error.result.status, error.result.final_url) == (403, "http://www.k.example/")
    assert error.result.hops == ("http://k.example/",)
    assert [attempt.outcome for attempt in error.result.attempts] == ["http"]
    assert "Cache server" in error.result.full and "http://www.k.example/" in error.message


@pytest.mark.parametrize(("status", "kind"), [(403, Blocked), (402, Refused), (500, HostDown)])
def test_where_a_chain_ends_counts_not_where_it_began(status: int, kind: type[FetchError]) -> None:
    first, second, last = (f"http://{name}.example/" for name in "abc")
    error = refused_by({first: redirect(second, 308), second: redirect(last), last: reply(status, b"no", PLAIN)})
    assert type(error) is kind and error.result
    assert (error.result.status, error.result.final_url) == (status, last)
    assert error.result.hops == (first, second)


def test_a_page_behind_redirects_names_its_way_and_the_store_knows_it() -> None:
    first, last = "http://a.example/", "http://b.example/in/page"
    answers = {first: redirect(last), last: reply(200, b"<p><a href=x>x</a>", HTML)}
    with web(lambda request: answers[request.target]) as (_, session):
        fresh, stored = session.fetch(first), session.fetch(first)
    assert stored.cached and fresh.hops == stored.hops == (first,)
    assert [link.url for link in fresh.links] == ["http://b.example/in/x"]


@given("134")
def test_links_start_from_where_the_page_was_found(report: Report) -> None:
    first, last = report.answers()
    answers = {report.url: first.replace(b"https:", b"http:"), "http://d.example/wiki/main/page": last}
    with web(lambda request: answers[request.target]) as (_, session):
        for engine in ("fast", "markdownify"):
            page = session.fetch(report.url, engine=engine)
            assert not report.wrong(page.full.replace("http://d.example/", "https://d.example/"))
            assert {by_http(part, "d.example") for part in report.expected["contains"]} == {
                link.url for link in page.links
            }


@pytest.mark.parametrize(
    ("content", "address"),
    [
        ("0; url=/next", "http://a.example/next"),
        ("5,URL='http://b.example/x?y=1'", "http://b.example/x?y=1"),
        ("0;next", "http://a.example/in/next"),
        ("30", None),
        ("0; url=javascript:alert(1)", None),
    ],
)
def test_a_page_that_only_leads_on_says_where(content: str, address: str | None) -> None:
    body = f'<html><head><meta http-equiv=Refresh content="{content}"></head><body>Wait.</body></html>'
    with web(lambda _: reply(200, body.encode(), HTML)) as (_, session):
        notes = session.fetch("http://a.example/in/page").notes
    assert notes == ((f"The page only leads on, to {address}: fetch that.",) if address else ())


# --- robots.txt -------------------------------------------------------------------------------------------------------


@given("070")
def test_rules_are_asked_for_by_our_own_client(report: Report) -> None:
    def site(request: Received) -> bytes:
        if not request.path.endswith("/robots.txt"):
            return reply(200, b"here", PLAIN)
        by_a_library = not request.headers.get("user-agent", "").startswith("webloupe")
        return reply(403, b"go away") if by_a_library else reply(200, report.text.encode(), PLAIN)

    with web(site) as (server, session):
        assert session.fetch("http://page.example/api/x", robots=True).full == "here"
        with pytest.raises(Disallowed):
            session.fetch("http://page.example/private/x", robots=True)
        assert not [request for request in server.requests if "/private/" in request.target]


# --- sizes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [True, False], ids=["announced", "unknown"])
@given("009")
def test_what_fits_is_kept_and_what_does_not_is_told(report: Report, length: bool) -> None:
    assert "5,300,000 bytes" in report.data["server"]
    lines_over_cap(5_300_000, report.data["cap"], length)


@pytest.mark.parametrize("length", [True, False], ids=["announced", "unknown"])
def test_a_text_over_a_cap_of_ones_own_ends_with_a_whole_line(length: bool) -> None:
    full = lines_over_cap(70_000, 50_000, length)
    assert full == full[: 50_000 // 12 * 12]


def lines_over_cap(size: int, cap: int, length: bool) -> str:
    """All that is kept of so many bytes of lines, each told apart, where no more than `cap` of them are wanted."""
    body = b"".join(b"line %06d\n" % number for number in range(size // 12 + 1))[:size]
    with web(lambda _: reply(200, body, PLAIN, length=length)) as (_, session):
        page = session.fetch("http://page.example/", max_bytes=cap)
    assert page.truncated
    assert (page.truncated.kept_bytes, page.truncated.total_bytes) == (cap, size if length else None)
    shown, _, told = page.text.rstrip().rpartition("\n")
    assert len(shown.rstrip().splitlines()[-1]) == len("line 000001")
    assert f"{cap:,} bytes" in told and (f"{size:,} bytes" if length else "unknown size") in told
    return page.full


# --- certificates -----------------------------------------------------------------------------------------------------


def unknown_authority(hellos: list[object]) -> ssl.SSLContext:
    """What a server shows whose certificate nobody here knows; each who comes is counted."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    context.sni_callback = lambda *hello: hellos.append(hello)
    return context


@given("071")
def test_a_company_s_certificate_is_named_with_the_variable_to_set(report: Report, tmp_path: Path) -> None:
    hellos: list[object] = []
    tls = unknown_authority(hellos)
    with serve(lambda _: reply(200, b"here"), tls=tls) as server, at(server.url, tmp_path) as session:
        started = time.monotonic()
        with pytest.raises(HostDown) as caught:
            session.fetch(server.url, timeout_s=30)
        assert time.monotonic() - started < 5
        assert len(hellos) == 1 and not server.requests
    told = "\n".join(caught.value.lines())
    assert all(word in told for word in report.data["expect_words"])


@given("071")
def test_a_certificate_that_one_backend_shows_costs_the_others_nothing(report: Report, tmp_path: Path) -> None:
    found = {"results": [{"title": "T", "url": "https://hit.example/", "snippet": "s"}]}
    answer = reply(200, json.dumps(found).encode(), {"Content-Type": "application/json"})
    with serve(lambda _: answer, tls=unknown_authority([])) as bad, serve(lambda _: answer) as good:
        env = {"WEBLOUPE_EXA_URL": bad.url, "WEBLOUPE_KEENABLE_URL": good.url, "WEBLOUPE_BACKENDS": "exa,keenable"}
        with Session(configuration.load(env=env, cwd=tmp_path, home=tmp_path)) as session:
            attempts = [attempt for turn in range(4) for attempt in session.search(f"oak {turn}").attempts]
            with pytest.raises(AllBackendsFailed) as caught:
                session.search("oak", backend="exa")
    by_name = {name: [one.outcome for one in attempts if one.backend == name] for name in ("exa", "keenable")}
    assert by_name["keenable"] == ["ok"] * 4
    assert by_name["exa"][0] == "transport" and set(by_name["exa"][1:]) <= {"skipped"}
    told = "\n".join(caught.value.lines())
    assert all(word in told for word in report.data["expect_words"]), told


# --- deadlines --------------------------------------------------------------------------------------------------------


async def drips(_: Received):  # type: ignore[no-untyped-def]
    yield b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
    while True:
        yield b"x"
        await asyncio.sleep(0.05)


async def stalls(_: Received):  # type: ignore[no-untyped-def]
    yield reply(200, b"<h1>Oaks</h1><p>They grow slowly.</p><p>They gr", HTML).replace(b": 47", b": 9000")
    await asyncio.sleep(60)


async def plays_for_ever(_: Received):  # type: ignore[no-untyped-def]
    yield b"HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nConnection: close\r\n\r\n"
    while True:
        yield b"\xff\xfb\x90\x00" * 256
        await asyncio.sleep(0.01)


def late(answer) -> str:  # type: ignore[no-untyped-def]
    """What is read of a page that is never all there: it says so, and is not the page the next time."""
    with web(answer) as (server, session):
        started = time.monotonic()
        page = session.fetch("http://page.example/", timeout_s=1.5)
        assert time.monotonic() - started < 2.5
        server.await_hang_up()
        session.fetch("http://page.example/", timeout_s=1.5)
        assert len(server.requests) == 2
    assert page.truncated and page.truncated.total_chars is None and page.stored_path is None
    assert any("1.5 s" in note for note in page.notes)
    assert [attempt.outcome for attempt in page.attempts] == ["timeout"]
    return page.full


@given("082")
def test_a_page_that_drips_is_left_at_the_deadline_with_what_came(report: Report) -> None:
    assert "b'x'" in report.data["server"]
    full = late(drips)
    assert len(full) > 5 and set(full) == {"x"}


def test_a_page_that_stalls_is_left_at_the_deadline_with_what_came() -> None:
    assert late(stalls).startswith("# Oaks\n\nThey grow slowly.")


def test_a_recording_is_not_waited_for() -> None:
    with web(plays_for_ever) as (server, session):
        started = time.monotonic()
        with pytest.raises(Unreadable, match="audio/mpeg, of unknown size"):
            session.fetch("http://radio.example/live", timeout_s=30)
        assert time.monotonic() - started < 5
        server.await_hang_up()


@pytest.mark.parametrize("label", ["audio/x-mpegurl", "video/mp2t"])
def test_a_text_that_bears_the_label_of_a_recording_is_read(label: str) -> None:
    text = "#EXTM3U\nhttps://radio.example/one.mp3\n"
    with web(lambda _: reply(200, text.encode(), {"Content-Type": label})) as (_, session):
        assert session.fetch("http://radio.example/list.ts").full == text


# --- readers by others ------------------------------------------------------------------------------------------------

READERS = ("exa", "parallel", "keenable", "firecrawl", "tavily", "jina")


@pytest.mark.parametrize("name", READERS)
@given("147")
def test_a_hosted_reader_is_told_the_whole_address(report: Report, name: str) -> None:
    target, arrives = report.data["target"], report.data["must_arrive"]
    env = {f"WEBLOUPE_{name.upper()}_FETCH_URL": "http://reader.example/", f"{name.upper()}_API_KEY": KEY}
    with web(lambda _: reply(500, b"no"), **env) as (server, session), pytest.raises(FetchError):
        session.fetch(target, via=name)
    assert server.requests
    for request in server.requests:
        of_query = dict(parse_qsl(urlsplit(request.target).query)).values()
        assert arrives in of_query or json.dumps(arrives).encode() in request.body
