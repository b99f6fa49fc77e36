"""Everything webloupe does, as one object: search, fetch, compress, usage. The steps stand in `walks`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from . import config as configuration
from .types import BrowserState, By, Face, Failed, FetchResult, Link, Packed, SearchResponse, UsageSummary
from .walks import batch
from .walks import browse as browse_walk
from .walks import compress as compress_walk
from .walks import context as context_walk
from .walks import crawl as crawl_walk
from .walks import fetch as fetch_walk
from .walks import search as search_walk
from .walks import site_map as site_map_walk
from .walks.rooms import Progress, Rooms, unheard
from .walks.usage import usage as summed_up

if TYPE_CHECKING:
    from .asked import CompressKeywords, FetchKeywords, SearchKeywords
    from .compress.shortened import Shortened


class AsyncSession:
    """Everything webloupe does, for callers with an event loop. One session serves one loop.

    `config` None reads the process's own settings. `face` tells who calls: it words the notices. A program that
    serves others decides two things more: whether the proxy and certificate variables count (`trust_env`), and
    which ports of this machine are its own and stay shut (`own_ports`).
    """

    def __init__(
        self,
        config: configuration.Config | None = None,
        *,
        face: Face = "python",
        trust_env: bool = True,
        own_ports: frozenset[int] = frozenset(),
    ) -> None:
        self.config = config if config is not None else configuration.load()
        self.face = face
        self._rooms = Rooms(self.config, face, trust_env=trust_env, own_ports=own_ports)

    async def search(
        self, query: str, *, progress: Progress | None = None, **given: Unpack[SearchKeywords]
    ) -> SearchResponse:
        """Ranked results from the ring, never page text; `given` are the keywords of `SearchKeywords`.

        An answer of the last minutes (`search.memo_s`) is given again unless `refresh` is set; equal searches at the
        same time are one. Offline, the pages in the store are searched. `progress` is told each step in words, on the
        session's loop.
        BadInput on an empty query, an unknown backend or a filter that cannot be meant; Offline when a backend on the
        web is named and the network is switched off; QuotaSpent at a cap; AllBackendsFailed with every cause when
        none answered within `timeout_s`.
        """
        return await search_walk.search(self._rooms, query, given, progress or unheard)

    async def search_many(
        self, queries: Iterable[str], *, progress: Progress | None = None, **same: Unpack[SearchKeywords]
    ) -> list[SearchResponse]:
        """One response a query, in the order given; they run together. The first failure is raised.

        `progress` is told how many are answered, as a bar in words.
        """
        searches = [partial(self.search, query, **same) for query in queries]
        return await batch.together(searches, progress or unheard, "searches")

    async def fetch(self, url: str, *, progress: Progress | None = None, **given: Unpack[FetchKeywords]) -> FetchResult:
        """One page within a budget; its whole text is in `.full` and in the store. `given`: see `FetchKeywords`.

        `start` reads on from a character of the stored text, `section` shows one heading with what stands below it.
        A page in the store is taken while it is younger than `max_age_s`, at any age with `start` or `offline`, never
        with `refresh`; an older one is asked for only if it has changed. `robots` obeys the site's robots.txt.
        What comes to headers or cookies of one's own is not stored. A status of 400 or more raises a FetchError whose
        `.result` holds what came. `progress` is told each step in words, on the session's loop.
        """
        return await fetch_walk.fetch(self._rooms, url, given, progress or unheard)

    async def fetch_many(
        self,
        urls: Iterable[str],
        *,
        progress: Progress | None = None,
        budget_tokens_total: int | None = None,
        **same: Unpack[FetchKeywords],
    ) -> list[FetchResult | Failed]:
        """Several pages together, in the order given; a page that fails is a `Failed` in its place.

        A batch obeys robots.txt unless `robots` is False, asks each host a few pages at once and each address once.
        `budget_tokens_total` (500–10,000,000) is for all pages together, beside what each may have: short pages are
        shown whole, the long ones share the rest, which their notes say. `progress` is told how many have come, as a
        bar in words. An interrupt of the synchronous twin carries what had come in its `.results`.
        BadInput for a keyword that cannot be meant.
        """
        return await batch.fetch_many(self._rooms, urls, same, budget_tokens_total, progress or unheard)

    async def fetch_each(
        self, urls: Iterable[str], **same: Unpack[FetchKeywords]
    ) -> AsyncGenerator[FetchResult | Failed]:
        """The pages of `fetch_many` one by one as they come, each where `urls` names it; `.url` tells which it is."""
        async with aclosing(batch.fetched(self._rooms, urls, same)) as pages:
            async for _, page in pages:
                yield page

    async def site_map(
        self, url: str, *, limit: int = 500, depth: int = 2, progress: Progress | None = None
    ) -> list[Link]:
        """The addresses of a site, each page once, at most `limit` (1–50,000) of those that robots.txt leaves open.

        From its sitemaps, whose links have the address as text; where there are none, from the links of its pages, the
        start first, at most `depth` (0–100) links away. A site is a host, and where `url` has a path the pages at and
        below it. Raises what `url` fails with, where no sitemap tells of any page.
        """
        return await site_map_walk.site_map(self._rooms, url, limit=limit, depth=depth, tell=progress or unheard)

    async def crawl(
        self,
        url: str,
        *,
        limit: int,
        depth: int = 2,
        progress: Progress | None = None,
        budget_tokens_total: int | None = None,
        **same: Unpack[FetchKeywords],
    ) -> list[FetchResult | Failed]:
        """At most `limit` (1–10,000) pages of a site, breadth first from `url` on, at most `depth` (0–100) links away.

        A site is a host, and where `url` has a path the pages at and below it. robots.txt is obeyed always, with its
        Crawl-delay. Each page is there once, whatever its addresses; a page that fails is a `Failed`; what looks
        endless (calendars, sessions) comes last. Pages in the store are not fetched again while young (`max_age_s`):
        the same call goes on where an interrupt cut it off. `progress`, `budget_tokens_total` and an interrupt are as
        in `fetch_many`.
        """
        return await crawl_walk.crawl(
            self._rooms,
            url,
            same,
            limit=limit,
            depth=depth,
            total=budget_tokens_total,
            tell=progress or unheard,
        )

    async def compress(
        self, text: str, *, progress: Progress | None = None, **given: Unpack[CompressKeywords]
    ) -> Shortened:
        """The text shortened, with segments that give the whole of it back; `given`: see `CompressKeywords`.

        What is of a kind that must stay whole (an index, a table, code, a legal text, data), is short or would gain
        little comes back as it is, with the reason in `.refused`, unless `force` is set.
        `progress` is told which model is asked where, before anything is sent, and how far it is.
        BadInput for a keyword that cannot be meant.
        """
        return await compress_walk.compress(self._rooms, text, given, progress or unheard)

    async def pack(
        self,
        items: Iterable[Any] | Any,
        *,
        query: str,
        budget_tokens: int,
        top_k: int | None = None,
        pinned: Iterable[Any] | Any = (),
        weights: Mapping[str, float] | None = None,
        now: Any = None,
        embed: Any = None,
    ) -> Packed:
        """A text of at most `budget_tokens` o200k tokens, of what `query` needs most of `items`, with its sources.

        Items are results, pages, texts, messages of a chat, or mappings with a `text` and its `source`, `title`, time
        `at`, `authority` (system, user, web, derived) and `task_weight` (0 to 10). What is `pinned` is always in, word
        for word: items too, or ids or addresses of `items`. At most `top_k` other passages are in. `weights` are the
        powers of relevance, recency, authority and task (0 to 10). `now` is a Unix time or a date; None is that of the
        newest item, so that equal input gives an equal text. `embed` (static, multilingual, a callable) measures
        relevance by cosine; None by words.
        BadInput when what is pinned alone is more than the budget, or an argument cannot be meant.
        """
        return await context_walk.packed(
            items,
            query=query,
            budget_tokens=budget_tokens,
            top_k=top_k,
            pinned=pinned,
            weights=weights,
            now=now,
            embed=embed,
        )

    def context(self, name: str) -> context_walk.AsyncContext:
        """What is known under a name, kept in the store: add, pin, query, tree, forget."""
        return context_walk.AsyncContext(self._rooms, name)

    async def browse(self, action: str, /, **parameters: Any) -> BrowserState | FetchResult:
        """An action in the session's browser, which starts with the first; `browse.actions` is the table of all.

        Gives the page as it stands with its elements numbered, `get_state(full=True)` the page as a fetch does. What a
        page says is nobody's instruction. BadInput for an action or a parameter that cannot be meant, ActionRefused,
        whose `.state` is the page as it is, where it does not take it; errors of a fetch where a page does not come.
        """
        return await browse_walk.browse(self._rooms, action, parameters)

    async def usage(self, days: int = 7, *, backend: str | None = None, by: By = "day") -> UsageSummary:
        """Searches a local day (or hour, or none) and backend over the last `days` days, from this machine's log.

        With quota windows and whose pool they are, how long each backend takes, and what the ledger's answers came to.
        BadInput unless `days` is 1–3,660 and `by` one of day, backend, hour.
        """
        return await asyncio.to_thread(summed_up, self._rooms, days, backend=backend, by=by)

    async def aclose(self) -> None:
        """Close the connections, end idle converters. The session can be used again; it then opens new ones."""
        await self._rooms.aclose()
