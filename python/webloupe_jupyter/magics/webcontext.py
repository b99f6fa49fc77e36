"""`%webcontext add|pin|query|tree|forget …`: what is known under a name, packed for a query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import ModuleType
from typing import TYPE_CHECKING, Any

from webloupe.errors import BadInput
from webloupe.sync import Context, default_session
from webloupe.types import ContextItem, Failed
from webloupe.verbs import HELP, verb
from webloupe.verbs.context import BUDGET_TOKENS, CONTEXT

from ..text import one_line
from ..views.rows import RowsView
from .call import Call

if TYPE_CHECKING:
    from ..views.packed import PackedView, TreeView

_SHOWN_CHARS = 80


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item of a context. `chars` is the length of its text."""

    id: str
    source: str
    title: str
    authority: str
    pinned: bool
    chars: int
    text: str


def webcontext(word: str, call: Call) -> RowsView | PackedView | TreeView:
    """Pages, results and notes kept under a name, and what a query needs of them within a budget."""
    values = dict(call.values)
    context = default_session("notebook").context(values.pop("name", CONTEXT))
    shown: RowsView | PackedView | TreeView = _WORDS[word](context, call, values)
    return shown


def verb_of(line: str) -> tuple[str, str]:
    """The verb of a line and what follows it; BadInput with the nearest for an unknown one."""
    word, _, rest = line.strip().partition(" ")
    known = [name.removeprefix("context ") for name in _WORDS]
    if word in known:
        return f"context {word}", rest
    near = get_close_matches(word, known, n=1)
    hint = f"The nearest is {near[0]}." if near else f"Known: {', '.join(known)}."
    raise BadInput(f"%webcontext has no {word!r}." if word else "%webcontext needs a word after it.", hint)


def overview() -> str:
    """The verbs, a line each, for `%webcontext --help`."""
    rows = {**{name.removeprefix("context "): verb(name).about for name in _WORDS}, ", ".join(HELP.flags): HELP.help}
    width = max(map(len, rows))
    return "\n".join(["%webcontext VERB [options] …", "", *(f"  {name:<{width}}  {row}" for name, row in rows.items())])


def _add(context: Context, call: Call, values: dict[str, Any]) -> RowsView:
    return _kept(context, *_meant(call), keep=lambda items: context.add(*items, **values))


def _pin(context: Context, call: Call, values: dict[str, Any]) -> RowsView:
    return _kept(context, *_meant(call), keep=lambda items: context.pin(*items, **values))


def _kept(
    context: Context, items: Sequence[Any], failed: Sequence[str], *, keep: Callable[[Sequence[Any]], list[ContextItem]]
) -> RowsView:
    kept = keep(items)
    there = context.items()
    said = f"{len(kept):,} kept, {len(there):,} in the context {context.name!r}"
    rows = [_row(item) for item in kept]
    return RowsView("webcontext", rows, (said, *failed))


def _row(item: ContextItem) -> ItemRow:
    text = one_line(item.text)
    shown = text if len(text) <= _SHOWN_CHARS else f"{text[: _SHOWN_CHARS - 1]}…"
    return ItemRow(item.id, item.source, item.title, item.authority, item.pinned, len(item.text), shown)


def _query(context: Context, call: Call, values: dict[str, Any]) -> PackedView:
    from ..views.packed import PackedView

    values.setdefault("budget_tokens", BUDGET_TOKENS)
    return PackedView(context.query(_text(call), **values), call.notes)


def _tree(context: Context, call: Call, values: dict[str, Any]) -> TreeView:
    from ..views.packed import TreeView

    return TreeView(context.tree(_text(call), **values), call.notes)


def _forget(context: Context, call: Call, values: dict[str, Any]) -> RowsView:
    which = [one.strip() for one in (*call.rest, *(call.body or ())) if one.strip()]
    if not which:
        raise BadInput("%webcontext forget needs an id, a source or a title.", "`%webcontext forget all` takes all.")
    gone = context.forget(*(() if which == ["all"] else which))
    return RowsView("webcontext", [_row(item) for item in context.items()], (f"{gone:,} forgotten; left:",))


_WORDS: dict[str, Callable[[Context, Call, dict[str, Any]], Any]] = {
    "context add": _add,
    "context pin": _pin,
    "context query": _query,
    "context tree": _tree,
    "context forget": _forget,
}


def _text(call: Call) -> str:
    return " ".join([*call.rest, *(call.body or ())]).strip()


def _meant(call: Call) -> tuple[list[Any], list[str]]:
    """What is to be kept, and a line for each page that could not be read.

    Words are objects in braces, names of the notebook and addresses, or else one text; quoted texts are one each.
    """
    words = list(call.given)
    named = [call.names[word] if _names(call, word) else word for word in words]
    if any(
        isinstance(one, str) and one is word and not _stands_alone(one) for one, word in zip(named, words, strict=True)
    ):
        named = [" ".join(map(str, words))]
    if call.body is not None and call.text.strip():
        lines = [line.strip() for line in call.text.splitlines() if line.strip()]
        named += lines if all(_is_address(line) for line in lines) else [call.text.strip()]
    if not named:
        raise BadInput("%webcontext add needs something to keep.", "A name, {expression}, address or text after it.")
    urls = [one for one in named if isinstance(one, str) and _is_address(one)]
    pages = dict(zip(urls, default_session("notebook").fetch_many(urls), strict=True)) if urls else {}
    failed = [one_line(page.error.message) for page in pages.values() if isinstance(page, Failed)]
    return [pages.get(one, one) if isinstance(one, str) else one for one in named], failed


def _names(call: Call, word: Any) -> bool:
    """Whether a word is the name of something in the notebook that can be kept."""
    return (
        isinstance(word, str)
        and word.isidentifier()
        and word in call.names
        and not isinstance(call.names[word], ModuleType | type)
        and not callable(call.names[word])
    )


def _stands_alone(word: str) -> bool:
    return _is_address(word) or " " in word


def _is_address(word: str) -> bool:
    return word.startswith(("http://", "https://")) and not any(sign.isspace() for sign in word)
