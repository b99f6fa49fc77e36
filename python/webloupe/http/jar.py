"""The cookies of one fetch: what its servers set on the way goes back to them, and is forgotten with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from email.message import Message
from http.cookiejar import CookieJar
from typing import Final
from urllib.request import Request

from .headers import is_value
from .redirects import Outgoing

_MOST: Final = 200  # cookies; browsers keep about as many of one site


class Jar:
    """Cookies by RFC 6265's rules, as Python's own jar keeps them: each goes to its own site alone."""

    def __init__(self) -> None:
        self._cookies = CookieJar()

    def into(self, request: Outgoing) -> Outgoing:
        """The request with the cookies of its address beside those it brings."""
        asked = Request(request.url)  # noqa: S310 - nothing is opened: the jar only reads its address
        self._cookies.add_cookie_header(asked)
        value = asked.get_header("Cookie")
        if not value or not is_value(value):
            return request
        own = request.headers.get("cookie")
        return replace(request, headers={**request.headers, "cookie": f"{own}; {value}" if own else value})

    def take(self, url: str, set_cookies: Sequence[str]) -> None:
        """Keep what an answer from `url` set."""
        if set_cookies and len(self._cookies) < _MOST:
            self._cookies.extract_cookies(_Answered(set_cookies), Request(url))  # type: ignore[arg-type]  # noqa: S310


class _Answered:
    """The part of an answer that Python's jar looks at."""

    def __init__(self, set_cookies: Sequence[str]) -> None:
        self._headers = Message()
        for value in set_cookies:
            self._headers["Set-Cookie"] = value

    def info(self) -> Message:
        return self._headers


def set_cookies(raw: Iterable[tuple[bytes, bytes]]) -> tuple[str, ...]:
    """The values of Set-Cookie, which no comma may join, since dates hold some."""
    return tuple(value.decode("latin-1") for name, value in raw if name.lower() == b"set-cookie")
