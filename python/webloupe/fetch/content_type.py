"""Content-Type headers, read as the WHATWG MIME Sniffing standard reads them."""

from __future__ import annotations

import re

_BLANK = " \t\r\n"
_CHARS = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_TOKEN = re.compile(rf"{_CHARS}\Z")
_ESSENCE = re.compile(rf"{_CHARS}/{_CHARS}\Z")
_NEXT_TYPE = re.compile(rf",[ \t]*(?={_CHARS}/{_CHARS}[ \t]*(?:[;,]|\Z))")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)\\?"?', re.DOTALL)
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*\Z")
_MARK = re.compile("[;=]")


def charset_label(value: str) -> str | None:
    """The charset that a Content-Type header names, known or not."""
    return parse_content_type(value)[1].get("charset")


def parse_content_type(value: str) -> tuple[str, dict[str, str]]:
    """(essence in lower case, parameters by lower-case name); the essence is "" when the value is no media type.

    Reads as the WHATWG MIME Sniffing standard does: bad parameters are dropped, the first of a name wins. Repeated
    headers come joined by ", ": the first media type counts.
    """
    essence, _, rest = _NEXT_TYPE.split(value, maxsplit=1)[0].partition(";")
    essence = essence.strip(_BLANK).lower()
    if not _ESSENCE.match(essence):
        return "", {}
    parameters: dict[str, str] = {}
    while rest:
        mark = _MARK.search(rest)
        if mark is None:
            break
        name, rest = rest[: mark.start()].lstrip(_BLANK).lower(), rest[mark.end() :]
        if mark.group() == ";":
            continue
        text, was_quoted, rest = _parameter_value(rest)
        if _TOKEN.match(name) and (text or was_quoted) and _VALUE.match(text):
            parameters.setdefault(name, text)
    return essence, parameters


def _parameter_value(rest: str) -> tuple[str, bool, str]:
    """(value, whether it was quoted, what follows the next semicolon)"""
    quoted = _QUOTED.match(rest)
    if quoted:
        return re.sub(r"\\(.)", r"\1", quoted.group(1), flags=re.DOTALL), True, rest[quoted.end() :].partition(";")[2]
    text, _, rest = rest.partition(";")
    return text.rstrip(_BLANK), False, rest
