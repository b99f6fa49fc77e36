"""How long a loss report takes: CPU seconds for two million characters, and for twice as many.

    python benchmarks/compress_report.py

The texts are made here: prose in English and Chinese, records, and runs of signs that a pattern might stumble over.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

from webloupe import loss_report

_SIZE: Final = 2_000_000  # characters, as many as a page keeps
_MOST: Final = 6.0  # CPU seconds on a busy machine; what grows faster than the text takes minutes
_DICE: Final = random.Random(7)
_NAMES: Final = "council bridge price water school river harbour report growth company market valley season engine"
_WORDS: Final = _NAMES.split()
_MADE: Final[Mapping[str, Callable[[], str]]] = {
    "English": lambda: (
        f"In spring the {_DICE.choice(_WORDS)} of Port {_DICE.choice(_WORDS).title()} heard how the"
        f" {_DICE.choice(_WORDS)}"
        f" had {_DICE.choice(['grown', 'not grown', 'shrunk'])} by {_DICE.randint(1, 9_999)} km, and the"
        f" {_DICE.choice(_WORDS)} said that the {_DICE.choice(_WORDS)} would be open to all who came there. "
    ),
    "Chinese": lambda: (
        f"镇议会在第{_DICE.randint(1, 999)}次会议上听取了关于桥梁和学校的报告，"
        f"镇长张伟说，水价{_DICE.choice(['没有', '已经'])}"
        f"上涨，大多数居民对此表示理解，并希望今后继续公开讨论这些问题。"
    ),
    "table": lambda: (
        f"| {_DICE.choice(_WORDS)} {_DICE.randint(1, 999)} | {_DICE.randint(1, 10**6):,} | a cell of some words |\n"
    ),
    "records": lambda: f'{{"id": {_DICE.randint(1, 10**6)}, "name": "{_DICE.choice(_WORDS).title()}", "ok": true}},\n',
}
_RUNS: Final = ("1 ", "1,", "A ", "“", "[](", "| ", "第", "# a\n", "not,", "http://", "王", "<a ", "```\n")


def _text(kind: str, size: int) -> str:
    parts, length = ["| a | b | c |\n|---|---|---|\n" if kind == "table" else ""], 0
    while length < size:
        parts.append(_MADE[kind]())
        length += len(parts[-1])
    return "".join(parts)[:size]


def _seconds(raw: str) -> float:
    began = time.process_time()
    loss_report(raw, raw[: len(raw) // 4] + raw[len(raw) // 2 : len(raw) // 2 + len(raw) // 20])
    return time.process_time() - began


def main() -> int:
    """Print the figures; 1 where a text takes more than `_MOST` CPU seconds."""
    worst = 0.0
    for kind in _MADE:
        once, twice = (_seconds(_text(kind, size)) for size in (_SIZE // 2, _SIZE))
        print(f"{kind:8} {_SIZE // 2:>9,} characters {once:5.2f} s · {_SIZE:>9,} characters {twice:5.2f} s")
        worst = max(worst, twice)
    runs = {run: _seconds(run * (_SIZE // 4 // len(run))) for run in _RUNS}
    slowest = max(runs, key=lambda run: runs[run])
    print(f"{len(runs)} runs of one sign, {_SIZE // 4:,} characters each: at most {runs[slowest]:.2f} s ({slowest!r})")
    return int(max(worst, runs[slowest]) > _MOST)


if __name__ == "__main__":
    sys.exit(main())
