"""Acting on elements by their number."""

from __future__ import annotations

from collections.abc import Awaitable
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from ...errors import ActionRefused, BadInput, ConfigError
from ...files import read_plain
from ...types import BrowserState
from ..browser import Browser

_TAKES_MS: Final = 5_000  # an element that is covered, moving or switched off does not come round later
_UPLOAD_BYTES: Final = 50_000_000

_OPTIONS: Final = """el => {
  if (el.localName === "select") return [...el.options].map(one => one.label || one.text);
  const root = el.getRootNode();
  const ids = (el.getAttribute("aria-controls") || el.getAttribute("aria-owns") || "").split(/\\s+/).filter(Boolean);
  const lists = el.matches("[role=listbox],datalist") ? [el] : ids.map(id => root.getElementById(id)).filter(Boolean);
  if (el.list) lists.push(el.list);
  const found = lists.flatMap(list => [...list.querySelectorAll("[role=option],option")]);
  return lists.length ? found.map(one => (one.label || one.innerText || one.value || "").trim()) : null;
}"""
_OPTION: Final = """(el, at) => {
  const root = el.getRootNode();
  const ids = (el.getAttribute("aria-controls") || el.getAttribute("aria-owns") || "").split(/\\s+/).filter(Boolean);
  const lists = el.matches("[role=listbox]") ? [el] : ids.map(id => root.getElementById(id)).filter(Boolean);
  return lists.flatMap(list => [...list.querySelectorAll("[role=option],option")])[at];
}"""


async def click_element(browser: Browser, index: int) -> BrowserState:
    """The page after a click; a tab that it opens is the current one."""
    handle, before = await browser.element(index), browser.tab_count
    await _taken(browser, index, handle.click(timeout=_TAKES_MS))
    await browser.tab.rest()
    return await browser.state("A new tab opened and is the current one." if browser.tab_count > before else "")


async def hover(browser: Browser, index: int) -> BrowserState:
    """The page with the pointer over the element."""
    handle = await browser.element(index)
    await _taken(browser, index, handle.hover(timeout=_TAKES_MS))
    return await browser.state()


async def input_text(browser: Browser, index: int, text: str, clear: bool) -> BrowserState:
    """The page with the text in the field: in place of what stood there, or behind it."""
    handle = await browser.element(index)
    if await handle.evaluate("el => el.localName === 'input' && el.type === 'file'"):
        raise ActionRefused(
            f"Element {index} takes a file, no text.", "upload_file gives it one.", state=await browser.state()
        )
    if clear:
        await _taken(browser, index, handle.fill(text, timeout=_TAKES_MS))
    else:
        if not await handle.is_editable():
            raise ActionRefused(f"Element {index} takes no text.", "Take a textbox.", state=await browser.state())
        await handle.focus()
        await browser.tab.page.keyboard.press("End")
        await browser.tab.page.keyboard.type(text)
    return await browser.state()


async def send_keys(browser: Browser, keys: list[str]) -> BrowserState:
    """The page after the keys, one after the other, wherever the focus is."""
    for chord in keys:
        await browser.tab.page.keyboard.press(chord)
    return await browser.state()


async def get_dropdown_options(browser: Browser, index: int) -> BrowserState:
    """The state with the options in `content`, a line each."""
    options = await _options(browser, index)
    return await browser.state(f"{len(options)} options.", content="\n".join(options))


async def select_dropdown_option(browser: Browser, index: int, text: str) -> BrowserState:
    """The page with the option chosen whose text this is, whatever its case."""
    options = await _options(browser, index)
    folded = [option.casefold() for option in options]
    if text.strip().casefold() not in folded:
        near = get_close_matches(text.casefold(), folded, n=1)
        hint = (
            f"The nearest is {options[folded.index(near[0])]!r}." if near else f"There are: {', '.join(options[:20])}."
        )
        raise ActionRefused(f"Element {index} has no option {text[:60]!r}.", hint, state=await browser.state())
    at = options.index(text) if text in options else folded.index(text.strip().casefold())
    handle = await browser.element(index)
    if await handle.evaluate("el => el.localName === 'select'"):
        await _taken(browser, index, handle.select_option(index=at, timeout=_TAKES_MS))
        return await browser.state()
    option = (await handle.evaluate_handle(_OPTION, at)).as_element()
    if option is None or not await option.is_visible():
        await _taken(browser, index, handle.click(timeout=_TAKES_MS))
        option = (await handle.evaluate_handle(_OPTION, at)).as_element()
    if option is not None:
        await _taken(browser, index, option.click(timeout=_TAKES_MS))
    return await browser.state()


async def _options(browser: Browser, index: int) -> list[str]:
    handle = await browser.element(index)
    found = await handle.evaluate(_OPTIONS)
    if found is None:
        raise ActionRefused(
            f"Element {index} is no dropdown.", "Take a combobox or a listbox.", state=await browser.state()
        )
    return [str(option)[:200] for option in found[:500]]


async def upload_file(browser: Browser, index: int, path: str) -> BrowserState:
    """The page with a file of this machine in the field."""
    if not browser.config.browse_upload:
        raise ConfigError("Files are not given to pages.", "Set browse.upload to allow it.")
    file = Path(path).expanduser()  # noqa: ASYNC240 - no file is touched
    try:
        content = read_plain(file, _UPLOAD_BYTES)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.", "Name a file of at most 50 MB.") from None
    handle = await browser.element(index)
    given = {"name": file.name, "mimeType": "application/octet-stream", "buffer": content}
    await _taken(browser, index, handle.set_input_files(given, timeout=_TAKES_MS))  # type: ignore[arg-type]
    return await browser.state(f"{file.name} was given: {len(content):,} bytes.")


async def _taken(browser: Browser, index: int, doing: Awaitable[object]) -> None:
    """ActionRefused, with a fresh state, where the element does not take it."""
    from playwright.async_api import Error

    try:
        await doing
    except Error as error:
        if "closed" in error.message or "crashed" in error.message:
            raise
        covered = "intercepts pointer events" in error.message
        why = "something covers it" if covered else "it is hidden, moving, switched off or of another sort"
        raise ActionRefused(
            f"Element {index} does not take that: {why}.",
            "Look at the fresh state, or scroll.",
            state=await browser.state(),
        ) from None
