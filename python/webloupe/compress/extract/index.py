"""A text prepared for questions: its units, what each costs, where it stands, and its words."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from ...tokens import count_each, count_tokens
from ..chunks import chunks
from ..kept import of_last_texts
from ..lexical import Lexicon, query_terms
from ..units import Unit, units
from .readable import openers
from .titles import Titles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..embed import Embedder
    from ..lexical import Floats, Integers

_PRIOR_TOKENS: Final = range(64, 129)  # the chunk whose relevance its sentences share; 256 keep less of what is asked


class Indexed:
    """The units of a text that can be chosen (all but blanks), with arrays in their order.

    `costs` are tokens, each with the blanks before it, so that they nearly add up to those of the text.
    `headings` has by unit the nearest heading above it (a heading's own place for a heading), -1 where there is none;
    `chunk` and `paragraph` are numbers from 0 without gaps; `position` counts the units of a paragraph, its heading
    left out.
    """

    def __init__(self, text: str) -> None:
        import numpy as np

        self.text = text
        self.all_units = units(text)
        self.units: list[Unit] = [unit for unit in self.all_units if unit.kind != "blank"]
        self.texts = [text[unit.start : unit.end] for unit in self.units]
        self.costs: Integers = np.asarray(count_each(self._priced()), dtype=np.int64)
        self.lexicon = Lexicon(self.texts)
        self.is_heading = np.asarray([unit.kind == "heading" for unit in self.units], dtype=bool)
        numbers = np.asarray([unit.paragraph for unit in self.units], dtype=np.int64)
        self.paragraph: Integers = np.unique(numbers, return_inverse=True)[1]
        self._vectors: tuple[object, Floats] = ("", np.zeros((0, 0)))
        self.headings = np.where(self.is_heading, np.arange(len(self.units)), -1)
        self.headings = np.maximum.accumulate(self.headings) if len(self.units) else self.headings

    @cached_property
    def tokens(self) -> int:
        """The tokens of the whole text, exactly."""
        return count_tokens(self.text)

    @cached_property
    def needs_heading(self) -> NDArray[np.bool_]:
        """By unit whether its heading says something that it does not say itself."""
        import numpy as np

        number = self.lexicon.vocabulary
        said = {
            place: [number[term] for term in query_terms(self.texts[place])]
            for place in np.flatnonzero(self.is_heading).tolist()
        }
        under = np.flatnonzero((self.headings >= 0) & ~self.is_heading).tolist()
        pairs = [(term, unit) for unit in under for term in said[int(self.headings[unit])]]
        numbers, owners = np.asarray(pairs, dtype=np.int64).reshape(-1, 2).T
        missing = owners[~self.lexicon.has(numbers, owners)]
        return np.bincount(missing, minlength=len(self.units)) > 0

    @cached_property
    def openers(self) -> list[int | None]:
        """By unit the line that opens its list or stands over it as a block."""
        return openers(self.units, self.texts)

    @cached_property
    def words(self) -> list[str]:
        """The units without regard to case and white space, to tell repeats."""
        return [" ".join(text.split()).casefold() for text in self.texts]

    @cached_property
    def position(self) -> Integers:
        """By unit how many stand before it in its paragraph, its headings left out."""
        import numpy as np

        told = np.cumsum(~self.is_heading) - ~self.is_heading
        first = np.searchsorted(self.paragraph, self.paragraph)
        position: Integers = told - told[first] if len(told) else told
        return position

    def _priced(self) -> list[str]:
        """Each unit with the blank that the one before it ends with, and without its own."""
        bare = [text.strip() for text in self.texts]
        follows = [False, *(one.end == two.start for one, two in zip(self.units, self.units[1:], strict=False))]
        return [("\n" if before.endswith("\n") else " ") + text if joined and before[-1:].isspace() else text
                for text, before, joined in zip(bare, ["", *self.texts], follows, strict=False)]  # fmt: skip

    @cached_property
    def chunk(self) -> Integers:
        """By unit the number of its chunk of about 128 tokens."""
        import numpy as np

        found = chunks(self.units, self.costs.tolist(), _PRIOR_TOKENS)
        return np.repeat(np.arange(len(found)), [chunk.end - chunk.first for chunk in found])

    @cached_property
    def by_chunk(self) -> Lexicon:
        """The words of the chunks."""
        return self.lexicon.grouped(self.chunk)

    @cached_property
    def by_paragraph(self) -> Lexicon:
        """The words of the paragraphs, with a heading that stands in one."""
        return self.lexicon.grouped(self.paragraph)

    @cached_property
    def titles(self) -> Titles:
        """What its passages are about."""
        idf = self.by_paragraph.idf.tolist()
        return Titles(self.units, self.texts, {term: idf[number] for term, number in self.lexicon.vocabulary.items()})

    def likeness(self, task: str, embed: Embedder, score: Floats) -> Floats:
        """By unit the cosine to the question, above their mean; of the best by `score` only where `embed` is slow.

        The vectors of the last embedder are kept.
        """
        import numpy as np

        most = getattr(embed, "most", None)
        asked = np.argsort(-score, kind="stable")[:most] if most else np.arange(len(score))
        if self._vectors[0] != (embed.name, most and asked.tobytes()):
            rows = np.asarray(embed.embed([self.texts[place] for place in asked.tolist()], "passage"), dtype=np.float64)
            self._vectors = (embed.name, most and asked.tobytes()), _unit(rows)
        cosines = self._vectors[1] @ _unit(np.asarray(embed.embed([task], "query"), dtype=np.float64))[0]
        likeness = np.zeros(len(score))
        likeness[asked] = np.maximum(0.0, cosines - cosines.mean())
        return likeness


def _unit(rows: Floats) -> Floats:
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths > 0, lengths, 1.0)


indexed = of_last_texts(Indexed)
"""The index of a text; those of the last texts are kept in memory."""
