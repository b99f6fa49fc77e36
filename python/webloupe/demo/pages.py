"""The table of the demo site's pages: path, kind, what each shows; the index page, site map and feed read it too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from . import behaviours, catalogue, drawn, generated
from .exchange import Ask, Reply, site_file, text_reply
from .layout import SITE, frame
from .pdf import REPORT_TITLE, report_pdf

Answer: TypeAlias = Callable[[Ask], Reply]
Text: TypeAlias = str | Callable[[], str]  # the name of a file of the site, or what computes the text


@dataclass(frozen=True, slots=True)
class DemoPage:
    """One row: `status` is what a plain GET by a browser gets; only searchable pages are in the backends' index."""

    path: str
    kind: str
    title: str
    shows: str
    answer: Answer
    status: int = 200
    published: str = ""
    author: str = ""
    searchable: bool = True


def _page(
    path: str, kind: str, title: str, shows: str, main: Text, published: str = "", author: str = "", lang: str = "en"
) -> DemoPage:
    """A framed HTML page around its main part."""

    def answer(_: Ask) -> Reply:
        return text_reply(frame(title, _text(main), lang=lang))

    return DemoPage(path, kind, title, shows, answer, published=published, author=author)


def _raw(path: str, kind: str, title: str, shows: str, text: Text, media_type: str) -> DemoPage:
    """A text that stands alone."""
    return DemoPage(path, kind, title, shows, lambda _: text_reply(_text(text), media_type))


def _text(source: Text) -> str:
    return site_file(source) if isinstance(source, str) else source()


def _acts(path: str, kind: str, title: str, shows: str, answer: Answer, status: int = 200) -> DemoPage:
    """A page that is about how it answers; no search finds it."""
    return DemoPage(path, kind, title, shows, answer, status, searchable=False)


def _gbk(_: Ask) -> Reply:
    # The charset stands in the page's meta element alone.
    markup = frame("安本彗星观测记录", site_file("zh-gbk.html"), lang="zh-CN", charset="gbk")
    return Reply(markup.encode("gbk"), "text/html")


def _index(_: Ask) -> Reply:
    rows = "\n".join(
        f'<tr><td><a href="{page.path}">{page.path}</a></td><td>{escape(page.kind)}</td>'
        f"<td>{escape(page.shows)}</td></tr>"
        for page in PAGES
    )
    main = f"""<h1>{SITE}</h1>
<p>A made-up observatory, for trying webloupe without the network.</p>
<table><thead><tr><th>Path</th><th>Kind</th><th>Shows</th></tr></thead><tbody>
{rows}
</tbody></table>"""
    return text_reply(frame("All pages", main))


def _sitemap(ask: Ask) -> Reply:
    addresses = [(ask.base + page.path, page.published) for page in PAGES if page.status == 200]
    return text_reply(generated.sitemap_xml(addresses), "application/xml; charset=utf-8")


def _feed(ask: Ask) -> Reply:
    dated = sorted((page for page in PAGES if page.published), key=lambda page: page.published, reverse=True)
    items = [(ask.base + page.path, page.title, page.published) for page in dated]
    return text_reply(generated.feed_xml(ask.base, items), "application/rss+xml; charset=utf-8")


