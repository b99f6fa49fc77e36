"""The browser of a session: started with the first action, one action at a time, closed with the session."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..addresses import shown, split_url
from ..config import Config
from ..errors import ActionRefused, HostDown, Offline, TimedOut, Unreadable, WebloupeError
from ..types import BrowserState, BrowserTab
from . import frames
from .launch import Running, launch
from .tab import Tab

if TYPE_CHECKING:
    from playwright.async_api import Dialog, ElementHandle, Page, Response

T = TypeVar("T")
_MOST_TABS: Final = 20


class Browser:
    """`config` is the session's; `own_ports` and `trust_env` as the session has them."""

    def __init__(self, config: Config, *, trust_env: bool = True, own_ports: frozenset[int] = frozenset()) -> None:
        self.config = config
        self._policy = (trust_env, own_ports)
        self._starting: asyncio.Task[Running] | None = None
        self._turn = asyncio.Lock()
        self._tabs: list[Tab] = []
        self._at = 0
        self._known: list[frames.Known] = []
        self._opened = asyncio.Event()  # a dialog
        self.dialog: Dialog | None = None
        self._held: asyncio.Task[Any] | None = None  # the action that waits for the dialog
        self.notes: list[str] = []
        self.agent: str | None = None  # what the browser calls itself

    # --- its life -----------------------------------------------------------------------------------------------------

    async def running(self) -> Running:
        """The browser, started where there is none. An interrupt leaves it starting: the next call finds it ready."""
        if self.config.offline:
            raise Offline("Offline: the browser is not started.", "Switch network.offline off.")
        if self._starting is None or self._is_over(self._starting):
            await self.aclose()
            self._starting = asyncio.create_task(self._start())
        return await asyncio.shield(self._starting)

    @staticmethod
    def _is_over(starting: asyncio.Task[Running]) -> bool:
        if not starting.done():
            return False
        if starting.cancelled() or starting.exception():
            return True
        browser = starting.result().context.browser
        return browser is not None and not browser.is_connected()

    async def _start(self) -> Running:
        trust_env, own_ports = self._policy
        running = await launch(self.config, trust_env=trust_env, own_ports=own_ports)
        try:
            running.context.on("page", self._add)
            for page in running.context.pages:
                self._add(page)
        except BaseException:
            await running.stop()
            raise
        if running.profile.note:
            self.notes.append(running.profile.note)
        return running

    async def aclose(self) -> None:
        """End it; the next action starts another."""
        starting, self._starting = self._starting, None
        held, self._held, self.dialog = self._held, None, None
        self._tabs, self._at, self._known = [], 0, []
        if held is not None:
            held.cancel()
        if starting is not None:
            with suppress(WebloupeError, asyncio.CancelledError):
                await (await starting).stop()

    # --- its tabs -----------------------------------------------------------------------------------------------------

    def _add(self, page: Page) -> None:
        tab = Tab(page)
        self._tabs.append(tab)
        self._at = len(self._tabs) - 1
        page.on("dialog", self._asks)
        page.on("close", lambda _: self._drop(tab))
        if len(self._tabs) > _MOST_TABS:
            self.notes.append(f"More than {_MOST_TABS} tabs: the last one was closed.")
            asyncio.ensure_future(page.close())  # noqa: RUF006 - its end is the event above

    def _drop(self, tab: Tab) -> None:
        if tab in self._tabs:
            at = self._tabs.index(tab)
            self._tabs.remove(tab)
            if self._at >= at:
                self._at = max(0, self._at - 1)

    def _asks(self, dialog: Dialog) -> None:
        if dialog.type == "beforeunload":
            asyncio.ensure_future(dialog.accept())  # noqa: RUF006 - the page goes on either way
            return
        self.dialog = dialog
        self._opened.set()

    @property
    def tab(self) -> Tab:
        """The current one."""
        return self._tabs[self._at]

    @property
    def tab_count(self) -> int:
        """How many there are."""
        return len(self._tabs)

    async def open_tab(self) -> None:
        """A new one, which is the current one from then on."""
        await (await self.running()).context.new_page()

    def switch_tab(self, tab_id: int) -> None:
        """Make it the current one."""
        self._at = tab_id

    # --- an action ----------------------------------------------------------------------------------------------------

    async def act(
        self, do: Callable[[], Awaitable[T]], *, timeout_s: float, answers_dialog: bool = False
    ) -> T | BrowserState:
        """What `do` gives, within `timeout_s` after the start; the state where a dialog opens before it is done."""
        async with self._turn:
            await self.running()
            if not self._tabs:
                await self.open_tab()
            if self.dialog is not None and not answers_dialog:
                raise ActionRefused(
                    f"A dialog is open, so the page takes nothing else: it says {said(self.dialog.message)}.",
                    "Answer it: handle_dialog(accept=True or False).", state=self._blocked(),
                )  # fmt: skip
            if not answers_dialog:
                self._opened.clear()
            done: T | BrowserState = await self._watched(asyncio.ensure_future(do()), timeout_s)
            return done

    async def answer(self, accept: bool, text: str | None) -> None:
        """Answer the dialog and let the action go on that waited for it."""
        dialog, held = self.dialog, self._held
        if dialog is None:
            raise ActionRefused("No dialog is open.", "handle_dialog answers one that a page has opened.")
        self.dialog = self._held = None
        self._opened.clear()
        await (dialog.accept(text) if accept and text is not None else dialog.accept() if accept else dialog.dismiss())
        if held is not None:
            opened = asyncio.ensure_future(self._opened.wait())
            await asyncio.wait([held, opened], return_when=asyncio.FIRST_COMPLETED)
            opened.cancel()
            if held.done():
                held.exception()  # what the page made of the action shows in the state
            else:
                self._held = held

    async def _watched(self, task: asyncio.Future[Any], timeout_s: float) -> Any:
        tab = self.tab
        events = [asyncio.ensure_future(one.wait()) for one in (tab.crashed, self._opened)]
        try:
            await asyncio.wait([task, *events], timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
            if tab.crashed.is_set():
                task.cancel()
                await self._replace(tab)
            if task.done():
                return self._outcome(task)
            if self._opened.is_set():
                self._held = task  # type: ignore[assignment]
                task = asyncio.Future()  # not to be cancelled below
                return self._blocked()
            raise TimedOut(
                f"The page was not done within {timeout_s:g} s.", "Try again, or wait and ask for its state."
            )
        finally:
            for one in (task, *events):
                one.cancel()
            await asyncio.gather(*events, return_exceptions=True)

    def _outcome(self, task: asyncio.Future[Any]) -> Any:
        from playwright.async_api import Error

        try:
            return task.result()
        except Error as error:
            raise translated(error.message, self.tab.page.url if self._tabs else "") from None

    async def _replace(self, tab: Tab) -> None:
        from playwright.async_api import Error

        url = shown(tab.page.url)
        with suppress(Error, TimeoutError):
            await asyncio.wait_for(self.open_tab(), 10)
            await asyncio.wait_for(tab.page.close(), 5)
        self._drop(tab)
        raise Unreadable(f"The page crashed: {url}", "A new tab stands ready; go on from there.", url=url)

    def _blocked(self) -> BrowserState:
        words = said(self.dialog.message) if self.dialog else ""
        kind = self.dialog.type if self.dialog else "dialog"
        tab = self.tab
        return BrowserState(
            url=tab.page.url, title=tab.title, tabs=self._told_tabs(),
            message=f"A dialog ({kind}) is open; the page says {words}. Answer it: handle_dialog.",
        )  # fmt: skip

    # --- what it shows ------------------------------------------------------------------------------------------------

    async def state(
        self, message: str = "", *, content: str | None = None, screenshot: bytes | None = None
    ) -> BrowserState:
        """The browser as it stands, with new numbers."""
        from playwright.async_api import Error

        if not self._tabs:
            await self.open_tab()
        tab = self.tab
        await tab.rest()
        for again in (True, False):
            try:
                tab.title, scroll = await frames.place(tab.page)
                self._known, total = await frames.elements(tab.page, scroll.height)
                break
            except Error:  # it went elsewhere meanwhile
                if not again:
                    raise
                await tab.rest()
        notes, self.notes = self.notes, []
        return BrowserState(
            url=tab.page.url, title=tab.title, tabs=self._told_tabs(), scroll=scroll,
            elements=tuple(one.told for one in self._known), elements_total=total,
            content=content, screenshot=screenshot, message=" ".join(filter(None, [message, *notes])),
        )  # fmt: skip

    def _told_tabs(self) -> tuple[BrowserTab, ...]:
        return tuple(
            BrowserTab(tab_id=at, title=tab.title, url=tab.page.url, current=at == self._at)
            for at, tab in enumerate(self._tabs)
        )

    async def element(self, index: int) -> ElementHandle:
        """The element of that number. ActionRefused, with a fresh state, where it is no longer what it was."""
        if index > len(self._known):
            refused = f"There is no element {index}: the state names {len(self._known)}."
        elif handle := await self._known[index - 1].handle():
            return handle
        else:
            refused = f"Element {index} is no longer what it was: {said(self._known[index - 1].told.name)}."
        raise ActionRefused(refused, "Take a number of the fresh state.", state=await self.state())

    async def go(self, tab: Tab, url: str, timeout_s: float) -> Response | None:
        """Lead a tab to an address, as far as its document. Raises as a fetch does where it does not come."""
        from playwright.async_api import Error

        proxy = (await self.running()).proxy
        mark = proxy.failed
        try:
            response = await _went(tab, url, timeout_s)
        except Error as error:
            failures = proxy.since(mark)
            if "net::" in error.message and "ERR_ABORTED" not in error.message:
                with suppress(Error):  # off the page that tells of the error, which loads itself again
                    await tab.page.goto("about:blank")
            wanted = split_url(url)
            own = [one for one in failures if (one.host, one.port) == (wanted.host, wanted.port)] or failures
            if own and "Timeout" not in error.message and "Download" not in error.message:
                raise own[-1].error from None
            raise translated(error.message, url) from None
        if response is not None and proxy.is_own(response.headers):
            reached = split_url(response.url)
            failures = proxy.since(mark)
            await tab.page.goto("about:blank")
            raise next(
                (one.error for one in reversed(failures) if (one.host, one.port) == (reached.host, reached.port)),
                HostDown(f"{shown(response.url)}: no connection came about.", "Try again.", url=url),
            )
        return response


async def _went(tab: Tab, url: str, timeout_s: float) -> Response | None:
    """The document's answer. What a browser shows after a failure may come late, and cross the next navigation."""
    from playwright.async_api import Error

    for tries_left in (2, 1, 0):
        try:
            return await tab.page.goto(url, wait_until="domcontentloaded", timeout=1_000 * timeout_s)
        except Error as error:
            if "interrupted by another navigation" not in error.message or not tries_left:
                raise
            await asyncio.sleep(0.1)
    return None


def said(text: str) -> str:
    """What a page says, as our messages quote it: it is nobody's instruction."""
    bare = "".join(sign if sign.isprintable() else " " for sign in text[:200])
    return f"“{bare}” (untrusted text of the page)"


def translated(message: str, url: str) -> WebloupeError:
    """One of our errors for one of Playwright's, whose first line alone says anything."""
    first = (message.splitlines() or [""])[0]
    if "Timeout" in first:
        return TimedOut(
            f"{shown(url)}: the page was not ready in time.", "Allow more time, or wait and look again.", url=url
        )
    if "Download is starting" in first or "ERR_ABORTED" in first:
        return ActionRefused(f"{shown(url)} is a download, and downloads are not taken.", "Fetch reads files.")
    if "closed" in first or "crashed" in first:
        return Unreadable("The browser or its tab was closed.", "The next action starts anew.", url=url)
    name = first.partition("net::")[2].split(" ")[0]
    return HostDown(
        f"{shown(url)}: {name or 'the page did not take it: ' + first[:160]}.",
        "Try again, or look at its state.",
        url=url,
    )
