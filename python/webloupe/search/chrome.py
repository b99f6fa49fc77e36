"""Whether a description is page furniture instead of content, and why. Pure, in linear time."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..types import DescriptionQuality
from .furniture import KINDS
from .prose import passages, without_skip_links
from .signals import Shape, shape_of
from .weights import contributions, score

JUDGED_CHARS: Final = 400
"""How much of a description is judged: what a result shows of it at most."""

_LEAST: Final = 1.0  # of the log-odds: what adds less does not name the whole
_REASONS: Final = {
    "links": "list of links",
    "numbers": "list of numbers",
    "code": "code of a template or script",
}


def describe_quality(description: str, *, title: str = "", url: str = "") -> DescriptionQuality:
    """Whether `description` is page furniture (menu, notice, key legend, list of links) instead of content, and why.

    The first 400 characters are judged, without the page's own `title` and `url` at their beginning, by their shape and
    by phrases that pages say around their content (English, Chinese and some others). Furniture is a score of 0.5 on.
    `clean` are all sentences of content in it. Never raises; takes time in proportion to the text.
    """
    found = verdict(description, title=title, url=url)
    if not found.is_chrome:
        clean = without_skip_links(" ".join(description.split()))
    else:
        clean = " ".join(passages(description))
    return DescriptionQuality(is_chrome=found.is_chrome, score=found.score, reason=found.reason, clean=clean)


class Verdict(NamedTuple):
    """What `describe_quality` says, without the clean part, which takes longer than the rest."""

    is_chrome: bool
    score: float
    reason: str


def verdict(description: str, *, title: str = "", url: str = "") -> Verdict:
    """Whether `description` is page furniture, and why."""
    judged = _judged(description, title, url)
    if not judged:
        return Verdict(False, 0.0, "empty")
    shape = shape_of(judged)
    value = round(score(shape.signals), 3)
    return Verdict(value >= 0.5, value, _reason(shape) if value >= 0.5 else "sentences")


def _judged(description: str, title: str, url: str) -> str:
    text = " ".join(description[: 2 * JUDGED_CHARS].split())
    for known in (title, url):
        text = text.removeprefix(" ".join(known.split())).lstrip(" |-–—:·")
    return text[:JUDGED_CHARS]


def _reason(shape: Shape) -> str:
    """The kind of notice where most phrases are notices, what a list is made of where that weighs much, else a menu."""
    weighed = contributions(shape.signals)
    said = {kind: shape.kinds[place] for place, kind in enumerate(KINDS)}
    notices = {kind.name: times for kind, times in said.items() if kind.is_notice}
    if weighed["notice"] >= _LEAST and 2 * sum(notices.values()) >= shape.kinds.total():
        return max(notices, key=lambda name: notices[name])
    enough = max(_LEAST, max(weighed.values()) / 2)
    listed = max(_REASONS, key=lambda name: weighed[name])
    if weighed[listed] >= enough:
        return _REASONS[listed]
    if not shape.kinds.total() and weighed["repeats"] >= enough:
        return "repeated text"
    labels = {kind.name: times for kind, times in said.items() if not kind.is_notice}
    return "sign-in prompt" if labels["sign-in prompt"] > labels["navigation menu"] else "navigation menu"
