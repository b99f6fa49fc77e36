"""The store is kept within its size: the oldest goes first, nothing foreign is touched, what is gone is a miss."""

from __future__ import annotations

import os
import time
from pathlib import Path

from loopback import reply, serve

from webloupe import config as configuration
from webloupe.eviction import DOWN_TO, FOLDERS, evict, evict_if_due
from webloupe.store import Store
from webloupe.sync import Session


def size(home: Path) -> int:
    return sum(file.stat().st_size for name in FOLDERS for file in (home / name).rglob("*") if file.is_file())


def session(home: Path, **overlay: object) -> Session:
    env = {"WEBLOUPE_ALLOW_PRIVATE": "127.0.0.1"}
    return Session(configuration.load(env=env, cwd=home, home=home, overlay=overlay))


def filled(home: Path, url: str, pages: int) -> None:
    with session(home) as reading:
        reading.fetch_many([f"{url}/{number}" for number in range(pages)], robots=False)


def site(request) -> bytes:
    return reply(200, f"The page {request.path}. ".encode() * 2_000, {"Content-Type": "text/plain"})


def test_the_oldest_goes_first_and_the_rest_stays_readable(tmp_path):
    with serve(site) as server:
        filled(tmp_path, server.url, 12)
        for age, file in enumerate(sorted(tmp_path.glob("store/raw/*/*"), key=lambda one: one.stat().st_mtime)):
            os.utime(file, (time.time() - 1_000 + age,) * 2)
        limit = size(tmp_path) * 95 // 100  # raw bytes are a third of it, and not all of them go
        freed = evict(tmp_path, limit)
        assert freed > 0 and size(tmp_path) <= limit * DOWN_TO
        asked = len(server.requests)
        with session(tmp_path) as reading:
            pages = reading.fetch_many([f"{server.url}/{number}" for number in range(12)], robots=False)
        assert all(f"/{number}." in page.text for number, page in enumerate(pages))
        assert asked < len(server.requests) < asked + 12  # what was left is not asked for again


def test_a_store_within_its_limit_keeps_everything(tmp_path):
    with serve(site) as server:
        filled(tmp_path, server.url, 3)
    assert evict(tmp_path, size(tmp_path)) == 0


def test_files_of_others_and_links_are_left_alone(tmp_path):
    with serve(site) as server:
        filled(tmp_path, server.url, 3)
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (outside / ("a" * 64)).write_bytes(b"x" * 1_000_000)
    mine = tmp_path / "web-cache" / "notes of mine.md"
    mine.write_bytes(b"x" * 1_000_000)
    link = tmp_path / "store" / "raw" / "ff"
    if not link.exists():
        link.symlink_to(outside)
    evict(tmp_path, 1)
    assert mine.exists() and (outside / ("a" * 64)).exists()
    assert list(tmp_path.glob("store/documents/*.json")) == []


def test_it_is_measured_once_an_hour_by_whoever_comes_first(tmp_path):
    with serve(site) as server:
        filled(tmp_path, server.url, 3)
    assert evict_if_due(tmp_path, 1) == 0  # the fetch before has just measured
    mark = tmp_path / "store" / "measured"
    os.utime(mark, (0, 0))
    assert evict_if_due(tmp_path, 1) > 0
    assert evict_if_due(tmp_path, 1) == 0


def test_a_fetch_keeps_the_store_within_the_setting(tmp_path):
    with serve(site) as server:
        filled(tmp_path, server.url, 3)
        os.utime(tmp_path / "store" / "measured", (0, 0))
        big = reply(200, b"word " * 3_000_000, {"Content-Type": "text/plain"})
        for file in tmp_path.rglob("*"):
            if file.is_file() and file.name != "measured":
                os.utime(file, (1, 1))
        with serve(lambda _: big) as other, session(tmp_path, **{"store.max_bytes": 10_000_000}) as reading:
            assert reading.fetch(other.url, max_bytes=50_000_000).truncated is not None
    assert size(tmp_path) <= 10_000_000


def test_a_home_that_is_no_folder_costs_nothing(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    assert evict_if_due(file, 1) == 0 and evict(tmp_path / "nowhere", 1) == 0


def test_a_shelf_that_is_a_link_is_not_swept(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    theirs = outside / "package.json"
    theirs.write_text("{}")
    os.utime(theirs, (1, 1))
    home = tmp_path / "home"
    (home / "store").mkdir(parents=True)
    (home / "store" / "searches").symlink_to(outside)
    Store(home).sweep_once("searches", older_than=time.time())
    assert theirs.exists()
