"""What `%fetch` shows of one page: its head, the first of its text, where the rest is, what compression took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from webloupe.errors import BadInput
from webloupe.sync import default_session
from webloupe.types import FetchResult

from ..drawn.pages import is_markdown, position, reads_on_at, remarks, saved_page, whole_page
from ..magic_lines import fetch_line
from ..restoring import places_of, with_restored
from ..shapes import PageShape
from ..text import PAGE_CHARS, escaped, excerpt, fenced, link, markdown, markdown_link, one_line, page_html, plain, pre
from .changes import CHANGES_CHARS, changes, tokens
from .view import MUTED, html_notes, markdown_notes
from .widget import WidgetView

_TABS = ["read", "diff", "source", "quota"]


class PageView(WidgetView[FetchResult]):
    """One page. `text`, `full`, `links`, `kind` and all else are those of the result.

    `restored` are the starts, in the raw text, of the pieces given back that compression took; what is taken off it
    goes again. `compression` and `text` follow.
    """

    tab = traitlets.Enum(_TABS, _TABS[0]).tag(sync=True)
    restored = traitlets.List(traitlets.Int()).tag(sync=True)

    def __init__(self, data: FetchResult, notes: Sequence[str] = (), given: Mapping[str, Any] | None = None) -> None:
        self._fetched = data
        super().__init__(data, notes, given)

    def restore(self, index: int) -> None:
        """Give back segment `index` of `compression`, which was dropped or rewritten. BadInput where it was not."""
        done = self.data.compression
        starts = {place: start for start, place in places_of(done.segments if done else ()).items()}
        if index not in starts:
            raise BadInput(f"Segment {index:,} was neither dropped nor rewritten.", "See .compression.segments.")
        self.restored = [*self.restored, starts[index]]

    @traitlets.validate("restored")
    def _give_back(self, proposal: Any) -> list[int]:
        """Here and not in an observer: whoever hears of the change asks for the page as it is then."""
        starts = list(dict.fromkeys(proposal["value"]))
        if starts != self.restored:
            config = default_session("notebook").config
            try:
                self.data = with_restored(self._fetched, starts, config, self._given)
            except BadInput as error:
                raise traitlets.TraitError(error.message) from None
        return starts

    @traitlets.observe("restored")
    def _redraw(self, _change: object) -> None:
        self._refresh()

    def _title(self) -> str:
        return self.data.title or self.data.final_url

    def _html(self) -> str:
        page = self.data
        name = f"<b>{link(page.final_url, self._title())}</b>"
        head = f"<p>{name}<br><small style='{MUTED}'>{escaped(self._facts())}</small></p>"
        body = page_html(self._excerpt(), styled=True) if is_markdown(self.data) else pre(self._excerpt())
        rest = html_notes([self._rest()] if self._rest() else [])
        return f"<div>{head}{html_notes(remarks(self.data, self.notes))}{self._html_compression()}{body}{rest}</div>"

    def _markdown(self) -> str:
        head = f"**{markdown_link(self.data.final_url, self._title())}**  \n{markdown(self._facts())}\n\n"
        body = fenced(self._excerpt(), "markdown" if is_markdown(self.data) else "")
        rest = f"\n\n{markdown(self._rest())}" if self._rest() else ""
        return f"{head}{markdown_notes(remarks(self.data, self.notes))}{self._markdown_compression()}{body}{rest}"

    def _text(self) -> str:
        names = dict.fromkeys([one_line(self._title()), one_line(self.data.final_url)])  # once where they are the same
        lines = [*names, self._facts(), *remarks(self.data, self.notes)]
        if self.data.compression:
            lines += [tokens(self.data.compression), *changes(self.data.compression)]
        return "\n".join([*lines, "", plain(self._excerpt()), *([f"\n{self._rest()}"] if self._rest() else [])])

    def _shape(self) -> PageShape:
        return saved_page(self.data, self._given, self.notes, self.restored)

    def whole_shape(self) -> PageShape:
        """All that the budget admits, and the whole diff."""
        return whole_page(self.data, self._given, self.notes, self.restored)

    def _excerpt(self) -> str:
        room = PAGE_CHARS - (CHANGES_CHARS if self.data.compression else 0)
        return excerpt(self.data.text, room)

    def _facts(self) -> str:
        page = self.data
        chars = position(page, len(self._excerpt()), self._given) or f"{page.total_chars:,} characters"
        return one_line(f"{page.media_type} · {page.kind.kind} · {page.total_tokens:,} tokens · {chars}")

    def _rest(self) -> str:
        """Where the text is that this output does not carry; "" when it carries all."""
        page, shown = self.data, len(self._excerpt())
        if shown >= len(page.text):
            return ""
        more = f"{len(page.text) - shown:,} more characters in .text (the budget)"
        text = f"[... {more}, all {page.total_chars:,} in .full ...]"
        start = reads_on_at(page, shown, self._given)
        on = fetch_line(page.url, {**self._given, "start": start, "refresh": False})
        read_on = f" Read on: {on}" if start is not None and on else ""
        stored = f"   (stored: {page.stored_path})" if page.stored_path else ""
        return one_line(text + read_on) + stored

    def _html_compression(self) -> str:
        done = self.data.compression
        if done is None:
            return ""
        listed = changes(done)
        return html_notes([tokens(done)]) + (pre("\n".join(listed)) if listed else "")

    def _markdown_compression(self) -> str:
        done = self.data.compression
        if done is None:
            return ""
        listed = changes(done)
        return f"{markdown(tokens(done))}\n\n" + (f"{fenced(chr(10).join(listed))}\n\n" if listed else "")
