"""What can be packed, made into items: results, pages, sections, notes, messages of a chat, earlier summaries."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, get_args

from ...errors import BadInput
from ...types import Authority, Compression, ContextItem, FetchResult, Packed, SearchResponse, SearchResult

_ROLES: Final[Mapping[str, Authority]] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "derived",
    "tool": "web",
}
"""Whose word a message of a chat is; a model's own words count least, a tool's as much as the web it read."""
_KNOWN: Final = ("text", "source", "title", "at", "authority", "task_weight", "pinned", "role", "content")


def items_of(given: Iterable[Any] | Any) -> list[ContextItem]:
    """Items in the order given, each once. BadInput for what is none."""
    found: dict[str, ContextItem] = {}
    for one in given if isinstance(given, Sequence) and not isinstance(given, str | SearchResponse) else [given]:
        for item in _items(one):
            found.setdefault(item.id, item)
    return list(found.values())


def item(text: str, *, source: str = "", **more: Any) -> ContextItem:
    """An item; its id is of its text and its source."""
    name = hashlib.sha256(f"{source}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return ContextItem(id=name, text=text, source=source, **more)


def _items(one: Any) -> Iterator[ContextItem]:
    if isinstance(one, ContextItem):
        yield one
    elif isinstance(one, str):
        yield item(one, source="note", authority="user")
    elif isinstance(one, FetchResult):
        at = moment(one.published) or one.fetched_at or None
        yield item(one.full, source=one.final_url, title=one.title, at=at)
    elif isinstance(one, SearchResponse):
        for result in one.results:
            yield from _items(result)
    elif isinstance(one, SearchResult):
        yield item(one.description, source=one.url, title=one.title, at=moment(one.published))
    elif isinstance(one, Compression | Packed):
        yield item(one.text, source="summary", authority="derived")
    elif isinstance(one, Mapping):
        yield _told(one)
    elif hasattr(one, "result"):  # a view of a notebook behaves as what it shows
        yield from _items(one.result)
    else:
        raise BadInput(
            f"{type(one).__name__} cannot be packed.", "Give results, pages, texts, or mappings with a text."
        )


def _told(one: Mapping[str, Any]) -> ContextItem:
    """An item as a mapping tells it, a message of a chat too."""
    unknown = [name for name in one if name not in _KNOWN]
    if unknown:
        raise BadInput(f"An item has no {unknown[0]!r}.", f"It has {', '.join(_KNOWN)}.")
    role = one.get("role")
    text = one.get("text", one.get("content"))
    if not isinstance(text, str):
        raise BadInput("An item needs a text.", 'Example: {"text": "…", "source": "https://…", "authority": "user"}.')
    usual: Authority = _ROLES.get(str(role), "web") if role else "web"
    authority = one.get("authority", usual)
    if authority not in get_args(Authority):
        raise BadInput(f"The authority {authority!r} is none.", f"Known: {', '.join(get_args(Authority))}.")
    return item(
        text,
        source=str(one.get("source") or role or "note"),
        title=str(one.get("title") or ""),
        at=moment(one.get("at")),
        authority=authority,
        task_weight=float(one.get("task_weight", 1.0)),
        pinned=bool(one.get("pinned", False)),
    )


def moment(value: Any) -> float | None:
    """A Unix time of seconds, a datetime or an ISO text; None where it is none."""
    if isinstance(value, bool) or value in (None, ""):
        return None
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).timestamp()
    try:
        return moment(datetime.fromisoformat(str(value)))
    except ValueError:
        return None
