"""What a body is to be read as: the bytes decide, then the header, then the address.

The computed type of the WHATWG MIME Sniffing standard (`sniff`) is where it starts from. It is left where a reader of
pages knows better than a browser: bytes of a picture are no page whatever the header says, a text file labelled as
HTML is text, an HTML shell in place of a text file is a page, and a zip archive may be a document.
"""

from __future__ import annotations

import re
from posixpath import splitext
from urllib.parse import urlsplit

import msgspec

from .charset import bom, encoding_of, wide
from .content_type import parse_content_type
from .signatures import PACKAGES, ZIP, signature_type
from .sniff import BINARY, HEADER_BYTES, NOTHING_SAID, PLAIN, computed_type

HTML = "text/html"
MARKDOWN = "text/markdown"
NOTEBOOK = "application/x-ipynb+json"

PAGE_TYPES = frozenset({HTML, "application/xhtml+xml"})
_TEXT_NAMES = (
    *("ecmascript", "graphql", "httpd-php", "javascript", "json", "json5", "jsonl", "ndjson", "sh", "sql"),
    *("tex", "toml", "typescript", "yaml"),
)
TEXT_APPLICATIONS = tuple(f"application/{prefix}{name}" for name in _TEXT_NAMES for prefix in ("", "x-"))

_BOM = b"\xef\xbb\xbf"
_TAGS_WITHIN = 65_536  # bytes that a body labelled as HTML may take to its first tag
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_PREAMBLE = re.compile(rb"(?:\s+|<!--.*?-->|<\?[^>]*\?>|<!doctype\s+(?!html)[^>]*>)+", re.DOTALL | re.IGNORECASE)
_WHOLE_PAGE = re.compile(rb"<!doctype\s+html|<html[\s>]", re.IGNORECASE)
_PAGE_START = re.compile(
    rb"<(?:!doctype\s+html|(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|main)[\s/>])",
    re.IGNORECASE,
)
_TAG = re.compile(rb"<(?:/?[a-z][a-z0-9-]*[\s/>]|!doctype|!--)", re.IGNORECASE)
_XML_ROOT = re.compile(rb"<(rss|feed|rdf:rdf|urlset|sitemapindex|svg)[\s>]", re.IGNORECASE)
_XML_ROOTS = {
    b"rss": "application/rss+xml",
    b"rdf:rdf": "application/rss+xml",
    b"feed": "application/atom+xml",
    b"urlset": "application/xml",
    b"sitemapindex": "application/xml",
    b"svg": "image/svg+xml",
}
# A title, then before long a list of links: what an llms.txt is made of.
_MARKDOWN_INDEX = re.compile(rb"#{1,2} [^\n]*\n(?:[^\n]*\n){0,40}?\s*[-*] \[[^\]\n]+\]\([^)\n]+\)")

_NOTHING_SAID = NOTHING_SAID | {BINARY, "binary/octet-stream", "application/download", "application/force-download"}
_BY_EXTENSION = {
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".mdx": MARKDOWN,
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".json": "application/json",
    ".geojson": "application/geo+json",
    ".jsonl": "application/jsonl",
    ".ndjson": "application/jsonl",
    ".ipynb": NOTEBOOK,
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".toml": "application/toml",
    ".xml": "application/xml",
    ".rss": "application/rss+xml",
    ".atom": "application/atom+xml",
    ".svg": "image/svg+xml",
}
_PAGE_EXTENSIONS = frozenset({".html", ".htm", ".xhtml", ".shtml"})
_TEXT_EXTENSIONS = frozenset({".txt", ".md", ".markdown", ".mdx"})


def media_type(body: bytes, content_type: str, url: str) -> str:
    """The essence, such as `text/html`, of what these bytes are. `content_type` is the header's value or ""."""
    claimed, parameters = parse_content_type(content_type)
    head = body[:HEADER_BYTES]
    found = signature_type(body)
    if found:
        return _archive_named(claimed, url) if found == ZIP else found
    if _is_binary(head, claimed, parameters.get("charset")):
        return BINARY if claimed in _NOTHING_SAID or is_text(claimed) else claimed
    return _text_type(body, claimed, url)


