"""The ledger: one JSON object a line for every answered call, and what they come to.

The usage log counts what left the machine; the ledger counts what came back to someone, from memory too.
"""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial
from pathlib import Path

import msgspec

from ..types import LedgerEntry, OwnSums, Spend, Spent
from .decoded import decode
from .jsonl import FILE_BYTES, KEPT_FILES, NOWHERE, SLACK_S, LineFile, Place

LEDGER_NAME = Path("logs") / "ledger.jsonl"

_decoder = msgspec.json.Decoder(LedgerEntry)


class Ledger:
    """`<home>/logs/ledger.jsonl` and its older pieces. Readable by its owner only. Any thread may use it."""

    def __init__(self, home: Path, *, file_bytes: int = FILE_BYTES, kept_files: int = KEPT_FILES) -> None:
        self._lines = LineFile(home, LEDGER_NAME, file_bytes=file_bytes, kept_files=kept_files)
        self.path = self._lines.path
        self._lock = threading.Lock()
        self._today = _Today(0.0, 0.0)
        self._place = NOWHERE  # behind the last line that is in the sums
        self._unwritten: deque[LedgerEntry] = deque()  # of the last day or so, the oldest first

    def append(self, entry: LedgerEntry) -> bool:
        """Add one entry; whether it was written. Never raises. May wait for `jsonl.LOCK_WAIT_S`.

        One that could not be is remembered: `spent` counts it as long as this ledger lives.
        """
        if self._write(entry):
            return True
        with self._lock:
            self._today.add([entry])
            self._unwritten.append(entry)
            while self._unwritten[0].ts < entry.ts - 2 * SLACK_S:
                self._unwritten.popleft()
        return False

    def _write(self, entry: LedgerEntry) -> bool:
        fields = msgspec.structs.asdict(entry)
        try:
            known = {name: value for name, value in fields.items() if value not in (None, "") and value is not False}
            return self._lines.append(msgspec.json.encode(known))
        except (OSError, ValueError, TypeError):  # a full disk, a path that is none, a value that is no JSON
            return False

    def spent(self, now: datetime, notebook: str = "", cell: str = "") -> Spent:
        """Spent since midnight in `now`'s zone (this machine's when it has none), by everyone on this machine.

        Reads what was appended since the last time only. ConfigError when the ledger cannot be read.
        """
        start, end = _day(now)
        with self._lock:
            if (start, end) != (self._today.start, self._today.end) or not self._lines.has(self._place):
                self._today, self._place = _Today(start, end), NOWHERE
                self._today.add(self._unwritten)
            for place, block in self._lines.blocks_after(self._place):
                whole = block[: block.rfind(b"\n") + 1]  # a line that is being written is read the next time
                self._today.add(_entries(whole))
                self._place = Place(place.file, place.offset + len(whole))
            return self._today.spent(notebook, cell)

    def sums(self, since_ts: float) -> OwnSums | None:
        """What the answers from `since_ts` (Unix time) on came to; None when there are none.

        ConfigError when the ledger cannot be read.
        """
        sums = _Sums()
        for block in self._lines.blocks_from(partial(_is_before, since_ts - SLACK_S)):
            sums.add(entry for entry in _entries(block) if entry.ts >= since_ts)
        return sums.told()


def _is_before(ts: float, line: bytes) -> bool:
    entries = list(_entries(line))
    return bool(entries) and entries[0].ts < ts


@dataclass(slots=True)
class _Total:
    calls: int = 0
    tokens: int = 0
    usd: float = 0.0

    def add(self, entry: LedgerEntry) -> None:
        self.calls += 1
        self.tokens += entry.tokens
        self.usd += entry.usd or 0.0

    def spend(self) -> Spend:
        return Spend(calls=self.calls, tokens=self.tokens, usd=self.usd)


class _Today:
    """Running sums of one day (from `start` to `end`, Unix times), of each notebook and of each cell."""

    def __init__(self, start: float, end: float) -> None:
        self.start, self.end = start, end
        self._day = _Total()
        self._notebooks: defaultdict[str, _Total] = defaultdict(_Total)
        self._cells: defaultdict[tuple[str, str], _Total] = defaultdict(_Total)

    def add(self, entries: Iterable[LedgerEntry]) -> None:
        for entry in entries:
            if entry.memo or not self.start <= entry.ts < self.end:
                continue
            self._day.add(entry)
            if entry.notebook:
                self._notebooks[entry.notebook].add(entry)
            if entry.cell:
                self._cells[entry.notebook, entry.cell].add(entry)

    def spent(self, notebook: str, cell: str) -> Spent:
        nothing = _Total()
        return Spent(
            cell=self._cells.get((notebook, cell), nothing).spend(),
            notebook=self._notebooks.get(notebook, nothing).spend(),
            day=self._day.spend(),
        )


class _Sums:
    """Adds up entries into `OwnSums`."""

    def __init__(self) -> None:
        self._calls = self._memo = self._tokens = self._measured = self._full = 0
        self._usd: float | None = None

    def add(self, entries: Iterable[LedgerEntry]) -> None:
        for entry in entries:
            self._calls += 1
            self._memo += entry.memo
            self._tokens += entry.tokens
            if entry.full_tokens is not None:
                self._measured += entry.tokens
                self._full += entry.full_tokens
            if entry.usd is not None and not entry.memo:
                self._usd = (self._usd or 0.0) + entry.usd

    def told(self) -> OwnSums | None:
        if not self._calls:
            return None
        return OwnSums(
            calls=self._calls,
            memo=self._memo,
            memo_share=self._memo / self._calls,
            tokens=self._tokens,
            measured_tokens=self._measured,
            full_tokens=self._full if self._measured or self._full else None,
            usd=self._usd,
        )


def _entries(block: bytes) -> list[LedgerEntry]:
    return decode(_decoder, _are_sound, block)[0]


def _are_sound(entries: Sequence[LedgerEntry]) -> bool:
    """Whether no entry gives back what others spent."""
    return all(entry.tokens >= 0 and (entry.usd or 0.0) >= 0 for entry in entries)


def _day(now: datetime) -> tuple[float, float]:
    midnights = (datetime.combine(now.date() + timedelta(days=more), time(), now.tzinfo) for more in (0, 1))
    start, end = (midnight.timestamp() for midnight in midnights)
    return start, end
