"""Pages that are computed because they are large, or because they list the others."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from html import escape

from .layout import SITE

LOG_PARAGRAPHS = 1_000
LOG_FACTS = {
    1: "The observatory stands 412 metres above the sea, on the eastern shore of Lake Ambern.",
    500: "The spare motor of the dome lies in cabinet 7B, behind the Christmas lights.",
    1_000: "With this entry the log closes: 9,284 exposures, 31 clear nights, one broken cup.",
}

_WHO = ("Ines", "Tomasz", "Bergit", "Mirko", "Sunniva", "Old Halvard", "Jun", "the new volunteer")
_DID = ("opened the dome", "took a series of darks", "guided by hand", "cleaned the corrector", "refocused Heron",
        "searched for comet Ambern", "calibrated Plover with the lamp", "waited for a hole in the clouds",
        "measured the sky brightness", "repaired the guide cable", "copied the frames to the archive")  # fmt: skip
_SKY = ("thin cirrus", "a clear sky", "fog up to the gate", "steady air", "gusts from the lake", "a bright aurora",
        "moonlight on snow")  # fmt: skip
_NOTE = ("The kettle was empty.", "Nothing was broken.", "A fox sat on the path.", "The breaker held.",
         "The neighbour's lamp stayed off.", "Two visitors asked about black holes.", "The fibre was dry.",
         "The log of the guider shows no jump.", "Frost on the rail, none on the mirror.")  # fmt: skip


def night_log() -> str:
    """The observing log: 1,000 numbered paragraphs, no two alike, more than 250,000 characters of text.

    `LOG_FACTS` stand in paragraphs 1, 500 and 1,000: in the head, the middle and the tail of the page.
    """
    log = "\n".join(_entry(number) for number in range(1, LOG_PARAGRAPHS + 1))
    return f"<h1>Observing log of one winter</h1>\n{log}"


def _entry(number: int) -> str:
    at = datetime(2025, 10, 1, 18, 0) + timedelta(minutes=207 * number)
    fact = LOG_FACTS.get(number, _NOTE[number * 5 % len(_NOTE)])
    degrees, wind = -10 - number * 7 % 120 / 10, number * 17 % 130 / 10
    text = (
        f"Entry {number} of {LOG_PARAGRAPHS}, {at:%d %B %Y, %H:%M}. Under {_SKY[number % len(_SKY)]}"
        f" {_WHO[number * 3 % len(_WHO)]} {_DID[number * 7 % len(_DID)]} and made {3 + number * 13 % 47} exposures of"
        f" {(5, 30, 60, 120, 300)[number % 5]} seconds. The sensor stood at {degrees:.1f} °C, the wind"
        f" at {wind:.1f} metres per second, the humidity at {41 + number * 29 % 50} per cent. {fact}"
    )
    return f'<p id="e{number}">{text}</p>'


def observations_csv() -> str:
    """120 observations: identifier, date, target, exposure, magnitude, error, observer, remark."""
    targets = ("Capella", "Comet Ambern", "M 81", "Sky brightness", "Vega")
    rows = ["id,date,target,exposure_s,magnitude,error,observer,remark"]
    for number in range(1, 121):
        day = datetime(2025, 12, 1) + timedelta(days=number)
        remark = '"clouds, then clear"' if number % 9 == 0 else ""
        rows.append(
            f"L{number:04d},{day:%Y-%m-%d},{targets[number % 5]},{(5, 30, 60, 120, 300)[number % 5]},"
            f"{5.2 + number * 37 % 90 / 10:.2f},{0.01 + number % 7 / 100:.2f},{_WHO[number % 5]},{remark}"
        )
    return "\n".join(rows) + "\n"


def sitemap_xml(addresses: list[tuple[str, str]]) -> str:
    """A sitemap of (address, date or "") pairs."""
    rows = "\n".join(
        f"  <url><loc>{escape(address)}</loc>" + (f"<lastmod>{date}</lastmod>" if date else "") + "</url>"
        for address, date in addresses
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    return f"{head}\n{rows}\n</urlset>\n"


def feed_xml(base: str, items: list[tuple[str, str, str]]) -> str:
    """An RSS 2.0 feed of (address, title, ISO date) items."""
    rows = "\n".join(
        f"  <item><title>{escape(title)}</title><link>{address}</link><guid>{address}</guid>"
        f"<pubDate>{format_datetime(datetime.fromisoformat(date).replace(tzinfo=UTC))}</pubDate>"
        f"<description>{escape(title)}, told at length on the site.</description></item>"
        for address, title, date in items
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>\n  <title>{SITE}</title>'
        f"<link>{base}/</link><description>News of a made-up observatory</description>\n{rows}\n</channel></rss>\n"
    )


def huge_lines(total_bytes: int) -> Iterator[bytes]:
    """Exactly `total_bytes` of numbered ASCII lines, in pieces of about 64 KB, never all in memory."""
    left, first = total_bytes, 1
    while left > 0:
        piece = b"".join(_guider_line(number) for number in range(first, first + 1_000))[:left]
        left, first = left - len(piece), first + 1_000
        yield piece


def _guider_line(number: int) -> bytes:
    dx, dy = number * 31 % 199 / 100 - 1, number * 17 % 199 / 100 - 1
    return b"%07d guider: dx %+.2f px, dy %+.2f px, pulse %3d ms, star found\n" % (number, dx, dy, number * 7 % 800)
