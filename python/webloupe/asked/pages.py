"""A page as it is wanted. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from ..addresses import parse_url
from ..errors import BadInput
from ..fetch.document import MAX_CHARS, ReadOptions
from ..fetch.page import Asked
from ..settings import (
    BROWSER,
    BUDGET_CHARS,
    BUDGET_TOKENS,
    BUDGET_TOKENS_USUAL,
    DIRECT,
    MAX_BYTES,
    hosted_names,
    via_words,
)
from ..types import Engine, Face, Format, Main, Method
from .compressions import Shortening, ShorteningKeywords, of_page, words_of
from .headers import headers
from .values import Notes, brief, clamped, one_of, positive, refuse_unknown, switch, text, timeout_s

if TYPE_CHECKING:
    from ..config import Config


class FetchKeywords(ShorteningKeywords, total=False):
    """The keywords of a fetch; one that is left out or None stands for the setting, or asks for nothing.

    `budget_tokens` counts o200k tokens in place of characters. `headers` and `cookies` (a cookies.txt) go to the
    page's own site alone; `cookies` True keeps what the site sets, for this fetch. `via` is "direct", "browser", a
    hosted reader's name, or "auto": the browser where a script makes the page, a hosted reader where it does not come
    and one can help. `wait_for` is a CSS selector or words for which the browser waits. The text is shortened whole, by
    `compress` or what a task means without it, and `budget_chars` cut from what comes out.
    """

    format: Format
    budget_chars: int | None
    budget_tokens: int | None
    start: int
    section: str | None
    main: bool | Main | None
    engine: Engine | None
    select: str | None
    remove: str | None
    compress: Method | None
    timeout_s: float | None
    max_age_s: float | None
    max_bytes: int | None
    refresh: bool
    offline: bool
    headers: Mapping[str, str] | Sequence[str] | None
    cookies: str | Path | bool | None
    robots: bool | None
    via: str | None
    wait_for: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWish:
    """One page as it is wanted. `max_age_s` None takes a stored page of any age, `min_bytes` asks for so much of it."""

    url: str
    asked: Asked
    shortening: Shortening | None
    timeout_s: float
    max_bytes: int
    min_bytes: int
    max_age_s: float | None
    stored: bool
    offline: bool
    headers: Mapping[str, str]
    cookies: Path | None
    jar: bool
    robots: bool
    via: str
    wait_for: str | None
    notes: Notes

    def takes(self, via: str) -> bool:
        """Whether a stored page that came this way is what is wanted."""
        if self.offline or self.via == "auto":
            return True
        return via == self.via if self.via != DIRECT else via not in (BROWSER, *hosted_names())

    @property
    def private(self) -> bool:
        """Whether what comes is for this caller alone."""
        return bool(self.headers or self.cookies)


def page(config: Config, face: Face, url: str, given: FetchKeywords) -> PageWish:
    """The wish behind a fetch. BadInput in two lines for an address or a word that cannot be meant."""
    refuse_unknown("fetch", given, FetchKeywords)
    form = _format(given.get("format", "markdown"))
    options = ReadOptions(
        format="markdown" if form == "json" else form,
        main=_main(given.get("main"), config.main),
        engine=_engine(given.get("engine"), config.engine),
        select=_selector("select", given.get("select")),
        remove=_selector("remove", given.get("remove")),
    )
    budget, notes = clamped("budget", given.get("budget_chars"), config.budget_chars, BUDGET_CHARS)
    tokens, more = _budget_tokens(given.get("budget_tokens"))
    refresh, offline = switch("refresh", given.get("refresh")), switch("offline", given.get("offline"))
    if refresh and offline:
        raise BadInput("A page cannot be fetched anew and read offline at once.", "Leave out refresh or offline.")
    start, offline = _start(given.get("start", 0)), offline or config.offline
    cap = _max_bytes(given.get("max_bytes"), config.max_bytes)
    own, cookies = headers(given.get("headers")), _file("cookies", given.get("cookies"))
    jar = bool(cookies) or given.get("cookies") is True
    wait_for = None if given.get("wait_for") is None else text("wait_for", given.get("wait_for")).strip() or None
    via = _via(given.get("via"), config.via, wait_for)
    if via == BROWSER and (own or cookies):
        raise BadInput("The browser takes no headers and no cookies of one's own.", "Leave them out, or via.")
    reads_on = start > 0 or offline
    return PageWish(
        url=parse_url(text("The address", url)),
        asked=Asked(
            options,
            budget,
            start,
            face,
            shortening=words_of(given),
            budget_tokens=tokens,
            section=_section(given.get("section")),
            as_json=form == "json",
        ),
        shortening=of_page(config, given.get("compress"), given),
        timeout_s=timeout_s(given.get("timeout_s"), config.fetch_timeout_s),
        max_bytes=cap,
        min_bytes=0 if offline else cap,
        max_age_s=None if reads_on else _max_age_s(given.get("max_age_s"), config.max_age_s),
        stored=offline or not (refresh or own or cookies),
        offline=offline,
        headers=own,
        cookies=cookies,
        jar=jar,
        robots=switch("robots", given.get("robots")),
        via=via,
        wait_for=wait_for,
        notes=notes + more,
    )


def _via(value: object, default: str, wait_for: str | None) -> str:
    """Who reads the page: we do, others where we cannot, a hosted reader or the browser, which alone can wait."""
    chosen: str = default if value is None else one_of("via", value, via_words())
    if wait_for is None or chosen == BROWSER:
        return chosen
    if value is None or chosen == "auto":
        return BROWSER
    raise BadInput(f"wait_for goes with the browser, not with {chosen}.", "Leave out via, or wait_for.")


def _budget_tokens(value: object) -> tuple[int | None, Notes]:
    """A budget in tokens, 500–150,000; None for a budget in characters."""
    if value is None:
        return None, ()
    return clamped("budget_tokens", value, BUDGET_TOKENS_USUAL, BUDGET_TOKENS)


def _selector(what: str, value: object) -> str:
    """A CSS selector, "" where none is given."""
    selector = "" if value is None else text(what, value).strip()
    if selector:
        from ..fetch.html.selectors import check

        try:
            check(selector)
        except ValueError as error:
            raise BadInput(f"{what}: {error}.", 'Example: "#main > p".') from None
    return selector


def _section(value: object) -> str | None:
    return None if value is None else text("The section", value)


def _file(what: str, value: object) -> Path | None:
    if value is None or isinstance(value, bool):
        return None
    if not isinstance(value, str | Path) or not str(value):
        raise BadInput(
            f"{what} cannot be {brief(value)}.", "It is the path of a file, or True for those that the site sets."
        )
    return Path(value).expanduser()


def _start(value: object) -> int:
    """A place in a text, 0 or more; no stored text is longer than the store allows."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput(f"start cannot be {brief(value)}.", "It is a number of characters, 0 or more.")
    return min(value, MAX_CHARS)


