"""Keys by the names that a keyboard event has. Pure."""

from __future__ import annotations

from typing import Final

MOST_KEYS: Final = 100
_ALIASES: Final = {
    "ctrl": "Control", "cmd": "Meta", "command": "Meta", "option": "Alt", "esc": "Escape", "return": "Enter",
    "del": "Delete", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
    "pgup": "PageUp", "pgdn": "PageDown", "pgdown": "PageDown",
}  # fmt: skip
_NAMED: Final = (
    "Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown", "Space",
    "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Control", "Shift", "Alt", "Meta", "ControlOrMeta",
    *(f"F{number}" for number in range(1, 13)),
)  # fmt: skip
_BY_NAME: Final = {name.lower(): name for name in _NAMED} | _ALIASES


def known_keys(value: object) -> list[str]:
    """Chords in the browser's spelling. ValueError where one is no key."""
    if not isinstance(value, str):
        raise ValueError("not a text")
    chords = ["+".join(map(_key, _parts(chord))) for chord in value.split()]
    if not 0 < len(chords) <= MOST_KEYS:
        raise ValueError("no keys, or too many")
    return chords


def _parts(chord: str) -> list[str]:
    return [*filter(None, chord[:-1].split("+")), "+"] if chord.endswith("+") else chord.split("+")


def _key(name: str) -> str:
    if len(name) == 1 and name.isprintable():
        return name
    if name.lower() not in _BY_NAME:
        raise ValueError("no key")
    return _BY_NAME[name.lower()]
