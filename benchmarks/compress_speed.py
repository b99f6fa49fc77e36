"""What a further question to a text costs, and a first one: CPU milliseconds by the size of the text.

    python benchmarks/compress_speed.py

"further" is the mean of a hundred whole calls of `compress` (choice, trace, segments, loss report), each with another
question; "first" is the first call, "index" what of it goes into the index that questions are asked of. The articles
are those that questions of XQuAD and HotpotQA were asked of, joined; the report is made here, no sentence twice. Exit
code 1 where a further question to a text of 100,000 characters takes more than `_FURTHER_MS` on average, or the index
of a million more than `_INDEX_S`.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Final, NamedTuple

import webloupe
from webloupe.compress.extract.index import Indexed, indexed

DATA: Final = Path(__file__).resolve().parents[2] / "shared" / "data" / "qa" / "kept.jsonl.gz"
SETS: Final = ("xquad_en_multi", "hotpot_distractor")
SIZES: Final = (5_000, 20_000, 100_000, 500_000, 1_000_000)  # characters
QUESTIONS: Final = 100
TOKENS: Final = 1_000
_FURTHER_MS: Final = 10.0
_INDEX_S: Final = 1.0
_HELD_TO: Final = 100_000
_DICE: Final = random.Random(11)
_SYLLABLES: Final = "ba ce di fo gu ha ki lo me nu pa ri so ta ve wi".split()  # noqa: SIM905


class Costs(NamedTuple):
    """CPU milliseconds of one text."""

    first: float
    further: float
    index: float


def _cpu_ms(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return (time.process_time() - began) * 1000


def _costs(text: str, questions: Sequence[str]) -> Costs:
    def ask(question: str) -> Callable[[], object]:
        return lambda: webloupe.compress(text, method="extract", task=question, target_tokens=TOKENS, force=True)

    first = _cpu_ms(ask("What is it about?"))
    further = [_cpu_ms(ask(question)) for question in islice(cycle(questions), QUESTIONS)]
    return Costs(first, sum(further) / len(further), _cpu_ms(lambda: _prepared(text)))


def _prepared(text: str) -> Indexed:
    """The index of a text with all that a question asks of it, as the first question makes it."""
    from webloupe.compress.extract import extract

    made = f"{text} "  # another text than the one whose index is kept
    extract(made, task="What is it about?", budget_tokens=TOKENS)
    return indexed(made)


def _articles() -> tuple[str, list[str]]:
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["set"] in SETS]
    return "\n\n".join(dict.fromkeys(row["context"] for row in rows)), [row["question"] for row in rows]


def _word() -> str:
    return "".join(_DICE.choices(_SYLLABLES, k=_DICE.randint(2, 4)))


def _sentences(vocabulary: Sequence[str]) -> Iterator[str]:
    while True:
        words = _DICE.choices(vocabulary, k=12)
        yield (
            f"In {_DICE.randint(1800, 2030)} the {words[0]} of {words[1].title()} {words[2]} was "
            f"{_DICE.choice(['', 'not '])}{words[3]} by {_DICE.randint(2, 9_999):,} km, and {words[4].title()} "
            f"{words[5].title()} wrote of it: {' '.join(words[6:])}."
        )


def _report(size: int) -> tuple[str, list[str]]:
    vocabulary = [_word() for _ in range(6_000)]
    parts: list[str] = []
    length = 0
    for number, sentence in enumerate(_sentences(vocabulary)):
        parts.append(sentence + ("\n\n" if number % 6 == 5 else " "))
        length += len(parts[-1])
        if length > size:
            break
    questions = [f"Where was the {_DICE.choice(vocabulary)} {_DICE.choice(vocabulary)}?" for _ in range(QUESTIONS)]
    return "".join(parts), questions


def main() -> int:
    """Print a line a text; 1 where one is slower than it may be."""
    webloupe.compress("A first call loads what is needed. " * 200, method="extract", task="What?", force=True)
    fails = False
    for name, (text, questions) in {"articles": _articles(), "report": _report(max(SIZES))}.items():
        for size in sorted({min(size, len(text)) for size in SIZES}):
            cost = _costs(text[:size], questions)
            print(
                f"{name:9} {size:>9,} characters: first {cost.first:7,.0f} ms, of which index {cost.index:5,.0f} ms"
                f" · further {cost.further:5.1f} ms",
                flush=True,
            )
            fails |= size <= _HELD_TO and cost.further > _FURTHER_MS
            fails |= cost.index > _INDEX_S * 1000
    return int(fails)


if __name__ == "__main__":
    sys.exit(main())
