"""Looking at a page: its state, pictures, a PDF, a script's answer."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any, Final

from ...errors import BadInput, ConfigError
from ...files import make_folders, open_plain
from ...types import BrowserState
from ..browser import Browser

_HIGHEST: Final = 16_000  # pixels; a page that grows without end makes no picture without end
_CONTENT: Final = 20_000
_SHOT_MS: Final = 20_000


async def get_state(browser: Browser, screenshot: bool, full: bool) -> BrowserState:
    """The page as it stands. `full` is a walk's."""
    picture = await browser.tab.page.screenshot(timeout=_SHOT_MS) if screenshot else None
    return await browser.state(screenshot=picture)


async def screenshot(browser: Browser, full_page: bool, index: int | None, format: str) -> BrowserState:
    """The state with a picture."""
    if full_page and index is not None:
        raise BadInput("A picture is of the page or of an element, not of both.", "Leave out full_page or index.")
    page = browser.tab.page
    kind: dict[str, Any] = {"type": format, "timeout": _SHOT_MS}
    note = ""
    if index is not None:
        picture = await (await browser.element(index)).screenshot(**kind)
    else:
        more: dict[str, Any] = {"full_page": full_page}
        place = await browser.tab.ask("place") if full_page else {}
        if full_page and place["page_height"] > _HIGHEST:
            more["clip"] = {"x": 0, "y": 0, "width": place["width"], "height": _HIGHEST}
            note = f"The picture ends at {_HIGHEST:,} of {place['page_height']:,} pixels."
        picture = await page.screenshot(**kind, **more)
    return await browser.state(note, screenshot=picture)


async def evaluate(browser: Browser, script: str) -> BrowserState:
    """The state with the script's value as JSON in `content`."""
    if not browser.config.browse_evaluate:
        raise ConfigError("Scripts are not run in pages.", "Set browse.evaluate to allow it.")
    from playwright.async_api import Error

    try:
        value = await browser.tab.page.evaluate(script)
    except Error as error:
        raise BadInput(f"The script failed: {error.message.splitlines()[0][:200]}", "Correct it.") from None
    return await browser.state(content=json.dumps(value, ensure_ascii=False, default=str)[:_CONTENT])


async def save_as_pdf(browser: Browser, path: str | None) -> BrowserState:
    """The state with the file's path in `content`."""
    if browser.config.browse_headed:
        raise ConfigError("A browser with a window makes no PDF.", "Switch browse.headed off.")
    name = re.sub(r"\W+", "-", browser.tab.page.url.partition("://")[2])[:60].strip("-") or "page"
    home = browser.config.home
    own = home / "browse" / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}.pdf"
    file = Path(path).expanduser() if path else own  # noqa: ASYNC240 - no file is touched
    if file.suffix.lower() != ".pdf":
        raise BadInput(f"{file.name} is no name of a PDF.", "It ends in .pdf.")
    content = await browser.tab.page.pdf()
    try:
        if not path:
            make_folders(home, file.parent)
        with os.fdopen(open_plain(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as opened:
            opened.write(content)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.", "Name another file.") from None
    return await browser.state(f"Kept {len(content):,} bytes.", content=str(file))
