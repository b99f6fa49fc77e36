"""What is made of a text whatever is asked of it, kept for the next question: of the last texts only, in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Concatenate, Final, ParamSpec, TypeVar

_TEXTS: Final = 8
_CHARS: Final = 4_000_000  # of the texts of one function; an index takes about twenty times as many bytes

How = ParamSpec("How")
Made = TypeVar("Made")


def of_last_texts(make: Callable[Concatenate[str, How], Made]) -> Callable[Concatenate[str, How], Made]:
    """`make`, a pure function of a text and of hashable values, asked once for each of the last texts.

    What it gives is shared by all who ask, in any thread: they do not change it. A text longer than all that is kept
    is made anew each time, and whatever `make` raises is raised each time.
    """
    kept: OrderedDict[tuple[str, Hashable], Made] = OrderedDict()
    guard = Lock()
    chars = 0

    def once(text: str, /, *how: How.args, **named: How.kwargs) -> Made:
        nonlocal chars
        key = (text, (how, *named.items()))
        with guard:
            if key in kept:
                kept.move_to_end(key)
                return kept[key]
        made = make(text, *how, **named)
        with guard:
            chars += 0 if key in kept else len(text)
            kept[key] = made
            while len(kept) > _TEXTS or chars > _CHARS:
                (oldest, _), _ = kept.popitem(last=False)
                chars -= len(oldest)
        return made

    return once
