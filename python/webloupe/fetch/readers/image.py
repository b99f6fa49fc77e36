"""Pictures: format, size and what they say of themselves; the pixels stay where they are."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from urllib.parse import unquote, urlsplit

from ..document import Document, ReadOptions, Source
from ..untouched import decoded
from ..written import written
from ..xml_tree import attribute, first, local, text_of, tree
from . import binary

MEDIA_TYPES = ("image/*", "image/svg+xml")

_Size = tuple[int, int]
_JPEG_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})  # start of frame, of any coding
_PNG_TEXT = re.compile(rb"tEXt(Title|Description|Comment)\x00", re.IGNORECASE)
_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*\Z")
_ALT_CHARS = 500


def read(source: Source, options: ReadOptions) -> Document:
    """One line about the picture. Raises Unreadable for one whose size cannot be told: it is broken or unknown."""
    is_drawing = source.media_type == "image/svg+xml"
    size, alt = _drawing(source) if is_drawing else (pixels(source.body, source.media_type), _png_text(source.body))
    if size is None and not is_drawing:
        return binary.read(source, options)
    name = posixpath.basename(unquote(urlsplit(source.url).path))
    kind = source.media_type.partition("/")[2].removeprefix("x-").partition("+")[0].upper()
    measured = f", {size[0]:,} × {size[1]:,} pixels" if size else ""
    more = "more than " if source.over_cap else ""
    line = f"{kind} image{measured}, {more}{len(source.body):,} bytes" + (f": {alt}" if alt else ".")
    return written(source, options, f"{line}\n", title=alt or name)


def pixels(body: bytes, media_type: str) -> _Size | None:
    """(width, height) that the header of a picture tells; None when it is broken or of another kind."""
    measure = _MEASURES.get(media_type)
    try:
        size = measure(body) if measure else None
    except (IndexError, ValueError):
        return None
    return size if size and all(size) else None


def _png(body: bytes) -> _Size | None:
    return (_big(body, 16, 4), _big(body, 20, 4)) if body[12:16] == b"IHDR" and len(body) >= 24 else None


def _gif(body: bytes) -> _Size | None:
    return (_little(body, 6, 2), _little(body, 8, 2)) if len(body) >= 10 else None


def _bmp(body: bytes) -> _Size | None:
    if _little(body, 14, 4) == 12:  # the header of OS/2
        return _little(body, 18, 2), _little(body, 20, 2)
    height = int.from_bytes(body[22:26], "little", signed=True)
    return _little(body, 18, 4), abs(height)


def _icon(body: bytes) -> _Size | None:
    """The size of the largest picture in the file; 0 stands for 256."""
    count = _little(body, 4, 2)
    sizes = [(body[6 + 16 * one] or 256, body[7 + 16 * one] or 256) for one in range(min(count, 100))]
    return max(sizes, default=None)


def _webp(body: bytes) -> _Size | None:
    kind = body[12:16]
    if kind == b"VP8X":
        return 1 + _little(body, 24, 3), 1 + _little(body, 27, 3)
    if kind == b"VP8L":
        bits = _little(body, 21, 4)
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 " and body[23:26] == b"\x9d\x01\x2a":
        return _little(body, 26, 2) & 0x3FFF, _little(body, 28, 2) & 0x3FFF
    return None


def _jpeg(body: bytes) -> _Size | None:
    at = 2
    while at + 9 < len(body):
        if body[at] != 0xFF:
            return None
        mark = body[at + 1]
        if mark in _JPEG_FRAMES:
            return _big(body, at + 7, 2), _big(body, at + 5, 2)
        at += 1 if mark == 0xFF else 2 if 0xD0 <= mark <= 0xD9 or mark == 1 else 2 + max(2, _big(body, at + 2, 2))
    return None


def _tiff(body: bytes) -> _Size | None:
    number = _little if body[:2] == b"II" else _big
    at = number(body, 4, 4)
    found: dict[int, int] = {}
    for entry in range(at + 2, at + 2 + 12 * min(number(body, at, 2), 1_000), 12):
        wide = number(body, entry + 2, 2) == 4
        found[number(body, entry, 2)] = number(body, entry + 8, 4 if wide else 2)
    return found.get(256, 0), found.get(257, 0)


def _avif(body: bytes) -> _Size | None:
    """The largest size in the properties of an AVIF or HEIC file: that of the whole, not of a tile or preview."""
    sizes = [(_big(body, at + 8, 4), _big(body, at + 12, 4)) for at in _found(body[:65_536], b"ispe")]
    return max(sizes, default=None)


def _found(body: bytes, mark: bytes) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(mark), body)]


def _big(body: bytes, at: int, length: int) -> int:
    return int.from_bytes(_exactly(body, at, length), "big")


def _little(body: bytes, at: int, length: int) -> int:
    return int.from_bytes(_exactly(body, at, length), "little")


def _exactly(body: bytes, at: int, length: int) -> bytes:
    part = body[at : at + length]
    if len(part) < length:
        raise IndexError(at)
    return part


_MEASURES: dict[str, Callable[[bytes], _Size | None]] = {
    "image/png": _png,
    "image/gif": _gif,
    "image/bmp": _bmp,
    "image/x-icon": _icon,
    "image/webp": _webp,
    "image/jpeg": _jpeg,
    "image/tiff": _tiff,
    "image/avif": _avif,
    "image/heic": _avif,
}


def _png_text(body: bytes) -> str:
    """The title or description that a PNG bears."""
    found = _PNG_TEXT.search(body[:65_536]) if body.startswith(b"\x89PNG") else None
    if found is None:
        return ""
    length = int.from_bytes(body[found.start() - 4 : found.start()], "big")
    value = body[found.end() : found.start() + 4 + min(length, 4 * _ALT_CHARS)]
    return _line(value.decode("latin-1"))


def _drawing(source: Source) -> tuple[_Size | None, str]:
    """The size of an SVG and its title or description."""
    text, _ = decoded(source, markup=True)
    root = tree(text)
    if root is None or local(root) != "svg":
        return None, ""
    alt = _line(text_of(first(root, "title"))) or _line(text_of(first(root, "desc")) or attribute(root, "aria-label"))
    told = [_NUMBER.match(attribute(root, name)) for name in ("width", "height")]
    if told[0] and told[1]:
        return (round(float(told[0].group(1))), round(float(told[1].group(1)))), alt
    box = attribute(root, "viewBox").replace(",", " ").split()
    sides = [_NUMBER.match(side) for side in box[2:4]]
    if len(sides) == 2 and sides[0] and sides[1]:
        return (round(float(sides[0].group(1))), round(float(sides[1].group(1)))), alt
    return None, alt


def _line(text: str) -> str:
    return " ".join("".join(filter(lambda mark: mark.isprintable() or mark.isspace(), text)).split())[:_ALT_CHARS]
