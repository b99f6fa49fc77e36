"""Pages made to hurt whoever converts them, and a look at the converter processes."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil

HTML = {"Content-Type": "text/html; charset=utf-8"}
# Minutes of work for BeautifulSoup and markdownify (`engine="markdownify"`), some of it inside single long calls.
ENDLESS = {
    "paragraphs": b"<!doctype html>" + b"<p>x" * 1_200_000,
    "tables": b"<!doctype html><table>" + b"<tr><td>x<td>y" * 350_000,
    "unclosed bold": b"<!doctype html>" + b"<b><p>" * 800_000,
}
# Every link grows by the base address: 250,000 of them take 2 GB.
MEMORY_BOMB = (
    b'<!doctype html><base href="http://x.example/'
    + b"A" * 8_000
    + b'/">'
    + b"".join(b"<a href=a%d>x</a> " % number for number in range(250_000))
)


def converters(pid: int | None = None) -> list[psutil.Process]:
    """The converter processes that a process has started; None is this one."""
    found = []
    for child in psutil.Process(pid).children(recursive=True):
        try:
            if child.cmdline()[-1:] == ["webloupe.fetch.worker"]:
                found.append(child)
        except psutil.Error:
            continue
    return found


def wait_for(condition: Callable[[], object], limit_s: float = 5.0) -> bool:
    """Whether the condition came true in time."""
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return bool(condition())


def busy(process: psutil.Process, seconds: float = 1.0) -> bool:
    """Whether it has worked longer than its start takes."""
    return sum(process.cpu_times()[:2]) > seconds
