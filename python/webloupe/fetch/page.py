"""From what came and what it was turned into to the result that the caller gets. Pure.

`session` puts these in order:

    visit = visit_of(url, answer, fetched_at)              # what to keep in the store
    document, _ = await document_of(visit, body, …)        # by `read` in a process; or from the store by document_key
    result = build(visit, document, Asked(…), …)           # in a thread, of the window(document.text, Asked(…))
    error = status.error_of(visit, result)                 # raise it when there is one
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import msgspec

from ..errors import BadInput, TooLarge, Unreadable
from ..kind import content_kind
from ..outline import Outline, lengths, outline, section
from ..store import STORED_CHARS, Visit, raw_hash
from ..tokens import count_each, count_tokens
from ..types import Attempt, Compression, ContentKind, Face, FetchResult, Truncated
from ..wire import Answer
from .budget import Cut, Notice, cut
from .convert import CONVERTER_VERSION, convert
from .document import Document, ReadOptions

_COMMANDS: dict[Face, str] = {"python": "%fetch", "notebook": "%fetch", "cli": "webloupe fetch", "agent": "web_fetch"}
# What later steps ask for; cookies and the like are never stored.
_KEPT_HEADERS = ("content-type", "content-language", "etag", "last-modified", "retry-after", "cf-mitigated")
TITLES = 12  # of the headings that a message names
TRIES = 6
_IN_ITEMS = frozenset({"index", "api_list", "table"})


@dataclass(frozen=True, slots=True)
class Asked:
    """What the caller wants of a page: its form, the part of it, and how the way to the rest is worded.

    `shortening` is the options of its compression as they are typed.
    """

    options: ReadOptions
    budget_chars: int
    start: int = 0
    face: Face = "python"
    budget_tokens: int | None = None
    section: str | None = None
    shortening: str = ""
    as_json: bool = False


class Window(NamedTuple):
    """The part of a text that is wanted at all: `text[start:end]`."""

    start: int
    end: int


def visit_of(url: str, answer: Answer, *, fetched_at: float) -> Visit:
    """The storable record of an answer. `url` is the address asked for, `fetched_at` a Unix time in seconds."""
    visit = Visit(
        url=url,
        final_url=answer.url,
        status=answer.status,
        headers={name: answer.headers[name] for name in _KEPT_HEADERS if name in answer.headers},
        raw_hash=raw_hash(answer.body),
        fetched_at=fetched_at,
        kept_bytes=len(answer.body),
        over_cap=answer.over_cap,
        total_bytes=answer.total_bytes,
        hops=answer.hops,
        late=answer.late,
    )
    return msgspec.structs.replace(visit, document=document_key(visit, ReadOptions()))


def document_key(visit: Visit, options: ReadOptions) -> str:
    """The name of the document that these bytes give: it depends on all that `read` looks at."""
    parts = (
        CONVERTER_VERSION,
        visit.raw_hash,
        visit.final_url,
        visit.headers.get("content-type", ""),
        visit.over_cap,
        visit.status >= 400,
        options,
    )
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:32]


def read(visit: Visit, body: bytes, options: ReadOptions) -> Document:
    """The document of a body. Raises Unreadable or TooLarge, unless the body merely goes with an error status."""
    try:
        return convert(body, headers=visit.headers, url=visit.final_url, options=options, over_cap=visit.over_cap)
    except (Unreadable, TooLarge) as error:
        if visit.status < 400:
            raise
        media_type = visit.headers.get("content-type", "").partition(";")[0].strip().lower()
        return Document(text="", media_type=media_type, format=options.format, chars_total=0, notes=(error.message,))


def window(text: str, asked: Asked) -> Window:
    """The section that was asked for, else the whole text. BadInput, with the headings there are, when it is none."""
    if asked.section is None:
        return Window(0, len(text))
    found = section(text, asked.section)
    if found is None:
        titles = ", ".join(heading.text for heading in outline(text, lengths).headings[:TITLES])
        hint = f"There are: {titles}." if titles else "The page has no headings."
        raise BadInput(f"The page has no section {asked.section[:60]!r}.", hint)
    return Window(found.start, found.end)


def build(
    visit: Visit,
    document: Document,
    asked: Asked,
    *,
    window: Window | None = None,
    stored_path: str | None,
    compression: Compression | None = None,
    attempts: tuple[Attempt, ...] = (),
    notes: tuple[str, ...] = (),
    cached: bool = False,
    elapsed_ms: float = 0.0,
) -> FetchResult:
    """The result: the budget's part of the compressed text, where there is one, else of the document's `window`.

    Counts tokens and measures the kind of the whole text: tens of milliseconds for a long one.
    """
    parts = _parts(document)
    page = FetchResult(
        url=visit.url,
        final_url=visit.final_url,
        hops=visit.hops,
        status=visit.status,
        media_type=document.media_type,
        charset=document.charset,
        format=document.format,
        text="",
        full=document.text,
        title=document.title,
        lang=document.lang,
        kind=kind_of(visit, document),
        total_chars=document.chars_total,
        total_tokens=parts.tokens,
        truncated=truncated(visit, document),
        left_out=document.left_out,
        stored_path=stored_path,
        page_hash=visit.raw_hash,
        links=document.links,
        headings=parts.headings,
        tables=document.tables or parts.tables,  # a reader knows cells that its text only shows
        code=document.code or parts.code,
        author=document.metadata.author,
        published=document.metadata.published,
        modified=document.metadata.modified,
        site=document.metadata.site,
        canonical=document.metadata.canonical,
        hidden=document.hidden,
        compression=compression,
        blocked=document.blocked,
        via=visit.via,
        attempts=attempts,
        notes=document.notes + _cut_notes(visit, document) + notes,
        cached=cached,
        fetched_at=visit.fetched_at,
        elapsed_ms=elapsed_ms,
    )
    return within_budget(page, asked, window)


def within_budget(page: FetchResult, asked: Asked, window: Window | None = None) -> FetchResult:
    """The page with the part of its text that the budget of `asked` admits, and the way to the rest."""
    start, end = window or Window(0, len(page.full))
    whole = page.compression is None or page.compression.refused is not None
    part = _within_tokens(
        asked,
        partial(
            cut,
            page.full[:end] if whole or page.compression is None else page.compression.text,
            start=max(asked.start, start) if whole else asked.start,
            by_items=page.kind.kind in _IN_ITEMS,
            notice=notice(page.url, asked, page.stored_path),
            beyond=_beyond(page.truncated) if whole and end == len(page.full) else "",
        ),
        chars_a_token=len(page.full) / max(page.total_tokens, 1),
    )
    return msgspec.structs.replace(page, text=part.text, omitted=part.omitted)


def in_form(page: FetchResult, asked: Asked) -> FetchResult:
    """The page as it is handed over: with its fields as JSON for a text, where that was asked for."""
    return msgspec.structs.replace(page, format="json", text=page.to_json()) if asked.as_json else page


def _parts(document: Document) -> Outline:
    """What the text consists of; only markdown tells."""
    if document.format == "markdown":
        return outline(document.text, count_each)
    return Outline(count_tokens(document.text), (), (), ())


def _within_tokens(asked: Asked, cut_to: Callable[..., Cut], *, chars_a_token: float) -> Cut:
    """The part that the budget admits. One in tokens is found by its characters, in a few tries, never above it."""
    if asked.budget_tokens is None:
        return cut_to(budget_chars=asked.budget_chars)
    chars = asked.budget_tokens * chars_a_token
    for _ in range(TRIES):
        part = cut_to(budget_chars=max(int(chars), 1))
        tokens = count_tokens(part.text)
        if tokens <= asked.budget_tokens:
            return part
        chars *= 0.98 * asked.budget_tokens / tokens
    return cut_to(budget_chars=asked.budget_tokens)  # no token is shorter than a character, but for rare signs


def kind_of(visit: Visit, document: Document) -> ContentKind:
    """The kind of a document; a robot check is one whatever its text looks like."""
    if document.blocked:
        return ContentKind(kind="blocked", lossy_ok=False, reason=document.blocked, confidence=0.95)
    return content_kind(document.text, url=visit.final_url, media_type=document.media_type)


def truncated(visit: Visit, document: Document) -> Truncated | None:
    """What was left behind at the byte cap or the character cap, None when nothing was."""
    if not visit.over_cap and document.chars_total <= len(document.text):
        return None
    return Truncated(
        kept_bytes=visit.kept_bytes,
        total_bytes=visit.total_bytes if visit.over_cap else visit.kept_bytes,
        kept_chars=len(document.text),
        total_chars=None if visit.over_cap else document.chars_total,
    )


def notice(url: str, asked: Asked, stored_path: str | None) -> Notice:
    """The line in the gap: how much is left out and how to read on, in the words of the face that asks.

    The options that shaped the text are repeated, so that the offset means the same text.
    """
    command, flags = f"{_COMMANDS[asked.face]} --start ", "".join(f" {flag}" for flag in _flags(asked))
    if asked.face == "agent":
        command, flags = "web_fetch start=", ""  # a tool call repeats its own arguments
    stored = f"   (stored: {stored_path})" if stored_path else ""
    # A magic fills in what stands in braces, and an address is the web's: it must stay an address.
    url = url.replace("{", "%7B").replace("}", "%7D")

    def line(omitted_chars: int, next_start: int) -> str:
        return f"[... {omitted_chars:,} chars omitted ...] Read on: {command}{next_start}{flags} {url}{stored}"

    return line


def _flags(asked: Asked) -> list[str]:
    default, options = ReadOptions(), asked.options
    form = "json" if asked.as_json else options.format
    flags = [f"--format {form}"] if form != default.format else []
    if options.main != default.main:
        flags.append("--full" if options.main == "full" else f"--main {options.main}")
    if options.engine != default.engine:
        flags.append(f"--engine {options.engine}")
    flags += [f'--{name} "{selector}"' for name in ("select", "remove") if (selector := getattr(options, name))]
    if asked.budget_tokens is not None:
        flags.append(f"--tokens {asked.budget_tokens}")
    return [*flags, *filter(None, [asked.shortening])]


def _cut_notes(visit: Visit, document: Document) -> tuple[str, ...]:
    beyond = _beyond(truncated(visit, document))
    return (beyond.strip("[]. "),) if beyond else ()


def _beyond(cap: Truncated | None) -> str:
    """The closing line of a text that a cap ended; "" when all of it is there."""
    if cap is None:
        return ""
    if cap.total_chars is None:
        total = f"of {cap.total_bytes:,} bytes" if cap.total_bytes else "of an unknown size"
        return f"[... the page goes on: the first {cap.kept_bytes:,} bytes {total} were read ...]"
    return f"[... {cap.total_chars - cap.kept_chars:,} chars beyond the first {STORED_CHARS:,} are not kept ...]"
