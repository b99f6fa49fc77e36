"""One page from bytes to the format asked for, by the cleaned tree of turbohtml."""

from __future__ import annotations

from turbohtml import Document, Element

from ...types import Engine, Format, Main
from . import characters, clean, links, main, parse, story
from .document import HtmlDocument


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
    scripts = story.sources(document)
    title, lang, base = parse.title(document), parse.language(document), document.base_url(url)
    base = base if url or "://" in base else ""
    withheld = clean.clean_page(document)
    if with_links:
        links.resolve(document, base)
        found = links.listed(document)
    else:
        found = ()
    choice = main.choose(document, main_mode)
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
        hidden=(*withheld, *invisible),
        left_out=choice.left_out,
    )


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
