"""The Python objects behind outputs, by the id of what they show, for as long as somebody else holds them."""

from __future__ import annotations

import threading
import weakref
from typing import Any, Protocol

from webloupe.errors import BadInput


class Shared(Protocol):
    """An object whose state a view and Python share."""

    data: Any

    def shared_state(self) -> dict[str, Any]:
        """The values that both sides may change, by name."""

    def set_shared(self, name: str, value: object) -> None:
        """Change one of them as if in Python: observers run. BadInput for a name or a value that cannot be."""

    def whole_shape(self) -> Any:
        """What a view draws of the data as they are, for who asks now: nothing is left out to save room."""


# Equal outputs have one id, and any number of objects. In the order shown, which is what the key's second half is for.
_objects: weakref.WeakValueDictionary[tuple[str, int], Shared] = weakref.WeakValueDictionary()
_lock = threading.Lock()  # shown by the main thread, asked for by the loop's


def remember(identity: str, shared: Shared) -> None:
    """From now on this object answers for what is shown under `identity`, before those that did so far."""
    key = (identity, id(shared))
    with _lock:
        _objects.pop(key, None)
        _objects[key] = shared


def find(identity: object) -> Shared:
    """The object shown last of those that live. BadInput when there is none."""
    return find_all(identity)[0]


def find_all(identity: object) -> list[Shared]:
    """All that live, the one shown last first. BadInput when there is none."""
    with _lock:
        found = [shared for (known, _), shared in _objects.items() if known == identity]
    if not found:
        raise BadInput("The kernel no longer has this result; run the cell again.")
    return found[::-1]
