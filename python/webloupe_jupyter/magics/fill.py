"""`{expr}` in a magic's text. Only what is meant is replaced: prose, JSON, sets and TeX keep their braces.

IPython's own filling is switched off for our magics: it also replaces `$name`, doubles as an escape for braces,
and pastes values into the line where a title from the web could pose as an option.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

# A filled value travels through the option parser behind such a mark: no blank, printable in an error, rare in text.
_MARK = re.compile("⸨(\\d+)⸩")
# What needs no mark: it cannot be taken for an option, a quote, a comment or two words.
_PLAIN_WORD = re.compile(r"(?!-)[\w./:%?&=+,~@!*-]*")
_TEX_COMMAND = re.compile(r"\\[A-Za-z]+\*?$")


@dataclass(frozen=True, slots=True)
class Filled:
    """Text with marks in place of its filled values; `text` is safe to parse, `restore` gives the real text."""

    text: str
    values: list[Any] = field(default_factory=list)

    def restore(self, text: str, *, between: str = " ") -> str:
        """`text` with the values in place of their marks; the texts of a list are joined by `between`."""
        return _MARK.sub(lambda mark: between.join(self._texts(mark)), text)

    def restore_all(self, words: Iterable[str]) -> tuple[str, ...]:
        """The words, restored; a word that is one filled list becomes its items."""
        return tuple(word for marked in words for word in self._words(marked))

    def _words(self, marked: str) -> list[str]:
        mark = _MARK.fullmatch(marked)
        return self._texts(mark) if mark else [self.restore(marked)]

    def _texts(self, mark: re.Match[str]) -> list[str]:
        index = int(mark[1])
        if index >= len(self.values):
            return [mark[0]]
        value = self.values[index]
        return [str(item) for item in value] if isinstance(value, list | tuple) else [str(value)]


def fill(text: str, names: Mapping[str, Any]) -> Filled:
    """`text` with each `{expr}` evaluated in `names`, where it is an expression over a name that exists there.

    What cannot be evaluated stays as it was typed.
    """
    filled = Filled("", [])
    pieces: list[str] = []
    at = 0
    for start, end in _braces(text):
        found = None if _TEX_COMMAND.search(text, 0, start) else _evaluate(text[start + 1 : end - 1], names)
        if found is None:
            continue
        pieces += [text[at:start], _mark(found[0], filled.values)]
        at = end
    return Filled("".join([*pieces, text[at:]]), filled.values)


def _mark(value: Any, values: list[Any]) -> str:
    if not isinstance(value, list | tuple) and _PLAIN_WORD.fullmatch(str(value)):
        return str(value)
    values.append(value)
    return f"⸨{len(values) - 1}⸩"


def _braces(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each outermost pair of braces."""
    depth = start = 0
    for index, sign in enumerate(text):
        if sign == "{":
            start = start if depth else index
            depth += 1
        elif sign == "}" and depth:
            depth -= 1
            if not depth:
                yield start, index + 1


def _evaluate(source: str, names: Mapping[str, Any]) -> tuple[Any] | None:
    """The value in a 1-tuple (it may be None itself), or None when the braces are no request to fill in."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # prose is no source text to warn about
            tree = ast.parse(source.strip(), mode="eval")
            if not _is_meant(tree.body, names):
                return None
            return (eval(compile(tree, "<magic>", "eval"), dict(names)),)  # noqa: S307 (the user's own cell)
    except Exception:  # whatever the expression raises: the text was not meant as one
        return None


def _is_meant(body: ast.expr, names: Mapping[str, Any]) -> bool:
    """Whether the braces hold more than a literal or `{a, b}`: they must speak of a name that exists."""
    if isinstance(body, ast.Tuple | ast.Set | ast.Dict | ast.Starred):
        return False
    return any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(body))
