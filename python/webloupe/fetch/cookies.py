"""A browser's cookies from a file, for the address that is asked for and no other."""

from __future__ import annotations

from http.cookiejar import LoadError, MozillaCookieJar
from pathlib import Path
from typing import Final
from urllib.request import Request

from ..errors import BadInput

FILE_BYTES: Final = 2_000_000
_WHAT: Final = "Export the cookies of a site as cookies.txt, in Netscape's format."


def cookie_header(file: Path, url: str) -> dict[str, str]:
    """The Cookie header that the file holds for this address; nothing when it holds none. BadInput on a bad file."""
    jar = MozillaCookieJar(file)
    try:
        if file.stat().st_size > FILE_BYTES:
            raise BadInput(f"{file} is longer than {FILE_BYTES:,} bytes.", _WHAT)
        jar.load()
    except (OSError, LoadError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "its first line is not `# Netscape HTTP Cookie File`"
        raise BadInput(f"{file}: {reason}.", _WHAT) from None
    request = Request(url)  # noqa: S310 - nothing is opened: the jar only reads its address
    jar.add_cookie_header(request)
    value = request.get_header("Cookie")
    return {"Cookie": value} if value else {}
