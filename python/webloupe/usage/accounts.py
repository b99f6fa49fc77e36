"""The account of a session: whether another call may cost something, and what each one came to."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from ..caller import Caller
from ..errors import QuotaSpent
from ..types import Attempt, Caps, Face, LedgerEntry, Spend, Spent
from .caps import exceeded
from .ledger import Ledger


@dataclass(eq=False, slots=True)
class Claim:
    """A call that is under way, and its attempts so far that may have cost something."""

    attempts: list[Attempt] = field(default_factory=list)


UNWRITTEN = "The ledger cannot be written: caps count what this process spends, not what others do."


class Accounts:
    """Caps against the ledger of one home, and entries into it. Reads and writes files: for threads."""

    def __init__(self, home: Path, caps: Caps, face: Face) -> None:
        self._ledger = Ledger(home)
        self._caps = caps
        self._has_caps = caps != Caps()
        self._face = face
        self._under_way: dict[Claim, Caller] = {}  # in the order in which they began
        self._lock = threading.Lock()
        self._lost = self._told = False  # whether an entry could not be written, and whether that was said

    @contextmanager
    def claim(self, caller: Caller) -> Iterator[Claim]:
        """A call that may cost something, until it is booked or has failed: those that begin later count it."""
        claim = Claim()
        self._under_way[claim] = caller
        try:
            yield claim
        finally:
            self._under_way.pop(claim, None)

    def is_open(self, claim: Claim) -> bool:
        """Whether a call has neither been booked nor ended."""
        return claim in self._under_way

    def check(self, caller: Caller, claim: Claim | None = None) -> None:
        """QuotaSpent, in two lines that say what to do, when a cap leaves nothing for another call.

        Calls under way count as calls; what they cost besides is not known yet.
        """
        if not self._has_caps:
            return
        with self._lock:  # between a call's end and its entry nobody counts it twice, or not at all
            spent = self._ledger.spent(datetime.now(), caller.notebook, caller.cell)
            earlier = [who for other, who in takewhile(lambda one: one[0] is not claim, [*self._under_way.items()])]
        if error := exceeded(self._caps, _with_calls(spent, caller, earlier)):
            raise QuotaSpent(error.message, error.hint)

    def book(
        self,
        caller: Caller,
        action: Literal["search", "fetch", "compress"],
        key: str,
        *,
        tokens: int,
        usd: float | None = None,
        memo: bool = False,
        full_tokens: int | None = None,
        claim: Claim | None = None,
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
        with self._lock:
            self._lost |= not self._ledger.append(entry)
            if claim:
                self._under_way.pop(claim, None)

    def take_problem(self) -> str | None:
        """What keeps the caps from counting everything, told once; None when nothing does or it was told."""
        if not self._has_caps or not self._lost or self._told:
            return None
        self._told = True
        return UNWRITTEN


def _with_calls(spent: Spent, caller: Caller, others: Sequence[Caller]) -> Spent:
    """What is spent, with the calls of `others` where they count for `caller`."""

    def more(spend: Spend, calls: int) -> Spend:
        return replace(spend, calls=spend.calls + calls)

    notebook = [other for other in others if caller.notebook and other.notebook == caller.notebook]
    cell = [other for other in others if caller.cell and other == caller]
    return Spent(
        cell=more(spent.cell, len(cell)), notebook=more(spent.notebook, len(notebook)), day=more(spent.day, len(others))
    )


def cost_usd(attempts: Iterable[Attempt]) -> float | None:
    """What attempts cost together; None when nobody said of any."""
    known = [attempt.usd for attempt in attempts if attempt.usd is not None]
    return sum(known) if known else None
