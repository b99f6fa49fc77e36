"""What the passages of a text are about: headings, or the name that opens them; and who is named in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ...language import terms
from ..lexical import Lexicon, query_terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..lexical import Floats, Integers
    from ..units import Unit

_ASIDE: Final = re.compile(r"\([^()]*\)|（[^（）]*）")
_CAPITAL: Final = r"[A-Z\u00c0-\u00de][\w'’.&-]*"
# A name in Latin letters, or what a Chinese sentence says before its first comma or verb.
_OPENING: Final = re.compile(
    rf"[\W_]*(?:(?:The|An|A|In|On|At) )?(?:(?P<name>{_CAPITAL}(?: (?:(?:of|the|de|van|von|and|for) )?{_CAPITAL})*)"
    r"|(?P<topic>[\u4e00-\u9fff·]{2,12}?)(?=[（(，,、]|是|为))"
)
_NAMED: Final = re.compile(rf"{_CAPITAL}|\d[\w-]*|[a-z]+[A-Z]\w*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


class Titles:
    """The titles of the passages of a text. A passage is the first paragraph under a heading, or one without heading.

    `of_unit` has by unit the number of the title of its passage, -1 where it has none.
    """

    def __init__(self, units: Sequence[Unit], texts: Sequence[str], weights: dict[str, float]) -> None:
        import numpy as np

        self.of_unit: Integers = np.full(len(units), -1, dtype=np.int64)
        titles: list[str] = []
        for title, first, end in _passages(units, texts):
            if query_terms(title):
                self.of_unit[first:end] = len(titles)
                titles.append(" ".join(query_terms(title)))
        self.size = len(titles)
        self._lexicon = Lexicon(titles)
        vocabulary = self._lexicon.vocabulary
        self._weights: Floats = np.asarray([weights.get(term, 0.0) for term in vocabulary], dtype=np.float64)
        self._total = self._sum(np.ones(len(vocabulary), dtype=bool))

    def covered(self, text: str) -> Floats:
        """By title the share of its weight that the names, figures and Chinese words of `text` make up."""
        import numpy as np

        number = self._lexicon.vocabulary
        named = {term for run in _NAMED.findall(text) for term in terms(run)}
        inside = np.zeros(len(number), dtype=bool)
        inside[[number[term] for term in named if term in number]] = True
        return self._sum(inside) / np.maximum(self._total, 1e-9)

    def _sum(self, which: NDArray[np.bool_]) -> Floats:
        return self._lexicon.summed(self._weights * which)


def _passages(units: Sequence[Unit], texts: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Title, first unit and end of each passage, in order."""
    at = 0
    heading = ""
    while at < len(units):
        if units[at].kind == "heading":
            heading = _ASIDE.sub(" ", texts[at]) if _ASIDE.sub("", texts[at]).strip() else texts[at]
            at += 1
            continue
        end = at
        while end < len(units) and units[end].paragraph == units[at].paragraph and units[end].kind != "heading":
            end += 1
        yield heading or _opening(texts[at]), at, end
        at, heading = end, ""


def _opening(text: str) -> str:
    found = _OPENING.match(text[:200])
    return (found["name"] or found["topic"]) if found else ""
