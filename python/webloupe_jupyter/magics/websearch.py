"""`%websearch [options] query`; `%%websearch` runs the queries of its lines together."""

from __future__ import annotations

from webloupe.sync import default_session

from ..views.results import ResultsView, SearchesView
from .call import Call


def websearch(_verb: str, call: Call) -> ResultsView | SearchesView:
    """Ranked results: title, address, short description, date, backend. Never page text."""
    session = default_session("notebook")
    if call.body is None:
        return ResultsView(session.search(" ".join(call.rest), **call.values), call.notes)
    queries = [*call.rest, *call.body] or [""]
    return SearchesView([ResultsView(found) for found in session.search_many(queries, **call.values)], call.notes)
