"""The furniture of pages: which elements are navigation, banners, asides and the like, by tag, role and class words."""

from __future__ import annotations

from collections.abc import Collection
from string import ascii_lowercase, ascii_uppercase

from .page_type import PageType

# What HTML itself says needs no guessing: region by tag and by role.
TAGS = {
    "nav": "navigation",
    "footer": "footer",
    "aside": "aside",
    "header": "banner",
    "dialog": "dialog",
    "search": "search",
}
ROLES = {
    "navigation": "navigation",
    "menu": "navigation",
    "menubar": "navigation",
    "contentinfo": "footer",
    "complementary": "aside",
    "banner": "banner",
    "search": "search",
    "dialog": "dialog",
    "alertdialog": "dialog",
}
# A header of one of these is not the page's.
HEADED = "main, article, section, [role=main]"
# The text of a page, where HTML says which it is.
TEXTS = "main, article, [role=main]"

# A consent wall may dwarf the page it covers; no share of the text makes it content.
CONSENT = "consent"
COMMENTS, SCREEN_READER = "comments", "screen reader"
# What buyers say of a product is not what its page says; anywhere else a review is the text, if it stands in it.
REVIEWS = "reviews"
SIGNATURES, CAPTIONS = "signatures", "captions"
BYLINE = "byline"
FORM = "form"
HEADER = "header"
# Furniture on pages of some types alone: a function has a signature, too; what a picture of a story shows is no part of
# it, what one of a manual shows is the manual's.
ONLY: dict[str, tuple[PageType, ...]] = {
    SIGNATURES: ("forum",),
    CAPTIONS: ("article", "product"),
}

# Words of class and id, by the region they speak of.
_WORDS = {
    "navigation": "nav navbar navigation menu breadcrumb breadcrumbs pagination pager toolbar toc",
    "sidebar": "sidebar sidebars widget widgets",
    "footer": "footer copyright credit credits",
    "banner": "masthead banner",
    HEADER: "header",
    "cookies": "cookie cookies",
    CONSENT: "consent gdpr cookieconsent cookiebanner cookiebot onetrust didomi usercentrics truste",
    "popup": "popup modal newsletter subscribe signup login upsell notices tooltip",
    "filters": "filter filters facet facets dropdown",
    "buttons": "actions",
    "sharing": "social share sharing sharedaddy reaction reactions",
    "related": "related recommend recommended recommendation recommendations trending outbrain taboola",
    "advertising": "promo advert advertisement ad ads sponsor sponsored",
    COMMENTS: "comment comments disqus respond",
    BYLINE: "byline author bio timestamp tags",
    REVIEWS: "review reviews ratings testimonial testimonials",
    "members": "userextras usertitle userbanner",
    SIGNATURES: "signature",
    CAPTIONS: "caption figcaption",
}
_PHRASES = {
    CONSENT: "cookie banner|cookie bar|cookie consent|cookie dialog|cookie law|cookie notice|cookie wall|qc cmp",
    "navigation": "skip link|jump to|table of contents|tag list",
    "sidebar": "side bar|side content|side panel|side col|right rail|left rail|right col",
    "related": "read more|more stories|more posts|more articles|more news|you may|also like",
    "popup": "cross sell",
    BYLINE: "author bio|post meta|print only",
    "members": "profile posts|profile joined|profile rank",
    SCREEN_READER: "sr only|screen reader|visually hidden",
}
REGION_OF = {word: region for region, words in _WORDS.items() for word in words.split()}
PHRASES = tuple((phrase, region) for region, phrases in _PHRASES.items() for phrase in phrases.split("|"))
_PHRASE_HEADS = frozenset(phrase.split()[0] for phrase, _ in PHRASES)
_NAMED = frozenset(REGION_OF) | _PHRASE_HEADS

# A name that also speaks of content wins over the words above, but for regions that are so called too: "page-sidebar".
SURE = frozenset(("sidebar", "footer", COMMENTS, REVIEWS, BYLINE, CAPTIONS))
CONTENT = ("article", "content", "main", "entry", "body", "page")
# Longer class lists are generated; their end names no region.
MAX_NAME_CHARS = 300
_SPACED = str.maketrans("_-" + ascii_uppercase, "  " + ascii_lowercase)


def regions(names: Collection[str], kind: PageType) -> dict[str, str]:
    """The region that each class or id of `names` speaks of, without those that speak of content or of nothing.

    `kind`: of the page that they stand in.
    """
    if not names:
        return {}
    # One translation for all: a page has hundreds of names, nearly all say nothing. NUL cannot stand in HTML.
    spaced = "\0".join(names).translate(_SPACED).split("\0")
    named = ((name, words[:MAX_NAME_CHARS].split()) for name, words in zip(names, spaced, strict=True))
    return {
        name: found
        for name, words in named
        if not _NAMED.isdisjoint(words)
        and (found := _region(words))
        and kind in ONLY.get(found, (kind,))
        and (found in SURE or not speaks_of_content(name))
    }


def _region(words: list[str]) -> str:
    if not _PHRASE_HEADS.isdisjoint(words):
        joined = " ".join(words)
        for phrase, region in PHRASES:
            if phrase in joined:
                return region
    return next((REGION_OF[word] for word in words if word in REGION_OF), "")


def speaks_of_content(names: str) -> bool:
    """True when a class or id claims to hold the content."""
    names = names.lower()
    return any(word in names for word in CONTENT)
