"""What `%websearch` shows: a ranked list, and above it who answered and who failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import traitlets

from webloupe import told
from webloupe.types import SearchResponse, SearchResult

from ..drawn.results import remarks, results, searches
from ..shapes import ResultsShape, SearchesShape
from ..text import escaped, host, link, markdown, markdown_link, one_line
from .view import MUTED, html_notes, html_table, markdown_notes, markdown_table, text_table
from .widget import WidgetView

if TYPE_CHECKING:
    import pandas

_TABS = ["results", "quota"]


class ResultsView(WidgetView[SearchResponse]):
    """The hits of one query: `len`, index, iteration and `.df` are those of the response."""

    selected = traitlets.Int(0, min=0).tag(sync=True)
    tab = traitlets.Enum(_TABS, _TABS[0]).tag(sync=True)

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> SearchResult:
        return self.data[index]

    def __iter__(self) -> Iterator[SearchResult]:
        return iter(self.data)

    def _title(self) -> str:
        return f"{len(self)} {'result' if len(self) == 1 else 'results'} for {self.data.query!r}"

    def _html(self) -> str:
        head = f"<p><b>{escaped(self.data.query)}</b> <span style='{MUTED}'>{escaped(self._summary())}</span></p>"
        tables = "".join(
            html_table(table.head, [[escaped(cell) for cell in row] for row in table.rows]) for table in self._tables()
        )
        answer = "".join(f"<p>{escaped(line)}</p>" for line in self._answer())
        hits = "".join(_html_hit(hit) for hit in self)
        return f"<div>{head}{html_notes(self._remarks())}{answer}{tables}<ol>{hits}</ol></div>"

    def _markdown(self) -> str:
        head = f"**{markdown(self.data.query)}** {markdown(self._summary())}\n\n{markdown_notes(self._remarks())}"
        tables = "".join(
            markdown_table(table.head, [[markdown(cell) for cell in row] for row in table.rows]) + "\n\n"
            for table in self._tables()
        )
        answer = "".join(f"{markdown(line)}\n\n" for line in self._answer())
        return head + answer + tables + "\n".join(_markdown_hit(hit) for hit in self)

    def _text(self) -> str:
        lines = [f"{one_line(self.data.query)}  {self._summary()}", *map(one_line, self._remarks())]
        tables = [f"\n{text_table(table.head, table.rows)}\n" for table in self._tables()]
        return "\n".join([*lines, *map(one_line, self._answer()), *tables, *(_text_hit(hit) for hit in self)])

    def _summary(self) -> str:
        count = f"{len(self)} {'result' if len(self) == 1 else 'results'}"
        tokens = [f"{self.data.tokens:,} tokens"] if self.data.tokens else []
        return " · ".join([count, *tokens, *self._tries()])

    def _tries(self) -> list[str]:
        return [told.tried(attempt) for attempt in self.data.attempts]

    def _answer(self) -> list[str]:
        return [told.answer(self.data.answer)] if self.data.answer else []

    def _tables(self) -> tuple[told.Table, ...]:
        return told.comparison(self.data, with_times=False)

    def _remarks(self) -> tuple[str, ...]:
        return remarks(self.data, self.notes)

    def _shape(self) -> ResultsShape:
        return results(self.data, self._given, self.notes)


class SearchesView(WidgetView[list[ResultsView]]):
    """The answers to several queries, in the order asked; `selected` is the place of one of them."""

    selected = traitlets.Int(0, min=0).tag(sync=True)

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> ResultsView:
        return self.data[index]

    def __iter__(self) -> Iterator[ResultsView]:
        return iter(self.data)

    @property
    def df(self) -> pandas.DataFrame:
        """One row a hit, with its query in the first column."""
        import pandas

        frames = [found.data.df.assign(query=found.data.query) for found in self]
        joined = pandas.concat(frames, ignore_index=True)
        return joined[["query", *(name for name in joined.columns if name != "query")]]

    def _title(self) -> str:
        return f"{len(self)} queries"

    def _html(self) -> str:
        return html_notes(self.notes) + "".join(found._html() for found in self)

    def _markdown(self) -> str:
        return markdown_notes(self.notes) + "\n\n".join(found._markdown() for found in self)

    def _text(self) -> str:
        return "\n\n".join([*map(one_line, self.notes), *(found._text() for found in self)])

    def _shape(self) -> SearchesShape:
        return searches([found._shape() for found in self], self.notes)


def _meta(hit: SearchResult) -> Sequence[str]:
    marks = (mark.text for mark in told.marks(hit))
    return [part for part in (host(hit.url), hit.published or "undated", told.found_by(hit), *marks) if part]


def _html_hit(hit: SearchResult) -> str:
    description = f"<br>{escaped(hit.description)}" if hit.description else ""
    meta = escaped(" · ".join(_meta(hit)))
    return f"<li>{link(hit.url, hit.title)}{description}<br><small style='{MUTED}'>{meta}</small></li>"


def _markdown_hit(hit: SearchResult) -> str:
    description = f"\n   {markdown(hit.description)}" if hit.description else ""
    return f"{hit.position}. {markdown_link(hit.url, hit.title)}{description}\n   *{markdown(' · '.join(_meta(hit)))}*"


def _text_hit(hit: SearchResult) -> str:
    lines = [f"{hit.position}. {one_line(hit.title) or host(hit.url)}", one_line(hit.url)]
    lines += [one_line(hit.description)] if hit.description else []
    return "\n   ".join([*lines, " · ".join(_meta(hit)[1:])])
