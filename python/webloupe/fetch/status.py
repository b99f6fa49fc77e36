"""What an HTTP status of 400 or more means to the reader of a page."""

from __future__ import annotations

from ..errors import Blocked, FetchError, HostDown, NotFound, Refused
from ..outcomes import wait_of_header
from ..store import Visit
from ..types import FetchResult

ARCHIVE = "https://web.archive.org/web/2/"
"""Before an address, it leads to the newest copy that the Internet Archive has (archive.org's URL scheme)."""

_REASONS = {401: "asks for a login", 403: "refuses us", 429: "asks for fewer requests", 451: "is withheld by law"}


def error_of(visit: Visit, result: FetchResult | None) -> FetchError | None:
    """The error for a status of 400 or more, with what came in `.result`; None below."""
    status, url = visit.status, visit.final_url
    if status < 400:
        return None
    kind: type[FetchError]
    if status in (404, 410):
        kind, reason = NotFound, "is gone" if status == 410 else "is not there"
        hint = f"Check the address, or fetch the archive's last copy: {ARCHIVE}{url}"
    elif status in _REASONS or visit.headers.get("cf-mitigated", "").lower() == "challenge":
        kind, reason = Blocked, _REASONS.get(status, "asks for a robot check")
        hint = "Wait and try again." if status == 429 else "Open it in a browser, or look for the same text elsewhere."
    elif status >= 500:
        kind, reason, hint = HostDown, "fails at its server", "Try again in a while."
    else:
        kind, reason, hint = Refused, "was refused by its server", "Check the address and what it needs."
    wait = retry_after_s(visit)
    if wait is not None and kind in (Blocked, HostDown):
        hint = f"Try again in {wait:,.0f} s."
    return kind(f"HTTP {status}: {url} {reason}.", hint, result=result, retry_after_s=wait, url=url)


def retry_after_s(visit: Visit) -> float | None:
    """Seconds from the visit that the server asks to wait, at most a day; None when it does not say."""
    return wait_of_header(visit.headers.get("retry-after", ""), visit.fetched_at)
