"""Tabs and dialogs."""

from __future__ import annotations

from ...addresses import parse_url
from ...errors import ActionRefused, BadInput
from ...types import BrowserState
from ..browser import Browser


async def switch_tab(browser: Browser, tab_id: int) -> BrowserState:
    """The page of that tab."""
    if tab_id >= browser.tab_count:
        raise BadInput(f"There is no tab {tab_id}.", f"They are numbered from 0 to {browser.tab_count - 1}.")
    browser.switch_tab(tab_id)
    await browser.tab.page.bring_to_front()
    return await browser.state()


async def open_tab(browser: Browser, url: str) -> BrowserState:
    """The page at an address in a tab of its own."""
    address = parse_url(url)
    await browser.open_tab()
    await browser.go(browser.tab, address, browser.config.browse_timeout_s)
    return await browser.state()


async def close_tab(browser: Browser) -> BrowserState:
    """The page of the tab beside; the last tab stays."""
    if browser.tab_count == 1:
        raise ActionRefused("The last tab stays open.", "cleanup ends the browser.", state=await browser.state())
    await browser.tab.page.close()
    return await browser.state()


async def handle_dialog(browser: Browser, accept: bool, text: str | None) -> BrowserState:
    """The page after the answer."""
    await browser.answer(accept, text)
    return await browser.state("The dialog was accepted." if accept else "The dialog was dismissed.")
