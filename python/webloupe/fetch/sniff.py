"""The computed media type of the WHATWG MIME Sniffing standard: what a browser takes a body for.

`detect` starts from it and says where a reader of pages knows better than a browser.
Source: https://mimesniff.spec.whatwg.org/, sections 4 (supplied type) to 7 (computed type), read 2026-11.
"""

from __future__ import annotations

import re

from .content_type import parse_content_type

HEADER_BYTES = 1_445
"""The resource header of the standard: no rule looks further."""

NOTHING_SAID = frozenset({"", "application/unknown", "unknown/unknown", "*/*"})
"""Supplied types that say nothing ("" is a missing or malformed one)."""

PLAIN, BINARY = "text/plain", "application/octet-stream"

# Spelled so, these come from servers that label whatever they do not know (section 5, the Apache flag).
_LABELLED_BLINDLY = re.compile(r"text/plain(?:; charset=(?:ISO-8859-1|iso-8859-1|UTF-8))?\Z")
_BINARY_BYTE = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_BOM = re.compile(rb"\xfe\xff|\xff\xfe|\xef\xbb\xbf")
_SCRIPTABLE = re.compile(
    rb"[\t\n\x0c\r ]*(?:(?P<html><(?:(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body"
    rb"|br|p)[ >]|!--))|(?P<xml><\?xml))|(?P<pdf>%PDF-)",
    re.IGNORECASE,
)
_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[\t\n\x0c\r ]+|<!--.*?-->|<![^>]*>|<\?.*?\?>)*<(rss|feed|rdf:RDF)(?=.)", re.DOTALL
)
_FEEDS = {b"rss": "application/rss+xml", b"feed": "application/atom+xml", b"rdf:RDF": "application/rss+xml"}
_RDF_NAMES = (b"http://purl.org/rss/1.0/", b"http://www.w3.org/1999/02/22-rdf-syntax-ns#")

_IMAGES = (
    (re.compile(rb"\x00\x00[\x01\x02]\x00"), "image/x-icon"),
    (re.compile(rb"BM"), "image/bmp"),
    (re.compile(rb"GIF8[79]a"), "image/gif"),
    (re.compile(rb"RIFF....WEBPVP", re.DOTALL), "image/webp"),
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png"),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
)
_MEDIA = (
    (re.compile(rb"FORM....AIFF", re.DOTALL), "audio/aiff"),
    (re.compile(rb"ID3"), "audio/mpeg"),
    (re.compile(rb"OggS\x00"), "application/ogg"),
    (re.compile(rb"MThd\x00\x00\x00\x06"), "audio/midi"),
    (re.compile(rb"RIFF....AVI ", re.DOTALL), "video/avi"),
    (re.compile(rb"RIFF....WAVE", re.DOTALL), "audio/wave"),
    (re.compile(rb"....ftyp", re.DOTALL), "video/mp4"),
    (re.compile(rb"\x1aE\xdf\xa3.{0,34}B\x82.{1,8}webm", re.DOTALL), "video/webm"),
)
_ARCHIVES = (
    (re.compile(rb"%!PS-Adobe-"), "application/postscript"),
    (re.compile(rb"\x1f\x8b\x08"), "application/x-gzip"),
    (re.compile(rb"PK\x03\x04"), "application/zip"),
    (re.compile(rb"Rar!\x1a\x07\x00"), "application/x-rar-compressed"),
)
# Bits a second by index, of MPEG 1 and of MPEG 2 and 2.5; samples a second (section 6.2.4).
_MP3_RATES = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_MP25_RATES = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_SAMPLE_RATES = (44_100, 48_000, 32_000)


def computed_type(body: bytes, content_type: str, *, no_sniff: bool = False) -> str:
    """The essence that the standard computes. `content_type` is the header's value or "".

    `no_sniff` is the answer's `X-Content-Type-Options: nosniff`.
    """
    head = body[:HEADER_BYTES]
    supplied = parse_content_type(content_type)[0]
    if supplied in NOTHING_SAID:
        return _unknown(head, scriptable=not no_sniff)
    if no_sniff:
        return supplied
    if _LABELLED_BLINDLY.match(content_type):
        return PLAIN if _is_text(head) else BINARY
    if supplied.endswith(("+xml", "text/xml")) or supplied == "application/xml":
        return supplied
    if supplied == "text/html":
        return feed_type(head) or supplied
    return _of_family(head, supplied) or supplied


def feed_type(head: bytes) -> str | None:
    """RSS or Atom by its root element, as told from HTML (section 7.3); None for anything else."""
    root = _ROOT.match(head)
    if root is None:
        return None
    if root.group(1) == b"rdf:RDF" and not all(name in head for name in _RDF_NAMES):
        return None
    return _FEEDS[root.group(1)]


def image_type(head: bytes) -> str | None:
    """The image format by its signature, None for no image that the standard knows."""
    return _first(_IMAGES, head)


def media_signature(head: bytes) -> str | None:
    """Image, sound, film, archive or PostScript by its signature, None for none of these."""
    return image_type(head) or _sound_or_film(head) or _first(_ARCHIVES, head)


def _unknown(head: bytes, *, scriptable: bool) -> str:
    found = _SCRIPTABLE.match(head) if scriptable else None
    if found:
        return {"html": "text/html", "xml": "text/xml", "pdf": "application/pdf"}[found.lastgroup or ""]
    if _BOM.match(head):
        return PLAIN
    return media_signature(head) or (BINARY if _BINARY_BYTE.search(head) else PLAIN)


def _of_family(head: bytes, supplied: str) -> str | None:
    """What an image or a recording is, whichever of its family it is labelled as."""
    if supplied.startswith("image/"):
        return image_type(head)
    if supplied.startswith(("audio/", "video/")) or supplied == "application/ogg":
        found = _sound_or_film(head)
        return None if found == "application/ogg" else found  # Ogg holds either: the label knows better
    return None


def _sound_or_film(head: bytes) -> str | None:
    return _first(_MEDIA, head) or ("audio/mpeg" if _is_mp3(head) else None)


def _first(signatures: tuple[tuple[re.Pattern[bytes], str], ...], head: bytes) -> str | None:
    return next((essence for pattern, essence in signatures if pattern.match(head)), None)


def _is_text(head: bytes) -> bool:
    return _BOM.match(head) is not None or _BINARY_BYTE.search(head) is None


def _is_mp3(head: bytes) -> bool:
    """Whether two frames of MP3 without an ID3 tag follow each other (section 6.2.4)."""
    size = _frame_bytes(head)
    return size >= 4 and _frame_bytes(head[size:]) > 0


def _frame_bytes(frame: bytes) -> int:
    """The length of the MP3 frame that begins here; 0 when none does."""
    if len(frame) < 4 or frame[0] != 0xFF or frame[1] & 0xE0 != 0xE0:
        return 0
    version, layer = frame[1] >> 3 & 3, frame[1] >> 1 & 3
    rate, sampling = frame[2] >> 4, frame[2] >> 2 & 3
    if layer != 1 or rate in (0, 15) or sampling == 3:
        return 0
    bits = 1_000 * (_MP3_RATES if version & 1 else _MP25_RATES)[rate]
    return bits * (72 if version == 1 else 144) // _SAMPLE_RATES[sampling] + (frame[2] >> 1 & 1)
