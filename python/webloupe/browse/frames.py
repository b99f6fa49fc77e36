"""What the frames of a page hold, in reading order: its elements, its markup, its words. All of it is hostile text."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..types import BrowserElement, BrowserScroll

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, JSHandle, Page

MOST: Final = 80
"""Elements that a state names: more would flood whoever reads it."""
_DEPTH: Final = 5
_FRAMES: Final = 30


@cache
def script() -> str:
    """The script of `page.js`, an expression that gives its functions."""
    return Path(__file__).with_name("page.js").read_text(encoding="utf-8")


def call(function: str) -> str:
    """The script of a call of one of them, with what is passed along as its argument."""
    return f"given => {script().strip()}.{function}(given)"


@dataclass(frozen=True, slots=True)
class Known:
    """An element as it was told, and the way back to it."""

    told: BrowserElement
    frame: JSHandle
    node: int

    async def handle(self) -> ElementHandle | None:
        """The element if it is still what it was; None where it has gone or become another."""
        from playwright.async_api import Error

        with suppress(Error):
            now = await self.frame.evaluate("(one, at) => one.describe(one.nodes[at])", self.node)
            if now["there"] and (_text(now["role"], 40), _text(now["name"], 100)) == (self.told.role, self.told.name):
                found = await self.frame.evaluate_handle("(one, at) => one.nodes[at]", self.node)
                return found.as_element()
        return None


async def elements(page: Page, height: int) -> tuple[list[Known], int]:
    """At most `MOST` elements from the first in view on, and how many there are."""
    found: list[tuple[dict[str, Any], JSHandle, tuple[int, int, int, int]]] = []
    await _collect(page.main_frame, (0, 0), found, _DEPTH, [_FRAMES])
    first = next((at for at, (_, _, box) in enumerate(found) if box[1] + box[3] > 0 and box[1] < height), 0)
    first = max(0, min(first, len(found) - MOST))
    shown = []
    for index, (row, frame, box) in enumerate(found[first : first + MOST], start=1):
        told = BrowserElement(
            index=index,
            role=_text(row.get("role"), 40),
            name=_text(row.get("name"), 100),
            value=_text(row.get("value"), 200),
            disabled=row.get("disabled") is True,
            box=box,
        )
        shown.append(Known(told, frame, int(row["node"])))
    return shown, len(found)


async def _collect(frame: Frame, corner: tuple[int, int], found: list[Any], depth: int, left: list[int]) -> None:
    from playwright.async_api import Error

    left[0] -= 1
    try:
        handle = await frame.evaluate_handle(call("collect"))
        rows = await handle.evaluate("one => one.found")
    except Error:  # the frame has gone, or is none that can be looked into
        if frame.parent_frame is None:
            raise
        return
    for row in rows if isinstance(rows, list) else []:
        x, y, width, height = _box(row)
        x, y = x + corner[0], y + corner[1]
        if "frame" not in row:
            found.append((row, handle, (x, y, width, height)))
        elif depth and left[0] > 0 and (inner := await _frame(handle, row["frame"])):
            edge = row.get("edge") or (0, 0)
            await _collect(inner, (x + int(edge[0]), y + int(edge[1])), found, depth - 1, left)


async def _frame(handle: JSHandle, at: int) -> Frame | None:
    from playwright.async_api import Error

    with suppress(Error):
        element = (await handle.evaluate_handle("(one, at) => one.frames[at]", at)).as_element()
        return await element.content_frame() if element else None
    return None


async def markup(frame: Frame, selector: str = "", keep: tuple[str, ...] = (), depth: int = _DEPTH) -> str:
    """The page as it is drawn, frames and open shadow roots in place, at most about 5,000,000 characters."""
    from playwright.async_api import Error

    handle = await frame.evaluate_handle(call("html"), {"selector": selector, "keep": list(keep)})
    text = str(await handle.evaluate("one => one.html"))
    count = int(await handle.evaluate("one => one.frames.length"))
    for at in range(min(count, _FRAMES)):
        inner = await _frame(handle, at) if depth else None
        body = ""
        if inner is not None:
            with suppress(Error):
                body = await markup(inner, "body", (), depth - 1)
        text = text.replace(f"\0{at}\0", body, 1)
    return text.replace("\0", "")


async def place(page: Page) -> tuple[str, BrowserScroll]:
    """The page's title, and what of it is in view."""
    told = await page.evaluate(call("place"))
    names = ("x", "y", "width", "height", "page_width", "page_height")
    return _text(told.get("title"), 300), BrowserScroll(**{name: _whole(told.get(name)) for name in names})


def _box(row: Any) -> tuple[int, int, int, int]:
    box = row.get("box") if isinstance(row, dict) else None
    numbers = [_whole(number) for number in box] if isinstance(box, list) else []
    return (numbers[0], numbers[1], numbers[2], numbers[3]) if len(numbers) == 4 else (0, 0, 0, 0)


def _whole(value: object) -> int:
    return int(value) if isinstance(value, int | float) and abs(value) < 1e9 else 0


def _text(value: object, chars: int) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in str(value or "")[:chars])
