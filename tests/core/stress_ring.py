"""The ring's faults in tens of thousands, by `make stress`: too long for every run of the tests."""

from __future__ import annotations

import asyncio

import pytest
from faults import OUTCOMES, SERVICES, SLOW, by_path, five, met, mostly_faulty, words
from loopback import Server, serve

ROUNDS, SEARCHES = 120, 2_000


def test_fifteen_thousand_faults_leave_nothing_hanging_and_nothing_untold() -> None:
    with serve(by_path) as server:
        seen = asyncio.run(met(server, ROUNDS))
    assert seen.odd == [] and len(seen.attempts) == ROUNDS * len(OUTCOMES) * len(SERVICES)
    told = {(kind, attempt.outcome) for kind, _, attempt in seen.attempts}
    assert told - {(kind, "skipped") for kind in SLOW} == set(OUTCOMES.items())


@pytest.mark.parametrize("seed", range(3))
def test_thousands_of_searches_over_faulty_services_are_answered(seed: int) -> None:
    async def searched(server: Server) -> int:
        async with five(server) as ring:
            return sum([len(await ring.search(query, timeout_s=2.5)) > 0 for query in words(SEARCHES)])

    with serve(mostly_faulty(seed)) as server:
        assert asyncio.run(searched(server)) == SEARCHES
