"""What follows from a redirect: which address comes next and what may be sent there. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..addresses import parse_url, shown, split_url
from ..errors import AddressRefused, BadInput

MAX_HOPS = 10
REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True)
class Outgoing:
    """One request on its way. Its repr holds no header values and no body: keys travel there."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(default=b"", repr=False)


def location(status: int, headers: Mapping[str, str]) -> str | None:
    """Where an answer redirects to, as the sender wrote it; None when it does not."""
    return headers.get("location") if status in REDIRECTS else None


def redirected(sent: Outgoing, status: int, target: str, hop: int) -> Outgoing:
    """The request that follows redirect number `hop`; AddressRefused when its target is no address to ask.

    To another origin go only `accept*` and `user-agent`, and what was dropped stays dropped. 307 and 308 repeat
    method and body; the others turn all but GET and HEAD into a GET without a body, as browsers do.
    """
    try:
        url = parse_url(target, sent.url)
    except BadInput as error:
        raise AddressRefused(f"{shown(sent.url)}: redirect {hop} leads to {error.message}", error.hint) from None
    following = replace(sent, url=url)
    if status not in (307, 308) and sent.method not in ("GET", "HEAD"):
        kept = {name: value for name, value in sent.headers.items() if not name.startswith("content-")}
        following = replace(following, method="GET", headers=kept, body=b"")
    if split_url(url).origin != split_url(sent.url).origin:
        following = replace(following, headers=_without_ours(following))
    return following


def _without_ours(request: Outgoing) -> dict[str, str]:
    return {
        name: value
        for name, value in request.headers.items()
        if name.startswith("accept") or name == "user-agent" or (name == "content-type" and request.body)
    }
