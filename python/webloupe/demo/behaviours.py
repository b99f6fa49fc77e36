"""Pages that are about how they answer: redirects, refusals, slowness, size, coding, negotiation."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

from .exchange import Ask, Reply, site_file, text_reply
from .generated import huge_lines
from .layout import frame

# Each hop with another status and another way to write the address: absolute, rooted, relative, with dots.
_HOPS = {
    "/redirect/start": (301, "{base}/redirect/two"),
    "/redirect/two": (302, "/redirect/deep/three"),
    "/redirect/deep/three": (303, "../four?kept=yes"),
    "/redirect/four": (307, "five"),
    "/redirect/five": (308, "/blog/first-light"),
    "/redirect/loop": (302, "/redirect/loop/back"),
    "/redirect/loop/back": (302, "/redirect/loop"),
}
HOP_PATHS = frozenset(_HOPS)
LONGEST_S = 60.0


def redirect(ask: Ask) -> Reply:
    """The next hop of a chain or of the loop."""
    status, target = _HOPS[ask.path]
    location = target.format(base=ask.base)
    return text_reply(f'<p>Moved: <a href="{location}">here</a></p>', status=status, location=location)


def challenge(ask: Ask) -> Reply:
    """403 with a challenge, unless the agent says that it is webloupe; then the page."""
    if "webloupe" in ask.headers.get("user-agent", "").casefold():
        return text_reply(frame("Tide table of a lake without tides", site_file("behind-challenge.html")))
    return text_reply(site_file("challenge.html"), status=403, cf_mitigated="challenge")


def slow(ask: Ask) -> Reply:
    """Waits `?seconds=` (3, at most 60) before the first byte."""
    seconds = ask.number("seconds", 3.0, LONGEST_S)
    ask.pause(seconds)
    told = f"<h1>A slow page</h1><p>It waited {seconds:g} seconds before it spoke.</p>"
    return text_reply(frame("A slow page", told))


def drip(ask: Ask) -> Reply:
    """The head at once, then a line every `?every_ms=` (250) for `?seconds=` (5, at most 60)."""
    every_s = max(ask.number("every_ms", 250.0, 10_000.0), 1.0) / 1_000
    return Reply(_drops(ask, every_s, ask.number("seconds", 5.0, LONGEST_S)), "text/plain; charset=utf-8")


def _drops(ask: Ask, every_s: float, seconds: float) -> Iterator[bytes]:
    for number in range(1, int(seconds / every_s) + 1):
        yield b"drop %d falls from the dome\n" % number
        if not ask.pause(every_s):
            return


def huge(ask: Ask) -> Reply:
    """Exactly `?bytes=` (6,000,000, at most 50,000,000) of plain text in chunks, without a length beforehand."""
    return Reply(huge_lines(int(ask.number("bytes", 6e6, 5e7))), "text/plain; charset=us-ascii")


def compressed(ask: Ask) -> Reply:
    """A page in gzip where the client takes it."""
    body = frame("Rules of the dome", _RULES).encode()
    if "gzip" not in ask.headers.get("accept-encoding", ""):
        return Reply(body, headers={"Vary": "Accept-Encoding"})
    packed = gzip.compress(body, mtime=0)
    return Reply(packed, headers={"Vary": "Accept-Encoding", "Content-Encoding": "gzip"})


def negotiated(ask: Ask) -> Reply:
    """Markdown for who asks for it, else a page of HTML; the words are the same."""
    text = site_file("negotiated.md")
    if "text/markdown" in ask.headers.get("accept", ""):
        return text_reply(text, "text/markdown; charset=utf-8", vary="Accept")
    return text_reply(frame("How to visit the observatory", site_file("visit.html")), vary="Accept")


def refusal(ask: Ask) -> Reply:
    """404, 410 and 500 by path; 404 for whatever is not there."""
    status, told = {
        "/gone": (410, "This page was taken away on purpose: the kettle has been sold."),
        "/broken": (500, "The server fell over the guide cable."),
    }.get(ask.path, (404, "There is no such page on the demo site."))
    return text_reply(frame(f"Error {status}", f"<h1>Error {status}</h1><p>{told}</p>"), status=status)


_RULES = """<h1>Rules of the dome</h1><ol>
<li>Whoever opens the dome closes it.</li><li>White light is for emergencies; soup is not an emergency.</li>
<li>Touch the rail, never the mirror.</li><li>What is not in the log did not happen.</li>
<li>The last one out turns the breaker of circuit 3 off and on, and listens.</li></ol>"""
