"""What a caller asked for, made sound: numbers clamped with a note, wrong words named with the nearest. Pure."""

from .batches import addresses, crawl_pages, depth, site_links, total_tokens
from .compressions import CompressKeywords, Shortening, ShorteningKeywords, compression, with_files
from .pages import FetchKeywords, PageWish, page
from .searches import SearchKeywords, SearchWish, search

__all__ = [
    "CompressKeywords",
    "FetchKeywords",
    "PageWish",
    "SearchKeywords",
    "SearchWish",
    "Shortening",
    "ShorteningKeywords",
    "addresses",
    "compression",
    "crawl_pages",
    "depth",
    "page",
    "search",
    "site_links",
    "total_tokens",
    "with_files",
]
