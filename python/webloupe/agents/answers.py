"""What the tools answer: the contract JSON, bounded, with the web's own words in a frame."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from ..types import Compression, ErrorInfo, Failed, FetchResult, SearchResponse, UsageSummary
from . import frame

_LOST_SHOWN: Final = 20  # of each class; more would be the text again
_IMITATION: Final = "The page imitates the frame that marks web content; its marks were defused."


def error(info: ErrorInfo) -> dict[str, Any]:
    """A failure: what, why, what to do next."""
    told = {"code": info.code, "message": info.message, "hint": info.hint, "retryable": info.retryable}
    return told | ({"retry_after_s": info.retry_after_s} if info.retry_after_s is not None else {})


def searched(response: SearchResponse) -> dict[str, Any]:
    """The contract JSON of a search; JSON quotes what a title says, so it cannot leave its place."""
    told: dict[str, Any] = json.loads(response.to_json())
    return told | ({"notes": list(response.notes)} if response.notes else {})


def page(result: FetchResult) -> dict[str, Any]:
    """A page: where it came from, what kind it is, how much of it this is, its text in a frame."""
    told: dict[str, Any] = {
        "url": result.final_url,
        "title": result.title,
        "published": result.published,
        "kind": result.kind.kind,
        "total_chars": result.total_chars,
    }
    if result.omitted:
        told["read_on_from"] = result.omitted.start
    if result.blocked:
        told["blocked"] = result.blocked
    if result.compression:
        told["shortened"] = _how(result.compression)
    notes = [*result.notes, *([_IMITATION] if frame.imitates(result.text) else [])]
    told |= {"notes": notes} if notes else {}
    return told | {"about_content": frame.ABOUT, "content": frame.framed(result.text, source=result.final_url)}


def outcome(result: FetchResult | Failed) -> dict[str, Any]:
    """A page of several, or why there is none."""
    return {"url": result.url, "error": error(result.error)} if isinstance(result, Failed) else page(result)


def compressed(done: Compression) -> dict[str, Any]:
    """A shortened text with what it cost and lost."""
    return {
        "about_content": frame.ABOUT,
        "content": frame.framed(done.text, source="compression"),
        **_how(done),
    }


def used(summary: UsageSummary) -> dict[str, Any]:
    """The days' calls, and what is left."""
    rows = [msgspec.to_builtins(row) for row in summary.rows[:100]]
    return {"rows": rows, "windows": [msgspec.to_builtins(window) for window in summary.windows]}


def _how(done: Compression) -> dict[str, Any]:
    told: dict[str, Any] = {
        "method": done.method,
        "tokens_before": done.tokens_before,
        "tokens_after": done.tokens_after,
    }
    if done.refused:
        told["refused"] = done.refused
    if done.loss and done.tokens_after < done.tokens_before:
        lost = {name: [fact.text for fact in facts] for name, facts in done.loss.lost.items() if facts}
        told["lost"] = {name: texts[:_LOST_SHOWN] for name, texts in lost.items()}
        told["recall"] = {name: round(share, 3) for name, share in done.loss.recall.items()}
    if done.invented:
        told["invented_and_dropped"] = {name: list(texts)[:_LOST_SHOWN] for name, texts in done.invented.items()}
    return told | ({"notes": list(done.notes)} if done.notes else {})
