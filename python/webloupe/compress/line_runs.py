"""Runs of lines that belong together though no fence says so: settings, code, records, numbered clauses, links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from ..line_kinds import as_line
from .paragraphs import Line

RunKind: TypeAlias = Literal["config", "code", "records", "clauses", "links"]

_NUMBERED: Final = re.compile(
    r"(?:\d{1,3}[.)、．]\s*|[（(](?:\d{1,3}|[a-z]|[一二三四五六七八九十]+)[)）]\s*|[一二三四五六七八九十]+、)(?=[^\s\d])"
)
_KINDS: Final[dict[str, RunKind]] = {
    "setting": "config",
    "code": "code",
    "record": "records",
    "article": "clauses",
    "clause": "clauses",
    "link": "links",
}
# Two numbers in a row are a list; one setting or two links may stand in any text.
_LEAST: Final[dict[RunKind, int]] = {"config": 3, "code": 3, "records": 3, "clauses": 2, "links": 3}
_ACROSS_BLANKS: Final = frozenset({"clauses", "links"})
_SAID: Final = re.compile(r"[.!?。！？][\"'”’)]*\Z")


class Run(NamedTuple):
    """The lines from `first` to before `end`."""

    first: int
    end: int
    kind: RunKind


def line_runs(lines: Sequence[Line], hidden: Sequence[bool]) -> Iterator[Run]:
    """The runs among lines that are not hidden. A numbered clause takes the lines that follow it up to a blank one."""
    run: Run | None = None
    members = 0
    gap = False
    for number, line in enumerate(lines):
        words = line.text.strip()
        if not words and not hidden[number]:
            gap = True
            continue
        kind = None if hidden[number] else _kind(words)
        if run and kind == run.kind and (not gap or kind in _ACROSS_BLANKS):
            run, members = run._replace(end=number + 1), members + 1
        elif run and kind is None and run.kind == "clauses" and not gap and not hidden[number] and words[0] != "#":
            run = run._replace(end=number + 1)
        else:
            if run and members >= _LEAST[run.kind]:
                yield run
            run, members = (Run(number, number + 1, kind), 1) if kind else (None, 0)
        gap = False
    if run and members >= _LEAST[run.kind]:
        yield run


def _kind(words: str) -> RunKind | None:
    if words.startswith("#"):
        return None
    if _NUMBERED.match(words):
        return "clauses"
    kind = _KINDS.get(as_line(words).kind)
    return None if kind in ("config", "code") and _SAID.search(words) else kind
