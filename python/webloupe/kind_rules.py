"""The kind that the figures of a text decide: an ordered list of rules, of which the first that holds counts."""

from __future__ import annotations

import re
from typing import NamedTuple

from .lines import Measured
from .types import Kind

_LISTING_PATH = re.compile(
    r"^/$|/(?:collections?|categor(?:y|ies)|cat(?:alog|page)?|departments?|tags?|hub|listings?|browse|search|shop|topics?"
    r"|[\w-]*rankings)(?:/(?!\d)[^/]*){0,2}$"
)


_THREAD_PATH = re.compile(
    r"/(?:threads?|t|questions|comments|discussions?|forums?|posts?|viewtopic|showthread|showtopic|thread-\d+)[/.?-]|/topic/\d"
)


class Told(NamedTuple):
    """A kind, why, and how sure (0–1)."""

    kind: Kind
    reason: str
    confidence: float


class _Rule(NamedTuple):
    """`figure` is the share that speaks for the kind, `more` what is added to it for confidence."""

    holds: bool
    kind: Kind
    figure: float
    more: float
    meaning: str


def kind_of(m: Measured, path: str = "") -> Told:
    """What a text measured so is. At the address of a listing (`path`) it takes more to be a text to read."""
    rule = next((rule for rule in (*_of_lines(m), *_of_prose(m, path)) if rule.holds), None)
    if rule is None:
        return Told("narrative", "nothing dense or flat about it, though little of it is paragraphs", 0.4)
    reason = f"{min(1.0, rule.figure):.0%} {rule.meaning}"
    if rule.kind == "narrative" and _LISTING_PATH.search(path):
        return Told(rule.kind, f"{reason}, at the address of a listing", 0.45)
    return Told(rule.kind, reason, min(0.95, rule.figure + rule.more))


def _of_lines(m: Measured) -> tuple[_Rule, ...]:
    """Tables, data, settings and source: what machines read."""
    told, link, setting, signature = m.prose, m.share("link"), m.share("setting"), m.share("signature")
    row, record, source = m.share("row"), m.share("record"), m.source
    code = _code(m)
    is_program = code >= 0.5 and source.programs >= (0.2 if code >= 0.6 else 0.4)
    is_set = setting + code >= 0.6 and m.prose_of_source < 0.3 and link < 0.2
    is_between_comments = source.comments >= 0.4 and m.prose_of_source < 0.15 and code < 0.35 and source.lines >= 6
    return (
        _Rule(row >= 0.5 and told < 0.3 and signature < 0.3, "table", row, 0.1, "of the lines are table rows"),
        _Rule(
            _is_of_fences(m),
            "api_list",
            0.8,
            0.0,
            "sure: a heading, a line or two of code and a sentence, again and again",
        ),
        _Rule(m.fenced >= 0.6, "code", m.fenced, 0.1, "of the text is code blocks"),
        _Rule(record >= 0.6, "data", record, 0.1, "of the lines are records of a log or of files"),
        _Rule(m.share("number") >= 0.6, "data", m.share("number"), 0.1, "of the lines are numbers"),
        _Rule(m.share("page tag") >= 0.5, "code", m.share("page tag", "tag"), 0.1, "of the lines are tags of a page"),
        _Rule(m.share("tag") >= 0.6, "data", m.share("tag"), 0.1, "of the lines are elements of XML"),
        _Rule(m.unbroken >= 0.6 and link < 0.2, "data", m.unbroken, 0.0, "of the lines are long without a blank"),
        _Rule(source.style >= 0.3 and code >= 0.6, "code", code, 0.0, "of the lines are rules of style"),
        _Rule(m.nested >= 0.85 and not is_program, "config", m.nested, 0.0, "of the lines are keys and their values"),
        _Rule(is_set and not is_program, "config", setting + code, 0.0, "of the lines are settings"),
        _Rule(is_program and signature < 0.5, "code", code, 0.1, "of the lines that are no comment are code"),
        _Rule(is_between_comments, "config", 0.2 + source.comments, 0.0, "of the text is comments on short lines"),
    )


def _of_prose(m: Measured, path: str) -> tuple[_Rule, ...]:
    """References, law, indexes and texts to read: what people read."""
    told, signature = m.prose, m.share("signature")
    link, item, clause, article = m.share("link"), m.share("item"), m.share("clause"), m.share("article")
    listed, code = link + item + clause + article, _code(m)
    # A page on one topic may end in a table of options; a reference is little else.
    is_reference = signature >= 0.2 and m.apart < 0.4
    is_in_columns = m.aligned >= 0.8 and m.lines >= 4 and told < 0.2
    is_numbered = article >= 0.1 and article * m.lines >= 3 and (told >= 0.3 or clause >= 0.2)
    is_legal = m.legal >= 0.022 or (m.legal >= 0.009 and clause + article >= 0.1)
    # Names, dates and buttons of posts are links too, but not of a title's length.
    is_linked = link >= 0.4 and m.lines >= 4 and told < (0.4 if m.titles >= 0.15 * m.lines else 0.12)
    is_listing = m.titles >= 6 and m.flow < (0.5 if _LISTING_PATH.search(path) else 0.3)
    is_thread = _THREAD_PATH.search(path) is not None and told >= 0.15 and m.titles < 0.15 * m.lines
    is_alike = m.repeated >= 0.6 and m.line_chars < 60 and m.prose_of_source < 0.15 and told < 0.3 and m.lines >= 6
    return (
        _Rule(is_reference, "api_list", signature, 0.4, "of the lines are signatures, options or parameters"),
        _Rule(is_in_columns, "table", m.aligned, 0.0, "of the lines have the same columns"),
        _Rule(is_legal, "legal", m.legal, 0.7, "of the words are legal terms"),
        _Rule(is_numbered, "legal", article, 0.6, "of the lines are numbered articles"),
        _Rule(is_thread, "narrative", told, 0.4, "of the text is posts of a thread"),
        _Rule(is_linked, "index", link, 0.2, "of the lines are links"),
        _Rule(
            is_listing, "index", 1 - m.flow, 0.0, "of the text is no running prose between titles that lead elsewhere"
        ),
        _Rule(
            listed >= 0.6 and m.item_chars < 80 and told < 0.25, "index", listed, 0.0, "of the lines are short items"
        ),
        _Rule(m.digits >= 0.3 and told < 0.3 and code < 0.5, "data", m.digits, 0.4, "of the characters are digits"),
        _Rule(is_alike and code < 0.35, "config", m.repeated, 0.0, "of the lines begin alike"),
        _Rule(told >= 0.3 or (m.words < 80 and told > 0), "narrative", told, 0.3, "of the text is paragraphs"),
        _Rule(link + item >= 0.4, "index", link + item, 0.1, "of the lines are links or items"),
        _Rule(code >= 0.5, "code", code, 0.0, "of the lines that are no comment are code"),
    )


def _is_of_fences(m: Measured) -> bool:
    """A reference whose signatures are small blocks of code under a heading each."""
    headings = m.share("heading", "signature", "code") * m.lines
    seen = m.line_chars * m.lines
    short = seen * m.fenced / max(0.01, 1 - m.fenced) < 160 * m.fences
    return m.fences >= 5 and 0.8 * m.fences <= headings <= 1.3 * m.fences and short and m.prose * seen < 220 * m.fences


def _code(m: Measured) -> float:
    """The share of code, 0 where there is too little to tell by."""
    is_enough = m.source.lines >= 3 or m.source.comments >= 0.3 or m.line_chars >= 200
    return m.source.code if is_enough and m.source.comments < 0.97 else 0.0
