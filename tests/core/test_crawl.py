"""A site is walked within bounds and with manners: each page once, no trap without end, what is done kept."""

from __future__ import annotations

import gzip
import io
import os
import signal
import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import Received, Server, redirect, reply, serve

from webloupe import config as configuration
from webloupe.cli import main
from webloupe.errors import BadInput, HostDown, Interrupted, NotFound
from webloupe.fetch import sitemap
from webloupe.fetch.frontier import ALIKE, Frontier, is_trap, shape
from webloupe.search.canonical import canonical
from webloupe.several import TerminalLine
from webloupe.sync import Session
from webloupe.tokens import count_tokens
from webloupe.types import Failed, FetchResult, Link

HTML = {"Content-Type": "text/html"}
TEXT = {"Content-Type": "text/plain"}


def session(home: Path, **overlay: object) -> Session:
    env = {"WEBLOUPE_ALLOW_PRIVATE": "127.0.0.1"}
    return Session(configuration.load(env=env, cwd=home, home=home, overlay=overlay))


def page(name: str, *links: str) -> bytes:
    listed = "".join(f'<li><a href="{link}">To {link}</a></li>' for link in links)
    body = (
        f"<html><title>{name}</title><body><p>This is the page {name} of the site.</p><ul>{listed}</ul></body></html>"
    )
    return reply(200, body.encode(), HTML)


def site_of(pages: dict[str, tuple[str, ...]], robots: str | None = None, **other: bytes):
    """A site by its links: path -> where it leads."""

    def site(request: Received) -> bytes:
        if request.path == "/robots.txt":
            return reply(404) if robots is None else reply(200, robots.encode(), TEXT)
        name = request.target
        if (answer := other.get(name.strip("/").partition(".")[0])) is not None:
            return answer
        return page(name, *pages[name]) if name in pages else reply(404)

    return site


def paths(pages: list[FetchResult | Failed]) -> list[str]:
    return ["/" + page.url.split("/", 3)[3] for page in pages]


def asked(server: Server) -> list[str]:
    return [request.target for request in server.requests if request.path != "/robots.txt"]


RING = {
    "/": ("/a", "/b"),
    "/a": ("/b", "/c", "/"),
    "/b": ("/a", "/d", "/missing"),
    "/c": ("/e",),
    "/d": (),
    "/e": ("/",),
}

# --- the walk ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("depth", "limit", "wanted"),
    [
        (0, 9, ["/"]),
        (1, 9, ["/", "/a", "/b"]),
        (2, 9, ["/", "/a", "/b", "/c", "/d", "/missing"]),
        (9, 99, ["/", "/a", "/b", "/c", "/d", "/missing", "/e"]),
        (9, 4, ["/", "/a", "/b", "/c"]),
    ],
)
def test_a_site_is_walked_breadth_first_within_its_bounds(tmp_path, depth, limit, wanted):
    with serve(site_of(RING)) as server, session(tmp_path) as reading:
        pages = reading.crawl(server.url, limit=limit, depth=depth)
        assert paths(pages) == wanted
        assert sorted(asked(server)) == sorted(wanted), "each page is asked for once, in circles too"
        assert [isinstance(one, Failed) for one in pages] == [path == "/missing" for path in wanted]


@given(st.lists(st.lists(st.integers(0, 11), max_size=5), min_size=12, max_size=12), st.integers(0, 6))
def test_the_frontier_gives_each_page_once_nearest_first(links, depth):
    names = "abcdefghijkl"
    frontier = Frontier("https://s.example/", depth=depth, key=canonical)
    frontier.begin("https://s.example/a")
    came: dict[str, int] = {}
    while places := frontier.take(3):
        for place in places:
            name = place.url[-1]
            assert name not in came
            came[name] = place.depth
            leading = [Link(text="", url=f"http://www.s.example/{names[to]}") for to in links[names.index(name)]]
            frontier.add(leading, place.depth + 1)
    near = {"a": 0}
    for step in range(1, depth + 1):
        reached = [names[to] for name, at in near.items() if at == step - 1 for to in links[names.index(name)]]
        near |= {name: step for name in reached if name not in near}
    assert came == near and list(came.values()) == sorted(came.values())


