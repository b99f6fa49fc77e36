"""One page from bytes to the format asked for, by the cleaned tree of turbohtml."""

from __future__ import annotations

from turbohtml import Document, Element

from ...types import Engine, Format, Main
from . import characters, clean, linked_data, links, main, page_type, parse, story
from .document import HtmlDocument

# What is tried when a selection leaves next to nothing.
WIDER: tuple[Main, ...] = ("recall", "full")


def convert(
    body: bytes | str,
    *,
    url: str,
    charset: str | None,
    main_mode: Main,
    engine: Engine,
    format: Format,
    with_links: bool,
) -> HtmlDocument:
    """Parse, clean, choose, write. `with_links`: list the page's links too."""
    document = parse.parse(body, charset)
    parts = clean.parts_of(document)
    scripts = linked_data.texts(parts["script"])
    kind = page_type.of(document, parts["meta"], scripts)
    title, lang = parse.title(document), parse.language(document)
    base = document.base_url(url) if parts["base"] else url
    base = base if url or "://" in base else ""
    concealed = clean.clean_page(document, parts)
    if with_links:
        links.resolve(document, base)
        found = links.listed(document)
    else:
        found = ()
    choice = _choose(document, main_mode, kind, url, body, charset)
    clean.clean_content(choice.root, base)
    text = write(choice.root, engine, format)
    if len(text) < story.EMPTY_CHARS and scripts and format != "html":
        text = story.markdown(scripts) or text
    text, invisible = characters.strip(text)
    return HtmlDocument(
        text=text,
        title=characters.strip(title)[0],
        lang=lang,
        links=found,
        hidden=(*concealed.withheld, *invisible),
        left_out=choice.left_out,
        notes=concealed.notes,
    )


def _choose(
    document: Document, mode: Main, kind: page_type.PageType, url: str, body: bytes | str, charset: str | None
) -> main.Choice:
    """The main content; where next to nothing was found in a page that says something, more and more of the page."""
    choice = main.choose(document, mode, kind, url)
    if not choice.is_thin(choice.of):
        return choice
    whole = main.unlinked(_cleaned(body, charset))
    for wider in WIDER:
        if not choice.is_thin(whole):
            break
        # Selection takes elements out of the tree, so that each attempt needs its own.
        choice = main.choose(_cleaned(body, charset), wider, kind, url)
    return choice


def _cleaned(body: bytes | str, charset: str | None) -> Document:
    document = parse.parse(body, charset)
    clean.clean_page(document, clean.parts_of(document))
    return document


def write(root: Element | Document, engine: Engine, format: Format) -> str:
    """A cleaned tree as markdown, plain text or sanitised HTML."""
    if format == "html":
        from .sanitise import sanitise

        return sanitise(root.serialize())
    from . import markdown

    if format == "text":
        return markdown.to_text(root)
    if engine == "markdownify":
        from . import by_markdownify

        return by_markdownify.to_markdown(root)
    return markdown.to_markdown(root)
