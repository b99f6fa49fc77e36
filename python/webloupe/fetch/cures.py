"""What may be asked of others about a page, and which failures of our own that can cure. Pure.

Two questions: `check_public` guards every call to a hosted reader; `cures` decides whether one is asked unbidden, where
more restraint is due, since its user did not say that others may learn the address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urldefrag

from ..addresses import AllowList, check_by_proxy, shown, split_url
from ..errors import AddressRefused, Blocked, Disallowed, HostDown, NoSuchHost, WebloupeError
from ..networks import Address, not_public
from ..store import Visit
from .challenge import DRAWN_BY_SCRIPT
from .document import Document
from .secrecy import holds_secret

STATUSES: Final = frozenset({403, 429, 451, 503})
"""Refusals meant for robots, for our address or for this hour. 401 asks for a login, which nobody else has."""

_HARMLESS_HEADER: Final = re.compile(r"accept\b.*|if-.*|user-agent", re.IGNORECASE)


def check_public(url: str, allow_private: Iterable[str] = ()) -> None:
    """AddressRefused where the host is private by its number, by its name, or because the user's settings say so.

    `url` is what `addresses.parse_url` returned. A public name may still resolve to a private address, which
    `check_numbers` sees.
    """
    target = split_url(url)
    opened = AllowList.parse(tuple(allow_private))
    try:
        check_by_proxy(target.host, target.port, AllowList())
        is_public = not opened.admits_name(target.host, target.port)
    except AddressRefused:
        is_public = False
    if not is_public:
        raise _private(url)


def check_numbers(url: str, numbers: Iterable[Address]) -> None:
    """AddressRefused where any of the numbers to which the host resolves is private, whoever opened it."""
    if any(map(not_public, numbers)):
        raise _private(url)


def _private(url: str) -> AddressRefused:
    return AddressRefused(
        f"{shown(url)}: a private address is not told to other services.", "Fetch it directly.", url=shown(url)
    )


def sent(url: str) -> str:
    """The address as others get it: without its fragment, but for the routes of pages that are drawn by script."""
    bare, fragment = urldefrag(url)
    return url if fragment.startswith(("/", "!")) else bare


def bears_secrets(headers: Mapping[str, str] | None) -> bool:
    """Whether headers go along beyond those of every request: what they open is for their owner alone."""
    return not all(_HARMLESS_HEADER.fullmatch(name) for name in headers or ())


def cures(
    failure: WebloupeError | Visit | Document,
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    allow_private: Iterable[str] = (),
) -> bool:
    """Whether a hosted reader may be asked, unbidden, for the page at `url` after this failure, answer or document.

    Yes for a refusal (`STATUSES`), a robot check, a shell that script fills, a host that cannot be reached; no for a
    name that does not resolve, a missing page, one that robots.txt does not allow, an address that was refused, lack of
    time. Never where the address is private or holds a secret, nor where `headers` beyond those of every request went
    along.
    """
    if bears_secrets(headers) or holds_secret(url):
        return False
    try:
        check_public(url, allow_private)
    except AddressRefused:
        return False
    if isinstance(failure, Visit):
        return failure.status in STATUSES
    if isinstance(failure, Document):
        return failure.blocked is not None or DRAWN_BY_SCRIPT in failure.notes
    if isinstance(failure, Disallowed):
        return False
    if isinstance(failure, Blocked):
        return failure.result is None or failure.result.status in STATUSES
    return isinstance(failure, HostDown) and not isinstance(failure, NoSuchHost)