def test_one_page_under_many_addresses_is_read_once(tmp_path):
    same = ("/a?utm_source=x", "/a/", "/a#part", "/a?utm_source=y&fbclid=1", "/a")
    with serve(site_of({"/": same, "/a?utm_source=x": ()})) as server, session(tmp_path) as reading:
        assert paths(reading.crawl(server.url, limit=9)) == ["/", "/a?utm_source=x"]
        assert asked(server) == ["/", "/a?utm_source=x"]


def test_what_leads_back_or_away_is_no_further_page(tmp_path):
    with serve(lambda _: page("elsewhere")) as other:
        away = redirect(f"http://localhost:{other.port}/")
        site = site_of(
            {"/": ("/back", "/away", "/twin", "/a"), "/a": ()}, back=redirect("/a"), away=away, twin=page("/")
        )
        with serve(site) as server, session(tmp_path, allow_private=["127.0.0.1", "localhost"]) as reading:
            assert paths(reading.crawl(server.url, limit=9)) == ["/", "/twin", "/a"]


def test_the_same_bytes_are_one_page(tmp_path):
    site = site_of({"/": ("/a", "/b", "/c"), "/c": ()}, a=page("twin"), b=page("twin"))
    with serve(site) as server, session(tmp_path) as reading:
        assert paths(reading.crawl(server.url, limit=9)) == ["/", "/a", "/c"]


@pytest.mark.parametrize(
    ("start", "inside", "outside"),
    [
        ("/docs", ["/docs/a", "/docs/", "/docs?x=1"], ["/docsearch", "/", "/other"]),
        ("/docs/", ["/docs/a", "/docs"], ["/docs2"]),
        ("/docs/index.html", ["/docs/a", "/docs/b/c.html"], ["/doc", "/index.html"]),
        ("/3.12", ["/3.12/library"], ["/3.13", "/"]),
        ("/node.js/", ["/node.js/api"], ["/other"]),
        ("/", ["/a", "/b/c?d"], []),
    ],
)
def test_a_path_of_the_start_is_what_the_crawl_keeps_to(start, inside, outside):
    frontier = Frontier(f"https://example.org{start}", depth=1, key=canonical)
    assert all(frontier.holds(f"http://www.example.org{path}") for path in inside)
    assert not any(frontier.holds(f"https://example.org{path}") for path in outside)
    assert not any(frontier.holds(url + start) for url in ("https://other.example", "https://example.org:8080"))


def test_where_the_start_leads_is_the_site(tmp_path):
    site = site_of(
        {"/en/docs/": ("/en/docs/a", "/en/other", "/docs/b"), "/en/docs/a": (), "/docs/b": ()},
        docs=redirect("/en/docs/"),
    )
    with serve(site) as server, session(tmp_path) as reading:
        assert paths(reading.crawl(f"{server.url}/docs", limit=9)) == ["/docs", "/en/docs/a", "/docs/b"]


def test_a_part_of_a_site_that_leads_to_its_front_page_does_not_become_the_site(tmp_path):
    with serve(site_of({"/": ("/a", "/b"), "/a": ()}, docs=redirect("/"))) as server, session(tmp_path) as reading:
        assert paths(reading.crawl(f"{server.url}/docs", limit=9)) == []


# --- manners ----------------------------------------------------------------------------------------------------------


def test_robots_txt_is_obeyed_and_what_it_keeps_back_is_not_asked_for(tmp_path):
    site = site_of(RING, "User-agent: *\nDisallow: /b\n")
    with serve(site) as server, session(tmp_path) as reading:
        assert paths(reading.crawl(server.url, limit=9, depth=9)) == ["/", "/a", "/c", "/e"]
        assert "/b" not in asked(server)
        (blocked,) = reading.crawl(f"{server.url}/b", limit=9)
        assert isinstance(blocked, Failed) and blocked.error.code == "blocked"
        with pytest.raises(BadInput):
            reading.crawl(server.url, limit=9, robots=False)


