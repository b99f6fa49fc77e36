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
# a tag round text without other markup. Each branch begins with its own letter: the search then leaps to those letters.
_SETTLED = r"`(`*)(?!`)(?:.*?(?<!`)`\1(?!`))?"
_ESCAPED = r"\\(?:(?<=[^\W_]\\)(_)(?=[^\W_])|.)"
_EMPHASIS = r"<(strong|em)>([^<>*`\\\s](?:[^<>*`\\\n]*[^<>*`\\\s])?)</\3>"
_NEEDLESS = re.compile(f"{_SETTLED}|{_ESCAPED}|{_EMPHASIS}", re.S)
_MARKS = {"strong": "**", "em": "*"}


def to_markdown(root: Element | Document) -> str:
    """GitHub-flavoured markdown of a cleaned tree."""
    text = root.to_markdown(OPTIONS)
    if "\\_" in text or "</strong>" in text or "</em>" in text:
        text = _NEEDLESS.sub(_plainly, text)
    return text


def _plainly(match: re.Match[str]) -> str:
    if match[2]:
        return "_"
    if not match[3]:
        return match[0]
    before = match.string[max(0, match.start() - 1) : match.start()]
    after = match.string[match.end() : match.end() + 1]
    holds = _flanks(before, match[4][0]) and _flanks(after, match[4][-1])
    return f"{_MARKS[match[3]]}{match[4]}{_MARKS[match[3]]}" if holds else match[0]


def _flanks(outside: str, inside: str) -> bool:
    """Whether a run of `*` between these two characters opens or closes emphasis (CommonMark, 6.2)."""
    return outside != "*" and (inside.isalnum() or not outside or outside.isspace() or not outside.isalnum())


def to_text(root: Element | Document) -> str:
    """Plain text of a cleaned tree, laid out by lines and paragraphs, without markup."""
    return root.to_text(PLAIN)
