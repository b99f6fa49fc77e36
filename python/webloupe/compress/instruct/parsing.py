"""The JSON in what a model wrote, however it wrapped it: fences, prose around, trailing commas, a cut end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

MAX_CHARS: Final = 400_000  # of an answer that is looked at; no model writes as much
_THOUGHTS: Final = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_COMMA: Final = re.compile(r",(\s*[}\]])")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_CLOSING: Final = {"{": "}", "[": "]"}
_REFUSAL: Final = re.compile(
    r"(?:i['’]?m |i am )?(?:sorry|afraid|unable)|as an ai\b"
    r"|i (?:can(?:no|['’])?t|cannot|won['’]t|will not|must decline)"
    r"|抱歉|对不起|很遗憾|我(?:无法|不能)|作为(?:一个)?(?:ai|人工智能)",
    re.IGNORECASE,
)


def parsed(text: str) -> dict[str, Any] | None:
    """The first JSON object in `text` that can be read, mended where its end is cut off; None where there is none."""
    said = _THOUGHTS.sub("", text[:MAX_CHARS])
    for start in _openings(said):
        for candidate in (_balanced(said, start), _closed(said[start:])):
            if candidate and (found := _loaded(candidate)) is not None:
                return found
    return None


def is_refusal(text: str) -> bool:
    """Whether a text without JSON says that the model will not do it."""
    return _REFUSAL.match(_THOUGHTS.sub("", text[:MAX_CHARS]).strip(" \n\"'*#")) is not None


def _openings(text: str) -> Iterator[int]:
    """Where an object may begin, at most ten places."""
    at = text.find("{")
    for _ in range(10):
        if at < 0:
            return
        yield at
        at = text.find("{", at + 1)


def _loaded(text: str) -> dict[str, Any] | None:
    for attempt in (text, _without_trailing_commas(text)):
        try:
            found = json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
        return found if isinstance(found, dict) and found else None
    return None


def _without_trailing_commas(text: str) -> str:
    """Commas before a closing bracket go; those inside strings stay."""
    parts: list[str] = []
    at = 0
    for string in _STRING.finditer(text):
        parts += (_COMMA.sub(r"\1", text[at : string.start()]), string[0])
        at = string.end()
    return _COMMA.sub(r"\1", "".join([*parts, text[at:]]))


def _balanced(text: str, start: int) -> str:
    """The object that opens at `start`, up to its closing bracket; "" where it is never closed."""
    depth, at = 0, start
    while at < len(text):
        if text[at] == '"':
            string = _STRING.match(text, at)
            if not string:
                return ""
            at = string.end()
            continue
        depth += (text[at] in _CLOSING) - (text[at] in "}]")
        at += 1
        if depth == 0:
            return text[start:at]
    return ""


def _closed(text: str) -> str:
    """A cut object, ended after its last whole value: what was being said when it broke off is left out."""
    open_: list[str] = []
    last, ends = 0, ""
    at = 0
    while at < len(text):
        sign = text[at]
        if sign == '"':
            string = _STRING.match(text, at)
            if not string:
                break
            at = string.end()
            if open_ and not re.match(r"\s*:", text[at : at + 20]):
                last, ends = at, _ends(open_)
            continue
        at += 1
        if sign in _CLOSING:
            open_.append(sign)
        elif sign in "}]":
            if not open_ or _CLOSING[open_.pop()] != sign:
                return ""
            last, ends = at, _ends(open_)
            if not open_:
                break
    return text[:last] + ends if last else ""


def _ends(open_: list[str]) -> str:
    return "".join(_CLOSING[sign] for sign in reversed(open_))
