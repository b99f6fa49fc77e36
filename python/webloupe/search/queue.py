"""The places of searches that wait for one service which wants its calls apart. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Queue:
    """Who waits, as the Unix times at which they will ask; `last` is when somebody asked last."""

    last: float = 0.0
    places: list[float] = field(default_factory=list)

    def join(self, place: float, called_at: float) -> None:
        """Take a place. `called_at` is the last call, where nobody waits yet."""
        if not self.places:
            self.last = called_at
        self.places.append(place)

    def go(self, place: float) -> None:
        """It is this one's turn."""
        self.places.remove(place)
        self.last = max(self.last, place)

    def leave(self, place: float, called_at: float) -> float:
        """Give a place back; when somebody asked last or will. `called_at` is what is known of that: another process
        may have asked since."""
        foreign = called_at > max(self.places)
        self.places.remove(place)
        return called_at if foreign else max([self.last, *self.places])
