"""The parts of a markdown text: headings with the size of their sections, tables as rows, code blocks. Pure, linear.

GFM (github.github.com/gfm, 4.2, 4.5, 4.10): ATX headings, fenced code, pipe tables. The converter writes no others;
of a site's own markdown, setext headings and indented code stay what they look like: text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple, TypeAlias

from .types import CodeBlock, Heading, Table

# The first character of a line tells apart what matters here; all else is passed over at the speed of a search.
_MARK: Final = re.compile(r"^ {0,3}(?:(#{1,6})[ \t]+(\S.*)?|(`{3,}|~{3,})([^\n`]*)|(\|.*))$", re.MULTILINE)
_DELIMITER: Final = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_CELL_END: Final = re.compile(r"(?<!\\)\|")
_CLOSING: Final = re.compile(r"[ \t]+#+[ \t]*$")
_INLINE: Final = re.compile(r"!?\[([^\]]*)\]\([^)\s]*(?:\s[^)]*)?\)|[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}|\\(?=[^\w\s])")


TITLE_CHARS: Final = 500


class Outline(NamedTuple):
    """What a text consists of, in its order, and what it costs; places are code points into it."""

    tokens: int
    headings: tuple[Heading, ...]
    tables: tuple[Table, ...]
    code: tuple[CodeBlock, ...]


class Section(NamedTuple):
    """A heading with all that stands below it, deeper sections too: `text[start:end]`."""

    title: str
    start: int
    end: int


CountEach: TypeAlias = Callable[[Sequence[str]], Sequence[int]]


def lengths(texts: Sequence[str]) -> list[int]:
    """The characters of each, for an outline whose tokens nobody asks for."""
    return list(map(len, texts))


def outline(text: str, count_each: CountEach) -> Outline:
    """The parts of `text`. A heading's tokens are those up to the next heading of any level.

    The counts of all sections and of what stands before the first sum up to those of the text: no token of o200k
    spans a line end and the sign of a heading.
    """
    places: list[tuple[int, int, str]] = []
    tables: list[Table] = []
    code: list[CodeBlock] = []
    for part in _parts(text):
        if isinstance(part, Table):
            tables.append(part)
        elif isinstance(part, CodeBlock):
            code.append(part)
        else:
            places.append(part)
    ends = [*(start for start, _, _ in places), len(text)][1:]
    starts = [start for start, _, _ in places]
    pieces = [text[start:end] for start, end in zip(starts, ends, strict=bool(places))]
    before, *sizes = count_each([text[: starts[0]] if starts else text, *pieces])
    headings = tuple(
        Heading(level=level, text=title, start=start, chars=len(piece), tokens=tokens)
        for (start, level, title), piece, tokens in zip(places, pieces, sizes, strict=True)
    )
    return Outline(before + sum(sizes), headings, tuple(tables), tuple(code))


def section(text: str, name: str) -> Section | None:
    """The section whose heading is `name`: exactly, else without regard to case, else the nearest; None without one."""
    places = [part for part in _parts(text) if isinstance(part, tuple)]
    titles = [title for _, _, title in places]
    folded = [title.casefold() for title in titles]
    wanted = name.strip().lstrip("#").strip()
    if wanted in titles:
        index = titles.index(wanted)
    elif near := get_close_matches(wanted.casefold(), folded, n=1, cutoff=0.8):  # one that is equal is the nearest
        index = folded.index(near[0])
    else:
        return None
    start, level, title = places[index]
    end = next((place for place, other, _ in places[index + 1 :] if other <= level), len(text))
    return Section(title, start, end)


def _parts(text: str) -> Iterator[Table | CodeBlock | tuple[int, int, str]]:
    at = 0
    while found := _MARK.search(text, at):
        at = found.end()
        if found[1]:
            yield found.start(), len(found[1]), _plain(found[2] or "")
        elif found[3]:
            block, at = _block(text, found)
            yield block
        else:
            table, at = _table(text, found.start())
            if table:
                yield table


def _block(text: str, fence: re.Match[str]) -> tuple[CodeBlock, int]:
    """The code after an opening fence, to its closing one or to the end of the text."""
    sign = fence[3]
    closing = re.compile(rf"^ {{0,3}}{re.escape(sign[0])}{{{len(sign)},}}[ \t]*$", re.MULTILINE)
    start = min(fence.end() + 1, len(text))
    closed = closing.search(text, start)
    end = closed.start() if closed else len(text)
    language = fence[4].strip().partition(" ")[0]
    return CodeBlock(language=language, text=text[start:end].removesuffix("\n"), start=fence.start()), (
        closed.end() if closed else len(text)
    )


def _table(text: str, start: int) -> tuple[Table | None, int]:
    """The table whose header stands at `start`, and where to read on; None where no delimiter row follows."""
    end = start
    lines: list[str] = []
    while end < len(text):
        stop = text.find("\n", end)
        line = text[end : len(text) if stop < 0 else stop].strip()
        if not line.startswith("|"):
            break
        lines.append(line)
        end = len(text) if stop < 0 else stop + 1
    if len(lines) < 2 or not _DELIMITER.fullmatch(lines[1]):
        return None, max(end, start + 1)
    return Table(rows=tuple(_cells(line) for line in (lines[0], *lines[2:])), start=start), end


def _cells(line: str) -> tuple[str, ...]:
    inner = line.removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return tuple(cell.strip().replace("\\|", "|") for cell in _CELL_END.split(inner))


def _plain(title: str) -> str:
    """A heading's words without the signs of links, emphasis and escapes."""
    return _INLINE.sub(lambda found: found[1] or "", _CLOSING.sub("", title[:TITLE_CHARS])).strip()
