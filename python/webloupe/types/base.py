"""What all wire types share, and a failure as data."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

ErrorCode: TypeAlias = Literal[
    "bad_input", "config", "bad_key", "quota_spent", "rate_limited", "backend_down", "bad_answer",
    "all_backends_failed", "not_found", "blocked", "host_down", "refused", "too_large", "unreadable",
    "address_refused", "timed_out", "model_unavailable", "bad_model_answer", "extra_missing",
    "cancelled", "offline", "bug",
]  # fmt: skip
Face: TypeAlias = Literal["python", "notebook", "cli", "agent"]


class Wire(msgspec.Struct, frozen=True):
    """Base of all wire types: immutable, fields by name. msgspec inherits `frozen` only, type checkers neither."""


class ErrorInfo(Wire, frozen=True, kw_only=True):
    """A failure as data: what failed, why, what to do next."""

    code: ErrorCode
    message: str
    hint: str = ""
    retryable: bool = False
    retry_after_s: float | None = None
    backend: str | None = None
    url: str | None = None
