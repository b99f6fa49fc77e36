"""`%websearch [options] query`; `%%websearch` runs the queries of its lines together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webloupe.sync import default_session

from .call import Call

if TYPE_CHECKING:
    from ..views.results import ResultsView, SearchesView


def websearch(_verb: str, call: Call) -> ResultsView | SearchesView:
    """Ranked results: title, address, short description, date, backend. Never page text."""
    from ..views.results import ResultsView, SearchesView

    session = default_session("notebook")
    if call.body is None:
        return ResultsView(session.search(" ".join(call.rest), **call.values), call.notes, call.values)
    queries = [*call.rest, *call.body] or [""]
    answers = session.search_many(queries, **call.values)
    return SearchesView([ResultsView(found, given=call.values) for found in answers], call.notes, call.values)
