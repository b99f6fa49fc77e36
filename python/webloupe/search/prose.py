"""The part of a text that reads like sentences, out of menus, labels and notices around it. Pure, in linear time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..language import sentences
from .furniture import KINDS, phrases
from .signals import CJK, EDGES, is_cjk, shape_of
from .weights import score

WORDS: Final = 6
CHARACTERS: Final = 10
"""What counts as a sentence has at least so many words, or Chinese characters; shorter ones are labels more often."""
SENTENCE_CHARS: Final = 2_000
"""Longer "sentences" are lists or scripts."""

_SPLIT: Final = re.compile(r"\s[|›»•·→▾▼▲☰×*]+\s|[│｜•]|\s…\s")
_HEADING: Final = re.compile(r"#{1,6}\s|[-*+>|]|\d{1,3}[.)]\s")
_ENDED: Final = re.compile(r"[.!?…。！？][\"'”’)）」』\]]*\Z")
_CJK_END: Final = re.compile(f"[{CJK}，、]\\Z")
_LEADING: Final = re.compile(
    r"(?:(?:skip|jump) (?:directly )?to (?:the )?(?:main |page )?(?:content|navigation|search|footer)\W+"
    r"|跳[到转至]+(?:主要|正文)?(?:内容|导航|正文)\s+)+",
    re.IGNORECASE,
)


def sentence_like(text: str) -> Iterator[str]:
    """The sentences of `text` in order, one line each, without the labels glued before them.

    Right after a sentence, a short one counts too.
    """
    for block in _blocks(text):
        for piece in _SPLIT.split(block):
            follows = False
            for part in sentences(piece):
                sentence = " ".join(part.split())
                follows = _may_be_one(sentence, WORDS // 2 if follows else WORDS)
                if follows:
                    sentence = _without_labels(sentence)
                    follows = _reads_like_one(sentence)
                if follows:
                    yield sentence


def _may_be_one(text: str, least: int) -> bool:
    """Whether `text` has the size and the end of a sentence of `least` words or more."""
    if len(text) > SENTENCE_CHARS or not _ENDED.search(text[-4:]):
        return False
    size = len(text) * WORDS // CHARACTERS if is_cjk(text) else text.count(" ") + 1
    return size >= least


def _reads_like_one(text: str) -> bool:
    """Whether it is no menu and no notice."""
    shape = shape_of(text)
    return score(shape.signals) < 0.5 and not any(KINDS[kind].is_notice for kind in +shape.kinds)


def without_skip_links(text: str) -> str:
    """`text` without "Skip to main content" and the like before it."""
    return text[found.end() :] if (found := _LEADING.match(text)) else text


def _blocks(text: str) -> Iterator[str]:
    """The paragraphs of `text`: a line goes on where the next one does not begin like a new one."""
    block = ""
    for line in text.splitlines():
        line = line.strip()
        if block and not _goes_on(block, line):
            yield block
            block = ""
        block = f"{block} {line}" if block and line else block or line
    if block:
        yield block


def _goes_on(block: str, line: str) -> bool:
    if not line or _ENDED.search(block[-4:]) or _HEADING.match(line):
        return False
    return line[0].islower() or bool(_CJK_END.search(block[-1:]) and len(block) > 2 * CHARACTERS and is_cjk(line))


def _without_labels(sentence: str) -> str:
    """`sentence` from where it begins: labels before it have no stop of their own ("Home News Sport The oak is …").

    It begins at a capitalised word; the place is the one with most small letters behind it and fewest before.
    """
    words = sentence.split(" ")
    if len(words) < 2 * WORDS or is_cjk(sentence):
        return sentence
    bare = [word.strip(EDGES) for word in words]
    best = total = place = 0
    for at in range(len(words) - 1, -1, -1):
        is_small = bare[at][:1].islower()
        total += 1 if is_small else -1
        if total > best and at + 1 < len(words) and not is_small:
            best, place = total, at
    labels = bare[:place]
    capitals = sum(not label[:1].islower() for label in labels)
    opens = any(phrase.at < 3 for phrase in phrases(labels[:8]))
    if len(words) - place < WORDS or not (opens or (len(labels) >= WORDS and capitals >= 0.7 * len(labels))):
        return sentence
    return " ".join(words[place:])
