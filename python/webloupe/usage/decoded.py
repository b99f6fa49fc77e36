"""Records out of blocks of JSON lines, whatever else stands between them. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec

T = TypeVar("T")
_NO_RECORD = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what a foreign or torn line raises


def decode(
    decoder: msgspec.json.Decoder[T], are_sound: Callable[[Sequence[T]], bool], block: bytes
) -> tuple[list[T], int]:
    """The records of whole lines, and how many lines are none. Fast when all are good."""
    with suppress(*_NO_RECORD):
        found = decoder.decode_lines(block)
        if are_sound(found):
            return found, 0

    def read(line: bytes) -> list[T]:
        with suppress(*_NO_RECORD):
            record = decoder.decode(line)
            return [record] if are_sound([record]) else []
        return []

    records: list[T] = []
    skipped = 0
    for line in filter(bytes.strip, block.splitlines()):
        if not (record := read(line)):
            skipped += 1
            # Another program may have glued a record to a torn one; ours are flat, so the last brace opens it.
            record = read(line[max(line.rfind(b"{"), 0) :])
        records += record
    return records, skipped