def _archive_named(claimed: str, url: str) -> str:
    """What header or address call an archive whose own table of contents says nothing, torn at a cap for instance."""
    if claimed in PACKAGES.values():
        return claimed
    return PACKAGES.get(splitext(urlsplit(url).path)[1].lower(), ZIP)


def _text_type(body: bytes, claimed: str, url: str) -> str:
    """The media type of a body that is text."""
    if not body.strip():
        return claimed if is_text(claimed) else PLAIN
    extension = splitext(urlsplit(url).path)[1].lower()
    start = _start(body[: HEADER_BYTES * 4])
    root = _XML_ROOT.match(start)
    if root and not claimed.endswith("json"):
        return _XML_ROOTS[root.group(1).lower()]
    begins_as_page = _PAGE_START.match(start) is not None
    is_shell = _WHOLE_PAGE.match(start) is not None
    if _is_notebook(body, start, claimed, extension):
        return NOTEBOOK
    if claimed in PAGE_TYPES:
        is_file = extension in _TEXT_EXTENSIONS and not is_shell
        return _untold(body, start, extension) if is_file or _tagless(body, begins_as_page) else claimed
    if claimed == PLAIN or "markdown" in claimed:
        # A browser never looks into text/plain; but a page at the address of a text file is the site's shell.
        if is_shell and extension not in _PAGE_EXTENSIONS:
            return HTML
        return MARKDOWN if "markdown" in claimed else _untold(body, start, extension, is_plain=True)
    if is_shell or (begins_as_page and not is_text(claimed)):
        return HTML
    return claimed if is_text(claimed) else _untold(body, start, extension)


def _untold(body: bytes, start: bytes, extension: str, *, is_plain: bool = False) -> str:
    """What the address and the text itself say where the header says nothing useful."""
    if extension in _BY_EXTENSION:
        return _BY_EXTENSION[extension]
    if not is_plain and computed_type(body[:HEADER_BYTES].removeprefix(_BOM), "") == "text/xml":
        return "text/xml"
    if not is_plain and _is_json(body, start):
        return "application/json"
    return MARKDOWN if _MARKDOWN_INDEX.match(start) else PLAIN


def _tagless(body: bytes, begins_as_page: bool) -> bool:
    """Whether a body labelled as HTML holds none: JSON and bare text are sent that way."""
    return not begins_as_page and (_TAG.search(body[:_TAGS_WITHIN]) is None or _is_json(body, body.lstrip()))


def _is_json(body: bytes, start: bytes) -> bool:
    if not start.startswith((b"{", b"[")):
        return False
    try:
        msgspec.json.decode(body.removeprefix(_BOM))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _is_notebook(body: bytes, start: bytes, claimed: str, extension: str) -> bool:
    """Whether this is a Jupyter notebook: hosts of code send one as JSON or as plain text."""
    if not start.startswith(b"{") or not (claimed in _NOTHING_SAID or claimed == PLAIN or claimed.endswith("json")):
        return False
    return extension == ".ipynb" or (b'"nbformat"' in body and b'"cells"' in body)


def is_text(essence: str) -> bool:
    """Whether this media type names text of some sort."""
    structured = essence.endswith(("/xml", "+xml", "+json", "+yaml"))
    return structured or essence.startswith("text/") or essence in TEXT_APPLICATIONS


def _is_binary(head: bytes, claimed: str, label: str | None) -> bool:
    """Whether control characters abound. One that strayed into a page is no reason to refuse it."""
    if claimed in PAGE_TYPES or bom(head) or wide(head) or (encoding_of(label) or "").startswith("utf-16"):
        return False
    return len(_CONTROL.findall(head)) > len(head) // 200


def _start(head: bytes) -> bytes:
    """The head in an ASCII-like form, from its first telling character on."""
    encoding = bom(head) or wide(head)
    if encoding and encoding != "utf-8":
        head = head.decode(encoding, "ignore").lstrip("\ufeff").encode("utf-8", "replace")
    head = head.removeprefix(_BOM)
    skipped = _PREAMBLE.match(head)
    rest = head[skipped.end() :] if skipped else head
    return rest if rest.startswith(b"<") else head.lstrip()
