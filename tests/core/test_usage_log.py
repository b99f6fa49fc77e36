"""The usage log: whole records from many processes, no failure that reaches a search, readers that forgive."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from webloupe.errors import ConfigError
from webloupe.types import UsageRecord
from webloupe.usage.log import UsageLog

WRITER = Path(__file__).with_name("usage_writer.py")
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "reports"


def record(number: int = 0, **fields: object) -> UsageRecord:
    return UsageRecord(**{"ts": float(number), "backend": "exa", "outcome": "ok", **fields})  # type: ignore[arg-type]


def writer(home: Path, name: str, count: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, str(WRITER), str(home), name, str(count)])


def test_a_line_holds_what_is_known_and_nothing_else(tmp_path: Path) -> None:
    log = UsageLog(tmp_path)
    assert log.append(UsageRecord(ts=1791290868.5, backend="keenable", outcome="ok", remaining=924))
    line = (tmp_path / "logs" / "web_search_usage.jsonl").read_text()
    assert line == '{"ts":1791290868.5,"backend":"keenable","outcome":"ok","remaining":924}\n'


def test_what_was_logged_is_read_back(tmp_path: Path) -> None:
    log = UsageLog(tmp_path)
    records = [record(number, face="cli", elapsed_ms=1.5, limit=10, resets_at=2.0) for number in range(5)]
    assert all(log.append(one) for one in records)
    assert log.read() == (records, 0)
    assert log.read(since_ts=3.0) == (records[3:], 0)


def test_eight_processes_log_sixteen_thousand_whole_lines(tmp_path: Path) -> None:
    writers = [writer(tmp_path, f"backend{number}", 2_000) for number in range(8)]
    assert [one.wait() for one in writers] == [0] * 8
    lines = UsageLog(tmp_path).path.read_text().splitlines()
    assert len(lines) == 16_000 and all(json.loads(line) for line in lines)
    records, skipped = UsageLog(tmp_path).read()
    assert skipped == 0
    seen = Counter((one.backend, one.ts) for one in records)
    assert len(seen) == 16_000 and set(Counter(one.backend for one in records).values()) == {2_000}


def test_killed_writers_cost_at_most_one_line_each(tmp_path: Path) -> None:
    log = UsageLog(tmp_path)
    for number in range(10):
        one = writer(tmp_path, f"backend{number}", 1_000_000)
        grown = log.path.stat().st_size if log.path.exists() else 0
        while not log.path.exists() or log.path.stat().st_size == grown:
            time.sleep(0.001)
        one.send_signal(signal.SIGKILL)
        one.wait()
        assert log.append(record(number, backend="survivor"))
    records, skipped = log.read()
    assert skipped <= 10
    assert sum(one.backend == "survivor" for one in records) == 10


def test_a_torn_tail_is_closed_off_before_the_next_record(tmp_path: Path) -> None:
    log = UsageLog(tmp_path)
    log.append(record(1))
    with log.path.open("ab") as raw:
        raw.write(b'{"ts":2,"back')
    assert log.append(record(3))
    assert log.read() == ([record(1), record(3)], 1)


def test_torn_and_foreign_lines_are_skipped_and_counted(tmp_path: Path) -> None:
    log = UsageLog(tmp_path)
    log.append(record(1))
    with log.path.open("ab") as raw:
        for line in (
            b"null",
            b"[]",
            b"",
            b"  ",
            b"\xff\xfe\x00",
            b'{"ts":"2026-11-29T10:00:00Z","backend":"exa","ok":true}',
            b'{"ts":4,"backend":"exa","outcome":"unheard of"}',
            b'{"ts":5,"backe{"ts":5,"backend":"exa","outcome":"ok","new_key":[1]}',
        ):
            raw.write(line + b"\n")
    records, skipped = log.read()
    assert [one.ts for one in records] == [1.0, 5.0]
    assert skipped == 6


def test_a_reported_interleaved_log_raises_nothing(tmp_path: Path) -> None:
    reported = SHARED / "135-jsonl-interleave.txt"
    if not reported.exists():
        pytest.skip("the reported cases are not beside the project")
    log = UsageLog(tmp_path)
    log.append(record(1))
    with log.path.open("ab") as raw:
        raw.write(reported.read_bytes())
    assert log.append(record(2))
    records, skipped = log.read()
    assert [one.ts for one in records] == [1.0, 2.0] and skipped == 4


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
def test_only_the_owner_reads_the_log(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        log = UsageLog(tmp_path / "made" / "home")
        log.append(record())
    finally:
        os.umask(before)
    assert [log.path.stat().st_mode & 0o777, log.path.parent.stat().st_mode & 0o777] == [0o600, 0o700]
    assert log.path.parent.parent.stat().st_mode & 0o777 == 0o700
    log.path.chmod(0o644)
    log.append(record())
    assert log.path.stat().st_mode & 0o777 == 0o600


def test_a_home_that_cannot_be_written_fails_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert UsageLog(tmp_path / "file").append(record()) is False
    assert UsageLog(Path("/proc/nowhere")).append(record()) is False
    assert UsageLog(tmp_path / ("x" * 5_000)).append(record()) is False
    assert UsageLog(tmp_path / "nul\0").append(record()) is False
    assert UsageLog(tmp_path).append(record(backend="\ud800")) is False


def test_a_log_that_is_a_link_elsewhere_is_not_written_through(tmp_path: Path) -> None:
    log = UsageLog(tmp_path)
    log.path.parent.mkdir()
    target = tmp_path / "target"
    target.write_text("")
    log.path.symlink_to(target)
    assert log.append(record()) is False
    assert target.read_text() == ""


def _limited_file_size() -> None:
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))


FULL_DISK = """
import sys; from pathlib import Path
from webloupe.types import UsageRecord
from webloupe.usage.log import UsageLog
log = UsageLog(Path(sys.argv[1]))
print(sum(log.append(UsageRecord(ts=float(n), backend="exa" * (n % 9), outcome="ok")) for n in range(400)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
def test_a_full_disk_fails_nothing_and_tears_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path)],
        preexec_fn=_limited_file_size,
        capture_output=True,
        text=True,
        check=True,
    )
    records, skipped = UsageLog(tmp_path).read()
    assert 0 < int(done.stdout) < 400
    assert (len(records), skipped) == (int(done.stdout), 0)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX locks")
