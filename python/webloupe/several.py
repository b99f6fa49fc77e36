"""Several pages as a line asks for them, a list of addresses or a crawl; and how far it is, in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

from .errors import BadInput

if TYPE_CHECKING:
    from .sync import Session
    from .types import Failed, FetchResult
    from .walks.rooms import Progress

_TOGETHER = frozenset({"crawl", "depth", "budget_tokens_total"})
_DEPTH = 2


def are_meant(urls: Sequence[str], values: Mapping[str, Any]) -> bool:
    """Whether these addresses and options ask for several pages."""
    return len(urls) > 1 or not _TOGETHER.isdisjoint(values)


def of_each(values: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are those of each page."""
    return {name: value for name, value in values.items() if name not in _TOGETHER}


def read(
    session: Session, urls: Sequence[str], values: Mapping[str, Any], progress: Progress
) -> list[FetchResult | Failed]:
    """The pages. BadInput for a crawl of several addresses, and for a depth without a crawl."""
    total, given = values.get("budget_tokens_total"), of_each(values)
    if "crawl" not in values:
        if "depth" in values:
            raise BadInput("--depth is said of a crawl.", "Add --crawl N: so many pages at most.")
        return session.fetch_many(urls, progress=progress, budget_tokens_total=total, **given)
    if len(urls) != 1:
        raise BadInput(f"A crawl begins at one address, and got {len(urls)}.", "Crawl one after the other.")
    limit, depth = values["crawl"], values.get("depth", _DEPTH)
    return session.crawl(urls[0], limit=limit, depth=depth, progress=progress, budget_tokens_total=total, **given)


class TerminalLine:
    """A line at the bottom of a terminal that is written over; nothing where the stream is none."""

    def __init__(self, stream: IO[str] | None) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None

    def __call__(self, words: str) -> None:
        """Show these words in place of the last."""
        self._write(f"\r{words}\x1b[K")

    def __enter__(self) -> TerminalLine:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write(text)
            self._stream.flush()
