"""One grammar for the command line and the magics.

Options come first; once a query has begun, everything is query, `-word` and quotes included, and `--` ends
the options before it. Pages take options on either side of their addresses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from .errors import BadInput
from .verbs import NAME, Face, Option, Verb, verb
from .words import Word, split

_SHORT_WITH_NUMBER = re.compile(r"(-[a-z])(\d+)", re.ASCII)
_ASSIGNMENT = re.compile(r"([^\s<=]+)\s*(?:=\s*)?<<")


@dataclass(frozen=True, slots=True)
class Parsed:
    """`values` are arguments by keyword; `rest` the query (one text) or the addresses; `notes` what was adjusted.

    `bind` is the name of `r << …` or `-o r`; `help` asks for the options instead of the deed.
    """

    values: dict[str, Any] = field(default_factory=dict)
    rest: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bind: str | None = None
    help: bool = False


@dataclass(slots=True)
class _Reading:
    """What has been read of the words so far. `first` is the index at which a query begins."""

    values: dict[str, Any] = field(default_factory=dict)
    arguments: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    literal: bool = False


def parse(name: str, words: Sequence[str]) -> Parsed:
    """The words of a shell, after the verb. BadInput in two lines for what cannot be meant."""
    row = verb(name)
    split = [Word(word) for word in words]
    reading = _read(row, "cli", split)
    rest = tuple(split[index].text for index in reading.arguments)
    return _parsed(reading, (" ".join(rest),) if row.query and rest else rest)


def parse_line(name: str, line: str) -> Parsed:
    """The line of a magic. A query comes out exactly as it was typed; `r << …` names the result."""
    row = verb(name)
    words, end = split(line)
    reading = _read(row, "notebook", words)
    bind = None
    if reading.arguments and not reading.literal:
        bind, line = _assignment(line, words[reading.arguments[0]].start)
    if bind:
        words, end = split(line)
        reading = _read(row, "notebook", words)
    if row.query and reading.arguments:
        rest: tuple[str, ...] = (line[words[reading.arguments[0]].start : end].strip(),)
    else:
        rest = tuple(words[index].text for index in reading.arguments)
    return _parsed(reading, rest, bind)


def _parsed(reading: _Reading, rest: tuple[str, ...], bind: str | None = None) -> Parsed:
    values = dict(reading.values)
    asked = bool(values.pop("help", False))
    named = values.pop("bind", None)
    return Parsed(values, rest, tuple(reading.notes), bind or named, asked)


# --- a name for the result -------------------------------------------------------------------------------------------


def _assignment(line: str, start: int) -> tuple[str | None, str]:
    """The name of `r << …` at `start`, and the line with that part blanked out."""
    match = _ASSIGNMENT.match(line, start)
    if match is None or not re.fullmatch(r"\w+", match[1]):
        return None, line  # `C++ << x` is a query, not a slip of the pen
    try:
        name = NAME.read(match[1])
    except ValueError:
        raise BadInput(
            f"{match[1]!r} cannot name a result.", f"Use {NAME.text}; to search for this text, put -- before it."
        ) from None
    return name, line[:start] + " " * (match.end() - start) + line[match.end() :]


# --- options ---------------------------------------------------------------------------------------------------------


def _read(row: Verb, face: Face, words: list[Word]) -> _Reading:
    """Every word read as an option or an argument, in one pass."""
    reading = _Reading()
    flags = {flag: option for option in _of(row, face) for flag in option.flags}
    at = 0
    while at < len(words):
        if reading.literal or not words[at].is_option:
            if row.query:
                reading.arguments = list(range(at, len(words)))
                _note_late_options(reading, flags, words[at:])
                break
            reading.arguments.append(at)
            at += 1
        elif words[at].text == "--":
            reading.literal, at = True, at + 1
        else:
            option, raw, at = _take(row, face, flags, words, at)
            _set(reading, option, raw)
            if option.keyword == "help":
                return reading
    if reading.arguments and not row.argument:
        extra = words[reading.arguments[0]].text
        raise BadInput(f"{_called(row, face)} takes no argument, and got {extra!r}.", _help_hint(row, face))
    return reading


def _of(row: Verb, face: Face) -> list[Option]:
    return [option for option in row.options if option.face in (None, face)]


def _take(
    row: Verb, face: Face, flags: dict[str, Option], words: list[Word], at: int
) -> tuple[Option, str | None, int]:
    """The option at `at`, its value as text (None when it has none), and where to read on."""
    text = words[at].text
    flag, equals, attached = text.partition("=")
    if short := _SHORT_WITH_NUMBER.fullmatch(text):
        flag, equals, attached = short[1], "=", short[2]
    # A single letter is often typed with two dashes.
    option = flags.get(flag) or (flags.get(flag[1:]) if len(flag) == len("--n") else None)
    if option is None:
        raise BadInput(f"{_called(row, face)} has no option {flag}.", _nearest(row, face, flag, list(flags)))
    if option.allowed is None and equals:
        raise BadInput(f"{flag} takes no value, and got {attached!r}.", _help_hint(row, face))
    if option.allowed is None or equals:
        return option, attached if equals else None, at + 1
    following = words[at + 1] if at + 1 < len(words) else None
    # An optional value is a plain word; an address after the option is not meant as one.
    if following and not following.text.startswith("--") and (option.bare is None or following.text.isalpha()):
        return option, following.text, at + 2
    if option.bare is None:
        raise BadInput(f"{flag} needs a value.", f"Allowed: {option.allowed.text}.")
    return option, None, at + 1


def _set(reading: _Reading, option: Option, raw: str | None) -> None:
    if raw is None or option.allowed is None:
        reading.values[option.keyword] = option.bare
        return
    try:
        value, moved = option.allowed.clamped(raw) if option.clamp else (option.allowed.read(raw), False)
    except (ValueError, OverflowError):
        if option.clamp == "lenient":
            reading.notes.append(f"{option.long} {_brief(raw)} is no number: the default is used")
            return
        raise BadInput(f"{option.long} cannot be {_brief(raw)}.", f"Allowed: {option.allowed.text}.") from None
    if moved:
        reading.notes.append(f"{option.long} {_brief(raw)} is out of bounds: {value:,.10g} is used")
    if option.repeat:
        value = [*reading.values.get(option.keyword, []), value]
    reading.values[option.keyword] = value


def _note_late_options(reading: _Reading, flags: dict[str, Option], query: list[Word]) -> None:
    """Say when a query holds what looks like an option of ours: it is searched for, not obeyed."""
    late = [word.text for word in query[1:] if word.text.partition("=")[0] in flags]
    if late and not reading.literal:
        reading.notes.append(f"{late[0]} is part of the query: options come before it")


def _nearest(row: Verb, face: Face, flag: str, known: list[str]) -> str:
    match = get_close_matches(flag, known, n=1)
    nearest = f"The nearest is {match[0]}. " if match else ""
    escape = " A query that begins with - goes after --." if row.query else ""
    return f"{nearest}{_help_hint(row, face)}{escape}"


def _help_hint(row: Verb, face: Face) -> str:
    return f"`{_called(row, face)} --help` lists the options."


def _called(row: Verb, face: Face) -> str:
    return f"%{row.magic}" if face == "notebook" else f"webloupe {row.name}"


def _brief(raw: str) -> str:
    return repr(raw if len(raw) <= 60 else f"{raw[:59]}…")


# --- help ------------------------------------------------------------------------------------------------------------


def help_text(name: str, face: Face) -> str:
    """What the verb does and its options, a line each."""
    row = verb(name)
    options = _of(row, face)
    left = [f"{', '.join(option.flags)} {option.metavar}".rstrip() for option in options]
    width = max(map(len, left))
    head = f"{_called(row, face)} [options] {row.argument}".rstrip()
    lines = [f"  {flags:<{width}}  {option.help}" for flags, option in zip(left, options, strict=True)]
    return "\n".join([head, row.about, "", *lines])


def flags_of(name: str, face: Face) -> list[str]:
    """The options' names for tab completion, long ones first."""
    names = [flag for option in _of(verb(name), face) for flag in option.flags]
    return sorted(names, key=lambda flag: (not flag.startswith("--"), flag))


def words_of(name: str, face: Face, flag: str) -> tuple[str, ...]:
    """The values that may follow an option, for tab completion; none where they cannot be listed."""
    option = next((one for one in _of(verb(name), face) if flag in one.flags), None)
    return option.allowed.words if option and option.allowed else ()
