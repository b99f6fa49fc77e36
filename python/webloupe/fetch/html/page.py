"""One page from bytes to the format asked for, by the cleaned tree of turbohtml."""

from __future__ import annotations

from collections.abc import Callable

from turbohtml import Document, Element

from ...types import Engine, Format, Link, Main
from ..metadata import Metadata
from . import (
    by_trafilatura,
    characters,
    claims,
    clean,
    forwarding,
    linked_data,
    links,
    main,
    metadata,
    page_type,
    parse,
    selectors,
    story,
)
from .choice import About, Choice
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
    select: str = "",
    remove: str = "",
) -> HtmlDocument:
    """Parse, clean, choose, write. `with_links`: list links and metadata too. Raises ValueError for bad selectors."""
    document = parse.parse(body, charset)
    parts = clean.parts_of(document)
    scripts = linked_data.texts(parts["script"])
    title, lang, base = parse.title(document), parse.language(document), _base(document, parts, url)
    about = About(page_type.of(document, parts["meta"], scripts), url, claims.states(parts["meta"], scripts))
    told: Metadata = Metadata()
    found: tuple[Link, ...] = ()
    if with_links:
        told = metadata.extract(document, metas=parts["meta"], scripts=scripts, base=base, url=url)
    concealed = clean.clean_page(document, parts)
    if with_links:
        links.resolve(document, base)
        found = links.listed(document)
    removed = selectors.remove(document, remove) if remove else 0
    chosen = selectors.select(document, select) if select else None
    missed = [f"Nothing matches {select!r}; this is the page's main content."] if select and not chosen else []
    if chosen is None and engine == "trafilatura" and main_mode != "full":
        chosen = by_trafilatura.choose(document, main_mode, url)
        missed += [] if chosen else [by_trafilatura.NOTHING]
    if chosen is None:
        chosen = _choose(document, main_mode, about, lambda: _cleaned(body, charset, remove))
    told_of = _describe(chosen.root, scripts) if about.kind == "product" and not select else ()
    clean.clean_content(chosen.root, base)
    text = _told_elsewhere(write(chosen.root, engine, format), [] if select or format == "html" else scripts)
    text, invisible = characters.strip(text)
    return HtmlDocument(
        text=text,
        title=characters.strip(title)[0],
        lang=lang,
        links=found,
        hidden=(*concealed.withheld, *invisible),
        left_out=(*((f"removed by selector ({removed:,} characters)",) if removed else ()), *chosen.left_out),
        notes=(*concealed.notes, *missed, *told_of, *forwarding.note(parts["meta"], base, text)),
        metadata=told,
    )


def _describe(root: Element | Document, scripts: list[str]) -> tuple[str, ...]:
    """Put the description that a product's page would draw by script at the end of its text, which a note tells."""
    description = story.undrawn_description(scripts, root.text)
    if description is None or not isinstance(root, Element):
        return ()
    root.append(description)
    return ("The description at the end is from the page's data (JSON-LD): a script would draw it.",)


def _told_elsewhere(text: str, scripts: list[str]) -> str:
    """The story that a page drawn by script carries in its data, where its text says nothing."""
    return (len(text) < story.EMPTY_CHARS and story.markdown(scripts)) or text


def _base(document: Document, parts: clean.Parts, url: str) -> str:
    """Where relative links start from; "" when nobody knows."""
    base = document.base_url(url) if parts["base"] else url
    return base if url or "://" in base else ""


def _choose(document: Document, mode: Main, about: About, anew: Callable[[], Document]) -> Choice:
    """The main content; where next to nothing was found in a page that says something, more and more of the page.

    `anew` gives the cleaned page again: selection takes elements out of the tree, so that each attempt needs its own.
    """
    choice = main.choose(document, mode, about)
    if not choice.is_thin(choice.of):
        return choice
    whole = main.unlinked(anew())
    for wider in WIDER:
        if not choice.is_thin(whole):
            break
        choice = main.choose(anew(), wider, about)
    return choice


def _cleaned(body: bytes | str, charset: str | None, remove: str) -> Document:
    document = parse.parse(body, charset)
    clean.clean_page(document, clean.parts_of(document))
    if remove:
        selectors.remove(document, remove)
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
