"""What only a short text says: figures, addresses, names and more that its source has nowhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from ..language import sentences
from .facts.blocks import code_spans, labels
from .facts.dates import wider
from .facts.found import Found
from .facts.negations import denying_clauses
from .facts.numbers import figures
from .facts.source import Source


class Known:
    """All that a source says, in any form: a figure in its code or in an address is known, too."""

    def __init__(self, raw: Source, facts: Mapping[str, Sequence[Found]]) -> None:
        self._raw = raw
        self._keys = {name: {one.key for one in found} for name, found in facts.items()}
        self._says: Mapping[str, Callable[[Found], bool]] = {
            "numbers": self._figure,
            "dates": self._date,
            "urls": lambda one: one.text in raw.text,
            "code_blocks": lambda one: raw.all_phrases.say(one.text) and one.text in raw.text,
            "headings": lambda one: one.key in self._labels,
            "table_rows": lambda one: all(map(raw.all_phrases.say, one.key.split("|"))),
            # "Vitamin C. Alice Smith" is no name but the end of one sentence and the start of another.
            "names": lambda one: all(map(raw.all_phrases.say, one.text.split(". "))),
            # What was cut out of a quotation is lost, not made up.
            "quotes": lambda one: all(map(raw.all_phrases.say, sentences(one.text))),
            "negations": lambda one: all(map(raw.all_phrases.say, denying_clauses(one.text))),
        }

    def invented(self, there: Mapping[str, Sequence[Found]], short: Source) -> dict[str, tuple[str, ...]]:
        """By class the texts that are new in `short`, whose facts are `there`; classes without any are left out."""
        self._raw.all_phrases.rest()
        told: dict[str, tuple[str, ...]] = {}
        for name, found in there.items():
            candidates = [*found, *code_spans(short)] if name == "code_blocks" else found
            says, keys = self._says.get(name, self._phrase), self._keys[name]
            new = dict.fromkeys(one.text for one in candidates if one.key not in keys and not says(one))
            if new:
                told[name] = tuple(new)
        return told

    def _phrase(self, one: Found) -> bool:
        return self._raw.all_phrases.say(one.key)

    def _figure(self, one: Found) -> bool:
        """Whether a figure is known as it is, or without a unit that the short text left out."""
        amount, _, unit = one.key.partition("|")
        return one.key in self._figures or (not unit and amount in self._amounts)

    def _date(self, one: Found) -> bool:
        year = one.key.split("-")[0] if one.key.endswith("--") else ""
        return one.key in self._wider_dates or year in self._amounts or self._raw.all_phrases.say(one.text)

    @cached_property
    def _figures(self) -> set[str]:
        return {one.key for one in figures(self._raw.folded, self._raw.text)}

    @cached_property
    def _amounts(self) -> set[str]:
        return {key.partition("|")[0] for key in self._figures}

    @cached_property
    def _wider_dates(self) -> set[str]:
        return {wide for key in self._keys["dates"] for wide in wider(key)}

    @cached_property
    def _labels(self) -> set[str]:
        return labels(self._raw)
