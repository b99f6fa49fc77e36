"""Whether a description is page furniture instead of content, and why. Pure, in linear time."""

from __future__ import annotations

from typing import Final

from ..types import DescriptionQuality
from .furniture import KINDS
from .prose import sentence_like, without_skip_links
from .signals import Shape, shape_of
from .weights import contributions, score

JUDGED_CHARS: Final = 400
"""How much of a description is judged: what a result shows of it at most."""

_REASONS: Final = {
    "links": "list of links",
    "numbers": "list of numbers",
    "code": "code of a template or script",
    "repeats": "repeated text",
}


def describe_quality(description: str, *, title: str = "", url: str = "") -> DescriptionQuality:
    """Whether `description` is page furniture (menu, notice, key legend, list of links) instead of content, and why.

    The first 400 characters are judged, without the page's own `title` and `url` at their beginning, by their shape and
    by phrases that pages say around their content (English, Chinese and some others). Furniture is a score of 0.5 on.
    `clean` are all sentences of content in it. Never raises; takes time in proportion to the text.
    """
    judged = _judged(description, title, url)
    if not judged:
        return DescriptionQuality(is_chrome=False, score=0.0, reason="empty", clean=" ".join(description.split()))
    shape = shape_of(judged)
    value = round(score(shape.signals), 3)
    if value < 0.5:
        clean = without_skip_links(" ".join(description.split()))
        return DescriptionQuality(is_chrome=False, score=value, reason="sentences", clean=clean)
    return DescriptionQuality(
        is_chrome=True, score=value, reason=_reason(shape), clean=" ".join(sentence_like(description))
    )


def _judged(description: str, title: str, url: str) -> str:
    text = " ".join(description[: 2 * JUDGED_CHARS].split())
    for known in (title, url):
        text = text.removeprefix(" ".join(known.split())).lstrip(" |-–—:·")
    return text[:JUDGED_CHARS]


def _reason(shape: Shape) -> str:
    """The kind of the phrases where they weigh most, else what the strongest signal shows."""
    weighed = contributions(shape.signals)
    strongest = max(weighed, key=lambda name: weighed[name])
    notices = {kind: times for kind, times in shape.kinds.items() if KINDS[kind].is_notice and times}
    if notices and weighed["notice"] >= 0.5 * weighed[strongest]:
        return KINDS[max(notices, key=lambda kind: notices[kind])].name
    if strongest in _REASONS:
        return _REASONS[strongest]
    found = {kind: times for kind, times in shape.kinds.items() if times}
    is_account = bool(found) and KINDS[max(found, key=lambda kind: found[kind])].name == "sign-in prompt"
    return "sign-in prompt" if is_account and sum(found.values()) > 2 else "navigation menu"
