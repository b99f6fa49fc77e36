"""Blank runs as HTML sees them."""

from __future__ import annotations


def collapse(text: str) -> str:
    """`text` with every run of blanks as one space and none at the ends."""
    return " ".join(text.split())
