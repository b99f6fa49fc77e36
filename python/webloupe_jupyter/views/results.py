"""What `%websearch` shows: a ranked list, and above it who answered and who failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import traitlets

from webloupe.types import SearchResponse, SearchResult

from ..drawn.results import remarks, results, searches, tried
from ..shapes import ResultsShape, SearchesShape
from ..text import escaped, host, link, markdown, markdown_link, one_line
from .view import MUTED, html_notes, markdown_notes
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
        hits = "".join(_html_hit(hit) for hit in self)
        return f"<div>{head}{html_notes(self._remarks())}<ol>{hits}</ol></div>"

    def _markdown(self) -> str:
        head = f"**{markdown(self.data.query)}** {markdown(self._summary())}\n\n{markdown_notes(self._remarks())}"
        return head + "\n".join(_markdown_hit(hit) for hit in self)

    def _text(self) -> str:
        lines = [f"{one_line(self.data.query)}  {self._summary()}", *map(one_line, self._remarks())]
        return "\n".join([*lines, *(_text_hit(hit) for hit in self)])

    def _summary(self) -> str:
        count = f"{len(self)} {'result' if len(self) == 1 else 'results'}"
        return " · ".join([count, *([f"{self.data.tokens:,} tokens"] if self.data.tokens else []), *self._tries()])

    def _tries(self) -> list[str]:
        return [tried(attempt) for attempt in self.data.attempts]

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
    return [part for part in (host(hit.url), hit.published or "undated", hit.backend) if part]


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