PAGES: tuple[DemoPage, ...] = (
    _acts("/", "index", "All pages", "this list", _index),
    _page("/blog/first-light", "blog post", "First light for the Plover spectrograph",
          "prose with headings, a figure, a quote, a list", "blog.html", published="2026-03-14", author="Ines Calder"),
    _page("/docs/calibration", "documentation page", "Calibrate a night of frames",
          "code in three languages, a table, a box with the page's contents", "docs.html", published="2026-05-02"),
    _page("/docs/", "table of contents", "Duskline documentation: contents", "nested lists of links", "contents.html"),
    _page("/reference/", "API list", "Reference of all functions", "336 functions with one line each",
          catalogue.reference_html),
    _page("/forum/thread/418", "forum thread", "Dew heater trips the breaker at 02:00",
          "six posts, quotes, a log, a reply form", "forum.html", published="2026-02-23", author="tomasz_r"),
    _page("/news/comet-returns", "news article", "Comet Ambern returns a week early",
          "JSON-LD with dates and author", "news.html", published="2026-05-02", author="Mirko Tan"),
    _page("/shop/", "product listing", "Eyepieces and small parts", "nine products with prices", "shop.html"),
    DemoPage("/llms.txt", "llms.txt", "Duskline index for machines", "more than 29,000 characters, 336 links and more",
             lambda ask: text_reply(catalogue.llms_txt(ask.base), "text/plain; charset=utf-8")),
    _acts("/sitemap.xml", "sitemap", "Site map", "every page with its date", _sitemap),
    _acts("/feed.xml", "RSS feed", "Feed", "the dated pages", _feed),
    _raw("/data/observations.csv", "CSV", "", "120 observations, quoted cells, no title",
         generated.observations_csv, "text/csv; charset=utf-8"),
    _raw("/data/instruments.json", "JSON", "Instruments", "nested objects", "instruments.json", "application/json"),
    _raw("/source/moonphase.py", "source file", "moonphase.py", "Python", "moonphase.py.txt",
         "text/x-python; charset=utf-8"),
    _raw("/LICENSE", "licence", "The Lakeside Open Sky Licence", "a made-up licence", "licence.txt",
         "text/plain; charset=utf-8"),
    _raw("/config/duskline.toml", "config sample", "duskline.toml", "TOML with comments", "duskline.toml",
         "application/toml"),
    _raw("/config/dome.yaml", "config sample", "dome.yaml", "YAML with comments", "dome.yaml", "application/yaml"),
    DemoPage("/reports/annual-2025.pdf", "PDF", REPORT_TITLE, "two pages, a link on the second",
             lambda ask: Reply(report_pdf(ask.base), "application/pdf"), published="2026-01-31"),
    _page("/nights/log", "long page", "Observing log of one winter",
          "1,000 numbered paragraphs, more than 250,000 characters", generated.night_log, published="2026-04-30"),
    _acts("/app/live", "page drawn by script", "Live dome status", "an empty shell until its script runs",
          lambda _: text_reply(site_file("app.html"))),
    *(
        _acts(path, "page drawn by script", "Drawn by script", shows, drawn.shell)
        for path, shows in (
            ("/app/late", "asks for its text a while after it came"),
            ("/app/routes", "draws by the route in its fragment"),
            ("/app/scrolled", "draws its parts as they are scrolled to"),
            ("/app/shadow", "keeps its text in a shadow root"),
            ("/app/framed", "keeps its text in a frame"),
        )
    ),
    _acts("/app/passed", "self-passing check", "Tides", "a check that a browser passes by itself", drawn.check, 403),
    _acts("/app/data", "JSON for scripts", "", "what the pages drawn by script ask for", drawn.data),
    _acts("/app/frame", "framed page", "Frame", "stands in a frame of others", drawn.inside),
    _acts("/workshop", "page to act on", "Workshop", "forms, dropdowns, dialogs, tabs, a frame, a shadow root",
          drawn.workshop),
    _acts("/lists/endless", "endless list", "Endless log", "grows as it is scrolled", drawn.lists),
    _acts("/lists/virtual", "virtual list", "Virtual list", "draws only the rows in view", drawn.lists),
    DemoPage("/zh/gbk", "Chinese page, gbk", "安本彗星观测记录", "gbk, told in the meta element alone", _gbk,
             published="2026-05-02"),
    _page("/zh/utf8", "Chinese page, UTF-8", "湖畔天文台简介", "UTF-8", "zh-utf8.html", lang="zh-CN"),
    DemoPage("/visit", "negotiated page", "How to visit the observatory",
             "markdown where Accept asks for it, else HTML", behaviours.negotiated),
    _page("/soup", "page with hidden text", "Recipe for observers' soup", "twelve ways to hide text from a reader",
          "hidden.html"),
    _page("/sky-brightness", "page full of chrome", "How dark is the sky over the lake?",
          "a cookie banner, share bars, newsletters, all of it twice", "chrome.html", published="2026-04-21"),
    DemoPage("/rules", "gzip-compressed page", "Rules of the dome", "Content-Encoding: gzip", behaviours.compressed),
    _acts("/redirect/start", "redirect chain", "Five redirects", "301, 302, 303, 307, 308, absolute and relative",
          behaviours.redirect, 301),
    _acts("/redirect/loop", "redirect loop", "A loop", "never ends", behaviours.redirect, 302),
    _acts("/challenge", "challenge", "Tide table of a lake without tides",
          "403 with a challenge for a browser's agent, the page for an honest one", behaviours.challenge, 403),
    _acts("/robot-check", "robot check", "Are you a robot?", "a check delivered with 200",
          lambda _: text_reply(site_file("robot-check.html"))),
    _acts("/missing", "missing page", "Error 404", "404", behaviours.refusal, 404),
    _acts("/gone", "removed page", "Error 410", "410", behaviours.refusal, 410),
    _acts("/broken", "server error", "Error 500", "500", behaviours.refusal, 500),
    _acts("/slow", "slow page", "A slow page", "waits ?seconds= (3) before the first byte", behaviours.slow),
    _acts("/drip", "dripping page", "A dripping page", "a line every ?every_ms= (250) for ?seconds= (5)",
          behaviours.drip),
    _acts("/huge", "huge page", "A huge page", "?bytes= (6,000,000) of text in chunks", behaviours.huge),
)  # fmt: skip

_BY_PATH = {page.path: page for page in PAGES}


def answer_page(ask: Ask) -> Reply:
    """The page at the path; 404 where there is none, 405 for anything but GET and HEAD."""
    if ask.method not in ("GET", "HEAD"):
        return text_reply("The site is read only.", "text/plain; charset=utf-8", 405, allow="GET, HEAD")
    if ask.path in behaviours.HOP_PATHS:
        return behaviours.redirect(ask)
    if ask.path in _BY_PATH:
        return _BY_PATH[ask.path].answer(ask)
    return _reference(ask) or behaviours.refusal(ask)


def _reference(ask: Ask) -> Reply | None:
    match ask.path.removeprefix("/reference/").split("/"):
        case [module] if module in catalogue.MODULES:
            return text_reply(frame(f"duskline.{module}", catalogue.module_html(module)))
        case [module, name] if module in catalogue.MODULES and name in catalogue.FUNCTIONS:
            return text_reply(frame(f"duskline.{module}.{name}", catalogue.function_html(module, name)))
    return None
