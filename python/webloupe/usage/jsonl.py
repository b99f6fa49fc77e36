"""A file of JSON lines that many processes append to at once, and that is cut into pieces by size.

Promise: a line is one write under a lock, so neighbours never mix; a process killed while it writes leaves at
most one torn line, which the next writer closes off. A full file becomes `name.1.jsonl`, the one before it
`name.2.jsonl`, and so on; the oldest goes. A reader meets every line once, whatever is appended or moved
meanwhile. Network file systems without working locks are outside of it.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ..errors import ConfigError
from ..files import NOFOLLOW, check_folders, make_folders, open_plain

LOCK_WAIT_S = 0.25  # a stopped process that holds the lock must not hold up a search
BLOCK_BYTES = 250_000  # small enough that its records stay in the processor's cache
FILE_BYTES = 16_000_000  # some 120,000 lines
KEPT_FILES = 9  # beside the one that is written: a million lines and more

SLACK_S = 86_400.0  # how far dated lines may stand out of order: they come within seconds, but a clock may be set

_OPEN_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | NOFOLLOW
_TRIES = 5  # the file may be moved between opening and locking it, each time by someone who filled it

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


class Place(NamedTuple):
    """A place in a file of lines: which file (its inode) and how many bytes from its beginning."""

    file: int
    offset: int


NOWHERE = Place(0, 0)


class LineFile:
    """`<home>/<name>` and its older pieces, readable by their owner only. `name` ends in .jsonl."""

    def __init__(self, home: Path, name: Path, *, file_bytes: int = FILE_BYTES, kept_files: int = KEPT_FILES) -> None:
        self._home = home
        self.path = home / name
        self._file_bytes = file_bytes
        self._kept_files = kept_files

    def append(self, line: bytes) -> bool:
        """Add one line (without its end); whether it was. OSError where nothing can be written."""
        for _ in range(_TRIES):
            fd = self._open()
            try:
                with _locked(fd) as alone:
                    if alone and not self._is_current(fd):
                        continue  # moved while we waited: what is written now has another file
                    if alone and self._is_full(fd, len(line)) and self._move_on():
                        continue
                    return _write(fd, line + b"\n", alone=alone)
            finally:
                os.close(fd)
        return False

    def blocks(self) -> Iterator[bytes]:
        """All lines, the oldest first, in blocks of whole lines; the last one may be torn.

        ConfigError when there is a file that cannot be read; where none can lie, there is nothing.
        """
        return (block for _, block in self.blocks_after(NOWHERE))

    def blocks_after(self, place: Place) -> Iterator[tuple[Place, bytes]]:
        """What was appended after `place`, in blocks of whole lines with the place where each begins.

        All of it where no file has that place any more. ConfigError as for `blocks`.
        """
        with ExitStack() as opened:
            for file, start in reversed(self._files(opened, place)):
                file.seek(start)
                while block := _block(file):
                    yield Place(os.fstat(file.fileno()).st_ino, start), block
                    start += len(block)

    def blocks_from(self, is_old: Callable[[bytes], bool]) -> Iterator[bytes]:
        """All lines but the beginning of each piece that `is_old`, in blocks of whole lines, the oldest first.

        For lines that are nearly in order: the beginning is found by halves, to a block. ConfigError as for `blocks`.
        """
        with ExitStack() as opened:
            for file, _ in reversed(self._files(opened, NOWHERE)):
                file.seek(_first_young(file, is_old))
                while block := _block(file):
                    yield block

    def has(self, place: Place) -> bool:
        """Whether a file still has that place."""
        with ExitStack() as opened:
            return any(start for _, start in self._files(opened, place))

    def _open(self) -> int:
        try:
            check_folders(self._home, self.path.parent)
        except FileNotFoundError:
            make_folders(self._home, self.path.parent)
        return open_plain(self.path, _OPEN_FLAGS)

    def _piece(self, number: int) -> Path:
        return self.path.with_name(f"{self.path.stem}.{number}{self.path.suffix}") if number else self.path

    def _is_current(self, fd: int) -> bool:
        with suppress(OSError):
            return os.path.samestat(os.fstat(fd), self.path.lstat())
        return False

    def _is_full(self, fd: int, more: int) -> bool:
        size = os.fstat(fd).st_size
        return size > 0 and size + more > self._file_bytes

    def _move_on(self) -> bool:
        """Number the pieces anew, the oldest first, so that none is ever without its name. Under the lock.

        Windows does not move what another process reads: the file then grows until it does.
        """
        try:
            for number in range(self._kept_files, 0, -1):
                with suppress(FileNotFoundError):
                    self._piece(number - 1).replace(self._piece(number))
        except OSError:
            return False
        return True

    def _files(self, opened: ExitStack, place: Place) -> list[tuple[BinaryIO, int]]:
        """The pieces from `place` on and where to begin in each, the newest first.

        In this order one that is moved meanwhile is met again, never missed.
        """
        files: dict[tuple[int, int], tuple[BinaryIO, int]] = {}
        try:
            check_folders(self._home, self.path.parent)
            for number in range(self._kept_files + 1):
                with suppress(FileNotFoundError):
                    fd = open_plain(self._piece(number), os.O_RDONLY | NOFOLLOW)
                    file, found = opened.enter_context(os.fdopen(fd, "rb")), os.fstat(fd)
                    reached = found.st_ino == place.file and 0 < place.offset <= found.st_size
                    files.setdefault((found.st_dev, found.st_ino), (file, place.offset if reached else 0))
                    if reached:
                        break
        except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a home that is no path
            return []
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ConfigError(f"{self.path}: {reason}.", "Check who owns it, or set `WEBLOUPE_HOME`.") from None
        return list(files.values())


def _block(file: BinaryIO) -> bytes:
    """The next lines, whole ones but where a torn one ends the file; empty at its end.

    A line is a few hundred bytes: one without an end must not fill the memory. One that is just being written may be
    met half: who holds the lock after its writer meets the rest.
    """
    block = file.read(BLOCK_BYTES)
    if block and not block.endswith(b"\n"):
        block += file.readline(BLOCK_BYTES)
        if not block.endswith(b"\n"):
            with _locked(file.fileno()):
                block += file.readline(BLOCK_BYTES)
    return block


def _first_young(file: BinaryIO, is_old: Callable[[bytes], bool]) -> int:
    """Where to begin, at a line's start, so that what comes before is old."""
    low, high = 0, os.fstat(file.fileno()).st_size
    while high - low > BLOCK_BYTES:
        middle = (low + high) // 2
        file.seek(middle)
        file.readline(BLOCK_BYTES)
        start = file.tell()
        if start < high and is_old(file.readline(BLOCK_BYTES)):
            low = start
        else:
            high = middle
    return low


def _write(fd: int, line: bytes, *, alone: bool) -> bool:
    with suppress(AttributeError):  # Windows
        if os.fstat(fd).st_mode & 0o077:
            os.fchmod(fd, 0o600)
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
