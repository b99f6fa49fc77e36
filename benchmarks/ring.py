"""What the ring costs over one bare POST, and what faulty backends cost a search.

    python benchmarks/ring.py [--searches 300] [--profile]

A server on loopback answers in the words of five services. In turns, so that a slow moment of the machine falls on all:
one POST by a bare httpx client, a search by the ring alone, a search by a session without memory (its caps, its log,
its ledger and its token count included). The promise is a median of at most 2 ms over the bare POST. Then a ring of
five of which four fail in nine of ten calls, each time in another way, beside a ring of the good one alone; the promise
is a 95th percentile of at most 50 ms over it.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import os
import pstats
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/core"))

from faults import FIVE, GOOD, five, mostly_faulty, words  # noqa: E402
from loopback import Server, serve  # noqa: E402

from webloupe import config as configuration  # noqa: E402
from webloupe.http import Http  # noqa: E402
from webloupe.search.ring import Ring  # noqa: E402
from webloupe.search.state import State  # noqa: E402
from webloupe.session import AsyncSession  # noqa: E402
from webloupe.store import Store  # noqa: E402
from webloupe.types import SearchQuery  # noqa: E402

WARM = 20
OVER_MS, SLOWER_MS = 2.0, 50.0

Search = Callable[[str], Awaitable[object]]


def main() -> None:
    """Print each figure beside its promise."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--searches", type=int, default=300)
    options.add_argument("--profile", action="store_true", help="where the session's time goes")
    chosen = options.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    with serve(mostly_faulty(seed=7, share=0.0)) as server, tempfile.TemporaryDirectory() as home:
        asyncio.run(overhead(server, Path(home), chosen.searches, profile=chosen.profile))
    with serve(mostly_faulty(seed=7)) as server:
        asyncio.run(faulty(server, chosen.searches))


async def overhead(server: Server, home: Path, searches: int, *, profile: bool) -> None:
    url = f"{server.url}/{GOOD}"
    body = {"query": "oak", "max_results": 5, "mode": "pro"}
    env = {f"WEBLOUPE_{name.upper()}_URL": f"{server.url}/{name}" for name in FIVE}
    overlay = {"backends": list(FIVE[:-1]), "memo_s": 0}
    session = AsyncSession(configuration.load(env=env, cwd=home, home=home, overlay=overlay))
    client = Http(allow_private=["127.0.0.1"], trust_env=False)
    ring = Ring(
        client,
        backends=[GOOD],
        endpoints={GOOD: url},
        keys={},
        log=lambda record: None,
        state=State(Store(home)),
    )
    async with httpx.AsyncClient() as bare:
        ways: dict[str, Search] = {
            "a bare POST": lambda text: bare.post(url, json=body | {"query": text}),
            "the ring": lambda text: ring.search(SearchQuery(text=text)),
            "a session, one backend": lambda text: session.search(text, backend=GOOD),
            "a session, a ring of four": session.search,
        }
        await timed(ways, WARM)
        profiler = cProfile.Profile()
        if profile:
            profiler.enable()
        took = await timed(ways, searches)
        profiler.disable()
    least = statistics.median(took["a bare POST"])
    for name, times in took.items():
        over = statistics.median(times) - least
        print(f"{name:<26} median {statistics.median(times):6.2f} ms, over the bare POST {over:5.2f} ms ({OVER_MS:g})")
    if profile:
        pstats.Stats(profiler).sort_stats("tottime").print_stats(25)
    await session.aclose()
    await ring.aclose()
    await client.aclose()


async def timed(ways: dict[str, Search], count: int) -> dict[str, list[float]]:
    """Milliseconds of so many searches each way, in turns."""
    took: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(count):
        for name, search in ways.items():
            started = time.perf_counter()
            await search(f"oak {number} {name}")
            took[name].append(1000 * (time.perf_counter() - started))
    return took


async def faulty(server: Server, searches: int) -> None:
    client = Http(allow_private=["127.0.0.1"], trust_env=False)
    alone = Ring(client, backends=[GOOD], endpoints={GOOD: f"{server.url}/{GOOD}"}, keys={}, log=lambda record: None)
    async with five(server) as ring:
        good, all_five, asked = [], [], 0
        for query in words(searches):
            good.append((await alone.search(query)).elapsed_ms)
            response = await ring.search(query)
            all_five.append(response.elapsed_ms)
            asked += sum(attempt.outcome != "skipped" for attempt in response.attempts)
    await client.aclose()
    tail, least = (statistics.quantiles(times, n=20)[-1] for times in (all_five, good))
    print(
        f"four of five faulty: {searches} of {searches} answered, {asked - searches} attempts beyond one each,"
        f" p95 {tail:.1f} ms, {tail - least:.1f} over the good one alone ({SLOWER_MS:g})"
    )


if __name__ == "__main__":
    main()
