"""What a site's robots.txt lets us read (RFC 9309), asked for once an hour and origin."""

from __future__ import annotations

import asyncio
import time
from copy import copy
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from protego import Protego

from ..addresses import shown, split_url
from ..errors import Disallowed, WebloupeError
from ..http import HONEST_USER_AGENT, Http
from ..together import Together
from ..wire import Answer, Request

AGENT: Final = "webloupe"
"""The product token that a group of rules may name."""
FRESH_S: Final = 3_600.0  # RFC 9309, 2.4: at most a day
RETRY_S: Final = 60.0  # for those of a host that could not be reached
MAX_BYTES: Final = 512_000  # RFC 9309, 2.5: at least 500 KiB must be read
LONGEST_DELAY_S: Final = 10.0  # a longer Crawl-delay is meant for search engines
TIMEOUT_S: Final = 10.0

_NOTHING = "User-agent: *\nDisallow: /\n"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one origin, and when they were read (monotonic seconds); `failure` is why they could not be had."""

    parsed: Protego
    read_at: float
    failure: WebloupeError | None = None

    def allow(self, url: str) -> bool:
        """Whether the page may be read."""
        return bool(self.parsed.can_fetch(url, AGENT))

    @property
    def is_fresh(self) -> bool:
        """Whether they need not be asked for again."""
        return time.monotonic() - self.read_at <= (FRESH_S if self.failure is None else RETRY_S)

    @property
    def delay_s(self) -> float:
        """Seconds that the site wants between two of our requests."""
        delay = self.parsed.crawl_delay(AGENT)
        return min(float(delay), LONGEST_DELAY_S) if delay and delay > 0 else 0.0

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The site maps that it names."""
        return tuple(self.parsed.sitemaps)


class Robots:
    """The rules of the sites that this session reads. Belongs to one event loop."""

    def __init__(self, http: Http) -> None:
        self._http = http
        self._rules: dict[str, Rules] = {}
        self._reading: Together[Rules] = Together()

    async def rules(self, url: str) -> Rules:
        """The rules of the origin of `url`. Where robots.txt cannot be had for the site's own fault, nothing is allowed
        (RFC 9309, 2.3.1.4); where there is none, or it is kept from us, everything is (2.3.1.3)."""
        origin = _origin(url)
        known = self._rules.get(origin)
        if known is None or not known.is_fresh:
            known, _ = await self._reading.run(origin, lambda: self._read(origin))
            self._rules[origin] = known
        return known

    async def check(self, url: str) -> Rules:
        """The rules, when they allow `url`; else Disallowed, or why the host could not be asked for them."""
        rules = await self.rules(url)
        if rules.failure is not None:
            failure = copy(rules.failure)
            failure.url = url
            raise failure
        if not rules.allow(url):
            host = split_url(url).host
            raise Disallowed(
                f"{host}: robots.txt does not allow {shown(url)}", "Leave out robots to read it all the same.", url=url
            )
        return rules

    async def _read(self, origin: str) -> Rules:
        headers = {"User-Agent": HONEST_USER_AGENT, "Accept": "text/plain"}
        request = Request("GET", f"{origin}/robots.txt", headers=headers)
        try:
            answer = await self._http.send(request, timeout_s=TIMEOUT_S, max_bytes=MAX_BYTES, follow=True)
        except WebloupeError as error:
            return Rules(await asyncio.to_thread(Protego.parse, _NOTHING), time.monotonic(), error)
        return Rules(await asyncio.to_thread(Protego.parse, text_of(answer)), time.monotonic())


def text_of(answer: Answer) -> str:
    """The rules that an answer amounts to."""
    if 200 <= answer.status < 300:
        return answer.text
    return _NOTHING if answer.status >= 500 else ""


def _origin(url: str) -> str:
    """Scheme and authority of an address, as they stand in it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
