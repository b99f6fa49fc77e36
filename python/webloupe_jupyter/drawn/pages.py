"""A page as its shape: the head in words, the text as harmless HTML, what compression did, where the rest is. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webloupe.types import Failed, FetchResult

from ..magic_lines import fetch_line
from ..shapes import DiffShape, FailedShape, PageShape, PagesShape, SourceShape
from ..text import excerpt, host, html_bytes, one_line, page_html, plain, pre, safe_url
from .diff import diff_bytes, saved_diff, whole_diff
from .failures import harmless
from .results import citation

SAVED_BYTES = 40_000  # of page text that an output keeps in a notebook: HTML and runs of the diff together
_DIFF_SHARE = 0.6  # the most that the diff takes of it; what it leaves is the HTML's
# Types whose text is markdown; every other text is shown as it is.
_MARKDOWN_TYPES = ("text/html", "application/xhtml+xml", "text/markdown", "text/x-markdown")


def page(result: FetchResult, given: Mapping[str, Any], notes: Sequence[str] = ()) -> PageShape:
    """All that the budget admits, for who asks now; the diff as an output has it, as `diff` gives the whole.

    `given` are the keywords of the fetch.
    """
    return _page(result, given, notes, len(result.text), _diff(result))


def whole_page(
    result: FetchResult, given: Mapping[str, Any], notes: Sequence[str] = (), restored: Sequence[int] = ()
) -> PageShape:
    """All that the budget admits, and the whole diff; `restored` are the starts of the segments given back."""
    diff = whole_diff(result.compression, restored) if result.compression else None
    return _page(result, given, notes, len(result.text), diff)


def saved_page(
    result: FetchResult, given: Mapping[str, Any], notes: Sequence[str] = (), restored: Sequence[int] = ()
) -> PageShape:
    """What an output keeps of a page: at most `SAVED_BYTES` of its text."""
    diff = _diff(result, restored)
    room = SAVED_BYTES - (diff_bytes(diff) if diff else 0)
    return _page(result, given, notes, _chars_within(result, room), diff)


def failed(page: Failed) -> FailedShape:
    """A page of a batch that could not be read."""
    return FailedShape(url=safe_url(page.url), error=harmless(page.error))


def batch(pages: Sequence[PageShape | FailedShape], notes: Sequence[str] = ()) -> PagesShape:
    """Several pages, in the order asked."""
    return PagesShape(pages=tuple(pages), notes=tuple(map(one_line, notes)))


def source(result: FetchResult) -> SourceShape:
    """The text as the budget admits it."""
    return SourceShape(text=plain(result.text), is_markdown=is_markdown(result))


def is_markdown(result: FetchResult) -> bool:
    """Whether the text of a page is markdown, to be drawn as such."""
    return result.format == "markdown" and result.media_type in _MARKDOWN_TYPES


def remarks(result: FetchResult, notes: Sequence[str] = ()) -> tuple[str, ...]:
    """What is odd about the page, a line each."""
    blocked = [f"This is no page: {result.blocked}"] if result.blocked else []
    left_out = [f"Left out of the page: {', '.join(result.left_out)} (--full keeps all)"] if result.left_out else []
    hidden = [f"Withheld as hidden from readers: {len(result.hidden):,} pieces (page.hidden)"] if result.hidden else []
    return tuple(map(one_line, (*notes, *result.notes, *blocked, *left_out, *hidden)))


def reads_on_at(result: FetchResult, shown_chars: int, given: Mapping[str, Any]) -> int | None:
    """Where to read on in the stored text, None where all is shown. Inside the head it is where the excerpt ends."""
    start = int(given.get("start") or 0)
    head = result.omitted.start - start if result.omitted else len(result.text)
    if shown_chars < min(head, len(result.text)):
        return start + shown_chars
    return result.omitted.start if result.omitted else None


def position(result: FetchResult, shown_chars: int, given: Mapping[str, Any]) -> str:
    """Which characters of the text are shown, where it was not read from its start; else ""."""
    start = int(given.get("start") or 0)
    done = result.compression
    total = result.total_chars if done is None or done.refused is not None else len(done.text)
    if not 0 < start < total:
        return ""
    end = min(start + shown_chars, result.omitted.start if result.omitted else total)
    return f"characters {start:,}–{end:,} of {total:,}"


def _page(
    result: FetchResult, given: Mapping[str, Any], notes: Sequence[str], shown_chars: int, diff: DiffShape | None
) -> PageShape:
    text = excerpt(result.text, shown_chars)
    next_start = reads_on_at(result, len(text), given)
    place = position(result, len(text), given)
    reads_on = {**given, "start": next_start, "refresh": False}
    magic_on = fetch_line(result.url, reads_on) if next_start is not None else ""
    return PageShape(
        url=safe_url(result.url),
        final_url=safe_url(result.final_url),
        title=one_line(result.title) or host(result.final_url),
        host=host(result.final_url),
        media_type=one_line(result.media_type),
        kind=result.kind.kind,
        kind_reason=one_line(result.kind.reason),
        total_chars=result.total_chars,
        total_tokens=result.total_tokens,
        notes=remarks(result, (*notes, *([f"This is {place}"] if place else []))),
        read_html=_html(result, text),
        more=_more(result, len(text), magic_on),
        diff=diff,
        links=len(result.links),
        # `via` and not the attempts: a page from the store has none, and its bytes must be the same.
        backends=() if result.via == "direct" else (one_line(result.via),),
        page_hash=one_line(result.page_hash),
        citation=citation(result.title, result.final_url, ""),
        magic=fetch_line(result.url, given),
        magic_on=magic_on,
        next_start=next_start,
        options=dict(given),
    )


def _diff(result: FetchResult, restored: Sequence[int] = ()) -> DiffShape | None:
    return saved_diff(result.compression, int(SAVED_BYTES * _DIFF_SHARE), restored) if result.compression else None


def _html(result: FetchResult, text: str) -> str:
    return page_html(text) if is_markdown(result) else pre(text)


def _chars_within(result: FetchResult, room_bytes: int) -> int:
    """How many characters of the text have room once they are HTML."""
    chars = min(len(result.text), 2 * room_bytes)  # addresses may go, but hardly half of a text
    while chars and (taken := html_bytes(_html(result, excerpt(result.text, chars)))) > room_bytes:
        # A little less than in proportion: the first of a page may be denser than the whole.
        chars = min(chars - 1, int(0.95 * chars * room_bytes / taken))
    return chars


def _more(result: FetchResult, shown_chars: int, magic_on: str) -> str:
    hidden = len(result.text) - shown_chars
    left = (result.omitted.chars if result.omitted else 0) + hidden
    if left <= 0:
        return ""
    read_on = f" Read on: {magic_on}" if magic_on else ""
    return f"{left:,} more characters of {result.total_chars:,}.{read_on}"
