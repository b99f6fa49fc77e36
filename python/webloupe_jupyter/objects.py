"""The Python objects behind outputs, by the id of what they show, for as long as somebody else holds them."""

from __future__ import annotations

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


_objects: weakref.WeakValueDictionary[str, Shared] = weakref.WeakValueDictionary()


def remember(identity: str, shared: Shared) -> None:
    """From now on this object answers for what is shown under `identity`."""
    _objects[identity] = shared


def find(identity: object) -> Shared:
    """The object that answers. BadInput when there is none."""
    found = _objects.get(identity) if isinstance(identity, str) else None
    if found is None:
        raise BadInput("The kernel no longer has this result; run the cell again.")
    return found