def test_a_lock_that_is_never_given_back_holds_nothing_up(tmp_path: Path) -> None:
    import fcntl

    log = UsageLog(tmp_path)
    log.append(record(1))
    with log.path.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        started = time.monotonic()
        assert log.append(record(2))
        assert time.monotonic() - started < 1.0
    assert log.read() == ([record(1), record(2)], 0)


def test_no_log_is_an_empty_one_and_an_unreadable_one_says_so(tmp_path: Path) -> None:
    assert UsageLog(tmp_path / "never").read() == ([], 0)
    log = UsageLog(tmp_path)
    log.path.mkdir(parents=True)
    with pytest.raises(ConfigError) as caught:
        log.read()
    assert len(caught.value.lines()) == 2


@pytest.mark.parametrize(
    "line",
    [
        b"\x00" * 100,
        b"[" * 200_000,
        b'{"ts":1,"backend":"exa","outcome":"ok","new":' + b"[" * 200_000,
        b'{"ts":1,"backend":"\\u001b[2Jexa","outcome":"ok"}',
        b'{"ts":1,"backend":"exa\\n2026-01-01  forged","outcome":"ok"}',
        b'{"ts":1,"backend":"' + b"x" * 100_000 + b'","outcome":"ok"}',
        b'{"ts":1e999,"backend":"exa","outcome":"ok"}',
        b'{"ts":' + b"9" * 5_000 + b',"backend":"exa","outcome":"ok"}',
        b"x" * 3_000_000,
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_bad_line_hides_no_other_wherever_it_stands(line: bytes, first: bool, tmp_path: Path) -> None:
    log = UsageLog(tmp_path)
    log.append(record(1))
    good = log.path.read_bytes()
    log.path.write_bytes(line + b"\n" + good if first else good + line + b"\n")
    log.append(record(2))
    records, skipped = log.read()
    assert records == [record(1), record(2)]
    assert skipped >= 1


def test_where_no_log_can_lie_nothing_was_logged(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for home in (tmp_path / "file", tmp_path / "file" / "below", tmp_path / "nul\0"):
        assert UsageLog(home).read() == ([], 0)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_folder_of_logs_that_is_a_link_is_neither_read_nor_written_through(tmp_path: Path) -> None:
    elsewhere = UsageLog(tmp_path / "elsewhere")
    elsewhere.append(record(1))
    home = tmp_path / "home"
    home.mkdir()
    (home / "logs").symlink_to(elsewhere.path.parent)
    assert UsageLog(home).append(record(2)) is False
    with pytest.raises(ConfigError):
        UsageLog(home).read()
    assert elsewhere.read() == ([record(1)], 0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
@pytest.mark.parametrize("planted", ["pipe", "device"])
def test_a_log_that_is_no_file_holds_nothing_up(planted: str, tmp_path: Path) -> None:
    log = UsageLog(tmp_path)
    log.path.parent.mkdir()
    if planted == "pipe":
        os.mkfifo(log.path)
    else:
        log.path.symlink_to("/dev/zero")
    said: list[object] = []

    def use() -> None:
        said.append(log.append(record()))
        with pytest.raises(ConfigError):
            log.read()
        said.append("refused")

    using = threading.Thread(target=use, daemon=True)
    using.start()
    using.join(10)
    assert said == [False, "refused"]


def test_a_million_lines_are_read_in_seconds(tmp_path: Path) -> None:
    log = UsageLog(tmp_path)
    log.append(record(7, remaining=924, elapsed_ms=12.5, action="search", limit=1000, resets_at=9.0, face="notebook"))
    log.path.write_bytes(log.path.read_bytes() * 1_000_000)
    started = time.process_time()
    records, skipped = log.read()
    assert (len(records), skipped) == (1_000_000, 0)
    assert time.process_time() - started < 10


def test_a_short_look_back_reads_the_end_of_a_long_log_alone(tmp_path, monkeypatch):
    log = UsageLog(tmp_path)
    log.append(UsageRecord(ts=1.0, backend="exa", outcome="ok"))
    days, a_day = 400, 100
    lines = [
        json.dumps({"ts": day * 86_400.0 + call, "backend": "exa", "outcome": "ok", "elapsed_ms": 123.4})
        for day in range(days)
        for call in range(a_day)
    ]
    log.path.write_text("\n".join(lines) + "\n{torn", encoding="utf-8")
    since = (days - 2) * 86_400.0
    met = [len(found) for found, _ in log.blocks(since)]
    assert sum(met) < len(lines) // 4
    records, _ = log.read(since)
    assert len(records) == 2 * a_day
    assert len(log.read(0.0)[0]) == len(lines)
