"""Which character set some bytes are in, and their text. Labels mean what the WHATWG Encoding Standard says."""

from __future__ import annotations

import codecs
import re

_BOMS = (  # UTF-32 first: its little-endian mark begins with the one of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32le"),
    (codecs.BOM_UTF32_BE, "utf-32be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
# Where Python's codec of that name is narrower than the standard's. "replacement" stands for encodings that the
# standard refuses to decode: they count as unknown.
_PYTHON_CODECS = {
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "iso-8859-8-i": "iso-8859-8",
    "x-mac-cyrillic": "mac-cyrillic",
    "macintosh": "mac-roman",
    "windows-874": "cp874",
    "x-user-defined": "cp1252",
}
_PRESCAN_BYTES = 1_024  # as the HTML standard's prescan
_SAMPLE_BYTES = 65_536  # detection looks no further: it has made up its mind by then
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META = re.compile(rb"<meta[\s/][^>]*?charset\s*=\s*[\"']?\s*([^\s\"'/>;]+)", re.IGNORECASE)
_XML_DECLARATION = re.compile(rb"\A\s*<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']+)[\"']")


def encoding_of(label: str | None) -> str | None:
    """The encoding that this label names, in lower case; None when nobody knows it."""
    import webencodings

    found = webencodings.lookup(label) if label else None
    return None if found is None or found.name == "replacement" else found.name


def bom(body: bytes) -> str | None:
    """The encoding that a byte-order mark announces."""
    return next((name for mark, name in _BOMS if body.startswith(mark)), None)


def decode(body: bytes, *, label: str | None, markup: bool, cut: bool = False) -> tuple[str, str]:
    """The text, without its byte-order mark, and the encoding that it was in.

    `label` is what the header says; `markup` lets the bytes declare their encoding as HTML or XML do; `cut` says that
    the body ends at a byte cap, so that half a character at its end is nothing to show.
    """
    encoding = _encoding(body, label, markup)
    decoder = codecs.getincrementaldecoder(_PYTHON_CODECS.get(encoding, encoding))("replace")
    text = decoder.decode(body, final=not cut)
    return text.removeprefix("\ufeff"), encoding


def _encoding(body: bytes, label: str | None, markup: bool) -> str:
    marked = bom(body)
    if marked:
        return marked
    named = encoding_of(label) or (_declared(body[:_PRESCAN_BYTES]) if markup else None)
    return named or wide(body[:_PRESCAN_BYTES]) or _detected(body, markup)


def _declared(head: bytes) -> str | None:
    """What a meta element or an XML declaration within the prescan says."""
    head = _COMMENT.sub(b"", head)
    found = _META.search(head) or _XML_DECLARATION.search(head)
    named = encoding_of(found.group(1).decode("ascii", "replace")) if found else None
    # Who can read the declaration byte by byte is not reading UTF-16.
    return "utf-8" if named and named.startswith("utf-16") else named


def wide(head: bytes) -> str | None:
    """UTF-16 that bears no mark: every other byte of Western text is then zero."""
    zeros = head.count(0)
    if len(head) < 4 or zeros < len(head) * 0.4:
        return None
    odd = head[1::2].count(0)
    if odd > zeros * 0.95:
        return "utf-16le"
    return "utf-16be" if odd < zeros * 0.05 else None


def _detected(body: bytes, markup: bool) -> str:
    """UTF-8 when the bytes are valid as such, else what character frequencies say, else windows-1252."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(body)  # not final: the body may be cut
    except UnicodeDecodeError:
        pass
    else:
        return "utf-8"
    try:
        from turbohtml.detect import detect
    except ImportError:  # no wheel for this platform
        return "windows-1252"
    sample = body[:_SAMPLE_BYTES]
    if not markup:
        sample = sample.replace(b"<", b" ")  # text that quotes a meta element declares nothing by it
    return encoding_of(detect(sample).encoding) or "windows-1252"
