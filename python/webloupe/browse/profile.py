"""The folder in which the browser keeps cookies and logins: one of ours, for one browser at a time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from ..files import make_folders, open_plain

NAME: Final = "chrome-profile"


class Profile:
    """A claim on the profile of a home folder. `path` is "" where the browser must do with a passing one."""

    def __init__(self, home: Path, *, wanted: bool) -> None:
        self.path = ""
        self.note = ""
        self._handle = -1
        if wanted:
            self._claim(home)

    def _claim(self, home: Path) -> None:
        folder = home / NAME
        try:
            make_folders(home, folder)
            self._handle = open_plain(home / f"{NAME}.lock", os.O_RDWR | os.O_CREAT)
            _lock(self._handle)
        except OSError:
            self.release()
            self.note = "Another browser has the profile, or it cannot be written: this one forgets its cookies."
            return
        self.path = str(folder)

    def release(self) -> None:
        """Let another browser have it."""
        if self._handle >= 0:
            os.close(self._handle)
        self._handle, self.path = -1, ""


def _lock(handle: int) -> None:
    """Until the handle is closed, also by the end of the process. OSError where another has it."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
