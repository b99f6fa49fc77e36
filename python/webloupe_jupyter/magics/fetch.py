"""`%fetch [options] url …`; `%%fetch` reads the addresses of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webloupe.errors import BadInput
from webloupe.sync import default_session

from .call import Call

if TYPE_CHECKING:
    from ..views.batch import BatchView
    from ..views.page import PageView


def fetch(_verb: str, call: Call) -> PageView | BatchView:
    """A page as markdown within a budget; several addresses give a list with a verdict for each."""
    from ..views.batch import BatchView
    from ..views.page import PageView

    session = default_session("notebook")
    urls = [*call.rest, *_addresses(call.body or ())]
    if len(call.rest) == 1 and len(urls) == 1:
        return PageView(session.fetch(urls[0], **call.values), call.notes, call.values)
    if not urls:
        raise BadInput("%fetch needs an address.", "Type one after it, such as %fetch https://example.org")
    return BatchView(session.fetch_many(urls, **call.values), call.notes, call.values)


def _addresses(body: tuple[str, ...]) -> list[str]:
    words = [word for entry in body for word in entry.split()]
    if prose := next((word for word in words if "://" not in word), None):
        raise BadInput(
            f"The lines under %%fetch are addresses, and {prose!r} is none.",
            "One address a line, with https://. To shorten the pages add --compress rules.",
        )
    return words
