"""Level 1: the rules in their order, over a text whose code and tables are hidden from them."""

from __future__ import annotations

from time import perf_counter

from .change import Change
from .own_rules import LIMIT_S
from .rules import Rule, rules_of
from .ruleset import RuleSet
from .segments import Edit, apply, in_order
from .veil import veiled
from .work import Work, traced

LEVEL = 1


def clean(work: Work, wanted: RuleSet) -> None:
    """Run the rules over the text of `work`, a row of its trace each."""
    hidden, veil = veiled(work.text)
    for rule in rules_of(wanted):
        began = perf_counter()
        edits, notes = _edits(rule, hidden, veil)
        pieces = tuple(traced(work.text, edits, rule.name, rule.dropping))
        work.take(LEVEL, rule.name, Change(edits, [rule.name] * len(edits), pieces, notes), began)
        hidden = apply(hidden, edits) if edits else hidden


def _edits(rule: Rule, hidden: str, veil: str) -> tuple[list[Edit], tuple[str, ...]]:
    """The edits of a rule that touch no code, and what to say of it."""
    try:
        edits = in_order(edit for edit in rule.edits(hidden) if not _touches_code(hidden, veil, edit, rule.takes_lines))
    except TimeoutError:
        return [], (f"The rule {rule.name!r} took longer than {LIMIT_S:g} s on this text and was left out.",)
    return edits, ()


def _touches_code(hidden: str, veil: str, edit: Edit, takes_lines: bool) -> bool:
    """Whether an edit changes code; one that takes whole lines may take what code is within them."""
    if takes_lines:
        return any(hidden[at - 1 : at + 1] == veil * 2 for at in (edit.start, edit.end) if at)
    return hidden.find(veil, edit.start, edit.end) >= 0
