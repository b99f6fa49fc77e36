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


# The writer escapes every underscore and falls back to tags for emphasis that touches letters; neither is needed inside
# a word or round one. In order: a code span or fence (a run of backticks to the next run of that length) and an escaped
# character, which stay; an escaped underscore between letters; a tag round text that begins and ends with letters.
_SETTLED = r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|\\[^_]"
_UNDERSCORE = r"(?<=[^\W_])\\_(?=[^\W_])"
_EMPHASIS = r"<(strong|em)>([^\W_](?:[^<>*`\\\n]*[^\W_])?)</\2>"
_NEEDLESS = re.compile(f"{_SETTLED}|{_UNDERSCORE}|{_EMPHASIS}", re.S)
_MARKS = {"strong": "**", "em": "*"}


def to_markdown(root: Element | Document) -> str:
    """GitHub-flavoured markdown of a cleaned tree."""
    text = root.to_markdown(OPTIONS)
    if "\\_" in text or "</strong>" in text or "</em>" in text:
        text = _NEEDLESS.sub(_plainly, text)
    return text


def _plainly(match: re.Match[str]) -> str:
    if match[2]:
        return f"{_MARKS[match[2]]}{match[3]}{_MARKS[match[2]]}"
    return "_" if match[0] == "\\_" else match[0]


def to_text(root: Element | Document) -> str:
    """Plain text of a cleaned tree, laid out by lines and paragraphs, without markup."""
    return root.to_text(PLAIN)
