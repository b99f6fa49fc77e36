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
from ..files import NOFOLLOW, check_folders, make_folders, open_plain
from ..types import UsageRecord

LOG_NAME = Path("logs") / "web_search_usage.jsonl"
LOCK_WAIT_S = 0.25  # a stopped process that holds the lock must not hold up a search
BLOCK_BYTES = 1_000_000

_NAME_CHARS = 64  # of a backend's name; what is longer, or no text to print, is no name
_OPEN_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | NOFOLLOW
_decoder = msgspec.json.Decoder(UsageRecord)
_NO_RECORD = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what a foreign or torn line raises

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
        self._home = home
        self.path = home / LOG_NAME

    def append(self, record: UsageRecord) -> bool:
        """Add one record; whether it was logged. Never raises: a log must not cost anyone a search.

        May wait for `LOCK_WAIT_S`: not for an event loop's thread.
        """
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
            check_folders(self._home, self.path.parent)
        except FileNotFoundError:
            make_folders(self._home, self.path.parent)
        return open_plain(self.path, _OPEN_FLAGS)

    def read(self, since_ts: float = 0.0) -> tuple[list[UsageRecord], int]:
        """The records from `since_ts` (Unix time) on, in file order, and how many lines could not be read.

        ConfigError when there is a log that cannot be read; where none can lie, nothing was logged.
        """
        records: list[UsageRecord] = []
        skipped = 0
        try:
            check_folders(self._home, self.path.parent)
            with os.fdopen(open_plain(self.path, os.O_RDONLY | NOFOLLOW), "rb") as log:
                while block := log.read(BLOCK_BYTES):
                    # A line is a few hundred bytes: one without an end must not fill the memory.
                    found, bad = _decode(block + log.readline(BLOCK_BYTES))
                    records += [record for record in found if record.ts >= since_ts]
                    skipped += bad
        except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a home that is no path
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
    with suppress(*_NO_RECORD):
        found = _decoder.decode_lines(block)
        if all(map(_is_sound, found)):
            return found, 0
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
    with suppress(*_NO_RECORD):
        record = _decoder.decode(line)
        return record if _is_sound(record) else None
    return None


def _is_sound(record: UsageRecord) -> bool:
    """Whether the backend's name can stand in a table: it may come from a garbled line."""
    return len(record.backend) <= _NAME_CHARS and record.backend.isprintable()
