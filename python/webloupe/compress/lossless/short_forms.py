"""What comes again in a text, said once in a legend: beginnings of addresses, paragraphs, lines, cells of tables."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ...tokens import count_tokens
from ..facts.source import Source
from .notation import SHORT_FORMS
from .repeats import repeats

_SIGNS: Final = "$@^~§¤‡※¶†"  # in a text that has all of them, nothing is shortened
_MOST_FORMS: Final = 40
_LOOKED_AT: Final = 400  # candidates of which tokens are counted
_USE: Final = 2  # tokens of "$1"
_ENTRY: Final = 6  # tokens of a name, quotes and commas in the legend


class _Form(NamedTuple):
    text: str
    places: Sequence[int]

    def gain(self, tokens: int) -> int:
        """Tokens that it saves."""
        return len(self.places) * (tokens - _USE) - tokens - _ENTRY


def shortened(text: str) -> str | None:
    """The notation of `text`; None where nothing comes again that would be worth it. Code is left alone."""
    sign = next((sign for sign in _SIGNS if sign not in text), None)
    if not sign:
        return None
    forms = list(_chosen(text))
    if not forms:
        return None
    names = [f"{sign}{number}" for number in range(1, len(forms) + 1)]
    uses = sorted(
        (place, len(form.text), name) for form, name in zip(forms, names, strict=True) for place in form.places
    )
    parts: list[str] = []
    at = 0
    for place, size, name in uses:
        parts += (text[at:place], name)
        at = place + size
    legend = json.dumps(
        {name: form.text for name, form in zip(names, forms, strict=True)}, ensure_ascii=False, separators=(",", ":")
    )
    return f"{SHORT_FORMS}{legend}]\n{''.join(parts)}{text[at:]}"


def _chosen(text: str) -> Iterator[_Form]:
    """The forms worth their entry, apart from each other, the best first."""
    again = _candidates(text)
    tokens = {form.text: count_tokens(form.text) for form in again}
    taken = bytearray(len(text))
    chosen: list[_Form] = []
    for form in sorted(again, key=lambda form: -form.gain(tokens[form.text])):
        size = len(form.text)
        free = _Form(form.text, [at for at in form.places if taken.find(1, at, at + size) < 0])
        if len(chosen) < _MOST_FORMS and free.gain(tokens[form.text]) > 0:
            for at in free.places:
                taken[at : at + size] = b"\x01" * size
            chosen.append(free)
    yield from _longer(chosen, again, tokens, taken)


def _candidates(text: str) -> list[_Form]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for start, end in repeats(text, Source(text).code):
        places[text[start:end]].append(start)
    forms = [_Form(said, at) for said, at in places.items() if len(at) > 1]
    return sorted(forms, key=lambda form: -(len(form.places) - 1) * len(form.text))[:_LOOKED_AT]


def _longer(chosen: list[_Form], again: list[_Form], tokens: dict[str, int], taken: bytearray) -> Iterator[_Form]:
    """The chosen forms, some of whose places go to a form that says more there, where that is worth another entry."""
    owner = {at: form.text for form in chosen for at in form.places}
    for form in sorted(again, key=lambda form: -form.gain(tokens[form.text])):
        size = len(form.text)
        saved: dict[int, int] = {}
        for at in form.places:
            short = owner.get(at, "")
            if 0 < len(short) < size and taken.find(1, at + len(short), at + size) < 0:
                saved[at] = tokens[form.text] - tokens[short]
        if sum(saved.values()) > tokens[form.text] + _ENTRY and len(set(owner.values())) < _MOST_FORMS:
            for at in saved:
                owner[at] = form.text
                taken[at : at + size] = b"\x01" * size
    final: dict[str, list[int]] = {}
    for at, said in owner.items():
        final.setdefault(said, []).append(at)
    yield from (_Form(said, at) for said, at in final.items())
