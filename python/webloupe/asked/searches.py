"""A search as it is wanted: what narrows it, and how the backends are to be asked. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, TypedDict, get_args

from .. import days, iso_codes, sites
from ..errors import BadInput
from ..settings import SEARCH_LIMIT, SEARCH_PAGE, backend_words
from ..types import Mode, Safe, SearchQuery, Topic, Unsupported
from .values import Notes, brief, clamped, one_of, refuse_unknown, switch, text, timeout_s

if TYPE_CHECKING:
    from ..config import Config


class SearchKeywords(TypedDict, total=False):
    """The keywords of a search; one that is left out or None stands for the setting, or asks for nothing.

    `sites` and `not_sites` are such as "example.org", "example.org/docs" or ".edu"; `since` and `until` days in any
    of the forms of `days`, both included; `page` is 1–10.
    """

    limit: int | None
    backend: str | None
    sites: str | Iterable[str]
    not_sites: str | Iterable[str]
    since: str | date | None
    until: str | date | None
    lang: str | None
    country: str | None
    safe: Safe | None
    topic: Topic | None
    mode: Mode | None
    page: int | None
    answer: bool
    hedge: bool
    fuse: bool
    unsupported: Unsupported | None
    timeout_s: float | None
    refresh: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchWish:
    """One search as it is wanted. `backend` is a name, "auto" or "all"; `refresh` passes the memory over."""

    query: SearchQuery
    backend: str
    timeout_s: float
    hedge: bool
    fuse: bool
    unsupported: Unsupported
    refresh: bool
    notes: Notes


def search(config: Config, query: str, given: SearchKeywords, *, today: date) -> SearchWish:
    """The wish behind a search, relative days counted from `today`.

    BadInput in two lines, with the nearest match, for a keyword or a word that cannot be meant; a number out of
    range is moved into it with a note.
    """
    refuse_unknown("search", given, SearchKeywords)
    limit, said = clamped("limit", given.get("limit"), config.search_limit, SEARCH_LIMIT)
    page, told = clamped("page", given.get("page"), 1, SEARCH_PAGE)
    chosen, kept_out = _sites("sites", given.get("sites")), _sites("not_sites", given.get("not_sites"))
    if both := sorted({*chosen} & {*kept_out}):
        raise BadInput(f"{both[0]} is both asked for and kept out.", "Leave it out of one of the two.")
    since, until = _span(given.get("since"), given.get("until"), today)
    fuse = switch("fuse", given.get("fuse"))
    backend = _word("backend", given.get("backend"), backend_words()) or config.provider
    return SearchWish(
        query=SearchQuery(
            text=text("The query", query),
            limit=limit,
            sites=chosen,
            not_sites=kept_out,
            since=since,
            until=until,
            lang=_code("lang", given.get("lang"), iso_codes.language, iso_codes.nearest_language),
            country=_code("country", given.get("country"), iso_codes.country, iso_codes.nearest_country),
            safe=_word("safe", given.get("safe"), get_args(Safe)),
            topic=_word("topic", given.get("topic"), get_args(Topic)),
            mode=_word("mode", given.get("mode"), get_args(Mode)),
            page=page,
            answer=switch("answer", given.get("answer")),
        ),
        backend="all" if fuse and backend == "auto" else backend,  # there is nothing to merge of one answer
        timeout_s=timeout_s(given.get("timeout_s"), config.search_timeout_s),
        hedge=switch("hedge", given.get("hedge")),
        fuse=fuse,
        unsupported=_word("unsupported", given.get("unsupported"), get_args(Unsupported)) or config.unsupported,
        refresh=switch("refresh", given.get("refresh")),
        notes=said + told,
    )


def _word(what: str, value: object, known: tuple[str, ...]) -> Any:
    """One of the known words; None stays None."""
    return None if value is None else one_of(what, value, known)


def _sites(what: str, value: object) -> tuple[str, ...]:
    """The sites of a list, or of a text with commas between them, each once."""
    found = value.split(",") if isinstance(value, str) else value
    if found is None:
        return ()
    if not isinstance(found, Iterable):
        raise BadInput(f"{what} cannot be {brief(value)}.", 'It is a list such as ["example.org", ".edu"].')
    return tuple(dict.fromkeys(sites.cleaned(text("A site", one)) for one in found))


def _span(since: object, until: object, today: date) -> tuple[str, str]:
    """The first and the last day, "" where none is asked for."""
    first = _day("since", since, days.first_day, today)
    last = _day("until", until, days.last_day, today)
    if first and last and first > last:
        raise BadInput(f"since ({first}) lies after until ({last}).", "Exchange them, or leave one out.")
    return first, last


def _day(what: str, value: object, read: Callable[[object, date], str], today: date) -> str:
    if value is None or value == "":
        return ""
    try:
        return read(value, today)
    except ValueError:
        raise BadInput(f"{what} cannot be {brief(value)}.", f"Allowed: {days.ALLOWED}.") from None


def _code(what: str, value: object, read: Callable[[str], str | None], nearest: Callable[[str], str]) -> str:
    """A two-letter code, "" where none is asked for."""
    if value is None or value == "":
        return ""
    if code := read(text(what, value)):
        return code
    near = nearest(text(what, value))
    hint = f"The nearest is {near}." if near else f"It is a code of two letters, such as {_EXAMPLES[what]}."
    raise BadInput(f"{what} cannot be {brief(value)}.", hint)


_EXAMPLES = {"lang": "en, de or zh", "country": "US, DE or CN"}
