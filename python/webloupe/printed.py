"""What a terminal shows: results, page headers, tables. Text from the web comes out without control signs. Pure."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

import msgspec

from . import told
from .types import (
    Attempt,
    Compression,
    FetchResult,
    LossReport,
    Packed,
    SearchResponse,
    SearchResult,
    UsageRow,
    UsageSummary,
)

# C0 and C1 but tab, newline and CRLF: a page must not move the cursor, ring or retitle the terminal. Nor may it turn
# what stands on a line round (the embeddings, overrides and isolates of Unicode's bidirectional algorithm).
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")


def harmless(text: str) -> str:
    """The text without the control signs that a terminal obeys."""
    return _CONTROL.sub("", text)


def results(response: SearchResponse) -> str:
    """The hits, numbered: title, address, date and backend, description; before them the answer and the comparison."""
    tables = [columns([table.head, *table.rows]) for table in told.comparison(response, with_times=True)]
    answer = [_line(told.answer(response.answer))] if response.answer else []
    return "\n\n".join([*answer, *tables, *map(_hit, response)]) or "Nothing found."


def _hit(hit: SearchResult) -> str:
    lines = [f"{hit.position:>2}. {_line(hit.title) or _host(hit.url)}", f"    {_line(hit.url)}"]
    said = [_line(hit.published) or "undated", told.found_by(hit), *(mark.text for mark in told.marks(hit))]
    lines.append(f"    {' · '.join(map(_line, said))}")
    if description := _line(hit.description):
        lines.append(f"    {description}")
    return "\n".join(lines)


def search_header(response: SearchResponse, now: float = 0.0) -> str:
    """Who answered, who failed and why, how many hits, time and tokens, in one line.

    `now` (Unix time) tells how old an answer from memory is, and how long a backend still rests.
    """
    since_s = max(0.0, now - response.asked_at) if now and response.asked_at else 0.0
    said = " · ".join(_attempt(attempt, since_s) for attempt in response.attempts)
    memory = f"from memory, {told.age(since_s)}" if response.cached else ""
    hits = f"{len(response)} result{'' if len(response) == 1 else 's'}"
    took = "" if response.cached else f", {response.elapsed_ms:,.0f} ms"
    return " · ".join(part for part in (said, memory, f"{hits}, {response.tokens:,} tokens{took}") if part)


def _attempt(attempt: Attempt, since_s: float) -> str:
    left = f", {attempt.remaining:,} calls left" if attempt.remaining is not None else ""
    return _line(told.tried(attempt, told.wait_left_s(attempt, since_s))) + left


def page_header(page: FetchResult) -> str:
    """What the page is and what it costs, in one line."""
    shown = (
        f"{len(page.text):,} of {page.total_chars:,} characters" if page.omitted else f"{page.total_chars:,} characters"
    )
    parts = [
        _line(page.title) or _host(page.final_url),
        f"HTTP {page.status}",
        page.media_type,
        f"{shown}, {page.total_tokens:,} tokens",
        "stored" if page.cached else f"{page.elapsed_ms:,.0f} ms",
        f"blocked: {_line(page.blocked)}" if page.blocked else "",
        f"left out: {', '.join(page.left_out)}" if page.left_out else "",
        f"withheld as hidden from readers: {len(page.hidden):,} pieces" if page.hidden else "",
        compression(page.compression) if page.compression else "",
        f"whole text: {page.stored_path}" if page.omitted and page.stored_path else "",
    ]
    return " · ".join(part for part in parts if part)


def compression(done: Compression) -> str:
    """Tokens before and after, how many pieces went, and what that lost by class."""
    if done.refused:
        return f"not compressed: {_line(done.refused)}"
    ops = [segment.op for segment in done.segments]
    went = f"{ops.count('dropped'):,} pieces dropped, {ops.count('rewritten'):,} rewritten"
    tokens = f"{done.tokens_before:,} → {done.tokens_after:,} tokens"
    return f"compressed by {done.method}: {tokens}, {went}{_lost(done.loss)}"


def _lost(loss: LossReport | None) -> str:
    """The classes of which something is gone: " · lost: 3 of 5 numbers, 1 of 2 names"."""
    gone = {name: facts for name, facts in loss.lost.items() if facts} if loss else {}
    told = [f"{len(facts):,} of {len(getattr(loss, name)):,} {name.replace('_', ' ')}" for name, facts in gone.items()]
    return f" · lost: {', '.join(told)}" if told else ""


def packed(done: Packed) -> str:
    """How full the budget is, and how many passages are in, in one line."""
    states = [piece.state for piece in done.pieces]
    told = [f"{states.count(state):,} {state}" for state in ("pinned", "in", "merged", "out") if state in states]
    weights = ", ".join(f"{name} {weight:g}" for name, weight in done.weights.items())
    return (
        f"packed: {done.tokens:,} of {done.budget_tokens:,} tokens · passages: {', '.join(told)} · weights: {weights}"
    )


def as_json(done: Packed) -> str:
    """All that a packed text tells, in one line."""
    return msgspec.json.encode(done).decode()


def compression_json(done: Compression) -> str:
    """All that a compression tells, in one line."""
    return msgspec.json.encode(done).decode()


def usage_json(summary: UsageSummary) -> str:
    """The rows as JSON, with the number of days and of lines that could not be read."""
    return msgspec.json.encode(summary).decode()


def usage_csv(summary: UsageSummary) -> str:
    """The rows as CSV with a header line; by backend, how long each takes stands at their end."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    more = ("error_share", "p50_ms", "p95_ms", "usd") if summary.by == "backend" else ()
    known = {one.backend: one for one in summary.backends}
    writer.writerow((*UsageRow.__struct_fields__, *more))
    for row in summary.rows:
        beside = [getattr(known.get(row.backend), name, None) for name in more]
        writer.writerow((*msgspec.structs.astuple(row), *beside))
    return harmless(text.getvalue().rstrip("\n"))


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of texts under each other; the last column is as wide as it likes."""
    wide = [max((len(row[at]) for row in rows), default=0) for at in range(len(rows[0]) - 1)] if rows else []
    return "\n".join(
        "  ".join([*(text.ljust(width) for text, width in zip(row[:-1], wide, strict=True)), row[-1]]) for row in rows
    )


def _line(text: str) -> str:
    return " ".join(harmless(text).split())


def _host(url: str) -> str:
    try:
        return _line(urlsplit(url).hostname or url)
    except ValueError:
        return _line(url)
