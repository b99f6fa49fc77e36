"""From a magic's line and body to a call: fill in, parse, and after the deed bind and show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

from webloupe.errors import BadInput, Interrupted
from webloupe.options import Parsed, help_text, parse_line
from webloupe.verbs import HELP
from webloupe.words import body_lines

from .fill import Filled, fill


@dataclass(frozen=True, slots=True)
class Call:
    """What a magic is asked: `values` are keyword arguments, `rest` the query or addresses of the line, `body`
    the entries of the cell below it (None for the line form), `text` that cell as it was typed, `notes` what was
    adjusted in the options. `given` is `rest` with the values themselves where a word is one `{expression}`; `names`
    are those of the notebook."""

    values: dict[str, Any] = field(default_factory=dict)
    rest: tuple[str, ...] = ()
    body: tuple[str, ...] | None = None
    notes: tuple[str, ...] = ()
    text: str = ""
    given: tuple[Any, ...] = ()
    names: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Magic:
    """One magic: its name, the verb of its line (its own choice where it has several) and what it does.

    `overview` is the help on a magic of several verbs.
    """

    name: str
    verb_of: Callable[[str], tuple[str, str]]
    run: Callable[[str, Call], object]
    takes_body: bool = False
    overview: Callable[[], str] | None = None


def perform(magic: Magic, shell: InteractiveShell, line: str, cell: str | None, names: Mapping[str, Any]) -> object:
    """Run `magic`. Returns what the cell shows; None after `--help` and for a line that ends in `;`."""
    silent = line.rstrip().endswith(";")
    filled = fill(line.rstrip().removesuffix(";") if silent else line, names)
    if magic.overview and filled.text.strip() in HELP.flags:
        print(magic.overview())  # noqa: T201
        return None
    verb, parsed = _parsed(magic, filled)
    if parsed.help:
        print(help_text(verb, "notebook"))  # noqa: T201
        return None
    try:
        result = magic.run(verb, _call(parsed, filled, cell, names))
    except Interrupted as stop:
        if parsed.bind and stop.results:
            shell.user_ns[parsed.bind] = stop.results
        raise
    if parsed.bind:
        shell.user_ns[parsed.bind] = result
    return None if silent else result


def _parsed(magic: Magic, filled: Filled) -> tuple[str, Parsed]:
    """The verb and what is asked of it."""
    try:
        verb, line = magic.verb_of(filled.text)
        return verb, parse_line(verb, line)
    except BadInput as mistake:
        raise BadInput(filled.told(mistake.message), filled.told(mistake.hint)) from None


def _call(parsed: Parsed, filled: Filled, cell: str | None, names: Mapping[str, Any]) -> Call:
    values = {key: _restored(value, filled) for key, value in parsed.values.items()}
    body, text = None, ""
    if cell is not None:
        below = fill(cell, names)
        body, text = below.restore_all(body_lines(below.text)), below.restore(below.text)
    given = tuple(filled.objects.get(word, filled.restore(word)) for word in parsed.rest)
    notes = tuple(map(filled.told, parsed.notes))
    return Call(values, filled.restore_all(parsed.rest), body, notes, text, given, names)


def _restored(value: object, filled: Filled) -> object:
    """The value of an option, filled in; a list that fills a place in a list gives its items."""
    if isinstance(value, list):
        return list(filled.restore_all(value))
    return filled.restore(value) if isinstance(value, str) else value
