"""The log in pieces: a full file is moved aside while others write and read, and no line is lost or met twice."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from webloupe.errors import ConfigError
from webloupe.types import UsageRecord
from webloupe.usage.jsonl import NOWHERE, LineFile
from webloupe.usage.log import UsageLog

ROTATING_WRITER = """
import sys; from pathlib import Path
from webloupe.errors import ConfigError
from webloupe.types import UsageRecord
from webloupe.usage.log import UsageLog
log = UsageLog(Path(sys.argv[1]), file_bytes=20_000, kept_files=99)
for number in range(int(sys.argv[3])):
    assert log.append(UsageRecord(ts=float(number), backend=sys.argv[2], outcome="ok"))
"""


def record(number: float) -> UsageRecord:
    return UsageRecord(ts=float(number), backend="exa", outcome="ok")


def small(home: Path, kept: int = 3) -> UsageLog:
    return UsageLog(home, file_bytes=500, kept_files=kept)


def names(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "logs").iterdir())


def test_a_full_file_is_moved_aside_and_read_before_the_newer_one(tmp_path: Path) -> None:
    log = small(tmp_path, kept=9)
    assert all(log.append(record(number)) for number in range(40))
    assert names(tmp_path)[:2] == ["web_search_usage.1.jsonl", "web_search_usage.2.jsonl"]
    assert all((tmp_path / "logs" / name).stat().st_size <= 500 for name in names(tmp_path))
    assert log.read() == ([record(number) for number in range(40)], 0)


def test_only_so_many_pieces_are_kept_and_the_oldest_go(tmp_path: Path) -> None:
    log = small(tmp_path)
    for number in range(400):
        log.append(record(number))
    assert len(names(tmp_path)) == 4
    kept = [one.ts for one in log.read()[0]]
    assert kept == [float(number) for number in range(400 - len(kept), 400)]


def test_many_writers_fill_many_pieces_and_readers_meet_every_line_once(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", ROTATING_WRITER, str(tmp_path), f"b{number}", "1000"])
        for number in range(4)
    ]
    log = UsageLog(tmp_path, file_bytes=20_000, kept_files=99)
    while any(one.poll() is None for one in writers):
        records, skipped = log.read()
        seen = Counter((one.backend, one.ts) for one in records)
        assert skipped == 0 and set(seen.values()) <= {1}
        for name, count in Counter(one.backend for one in records).items():
            assert all(seen[name, float(number)] for number in range(count))  # each writer's first ones, without a gap
    assert [one.returncode for one in writers] == [0] * 4
    assert Counter(one.backend for one in log.read()[0]) == {f"b{number}": 1_000 for number in range(4)}
    assert len(names(tmp_path)) > 5


def test_a_reader_that_began_before_a_move_reads_on_and_stops_at_its_own_end(tmp_path: Path) -> None:
    log = small(tmp_path, kept=9)
    for number in range(20):
        log.append(record(number))
    reading = log.blocks()
    first, _ = next(reading)
    for number in range(20, 60):
        log.append(record(number))
    read = [*first, *(one for found, _ in reading for one in found)]
    assert [one.ts for one in read] == sorted({one.ts for one in read})
    assert {float(number) for number in range(20)} <= {one.ts for one in read}


def test_a_torn_line_at_the_end_of_a_piece_hides_no_other(tmp_path: Path) -> None:
    log = small(tmp_path, kept=9)
    log.append(record(0))
    with log.path.open("ab") as raw:
        raw.write(b'{"ts":1,"back' + b"x" * 480)
    log.append(record(2))
    assert names(tmp_path) == ["web_search_usage.1.jsonl", "web_search_usage.jsonl"]
    assert log.read() == ([record(0), record(2)], 1)


def test_what_was_appended_since_a_place_is_read_across_moves(tmp_path: Path) -> None:
    lines = LineFile(tmp_path, Path("logs") / "a.jsonl", file_bytes=100, kept_files=9)
    for number in range(5):
        lines.append(b'{"n": %d}' % number)
    ((place, block),) = lines.blocks_after(NOWHERE)
    behind = place._replace(offset=place.offset + len(block))
    for number in range(5, 40):
        lines.append(b'{"n": %d}' % number)
    assert lines.has(behind)
    new = b"".join(block for _, block in lines.blocks_after(behind)).splitlines()
    assert new == [b'{"n": %d}' % number for number in range(5, 40)]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_piece_that_is_a_link_elsewhere_is_not_read(tmp_path: Path) -> None:
    log = small(tmp_path)
    log.append(record(0))
    (tmp_path / "secret").write_text("{}\n")
    (tmp_path / "logs" / "web_search_usage.1.jsonl").symlink_to(tmp_path / "secret")
    with pytest.raises(ConfigError):
        log.read()