def _max_bytes(value: object, default: int) -> int:
    """A cap in bytes, 1–50,000,000."""
    if value is None:
        return default
    try:
        return int(MAX_BYTES.read(value))
    except ValueError:
        raise BadInput(f"max_bytes cannot be {brief(value)}.", f"Allowed: {MAX_BYTES.text}.") from None


def _max_age_s(value: object, default: float) -> float:
    """An age in seconds, 0 or more."""
    if value is None:
        return default
    return 0.0 if value == 0 else positive("max_age_s", value, "a number of seconds, 0 for always fresh")


def _main(value: bool | str | None, default: Main) -> Main:
    """How strictly page furniture is left out: True is "auto", False is "full", None the setting."""
    if value is None:
        return default
    named = {True: "auto", False: "full"}.get(value, value) if isinstance(value, bool) else value
    chosen: Main = one_of("main", named, get_args(Main))
    return chosen


def _format(value: str) -> Format:
    """The form of a page's text."""
    chosen: Format = one_of("format", value, get_args(Format))
    return chosen


def _engine(value: str | None, default: Engine) -> Engine:
    """The converter from HTML to markdown."""
    from ..fetch.html.engines import require

    chosen: Engine = default if value is None else one_of("engine", value, get_args(Engine))
    require(chosen)
    return chosen
