"""What a text measures: how many of its lines are items, rows, settings, signatures, and how much of it is prose.

Pure counting.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from .line_kinds import as_line
from .prose_runs import prose_of
from .source_lines import Source, as_source, nesting

_FENCED = re.compile(r"^[ \t]*(```|~~~)[^\n]*\n.*?(?:^[ \t]*\1[^\n]*$|\Z)", re.MULTILINE | re.DOTALL)
_LONG_WORD = re.compile(r"[a-z]{5,}")
_LEGAL_WORDS = {
    *("hereby", "herein", "hereto", "hereunder", "hereinafter", "thereof", "notwithstanding", "shall", "liable"),
    *("liability", "liabilities", "warranty", "warranties", "indemnify", "indemnification", "indemnified"),
    *("licensor", "licensors", "licensee", "licensees", "sublicense", "sublicensed", "merchantability"),
    *("infringe", "infringement", "infringing", "jurisdiction", "pursuant", "redistribute", "redistribution"),
    *("redistributions", "consent", "license", "licence", "licensed", "copyright", "permitted"),
}
_LEGAL_PHRASES = (
    *("governing law", "terms and conditions", "terms of use", "terms of service", "these terms", "personal data"),
    *("copyright holder", "in writing", "third part", "permission is", "this agreement", "subsection", "paragraph 1"),
    *("本协议", "本条款", "本合同", "本法", "甲方", "乙方", "不得", "应当", "依照", "依法", "违约"),
    *("法律责任", "争议", "知识产权", "免责", "许可", "著作权", "有权", "罚款", "合法权益"),
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"(?<!\S)[\"'(]?[^\W\d_]{2,}[,.;:!?\"')]*(?!\S)")
_CODE_MARK = re.compile(r"[{};=<>]|\w\(|^\s*(?:#|//|\$|>>>|--?\w)")
_COLUMN = re.compile(r"\S(?:\t+| {2,})(?=\S)")
_UNBROKEN = re.compile(r"[\x21-\x7e]{40,}$")


@dataclass(frozen=True, slots=True)
class Measured:
    """Figures of a text: counts, means in characters, and shares from 0 to 1.

    Of the filled lines are `shares` (by what they are), `delimited` (with the same number of separators), `aligned`
    (with the same number of columns set by blanks), `nested` (keys and what stands under them), `unbroken` (long,
    without a blank) and `repeated` (whose first word begins others too). Of the characters seen are `fenced`, `digits`,
    `linked` and `prose`; of that, `flow` is in long runs between titles that lead elsewhere, `apart` in long runs
    between signatures, and `prose_of_source` is what is left without comments. `legal` is a share of the words.
    `titles` counts links as long as the title of a page, `fences` blocks of code; `item_chars` and `line_chars` are
    mean lengths.
    """

    lines: int
    words: int
    titles: int
    fences: int
    item_chars: float
    line_chars: float
    fenced: float
    prose: float
    prose_of_source: float
    flow: float
    apart: float
    linked: float
    digits: float
    delimited: float
    aligned: float
    nested: float
    unbroken: float
    repeated: float
    legal: float
    shares: dict[str, float]
    source: Source

    def share(self, *names: str) -> float:
        """The share of lines that are one of these."""
        return sum(self.shares.get(name, 0.0) for name in names)


def measure(text: str) -> Measured:
    """Counts what the lines of a text are."""
    bare, fences = _FENCED.subn(_unfenced_prose, text)
    spaced = [as_line(raw.strip()) for raw in bare.split("\n")]
    lines = [line for line in spaced if line.seen]
    count = max(1, len(lines))
    seen = [line.seen for line in lines]
    listed = [len(line.seen) for line in lines if line.kind in ("item", "link")]
    words = sum(len(line.split()) for line in seen) + (0 if bare.isascii() else len(_CJK.findall(bare)) // 2)
    chars = max(1, sum(map(len, seen)))
    prose = prose_of(spaced)
    source = as_source(bare)
    uncommented = prose
    if source.comments >= 0.15:
        uncommented = prose_of([as_line(line) for line in source.bare.split("\n")])
    return Measured(
        lines=len(lines),
        words=words,
        fences=fences,
        titles=sum(line.is_title for line in lines),
        item_chars=sum(listed) / max(1, len(listed)),
        line_chars=chars / count,
        fenced=1 - len(bare) / max(1, len(text)),
        prose=prose.chars / chars,
        prose_of_source=uncommented.chars / max(1, len(source.bare)),
        flow=prose.flow / chars,
        apart=prose.apart / chars,
        linked=sum(line.linked for line in lines) / chars,
        digits=sum(map("".join(seen).count, "0123456789")) / chars,
        delimited=_delimited(seen[:2_000]),
        aligned=_aligned(bare),
        nested=nesting(bare),
        unbroken=sum(_UNBROKEN.match(line) is not None for line in seen) / count,
        repeated=_repeated(seen),
        legal=_legal_terms(bare.lower()) / max(1, words),
        shares={name: number / count for name, number in Counter(line.kind for line in lines).items()},
        source=source,
    )


def _unfenced_prose(fence: re.Match[str]) -> str:
    """What counts of a fenced block as text: all of it when a site shows its prose that way, else nothing."""
    inside = fence.group().split("\n")[1:-1]
    wordy = sum(len(line) for line in inside if len(_WORD.findall(line)) >= 6 and not _CODE_MARK.search(line))
    return "\n".join(inside) if wordy > 0.6 * sum(map(len, inside)) else ""


def _legal_terms(lowered: str) -> int:
    """Words and phrases of contracts and licences; one pattern of them all would take ten times as long."""
    words = sum(word in _LEGAL_WORDS for word in _LONG_WORD.findall(lowered))
    return words + sum(map(lowered.count, _LEGAL_PHRASES))


def _delimited(lines: list[str]) -> float:
    """The share of lines with the same number, at least one, of the separator that most of them have alike."""
    best = 0
    for mark in "\t,;":
        number, lines_alike = Counter(line.count(mark) for line in lines).most_common(1)[0] if lines else (0, 0)
        best = max(best, lines_alike if number else 0)
    return best / max(1, len(lines))


def _aligned(text: str) -> float:
    """The share of lines that blanks cut into the same number of cells, at least three."""
    lines = text.split("\n", 2_000)[:2_000]
    counts = Counter(len(_COLUMN.findall(line)) if _gapped(line) else 0 for line in lines if line.strip())
    gaps, alike = counts.most_common(1)[0] if counts else (0, 0)
    return alike / max(1, sum(counts.values())) if gaps >= 2 else 0.0


def _gapped(line: str) -> bool:
    """Whether blanks set anything apart: a search for columns costs more than this question."""
    return "  " in line or "\t" in line


def _repeated(lines: list[str]) -> float:
    """The share of lines whose first word begins at least two others."""
    first = Counter(line.split(None, 1)[0] for line in lines)
    return sum(count for count in first.values() if count >= 3) / max(1, len(lines))
