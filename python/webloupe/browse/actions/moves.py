"""Going to pages and about in them."""

from __future__ import annotations

import asyncio
from typing import Final

from ...addresses import parse_url
from ...errors import ActionRefused, TimedOut
from ...types import BrowserState
from ..browser import Browser, said

_LOOKS: Final = 40  # times that a page is scrolled on to find words


async def go_to_url(browser: Browser, url: str) -> BrowserState:
    """The page at an address, http or https alone."""
    response = await browser.go(browser.tab, parse_url(url), browser.config.browse_timeout_s)
    status = response.status if response else 200
    return await browser.state(f"HTTP {status}." if status >= 400 else "")


async def go_back(browser: Browser) -> BrowserState:
    """The page before, where there is one."""
    page = browser.tab.page
    before = page.url
    await page.go_back(wait_until="commit")
    return await browser.state("There is no page before this one." if page.url == before else "")


async def scroll_down(browser: Browser, scroll_amount: int) -> BrowserState:
    """The page further down; what scrolls is the page, or the largest part of it that can."""
    return await _scrolled(browser, scroll_amount)


async def scroll_up(browser: Browser, scroll_amount: int) -> BrowserState:
    """The page further up."""
    return await _scrolled(browser, -scroll_amount)


async def _scrolled(browser: Browser, amount: int) -> BrowserState:
    moved, _ = await browser.tab.ask("scroll", amount)
    return await browser.state("" if moved else "It does not scroll any further.")


async def scroll_to_text(browser: Browser, text: str) -> BrowserState:
    """The page where the words are in view; lists that grow or draw as they are scrolled are followed down."""
    tab = browser.tab
    for _ in range(_LOOKS):
        for frame in tab.page.frames:
            if await _shown_in(frame, text):
                return await browser.state(f"In view: {said(text)}.")
        moved, _ = await tab.ask("scroll")
        await tab.rest()
        if not moved:
            break
    raise ActionRefused(
        f"The page does not show the words {text[:100]!r}.",
        "get_state(full=True) gives its text.",
        state=await browser.state(),
    )


async def _shown_in(frame: object, text: str) -> bool:
    from playwright.async_api import Error, Frame

    from ..frames import call

    assert isinstance(frame, Frame)  # noqa: S101 - for type checkers: Playwright loads late
    try:
        found = (await frame.evaluate_handle(call("find"), text)).as_element()
        if found is not None:
            await found.scroll_into_view_if_needed()
        return found is not None
    except Error:  # the frame has gone
        return False


async def wait(browser: Browser, seconds: float, for_text: str | None) -> BrowserState:
    """The page after a while, or as soon as it shows some words. TimedOut where it does not."""
    from playwright.async_api import Error

    from ..frames import call

    if for_text is None:
        await asyncio.sleep(seconds)
        return await browser.state(f"Waited {seconds:g} s.")
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while True:
        for frame in browser.tab.page.frames:
            try:
                if await frame.evaluate(call("shows"), for_text):
                    return await browser.state(f"It shows {said(for_text)}.")
            except Error:  # it went elsewhere meanwhile
                continue
        if loop.time() >= end:
            raise TimedOut(f"The page does not show {for_text[:100]!r} within {seconds:g} s.", "Wait longer.")
        await asyncio.sleep(0.1)
