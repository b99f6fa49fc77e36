"""What a body's label alone says before the body comes, which may never end."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import Unreadable
from ..wire import Answer
from .content_type import parse_content_type
from .detect import PAGE_TYPES, is_text

_RECORDINGS = ("audio/", "video/")
# Of these two kinds of labels, those that texts bear: playlists, and TypeScript, whose files end as MPEG streams do.
_TEXTS_AMONG_THEM = ("mpegurl", "scpls", "mp2t", "vnd.dlna.mpeg-tts")


def may_be_text(status: int, headers: Mapping[str, str]) -> bool:
    """Whether the body is worth waiting for: no reader makes text of a recording."""
    label = _label(headers)
    return status >= 400 or not label.startswith(_RECORDINGS) or label.endswith(_TEXTS_AMONG_THEM)


def is_of_use_in_part(_: int, headers: Mapping[str, str]) -> bool:
    """Whether the beginning of the body says something without its end."""
    label = _label(headers)
    return is_text(label) or label in PAGE_TYPES


def check(answer: Answer) -> None:
    """Unreadable for an answer whose body was not waited for."""
    if may_be_text(answer.status, answer.headers):
        return
    size = f"{answer.total_bytes:,} bytes" if answer.total_bytes is not None else "of unknown size"
    raise Unreadable(
        f"{answer.media_type}, {size}, not text: {answer.url}",
        "Fetch a page that describes it, or download the file.",
        url=answer.url,
    )


def _label(headers: Mapping[str, str]) -> str:
    return parse_content_type(headers.get("content-type", ""))[0]