def test_a_redirect_into_what_robots_txt_keeps_back_is_not_followed(tmp_path):
    with serve(site_of({"/": ()}, "User-agent: *\nDisallow: /\n")) as shut:
        over = redirect(f"{shut.url}/")
        leads = {"/": ("/into", "/over"), "/b": ()}
        site = site_of(leads, "User-agent: *\nDisallow: /b\n", over=over, into=redirect("/b"))
        with serve(site) as server, session(tmp_path) as reading:
            pages = reading.crawl(server.url, limit=9)
            assert [isinstance(one, Failed) and one.error.code for one in pages] == [False, "blocked", "blocked"]
            assert sorted(asked(server)) == ["/", "/into", "/over"] and not asked(shut)
            assert isinstance(reading.fetch(f"{server.url}/over"), FetchResult), "one page is asked for as it is"


def test_pages_stand_apart_as_the_site_asks_however_short_their_own_time_is(tmp_path):
    times: list[float] = []
    inner = site_of({"/": ("/a", "/b", "/c"), "/a": (), "/b": (), "/c": ()}, "User-agent: *\nCrawl-delay: 0.3\n")

    def site(request: Received) -> bytes:
        if request.path != "/robots.txt":
            times.append(time.monotonic())
        return inner(request)

    with serve(site) as server, session(tmp_path) as reading:
        pages = reading.crawl(server.url, limit=9, timeout_s=0.5)
    assert len(pages) == 4 and not any(isinstance(one, Failed) for one in pages)
    assert all(later - earlier > 0.28 for earlier, later in pairwise(times))


def test_a_host_that_cannot_be_reached_says_so_and_not_that_it_forbids(tmp_path):
    with serve(site_of({})) as server:
        gone = server.url
    with session(tmp_path) as reading:
        for outcome in (*reading.crawl(gone, limit=3), *reading.fetch_many([gone])):
            assert isinstance(outcome, Failed) and outcome.error.code == "host_down" and outcome.error.url == f"{gone}/"
        with pytest.raises(HostDown):
            reading.site_map(gone)


def test_a_crawl_is_printed_page_by_page(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WEBLOUPE_HOME", str(tmp_path))
    monkeypatch.setenv("WEBLOUPE_ALLOW_PRIVATE", "127.0.0.1")
    with serve(site_of(RING)) as server:
        assert main(["fetch", "--crawl", "9", "--depth", "1", f"{server.url}/"]) == 0
        printed = capsys.readouterr()
        heads = [line for line in printed.out.splitlines() if line.startswith("==> ")]
        assert heads == [f"==> {server.url}{path} <==" for path in ("/", "/a", "/b")]
        assert "█" not in printed.out + printed.err, "a bar is for terminals"
        assert main(["fetch", "--crawl", "9", f"{server.url}/"]) == 3, "a page is missing"
        assert main(["fetch", "--depth", "1", f"{server.url}/"]) == 2


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_how_far_it_is_takes_one_line_of_a_terminal_and_none_of_a_file():
    for stream, wanted in ((Terminal(), "\rone\x1b[K\rtwo\x1b[K\r\x1b[K"), (io.StringIO(), "")):
        with TerminalLine(stream) as line:
            line("one")
            line("two")
        assert stream.getvalue() == wanted


# --- traps ------------------------------------------------------------------------------------------------------------


def test_a_calendar_without_end_leaves_room_for_all_else(tmp_path):
    def site(request: Received) -> bytes:
        if request.path.startswith("/day/"):
            number = int(request.path[5:])
            return page(
                request.path, *(f"/day/{number * 50 + n}" for n in range(50)), f"/note-{'abcdefghij'[number % 10]}"
            )
        return reply(404) if request.path == "/robots.txt" else page(request.path, "/day/1", "/day/2")

    with serve(site) as server, session(tmp_path) as reading:
        pages = paths(reading.crawl(server.url, limit=60, depth=50))
    assert len(pages) == 60 and sum(path.startswith("/note") for path in pages) == 10
    assert sum(path.startswith("/day") for path in pages[: ALIKE + 11]) <= ALIKE + 1


def test_addresses_without_end_that_lead_to_one_page_come_to_an_end(tmp_path):
    def site(request: Received) -> bytes:
        if request.path == "/robots.txt":
            return reply(404)
        return page("always the same", *(f"?sid={len(server.requests)}-{n}" for n in range(30)))

    with serve(site) as server, session(tmp_path) as reading:
        pages = reading.crawl(server.url, limit=20, depth=50)
        assert len(asked(server)) <= 40
    assert 0 < len(pages) <= 20


@pytest.mark.parametrize(
    ("path", "trapped"),
    [
        ("/a/b/a/b/a/b/a/b", True),
        ("/2024/01/01/01", False),
        ("/" + "a/b/c/d/" * 9, True),
        ("/x" * 3, False),
        ("/" + "long" * 600, True),
        ("/logo.PNG", True),
        ("/report.pdf", False),
        ("/data.csv", False),
        ("/node.js/guide", False),
    ],
)
def test_a_path_that_repeats_itself_or_holds_no_text_is_left_alone(path, trapped):
    assert is_trap(f"https://a.example{path}") is trapped


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.text("abc=&0123456789", max_size=20))
def test_addresses_alike_but_for_numbers_have_one_shape(first, second, query):
    site = "https://a1.example"
    assert shape(f"{site}/p/{first}/x") == shape(f"{site}/p/{second}/x") != shape(f"{site}/q/{first}/x")
    assert shape(f"{site}/p?id={first}") == shape(f"{site}/p?id={second}")
    assert shape(f"{site}/p") == f"{site}/p" and shape(f"{site}/p?{query}")


