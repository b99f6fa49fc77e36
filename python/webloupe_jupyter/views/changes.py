"""What a compression took, in words: its tokens, and the pieces that were dropped or rewritten."""

from __future__ import annotations

from collections.abc import Iterator

from webloupe.types import Compression, Segment

from ..text import one_line

CHANGES_CHARS = 800  # of the characters of an output, for what compression dropped or rewrote
_CHANGE_CHARS = 160
_SIGNS = {"dropped": "−", "rewritten": "±"}


def saved(done: Compression) -> str:
    """What compression took, in per cent of the tokens."""
    return f"{(done.tokens_after - done.tokens_before) / max(1, done.tokens_before):+.0%}"


def tokens(done: Compression) -> str:
    """Raw against compressed, in tokens."""
    if done.refused:
        return f"Not compressed: {done.refused}"
    if done.tokens_after == done.tokens_before:
        return f"raw {done.tokens_before:,} tokens, nothing to take out ({done.method})"
    return f"raw {done.tokens_before:,} → compressed {done.tokens_after:,} tokens ({saved(done)}, {done.method})"


def changes(done: Compression) -> list[str]:
    """What was dropped or rewritten, the first of it: a sign, the reason and the text, a line a piece."""
    changed = [segment for segment in done.segments if segment.op != "kept"]
    lines: list[str] = []
    for line in _lines(changed):
        if sum(map(len, lines)) + len(line) > CHANGES_CHARS:
            break
        lines.append(line)
    left = len(changed) - len(lines)
    return [*lines, *([f"… {left:,} more in .compression.segments"] if left else [])]


def _lines(changed: list[Segment]) -> Iterator[str]:
    for segment in changed:
        before = one_line(segment.before)[:_CHANGE_CHARS]
        if not before:
            continue  # blank lines are counted, not shown
        after = f" → {one_line(segment.after)[:_CHANGE_CHARS]}" if segment.op == "rewritten" else ""
        reason = f" ({segment.reason})" if segment.reason else ""
        yield f"{_SIGNS[segment.op]} {before}{after}{reason}"
