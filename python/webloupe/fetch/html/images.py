"""Pictures with a source that loads: lazy, responsive and `<picture>` ones get theirs; data: and pixels go."""

from __future__ import annotations

import re

from turbohtml import Document, Element, Text

LAZY = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-hi-res-src", "data-image")
SETS = ("srcset", "data-srcset", "data-lazy-srcset")
PLACEHOLDER = re.compile(
    r"^$|^data:|^about:|(?:placeholder|blank|spacer|transparent|pixel|loading|lazy)[\w-]*\.(?:gif|png|svg|jpe?g)", re.I
)
CANDIDATE = re.compile(r"([^\s,]\S*[^\s,])(?:\s+([\d.]+)[wxh])?\s*(?:,|$)")
# A data: picture smaller than this is a placeholder, a larger one is a picture whose alternative text says something.
INLINE_PICTURE_CHARS = 1_000


def restore(root: Element | Document) -> None:
    """Give every picture under `root` its true source, or drop it."""
    for picture in root.select("img"):
        source = picture.attr("src") or ""
        if PLACEHOLDER.search(source.strip()):
            found = _true_source(picture)
            if not found:
                _drop(picture, source)
                continue
            picture.attrs["src"] = found
        if picture.attr("width") in ("0", "1") or picture.attr("height") in ("0", "1"):
            picture.decompose()


def _drop(picture: Element, source: str) -> None:
    alt = (picture.attr("alt") or "").strip()
    if alt and len(source) > INLINE_PICTURE_CHARS:
        picture.replace_with(Text(alt))
    elif source.strip() and not source.lower().lstrip().startswith("data:"):
        return
    else:
        picture.decompose()


def _true_source(picture: Element) -> str:
    for name in LAZY:
        if (source := picture.attr(name)) and not PLACEHOLDER.search(source):
            return source.strip()
    sets = [picture.attr(name) for name in SETS]
    parent = picture.parent
    if isinstance(parent, Element) and parent.tag == "picture":
        sets += [source.attr(name) for source in parent.select("source") for name in SETS]
    return next((best for candidates in sets if candidates and (best := largest(candidates))), "")


def largest(candidates: str) -> str:
    """The address with the greatest descriptor of a `srcset`; "" when it holds none that loads."""
    found = [
        (float(size or 1), address)
        for address, size in CANDIDATE.findall(candidates)
        if not PLACEHOLDER.search(address)
    ]
    return max(found, key=lambda pair: pair[0])[1] if found else ""
