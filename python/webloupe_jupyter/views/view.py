"""What every output of ours is: its data, and the forms in which a front end can show it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from ..text import escaped, markdown, one_line, plain

T = TypeVar("T")

# Colours of the surrounding theme where it names them, else of the text around: readable in light and dark.
MUTED = "color: var(--jp-ui-font-color2, var(--vscode-descriptionForeground, inherit))"
# What MathJax 2, 3 and 4 leave alone: prices in web text are no formulas, and TeX can make links and styles.
NO_FORMULAS = "tex2jax_ignore mathjax_ignore"
LEFT = "text-align: left; vertical-align: top"


class View(ABC, Generic[T]):
    """Behaves as its `data` (attributes, methods) and shows it as HTML, markdown and text.

    The forms hold no times, durations or remaining quota, so the same run gives the same bytes in a notebook.
    """

    def __init__(self, data: T, notes: Sequence[str] = ()) -> None:
        self.data = data
        self.notes = tuple(notes)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "data":
            # Front ends probe for dozens of private methods; copies and pickles ask before `data` is there.
            raise AttributeError(name)
        return getattr(self.data, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name for name in dir(self.data) if not name.startswith("_"))})

    def __str__(self) -> str:
        return plain(self._text())

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {one_line(self._title())}>"

    @abstractmethod
    def _title(self) -> str:
        """One line that names the output."""

    @abstractmethod
    def _html(self) -> str:
        """HTML without script, image or foreign address."""

    @abstractmethod
    def _markdown(self) -> str:
        """Markdown without raw HTML and images."""

    @abstractmethod
    def _text(self) -> str:
        """Plain text for terminals."""

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {
            "text/html": f"<div class='{NO_FORMULAS}'>{self._html()}</div>",
            "text/markdown": self._markdown(),
            "text/plain": plain(self._text()),
        }


class Plain(str):
    """Text that a cell shows as it is, without quotes."""

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(plain(self).rstrip("\n"))


def html_notes(notes: Sequence[str]) -> str:
    """Remarks about the call, a line each."""
    return "".join(f'<p style="{MUTED}">{escaped(note)}</p>' for note in notes)


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose cells are HTML already."""
    top = "".join(f'<th scope="col" style="{LEFT}">{escaped(name)}</th>' for name in head)
    body = "".join("<tr>" + "".join(f'<td style="{LEFT}">{cell}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose cells are markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def markdown_notes(notes: Sequence[str]) -> str:
    """Remarks about the call, a paragraph each."""
    return "".join(f"*{markdown(note)}*\n\n" for note in notes)


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest cell; the last is not padded."""
    lines = [[one_line(cell) for cell in line] for line in (head, *rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
