"""What a caller asked for, made sound: numbers clamped with a note, wrong words named with the nearest. Pure."""

from .pages import FetchKeywords, PageWish, page
from .searches import SearchKeywords, SearchWish, search

__all__ = ["FetchKeywords", "PageWish", "SearchKeywords", "SearchWish", "page", "search"]
