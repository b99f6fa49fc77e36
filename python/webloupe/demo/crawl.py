"""The demo site as a search service would have crawled it."""

from __future__ import annotations

from collections.abc import Iterator

from .catalogue import MODULES, module_html
from .corpus import Entry, html_text
from .exchange import Ask, Reply
from .layout import frame, full_title
from .pages import PAGES
from .pdf import REPORT


def entries(base: str) -> Iterator[Entry]:
    """The searchable pages, then the 24 modules of the reference; addresses begin with `base`."""
    for page in PAGES:
        if page.searchable:
            reply = page.answer(_visit(page.path, base))
            main, whole = _texts(reply)
            title = full_title(page.title) if page.title else ""
            yield Entry(base + page.path, title, page.published, page.author, main, whole)
    for module in MODULES:
        markup = frame(f"duskline.{module}", module_html(module))
        main, whole = html_text(markup, chrome=False), html_text(markup, chrome=True)
        yield Entry(f"{base}/reference/{module}", full_title(f"duskline.{module}"), "", "", main, whole)


def _visit(path: str, base: str) -> Ask:
    return Ask("GET", path, {}, {}, b"", base, lambda _: True)


def _texts(reply: Reply) -> tuple[str, str]:
    if reply.media_type == "application/pdf":
        text = "\n\n".join("\n".join(lines) for lines in REPORT)
        return text, text
    body = reply.body if isinstance(reply.body, bytes) else b"".join(reply.body)
    # Only the gbk page sends HTML without a charset.
    text = body.decode("gbk" if reply.media_type == "text/html" else "utf-8")
    if reply.media_type.startswith("text/html"):
        return html_text(text, chrome=False), html_text(text, chrome=True)
    return text, text
