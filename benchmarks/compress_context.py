"""A context packed: CPU time of 2,000 passages, and answers held of questions to several documents together.

    python benchmarks/compress_context.py --data kept.jsonl.gz      rows with set, doc, context, question, answers

Returns 1 when the first packing of 2,000 passages into 4,000 tokens takes over a CPU second.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

from webloupe.compress.context.packing import pack

PASSAGES, BUDGET, SECONDS = 2_000, 4_000, 1.0
BUDGETS = (200, 500, 1_000, 2_000)
QUESTIONS, DOCUMENTS = 24, 10


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def speed(documents: list[str]) -> float:
    """CPU seconds of a first packing of passages that were never seen; prints it beside a further query."""
    found = [text for one in documents for text in one.split("\n") if len(text) > 80]
    told = [f"{found[number % len(found)]} ({number})" for number in range(PASSAGES)]
    pack(told[:20], query="warm", budget_tokens=BUDGET)
    took = []
    for query in ("when was the treaty signed", "who wrote the book"):
        began = time.process_time()
        pack(told, query=query, budget_tokens=BUDGET)
        took.append(time.process_time() - began)
    print(f"{PASSAGES:,} passages into {BUDGET:,} tokens: {took[0]:.2f} CPU s, a further query {took[1]:.2f} s")
    return took[0]


def answers(rows: list[dict[str, Any]]) -> None:
    """The share of questions whose answer the packed text of several documents holds, by set and budget."""
    for name in sorted({row["set"] for row in rows}):
        of_set = [row for row in rows if row["set"] == name]
        documents = {row["doc"]: row["context"] for row in of_set}
        held = dict.fromkeys(BUDGETS, 0)
        asked = random.Random(3).sample(of_set, min(QUESTIONS, len(of_set)))
        for row in asked:
            others = [text for doc, text in documents.items() if doc != row["doc"]][: DOCUMENTS - 1]
            for budget in BUDGETS:
                text = pack([row["context"], *others], query=row["question"], budget_tokens=budget).text
                held[budget] += any(answer in text for answer in row["answers"])
        print(name, " ".join(f"{budget:,}: {count / len(asked):.0%}" for budget, count in held.items()))


def main() -> int:
    """Print both; 1 when packing is too slow."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    rows = read(parser.parse_args().data)
    took = speed(list({row["doc"]: row["context"] for row in rows}.values()))
    answers(rows)
    return int(took > SECONDS)


if __name__ == "__main__":
    sys.exit(main())
