"""The frame around the demo site's pages: the same menu, banner and footer on each, as real sites have them."""

from __future__ import annotations

from html import escape

SITE = "Lakeside Observatory demo site"

_MENU = {
    "/": "All pages",
    "/blog/first-light": "Blog",
    "/docs/": "Docs",
    "/reference/": "Reference",
    "/forum/thread/418": "Forum",
    "/news/comet-returns": "News",
    "/shop/": "Shop",
    "/visit": "Visit",
}


def full_title(title: str) -> str:
    """A page's title with the name of the site, so that nobody takes it for a page of the real web."""
    return f"{title} · {SITE}" if title else SITE


def frame(title: str, main: str, *, lang: str = "en", charset: str = "utf-8") -> str:
    """A whole HTML page around the markup of its main part. Everything before and after it is chrome."""
    menu = "".join(f'<li><a href="{path}">{name}</a></li>' for path, name in _MENU.items())
    return f"""<!DOCTYPE html>
<html lang="{lang}">
<head><meta charset="{charset}"><title>{escape(full_title(title))}</title>
<meta name="viewport" content="width=device-width"><link rel="alternate" type="application/rss+xml" href="/feed.xml">
<style>body {{ font-family: sans-serif; margin: 0 auto; max-width: 46em; padding: 1em }}</style></head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><p class="brand">{SITE}</p><nav aria-label="Menu"><ul>{menu}</ul></nav></header>
<main id="main">
{main.strip()}
</main>
<footer><nav aria-label="Footer"><a href="/LICENSE">Licence</a> <a href="/sitemap.xml">Site map</a>
<a href="/llms.txt">llms.txt</a></nav><p>Everything here is made up and served by webloupe on this machine.</p></footer>
</body></html>
"""
