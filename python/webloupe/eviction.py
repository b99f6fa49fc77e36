"""The store kept within its size: what was written longest ago goes first.

Everything in it can be had again, and whatever is missing is a miss: so files go one by one, in any process, without a
lock and without a list of what belongs together.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from .files import check_folders

FOLDERS: Final = ("store/visits", "store/raw", "store/documents", "store/searches", "web-cache")
EVERY_S: Final = 3_600.0
"""The store is measured once an hour at most, by whichever process comes first: a scan costs 5 ms a thousand files."""
DOWN_TO: Final = 0.8
"""Eviction goes down to this share of the limit, so that it need not run at each page."""

_OURS: Final = re.compile(r"[0-9a-f]{16}(-[0-9a-f]{8})?\.md|[0-9a-z-]+\.json|[0-9a-f]{64}", re.ASCII)
_MARK: Final = "store/measured"


class _Stored(NamedTuple):
    written_at: float
    size: int
    path: Path


def evict_if_due(home: Path, max_bytes: int) -> int:
    """Measure the store when that was done long ago, and evict; the bytes freed. Never raises."""
    mark = home / _MARK
    with suppress(OSError):
        check_folders(home, mark.parent)
        if 0 <= time.time() - mark.lstat().st_mtime < EVERY_S:
            return 0
    with suppress(OSError):
        mark.touch()
    return evict(home, max_bytes)


def evict(home: Path, max_bytes: int) -> int:
    """Take the oldest files out until the store is within `DOWN_TO` of its limit, if it is above it; bytes freed."""
    files = list(_stored(home))
    total = sum(file.size for file in files)
    if total <= max_bytes:
        return 0
    freed = 0
    for file in sorted(files):
        if total - freed <= max_bytes * DOWN_TO:
            break
        with suppress(OSError):
            file.path.unlink()
            freed += file.size
    return freed


def _stored(home: Path) -> Iterator[_Stored]:
    """The files that the store wrote: regular ones, with names that it gives, in folders of its own."""
    for name in FOLDERS:
        with suppress(OSError):
            check_folders(home, home / name)
            yield from _in_folder(home / name, deeper=name == "store/raw")


def _in_folder(folder: Path, *, deeper: bool) -> Iterator[_Stored]:
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                found = entry.stat(follow_symlinks=False)
                if deeper and stat.S_ISDIR(found.st_mode):
                    yield from _in_folder(Path(entry.path), deeper=False)
                elif stat.S_ISREG(found.st_mode) and _OURS.fullmatch(entry.name):
                    yield _Stored(found.st_mtime, found.st_size, Path(entry.path))
