"""The usage log: one JSON object a line for every call that left the machine, whole whoever writes beside us."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path

import msgspec

from ..types import UsageRecord
from .decoded import decode
from .jsonl import FILE_BYTES, KEPT_FILES, SLACK_S, LineFile

LOG_NAME = Path("logs") / "web_search_usage.jsonl"

_NAME_CHARS = 64  # of a backend's name; what is longer, or no text to print, is no name
_backend = attrgetter("backend")
_decoder = msgspec.json.Decoder(UsageRecord)


class UsageLog:
    """`<home>/logs/web_search_usage.jsonl` and its older pieces. Readable by its owner only."""

    def __init__(self, home: Path, *, file_bytes: int = FILE_BYTES, kept_files: int = KEPT_FILES) -> None:
        self._lines = LineFile(home, LOG_NAME, file_bytes=file_bytes, kept_files=kept_files)
        self.path = self._lines.path

    def append(self, record: UsageRecord) -> bool:
        """Add one record; whether it was logged. Never raises: a log must not cost anyone a search.

        May wait for `jsonl.LOCK_WAIT_S`: not for an event loop's thread.
        """
        fields = msgspec.structs.asdict(record)
        try:
            line = msgspec.json.encode({name: value for name, value in fields.items() if value is not None})
            return self._lines.append(line)
        except (OSError, ValueError, TypeError):  # a full disk, a path that is none, a value that is no JSON
            return False

    def blocks(self, since_ts: float = 0.0) -> Iterator[tuple[list[UsageRecord], int]]:
        """The records a block of the log, in file order, and how many of its lines could not be read.

        What was written long before `since_ts` (Unix time) is passed over where there is much of it.
        ConfigError when there is a log that cannot be read; where none can lie, nothing was logged.
        """
        lines = self._lines.blocks_from(partial(_is_before, since_ts - SLACK_S)) if since_ts else self._lines.blocks()
        return map(partial(decode, _decoder, _are_sound), lines)

    def read(self, since_ts: float = 0.0) -> tuple[list[UsageRecord], int]:
        """The records from `since_ts` (Unix time) on, in file order, and how many lines could not be read.

        ConfigError as for `blocks`.
        """
        records: list[UsageRecord] = []
        skipped = 0
        for found, bad in self.blocks(since_ts):
            records += [record for record in found if record.ts >= since_ts]
            skipped += bad
        return records, skipped


def _is_before(ts: float, line: bytes) -> bool:
    """Whether a line is a record of before `ts`; a torn or foreign one tells nothing."""
    records, _ = decode(_decoder, _are_sound, line)
    return bool(records) and records[0].ts < ts


def _are_sound(records: Sequence[UsageRecord]) -> bool:
    """Whether the backends' names can stand in a table: one may come from a garbled line."""
    names = set(map(_backend, records))
    return all(len(name) <= _NAME_CHARS and name.isprintable() for name in names)
