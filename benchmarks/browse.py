"""The browser on the demo web: the first action with its start, then navigation with state. Bars: 2.5 s, 300 ms median.

Run alone: a busy machine measures itself.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from webloupe import config
from webloupe.demo import DemoWeb
from webloupe.sync import Session

PATHS = ("/rules", "/docs/calibration", "/shop/", "/forum/thread/418", "/reference/")
STARTS, ROUNDS = 5, 10


def main() -> None:
    first_s, next_ms = [], []
    with DemoWeb() as web, tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for start in range(STARTS):
            with Session(config.load(env=web.env, cwd=home, home=home)) as session:
                began = time.perf_counter()
                session.browse("go_to_url", url=f"{web.url}/rules")
                first_s.append(time.perf_counter() - began)
                for number in range(ROUNDS if start == 0 else 0):
                    for path in PATHS:
                        began = time.perf_counter()
                        session.browse("go_to_url", url=f"{web.url}{path}?{number}")
                        next_ms.append(1_000 * (time.perf_counter() - began))
    print(f"first action, start included   median {statistics.median(first_s):.2f} s, worst {max(first_s):.2f} s")
    print(f"navigation and state           median {statistics.median(next_ms):.0f} ms, worst {max(next_ms):.0f} ms")


if __name__ == "__main__":
    main()
