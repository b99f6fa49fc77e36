"""Errors as they cross to the views: their words may quote the web. Pure."""

from __future__ import annotations

import msgspec

from webloupe.types import ErrorInfo

from ..text import one_line, safe_url


def harmless(info: ErrorInfo) -> ErrorInfo:
    """The same failure in single lines, its address http or https or none."""
    return msgspec.structs.replace(
        info,
        message=one_line(info.message),
        hint=one_line(info.hint),
        backend=one_line(info.backend) if info.backend else None,
        url=(safe_url(info.url) or None) if info.url else None,
    )
