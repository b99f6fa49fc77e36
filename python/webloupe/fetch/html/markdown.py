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


# The writer escapes every underscore and all signs that could make a heading, an item or a rule of a line, and falls
# back to tags for emphasis that touches letters or punctuation. The first is not needed inside a word, the second where
# no blank follows, the third where CommonMark's marks would hold. In order: a code span or fence (a run of backticks to
# the next run of that length) and an escaped character, which stay; an escaped character that would mean nothing; a tag
# round text without other markup. Each branch begins with its own letter: the search then leaps to those letters.
_SETTLED = r"`(`*)(?!`)(?:.*?(?<!`)`\1(?!`))?"
_IN_A_WORD = r"(?<=[^\W_]\\)_(?=[^\W_])"
_NO_HEADING = r"#(?!#{0,5}(?:\s|\Z))"
_NO_ITEM = r"(?<=\d\\)\.(?!\s|\Z)|\+(?!\s|\Z)|-(?!\s|-*[ \t]*(?:\n|\Z))"
_ESCAPED = rf"\\(?:({_IN_A_WORD}|{_NO_HEADING}|{_NO_ITEM})|.)"
_EMPHASIS = r"<(strong|em)>([^<>*`\\\s](?:[^<>*`\\\n]*[^<>*`\\\s])?)</\3>"
_NEEDLESS = re.compile(f"{_SETTLED}|{_ESCAPED}|{_EMPHASIS}", re.S)
_SIGNS = ("\\_", "\\#", "\\-", "\\+", "\\.", "</strong>", "</em>")
_MARKS = {"strong": "**", "em": "*"}


def to_markdown(root: Element | Document) -> str:
    """GitHub-flavoured markdown of a cleaned tree."""
    text = root.to_markdown(OPTIONS)
    if any(sign in text for sign in _SIGNS):
        text = _NEEDLESS.sub(_plainly, text)
    return text


def _plainly(match: re.Match[str]) -> str:
    if match[2]:
        return match[2]
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
