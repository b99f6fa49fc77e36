"""Whether a text may be shortened with loss, and is worth it. Pure.

Measured: what is chosen from an index, a table or code keeps a fraction of its entries and nothing of its order, and a
text of some hundred tokens gains nothing. So such texts are shortened without loss only, unless forced.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..kind import content_kind
from ..types import ContentKind, Kind, Method
from .kept import of_last_texts
from .markup import without_markup
from .wish import Wish

MIN_TOKENS: Final = 800  # below it a choice costs more in what it loses than it saves
MIN_GAIN: Final = 0.1  # of the tokens
WHOLE: Final[frozenset[Kind]] = frozenset({"index", "api_list", "table", "code", "legal", "config", "data"})
"""The kinds that are shortened without loss only."""
LOSSY: Final[frozenset[Method]] = frozenset({"rules", "extract", "instruct"})
CHOOSING: Final[frozenset[Method]] = frozenset({"extract", "instruct"})
_SURE: Final = 0.9
_UNSURE_WHEN_SHORT: Final[frozenset[Kind]] = frozenset({"index", "legal"})  # two lines are soon "short items"


class Verdict(NamedTuple):
    """What is to be done, "none" with the reason in `refused`. `budget` is in tokens, `note` for the caller."""

    method: Method
    budget: int = 0
    refused: str | None = None
    note: str = ""


def judge(text: str, tokens: int, wish: Wish) -> Verdict:
    """What to do with `text`, which has so many tokens."""
    if wish.method == "auto":
        return _automatic(text, tokens, wish)
    if wish.method not in LOSSY or wish.force:
        return Verdict(wish.method, wish.budget(len(text), tokens))
    if reason := _stays_whole(text, tokens, wish):
        return Verdict("none", refused=f"{reason}; lossless shortens it without loss, force does it nevertheless.")
    if wish.method in CHOOSING and (reason := _not_worth_it(text, tokens, wish)):
        return Verdict("none", refused=f"{reason}: returned as it is.")
    return Verdict(wish.method, wish.budget(len(text), tokens))


def gains(before: int, after: int, wish: Wish) -> bool:
    """Whether a choice made of so many tokens so few that it is worth its losses."""
    return wish.force or after <= (1 - MIN_GAIN) * before


def _automatic(text: str, tokens: int, wish: Wish) -> Verdict:
    """Extract with a task where a choice does no harm, else lossless."""
    if not wish.task:
        return Verdict("lossless")
    if not wish.force:
        reason = _stays_whole(text, tokens, wish) or _not_worth_it(text, tokens, wish)
        if reason:
            return Verdict("lossless", note=f"Nothing was chosen: {reason[0].lower()}{reason[1:]}.")
    return Verdict("extract", wish.budget(len(text), tokens))


def _stays_whole(text: str, tokens: int, wish: Wish) -> str:
    """Why the text is of a kind that must stay whole; "" where it is not."""
    kind = wish.kind or _kind(text)
    if kind.kind in WHOLE and (wish.kind or tokens >= MIN_TOKENS or _is_sure(kind)):
        return f"The text is {_named(kind.kind)} ({kind.reason})"
    if wish.method != "rules" and not kind.lossy_ok and tokens >= MIN_TOKENS:
        return f"The text is no clear narrative ({kind.reason})"
    return ""


def kind_of(text: str) -> ContentKind:
    """The kind of a text; of HTML, that of what it shows."""
    kind = content_kind(text)
    if kind.kind in WHOLE and "<" in text and (shown := without_markup(text)) != text:
        return content_kind(shown)
    return kind


_kind = of_last_texts(kind_of)


def _is_sure(kind: ContentKind) -> bool:
    return kind.confidence >= _SURE and kind.kind not in _UNSURE_WHEN_SHORT


def _named(kind: Kind) -> str:
    names = {"index": "an index", "api_list": "an API list", "table": "a table", "legal": "a legal text"}
    return names.get(kind, kind)


def _not_worth_it(text: str, tokens: int, wish: Wish) -> str:
    """Why a choice would gain too little; "" where it would not."""
    if not wish.has_target and len(text) <= wish.usual_chars:
        return f"The text has {len(text):,} characters, {wish.usual_chars:,} are aimed at"
    budget = wish.budget(len(text), tokens)
    if tokens <= budget:
        return f"The text has {tokens:,} tokens, within the {budget:,} asked for"
    if tokens < MIN_TOKENS:
        return f"The text has {tokens:,} tokens, too few to gain by a choice (below {MIN_TOKENS})"
    if budget > (1 - MIN_GAIN) * tokens:
        return f"Less than {MIN_GAIN:.0%} of the text's {tokens:,} tokens is to be gained"
    return ""
