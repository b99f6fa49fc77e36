"""The line that repeats a call: options first, then the query or address, read back by webloupe.options as they were.

Pure. A line is put into cells, so an address from the web must not be able to make it run something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from webloupe.errors import BadInput
from webloupe.options import parse_line
from webloupe.verbs import Option, verb

from .braces import asked_in
from .text import one_line, plain, safe_url

# IPython takes a `?` after a word at the end of a cell for help, a `;` for silence, a `\` for a line that goes on.
# An empty comment behind them makes them plain text again.
_ENDINGS = (";", "?", "\\")
_EMPTY_COMMENT = "  #"
# Blanks and quotes end a word, and braces are filled in from the notebook's names: in an address from the web they
# would be evaluated.
_UNSAFE_IN_URL = re.compile(r"[\s\"'`{}<>\\]")


def search_line(query: str, given: Mapping[str, Any]) -> str:
    """`%websearch …` with these keywords and this query; "" where its braces would be evaluated."""
    if asked_in(query):
        return ""
    head = " ".join(_flags("search", given))
    typed = plain(query).strip()
    # A line cannot hold line ends, nor two blanks before a `#`.
    for text in (typed, one_line(query)):
        for words in (text, f"-- {text}"):
            line = f"{head} {_closed(words)}".strip()
            if _reads_back(line, text):
                return f"%websearch {line}"
    return ""


def fetch_line(url: str, given: Mapping[str, Any]) -> str:
    """`%fetch …` with these keywords; "" where the address is none of the web, or what is filled in would be read as
    something else."""
    if not (address := safe_url(url)) or not all(map(_is_plain, given.values())):
        return ""
    safe = _UNSAFE_IN_URL.sub(lambda sign: quote(sign[0], safe=""), address)
    return " ".join(["%fetch", *_flags("fetch", given), _closed(safe)])


def _is_plain(value: object) -> bool:
    """Whether a value can stand in a line: a text without braces that would be evaluated, or no text at all."""
    texts = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    return not any(asked_in(text) or '"' in text for text in texts if isinstance(text, str))


def usage_line(given: Mapping[str, Any]) -> str:
    """`%webusage …` with these keywords."""
    return " ".join(["%webusage", *_flags("usage", given)])


def _reads_back(line: str, query: str) -> bool:
    if "\n" in line:
        return False
    try:
        parsed = parse_line("search", line)
    except BadInput:
        return False
    return parsed.rest == (query,) and parsed.bind is None and not parsed.help


def _closed(text: str) -> str:
    return f"{text}{_EMPTY_COMMENT}" if text.endswith(_ENDINGS) else text


def _flags(name: str, given: Mapping[str, Any]) -> Iterator[str]:
    for option in verb(name).options:
        if option.keyword in given and option.face is None and not option.private:
            yield from _flag(option, given[option.keyword])


def _flag(option: Option, value: object) -> Iterator[str]:
    """The option as it is typed; nothing where the value stands for the setting or another option says it."""
    if option.keyword == "main":
        value = {"auto": True, "full": False}.get(value, value) if isinstance(value, str) else value
    if value is None:
        return
    if option.allowed is None:
        if value is option.bare:
            yield option.long
    elif option.repeat and isinstance(value, list | tuple):
        yield from (_valued(option, one) for one in value)
    elif isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
        yield _valued(option, ",".join(value))
    elif isinstance(value, Mapping | list | tuple) or callable(value):
        return  # rules, a schema or a function, which no line can hold
    elif option.keyword != "main" or value is not False:
        yield _valued(option, value)


def _valued(option: Option, value: object) -> str:
    typed = " ".join(_typed(value).split())
    return f'{option.long}="{typed}"' if " " in typed else f"{option.long} {typed}"


def _typed(value: object) -> str:
    if value is True:
        return "auto"  # the only option whose value may be a truth is --main
    if isinstance(value, float):
        return f"{Decimal(repr(value)):f}"
    return str(value)