# --- going on ---------------------------------------------------------------------------------------------------------


def test_an_interrupt_keeps_what_is_done_and_a_second_crawl_goes_on(tmp_path):
    gate, enough = threading.Event(), threading.Event()
    inner = site_of(RING)

    async def late(answer: bytes):
        import asyncio

        await asyncio.to_thread(gate.wait, 20)
        yield answer

    def interrupt() -> None:
        assert enough.wait(20)
        signal.raise_signal(signal.SIGINT) if os.name == "nt" else os.kill(os.getpid(), signal.SIGINT)

    def progress(words: str) -> None:
        if " 4 of" in words:
            enough.set()

    def site(request: Received):
        return late(inner(request)) if request.path in ("/d", "/missing") else inner(request)

    with serve(site) as server, session(tmp_path) as reading:
        threading.Thread(target=interrupt).start()
        with pytest.raises(Interrupted) as caught:
            reading.crawl(server.url, limit=6, progress=progress)
        assert paths(caught.value.results) == ["/", "/a", "/b", "/c"]
        gate.set()
        server.requests.clear()
        assert paths(reading.crawl(server.url, limit=6)) == ["/", "/a", "/b", "/c", "/d", "/missing"]
        assert set(asked(server)) == {"/d", "/missing"}


def test_a_crawl_can_be_read_again_without_a_network(tmp_path):
    with serve(site_of(RING)) as server, session(tmp_path) as reading:
        once = reading.crawl(server.url, limit=9, depth=9)
        server.requests.clear()
        again = reading.crawl(server.url, limit=9, depth=9, offline=True)
        assert not server.requests
    assert paths(again) == [path for path in paths(once) if path != "/missing"]
    assert all(one.cached for one in again)


def test_a_budget_for_all_pages_is_kept(tmp_path):
    with (
        serve(site_of({"/": ("/a",), "/a": tuple(f"/x{n}" for n in range(400))})) as server,
        session(tmp_path) as reading,
    ):
        pages = reading.crawl(server.url, limit=2, budget_tokens_total=600)
    assert sum(count_tokens(one.text) for one in pages) <= 600 and pages[1].omitted


