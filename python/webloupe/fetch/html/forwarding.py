"""Pages that only lead on to another, as browsers follow them: by a meta element (HTML, 4.2.5.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urljoin

from turbohtml import Element

# With more text than this a page is there to be read.
FORWARDING_CHARS = 500
CONTENT_CHARS = 2_000
# Seconds, a comma or semicolon, the address, round which `url=` and quotes may stand.
_REFRESH = re.compile(r"""\s*[\d.]+[\s;,]+(?:url\s*=\s*)?["']?([^"'\s]+)["']?\s*""", re.IGNORECASE)


def note(metas: Iterable[Element], base: str, text: str) -> tuple[str, ...]:
    """Where a page leads on to that says next to nothing itself."""
    if len(text) > FORWARDING_CHARS:
        return ()
    for meta in metas:
        told = _REFRESH.fullmatch((meta.attr("content") or "")[:CONTENT_CHARS])
        if told and (meta.attr("http-equiv") or "").strip().lower() == "refresh":
            address = _joined(base, told[1])
            return (f"The page only leads on, to {address}: fetch that.",) if address else ()
    return ()


def _joined(base: str, address: str) -> str:
    """The absolute web address; "" when it is none."""
    try:
        absolute = urljoin(base, address)
    except ValueError:  # "http://["
        return ""
    return absolute if absolute.startswith(("http://", "https://")) else ""
