"""Headers of one's own, as a request may carry them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..errors import BadInput
from .values import brief

_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}", re.ASCII)  # RFC 9110, 5.6.2: a token
_OURS: Final = frozenset(
    {
        "host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "keep-alive",
        "proxy-authorization", "proxy-connection", "accept-encoding",
    }
)  # fmt: skip
_EXAMPLE: Final = 'Example: "Accept-Language: de".'


def headers(given: object) -> dict[str, str]:
    """Headers by name, from a mapping or from "Name: value" texts. BadInput names the header, never its value."""
    if given is None:
        return {}
    return dict(_checked(name, value) for name, value in _pairs(given))


def _pairs(given: object) -> Iterable[tuple[Any, Any]]:
    if isinstance(given, Mapping):
        return given.items()
    if isinstance(given, str):
        return [_pair(given)]
    if isinstance(given, Iterable):
        return map(_pair, given)
    raise BadInput("headers must be a mapping or texts.", _EXAMPLE)


def _pair(text: object) -> tuple[str, str]:
    name, colon, value = text.partition(":") if isinstance(text, str) else ("", "", "")
    if not colon:
        raise BadInput('A header is written as "Name: value".', _EXAMPLE)
    return name.strip(), value.strip()


def _checked(name: object, value: object) -> tuple[str, str]:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BadInput(f"{brief(name)} is no name of a header.", _EXAMPLE)
    if name.lower() in _OURS:
        raise BadInput(f"The header {name} is not yours to set.", "Leave it out.")
    if not isinstance(value, str) or not value.isascii() or not value.isprintable():
        raise BadInput(f"The value of the header {name} has characters that no header may carry.", "Use plain ASCII.")
    return name, value
