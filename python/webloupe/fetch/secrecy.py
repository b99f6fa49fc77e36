"""Addresses that hold a secret: whoever knows one can open the page, and nobody else should come to know it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

_WORDS: Final = frozenset(
    {
        "auth", "authorization", "bearer", "code", "cookie", "cred", "creds", "hmac", "key", "keys", "oauth", "otp",
        "pass", "pin", "pwd", "sess", "session", "sessions", "sid", "sig", "ticket", "totp", "xsrf", "csrf",
    }
)  # fmt: skip
# Words that no harmless one ends in, however they are run together: PHPSESSID, authtoken, AWSAccessKeyId.
_ENDINGS: Final = re.compile(
    r".*(?:token|secret|passwor[dt]|passwd|passphrase|passcode|credential|signature|assertion|jwt|sess(?:ion)?id"
    r"|saml(?:request|response)|(?:api|access|auth|secret|private|public|user|account|app|licen[cs]e)key"
    r"|(?:auth|access|reset|invite|verification|login)code)(?:s|ids?)?"
)
_HUMPS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_BETWEEN_WORDS: Final = re.compile(r"[\W\d_]+")
_BETWEEN_PAIRS: Final = re.compile(r"[?&;#/,|]")
_JWT: Final = re.compile(r"\beyJ[\w-]{8,}\.[\w-]{8,}\.")
_LAYERS: Final = 4  # of percent-encoding: an address within the query of another, and so on


def holds_secret(url: str) -> bool:
    """Whether an address holds a value under a name that speaks of a secret, or a JSON web token.

    In path, query or fragment, and in an address within the address: `authToken=`, `;jsessionid=`, `auth[key]=`.
    """
    return any(_JWT.search(text) or any(map(_is_secret, _BETWEEN_PAIRS.split(text))) for text in _layers(url))


def _layers(url: str) -> Iterator[str]:
    """The address as it stands, and as it reads when its percent signs are undone once, twice and so on."""
    for _ in range(_LAYERS):
        yield url
        if (undone := unquote(url)) == url:
            return
        url = undone


def _is_secret(pair: str) -> bool:
    name, _, value = pair.partition("=")
    return bool(value) and any(word in _WORDS or _ENDINGS.fullmatch(word) for word in _words(name))


def _words(name: str) -> Iterator[str]:
    """The words of a name in lower case, with humps taken as their bounds and not."""
    for run in _BETWEEN_WORDS.split(name):
        yield run.lower()
        yield from _HUMPS.sub(" ", run).lower().split()
