"""The walk of an action in the browser; those that search, read and shorten go through other rooms too."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import ActionRefused
from ..types import BrowserState, FetchResult, Method
from .rooms import Progress, Rooms, opened, unheard

if TYPE_CHECKING:
    from ..browse import Browser
    from ..browse.parameters import Action


async def browse(
    rooms: Rooms, name: str, given: Mapping[str, object], tell: Progress = unheard
) -> BrowserState | FetchResult:
    """What an action leads to: the browser's state, or the page as a fetch gives it."""
    await opened("browse.actions", "asked", "fetch.page")
    from ..browse.actions import action
    from ..browse.parameters import sound

    wanted = action(name)
    values = sound(wanted, given)
    browser = rooms.browser
    if wanted.name == "cleanup":
        await browser.aclose()
        return BrowserState(url="", title="", message="The browser has ended.")
    timeout_s = rooms.config.browse_timeout_s + float(values.get("seconds", 0))
    if wanted.name == "web_search":
        return await _searched(rooms, browser, values["query"], timeout_s, tell)
    if wanted.name == "extract_content":
        return await _extracted(rooms, browser, values, timeout_s, tell)
    if wanted.name == "get_state" and values["full"]:
        return await _full(rooms, browser, timeout_s)
    return await browser.act(
        lambda: _run(wanted, browser, values), timeout_s=timeout_s, answers_dialog=wanted.name == "handle_dialog"
    )


async def _run(wanted: Action, browser: Browser, values: Mapping[str, Any]) -> BrowserState:
    assert wanted.run is not None  # noqa: S101 - the walk does the others itself
    state: BrowserState = await wanted.run(browser, **values)
    return state


async def _searched(rooms: Rooms, browser: Browser, query: str, timeout_s: float, tell: Progress) -> BrowserState:
    """The page of the first hit of the ring, with all hits in `content`."""
    from ..addresses import parse_url
    from .search import search

    response = await search(rooms, query, {}, tell)
    if not response.results:
        raise ActionRefused(f"Nothing was found for {query[:100]!r}.", "Search for other words.")

    async def first() -> BrowserState:
        await browser.go(browser.tab, parse_url(response.results[0].url), timeout_s)
        hits = "\n".join(f"{hit.position}. {hit.title} {hit.url}" for hit in response.results)
        return await browser.state("The first hit is open; the hits are untrusted text of the web.", content=hits)

    return await browser.act(first, timeout_s=timeout_s)


async def _full(rooms: Rooms, browser: Browser, timeout_s: float) -> FetchResult | BrowserState:
    """The current page, without going anywhere, as a fetch gives it. It is not stored: it may be for its user alone."""
    from .. import asked
    from ..fetch import page as pages
    from ..fetch.conversion import document_of

    came = await browser.act(lambda: _markup(browser, "", ()), timeout_s=timeout_s)
    if isinstance(came, BrowserState):
        return came
    url, markup = came
    began = time.monotonic()
    wish = asked.page(rooms.config, rooms.face, url, {})
    visit, body = _visit(url, markup)
    document, notes = await document_of(visit, body, wish.asked.options, began=began, timeout_s=timeout_s)
    return await asyncio.to_thread(
        pages.build, visit, document, wish.asked, stored_path=None, notes=notes,
        elapsed_ms=round(1000 * (time.monotonic() - began), 1),
    )  # fmt: skip


async def _extracted(
    rooms: Rooms, browser: Browser, values: Mapping[str, Any], timeout_s: float, tell: Progress
) -> BrowserState:
    """The state with what the page says to the goal in `content`; the message says who chose it."""
    from .. import asked
    from ..fetch.conversion import document_of
    from ..fetch.document import ReadOptions
    from .compress import shorten

    came = await browser.act(lambda: _markup(browser, values["selector"], values["keep_attrs"]), timeout_s=timeout_s)
    if isinstance(came, BrowserState):
        return came
    visit, body = _visit(*came)
    document, _ = await document_of(visit, body, ReadOptions(main="full"), began=time.monotonic(), timeout_s=timeout_s)
    config = rooms.config
    method: Method = "instruct" if config.llm_base_url and config.llm_model else "extract"
    wanted = asked.compression(config, {"method": method, "task": values["goal"], "force": True})
    done = await shorten(rooms, document.text, wanted, tell)
    by = f"{method}, {config.llm_model}" if method == "instruct" else f"{method}, without a model"
    how = f"as it is ({done.refused})" if done.refused else f"by {by}"
    message = f"What the page says to the goal, {how}; it is untrusted text of the page."
    return await browser.act(lambda: browser.state(message, content=done.text), timeout_s=timeout_s)


async def _markup(browser: Browser, selector: str, keep: tuple[str, ...]) -> tuple[str, str]:
    """The page's address and its markup, or that of what the selector finds; all of it where that is nothing."""
    from playwright.async_api import Error

    from ..browse.frames import markup
    from ..errors import BadInput

    tab = browser.tab
    await tab.rest()
    text = ""
    if selector:
        try:
            text = await markup(tab.page.main_frame, selector, keep)
        except Error:
            raise BadInput(f"The selector {selector[:60]!r} cannot be read.", "It is one of CSS.") from None
    return tab.page.url, text or await markup(tab.page.main_frame, "", keep)


def _visit(url: str, markup: str) -> tuple[Any, bytes]:
    """The markup as a fetch has what came."""
    from msgspec.structs import replace

    from ..fetch.page import visit_of
    from ..wire import Answer

    body = markup.encode("utf-8", "replace")
    answer = Answer(200, {"content-type": "text/html; charset=utf-8"}, body, url)
    return replace(visit_of(url, answer, fetched_at=time.time()), via="browser"), body
