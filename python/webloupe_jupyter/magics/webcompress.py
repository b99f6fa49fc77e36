"""`%%webcompress [options]` over a text or `{name}`; `%webcompress {name}` in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webloupe.errors import BadInput
from webloupe.sync import default_session

from .call import Call

if TYPE_CHECKING:
    from ..views.compression import CompressionView


def webcompress(_verb: str, call: Call) -> CompressionView:
    """A text shortened, with what was lost."""
    from ..views.compression import CompressionView

    text = call.text if call.body is not None else " ".join(call.rest)
    if not text.strip():
        raise BadInput("%%webcompress needs a text.", "Put it below the line, or {name} of a variable that holds it.")
    return CompressionView(default_session("notebook").compress(text, **call.values), call.notes)
