"""Links of markdown and plain text, found in one pass over millions of characters."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from ..types import Link

_INNER = r"(?:[^\[\]\n]++|\[[^\[\]\n]{0,300}+\](?:\([^()\n]{0,2000}+\))?+)*+"  # link text, with images or [1] in it
_TITLE = r"""(?:[ \t]+(?:"[^"\n]{0,300}+"|'[^'\n]{0,300}+'|\([^()\n]{0,300}+\)))?"""
_ADDRESS = r"(?:<(?P<angled>[^<>\n]{1,2000}+)>|(?P<plain>(?:[^\s()<>]++|\([^\s()]{0,500}+\)){1,50}+))"
_LINK = re.compile(
    r"(?P<fence>^[ \t>]*+(?:```|~~~)[^\n]*+$)"
    r"|(?P<code>`[^`\n]{1,500}+`)"
    r"|(?P<image>!\[[^\[\]\n]*+\]\([^()\n]{0,2000}+\))"
    rf"|(?<!\\)\[(?P<text>{_INNER})\]\([ \t]*+{_ADDRESS}{_TITLE}[ \t]*+\)"
    r"|^[ ]{0,3}\[(?P<label>[^\[\]\n^]{1,500}+)\]:[ \t]*+<?(?P<defined>[^\s<>]{1,2000})"
    r"|(?P<bare>https?://[^\s<>\"'`\]|\\^{}，。；：！？、）】》]{1,2000}+)",
    re.MULTILINE,
)
_IMAGE = re.compile(r"!\[([^\[\]\n]*+)\]\([^()\n]*+\)")
_TRAILING = ".,;:!?*_~"
_OTHER_SCHEME = re.compile(r"(?!https?:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def listed(text: str, *, url: str) -> tuple[Link, ...]:
    """The links of a markdown or plain text, absolute by `url`, in order, each (text, address) once."""
    found: dict[tuple[str, str], None] = {}
    fence = ""
    for match in _LINK.finditer(text):
        kind = match.lastgroup
        if kind == "fence":
            mark = match.group().lstrip(" \t>")[:3]
            fence = "" if fence == mark else fence or mark
        elif not fence and kind not in ("code", "image"):
            label, address = _parts(match)
            absolute = resolved(address, url)
            if absolute:
                found.setdefault((label.strip() or absolute, absolute))
    return tuple(Link(text=label, url=address) for label, address in found)


def resolved(address: str, url: str) -> str | None:
    """The absolute http(s) address, None for fragments of the page itself and for other schemes."""
    if not address or address.startswith("#") or _OTHER_SCHEME.match(address):
        return None
    try:
        absolute = urljoin(url, address)
    except ValueError:  # "http://[" and the like
        return None
    return absolute if absolute.startswith(("http://", "https://")) else None


def _parts(match: re.Match[str]) -> tuple[str, str]:
    """(text, address) of one match."""
    if match["bare"]:
        bare = match["bare"].rstrip(_TRAILING)
        while bare.endswith(")") and bare.count(")") > bare.count("("):
            bare = bare[:-1].rstrip(_TRAILING)
        return "", bare
    if match["defined"]:
        return match["label"], match["defined"]
    label = _IMAGE.sub(r"\1", match["text"]) if "](" in match["text"] else match["text"]
    return label, (match["angled"] or match["plain"]).strip().replace(" ", "%20")
