"""What `extract` keeps per token, with the question and without, beside lead, random and BM25 by sentence and context.

    python benchmarks/compress_extract.py                  all sets
    python benchmarks/compress_extract.py --data FILE      other questions of the same form
    python benchmarks/compress_extract.py --half 0         every second document

FILE is gzipped JSON lines with `set`, `doc`, `context`, `question`, `answers`, `support`. A budget is a share of the
document's tokens. "answer": a gold answer is still there; "support": share of the gold sentences that are there whole;
"numbers" and "negated": share of the document's different numbers and of its negated sentences. Of the baselines all
take whole sentences while they fit. Exit code 1 where a line is missed that `LINES` holds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from webloupe.compress.extract import extract
from webloupe.compress.extract.index import Indexed, indexed
from webloupe.compress.segments import apply
from webloupe.tokens import count_tokens

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "qa" / "kept.jsonl.gz"
BUDGETS = (0.1, 0.2, 0.3, 0.4, 0.5)
MEASURES = ("answer", "support", "kept", "numbers", "negated")
ASKED = ("xquad_en_multi", "xquad_zh_multi", "cmrc_multi")
HOPS = "hotpot_distractor"
NUMBER = re.compile(r"\d[\d,.]*\d|\d")
NEGATED = re.compile(
    r"\b(?:not|no|never|none|neither|nor|cannot|without|fails? to|denied|refus\w+)\b|n't\b|没有|不是|不能|不会|不得"
    r"|不支持|不允许|不同意|未能|尚未|并未|无法|禁止|暂缓|暂停|并非|从未",
    re.IGNORECASE,
)

Method = Callable[[str, str, int], str]
Table = dict[tuple[str, str], np.ndarray]  # (set, method) -> budgets x measures, in percent


class Row(NamedTuple):
    """A question to a document."""

    set: str
    doc: str
    context: str
    question: str
    answers: list[str]
    support: list[str]


def rows(path: Path, half: int | None) -> Iterator[Row]:
    """The questions whose answers can be found in their documents, of every second document where a half is asked."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        told = [Row(**{name: row[name] for name in Row._fields}) for row in map(json.loads, lines)]
    docs = defaultdict(set)
    for row in told:
        docs[row.set].add(row.doc)
    wanted = {doc for names in docs.values() for doc in sorted(names)[slice(half, None, None if half is None else 2)]}
    for row in told:
        if row.doc in wanted and has_any(bare(row.context), row.answers):
            yield row


def bare(text: str) -> str:
    """Words alone, so that a line end or a quotation mark decides nothing."""
    return " ".join(re.sub(r"[^\w\s]", " ", text.lower()).split())


def has_any(text: str, answers: list[str]) -> bool:
    return any(bare(answer) and bare(answer) in text for answer in answers)


def taken(index: Indexed, order: list[int], budget: int) -> str:
    """Whole units in this order while they fit, joined as they stood."""
    kept, room = [], budget
    for unit in order:
        if index.costs[unit] + 1 <= room:
            kept.append(unit)
            room -= int(index.costs[unit]) + 1
    kept.sort()
    return "".join(
        index.texts[unit] + "\n\n" * int(index.paragraph[unit] != index.paragraph[after])
        for unit, after in zip(kept, [*kept[1:], *kept[-1:]], strict=True)
    )


def lead(text: str, _question: str, budget: int) -> str:
    index = indexed(text)
    return taken(index, np.argsort(index.position, kind="stable").tolist(), budget)


def at_random(text: str, _question: str, budget: int) -> str:
    index = indexed(text)
    chunks = list(range(int(index.chunk.max(initial=-1)) + 1))
    random.Random(len(text)).shuffle(chunks)
    return taken(index, [unit for chunk in chunks for unit in np.flatnonzero(index.chunk == chunk).tolist()], budget)


def bm25(text: str, question: str, budget: int) -> str:
    """Sentence with its neighbours and its chunk of 128 tokens: the best that needs no second look."""
    index = indexed(text)
    own = index.lexicon.scores(question)
    near, same = own.copy(), index.paragraph[1:] == index.paragraph[:-1]
    near[1:] += 0.35 * own[:-1] * same
    near[:-1] += 0.35 * own[1:] * same
    both = sum(
        (score - score.mean()) / (score.std() + 1e-9) for score in (near, index.by_chunk.scores(question)[index.chunk])
    )
    return taken(index, np.argsort(-both, kind="stable").tolist(), budget)


def ours(text: str, question: str, budget: int) -> str:
    return apply(text, extract(text, task=question, budget_tokens=budget).edits)


def measured(row: Row, text: str, total: int) -> list[float]:
    """One row of figures, in percent."""
    words, numbers = bare(text), set(NUMBER.findall(row.context))
    index = indexed(row.context)
    negated = [bare(sentence) for sentence in index.texts if NEGATED.search(sentence)]
    return [
        100.0 * has_any(words, row.answers),
        100.0 * np.mean([bare(one) in words for one in row.support if bare(one)] or [np.nan]),
        100.0 * count_tokens(text) / total,
        100.0 * len(numbers & set(NUMBER.findall(text))) / len(numbers) if numbers else np.nan,
        100.0 * np.mean([one in words for one in negated] or [np.nan]),
    ]


