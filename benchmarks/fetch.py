"""What reading a page costs over a bare download of it.

    python benchmarks/fetch.py [--pages 150] [--profile]

A server on loopback gives pages of about 100 KB, each with its own text. In turns, so that a slow moment of the
machine falls on both: a GET by a bare httpx client, and a fetch by a session, with everything: guard, charset,
conversion in the worker, kind, tokens, store, readable copy, ledger. The promise is a median of at most 15 ms over the
bare GET.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import os
import pstats
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/core"))

from loopback import Received, Server, reply, serve  # noqa: E402

from webloupe import config as configuration  # noqa: E402
from webloupe.session import AsyncSession  # noqa: E402

WARM = 10
OVER_MS = 15.0
PAGE_BYTES = 100_000
WORDS = re.findall(r"[a-z]+[,.]?", (ROOT / "ARCHITECTURE.md").read_text("utf-8"))


def page(number: int) -> bytes:
    """An article of about 100 KB with links, a table, code and the furniture of a site."""
    choose = random.Random(number)
    parts = [
        f"<html><head><title>Page {number}</title></head><body>"
        "<nav><a href=/>Home</a> <a href=/a>About</a></nav><article>"
    ]
    while sum(map(len, parts)) < PAGE_BYTES:
        text = " ".join(choose.choices(WORDS, k=60)).replace("<", "&lt;")
        parts.append(
            f"<h2>Part {len(parts)}</h2><p>{text} <a href='/{len(parts)}'>more</a></p><ul><li>{text[:80]}</li></ul>"
        )
        if not len(parts) % 10:
            parts.append(
                f"<table><tr><th>a<th>b</tr><tr><td>{number}<td>2</tr></table><pre><code>x = {number}</code></pre>"
            )
    return "".join([*parts, "</article><footer>Imprint</footer></body></html>"]).encode()


async def timed(call: Awaitable[object]) -> float:
    """How long it takes, in milliseconds."""
    began = time.perf_counter()
    await call
    return 1000 * (time.perf_counter() - began)


async def overhead(server: Server, home: Path, pages: int) -> None:
    """Both ways in turns."""
    config = configuration.load(env={"WEBLOUPE_ALLOW_PRIVATE": "127.0.0.1"}, cwd=home, home=home)
    session, bare, ours = AsyncSession(config), list[float](), list[float]()
    async with httpx.AsyncClient() as client:
        for number in range(WARM + pages):
            bare.append(await timed(client.get(f"{server.url}/{number}")))
            ours.append(await timed(session.fetch(f"{server.url}/{number}")))
    await session.aclose()
    raw, full = (statistics.median(figures[WARM:]) for figures in (bare, ours))
    verdict = "held" if full - raw <= OVER_MS else "MISSED"
    print(f"bare GET {raw:.2f} ms, fetch {full:.2f} ms: {full - raw:+.2f} ms (at most +{OVER_MS:.0f}, {verdict})")


def main() -> None:
    """Print the medians beside the promise."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pages", type=int, default=150)
    options.add_argument("--profile", action="store_true", help="where the time goes in this process")
    chosen = options.parse_args()
    bodies = [page(number) for number in range(WARM + chosen.pages)]
    print(f"load {os.getloadavg()[0]:.1f}, pages of {statistics.mean(map(len, bodies)):,.0f} bytes")

    def answer(request: Received) -> bytes:
        return reply(200, bodies[int(request.path[1:])], {"Content-Type": "text/html; charset=utf-8"})

    profile = cProfile.Profile()
    with serve(answer) as server, tempfile.TemporaryDirectory() as home:
        if chosen.profile:
            profile.enable()
        asyncio.run(overhead(server, Path(home), chosen.pages))
        profile.disable()
    if chosen.profile:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(40)


if __name__ == "__main__":
    main()
