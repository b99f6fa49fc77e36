"""A checked answer as markdown, with the blocks that it names copied out of the source."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

BLOCK: Final = re.compile(r"\[\[block (\d{1,4})\]\]")
"""Where a model wants a block of the text, by its number."""


def markdown(answer: Mapping[str, Any], *, with_titles: bool) -> str:
    """The fields of an answer under their names, lists as lists, columns and rows as a table; "" where it says nothing.

    Without titles the lists alone, to go on under a title that stands above.
    """
    if set(answer) == {"columns", "rows"}:
        return _table(answer["columns"], answer["rows"], with_header=with_titles)
    parts = []
    for name, value in answer.items():
        body = _body(value)
        if body:
            parts.append(f"## {_title(name)}\n\n{body}" if with_titles else body)
    return "\n\n".join(parts)


def as_json(answer: Mapping[str, Any]) -> str:
    """An answer in the caller's own structure."""
    return json.dumps(answer, ensure_ascii=False, indent=2)


def with_blocks(text: str, blocks: Mapping[int, str]) -> str:
    """`text` with each block it names in full, letter for letter, on lines of its own; a number that is none goes."""

    def block(found: re.Match[str]) -> str:
        number = int(found[1])
        return f"\n\n{blocks[number]}\n\n" if number in blocks else ""

    # A block in an item of a list stands after it, since its lines bear no indentation.
    lines = [
        BLOCK.sub("", line).rstrip(" -") + "".join(map(block, BLOCK.finditer(line))) if "[[block" in line else line
        for line in text.split("\n")
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def _title(name: str) -> str:
    return name.replace("_", " ").strip().capitalize()


def _body(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(filter(None, map(_item, value)))
    if isinstance(value, Mapping):
        return "\n".join(f"- {_title(name)}: {_inline(one)}" for name, one in value.items() if _inline(one))
    return _inline(value)


def _item(value: Any) -> str:
    """One item of a list: a text, or the first field of an object with the others behind or under it."""
    if not isinstance(value, Mapping):
        return f"- {text}" if (text := _inline(value)) else ""
    texts = [(name, one) for name, one in value.items() if not isinstance(one, list) and _inline(one)]
    lists = [(name, one) for name, one in value.items() if isinstance(one, list) and one]
    head = " · ".join(_inline(one) for _, one in texts)
    below = [f"  - {_title(name)}: {_inline(one)}" for name, one in lists]
    return "\n".join([f"- {head}" if head else "-", *below]) if head or below else ""


def _inline(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    if isinstance(value, list):
        return "; ".join(filter(None, map(_inline, value)))
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {text}" for name, one in value.items() if (text := _inline(one)))
    return " ".join(str(value).split())


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, with_header: bool) -> str:
    width = max([len(columns), *map(len, rows)], default=0)
    if not rows:
        return ""

    def row(cells: Sequence[str]) -> str:
        filled = [*map(_inline, cells), *[""] * (width - len(cells))]
        return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in filled)} |"

    header = [row(columns), f"|{'---|' * width}"] if with_header else []
    return "\n".join([*header, *map(row, rows)])
