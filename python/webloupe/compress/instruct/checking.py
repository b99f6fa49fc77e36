"""Each statement of an answer against the text it is about: what the text does not say is dropped and told.

A schema fixes the form of an answer, never its facts: a small model fills a list of numbers with numbers that nobody
wrote. So every figure, date, address, name, quotation and piece of code must stand in the source, and a statement that
is about a sentence of the source must deny what that denies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...language import terms
from ..lexical import Lexicon, query_terms
from ..negation import negations
from ..report import Yardstick
from ..units import units
from .writing import BLOCK

ALIKE: Final = 0.6
"""Share of a statement's words that a sentence must hold to be the one it is about, as for answers with quotes."""


MIN_WORDS: Final = 4
"""A shorter statement, such as a name, is about no sentence."""
Inventions = dict[str, dict[str, None]]
"""By class of fact, in order, what only an answer says."""


SUPPORT: Final = 0.5
"""Share of a statement's own words that the source must hold. A summary in other words keeps most of them; what a
model makes up about a place or a person shares little but the name."""


class Checker:
    """The source of an answer, prepared once for many statements."""

    def __init__(self, source: str) -> None:
        self._facts = Yardstick(source)
        told = (source[unit.start : unit.end] for unit in units(source) if unit.kind == "sentence")
        self._sentences = list(told)
        self._words = [frozenset(terms(piece)) for piece in self._sentences]
        self._lexicon = Lexicon(self._sentences)
        self._all_words = frozenset(terms(source))

    def checked(self, value: Any, invented: Inventions) -> Any:
        """`value` without the statements that say what the source does not; those go to `invented`, by class.

        An object whose every text is gone is gone, too.
        """
        if isinstance(value, str):
            new = dict(self.news(BLOCK.sub("", value))) if value else {}
            for name, texts in new.items():
                invented.setdefault(name, {}).update(dict.fromkeys(texts))
            return "" if new else value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value if self.checked(f"{value:,}", invented) or self.checked(str(value), invented) else None
        if isinstance(value, list):
            return [kept for item in value if (kept := self.checked(item, invented)) not in ("", None, {}, [])]
        if isinstance(value, Mapping):
            told = {name: self.checked(item, invented) for name, item in value.items()}
            return told if any(item not in ("", None, [], {}) for item in told.values()) else {}
        return value

    def news(self, statement: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What of a statement the source does not say, by class of fact."""
        yield from self._facts.invented(statement).items()
        if self._turns(statement):
            yield "negations", (statement,)
        words = query_terms(statement)
        if words and sum(word in self._all_words for word in words) < SUPPORT * len(words):
            yield "statements", (statement,)

    def _turns(self, statement: str) -> bool:
        """Whether a statement says the opposite of the sentence that it is about."""
        words = frozenset(terms(statement))
        if len(words) < MIN_WORDS or not self._sentences:
            return False
        scores = self._lexicon.scores(statement)
        nearest = [int(place) for place in scores.argsort()[::-1][:3]]
        about = [place for place in nearest if len(words & self._words[place]) >= ALIKE * len(words)]
        denied = bool(negations(statement))
        return bool(about) and all(bool(negations(self._sentences[place])) != denied for place in about)
