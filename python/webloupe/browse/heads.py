"""Heads of HTTP/1.1 as a proxy reads and rewrites them. Pure."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

MAX_HEAD: Final = 262_144
_ABSOLUTE: Final = re.compile(rb"http://([^/?#]*)([^#]*)", re.IGNORECASE)
_AUTHORITY: Final = re.compile(rb"(\[[0-9A-Fa-f:.]+\]|[^\[\]:/@?#\s]+)(?::(\d{1,5}))?")
_OF_THIS_HOP: Final = (b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization")


class Asked(NamedTuple):
    """What a browser asks of its proxy: a tunnel, or a request whose `head` goes on to the server."""

    tunnel: bool
    host: str
    port: int
    head: bytes
    body_bytes: int


def asked(head: bytes) -> Asked | None:
    """The request in a head; None for anything but CONNECT and a request by its absolute http address."""
    method, _, rest = head.partition(b" ")
    target, _, after = rest.partition(b" ")
    if method == b"CONNECT":
        place = _place(target, None)
        return Asked(True, *place, b"", 0) if place else None
    absolute = _ABSOLUTE.fullmatch(target)
    place = _place(absolute[1], 80) if absolute else None
    if absolute is None or place is None or b"\r\n" not in after:
        return None
    path = absolute[2] if absolute[2].startswith(b"/") else b"/" + absolute[2]
    first, _, lines = after.partition(b"\r\n")
    length = re.search(rb"(?:^|\r\n)content-length:[ \t]*(\d{1,15})[ \t]*\r\n", lines, re.IGNORECASE)
    return Asked(
        False, *place, b" ".join((method, path, first)) + b"\r\n" + _closing(lines), int(length[1]) if length else 0
    )


def answered(head: bytes) -> tuple[int, bytes]:
    """The status of an answer's head, and the head under which the browser uses the connection once.

    Else it would send the next request, for another host, down the same line.
    """
    first, _, lines = head.partition(b"\r\n")
    status = first.split(b" ", 2)[1:2]
    number = int(status[0]) if status and status[0].isdigit() else 0
    return number, head if 100 <= number < 200 else first + b"\r\n" + _closing(lines)


def _closing(lines: bytes) -> bytes:
    kept = [
        line for line in lines.split(b"\r\n") if line and line.partition(b":")[0].strip().lower() not in _OF_THIS_HOP
    ]
    return b"\r\n".join([*kept, b"Connection: close", b"", b""])


def _place(authority: bytes, port: int | None) -> tuple[str, int] | None:
    matched = _AUTHORITY.fullmatch(authority)
    number = int(matched[2]) if matched and matched[2] else port
    if matched is None or number is None or not 0 < number < 65_536:
        return None
    return matched[1].decode("latin-1").strip("[]").lower(), number
