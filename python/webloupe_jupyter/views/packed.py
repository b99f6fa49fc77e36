"""What `%webcontext query` and `tree` show: the packed text with what decided about each passage; the tree as lines."""

from __future__ import annotations

from collections.abc import Iterator

from webloupe.printed import packed
from webloupe.types import Packed, PackedPiece, TreeNode

from ..text import PAGE_CHARS, escaped, excerpt, fenced, markdown, one_line, plain, pre
from .view import View, html_notes, html_table, markdown_notes, markdown_table, text_table

_HEAD = ("state", "score", "relevance", "recency", "authority", "task", "tokens", "source", "passage", "reason")
_ROWS = 30  # passages of the table; all are in .pieces
_TEXT_CHARS = PAGE_CHARS // 2  # of the packed text; the table has the rest of what an output may carry
_PIECE_CHARS = 40
_ORDER = ("pinned", "in", "merged", "out")


class PackedView(View[Packed]):
    """A packed text. `text`, `tokens`, `pieces`, `sources`, `weights` are those of the data."""

    def __len__(self) -> int:
        return len(self.data.pieces)

    def _title(self) -> str:
        return one_line(packed(self.data))

    def _remarks(self) -> list[str]:
        return [self._title(), *map(one_line, (*self.data.notes, *self.notes))]

    def _rows(self) -> list[tuple[str, ...]]:
        ranked = sorted(self.data.pieces, key=lambda one: (_ORDER.index(one.state), -one.score))
        return [_row(one) for one in ranked[:_ROWS]]

    def _rest(self) -> list[str]:
        chars, rows = len(self.data.text) - len(self._excerpt()), len(self.data.pieces) - _ROWS
        told = [f"{chars:,} more characters in .text"] if chars > 0 else []
        told += [f"{rows:,} more passages in .pieces"] if rows > 0 else []
        return [f"[... {', '.join(told)} ...]"] if told else []

    def _excerpt(self) -> str:
        return excerpt(self.data.text, _TEXT_CHARS)

    def _html(self) -> str:
        table = html_table(_HEAD, [[escaped(cell) for cell in row] for row in self._rows()])
        return f"<div>{html_notes(self._remarks())}{pre(self._excerpt())}{table}{html_notes(self._rest())}</div>"

    def _markdown(self) -> str:
        table = markdown_table(_HEAD, [[markdown(cell) for cell in row] for row in self._rows()])
        rest = "".join(f"\n\n{markdown(line)}" for line in self._rest())
        return f"{markdown_notes(self._remarks())}{fenced(self._excerpt())}\n\n{table}{rest}"

    def _text(self) -> str:
        shown = ["", plain(self._excerpt()), "", text_table(_HEAD, self._rows())]
        return "\n".join([*self._remarks(), *shown, *self._rest()])


def _row(one: PackedPiece) -> tuple[str, ...]:
    text = one_line(one.text)
    shown = text if len(text) <= _PIECE_CHARS else f"{text[: _PIECE_CHARS - 1]}…"
    factors = (f"{one.factors.get(name, 0):.2f}" for name in ("relevance", "recency", "authority", "task"))
    source = f"[{one.source}]" if one.source else ""
    return (one.state, f"{one.score:.3f}", *factors, f"{one.tokens:,}", source, shown, one_line(one.reason))


class TreeView(View[TreeNode]):
    """A tree, a line a node down to its sections, with the tokens below each; `children` are those of the data."""

    def _title(self) -> str:
        return f"{self.data.tokens:,} tokens from {len(self.data.children):,} sites"

    def _remarks(self) -> list[str]:
        return [self._title(), *map(one_line, self.notes)]

    def _outline(self) -> str:
        return excerpt("\n".join(_lines(self.data, 0)), PAGE_CHARS)

    def _html(self) -> str:
        return f"<div>{html_notes(self._remarks())}{pre(self._outline())}</div>"

    def _markdown(self) -> str:
        return f"{markdown_notes(self._remarks())}{fenced(self._outline())}"

    def _text(self) -> str:
        return "\n".join([*self._remarks(), "", plain(self._outline())])


def _lines(node: TreeNode, depth: int) -> Iterator[str]:
    for child in node.children:
        if child.level == "passage":
            continue
        short = excerpt(one_line(child.text), 2 * _PIECE_CHARS)
        title = one_line(child.title)
        yield f"{'  ' * depth}{title or '(no heading)'} · {child.tokens:,} tokens · {short}"
        yield from _lines(child, depth + 1)
