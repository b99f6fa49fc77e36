"""Tab completion of the magics' options and their values, from the same table that the parser reads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from IPython.core.completer import CompletionContext, SimpleCompletion, SimpleMatcherResult, context_matcher

from webloupe.key_commands import ACTIONS
from webloupe.options import flags_of, words_of
from webloupe.settings import key_names

# The verb of each magic that takes options; %webloupe takes words.
_VERBS: Mapping[str, str] = {"websearch": "search", "fetch": "fetch", "webcompress": "compress", "webusage": "usage"}
_CONTEXT = ("add", "pin", "query", "tree", "forget")
_WORDS = ("config", "doctor", "backends", "key", "paths")
# The magic, the word before the one at the cursor, and that one; `--option=` counts as a word before.
_CALL = re.compile(
    r"(?:^|[=\s])%{1,2}(websearch|fetch|webcompress|webusage|webcontext|webloupe)\s+(?:.*?\s)??(?:(\S+)\s+|(-[\w-]+)=)?([^\s=]*)$"
)


@context_matcher()  # type: ignore[untyped-decorator]
def option_matcher(context: CompletionContext) -> SimpleMatcherResult:
    """The options, their values, or the words of `%webloupe`, that begin as the word at the cursor does."""
    call = _CALL.search(context.text_until_cursor)
    if call is None:
        return {"completions": []}
    magic, before, attached, typed = call.groups()
    told = before or attached or ""
    if magic == "webcontext":
        names = _of_context(context.text_until_cursor, told, typed)
    else:
        names = _words(told, typed) if magic == "webloupe" else _names(_VERBS[magic], told, typed)
    found = [SimpleCompletion(text=name, type="option") for name in names if name.startswith(typed)]
    return {"completions": found, "matched_fragment": typed, "suppress": bool(found)}


def _of_context(line: str, before: str, typed: str) -> Sequence[str]:
    """What may follow in a line of %webcontext: a verb, then its options and their values."""
    verb = line.partition("%webcontext")[2].split(maxsplit=1)[0:1]
    if not before or not verb or verb[0] not in _CONTEXT:
        return () if before else _CONTEXT
    return _names(f"context {verb[0]}", before, typed)


def _names(verb: str, before: str, typed: str) -> Sequence[str]:
    return flags_of(verb, "notebook") if typed.startswith("-") else words_of(verb, "notebook", before)


def _words(before: str, typed: str) -> Sequence[str]:
    """What may follow in a line of %webloupe."""
    if typed.startswith("-"):
        return flags_of(before, "notebook") if before in _WORDS else ()
    return {"": _WORDS, "key": ACTIONS, "set": key_names(), "remove": key_names()}.get(before, ())
