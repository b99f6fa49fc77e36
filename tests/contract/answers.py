"""Recorded answers: `fixtures/<backend>/<name>.http` holds status line, headers, a blank line, the body."""

from __future__ import annotations

from pathlib import Path

from webloupe.wire import Answer

FIXTURES = Path(__file__).with_name("fixtures")


def recorded(backend: str, name: str) -> Answer:
    """The answer of a fixture file; FileNotFoundError says which one a backend lacks."""
    head, _, body = (FIXTURES / backend / f"{name}.http").read_bytes().partition(b"\n\n")
    status, *fields = head.decode().splitlines()
    headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
    return Answer(int(status.split()[1]), headers, body, f"https://{backend}.example/")


def answer(status: int, media_type: str, body: bytes | str, **headers: str) -> Answer:
    """An answer written on the spot; header names take "_" for "-"."""
    named = {name.replace("_", "-"): value for name, value in headers.items()} | {"content-type": media_type}
    return Answer(status, named, body.encode() if isinstance(body, str) else body, "https://backend.example/")
