"""A page read once, as a fetch wants it: in a context of its own that knows no cookies and keeps none."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..errors import TimedOut
from .browser import Browser
from .frames import call, markup
from .launch import VIEW
from .tab import Tab

if TYPE_CHECKING:
    from playwright.async_api import Dialog, Page, Response

_LEFT: Final = 0.8  # the part of the time in which a page may settle; the rest is for taking it down
_QUIET_S: Final = 0.4
_SHORT: Final = 200  # characters, below which a page has hardly begun
_PATIENCE_S: Final = 3.0
_STEPS: Final = 12  # screens that a page is scrolled through, for what is drawn only when it is seen


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page as it was drawn: where it ended, with which status, and its markup."""

    url: str
    status: int
    markup: str


async def read(browser: Browser, url: str, *, timeout_s: float, wait_for: str | None = None) -> Drawn:
    """The page at `url` when it has settled; with `wait_for`, when this selector finds something or is shown as words.

    Raises as a fetch does; TimedOut where what is waited for does not come.
    """
    running = await browser.running()
    owner = running.context.browser
    assert owner is not None  # noqa: S101 - a context that was launched has one
    agent = (await _agent(browser)).replace("Headless", "")
    context = await owner.new_context(
        user_agent=agent, accept_downloads=False, viewport={"width": VIEW[0], "height": VIEW[1]}
    )
    try:
        tab = Tab(await context.new_page())
        tab.page.on("dialog", _dismiss)
        answers: list[Response] = []
        tab.page.on("response", lambda one: answers.append(one) if _is_main(one, tab.page) else None)
        end = asyncio.get_running_loop().time() + _LEFT * timeout_s
        try:
            async with asyncio.timeout(timeout_s):
                await browser.go(tab, url, timeout_s)
                await _settled(tab, end, wait_for)
                text = await markup(tab.page.main_frame)
        except TimeoutError:
            raise TimedOut(f"The page was not drawn within {timeout_s:g} s.", "Allow more time.", url=url) from None
        return Drawn(tab.page.url, answers[-1].status if answers else 200, text)
    finally:
        await context.close()


async def _agent(browser: Browser) -> str:
    async def ask() -> str:
        return str(await browser.tab.page.evaluate("navigator.userAgent"))

    if browser.agent is None:
        got = await browser.act(ask, timeout_s=10.0, answers_dialog=True)
        browser.agent = got if isinstance(got, str) else ""
    return browser.agent


def _is_main(response: Response, page: Page) -> bool:
    request = response.request
    return request.is_navigation_request() and request.frame == page.main_frame and not 300 <= response.status < 400


async def _dismiss(dialog: Dialog) -> None:
    await dialog.dismiss()


async def _settled(tab: Tab, end: float, wait_for: str | None) -> None:
    """Wait for what is waited for, else until the text rests; then see the page through to its end."""
    if wait_for is not None:
        await _seen(tab, end, wait_for)
    else:
        await _rested(tab, end, _PATIENCE_S)
    from playwright.async_api import Error

    loop = asyncio.get_running_loop()
    with suppress(Error):
        for _ in range(_STEPS):
            moved, _height = await tab.ask("scroll", VIEW[1] // 2)
            if not moved or loop.time() > end:
                break
            await tab.rest(busy_s=0.5)
        await _rested(tab, end, 0.0)


async def _seen(tab: Tab, end: float, wanted: str) -> None:
    from playwright.async_api import Error

    loop = asyncio.get_running_loop()
    while loop.time() < end:
        for frame in tab.page.frames:
            with suppress(Error):
                if await frame.evaluate(call("holds"), wanted):
                    return
        await asyncio.sleep(0.1)
    raise TimedOut(f"The page came without {wanted[:100]!r}.", "Wait for something else, or allow more time.")


async def _rested(tab: Tab, end: float, patience_s: float) -> None:
    """Until the length of the text stays, nothing is under way and there is some text, or patience is at an end."""
    from playwright.async_api import Error

    loop = asyncio.get_running_loop()
    began, since, before = loop.time(), loop.time(), -1
    while (now := loop.time()) < end:
        chars = before
        with suppress(Error):
            chars = int((await tab.ask("place"))["chars"])
        if chars != before or tab.under_way:
            since, before = (
                (now, chars) if chars != before or tab.navigates or now - began < _PATIENCE_S else (since, chars)
            )
        if now - since >= _QUIET_S and (chars >= _SHORT or now - began >= patience_s):
            return
        await asyncio.sleep(0.05)
