"""The usage log: one JSON object a line, appended by many processes at once.

Promise: a record is one write under a lock, so neighbours never mix; a process killed while it writes
leaves at most one torn line, which the next writer closes off and readers skip and count. Network file
systems without working locks are outside of it.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from ..errors import ConfigError
from ..types import UsageRecord

LOG_NAME = Path("logs") / "web_search_usage.jsonl"
LOCK_WAIT_S = 0.25  # a stopped process that holds the lock must not hold up a search
BLOCK_BYTES = 1_000_000

_ELSEWHERE = ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY")  # flags that not every system has
_OPEN_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | sum(getattr(os, flag, 0) for flag in _ELSEWHERE)
_decoder = msgspec.json.Decoder(UsageRecord)

if sys.platform == "win32":
    import msvcrt

    _LOCK_BYTE = 2**31 - 2  # Windows locks hinder readers too: lock a byte that no log reaches

    def _lock(fd: int) -> None:
        os.lseek(fd, _LOCK_BYTE, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)

    def _unlock(fd: int) -> None:
        os.lseek(fd, _LOCK_BYTE, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_UN)


class UsageLog:
    """`<home>/logs/web_search_usage.jsonl`. Readable by its owner only."""

    def __init__(self, home: Path) -> None:
        self.path = home / LOG_NAME

    def append(self, record: UsageRecord) -> bool:
        """Add one record; whether it was logged. Never raises: a log must not cost anyone a search."""
        fields = msgspec.structs.asdict(record)
        try:
            line = msgspec.json.encode({name: value for name, value in fields.items() if value is not None}) + b"\n"
            fd = self._open()
            try:
                return _append(fd, line)
            finally:
                os.close(fd)
        except (OSError, ValueError, TypeError):  # a full disk, a path that is none, a value that is no JSON
            return False

    def _open(self) -> int:
        try:
            return os.open(self.path, _OPEN_FLAGS, 0o600)
        except FileNotFoundError:
            for folder in (self.path.parent.parent, self.path.parent):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # `parents` alone would leave home open to others
            return os.open(self.path, _OPEN_FLAGS, 0o600)

    def read(self, since_ts: float = 0.0) -> tuple[list[UsageRecord], int]:
        """The records from `since_ts` (Unix time) on, in file order, and how many lines could not be read.

        ConfigError when there is a log that must not be read.
        """
        records: list[UsageRecord] = []
        skipped = 0
        try:
            with self.path.open("rb") as log:
                while block := log.read(BLOCK_BYTES):
                    found, bad = _decode(block + log.readline())
                    records += [record for record in found if record.ts >= since_ts]
                    skipped += bad
        except FileNotFoundError:
            return [], 0
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ConfigError(f"{self.path}: {reason}.", "Check who owns it, or set `WEBLOUPE_HOME`.") from None
        return records, skipped


def _append(fd: int, line: bytes) -> bool:
    with suppress(AttributeError):  # Windows
        if os.fstat(fd).st_mode & 0o077:
            os.fchmod(fd, 0o600)
    with _locked(fd) as alone:
        size = os.lseek(fd, 0, os.SEEK_END)
        torn = size > 0 and _last_byte(fd, size) != b"\n"
        whole = b"\n" + line if torn else line
        written = os.write(fd, whole)
        if written < len(whole) and alone:
            os.ftruncate(fd, size)  # a disk that filled up half-way
        return written == len(whole)


def _last_byte(fd: int, size: int) -> bytes:
    os.lseek(fd, size - 1, os.SEEK_SET)
    return os.read(fd, 1)


@contextmanager
def _locked(fd: int) -> Iterator[bool]:
    """Holds the lock inside; yields False when it could not be had in time (one appending write is still whole)."""
    deadline = time.monotonic() + LOCK_WAIT_S
    alone = False
    while not alone:
        try:
            _lock(fd)
            alone = True
        except OSError:
            if time.monotonic() > deadline:
                break
            time.sleep(random.uniform(0.0001, 0.001))  # noqa: S311 - spreads waiting processes, guards nothing
    try:
        yield alone
    finally:
        if alone:
            _unlock(fd)


def _decode(block: bytes) -> tuple[list[UsageRecord], int]:
    """The records of whole lines, and how many lines are none. Fast when all are good."""
    try:
        return _decoder.decode_lines(block), 0
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass
    records: list[UsageRecord] = []
    skipped = 0
    for line in filter(bytes.strip, block.splitlines()):
        record = _decode_line(line)
        if record is None:
            skipped += 1
            # Another program may have glued a record to a torn one; ours are flat, so the last brace opens it.
            record = _decode_line(line[max(line.rfind(b"{"), 0) :])
        if record is not None:
            records.append(record)
    return records, skipped


def _decode_line(line: bytes) -> UsageRecord | None:
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
