"""The options of the verbs that ask this machine: usage, doctor, demo."""

from __future__ import annotations

from typing import get_args

from ..allowed import Allowed, choice, whole
from ..settings import provider
from ..types import By
from .rows import Option


def usage() -> tuple[Option, ...]:
    """Which days and backends are counted, and how they are told."""
    return (
        Option(("--days",), "days", "days to look back, today included (7)", whole(1, 3_650), "N"),
        Option(("--by",), "by", f"a row a {', '.join(get_args(By))} (day)", choice(*get_args(By)), "WORD"),
        Option(("--backend",), "backend", "this backend only", choice(*provider().words[1:]), "NAME"),
        Option(("--json",), "json", "as JSON", bare=True),
        Option(("--csv",), "csv", "as CSV", bare=True),
    )


def _mode(raw: object) -> tuple[str, str]:
    backend, equals, mode = str(raw).partition("=")
    if not (backend and equals and mode):
        raise ValueError("no pair")
    return backend, mode


def demo() -> tuple[Option, ...]:
    """Where the made-up web listens, and what fails in it."""
    pair = Allowed("BACKEND=MODE, such as exa=429", _mode)
    return (
        Option(("--port",), "port", "port on 127.0.0.1 (0: a free one)", whole(0, 65_535), "N"),
        Option(("--mode",), "mode", "make a backend fail, such as exa=429 (may be repeated)", pair, "B=M", repeat=True),
    )


def doctor() -> tuple[Option, ...]:
    """Whether backends are asked."""
    return (Option(("--ask",), "ask", "ask each backend one search, which spends a call of each", bare=True),)


def none() -> tuple[Option, ...]:
    """A verb without options."""
    return ()
