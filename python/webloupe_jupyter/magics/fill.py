"""`{expr}` in a magic's text. Only what is meant is replaced: prose, JSON, sets and TeX keep their braces.

IPython's own filling is switched off for our magics: it also replaces `$name`, doubles as an escape for braces,
and pastes values into the line where a title from the web could pose as an option.
"""

from __future__ import annotations

import builtins
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from webloupe.errors import BadInput

from ..braces import Expression, expressions
from ..text import one_line

# A filled value travels through the option parser behind one sign: no blank, no letter, printable in an error. Only
# signs that the text itself does not hold are taken: musical notes, SignWriting, Braille, pictographs.
_SIGNS = (range(0x1D100, 0x1D127), range(0x1D800, 0x1DA00), range(0x2800, 0x2900), range(0x1F300, 0x1F600))
# What needs no sign: it cannot be taken for an option, a quote, a comment or two words.
_PLAIN_WORD = re.compile(r"(?!-)[\w./:%?&=+,~@!*-]*", re.ASCII)
_TOLD_CHARS = 200  # of a value or a cause that a message quotes


@dataclass(frozen=True, slots=True)
class Filled:
    """Text with signs in place of its filled values; `text` is safe to parse, `restore` gives the real text.

    `objects` are the values themselves, by sign.
    """

    text: str
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    objects: Mapping[str, Any] = field(default_factory=dict)

    def restore(self, text: str) -> str:
        """`text` with the values in place of their signs; the items of a list are joined by blanks."""
        return "".join(" ".join(self.values.get(sign, (sign,))) for sign in text)

    def restore_all(self, words: Iterable[str]) -> tuple[str, ...]:
        """The words, restored; a word that is one filled list becomes its items."""
        return tuple(text for word in words for text in self.values.get(word, (self.restore(word),)))

    def told(self, message: str) -> str:
        """One line of ours about the text, with the values that the user knows and not our signs."""
        return "".join(_brief(" ".join(self.values[sign])) if sign in self.values else sign for sign in message)


def fill(text: str, names: Mapping[str, Any]) -> Filled:
    """`text` with each `{expr}` evaluated, where it is an expression over names that all exist in `names`.

    Other braces stay as they were typed. BadInput for an expression that fails.
    """
    signs = _signs_outside(text)
    values: dict[str, tuple[str, ...]] = {}
    objects: dict[str, Any] = {}
    pieces: list[str] = []
    at = 0
    for found in expressions(text):
        if not _is_meant(found, names):
            continue
        word, value = _evaluated(found, text, names)
        if not isinstance(value, str | int | float) or not isinstance(word, str) or not _PLAIN_WORD.fullmatch(word):
            sign = next(signs)
            values[sign] = (word,) if isinstance(word, str) else word
            objects[sign] = value
            word = sign
        pieces += [text[at : found.start], word]
        at = found.end
    return Filled("".join([*pieces, text[at:]]), values, objects)


def _signs_outside(text: str) -> Iterator[str]:
    """Signs that `text` does not hold, each once; BadInput when it needs more than there are."""
    for code in itertools.chain(*_SIGNS):
        if chr(code) not in text:
            yield chr(code)
    raise BadInput("Too many {…} to fill in at once.", "Put the values into a list, and write {its_name} once.")


def _is_meant(found: Expression, names: Mapping[str, Any]) -> bool:
    """Whether it speaks of the notebook's names, and of no name that does not exist."""
    own = found.names & names.keys()
    return bool(own) and all(hasattr(builtins, name) for name in found.names - own)


def _evaluated(found: Expression, text: str, names: Mapping[str, Any]) -> tuple[str | tuple[str, ...], Any]:
    """The value as text, that of a list or tuple as a text for each item; and the value."""
    try:
        value = eval(compile(found.tree, "<magic>", "eval"), dict(names))  # noqa: S307 (the user's own cell)
        return tuple(map(str, value)) if isinstance(value, list | tuple) else str(value), value
    except Exception as error:
        source = _brief(text[found.start : found.end])
        raise BadInput(
            f"{source} cannot be filled in: {_brief(f'{type(error).__name__}: {error}')}",
            "Braces over a name of the notebook are evaluated. To keep them, put the text into a variable.",
        ) from None


def _brief(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _TOLD_CHARS else f"{line[: _TOLD_CHARS - 1]}…"
