"""`%webusage [--days 7] [--backend b] [--json|--csv]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webloupe.printed import usage_csv, usage_json
from webloupe.sync import default_session

from ..views.view import Plain
from .call import Call

if TYPE_CHECKING:
    from ..views.usage import UsageView


def webusage(_verb: str, call: Call) -> UsageView | Plain:
    """Calls per day and backend, from the log on this machine; nothing is asked of any backend."""
    values = dict(call.values)
    forms = {"json": usage_json, "csv": usage_csv}
    wanted = [form for name, form in forms.items() if values.pop(name, False)]
    summary = default_session("notebook").usage(**values)
    if wanted:
        return Plain(wanted[0](summary))
    from ..views.usage import UsageView

    return UsageView(summary, call.notes, values)
