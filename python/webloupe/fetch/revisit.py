"""A page that is stored is asked for again only if it has changed (RFC 9110, 13: conditional requests). Pure."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ..store import Visit
from ..wire import Answer


def conditions(visit: Visit) -> dict[str, str]:
    """The headers that ask for the page only if it is another than this one; none where the server named nothing."""
    etag, modified = visit.headers.get("etag"), visit.headers.get("last-modified")
    asked = {"If-None-Match": etag, "If-Modified-Since": modified}
    return {name: value for name, value in asked.items() if value}


def is_unchanged(answer: Answer, asked: Mapping[str, str]) -> bool:
    """Whether the answer to a request with these conditions says that the stored page still stands."""
    return answer.status == 304 and bool(asked)


def renewed(visit: Visit, answer: Answer, *, fetched_at: float) -> Visit:
    """The stored visit as of now, with the validators that the server names now."""
    news = {name: answer.headers[name] for name in ("etag", "last-modified") if name in answer.headers}
    return replace(visit, headers={**visit.headers, **news}, fetched_at=fetched_at)
