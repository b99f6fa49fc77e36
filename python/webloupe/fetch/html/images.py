"""Pictures with a source that loads: lazy, responsive and `<picture>` ones get theirs; data: and pixels go."""

from __future__ import annotations

import re
from collections.abc import Iterable

from turbohtml import Element, Text

from .links import unbroken

LAZY = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-hi-res-src", "data-image")
SETS = ("srcset", "data-srcset", "data-lazy-srcset")
PLACEHOLDERS = ("placeholder", "blank", "spacer", "transparent", "pixel", "loading", "lazy")
PLACEHOLDER = re.compile(rf"(?:{'|'.join(PLACEHOLDERS)})[\w-]*\.(?:gif|png|svg|jpe?g)")
NO_SIZE = ("0", "1", "0px", "1px")
# A data: picture smaller than this is a placeholder; of a larger one, the alternative text says something.
INLINE_PICTURE_CHARS = 1_000
LABEL_CHARS = 40  # more is no media type
# A placeholder is known by its file name, which stands at the end.
FILE_NAME_CHARS = 120


def restore(pictures: Iterable[Element]) -> None:
    """Give every picture its true source, or drop it."""
    for picture in pictures:
        source = (picture.attr("src") or "").strip()
        if " " in source:
            picture.attrs["src"] = unbroken(source)
        if is_placeholder(source):
            if found := _true_source(picture):
                picture.attrs["src"] = unbroken(found)
            elif not _loads(source):
                _drop(picture, source)
                continue
        if picture.attr("width") in NO_SIZE or picture.attr("height") in NO_SIZE:
            picture.decompose()


def is_placeholder(source: str) -> bool:
    """True for an address that shows nothing until a script replaces it."""
    if not _loads(source):
        return True
    name = source[-FILE_NAME_CHARS:].lower()
    return any(word in name for word in PLACEHOLDERS) and PLACEHOLDER.search(name) is not None


def _loads(source: str) -> bool:
    return bool(source) and not source[:8].lower().startswith(("data:", "about:", "blob:"))


def _drop(picture: Element, source: str) -> None:
    alt = (picture.attr("alt") or "").strip()
    if alt and len(source) > INLINE_PICTURE_CHARS:
        picture.replace_with(Text(f"{alt} {_note(source)}"))
    else:
        picture.decompose()


def _note(source: str) -> str:
    """Type and size of an inline picture, for where it stood."""
    label, _, data = source[len("data:") :].partition(",")
    media, *parameters = label.split(";")
    size = len(data) * 3 // 4 if "base64" in parameters else len(data)
    return f"({media[:LABEL_CHARS]}, {size:,} bytes)" if size else ""


def _true_source(picture: Element) -> str:
    for name in LAZY:
        if (source := picture.attr(name)) and not is_placeholder(source):
            return source.strip()
    sets = [picture.attr(name) for name in SETS]
    parent = picture.parent
    if isinstance(parent, Element) and parent.tag == "picture":
        sets += [source.attr(name) for source in parent.select("source") for name in SETS]
    return next((best for candidates in sets if candidates and (best := largest(candidates))), "")


def largest(candidates: str) -> str:
    """The address with the greatest descriptor of a `srcset`; "" when it holds none that loads."""
    best, greatest = "", -1.0
    for candidate in re.split(r",\s+", candidates):
        address, _, descriptor = candidate.strip().strip(",").partition(" ")
        size = float(number[0]) if (number := re.match(r"\d{1,6}(?:\.\d{1,6})?", descriptor.lstrip())) else 1.0
        if size > greatest and not is_placeholder(address):
            best, greatest = address, size
    return best