@pytest.mark.parametrize(
    "wrong", [{"limit": 0}, {"limit": "x"}, {"limit": 5, "depth": -1}, {"limit": 5, "sectoin": "x"}]
)
def test_a_bound_that_cannot_be_meant_is_told_before_anything_is_asked(tmp_path, wrong):
    with serve(site_of(RING)) as server, session(tmp_path) as reading:
        with pytest.raises(BadInput):
            reading.crawl(server.url, **wrong)
        assert not server.requests


# --- the map of a site ------------------------------------------------------------------------------------------------


def urlset(*places: str) -> bytes:
    entries = "".join(f"<url><loc>\n {place} </loc></url>" for place in places)
    return (
        f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'.encode()
    )


def index(*places: str) -> bytes:
    entries = "".join(f"<sitemap><loc>{place}</loc></sitemap>" for place in places)
    return f"<sitemapindex>{entries}</sitemapindex>".encode()


def test_a_site_map_comes_from_the_sitemaps_that_robots_txt_names(tmp_path):
    def site(request: Received) -> bytes:
        here = f"http://{request.headers['host']}"
        return {
            "/robots.txt": reply(200, f"Sitemap: {here}/maps.xml\nUser-agent: *\nDisallow: /secret\n".encode(), TEXT),
            "/maps.xml": reply(
                200, index(f"{here}/one.xml.gz", f"{here}/maps.xml", f"{here}/two.txt", f"{here}/none.xml")
            ),
            "/one.xml.gz": reply(
                200, gzip.compress(urlset(f"{here}/a", f"{here}/a/", f"{here}/secret", "https://other.example/"))
            ),
            "/two.txt": reply(200, f"{here}/b\r\n{here}/logo.png\n{here}/c?x=1&amp=1\n".encode(), TEXT),
        }.get(request.path, reply(404))

    with serve(site) as server, session(tmp_path) as reading:
        links = reading.site_map(server.url)
        assert [link.url.removeprefix(server.url) for link in links] == ["/a", "/b", "/c?x=1&amp=1"]
        assert asked(server).count("/maps.xml") == 1 and "/a" not in asked(server)
        assert len(reading.site_map(server.url, limit=2)) == 2
        assert reading.site_map(f"{server.url}/b") == [Link(text=f"{server.url}/b", url=f"{server.url}/b")]


def test_without_a_sitemap_the_links_of_pages_are_the_map(tmp_path):
    with serve(site_of(RING)) as server, session(tmp_path) as reading:
        links = reading.site_map(server.url)
        assert [link.url.removeprefix(server.url) for link in links] == ["/", "/a", "/b", "/c", "/d", "/missing"]
        assert [link.text for link in links[:3]] == ["/", "To /a", "To /b"]
        assert not {"/c", "/d", "/missing"} & set(asked(server)), "what lies at the bound is named, not read"
        assert [link.url for link in reading.site_map(server.url, depth=0)] == [f"{server.url}/"]
        with pytest.raises(NotFound):
            reading.site_map(f"{server.url}/missing")


@given(st.binary(max_size=300) | st.text(max_size=100).map(str.encode))
def test_whatever_stands_in_place_of_a_sitemap_gives_addresses_or_nothing(body):
    for data in (body, gzip.compress(body), b"\x1f\x8b" + body, b"<urlset>" + body):
        found = sitemap.read(data, url="https://a.example/sitemap.xml")
        assert all(url.startswith(("http://", "https://")) for url in (*found.pages, *found.maps))


@given(st.lists(st.from_regex(r"https://[a-z]{1,8}\.example/[a-z0-9]{0,8}", fullmatch=True), max_size=20))
def test_what_a_sitemap_names_is_found_in_its_order_once(places):
    wanted = tuple(dict.fromkeys(places))
    url = "https://a.example/sitemap.xml"
    for body in (urlset(*places), gzip.compress(urlset(*places)), "\n".join(places).encode()):
        assert sitemap.read(body, url=url).pages == wanted
    assert sitemap.read(index(*places), url=url).maps == wanted


def test_a_sitemap_that_unpacks_without_end_is_cut_off():
    bomb = gzip.compress(urlset("https://a.example/first") + b" " * 40_000_000)
    assert sitemap.read(bomb, url="https://a.example/").pages == ("https://a.example/first",)
