"""Statistics over a log of a million lines, and quota verdicts and forecasts over made-up months.

    python benchmarks/usage.py [--lines 1000000] [--seeds 200]

The log is written as the package writes it, all within the days asked for, three backends, a torn line now and then.
A verdict is right when it says whose pool it was; a forecast's error is told in shares of the time that was left.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "core"))

from usage_months import BEGIN, DAY_S, HOUR_S, Month

from webloupe.usage.quota import windows

MEASURE = """
import resource, sys, time
from datetime import datetime
from pathlib import Path
from webloupe.usage.log import UsageLog
from webloupe.usage.stats import Tally
for by in ("day", "backend", "hour"):
    wall, cpu = time.perf_counter(), time.process_time()
    tally, skipped = Tally(days=30, now=datetime.now(), by=by), 0
    for records, bad in UsageLog(Path(sys.argv[1])).blocks():
        tally.add(records)
        skipped += bad
    summary = tally.summary(skipped=skipped)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    calls = sum(row.total for row in summary.rows)
    print(f"  by {by:<8} {wall:5.2f} s ({cpu:.2f} s CPU), peak {peak:4.0f} MB, {calls:,} searches, {skipped} bad lines")
"""


def lines(count: int) -> Iterator[str]:
    """A month's lines, nearly in the order of time."""
    rng = random.Random(7)
    outcomes = ["ok"] * 20 + ["empty", "rate_limited", "http", "timeout"]
    left, start = 1_000, time.time() - 27 * DAY_S
    for number in range(count):
        ts = round(start + number * 27 * DAY_S / count - rng.expovariate(1.0), 3)
        backend = rng.choice(("exa", "keenable", "parallel"))
        line = {"ts": ts, "backend": backend, "outcome": rng.choice(outcomes)}
        if backend == "keenable":
            left = left - 1 if left else 1_000
            line |= {"remaining": left, "limit": 1_000, "resets_at": ts - ts % HOUR_S + HOUR_S}
        line |= {"elapsed_ms": round(rng.lognormvariate(6.5, 0.5), 1), "action": "search", "face": "python"}
        yield json.dumps(line)[: 40 if number % 100_000 == 99_999 else None]


def log_speed(count: int) -> None:
    """Writes the log, reads it in a process of its own."""
    with tempfile.TemporaryDirectory() as home:
        logs = Path(home) / "logs"
        logs.mkdir()
        with (logs / "web_search_usage.jsonl").open("w") as log:
            log.writelines(f"{line}\n" for line in lines(count))
        print(f"statistics over {count:,} lines:", flush=True)
        subprocess.run([sys.executable, "-c", MEASURE, home], check=True)


def verdicts(seeds: int) -> None:
    """Each kind of month with pools of our own and with light to heavy sharing."""
    print(f"verdicts over months of {seeds} seeds each (share of others' calls against ours: right, unknown, wrong):")
    for kind in ("aligned", "rolling", "anchored"):
        for length in (HOUR_S, DAY_S):
            cells = []
            for share in (0.0, 0.1, 0.3, 1.0, 5.0):
                said = Counter(verdict(Month(seed, kind=kind, length=length, share=share)) for seed in range(seeds))
                truth = "shared" if share else "own"
                right, unknown = said[truth] / seeds, said["unknown"] / seeds
                cells.append(f"{share:g}: {right:.3f} {unknown:.3f} {1 - right - unknown:.3f}")
            print(f"  {kind:<8} {'hour' if length == HOUR_S else 'day':<4}  " + "   ".join(cells), flush=True)


def verdict(month: Month) -> str:
    """What the newest window of a month is called."""
    told = windows(month.records(), now=datetime.fromtimestamp(BEGIN + month.days * DAY_S, UTC))
    return told[0].verdict if told else "none"


def forecasts(seeds: int) -> None:
    """Asked half-way to the end of windows that did run dry: how far off, in shares of the time that was left."""
    print("forecasts in windows that ran dry, asked when half was used (silent: said that it lasts):")
    for use, length, share in product(("steady", "bursts"), (HOUR_S, DAY_S), (0.0, 1.0)):
        errors: list[float] = []
        silent = 0
        for seed in range(seeds):
            month = Month(seed, length=length, share=share, ceiling=50 if length == HOUR_S else 150, use=use, days=10)
            for left_s, off_s in dry_windows(month):
                if off_s is None:
                    silent += 1
                else:
                    errors.append(abs(off_s) / left_s)
        errors.sort()
        asked = len(errors) + silent
        name = f"{use}, {'hour' if length == HOUR_S else 'day'}, others {share:g}"
        spread = f"median {median(errors):.2f}, p90 {errors[int(0.9 * (len(errors) - 1))]:.2f}" if errors else ""
        print(f"  {name:<26} {asked:5} asked, {silent / max(asked, 1):4.0%} silent, {spread}", flush=True)


def dry_windows(month: Month) -> Iterator[tuple[float, float | None]]:
    """Of up to five dry windows: seconds left when asked, seconds by which the forecast was off (None: it had none)."""
    records = sorted(month.records(), key=lambda one: one.ts)
    times = [one.ts for one in records]
    dry = [place for place, one in enumerate(records) if one.remaining == 0 and records[place - 1].remaining != 0]
    for place in dry[1:6]:
        half = next(
            (at for at in range(place, 0, -1) if (records[at].remaining or 0) >= (month.ceiling or 0) / 2), None
        )
        if half is None or records[place].ts - times[half] > month.length or times[place] - times[half] < 1:
            continue
        asked_at = times[half]
        told = windows(records[: bisect_right(times, asked_at)], now=datetime.fromtimestamp(asked_at, UTC))
        forecast = told[0].runs_dry_at if told else None
        yield times[place] - asked_at, None if forecast is None else forecast - times[place]


def main() -> None:
    """Prints all figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--seeds", type=int, default=200)
    asked = parser.parse_args()
    if asked.lines:
        log_speed(asked.lines)
    if asked.seeds:
        forecasts(min(asked.seeds, 20))
        verdicts(asked.seeds)
    print(f"(this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB)")


if __name__ == "__main__":
    main()
