"""What a caller asked for, made sound: numbers clamped with a note, wrong words named with the nearest. Pure."""

from .pages import FetchKeywords, PageWish, page
from .searches import SearchKeywords, SearchWish, limit, search
from .values import text, timeout_s

__all__ = ["FetchKeywords", "PageWish", "SearchKeywords", "SearchWish", "limit", "page", "search", "text", "timeout_s"]
