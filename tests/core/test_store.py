"""The store: whole entries or none, whoever kills, fills or shares it."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import random
import re
import stat
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from webloupe.search.state import Tool
from webloupe.store import STORED_CHARS, Store, Visit, options_suffix, raw_hash
from webloupe.types import Wire

URL = "https://e.example/a?b=1"


class Sample(Wire, frozen=True, kw_only=True):
    """A document of some shape."""

    text: str
    number: int = 0


class Options(Wire, frozen=True, kw_only=True):
    """Options that shape a text."""

    full: bool = False


def a_visit(body: bytes, url: str = URL) -> Visit:
    return Visit(
        url=url,
        final_url=url,
        status=200,
        headers={"content-type": "text/plain"},
        raw_hash=raw_hash(body),
        fetched_at=1.5,
        kept_bytes=len(body),
    )


def test_what_was_kept_is_read_back(tmp_path: Path) -> None:
    store = Store(tmp_path)
    body = b"\x00bytes\xff"
    assert store.keep_visit(a_visit(body), body) is not None
    assert store.keep_document("key", Sample(text="t", number=3)) is not None
    again = Store(tmp_path)
    assert again.visit(URL) == a_visit(body)
    assert again.raw(raw_hash(body)) == body
    assert again.document("key", Sample) == Sample(text="t", number=3)


def test_what_was_never_kept_is_a_miss(tmp_path: Path) -> None:
    store = Store(tmp_path / "absent")
    assert store.visit(URL) is None and store.raw("0" * 64) is None and store.document("k", Sample) is None
    assert not (tmp_path / "absent").exists()


def test_the_readable_copy_is_the_bare_text_under_the_name_that_notices_tell(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = store.keep_copy(URL, "größe\r\n漢字\n")
    assert path == tmp_path / "web-cache" / f"{hashlib.sha256(URL.encode()).hexdigest()[:16]}.md"
    assert path.read_bytes().decode() == "größe\r\n漢字\n"
    suffix = options_suffix(Options(full=True))
    other = store.keep_copy(URL, "x", suffix=suffix)
    assert re.fullmatch("[0-9a-f]{8}", suffix) and other is not None
    assert other.name == f"{path.stem}-{suffix}.md"
    assert options_suffix(Options()) == ""


def test_the_readable_copy_ends_at_two_million_characters(tmp_path: Path) -> None:
    path = Store(tmp_path).keep_copy(URL, "漢" * (STORED_CHARS + 5))
    assert path is not None and len(path.read_text(encoding="utf-8")) == STORED_CHARS


ADDRESSES = [
    "https://w.example/web/2019/https://d.example/a?x=1:2|3",
    "https://w.example/CON",
    "https://w.example/" + "a" * 3_000,
    "https://w.example/A",
    "https://w.example/a",
    "https://w.example/../../etc/x",
    "https://w.example/a%0d%0ab",
    "https://w.example/\ud800",
]


def test_names_are_safe_on_every_file_system_and_distinct(tmp_path: Path) -> None:
    paths = [Store(tmp_path).copy_path(url) for url in ADDRESSES]
    assert len({path.name for path in paths}) == len(ADDRESSES)
    assert all(re.fullmatch(r"[0-9a-f]{16}\.md", path.name) and path.parent == tmp_path / "web-cache" for path in paths)


@pytest.mark.parametrize("damage", [b"", b"{", b'{"sha256":"00","content":{}}', b"\xff\xfe", b"[1]", b"null"])
def test_a_torn_or_foreign_file_is_a_miss(tmp_path: Path, damage: bytes) -> None:
    store = Store(tmp_path)
    visit, document = store.keep_visit(a_visit(b"x"), b"x"), store.keep_document("k", Sample(text="t"))
    assert visit and document
    visit.write_bytes(damage)
    document.write_bytes(damage)
    next((tmp_path / "store" / "raw").rglob(raw_hash(b"x"))).write_bytes(damage)
    assert store.visit(URL) is None and store.document("k", Sample) is None and store.raw(raw_hash(b"x")) is None
    store.keep_visit(a_visit(b"x"), b"x")
    assert store.raw(raw_hash(b"x")) == b"x"  # repaired, not trusted for its name


def test_one_flipped_byte_is_noticed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = store.keep_document("k", Sample(text="abcdef"))
    assert path
    path.write_bytes(path.read_bytes().replace(b"abcdef", b"abcdeg"))
    assert store.document("k", Sample) is None


def test_a_document_of_another_shape_is_a_miss(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep_document("k", Sample(text="t"))
    assert store.document("k", Visit) is None


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX modes")
def test_files_and_folders_are_their_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = Store(tmp_path / "home")
        store.keep_visit(a_visit(b"x"), b"x")
        store.keep_document("k", Sample(text="t"))
        store.keep_copy(URL, "t")
    finally:
        os.umask(before)
    for path in (tmp_path / "home").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="no links to refuse")
def test_a_planted_link_is_neither_read_nor_written_through(tmp_path: Path) -> None:
    store = Store(tmp_path / "home")
    path = store.keep_copy(URL, "mine")
    document = store.keep_document("k", Sample(text="t"))
    assert path and document
    outside = tmp_path / "outside"
    outside.write_bytes(document.read_bytes())
    for planted in (path, document):
        planted.unlink()
        planted.symlink_to(outside)
    assert store.document("k", Sample) is None
    assert store.keep_copy(URL, "again") == path and not path.is_symlink()
    assert outside.read_bytes() != b"again"


FOLDERS = ["store", "store/tmp", "store/visits", "store/raw", "store/documents", "web-cache"]


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="no links to refuse")
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_link_in_place_of_a_folder_of_ours_leads_nowhere(folder: str, tmp_path: Path) -> None:
    home, precious = tmp_path / "home", tmp_path / "precious"
    filled = Store(precious)
    filled.keep_visit(a_visit(b"x"), b"x")
    filled.keep_document("k", Sample(text="theirs"))
    strays = [precious / below / "1-0123456789abcdef" for below in ("", "store", "store/tmp")]
    for stray in strays:
        stray.write_text("x")
        os.utime(stray, (time.time() - 4_000,) * 2)
    before = sorted(precious.rglob("*"))
    (home / folder).parent.mkdir(parents=True)
    (home / folder).symlink_to(precious / folder if folder.startswith("store") else precious)
    store = Store(home)
    if folder in ("store", "store/visits"):
        assert store.visit(URL) is None
    if folder in ("store", "store/documents"):
        assert store.document("k", Sample) is None
    store.keep_visit(a_visit(b"y"), b"y")
    store.keep_document("k", Sample(text="t"))
    store.keep_copy(URL, "t")
    told = store.take_problem()
    assert told is not None and str(home / folder) in told
    assert sorted(precious.rglob("*")) == before
    assert filled.document("k", Sample) == Sample(text="theirs")


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="no links")
def test_the_home_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "home").symlink_to(tmp_path / "disk")
    store = Store(tmp_path / "home")
    assert store.keep_visit(a_visit(b"x"), b"x") and store.visit(URL) == a_visit(b"x")


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _endless(path: Path) -> None:
    path.touch()
    os.truncate(path, 100_000_000_000)  # takes no room on the disk


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes or devices")
@pytest.mark.parametrize("plant", [_pipe, _device, _endless, Path.mkdir], ids=["pipe", "device", "endless", "folder"])
def test_what_is_no_file_of_ours_is_a_miss_at_once_and_makes_way(plant: Callable[[Path], None], tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep_visit(a_visit(b"x"), b"x")
    store.keep_document("k", Sample(text="t"))
    for path in [path for path in (tmp_path / "store").rglob("*") if path.is_file()]:
        path.unlink()
        plant(path)
    found: list[object] = []
    reading = threading.Thread(
        target=lambda: found.extend([store.visit(URL), store.raw(raw_hash(b"x")), store.document("k", Sample)]),
        daemon=True,
    )
    reading.start()
    reading.join(10)
    assert found == [None, None, None]
    if plant is not Path.mkdir:
        assert store.keep_visit(a_visit(b"x"), b"x") and store.visit(URL) == a_visit(b"x")


@pytest.mark.parametrize(
    "field, value",
    [
        ("raw_hash", "\0"), ("raw_hash", ""), ("raw_hash", "../" * 21 + "x"), ("raw_hash", "A" * 64),
        ("raw_hash", "a" * 64 + "\n"), ("final_url", "http://["), ("final_url", ""), ("final_url", "file:///etc/passwd"),
        ("final_url", "http://a.example:99999/"), ("final_url", "\0"), ("status", -1), ("status", 10**30),
        ("fetched_at", -1), ("fetched_at", 1e300), ("kept_bytes", -1), ("total_bytes", -1), ("headers", []),
    ],
)  # fmt: skip
def test_a_visit_that_no_answer_can_have_left_is_a_miss(field: str, value: object, tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = store.keep_visit(a_visit(b"x"), b"x")
    assert path
    content = json.dumps(json.loads(path.read_bytes())["content"] | {field: value})
    seal = hashlib.sha256(content.encode()).hexdigest()
    path.write_text(f'{{"sha256":"{seal}","content":{content}}}')
    assert store.visit(URL) is None


def test_a_file_nested_without_end_is_a_miss(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = store.keep_document("k", Sample(text="t"))
    assert path
    path.write_bytes(b'{"sha256":"00","content":' + b"[" * 200_000)
    assert store.document("k", Sample) is None


def test_a_home_that_cannot_be_written_fails_nothing_and_is_told_once(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    store = Store(blocker / "home")
    assert store.keep_visit(a_visit(b"x"), b"x") is None
    assert store.keep_document("k", Sample(text="t")) is None
    assert store.keep_copy(URL, "t") is None
    told = store.take_problem()
    assert told is not None and "\n" not in told
    assert store.take_problem() is None


@pytest.mark.skipif(sys.platform == "win32", reason="no file size limit to stand for a full disk")
def test_a_full_disk_leaves_no_file_behind(tmp_path: Path) -> None:
    import resource
    import signal

    store = Store(tmp_path)
    store.keep_document("k", Sample(text="old"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        assert store.keep_document("k", Sample(text="x" * 50_000)) is None
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert store.document("k", Sample) == Sample(text="old")
    assert list((tmp_path / "store" / "tmp").iterdir()) == []


def test_strays_of_killed_processes_go_when_they_are_an_hour_old(tmp_path: Path) -> None:
    scratch = tmp_path / "store" / "tmp"
    scratch.mkdir(parents=True)
    old, new, foreign = "1-0123456789abcdef", "2-0123456789abcdef", "thesis.tex"
    for name in (old, new, foreign):
        (scratch / name).write_text("x")
    for name in (old, foreign):
        os.utime(scratch / name, (time.time() - 4_000,) * 2)
    Store(tmp_path).keep_document("k", Sample(text="t"))
    assert sorted(path.name for path in scratch.iterdir()) == [new, foreign]


def _write_for_ever(home: Path, seed: int, started: Connection) -> None:
    store = Store(home)
    number = seed
    while True:
        store.keep_document("shared", Sample(text=f"{number}," * 40_000, number=number))
        if number == seed:
            started.send(True)
        number += 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs the fork server")
def test_two_hundred_kills_while_writing_corrupt_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["webloupe.store"])
    chance, reader, reads = random.Random(7), Store(tmp_path), 0
    for kill in range(200):
        near, far = context.Pipe()
        writer = context.Process(target=_write_for_ever, args=(tmp_path, kill * 1_000, far), daemon=True)
        writer.start()
        assert near.recv()
        deadline = time.monotonic() + chance.random() * 0.02
        while time.monotonic() < deadline:
            found = reader.document("shared", Sample)
            assert found is not None and found.text == f"{found.number}," * 40_000
            reads += 1
        writer.kill()
        writer.join()
        found = reader.document("shared", Sample)
        assert found is not None and found.text == f"{found.number}," * 40_000
    assert reads > 200


def test_what_cannot_be_written_as_json_is_not_kept_and_fails_nobody(tmp_path: Path) -> None:
    store = Store(tmp_path)
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"a": deep}
    for schema in ({"description": "\ud800"}, deep, {"odd": object()}):
        assert store.keep("ring", "exa-search", Tool(at=1.0, name="search", schema=schema)) is None
    assert store.kept("ring", "exa-search", Tool) is None
