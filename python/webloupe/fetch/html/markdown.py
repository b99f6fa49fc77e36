"""Engine `fast`: turbohtml's own writer, told what the cleaned tree means."""

from __future__ import annotations

import re

from turbohtml import Document, Element, Markdown, PlainText

from .raw import TAG

OPTIONS = Markdown(
    converters={TAG: lambda element, _: element.text, "rp": lambda element, _: element.text},
    tables=Markdown.Tables(header="detect", cell_blocks="text"),
)
PLAIN = PlainText()


# A code span or fence (a run of backticks to the next run of that length), an escaped mark, or the escape in question.
_NEEDLESS = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|\\[^_]|(?<=[^\W_])\\_(?=[^\W_])", re.S)


def to_markdown(root: Element | Document) -> str:
    """GitHub-flavoured markdown of a cleaned tree."""
    text = root.to_markdown(OPTIONS)
    if "\\_" in text:
        text = _NEEDLESS.sub(_unescape, text)
    return text


def _unescape(match: re.Match[str]) -> str:
    """An underscore inside a word is no emphasis: snake_case needs no escape."""
    return "_" if match[0] == "\\_" else match[0]


def to_text(root: Element | Document) -> str:
    """Plain text of a cleaned tree, laid out by lines and paragraphs, without markup."""
    return root.to_text(PLAIN)
