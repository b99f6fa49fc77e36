"""The Chromium that the browser tests drive. As a program: see to it that there is one.

    python tests/e2e/chromium.py

Playwright's own where it is installed, else one of the machine. Installing tries Playwright's download, then Debian's
package when run as root. It never fails: the tests tell what is missing, and only a CI must have it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = "no Chromium: run `playwright install chromium` or install your system's chromium package"
INSTALL_LIMIT_S = 300
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    # A name that is asked for by mistake resolves nowhere.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def find() -> str | None:
    """The path of a Chromium, or None."""
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else next(filter(None, map(shutil.which, NAMES)), None)


def launch_options(path: str) -> dict[str, object]:
    """How to start it: nothing asked of the network by itself, and the sandbox off for root alone, who has none."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {"executable_path": path, "args": [*QUIET, *(["--no-sandbox"] if is_root else [])]}


def install() -> str | None:
    """The path of a Chromium, installed if need be and possible."""
    commands = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and os.geteuid() == 0:
        commands += [["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium", "fonts-dejavu-core"]]
    for command in commands:
        if path := find():
            return path
        print(f"webloupe: {' '.join(command[-3:])}, for the browser tests", flush=True)
        try:
            subprocess.run(command, check=False, timeout=INSTALL_LIMIT_S, stdout=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            print(f"webloupe: it took more than {INSTALL_LIMIT_S} s and was stopped", flush=True)
    return find()


if __name__ == "__main__":
    print(f"webloupe: {install() or MISSING}", flush=True)
