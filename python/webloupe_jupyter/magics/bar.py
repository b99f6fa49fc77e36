"""How far a batch is, under its cell while it runs: text that every front end shows, and nothing once it is over."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from typing import Protocol

from IPython.core.getipython import get_ipython
from IPython.display import display

from webloupe.several import TerminalLine


class Line(Protocol):
    """A line whose words change."""

    def __call__(self, words: str) -> None:
        """Show these words in place of the last."""


class _CellLine:
    """An output of the cell whose words change. An output cannot be taken back: it stays behind, empty."""

    def __enter__(self) -> _CellLine:
        self._shown = display({"text/plain": ""}, raw=True, display_id=True)  # type: ignore[no-untyped-call]
        return self

    def __call__(self, words: str) -> None:
        self._update({"text/plain": words})

    def __exit__(self, *_: object) -> None:
        self._update({})

    def _update(self, bundle: dict[str, str]) -> None:
        if self._shown is not None:
            self._shown.update(bundle, raw=True)


def progress() -> AbstractContextManager[Line]:
    """A line of progress for this front end."""
    return _CellLine() if hasattr(get_ipython(), "kernel") else TerminalLine(sys.stderr)
