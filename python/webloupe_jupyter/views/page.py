"""What `%fetch` shows of one page: its head, the first of its text, where the rest is, what compression took."""

from __future__ import annotations

from collections.abc import Iterator

import traitlets

from webloupe.types import Compression, FetchResult, Segment

from ..drawn.pages import is_markdown, position, reads_on_at, remarks, saved_page
from ..magic_lines import fetch_line
from ..shapes import PageShape
from ..text import PAGE_CHARS, escaped, excerpt, fenced, link, markdown, markdown_link, one_line, page_html, plain, pre
from .view import MUTED, html_notes, markdown_notes
from .widget import WidgetView

_TABS = ["read", "diff", "source", "quota"]
_CHANGES_CHARS = 800  # of the page characters of an output, for what compression dropped or rewrote
_CHANGE_CHARS = 160
_SIGNS = {"dropped": "−", "rewritten": "±"}


class PageView(WidgetView[FetchResult]):
    """One page. `text`, `full`, `links`, `kind` and all else are those of the result."""

    tab = traitlets.Enum(_TABS, _TABS[0]).tag(sync=True)

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
            lines += [_tokens(self.data.compression), *_changes(self.data.compression)]
        return "\n".join([*lines, "", plain(self._excerpt()), *([f"\n{self._rest()}"] if self._rest() else [])])

    def _shape(self) -> PageShape:
        return saved_page(self.data, self._given, self.notes)

    def _excerpt(self) -> str:
        room = PAGE_CHARS - (_CHANGES_CHARS if self.data.compression else 0)
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
        changes = _changes(done)
        return html_notes([_tokens(done)]) + (pre("\n".join(changes)) if changes else "")

    def _markdown_compression(self) -> str:
        done = self.data.compression
        if done is None:
            return ""
        changes = _changes(done)
        return f"{markdown(_tokens(done))}\n\n" + (f"{fenced(chr(10).join(changes))}\n\n" if changes else "")


def saved(done: Compression) -> str:
    """What compression took, in per cent of the tokens."""
    return f"{(done.tokens_after - done.tokens_before) / max(1, done.tokens_before):+.0%}"


def _tokens(done: Compression) -> str:
    """Raw against compressed, in tokens."""
    if done.refused:
        return f"Not compressed: {done.refused}"
    if done.tokens_after == done.tokens_before:
        return f"raw {done.tokens_before:,} tokens, nothing to take out ({done.method})"
    return f"raw {done.tokens_before:,} → compressed {done.tokens_after:,} tokens ({saved(done)}, {done.method})"


def _changes(done: Compression) -> list[str]:
    """What was dropped or rewritten, the first of it: a sign, the reason and the text, a line a piece."""
    changed = [segment for segment in done.segments if segment.op != "kept"]
    lines: list[str] = []
    for line in _lines(changed):
        if sum(map(len, lines)) + len(line) > _CHANGES_CHARS:
            break
        lines.append(line)
    left = len(changed) - len(lines)
    return [*lines, *([f"… {left:,} more in .compression.segments"] if left else [])]


def _lines(changed: list[Segment]) -> Iterator[str]:
    for segment in changed:
        before = one_line(segment.before)[:_CHANGE_CHARS]
        if not before:
            continue  # blank lines are counted, not shown
        after = f" → {one_line(segment.after)[:_CHANGE_CHARS]}" if segment.op == "rewritten" else ""
        reason = f" ({segment.reason})" if segment.reason else ""
        yield f"{_SIGNS[segment.op]} {before}{after}{reason}"
