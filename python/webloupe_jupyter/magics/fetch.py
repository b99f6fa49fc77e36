"""`%fetch [options] url …`; below `%%fetch` stand addresses, or with one in its line what it is read for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from IPython.display import display

from webloupe import several
from webloupe.errors import BadInput, Interrupted
from webloupe.sync import default_session

from .bar import progress
from .call import Call

if TYPE_CHECKING:
    from ..views.batch import BatchView
    from ..views.page import PageView


def fetch(_verb: str, call: Call) -> PageView | BatchView:
    """A page as markdown within a budget; several addresses, or a crawl, give a list with a verdict for each."""
    from ..views.page import PageView

    if task := _task(call):
        call = replace(call, values={**call.values, "task": task}, body=None)
    urls = [*call.rest, *_addresses(call.body or ())]
    if not urls:
        raise BadInput("%fetch needs an address.", "Type one after it, such as %fetch https://example.org")
    if len(call.rest) == 1 and not several.are_meant(urls, call.values):
        return PageView(default_session("notebook").fetch(urls[0], **call.values), call.notes, call.values)
    return _several(urls, call)


def _several(urls: list[str], call: Call) -> BatchView:
    """The pages together. An interrupt shows those that had come, and carries them as its `.results`."""
    from ..views.batch import BatchView

    given = several.of_each(call.values)
    try:
        with progress() as line:
            pages = several.read(default_session("notebook"), urls, call.values, line)
    except Interrupted as stop:
        if stop.results:
            stop.results = BatchView(stop.results, [*call.notes, stop.message], given)
            display(stop.results)  # type: ignore[no-untyped-call]
        raise
    return BatchView(pages, call.notes, given)


def _task(call: Call) -> str:
    """What the pages of the line are read for, as the cell below says; "" where it holds addresses, or nothing."""
    words = [word for entry in call.body or () for word in entry.split()]
    if not call.rest or all("://" in word for word in words):
        return ""
    if "task" in call.values:
        raise BadInput("The task is said twice: in the line and below it.", "Leave out --task, or the cell's text.")
    return " ".join(call.body or ())


def _addresses(body: tuple[str, ...]) -> list[str]:
    words = [word for entry in body for word in entry.split()]
    if prose := next((word for word in words if "://" not in word), None):
        raise BadInput(
            f"The lines under %%fetch are addresses, and {prose!r} is none.",
            "One address a line, with https://; what a page is read for goes below %%fetch with its address.",
        )
    return words
