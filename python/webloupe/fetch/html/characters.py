"""Characters that no reader sees but every program reads: taken out and counted.

Kept: joiners between letters of scripts that need them and inside emoji, emoji selectors, the three regional flags,
direction marks beside right-to-left letters. The list follows Unicode's default ignorables, controls and private use.
"""

from __future__ import annotations

import re
from collections import Counter

from ...types import Hidden

_EMOJI = "\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff\ufe0f"
_JOINING = "\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ua840-\ua87f\ufb1d-\ufdff\ufe70-\ufefc"
_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_BMP = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
)
_ASTRAL = "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
_SUSPECT = re.compile(f"[{_BMP}{_ASTRAL}]")
_VISIBLE = bytes((0x09, 0x0A, *range(0x20, 0x7F)))
# Where a suspect is part of what one reads.
_IN_PLACE = re.compile(
    f"(?<=[{_JOINING}])[\u200c\u200d]|(?<=[{_EMOJI}])\u200d(?=[{_EMOJI}])|(?<=[{_EMOJI}#*0-9])[\ufe0e\ufe0f]"
    f"|(?<=[{_RIGHT_TO_LEFT}])[\u200e\u200f\u061c]|[\u200e\u200f\u061c](?=[{_RIGHT_TO_LEFT}])"
)
# England, Scotland and Wales: a black flag and the letters of the region in tag characters.
_FLAG = re.compile(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
_TAG_BASE, _TAG_LAST = 0xE0000, 0xE007F


def strip(text: str) -> tuple[str, tuple[Hidden, ...]]:
    """`text` without invisible characters; what they were: a count by code point, and what tag characters spell."""
    if not _is_suspect(text):
        return text, ()
    flags = {place for flag in _FLAG.finditer(text) for place in range(*flag.span())} if "\U0001f3f4" in text else ()
    taken: list[str] = []

    def take(match: re.Match[str]) -> str:
        if match.start() in flags or _IN_PLACE.match(text, match.start()):
            return match[0]
        taken.append(match[0])
        return ""

    return _SUSPECT.sub(take, text), tuple(_report(taken))


def _is_suspect(text: str) -> bool:
    # Most of a text is visible ASCII; what is left after dropping it is short enough for the slow search.
    odd = text.encode("utf-8", "surrogatepass").translate(None, _VISIBLE)
    return bool(odd) and _SUSPECT.search(odd.decode("utf-8", "surrogatepass")) is not None


def _report(taken: list[str]) -> list[Hidden]:
    if not taken:
        return []
    counts = Counter(taken)
    named = ", ".join(f"U+{ord(character):04X} ×{count:,}" for character, count in counts.most_common(8))
    more = f" and {len(counts) - 8} others" if len(counts) > 8 else ""
    reports = [Hidden(channel="invisible characters", text=f"{len(taken):,} removed: {named}{more}")]
    spelled = "".join(chr(ord(c) - _TAG_BASE) for c in taken if _TAG_BASE + 0x20 <= ord(c) < _TAG_LAST)
    if spelled:
        reports.append(Hidden(channel="tag characters", text=spelled[:500]))
    return reports
