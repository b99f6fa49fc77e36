"""Which browser is started: the one in the settings, one of this system's, else Playwright's own."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ..errors import ConfigError

_NAMES: Final = (
    "google-chrome", "google-chrome-stable", "chrome", "chromium", "chromium-browser",
    "microsoft-edge", "microsoft-edge-stable", "msedge",
)  # fmt: skip
_MAC: Final = tuple(
    f"/Applications/{name}.app/Contents/MacOS/{name}" for name in ("Google Chrome", "Chromium", "Microsoft Edge")
)
_WINDOWS: Final = (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe")


def program(chosen: str | None, playwrights_own: str) -> str:
    """The path of the browser. ConfigError with the command to run where there is none."""
    if chosen is not None:
        if found := shutil.which(chosen):
            return found
        raise ConfigError(f"browse.program: {chosen!r} cannot be started.", "Name a Chrome, Chromium or Edge.")
    for path in (*_of_this_system(), playwrights_own):
        if path and Path(path).is_file():
            return path
    raise ConfigError(
        "There is no Chrome, Chromium or Edge on this machine.",
        f"Run `{sys.executable} -m playwright install chromium`.",
    )


def _of_this_system() -> Iterator[str]:
    yield from filter(None, map(shutil.which, _NAMES))
    if sys.platform == "darwin":
        yield from _MAC
    if sys.platform == "win32":
        folders = [os.environ.get(name, "") for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
        yield from (str(Path(folder) / path) for folder in folders if folder for path in _WINDOWS)
