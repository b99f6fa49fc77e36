"""Engine `fast`: turbohtml's own writer, told what the cleaned tree means."""

from __future__ import annotations

from turbohtml import Document, Element, Markdown, PlainText

from .raw import TAG

OPTIONS = Markdown(
    converters={TAG: lambda element, _: element.text, "rp": lambda element, _: element.text},
    tables=Markdown.Tables(header="detect", cell_blocks="text"),
)
PLAIN = PlainText()


def to_markdown(root: Element | Document) -> str:
    """GitHub-flavoured markdown of a cleaned tree."""
    return root.to_markdown(OPTIONS)


def to_text(root: Element | Document) -> str:
    """Plain text of a cleaned tree, laid out by lines and paragraphs, without markup."""
    return root.to_text(PLAIN)
