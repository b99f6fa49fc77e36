"""What a caller asked for, made sound: numbers clamped with a note, wrong words named with the nearest. Pure."""

from .batches import addresses, crawl_pages, depth, site_links, total_tokens
from .pages import FetchKeywords, PageWish, page
from .searches import SearchKeywords, SearchWish, search

__all__ = [
    "FetchKeywords",
    "PageWish",
    "SearchKeywords",
    "SearchWish",
    "addresses",
    "crawl_pages",
    "depth",
    "page",
    "search",
    "site_links",
    "total_tokens",
]
