"""What the lines of a text are: items, rows, code, settings, signatures, clauses, prose. Pure counting."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

_FENCED = re.compile(r"^[ \t]*(```|~~~)[^\n]*\n.*?(?:^[ \t]*\1[^\n]*$|\Z)", re.MULTILINE | re.DOTALL)
_NAME = r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|/)[\w$]+)*"
# The first that matches the start of a line names it. Signatures come first: they stand in headings, items and rows.
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "signature",
        re.compile(
            r"(?:\#{1,6}\ |[-*+]\ |\d+\.\ |\|\ ?)?[`*\[]{0,4}"
            rf"(?:(?<=\[`){_NAME}(?:\(\))?`\]\([^)]*\)"
            r"|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[`*]{0,3}\ +[`*]{0,3}/[\w{}/:.<>?=&-]*"
            rf"|(?:(?:class|def|func|fn|function|async|static|public|method)\ +)*{_NAME}\([^()\n]{{0,200}}\)"
            r"(?:\ *(?:->|=>)\ *[\w\[\]., |`\"]+)?(?=[`*\]]|$|\ *[-–—:|])"
            rf"|(?<=`){_NAME}`(?:\ ?\([^()\n]{{1,60}}\))?\*{{0,2}}\ *[-–—:|])",
            re.VERBOSE,
        ),
    ),
    ("row", re.compile(r"\|.*\|")),
    ("heading", re.compile(r"#{1,6} ")),
    ("link", re.compile(r"(?:[-*+•] |\d+[.)] )?\*{0,2}(?:!?\[[^\]]*\]\([^)]*\)|<?https?://\S+>?)")),
    (
        "clause",
        re.compile(r"\d+\.\d+[.\d]* |\([a-z0-9]{1,3}\) |§|(?:section|article|clause) \d|第\S{1,4}[条章款]", re.I),
    ),
    ("item", re.compile(r"(?:[-*+•]|\d+[.)])(?: |$)")),
    (
        "setting",
        re.compile(
            r"(?:export |- )?[\"']?[A-Za-z_][\w.\-/]*[\"']?\s*[:=](?:\s*\S.{0,80})?$|\[{1,2}[\w.\-\" :]+\]{1,2}$|;"
        ),
    ),
    (
        "code",
        re.compile(
            r"(?:import|from|\#include|using|package|def|class|func|fn|function|var|let|const|return|if|for|while|else"
            r"|elif|switch|case|try|except|public|private|static|struct|impl|end)\b.*[(){};:=\"'\w]$(?<![a-z]{3}\.)"
            r"|.*[{};]$|[})\]]+[,;:]?$|//|/\*|\*/|@\w+$|[\w.\[\]\"']+\ ?(?:[+\-*/|&]?=|:=)\ ?\S|[\w.]+\(.*\)$",
            re.VERBOSE,
        ),
    ),
)
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]*_]*(?:\s|$)|[。！？；]")
_LONG_WORD = re.compile(r"[a-z]{5,}")
_LEGAL_WORDS = {
    *("hereby", "herein", "hereto", "hereunder", "hereinafter", "thereof", "notwithstanding", "shall", "liable"),
    *("liability", "liabilities", "warranty", "warranties", "indemnify", "indemnification", "indemnified"),
    *("licensor", "licensors", "licensee", "licensees", "sublicense", "sublicensed", "merchantability"),
    *("infringe", "infringement", "infringing", "jurisdiction", "pursuant", "redistribute", "redistribution"),
    *("redistributions", "consent"),
}
_LEGAL_PHRASES = (
    *("governing law", "terms and conditions", "terms of use", "terms of service", "these terms", "personal data"),
    *("copyright holder", "in writing", "third part"),
    *("本协议", "本条款", "本合同", "甲方", "乙方", "不得", "应当", "依照", "违约", "法律责任", "争议", "知识产权"),
    *("免责", "许可", "著作权", "有权"),
)
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"(?<!\S)[\"'(]?[^\W\d_]{2,}[,.;:!?\"')]*(?!\S)")
_CODE_MARK = re.compile(r"[{};=<>]|\w\(|^\s*(?:#|//|\$|>>>|--?\w)")
_PARAGRAPH_CHARS = 60  # a shorter run of words is a label or a caption


@dataclass(frozen=True, slots=True)
class Measured:
    """Figures of a text. All but the counts are shares from 0 to 1: of the filled lines (`shares`, by what they are;
    `delimited`, with the same number of separators), of the characters (`fenced`, `prose`, `digits`) or of the words
    (`legal`). `item_chars` is the mean length of items and links.
    """

    lines: int
    words: int
    item_chars: float
    fenced: float
    prose: float
    digits: float
    delimited: float
    legal: float
    shares: dict[str, float]

    def share(self, *names: str) -> float:
        """The share of lines that are one of these."""
        return sum(self.shares.get(name, 0.0) for name in names)


def measure(text: str) -> Measured:
    """Counts what the lines of a text are."""
    bare = _FENCED.sub(_unfenced_prose, text)
    lines = [line.strip() for line in bare.split("\n") if line.strip()]
    kinds = [_kind(line) for line in lines]
    listed = [len(line) for line, kind in zip(lines, kinds, strict=True) if kind in ("item", "link")]
    words = len(bare.split()) + len(_HAN.findall(bare)) // 2
    chars = max(1, sum(map(len, lines)))
    return Measured(
        lines=len(lines),
        words=words,
        item_chars=sum(listed) / max(1, len(listed)),
        fenced=1 - len(bare) / max(1, len(text)),
        prose=_prose_chars(lines, kinds) / chars,
        digits=sum(map(bare.count, "0123456789")) / chars,
        delimited=_delimited(lines[:2_000]),
        legal=_legal_terms(bare.lower()) / max(1, words),
        shares={name: count / len(lines) for name, count in Counter(kinds).items()},
    )


def _unfenced_prose(fence: re.Match[str]) -> str:
    """What counts of a fenced block as text: all of it when a site shows its prose that way, else nothing."""
    inside = fence.group().split("\n")[1:-1]
    wordy = sum(len(line) for line in inside if len(_WORD.findall(line)) >= 6 and not _CODE_MARK.search(line))
    return "\n".join(inside) if wordy > 0.6 * sum(map(len, inside)) else ""


def _kind(line: str) -> str:
    head = line[:300]
    return next((name for name, pattern in _KINDS if pattern.match(head)), "")


def _legal_terms(lowered: str) -> int:
    """Words and phrases of contracts and licences; one pattern of them all would take ten times as long."""
    words = sum(word in _LEGAL_WORDS for word in _LONG_WORD.findall(lowered))
    return words + sum(map(lowered.count, _LEGAL_PHRASES))


def _prose_chars(lines: list[str], kinds: list[str]) -> int:
    """Characters in paragraphs: neighbouring lines of no other kind, wrapped or not, that hold a sentence."""
    prose = paragraph = 0
    ended = False
    for line, kind in zip([*lines, ""], [*kinds, "end"], strict=True):
        in_item = kind in ("item", "clause", "link") and len(line) > 2 * _PARAGRAPH_CHARS
        in_paragraph = kind in ("", "code", "setting") and len(line) > 20 and line.count(" ") >= 3
        if in_paragraph or in_item or _HAN.match(line) or (paragraph and kind == ""):
            paragraph += len(line)
            ended = ended or _SENTENCE_END.search(line) is not None
            if not in_item:
                continue
        if ended and paragraph > _PARAGRAPH_CHARS:
            prose += paragraph
        paragraph, ended = 0, False
    return prose


def _delimited(lines: list[str]) -> float:
    """The share of lines with the same number, at least one, of the separator that most of them have alike."""
    best = 0
    for mark in "\t,;":
        number, lines_alike = Counter(line.count(mark) for line in lines).most_common(1)[0] if lines else (0, 0)
        best = max(best, lines_alike if number else 0)
    return best / max(1, len(lines))
