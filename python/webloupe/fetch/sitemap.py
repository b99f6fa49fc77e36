"""Sitemaps (sitemaps.org): a list of pages, or of further sitemaps, as XML or as lines of text, packed or not. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from ..codings import Body, CodingError
from .links import resolved
from .xml_tree import first, named, text_of, tree

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_BYTES: Final = 10_000_000
"""Of a sitemap, packed and unpacked: the protocol allows 50 MB, which hold more addresses than anyone asks for here."""

_GZIP: Final = b"\x1f\x8b"


class Sitemap(NamedTuple):
    """The addresses of pages and of further sitemaps, in their order, absolute."""

    pages: tuple[str, ...] = ()
    maps: tuple[str, ...] = ()


def read(body: bytes, *, url: str) -> Sitemap:
    """What a body holds; nothing when it is no sitemap, or one whose packing is broken."""
    try:
        data = _unpacked(body)
    except CodingError:
        return Sitemap()
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        lines = (line.strip() for line in data.decode("utf-8", "replace").splitlines())
        return Sitemap(tuple(_absolute((line for line in lines if line.startswith(("http://", "https://"))), url)))
    root = tree(data)
    if root is None:
        return Sitemap()
    return Sitemap(tuple(_absolute(_places(root, "url"), url)), tuple(_absolute(_places(root, "sitemap"), url)))


def _unpacked(body: bytes) -> bytes:
    """The body of a .xml.gz, at most `MAX_BYTES` of it; any other as it is."""
    if not body.startswith(_GZIP):
        return body
    unpacking = Body("gzip", MAX_BYTES)
    unpacking.feed(body)
    return unpacking.finish()


def _places(root: Element, name: str) -> Iterator[str]:
    return (text_of(first(entry, "loc")) for entry in named(root, name))


def _absolute(addresses: Iterator[str], url: str) -> Iterator[str]:
    found = (resolved(address.strip(), url) for address in addresses)
    return (address for address in dict.fromkeys(found) if address)
