"""HTML to markdown, plain text or harmless HTML: parse → clean → main content → write, in pure functions.

turbohtml's tree is needed for all of it. It has binary wheels for CPython 3.11 to 3.15 only; where it cannot be
imported, `without_turbohtml` serves a reduced form by BeautifulSoup and markdownify.
"""

from __future__ import annotations

import re
from typing import Literal, get_args

from ...errors import BadInput
from ...types import Engine, Format, Main
from .document import HtmlDocument
from .engines import require

__all__ = ["HtmlDocument", "convert", "html_to_markdown"]

_MODES: dict[object, Main] = {
    True: "auto",
    False: "full",
    "auto": "auto",
    "precision": "precision",
    "recall": "recall",
    "full": "full",
}
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';]+)", re.I)


def convert(
    body: bytes | str,
    *,
    url: str | None = None,
    charset: str | None = None,
    main: Main = "auto",
    engine: Engine = "fast",
    format: Format = "markdown",
    select: str = "",
    remove: str = "",
) -> HtmlDocument:
    """Convert a page; bad HTML is no error. `url`: its final address; `charset` None: the page itself decides.

    `select` and `remove` are CSS selectors: only what matches the first is converted, whatever `main` says, and nothing
    that matches the second. Raises ValueError for what is no selector.
    """
    return _convert(body, url or "", charset, main, engine, format, with_links=True, select=select, remove=remove)


def html_to_markdown(
    html: bytes | str,
    *,
    url: str | None = None,
    content_type: str | None = None,
    main: bool | Literal["auto", "precision", "recall", "full"] = True,
    engine: Engine = "fast",
) -> str:
    """The main content of a page as GitHub-flavoured markdown.

    `url` makes links absolute; `content_type` is the header's value, of which only the charset counts. `main`: True or
    "auto" chooses by density, "precision" trims more, "recall" drops only navigation and the like, False keeps all.
    `engine`: "fast", "markdownify" (that library writes) or "trafilatura" (that library chooses; ExtraMissing without).
    """
    mode = _MODES.get(main)
    if mode is None:
        raise BadInput(f"main={main!r} is not known.", 'Use True, False, "precision" or "recall".')
    if engine not in get_args(Engine):
        raise BadInput(f"engine={engine!r} is not known.", f"Use one of {', '.join(get_args(Engine))}.")
    require(engine)
    found = _CHARSET.search(content_type or "")
    return _convert(html, url or "", found[1] if found else None, mode, engine, "markdown", with_links=False).text


def _convert(
    body: bytes | str,
    url: str,
    charset: str | None,
    main: Main,
    engine: Engine,
    format: Format,
    *,
    with_links: bool,
    select: str = "",
    remove: str = "",
) -> HtmlDocument:
    try:
        from .page import convert as by_tree
    except ImportError as error:
        if not (error.name or "").startswith("turbohtml"):
            raise
        from .without_turbohtml import convert as by_soup

        return by_soup(body, url=url, charset=charset, full=main == "full", format=format, select=select, remove=remove)
    return by_tree(
        body,
        url=url,
        charset=charset,
        main_mode=main,
        engine=engine,
        format=format,
        with_links=with_links,
        select=select,
        remove=remove,
    )
