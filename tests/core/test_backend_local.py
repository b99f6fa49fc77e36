"""A search over the pages that were read before: it follows the store, whoever writes there, and outlives its index."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe import config
from webloupe.demo import DemoWeb
from webloupe.errors import TimedOut
from webloupe.fetch.document import Document
from webloupe.search import library
from webloupe.search.backends import load
from webloupe.search.backends.base import LocalBackend
from webloupe.session import AsyncSession
from webloupe.store import Store, Visit, raw_hash
from webloupe.types import SearchQuery, SearchResult


def keep(home: Path, url: str, text: str, *, body: str = "", document: bool = True, **facts: Any) -> Store:
    """Stores a page as a fetch does; `facts` are its title, language and format."""
    store = Store(home)
    key = hashlib.sha256(f"{url} {text}".encode()).hexdigest()[:32]
    raw = (body or text).encode()
    kind = facts.pop("kind", "text/html; charset=utf-8")
    visit = Visit(
        url=url, final_url=url, status=200, headers={"content-type": kind}, raw_hash=raw_hash(raw),
        fetched_at=facts.pop("fetched_at", time.time()), kept_bytes=len(raw), document=key,
    )  # fmt: skip
    store.keep_visit(visit, raw)
    if document:
        store.keep_document(key, Document(text=text, media_type=kind, chars_total=len(text), **facts))
    return store


def search(home: Path, text: str, timeout_s: float = 30.0, **filters: Any) -> list[SearchResult]:
    local = load("local", home=home)
    assert isinstance(local, LocalBackend)
    return local.cleaned(local.search(SearchQuery(text=text, **filters), timeout_s))


def urls(home: Path, text: str, **filters: Any) -> list[str]:
    return [hit.url for hit in search(home, text, **filters)]


OAK, ELM = "https://forest.example/oak", "https://notes.example/trees/elm"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    keep(tmp_path, OAK, "# Oaks\n\nOaks are thinned in winter, when the sap rests.", title="Oaks", lang="en")
    keep(tmp_path, ELM, "# Ulmen\n\nUlmen brauchen Licht, besonders im winter der Jugend.", title="Ulmen", lang="de-AT")
    return tmp_path


def test_stored_pages_are_found_with_the_sentence_that_tells_why(home: Path) -> None:
    (hit,) = search(home, "thinned sap")
    assert (hit.url, hit.title, hit.backend) == (OAK, "Oaks", "local")
    assert hit.description == "Oaks are thinned in winter, when the sap rests."
    assert urls(home, "quarks") == []


def test_an_empty_store_has_nothing_and_gets_nothing(tmp_path: Path) -> None:
    assert urls(tmp_path / "nowhere", "oak") == []
    assert not (tmp_path / "nowhere").exists()


def test_the_local_search_stays_on_this_machine() -> None:
    local = load("local", home=Path("nowhere"))
    assert isinstance(local, LocalBackend) and not local.online and local.lacks(None) is None
    asked = SearchQuery(text="oak", sites=("a.example",), lang="de", since="2026-01-01", topic="news")
    assert local.unmet(asked, None) == {"since", "topic"}


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"sites": ("forest.example",)}, {OAK}),
        ({"sites": ("notes.example/trees",)}, {ELM}),
        ({"sites": ("notes.example/tree",)}, set()),
        ({"sites": (".example",)}, {OAK, ELM}),
        ({"not_sites": ("forest.example",)}, {ELM}),
        ({"lang": "de"}, {ELM}),
        ({"lang": "fr"}, set()),
    ],
)
def test_sites_and_languages_narrow_the_search(home: Path, filters: dict[str, Any], found: set[str]) -> None:
    assert set(urls(home, "winter", **filters)) == found


def test_pages_of_results_follow_one_another(home: Path) -> None:
    for number in range(7):
        keep(home, f"https://more.example/{number}", f"Page {number} about winter.")
    pages = [urls(home, "winter", limit=4, page=page) for page in (1, 2, 3, 4)]
    assert [len(page) for page in pages] == [4, 4, 1, 0]
    assert len({url for page in pages for url in page}) == 9


def test_a_page_that_changed_is_found_by_its_new_words_only(home: Path) -> None:
    assert urls(home, "sap") == [OAK]
    keep(home, OAK, "Oaks are felled by beavers.", title="Beavers")
    assert (urls(home, "sap"), urls(home, "beavers")) == ([], [OAK])


def test_a_page_that_left_the_store_is_not_found(home: Path) -> None:
    assert len(urls(home, "winter")) == 2
    for file in (home / "store/visits").iterdir():
        if OAK in file.read_text():
            file.unlink()
    assert urls(home, "winter") == [ELM]


def test_a_text_that_comes_a_moment_after_its_page_is_found(tmp_path: Path) -> None:
    raw = "<title>Raw</title><script>var hidden</script><p>Oaks &amp; elms in winter.</p>"
    keep(tmp_path, OAK, "Oaks in spring.", body=raw, document=False)
    (hit,) = search(tmp_path, "winter")
    assert (hit.title, hit.description) == ("Raw", "Raw Oaks & elms in winter.")
    assert urls(tmp_path, "hidden") == []
    keep(tmp_path, OAK, "Oaks in spring.", body=raw, title="Read")
    assert [hit.title for hit in search(tmp_path, "spring")] == ["Read"]


def test_bytes_that_are_no_text_and_pages_that_are_markup(tmp_path: Path) -> None:
    old = {"kind": "application/pdf", "fetched_at": 9.0}
    keep(tmp_path, "https://a.example/1", "x", body="%PDF winter", document=False, **old)
    keep(tmp_path, "https://a.example/2", "<p class=winter>spring</p>", format="raw")
    assert urls(tmp_path, "winter") == []
    assert urls(tmp_path, "spring") == ["https://a.example/2"]


def test_a_damaged_visit_costs_only_itself(home: Path) -> None:
    next((home / "store/visits").iterdir()).write_bytes(b"{torn")
    (home / "store/visits/notes.txt").write_text("a file of someone else")
    assert len(urls(home, "winter")) == 1


# --- an index that fails ---------------------------------------------------------------------------------------------


def garbage(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)


def holes(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:4_096] + bytes(len(whole) - 4_096))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5_000])


def of_another_version(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE pages (id INTEGER PRIMARY KEY, url TEXT)")
    database.close()


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def planted_link(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize("harm", [garbage, holes, cut, of_another_version, folder, planted_link])
def test_an_index_that_cannot_be_used_never_fails_a_search(home: Path, harm: Callable[[Path], None]) -> None:
    path = home / library.INDEX_NAME
    assert len(urls(home, "winter")) == 2
    harm(path)
    assert len(urls(home, "winter")) == 2
    assert urls(home, "sap") == [OAK]
    assert not path.with_name("elsewhere").exists()
    if harm not in (folder, planted_link):
        assert sqlite3.connect(path).execute("SELECT count(*) FROM pages").fetchone() == (2,)


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
def test_an_index_that_another_process_writes_is_not_thrown_away(
    home: Path, lock: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "PATIENCE_S", 0.01)
    assert len(urls(home, "winter")) == 2
    keep(home, "https://more.example/", "More of winter.")
    other = sqlite3.connect(home / library.INDEX_NAME, isolation_level=None)
    other.execute(f"BEGIN {lock}")
    assert len(urls(home, "winter")) >= 2
    other.execute("COMMIT")
    assert len(urls(home, "winter")) == 3
    other.close()


def test_searches_at_once_all_find_everything(home: Path) -> None:
    for number in range(50):
        keep(home, f"https://more.example/{number}", f"Page {number} about winter.")
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: set(urls(home, "winter", limit=100)), range(12)))
    assert {len(one) for one in found} == {52}
    stamps = sqlite3.connect(home / library.INDEX_NAME).execute("SELECT count(*), count(DISTINCT url) FROM pages")
    assert stamps.fetchone() == (52, 52)


def test_pages_for_which_there_is_no_time_are_left_to_the_next_search(home: Path) -> None:
    with pytest.raises(TimedOut) as caught:
        search(home, "winter", timeout_s=0.0)
    assert "2 of 2" in caught.value.message
    assert len(urls(home, "winter")) == 2
    assert len(search(home, "winter", timeout_s=0.0)) == 2


def test_the_index_is_for_its_owner_alone(home: Path) -> None:
    urls(home, "winter")
    assert os.name == "nt" or (home / library.INDEX_NAME).stat().st_mode & 0o077 == 0


# --- whatever happens in the store -----------------------------------------------------------------------------------

WORDS = ("ash", "birch", "cedar")
STEP = st.tuples(st.sampled_from(["keep", "evict", "search"]), st.integers(0, 4), st.sampled_from(WORDS))


@settings(max_examples=40, deadline=None)
@given(steps=st.lists(STEP, max_size=12))
def test_what_is_found_is_what_is_stored(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, str]]
) -> None:
    home = tmp_path_factory.mktemp("home")
    stored: dict[str, str] = {}
    for what, number, word in [*steps, *(("search", 0, word) for word in WORDS)]:
        url = f"https://trees.example/{number}"
        if what == "keep":
            keep(home, url, f"A text about {word}.")
            stored[url] = word
        elif what == "evict" and stored.pop(url, None):
            name = hashlib.sha256(url.encode()).hexdigest()[:16]
            (home / "store/visits" / f"{name}.json").unlink()
        elif what == "search":
            assert set(urls(home, word)) == {url for url, told in stored.items() if told == word}


def test_a_page_that_was_fetched_is_found_by_the_text_that_was_shown(tmp_path: Path) -> None:
    async def fetched(web: DemoWeb) -> str:
        session = AsyncSession(config.load(env=web.env, home=tmp_path))
        try:
            return (await session.fetch(f"{web.url}/forum/thread/418")).title
        finally:
            await session.aclose()

    with DemoWeb() as web:
        title = asyncio.run(fetched(web))
    (hit,) = search(tmp_path, "dew heater breaker")
    assert hit.title == title and hit.url.endswith("/forum/thread/418")
    stamps = sqlite3.connect(tmp_path / library.INDEX_NAME).execute("SELECT stamp FROM pages").fetchall()
    assert not stamps[0][0].endswith("?")  # its document was there under the key that the visit names