def table(questions: list[Row], methods: dict[str, Method], *, blind: bool) -> Table:
    """The means over the questions of each set; a text that the question cannot change is made once a document."""
    figures: dict[tuple[str, str], list[list[list[float]]]] = defaultdict(list)
    known: dict[tuple[str, str, float], str] = {}
    for row in questions:
        total = count_tokens(row.context)
        for name, method in methods.items():
            texts = []
            for budget in BUDGETS:
                key = (name, row.doc, budget)
                if not blind or key not in known:
                    known[key] = method(row.context, "" if blind else row.question, int(total * budget))
                texts.append(known[key])
            figures[row.set, name].append([measured(row, text, total) for text in texts])
    return {key: np.nanmean(np.asarray(rows), axis=0) for key, rows in figures.items()}


def show(figures: Table) -> None:
    for name in dict.fromkeys(name for name, _ in figures):
        print(f"\n  {name}")
        for (_, method), means in [item for item in figures.items() if item[0][0] == name]:
            cells = (
                f"{what} " + " ".join(f"{value:5.1f}" for value in means[:, at]) for at, what in enumerate(MEASURES)
            )
            print(f"    {method:22} " + " | ".join(cells))


def with_the_question(figures: Table) -> Iterator[tuple[str, bool]]:
    """Each line that `extract` holds with the question, and whether it does."""
    easy = np.mean(
        [figures[name, "webloupe"][:, 0] for name in ASKED if (name, "webloupe") in figures] or [[np.nan] * 5], axis=0
    )
    for at, least in ((0, 98.0), (1, 99.0)):
        yield (
            f"XQuAD and CMRC at {BUDGETS[at]:.0%}: {easy[at]:.1f} % of answers, at least {least:.0f}",
            easy[at] >= least,
        )
    if (HOPS, "webloupe") in figures:
        gain = figures[HOPS, "webloupe"][:, 1] - figures[HOPS, "BM25 and context"][:, 1]
        for budget, more, least in zip(BUDGETS, gain, (0, 3, 3, 0, 0), strict=True):
            yield f"HotpotQA at {budget:.0%}: {more:+.1f} points of support over BM25, at least +{least}", more >= least


def without_it(figures: Table) -> Iterator[tuple[str, bool]]:
    """The same without the question, at 30 % and 50 %."""
    sets = [name for name in (*ASKED, HOPS) if (name, "webloupe") in figures]
    for at in (2, 4):
        told = {
            name: {method: figures[name, method][at, 0] for method in ("webloupe", "lead", "random")} for name in sets
        }
        over = [name for name in sets if told[name]["webloupe"] > told[name]["random"]]
        yield f"at {BUDGETS[at]:.0%} above random on {len(over)} of {len(sets)} sets", len(over) == len(sets)
        over = [name for name in sets if name != HOPS and told[name]["webloupe"] > told[name]["lead"]]
        yield f"at {BUDGETS[at]:.0%} above lead on {len(over)} of XQuAD en, XQuAD zh, CMRC, at least 2", len(over) >= 2
        if HOPS in told:
            less = told[HOPS]["webloupe"] - told[HOPS]["lead"]
            yield f"at {BUDGETS[at]:.0%} on HotpotQA {less:+.1f} points to lead, at least -10", less >= -10
    for at, least in ((3, 85.0), (4, 60.0)):
        mean = np.mean([figures[name, "webloupe"][4, at] for name in sets])
        yield f"{MEASURES[at]} at 50 %, mean of the sets: {mean:.1f} %, at least {least:.0f}", mean >= least


def speed(questions: list[Row]) -> Iterator[tuple[str, bool]]:
    """CPU time to index a megabyte, and for a further question to a text that is known."""
    for script, names in (("English", ("xquad_en_multi", HOPS)), ("Chinese", ("xquad_zh_multi", "cmrc_multi"))):
        docs = {row.doc: row.context for row in questions if row.set in names}
        if not docs:
            continue
        text = "\n\n".join(docs.values())
        text = text * (1 + 1_000_000 // len(text.encode()))
        text = text.encode()[:1_000_000].decode("utf-8", "ignore")
        began = time.process_time()
        extract(text, task=questions[0].question, budget_tokens=2_000)
        spent = time.process_time() - began
        yield f"1 MB of {script}: indexed and asked in {spent:.2f} CPU s, at most 1", spent <= 1.0
    asked = questions[: 5 * 40]
    for row in asked:
        ours(row.context, "", 100)
    began = time.process_time()
    for row in asked:
        ours(row.context, row.question, 500)
    each = (time.process_time() - began) / max(1, len(asked))
    yield f"a further question to a known text: {1000 * each:.1f} CPU ms, at most 10", each <= 0.010


def main() -> int:
    """Print both tables and the lines; 1 where one is missed, 0 also where there is no data."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", type=Path, default=DATA)
    options.add_argument("--half", type=int, choices=(0, 1), help="every second document only")
    given = options.parse_args()
    if not given.data.exists():
        print(f"no questions at {given.data}: nothing measured (--data FILE)")
        return 0
    questions = list(rows(given.data, given.half))
    print(
        f"{len(questions)} questions; at {', '.join(f'{budget:.0%}' for budget in BUDGETS)} of the tokens, in percent"
    )
    asked = table(questions, {"BM25 and context": bm25, "webloupe": ours}, blind=False)
    print("\nwith the question")
    show(asked)
    blind = table(questions, {"lead": lead, "random": at_random, "webloupe": ours}, blind=True)
    print("\nwithout a question")
    show(blind)
    print()
    missed = False
    for line, holds in (*with_the_question(asked), *without_it(blind), *speed(questions)):
        print(f"  {'holds ' if holds else 'MISSED'} {line}")
        missed |= not holds
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
