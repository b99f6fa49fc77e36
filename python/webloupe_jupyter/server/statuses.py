"""A failure on its way to HTTP: which status it has, and how the server words it. Pure.

401 and 403 are never ours: they are Jupyter's own answers, and the front end would send its user to the login page.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from webloupe.errors import AddressRefused, AllBackendsFailed, WebloupeError
from webloupe.types import ErrorCode, ErrorInfo

from ..operations import failure

UPSTREAM = 502
STATUS: Mapping[ErrorCode, int] = {
    "bad_input": 400,
    "config": 400,
    "extra_missing": 400,
    "offline": 400,
    "address_refused": 400,
    "rate_limited": 429,
    "timed_out": 504,
}
"""The rest is a matter of the other side: `UPSTREAM`."""


def status_of(error: BaseException) -> int:
    """The HTTP status of a failure; 500 for a bug."""
    if not isinstance(error, WebloupeError):
        return 500
    if isinstance(error, AllBackendsFailed) and error.attempts:
        limited = all(attempt.outcome == "rate_limited" for attempt in error.attempts)
        return STATUS["rate_limited"] if limited else UPSTREAM
    return STATUS.get(error.code, UPSTREAM)


def told(error: BaseException) -> ErrorInfo:
    """The failure as data. What the user's own setting would open elsewhere, the server's configuration opens here."""
    if isinstance(error, AddressRefused) and error.entry:
        hint = f"If it is yours, open it in the server's configuration: {opened_with(error.entry)}"
        return msgspec.structs.replace(error.info, hint=hint)
    return failure(error)


def opened_with(entry: str) -> str:
    """The line of `jupyter_server_config.py` that opens a private address."""
    return f"c.WebloupeServer.allow_private = [{entry!r}]"


def retry_after(error: ErrorInfo) -> str | None:
    """The Retry-After header, whole seconds; None where nobody knows."""
    return None if error.retry_after_s is None else str(max(0, math.ceil(error.retry_after_s)))
