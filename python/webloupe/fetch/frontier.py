"""Which pages of a site a crawl asks for next: each once, breadth first, what looks endless last. Pure.

What one page is under several addresses is told by the `key` that the caller brings: an https address without what
makes no difference.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from ..addresses import parse_url
from ..errors import BadInput
from ..types import Link

MOST_KNOWN: Final = 100_000
"""Addresses remembered: a site that names more is bounded by it, not by memory."""
ALIKE: Final = 20
"""Of addresses that differ in numbers or in the values of their query alone, those that come in their turn: calendars,
sessions and pages of lists have no end, and wait until nothing else is left."""
# As Heritrix (the crawler of the Internet Archive) draws them: TooManyPathSegments and PathologicalPath.
SEGMENTS: Final = 20
SAME_SEGMENT: Final = 3
CHARS: Final = 2_000

_NUMBER: Final = re.compile(r"\d+")
_FILE: Final = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}$")  # "guide.html", and not "3.12"
# Files that hold no text; PDF, office files and data do.
_NO_TEXT: Final = re.compile(
    r"\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|css|m?js|map|woff2?|ttf|eot|otf|mp[34]|m4[av]|mov|avi|mkv|webm|og[gv]"
    r"|wav|flac|zip|gz|bz2|xz|zst|7z|rar|tar|tgz|whl|jar|deb|rpm|dmg|pkg|iso|exe|msi|apk|bin|so|dll|wasm)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Place:
    """An address, and how many links lie between the start and it."""

    url: str
    depth: int


class Scope(NamedTuple):
    """A site: scheme and host, and the path that its pages lie at or below ("" for all of it)."""

    host: str
    path: str

    @classmethod
    def of(cls, key: str, *, is_folder: bool) -> Scope:
        """The site of a start: `/docs` and `/docs/` stand for themselves and what lies below, a file for its folder."""
        parts = urlsplit(key)
        is_file = not is_folder and _FILE.search(parts.path)
        path = parts.path.rpartition("/")[0] if is_file else parts.path
        return cls(f"{parts.scheme}://{parts.netloc}", path.rstrip("/"))

    def holds(self, key: str) -> bool:
        """Whether the page of that key belongs to the site."""
        site, below = key[: len(self.host) + len(self.path)], key[len(self.host) + len(self.path) :]
        return site == self.host + self.path and (not below or below[0] in "/?#")


class Frontier:
    """The addresses of the site that `start` names, at most `depth` links away from it."""

    def __init__(self, start: str, *, depth: int, key: Callable[[str], str]) -> None:
        self._key = key
        self._depth = depth
        self._scopes = {self._scope(start)}
        self._known: set[str] = set()
        self._waiting: deque[Place] = deque()
        self._later: deque[Place] = deque()
        self._alike: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._later)

    def begin(self, start: str) -> None:
        """Let the crawl begin there, whatever the address looks like."""
        self._known.add(self._key(start))
        self._waiting.append(Place(start, 0))

    def take(self, most: int) -> list[Place]:
        """The next addresses to ask for; none when none is left. What looks endless never comes beside what does not:
        that may lead to more which does not."""
        line = self._waiting or self._later
        return [line.popleft() for _ in range(min(most, len(line)))]

    def add(self, links: Iterable[Link], depth: int) -> list[Link]:
        """Take in the links of a page, which lead `depth` links away from the start; those to pages that are new."""
        if depth > self._depth:
            return []
        bare = ((link.text, _address(link.url)) for link in links)
        return [Link(text=text, url=url) for text, url in bare if url and self._is_new(url, depth)]

    def holds(self, url: str) -> bool:
        """Whether an address belongs to the site."""
        key = self._key(url)
        return any(scope.holds(key) for scope in self._scopes)

    def landed(self, place: Place, final_url: str) -> bool:
        """Whether what answered for a place is a page of the site that is not, or will not be, read by its own address.

        The start may lead elsewhere: to another host, or to its pages in one language. Then these are the site too.
        """
        key = self._key(final_url)
        if key == self._key(place.url):
            return True
        if place.depth == 0:
            self._widen(self._scope(final_url))
        if key in self._known or not self.holds(final_url):
            return False
        self._known.add(key)
        return True

    def _scope(self, url: str) -> Scope:
        return Scope.of(self._key(url), is_folder=urlsplit(url).path.endswith("/"))

    def _widen(self, scope: Scope) -> None:
        """Take in where the start leads, but never a whole site in place of the part of it that was asked for."""
        if not any(one.host == scope.host and f"{one.path}/".startswith(f"{scope.path}/") for one in self._scopes):
            self._scopes.add(scope)

    def _is_new(self, url: str, depth: int) -> bool:
        key = self._key(url)
        if key in self._known or len(self._known) >= MOST_KNOWN or not self.holds(url) or is_trap(key):
            return False
        self._known.add(key)
        alike = shape(key)
        self._alike[alike] += 1
        unusual = alike != key and self._alike[alike] > ALIKE
        (self._later if unusual else self._waiting).append(Place(url, depth))
        return True


def shape(key: str) -> str:
    """What addresses have in common that differ in numbers or in the values of their query."""
    path, _, query = key.partition("?")
    start = path.find("/", len("https://")) if "://" in path else 0  # the host's own numbers count
    names = "&".join(sorted(pair.partition("=")[0] for pair in query.split("&"))) if query else ""
    return path[:start] + _NUMBER.sub("0", path[start:]) + (f"?{names}=" if names else "")


def is_trap(key: str) -> bool:
    """Whether an address leads nowhere: a path that repeats itself or has no end, or a file that holds no text."""
    path = urlsplit(key).path
    segments = [segment for segment in path.split("/") if segment]
    if len(key) > CHARS or len(segments) > SEGMENTS or _NO_TEXT.search(path):
        return True
    return max(Counter(segments).values(), default=0) > SAME_SEGMENT


def _address(url: str) -> str:
    """The address as it is asked for, without the place in the page; "" for what is none."""
    try:
        return parse_url(url.partition("#")[0])
    except BadInput:
        return ""
