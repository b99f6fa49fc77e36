"""Manners towards a host: its robots.txt, few requests at once, apart where it asks for that, none while it rests."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise
from pathlib import Path

import pytest
from loopback import Received, redirect, reply, serve

from webloupe import config as configuration
from webloupe.asked.headers import headers
from webloupe.errors import BadInput, Blocked, Disallowed, Refused
from webloupe.fetch.cookies import cookie_header
from webloupe.fetch.cures import cures
from webloupe.fetch.hosts import AT_ONCE, Hosts
from webloupe.fetch.robots import Robots, Rules
from webloupe.http import Http, Jar
from webloupe.sync import Session
from webloupe.wire import Request

RULES = b"""User-agent: *
Disallow: /private/
Crawl-delay: 0.2

User-agent: webloupe
Disallow: /no-loupe/
Allow: /no-loupe/but-this$
Disallow: /*.zip$
Sitemap: https://site.example/map.xml
"""


def robots_of(answer: bytes, *paths: str) -> tuple[list[bool], list[Received]]:
    with serve(lambda _: answer) as server:

        async def ask() -> list[bool]:
            http = Http(allow_private=["127.0.0.1"], trust_env=False)
            robots = Robots(http)
            try:
                return [
                    rules.allow(server.url + path)
                    for path in paths
                    for rules in [await robots.rules(server.url + path)]
                ]
            finally:
                await http.aclose()

        return asyncio.run(ask()), server.requests


def test_our_own_group_counts_and_is_asked_for_once():
    paths = ("/", "/private/x", "/no-loupe/x", "/no-loupe/but-this", "/file.zip", "/file.zip?x")
    allowed, requests = robots_of(reply(200, RULES, {"Content-Type": "text/plain"}), *paths)
    assert allowed == [True, True, False, True, False, True]
    assert [request.target for request in requests] == ["/robots.txt"]
    assert requests[0].headers["user-agent"].startswith("webloupe/")


@pytest.mark.parametrize(
    ("answer", "allowed"),
    [
        (reply(404), True),
        (reply(403, b"User-agent: *\nDisallow: /"), True),  # kept from us: as if there were none (RFC 9309, 2.3.1.3)
        (reply(401), True),
        (reply(500), False),
        (reply(503), False),
        (b"", False),
        (reply(200, b"<!doctype html><title>Soft 404</title>"), True),
        (reply(200, b""), True),
        (reply(200, "\ufeffUser-agent: *\r\nDisallow: /\r\n".encode()), False),
        (reply(200, b"\xff\xfe\x00nonsense\n" * 50_000), True),
    ],
)
def test_what_comes_in_place_of_rules(answer, allowed):
    assert robots_of(answer, "/page")[0] == [allowed]


def test_rules_behind_a_redirect_count():
    def site(request):
        return redirect("/elsewhere.txt") if request.path == "/robots.txt" else reply(200, RULES)

    with serve(site) as server:

        async def ask() -> Rules:
            http = Http(allow_private=["127.0.0.1"], trust_env=False)
            rules = await Robots(http).rules(server.url)
            with pytest.raises(Blocked) as caught:
                await Robots(http).check(f"{server.url}/no-loupe/x")
            assert "robots.txt" in caught.value.message and len(caught.value.lines()) == 2
            await http.aclose()
            return rules

        rules = asyncio.run(ask())
    assert rules.sitemaps == ("https://site.example/map.xml",) and rules.delay_s == 0.0


def test_nobody_else_is_asked_for_what_robots_txt_keeps_back():
    url = "https://site.example/private"
    assert cures(Blocked("HTTP 403"), url) and not cures(Disallowed("robots.txt does not allow it"), url)


def test_a_host_gets_few_requests_at_once_and_others_do_not_wait():
    under_way, most = {"a": 0, "b": 0}, {"a": 0, "b": 0}

    async def one(hosts: Hosts, host: str) -> None:
        async with hosts.turn(host, patience_s=30):
            under_way[host] += 1
            most[host] = max(most[host], under_way[host])
            for _ in range(50):  # time for others to come
                await asyncio.sleep(0)
            under_way[host] -= 1

    async def many() -> None:
        hosts = Hosts()
        await asyncio.gather(*(one(hosts, host) for host in "ab" for _ in range(20)))

    asyncio.run(many())
    assert most == {"a": AT_ONCE, "b": AT_ONCE}


def test_requests_stand_apart_where_the_site_wants_it():
    starts: list[float] = []

    async def one(hosts: Hosts) -> None:
        async with hosts.turn("a", delay_s=0.05, patience_s=30):
            starts.append(time.monotonic())

    async def many() -> None:
        hosts = Hosts()
        await asyncio.gather(*(one(hosts) for _ in range(4)))

    asyncio.run(many())
    assert all(later - earlier >= 0.049 for earlier, later in pairwise(starts))


def test_many_that_wait_for_each_other_are_not_the_hosts_rest():
    had_their_turn = 0

    async def one(hosts: Hosts) -> None:
        nonlocal had_their_turn
        async with hosts.turn("a", delay_s=0.02, patience_s=0.01):
            had_their_turn += 1

    async def many() -> None:
        hosts = Hosts()
        await asyncio.gather(*(one(hosts) for _ in range(6)))

    asyncio.run(many())
    assert had_their_turn == 6


def test_a_rest_longer_than_there_is_time_is_told_at_once():
    async def asked() -> None:
        hosts = Hosts()
        hosts.rest("a", 3_600)
        async with hosts.turn("a", patience_s=5):
            raise AssertionError("it was asked")

    with pytest.raises(Blocked) as caught:
        asyncio.run(asked())
    assert caught.value.retry_after_s == pytest.approx(3_600, abs=5) and "3,600 s" in caught.value.hint


# --- headers and cookies of one's own ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [{"X-Team": "a b", "Accept-Language": "de"}, ["X-Team: a b", "Accept-Language:de"], None, {}, "X-Team: a:b"],
)
def test_headers_are_taken_as_people_write_them(given):
    assert all(value.strip() == value for value in headers(given).values())
    assert set(headers(given)) <= {"X-Team", "Accept-Language"}


@pytest.mark.parametrize(
    "given",
    [{"Host": "evil.example"}, {"A b": "c"}, {"A": "b\r\nX: y"}, {"A": "é"}, {"A": 1}, ["no colon"], 7, {"": "x"}, [1]],
)
def test_a_header_that_may_not_be_sent_is_refused_without_its_value(given):
    with pytest.raises(BadInput) as caught:
        headers(given)
    assert "X: y" not in caught.value.message and len(caught.value.lines()) == 2


def test_cookies_go_to_their_own_site_alone(tmp_path: Path):
    file = tmp_path / "cookies.txt"
    file.write_text(
        "# Netscape HTTP Cookie File\n"
        ".site.example\tTRUE\t/\tTRUE\t2524608000\tsession\tcanary\n"
        "other.example\tFALSE\t/\tFALSE\t2524608000\tx\ty\n"
    )
    assert cookie_header(file, "https://www.site.example/page") == {"Cookie": "session=canary"}
    assert cookie_header(file, "http://www.site.example/page") == {}  # a secure cookie
    assert cookie_header(file, "https://site.example.evil.example/") == {}


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe", b"{}", b"a\tb\n"])
def test_a_file_that_holds_no_cookies_is_told(tmp_path: Path, content: bytes | None):
    file = tmp_path / "cookies.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        cookie_header(file, "https://site.example/")
    assert str(file) in caught.value.message


def cookie_wall(request: Received) -> bytes:
    """Sends to the page only who brings back what it set, as session walls do."""
    if request.path == "/page" and "seen=a" in request.headers.get("cookie", ""):
        return reply(200, b"# The page behind the wall", {"Content-Type": "text/markdown"})
    if request.path == "/page":
        return redirect("/set")
    return reply(302, b"", {"Location": "/page", "Set-Cookie": "seen=a; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT"})


def test_a_site_gets_its_own_cookies_back_within_one_fetch_where_that_is_wanted(tmp_path: Path):
    config = configuration.load(env={"WEBLOUPE_ALLOW_PRIVATE": "127.0.0.1"}, cwd=tmp_path, home=tmp_path)
    with serve(cookie_wall) as server, Session(config) as reading:
        url = f"{server.url}/page"
        with pytest.raises(Refused, match="more than 10 redirects") as caught:
            reading.fetch(url)
        assert "--cookie-jar" in caught.value.hint
        assert "behind the wall" in reading.fetch(url, cookies=True).text
        with pytest.raises(Refused):  # the next fetch begins without any
            reading.fetch(url, refresh=True)


def test_cookies_of_one_site_go_to_no_other():
    with serve(lambda request: reply(200, b"x" if "cookie" not in request.headers else b"leak")) as other:
        target = other.url.replace("127.0.0.1", "localhost")
        with serve(lambda _: reply(302, b"", {"Location": target, "Set-Cookie": "a=b; Path=/"})) as site:

            async def ask() -> bytes:
                http = Http(allow_private=["127.0.0.1", "localhost", "::1"], trust_env=False)
                try:
                    answer = await http.send(Request("GET", site.url), timeout_s=5, follow=True, jar=Jar())
                    return answer.body
                finally:
                    await http.aclose()

            assert asyncio.run(ask()) == b"x"
