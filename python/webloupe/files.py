"""Files and folders on a disk that others may have touched: links, pipes, devices and endless texts are refused.

Nothing here waits: a pipe without a writer or a device would hold up a caller past every deadline.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)  # absent on Windows, where links need a privilege
_BINARY = getattr(os, "O_BINARY", 0)

_UNHINDERED = sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC"))
_JUNCTION = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)  # what Windows has for links without a privilege


def open_plain(path: Path, flags: int = os.O_RDONLY) -> int:
    """The handle of a regular file, made with mode 600 where `flags` make one. OSError for all else, at once."""
    try:
        handle = os.open(path, flags | _UNHINDERED | _BINARY, 0o600)
    except ValueError:  # a null character, a sign that no file name holds
        raise OSError(errno.EINVAL, "it is no path", str(path)) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return handle


def read_plain(path: Path, max_bytes: int, *, flags: int = 0) -> bytes:
    """All of a regular file, as long as it is when it is opened. OSError when it is none or above `max_bytes`."""
    with os.fdopen(open_plain(path, os.O_RDONLY | flags), "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > max_bytes:
            raise OSError(errno.EFBIG, f"it is longer than {max_bytes:,} bytes", str(path))
        return file.read(size)


def check_folders(home: Path, folder: Path) -> None:
    """OSError unless `folder` and each above it, up to `home`, is a folder itself. `home` alone may be a link."""
    for one in _below(home, folder):
        _check(one)


def make_folders(home: Path, folder: Path) -> None:
    """Makes `folder` and what is missing above it, for their owner alone; OSError where a link stands in for one."""
    if not home.is_dir():
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
        except FileExistsError:  # a file, or a link to nowhere
            raise NotADirectoryError(errno.ENOTDIR, "it is no folder", str(home)) from None
    for one in _below(home, folder):
        if not os.path.lexists(one):
            one.mkdir(mode=0o700, exist_ok=True)
        _check(one)


def _check(folder: Path) -> None:
    found = folder.lstat()
    if stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", 0) == _JUNCTION:
        raise OSError(errno.ELOOP, "a link is not followed", str(folder))
    if not stat.S_ISDIR(found.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, "it is no folder", str(folder))


def _below(home: Path, folder: Path) -> Iterator[Path]:
    """The folders from the first below `home` down to `folder`."""
    place = home
    for name in folder.relative_to(home).parts:
        place /= name
        yield place
