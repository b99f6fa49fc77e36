"""Videos, sounds, frames and objects as links; addresses that a script hides from mail harvesters in the clear."""

from __future__ import annotations

from turbohtml import Document, Element, Text

from . import tags

EMBEDS = ("iframe", "video", "audio", "embed", "object")
PROTECTED = '[data-cfemail], a[href*="/cdn-cgi/l/email-protection#"]'
NO_SOURCE = ("about:", "data:", "javascript:")


def restore(root: Element | Document) -> None:
    """Put a link in place of every embed under `root`."""
    for embed in tags.each(root, *EMBEDS):
        source = _source(embed)
        if source:
            embed.replace_with(Element("a", {"href": source}, [Text(embed.attr("title") or embed.tag)]))
        else:
            embed.decompose()


def unprotect(root: Element | Document) -> None:
    """Put the address in place of every protected one under `root`."""
    for protected in root.select(PROTECTED):
        code = protected.attr("data-cfemail") or (protected.attr("href") or "").rpartition("#")[2]
        address = decode_email(code)
        if address:
            protected.replace_with(Text(address))


def decode_email(code: str) -> str:
    """The address in Cloudflare's hexadecimal form (first octet is the key); "" when it is not one."""
    try:
        octets = bytes.fromhex(code)
    except ValueError:
        return ""
    return bytes(octet ^ octets[0] for octet in octets[1:]).decode("utf-8", "replace")


def _source(embed: Element) -> str:
    sources = [embed.attr(name) for name in ("src", "data-src", "data")]
    sources += [source.attr("src") for source in embed.select("source")]
    return next((source for source in sources if source and not source.startswith(NO_SOURCE)), "")
