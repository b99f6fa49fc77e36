"""Fifty browsers started and closed one after the other: nothing of them is left, and memory stays. `make stress`."""

from __future__ import annotations

import psutil
from browsers import needs_browser, session_at

from webloupe.demo import DemoWeb

CYCLES = 50
MOST_GROWTH = 20_000_000  # bytes


@needs_browser
def test_fifty_starts_and_ends_leave_no_process_and_no_memory(tmp_path):
    me = psutil.Process()
    before = set(me.children(recursive=True))
    warm = 0
    with DemoWeb() as web:
        for cycle in range(CYCLES):
            with session_at(tmp_path, web.env) as session:
                assert session.browse("go_to_url", url=f"{web.url}/rules").title
                started = [one for one in me.children(recursive=True) if one not in before]
            assert started
            assert psutil.wait_procs(started, timeout=10)[1] == []
            warm = warm or (me.memory_info().rss if cycle == 4 else 0)
    assert me.memory_info().rss - warm < MOST_GROWTH
