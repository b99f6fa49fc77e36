"""The account of a session: whether another call may cost something, and what each one came to."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Literal

from ..caller import Caller
from ..errors import QuotaSpent
from ..types import Attempt, Caps, Face, LedgerEntry
from .caps import exceeded
from .ledger import Ledger


class Accounts:
    """Caps against the ledger of one home, and entries into it. Reads and writes files: for threads."""

    def __init__(self, home: Path, caps: Caps, face: Face) -> None:
        self._ledger = Ledger(home)
        self._caps = caps
        self._has_caps = caps != Caps()
        self._face = face

    def check(self, caller: Caller) -> None:
        """QuotaSpent, in two lines that say what to do, when a cap leaves nothing for another call."""
        if not self._has_caps:
            return
        spent = self._ledger.spent(datetime.now(), caller.notebook, caller.cell)
        if error := exceeded(self._caps, spent):
            raise QuotaSpent(error.message, error.hint)

    def book(
        self,
        caller: Caller,
        action: Literal["search", "fetch"],
        key: str,
        *,
        tokens: int,
        usd: float | None = None,
        memo: bool = False,
        full_tokens: int | None = None,
    ) -> None:
        """Enter an answered call. Never raises: an account must not cost anyone an answer."""
        entry = LedgerEntry(
            ts=time.time(),
            action=action,
            key=key,
            tokens=tokens,
            face=self._face,
            notebook=caller.notebook,
            cell=caller.cell,
            usd=usd,
            memo=memo,
            full_tokens=full_tokens,
        )
        self._ledger.append(entry)


def cost_usd(attempts: Iterable[Attempt]) -> float | None:
    """What attempts cost together; None when nobody said of any."""
    known = [attempt.usd for attempt in attempts if attempt.usd is not None]
    return sum(known) if known else None
