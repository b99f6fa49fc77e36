"""What is no text, by its first bytes: the standard's signatures and those of formats that browsers do not open."""

from __future__ import annotations

import io
import re
import zipfile

from .sniff import media_signature

ZIP = "application/zip"
_OFFICE = "application/vnd.openxmlformats-officedocument."
DOCX = f"{_OFFICE}wordprocessingml.document"
PPTX = f"{_OFFICE}presentationml.presentation"
XLSX = f"{_OFFICE}spreadsheetml.sheet"
EPUB = "application/epub+zip"
PACKAGES = {
    ".docx": DOCX,
    ".docm": DOCX,
    ".pptx": PPTX,
    ".pptm": PPTX,
    ".ppsx": PPTX,
    ".xlsx": XLSX,
    ".xlsm": XLSX,
    ".epub": EPUB,
}
"""Documents that are zip archives, by the extension of their address."""

_MORE: tuple[tuple[bytes, str], ...] = (
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"\x00\x00\x00\x0cJXL \r\n\x87\n", "image/jxl"),
    (b"PK\x05\x06", ZIP),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\x00", "application/x-xz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"fLaC", "audio/flac"),
    (b"\x1aE\xdf\xa3", "video/x-matroska"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"OTTO", "font/otf"),
    (b"\x00\x01\x00\x00", "font/ttf"),
    (b"\x00asm", "application/wasm"),
    (b"\x7fELF", "application/x-elf"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),  # Office before 2007
    (b"PAR1", "application/vnd.apache.parquet"),
)
_STILLS = {b"avif": "image/avif", b"avis": "image/avif", b"heic": "image/heic", b"heix": "image/heic"}
_SPELT = ("image/bmp", "audio/mpeg")  # their signatures are letters that a text may begin with
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_PARTS = {"word/document.xml": DOCX, "ppt/presentation.xml": PPTX, "xl/workbook.xml": XLSX}
_MOST_PARTS = 20_000  # an archive of more is no document


def signature_type(body: bytes) -> str | None:
    """The essence that the first bytes tell; None for text and for what nobody knows.

    A PDF's mark may stand anywhere in the first 1,024 bytes, as its own standard says.
    """
    head = body[:1_445]
    if b"%PDF-" in head[:1_024] and not head.lstrip().startswith(b"<"):
        return "application/pdf"
    if head[4:8] == b"ftyp" and head[8:12] in _STILLS:
        return _STILLS[head[8:12]]
    found = media_signature(head)
    if found in _SPELT and head.isascii() and not _CONTROL.search(head[:32]):
        return None
    found = found or next((essence for mark, essence in _MORE if head.startswith(mark)), None)
    return package_type(body) if found == ZIP else found


def package_type(body: bytes) -> str:
    """What a zip archive holds: an office document, a book, or just files. A torn archive is just an archive."""
    first = re.match(rb"PK\x03\x04.{26}mimetypeapplication/([\w.+-]{3,80}?)(?=PK|[\x00-\x1f])", body[:200], re.DOTALL)
    if first:  # EPUB and OpenDocument begin with their name, unpacked
        return f"application/{first.group(1).decode('ascii')}"
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            names = archive.namelist()[:_MOST_PARTS]
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        names = []
    if "META-INF/container.xml" in names:
        return EPUB
    return next((_PARTS[name] for name in names if name in _PARTS), ZIP)
