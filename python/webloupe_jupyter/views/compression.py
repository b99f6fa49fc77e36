"""What `%%webcompress` shows of a text: tokens before and after, what went and why, the first of what is left."""

from __future__ import annotations

from webloupe.compress.shortened import Shortened

from ..text import PAGE_CHARS, excerpt, fenced, markdown, one_line, plain, pre
from .changes import CHANGES_CHARS, changes, tokens
from .view import View, html_notes, markdown_notes


class CompressionView(View[Shortened]):
    """A shortened text. `text`, `segments`, `loss`, `restore` and all else are those of the compression."""

    def _title(self) -> str:
        return one_line(tokens(self.data))

    def _remarks(self) -> list[str]:
        return [tokens(self.data), *map(one_line, (*self.data.notes, *self.notes))]

    def _excerpt(self) -> str:
        return excerpt(self.data.text, PAGE_CHARS - CHANGES_CHARS)

    def _rest(self) -> list[str]:
        left = len(self.data.text) - len(self._excerpt())
        return [f"[... {left:,} more characters in .text ...]"] if left > 0 else []

    def _html(self) -> str:
        told = changes(self.data)
        listed = pre("\n".join(told)) if told else ""
        return f"<div>{html_notes(self._remarks())}{listed}{pre(self._excerpt())}{html_notes(self._rest())}</div>"

    def _markdown(self) -> str:
        told = changes(self.data)
        listed = f"{fenced(chr(10).join(told))}\n\n" if told else ""
        rest = "".join(f"\n\n{markdown(line)}" for line in self._rest())
        return f"{markdown_notes(self._remarks())}{listed}{fenced(self._excerpt())}{rest}"

    def _text(self) -> str:
        return "\n".join([*self._remarks(), *changes(self.data), "", plain(self._excerpt()), *self._rest()])
