"""What `%fetch` shows of several pages: a row and a verdict for each, in the order asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import traitlets

from webloupe.types import Failed, FetchResult

from ..drawn.pages import batch, failed
from ..shapes import PagesShape
from ..text import escaped, link, markdown, markdown_link, one_line
from .changes import saved
from .page import PageView
from .view import html_notes, html_table, markdown_notes, markdown_table, text_table
from .widget import WidgetView

if TYPE_CHECKING:
    import pandas

# What may be long comes last: a terminal pads the columns before it.
_HEAD = ["", "kind", "tokens", "characters", "page", "verdict"]
Page = PageView | Failed


class BatchView(WidgetView[list[Page]]):
    """Pages and failures; an index gives a page as `%fetch` of it would, or the `Failed` in its place."""

    selected = traitlets.Int(0, min=0).tag(sync=True)

    def __init__(
        self, pages: Sequence[FetchResult | Page], notes: Sequence[str] = (), given: Mapping[str, Any] | None = None
    ) -> None:
        views = [PageView(page, given=given) if isinstance(page, FetchResult) else page for page in pages]
        super().__init__(views, notes, given)

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> Page:
        return self.data[index]

    def __iter__(self) -> Iterator[Page]:
        return iter(self.data)

    @property
    def df(self) -> pandas.DataFrame:
        """One row a page: url, verdict (ok, cached, blocked, failed), reason, title, kind, tokens, characters, ms."""
        import pandas

        rows = [_row(page) for page in self]
        columns = ["url", "verdict", "reason", "title", "kind", "tokens", "characters", "ms"]
        return pandas.DataFrame(rows, columns=columns)

    def _title(self) -> str:
        failed = sum(isinstance(page, Failed) for page in self)
        return f"{len(self) - failed:,} of {len(self):,} pages read"

    def _html(self) -> str:
        rows = [
            [*map(escaped, numbers), link(_url(page), title), escaped(verdict)]
            for page, numbers, title, verdict in self._rows()
        ]
        return f"<div><p><b>{escaped(self._title())}</b></p>{html_notes(self.notes)}{html_table(_HEAD, rows)}</div>"

    def _markdown(self) -> str:
        rows = [
            [*map(markdown, numbers), markdown_link(_url(page), title), markdown(verdict)]
            for page, numbers, title, verdict in self._rows()
        ]
        return f"**{markdown(self._title())}**\n\n{markdown_notes(self.notes)}{markdown_table(_HEAD, rows)}"

    def _text(self) -> str:
        rows = [[*numbers, one_line(title) or _url(page), verdict] for page, numbers, title, verdict in self._rows()]
        return "\n".join([self._title(), *map(one_line, self.notes), text_table(_HEAD, rows)])

    def _shape(self) -> PagesShape:
        return batch([failed(page) if isinstance(page, Failed) else page._shape() for page in self], self.notes)

    def _rows(self) -> Iterator[tuple[Page, list[str], str, str]]:
        """Each page, the cells of its row before its name, its name and its verdict."""
        for at, page in enumerate(self):
            verdict, title, kind, tokens, chars = _facts(page)
            yield page, [str(at), kind, f"{tokens:,}{_saving(page)}", f"{chars:,}"], title, verdict


def _url(page: Page) -> str:
    return page.url if isinstance(page, Failed) else page.data.final_url


def _facts(page: Page) -> tuple[str, str, str, int, int]:
    """Verdict, title, kind, tokens and characters of a row that is shown. What differs from run to run is in `.df`."""
    verdict, reason = _verdict(page)
    told = f"{verdict}: {reason}" if reason else verdict
    if isinstance(page, Failed):
        return told, page.url, "", 0, 0
    return told, page._title(), page.data.kind.kind, page.data.total_tokens, page.data.total_chars


def _verdict(page: Page) -> tuple[str, str]:
    """ok, blocked or failed, and why."""
    if isinstance(page, Failed):
        return "failed", page.error.message
    return ("blocked", page.data.blocked) if page.data.blocked else ("ok", "")


def _row(page: Page) -> tuple[str, str, str, str, str, int, int, float]:
    """A row of the data frame."""
    verdict, reason = _verdict(page)
    if isinstance(page, Failed):
        return page.url, verdict, reason, "", "", 0, 0, page.elapsed_ms
    if page.data.cached and verdict == "ok":
        verdict = "cached"
    _, title, kind, tokens, chars = _facts(page)
    return _url(page), verdict, reason, title, kind, tokens, chars, page.data.elapsed_ms


def _saving(page: Page) -> str:
    """What compression made of the tokens before it."""
    done = None if isinstance(page, Failed) else page.data.compression
    return f" → {done.tokens_after:,} ({saved(done)})" if done and done.refused is None else ""
