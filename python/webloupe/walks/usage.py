"""The walk of a usage report: the log and the ledger, read and summed up."""

from __future__ import annotations

from datetime import datetime

from ..types import By, UsageSummary
from .rooms import Rooms


def usage(rooms: Rooms, days: int, *, backend: str | None = None, by: By = "day") -> UsageSummary:
    """Searches by day, backend or hour over the last `days` days. Reads files: for a thread."""
    from ..usage.ledger import Ledger
    from ..usage.stats import Tally

    tally = Tally(days=days, now=datetime.now(), backend=backend, by=by)
    skipped = 0
    for records, bad in rooms.log.blocks(tally.since_ts):
        tally.add(records)
        skipped += bad
    # The ledger knows answers, not who gave them: its sums stand beside the whole table only.
    own = None if backend else Ledger(rooms.config.home).sums(tally.since_ts)
    return tally.summary(skipped=skipped, own=own)
