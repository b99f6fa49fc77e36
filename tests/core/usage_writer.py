"""Appends N records to the usage log of a home, as another process would: `python usage_writer.py HOME NAME N`."""

from __future__ import annotations

import sys
from pathlib import Path

from webloupe.types import UsageRecord
from webloupe.usage.log import UsageLog


def main(home: str, name: str, count: int) -> None:
    log = UsageLog(Path(home))
    for number in range(count):
        if not log.append(UsageRecord(ts=float(number), backend=name, outcome="ok", remaining=number)):
            sys.exit(f"record {number} was not logged")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
