"""The rules of level 1 as a user sets them: patterns of his own, rules switched off, sections preferred, two lengths.

A rule is a mapping of `pattern`, `replacement` and `name`, or a sentence: "drop DEBUG" drops the lines that hold the
word, "prefer core chapters" lets the sections so named go first where a choice is made, "lower appendix" last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from ..errors import BadInput

FRAGMENT_CHARS: Final = 20
PARAGRAPH_CHARS: Final = 2_000
_MOST_RULES: Final = 200
_LONGEST: Final = 2_000  # characters of a pattern or a replacement
_KEYS: Final = ("name", "pattern", "replacement")
_EXAMPLE: Final = 'A rule is {"name": …, "pattern": …, "replacement": …}, or words such as "drop DEBUG".'


class Own(NamedTuple):
    """A rule of the user's: what fits `pattern` becomes `replacement`. Patterns do not tell capitals from small ones.

    `lines` is set where the pattern is a word, and the whole line goes that holds it.
    """

    name: str
    pattern: str
    replacement: str = ""
    lines: bool = False


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What level 1 does. `off` names rules that are not run.

    `prefer` and `lower` are words of headings whose sections count for more and for less where a choice is made;
    nothing is dropped by them. A length of 0 switches its rule off.
    """

    own: tuple[Own, ...] = ()
    off: frozenset[str] = frozenset()
    prefer: tuple[str, ...] = ()
    lower: tuple[str, ...] = ()
    fragment_chars: int = FRAGMENT_CHARS
    paragraph_chars: int = PARAGRAPH_CHARS


USUAL: Final = RuleSet()


def rule_set(told: object, known: Iterable[str] = ()) -> RuleSet:
    """The rules that a user wrote: a list of rules, or a table with `rules` and the fields of a `RuleSet`.

    `known` are the names that `off` may hold. BadInput in two lines for what is no rule or a pattern that is none.
    """
    table: Mapping[str, Any] = told if isinstance(told, Mapping) else {"rules": told}
    for name in table:
        if name not in _FIELDS:
            raise BadInput(f"Rules have no field {name!r:.60}.", _nearest(str(name), _FIELDS))
    off = _words("off", table.get("off", ()))
    for name in off:
        if name not in known:
            raise BadInput(f"No rule is called {name!r:.60}.", _nearest(name, list(known)))
    own, prefer, lower = _rules(table.get("rules", ()))
    return RuleSet(
        own=own,
        off=frozenset(off),
        prefer=(*prefer, *_words("prefer", table.get("prefer", ()))),
        lower=(*lower, *_words("lower", table.get("lower", ()))),
        fragment_chars=_length("fragment_chars", table, FRAGMENT_CHARS),
        paragraph_chars=_length("paragraph_chars", table, PARAGRAPH_CHARS),
    )


_FIELDS: Final = ("rules", "off", "prefer", "lower", "fragment_chars", "paragraph_chars")


def _rules(told: object) -> tuple[tuple[Own, ...], tuple[str, ...], tuple[str, ...]]:
    """Rules that change the text, words to prefer, words to lower."""
    if isinstance(told, str) or not isinstance(told, Sequence) or len(told) > _MOST_RULES:
        raise BadInput(f"Rules are a list of at most {_MOST_RULES}.", _EXAMPLE)
    own: list[Own] = []
    words: dict[str, list[str]] = {"prefer": [], "lower": []}
    for number, rule in enumerate(told, 1):
        if isinstance(rule, str):
            verb, _, what = rule.strip().partition(" ")
            if not what.strip() or verb.lower() not in ("drop", *words):
                raise BadInput(f"Rule {number} cannot be {rule!r:.60}.", _EXAMPLE)
            if verb.lower() == "drop":
                own.append(Own(rule.strip(), what.strip(), lines=True))
            else:
                words[verb.lower()].append(what.strip().removesuffix(" chapters").removesuffix(" sections"))
        else:
            own.append(_own(number, rule))
    return tuple(own), tuple(words["prefer"]), tuple(words["lower"])


def _own(number: int, rule: object) -> Own:
    if not isinstance(rule, Mapping) or "pattern" not in rule:
        raise BadInput(f"Rule {number} has no pattern.", _EXAMPLE)
    if unknown := next((name for name in rule if name not in _KEYS), None):
        raise BadInput(f"Rule {number} has no field {unknown!r:.60}.", _nearest(str(unknown), _KEYS))
    pattern, replacement = rule["pattern"], rule.get("replacement", "")
    name = rule.get("name", f"rule {number}")
    for what, text in (("pattern", pattern), ("replacement", replacement), ("name", name)):
        if not isinstance(text, str) or len(text) > _LONGEST:
            raise BadInput(f"The {what} of rule {number} is no text of at most {_LONGEST:,} characters.", _EXAMPLE)
    _check(name, pattern, replacement)
    return Own(" ".join(name.split())[:100] or f"rule {number}", pattern, replacement)


def compiled(own: Own) -> Any:
    """The pattern of a rule, of the `regex` package: it stops in time, whatever the pattern."""
    import regex

    pattern = rf"^.*(?<!\w){regex.escape(own.pattern)}(?!\w).*(?:\n|\Z)" if own.lines else own.pattern
    return regex.compile(pattern, regex.IGNORECASE | regex.MULTILINE)


def _check(name: str, pattern: str, replacement: str) -> None:
    import regex

    try:
        compiled(Own(name, pattern))
        compiled(Own(name, f"{pattern}|")).sub(replacement, "", timeout=1.0)  # fits "": the replacement is read
    except (regex.error, IndexError, OverflowError, RecursionError, TimeoutError) as error:
        raise BadInput(
            f"The pattern of {name!r:.60} cannot be used: {str(error) or 'it takes too long':.120}.",
            "Patterns are those of Python's re and regex.",
        ) from None


def _words(what: str, told: object) -> tuple[str, ...]:
    if isinstance(told, str):
        told = [told]
    if not isinstance(told, Sequence) or not all(isinstance(word, str) for word in told):
        raise BadInput(f"{what} cannot be {told!r:.60}.", "It is a list of names.")
    return tuple(word.strip() for word in told if word.strip())


def _length(what: str, table: Mapping[str, Any], usual: int) -> int:
    value = table.get(what, usual)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1_000_000:
        raise BadInput(f"{what} cannot be {value!r:.60}.", "It is a number of characters, 0 for never.")
    return value


def _nearest(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, n=1)
    return f"The nearest is {near[0]!r}." if near else f"Known: {', '.join(known)}."
