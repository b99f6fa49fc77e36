"""Tab completion of the magics' options, from the same table that the parser reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from IPython.core.completer import CompletionContext, SimpleCompletion, SimpleMatcherResult, context_matcher

from webloupe.options import flags_of

# The verb of each magic that takes options; %webloupe takes words.
_FLAGS: Mapping[str, Callable[[], list[str]]] = {
    "websearch": lambda: flags_of("search", "notebook"),
    "fetch": lambda: flags_of("fetch", "notebook"),
    "webusage": lambda: flags_of("usage", "notebook"),
}
_WORDS = ("config", "doctor", "backends", "paths")
_CALL = re.compile(r"(?:^|[=\s])%{1,2}(websearch|fetch|webusage|webloupe)\s+(?:.*\s)?(\S*)$")


@context_matcher()  # type: ignore[untyped-decorator]
def option_matcher(context: CompletionContext) -> SimpleMatcherResult:
    """The options, or words of `%webloupe`, that begin as the word at the cursor does."""
    call = _CALL.search(context.text_until_cursor)
    if call is None:
        return {"completions": []}
    magic, typed = call.groups()
    names = _WORDS if magic == "webloupe" else _FLAGS[magic]() if typed.startswith("-") else []
    found = [SimpleCompletion(text=name, type="option") for name in names if name.startswith(typed)]
    return {"completions": found, "matched_fragment": typed, "suppress": bool(found)}
