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


# The writer escapes every underscore and falls back to tags for emphasis that touches letters or punctuation; the first
# is not needed inside a word, the second where CommonMark's marks would hold. In order: a code span or fence (a run of
# backticks to the next run of that length) and an escaped character, which stay; an escaped underscore between letters;
# a tag round text without other markup.
_SETTLED = r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|\\[^_]"
_UNDERSCORE = r"(?<=[^\W_])\\_(?=[^\W_])"
_EMPHASIS = r"<(strong|em)>([^<>*`\\\s](?:[^<>*`\\\n]*[^<>*`\\\s])?)</\2>"
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
        before = match.string[max(0, match.start() - 1) : match.start()]
        after = match.string[match.end() : match.end() + 1]
        holds = _flanks(before, match[3][0]) and _flanks(after, match[3][-1])
        return f"{_MARKS[match[2]]}{match[3]}{_MARKS[match[2]]}" if holds else match[0]
    return "_" if match[0] == "\\_" else match[0]


def _flanks(outside: str, inside: str) -> bool:
    """Whether a run of `*` between these two characters opens or closes emphasis (CommonMark, 6.2)."""
    return outside != "*" and (inside.isalnum() or not outside or outside.isspace() or not outside.isalnum())


def to_text(root: Element | Document) -> str:
    """Plain text of a cleaned tree, laid out by lines and paragraphs, without markup."""
    return root.to_text(PLAIN)
