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
SURE: Final = 0.35
"""The score under which a sentence is content: stricter than for whole descriptions, since it stood among furniture."""
SENTENCE_CHARS: Final = 500
"""Longer "sentences" are menus or scripts; only the end of one, after its last labels, may still be a sentence."""

_SPLIT: Final = re.compile(r"\s[|›»•·→▾▼▲☰×*]+\s|[│｜•]|\s…\s")
_HEADING: Final = re.compile(r"#{1,6}\s|[-*+>|]|\d{1,3}[.)]\s")
_ENDED: Final = re.compile(r"[.!?…。！？][\"'”’)）」』\]]*\Z")
_CJK_END: Final = re.compile(f"[{CJK}，、]\\Z")
_LEADING: Final = re.compile(
    r"(?:(?:skip|jump) (?:directly )?to (?:the )?(?:main |page )?(?:content|navigation|search|footer)\W+"
    r"|跳[到转至]+(?:主要|正文)?(?:内容|导航|正文)\s+)+",
    re.IGNORECASE,
)


def passages(text: str) -> Iterator[str]:
    """The runs of sentences in `text`, in order, one line each, without the labels glued before them.

    Right after a sentence, a short one counts too.
    """
    for block in _blocks(text):
        for piece in _SPLIT.split(block):
            run = gap = ""
            for part in sentences(piece):
                flat = " ".join(part.split())
                sentence = _content(flat, WORDS // 2 if run else WORDS)
                if run and sentence != flat:  # labels stood between
                    yield run
                    run = gap = ""
                run += gap + sentence
                gap = " " if run and part[-1:].isspace() else ""
            if run:
                yield run


def _content(text: str, least: int) -> str:
    """`text` without labels before it, where it is a sentence of `least` words or more, no menu, no notice; else ""."""
    if not _ENDED.search(text[-4:]):
        return ""
    size = len(text) * WORDS // CHARACTERS if is_cjk(text) else text.count(" ") + 1
    bare = _bare(text) if size >= least else ""
    if not bare:
        return ""
    shape = shape_of(bare)
    has_notice = any(KINDS[kind].is_notice for kind in +shape.kinds)
    return "" if has_notice or score(shape.signals) >= SURE else bare


def without_skip_links(text: str) -> str:
    """`text` without "Skip to main content" and the like before it."""
    return text[found.end() :] if (found := _LEADING.match(text)) else text


def _blocks(text: str) -> Iterator[str]:
    """The paragraphs of `text`: a line goes on where the next one does not begin like a new one."""
    block: list[str] = []
    for line in map(str.strip, text.splitlines()):
        if block and not _goes_on(block[-1], line):
            yield " ".join(block)
            block = []
        if line:
            block.append(line)
    if block:
        yield " ".join(block)


def _goes_on(before: str, line: str) -> bool:
    if not line or _ENDED.search(before[-4:]) or _HEADING.match(line):
        return False
    return line[0].islower() or bool(_CJK_END.search(before[-1:]) and len(before) > 2 * CHARACTERS and is_cjk(line))


def _bare(sentence: str) -> str:
    """`sentence` without labels before it; "" for one that is too long without having any."""
    if len(sentence) <= SENTENCE_CHARS:
        return _without_labels(sentence)
    end = sentence[-SENTENCE_CHARS:].partition(" ")[2]
    bare = _without_labels(end)
    return bare if bare != end else ""


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
