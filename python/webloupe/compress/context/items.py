"""What can be packed, made into items: results, pages, sections, notes, messages of a chat, earlier summaries."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, get_args

from ...errors import BadInput
from ...types import Authority, Compression, ContextItem, Failed, FetchResult, Packed, SearchResponse, SearchResult

_ROLES: Final[Mapping[str, Authority]] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "derived",
    "tool": "web",
    "function": "web",
}
"""Whose word a message of a chat is; a model's own words count least, a tool's as much as the web it read."""
_KNOWN: Final = ("text", "source", "title", "at", "authority", "task_weight", "pinned", "role", "content")
_ONE: Final = (str, Mapping, ContextItem, FetchResult, SearchResponse, SearchResult, Compression, Packed, Failed)
MAX_TASK_WEIGHT: Final = 10.0


def items_of(given: Iterable[Any] | Any) -> list[ContextItem]:
    """Items in the order given, each once. A page that failed is passed over. BadInput for what is no item."""
    found: dict[str, ContextItem] = {}
    for item in _items(given):
        found.setdefault(item.id, item)
    return list(found.values())


def item(text: str, *, source: str = "", **more: Any) -> ContextItem:
    """An item; its id is of its text and its source. Halves of surrogate pairs become what they would be sent as."""
    text, source = _sound(text), _sound(source)
    name = hashlib.sha256(f"{source}\0{text}".encode()).hexdigest()[:16]
    return ContextItem(id=name, text=text, source=source, **more)


def _sound(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


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
        yield item(one.description or one.title, source=one.url, title=one.title, at=moment(one.published))
    elif isinstance(one, Compression | Packed):
        yield item(one.text, source="summary", authority="derived")
    elif isinstance(one, Mapping):
        yield from _told(one)
    elif not isinstance(one, Failed):
        yield from _within(one)


def _within(one: Any) -> Iterator[ContextItem]:
    """The items of a collection, or of a view, which holds its `data`."""
    held = getattr(one, "data", None)
    if isinstance(held, (*_ONE, list, tuple)):
        yield from _items(held)
    elif isinstance(one, Iterable) and not isinstance(one, bytes | bytearray):
        for each in one:
            yield from _items(each)
    else:
        raise BadInput(
            f"{type(one).__name__} cannot be packed.", "Give results, pages, texts, or mappings with a text."
        )


def _told(one: Mapping[str, Any]) -> Iterator[ContextItem]:
    """An item as a mapping tells it, a message of a chat too: it may lack a text, and have parts."""
    role = one.get("role")
    unknown = [name for name in one if name not in _KNOWN]
    if unknown and role is None:
        raise BadInput(f"An item has no {unknown[0]!r}.", f"It has {', '.join(_KNOWN)}.")
    text = one.get("text", one.get("content"))
    if role is not None and not isinstance(text, str):
        parts = text if isinstance(text, list | tuple) else []
        told = [part.get("text") for part in parts if isinstance(part, Mapping)]
        text = "\n\n".join(part for part in told if isinstance(part, str))
        if not text:  # a call of a tool, a picture
            return
    if not isinstance(text, str):
        raise BadInput("An item needs a text.", 'Example: {"text": "…", "source": "https://…", "authority": "user"}.')
    yield item(
        text,
        source=str(one.get("source") or role or "note"),
        title=str(one.get("title") or ""),
        at=moment(one.get("at")),
        authority=authority(one.get("authority", _ROLES.get(str(role), "web") if role else "web")),
        task_weight=task_weight(one.get("task_weight", 1.0)),
        pinned=bool(one.get("pinned", False)),
    )


def authority(value: object) -> Authority:
    """The authority of this name, else BadInput."""
    known: tuple[Authority, ...] = get_args(Authority)
    for name in known:
        if value == name:
            return name
    raise BadInput(f"The authority {value!r} is none.", f"Known: {', '.join(known)}.")


def task_weight(value: object) -> float:
    """A task weight, else BadInput."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_TASK_WEIGHT:
        raise BadInput(f"A task weight cannot be {value!r}.", f"It is a number from 0 to {MAX_TASK_WEIGHT:g}.")
    return float(value)


def moment(value: Any) -> float | None:
    """A Unix time of seconds, a datetime or an ISO text; None where it is none."""
    if isinstance(value, bool) or value in (None, ""):
        return None
    if isinstance(value, int | float):
        return float(value) if math.isfinite(value) else None
    try:
        told = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
        return (told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
