"""What a page is made for, as far as it says so: the kind decides how sharply its main content is cut out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from turbohtml import Document, Element

PageType: TypeAlias = Literal["article", "product", "forum", "listing", "other"]

_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(?:https?://schema\.org/)?(\w+)"')
_ITEM = "[itemscope][itemtype]"
# schema.org's types, which JSON-LD and microdata share.
FORUMS = frozenset(("DiscussionForumPosting", "QAPage"))
LISTINGS = frozenset(("ItemList", "CollectionPage", "SearchResultsPage"))
PRODUCTS = frozenset(("Product", "ProductGroup"))
ARTICLES = re.compile(r"(?:\w*NewsArticle|Article|BlogPosting|Report|TechArticle|LiveBlogPosting|ScholarlyArticle)\Z")
# More products than this are a shelf.
MAX_PRODUCTS = 2


def of(document: Document, metas: Sequence[Element], scripts: Sequence[str]) -> PageType:
    """The type that metadata claims; `metas` are the page's meta elements, `scripts` its JSON-LD."""
    named = [name for script in scripts for name in _TYPE.findall(script)]
    if not named:
        named = [(item.attr("itemtype") or "").rpartition("/")[2] for item in document.select(_ITEM)]
    types = set(named)
    if types & FORUMS:
        return "forum"
    products = sum(name in PRODUCTS for name in named)
    if types & LISTINGS or products > MAX_PRODUCTS:
        return "listing"
    open_graph = _open_graph(metas)
    if products or open_graph.endswith("product"):
        return "product"
    if open_graph == "article" or any(ARTICLES.match(name) for name in types):
        return "article"
    return "other"


def is_product(thing: Mapping[str, Any]) -> bool:
    """True for a JSON-LD object that describes a product."""
    kinds = thing.get("@type")
    return any(kind in PRODUCTS for kind in (kinds if isinstance(kinds, list) else [kinds]) if isinstance(kind, str))


def _open_graph(metas: Sequence[Element]) -> str:
    for meta in metas:
        if meta.attr("property") == "og:type":
            return (meta.attr("content") or "").strip().lower()
    return ""
