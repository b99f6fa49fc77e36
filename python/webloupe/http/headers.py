"""Headers out and in: who we say we are, what may be sent, how many are read. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from .._version import __version__
from ..addresses import shown
from ..codings import ACCEPT_ENCODING
from ..errors import BadInput, Unreadable
from ..wire import Request
from .redirects import Outgoing

PROJECT_URL = "https://pypi.org/project/webloupe/"
HONEST_USER_AGENT = f"webloupe/{__version__} (+{PROJECT_URL})"
"""Who we are: for search backends, and for pages that challenge a browser."""
BROWSER_USER_AGENT = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/155.0.0.0 Safari/537.36"
)
"""For pages: many send others an empty shell or nothing."""
MAX_HEADERS = 256
"""Headers of one answer. Real pages send under 60; httpcore already stops at 100 kB of them together."""

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z\-]+")
_VALUE = re.compile(r"(?:[\x21-\x7e\x80-\xff](?:[\t \x21-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?")


def outgoing(request: Request, url: str, user_agent: str) -> Outgoing:
    """The request with all headers but Host, names in lower case; BadInput names a header that cannot be sent."""
    headers = {"accept": "*/*", "accept-encoding": ACCEPT_ENCODING, "user-agent": user_agent}
    body = b""
    if request.json is not None:
        headers["content-type"] = "application/json"
        body = json.dumps(request.json, separators=(",", ":")).encode()
    headers |= {name.lower(): value for name, value in request.headers.items()}
    for name, value in headers.items():
        # Checked here because the HTTP library quotes what it refuses, and that may be a key.
        if not _NAME.fullmatch(name) or not is_value(value):
            raise BadInput(
                f"The header {shown(name)} cannot be sent: its value or name holds a character that HTTP forbids.",
                "Look for line breaks, blanks at its ends and letters outside Latin-1; a key may be pasted wrongly.",
            )
    return Outgoing(request.method.upper(), url, headers, body)


def is_value(text: str) -> bool:
    """Whether HTTP lets this be a header's value (RFC 9110, 5.5)."""
    return _VALUE.fullmatch(text) is not None


def received(raw: Iterable[tuple[bytes, bytes]], host: str) -> Mapping[str, str]:
    """Lower-case names to values, repeats joined by ", "; Unreadable above 256 headers."""
    headers: dict[str, str] = {}
    for count, (name, value) in enumerate(raw, start=1):
        if count > MAX_HEADERS:
            raise Unreadable(f"{host}: it sends more than {MAX_HEADERS} headers.", "Check the address.")
        key, text = name.decode("latin-1").lower(), _text(value)
        headers[key] = f"{headers[key]}, {text}" if key in headers else text
    return headers


def _text(value: bytes) -> str:
    """UTF-8 where it is (servers send it although the standard says Latin-1), else Latin-1, which never fails."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")
