"""Remnants of HTML in text, found by an HTML tokenizer, so that `a < b`, formulas and generics are left alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from .segments import Edit, apply, in_order
from .veil import veiled

if TYPE_CHECKING:
    from turbohtml import Token

_BLOCKS: Final = frozenset({
    "html", "head", "body", "title", "div", "p", "ul", "ol", "dl", "dt", "dd", "header", "footer", "nav", "main",
    "section", "article", "aside", "figure", "figcaption", "form", "fieldset", "legend", "blockquote", "details",
    "summary", "dialog", "address", "option", "select", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "li",
})  # fmt: skip
_INLINE: Final = frozenset({
    "span", "a", "b", "i", "u", "em", "strong", "small", "big", "font", "center", "img", "picture", "source",
    "video", "audio", "track", "iframe", "input", "button", "label", "noscript", "script", "style", "link", "meta",
    "base", "q", "cite", "abbr", "time", "mark", "object", "embed", "param",
})  # fmt: skip
# Not here, because without the tag the text says something else: sup and sub (10<sup>6</sup>), del, s and ins.
_VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "base", "source", "track", "embed", "param"})
_FLAGS: Final = frozenset(
    {"hidden", "disabled", "checked", "selected", "async", "defer", "open", "controls", "required", "readonly", "loop"}
    | {"multiple", "autofocus", "autoplay", "muted", "novalidate", "allowfullscreen", "crossorigin", "itemscope"}
)
_LINES: Final = frozenset({"li", "dt", "dd", "option", "summary", "legend", "figcaption"})  # no blank line
_LOOK_BACK: Final = 40  # characters of blanks in which the end of the line before is looked for
_RAW: Final = ("script", "style")
_ESCAPES: Final = str.maketrans({" ": "%20", "\n": "", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E"})
_LINE_END: Final = re.compile(r"\r\n?|\n")  # as the tokenizer counts lines
_OPENING: Final = {**{f"h{level}": "#" * level + " " for level in range(1, 7)}, "li": "- "}


class _Tag(NamedTuple):
    kind: str  # "start", "end" or "comment"
    name: str
    attributes: dict[str, str]
    start: int
    end: int


def markup(text: str) -> Iterator[Edit]:
    """Drops script and style with their content, comments and tags; a link stays as a markdown link.

    Only HTML's own element names count, and but for void elements only where both start and end tag are there.
    """
    if "<" not in text:
        return
    tags = list(_tags(text))
    whole = {tag.name for tag in tags if tag.kind == "start"} & {tag.name for tag in tags if tag.kind == "end"}
    links = _links(tags)
    tail, at = "\n\n", 0  # the end of what came out so far, as after a blank line; up to where it was read
    for number, tag in enumerate(tags):
        tail, at = (tail + text[max(at, tag.start - _LOOK_BACK) : tag.start])[-_LOOK_BACK:], tag.start
        if tag.name == "a":
            edit = Edit(tag.start, tag.end, links[number]) if number in links else None
        elif tag.name in _RAW and tag.kind == "start" and tag.name in whole:
            # Nothing inside a script is a tag, so the next one is its end.
            edit = Edit(tag.start, tags[number + 1].end if number + 1 < len(tags) else tag.end)
        elif tag.kind == "comment" or tag.name in _VOID or tag.name in whole:
            edit = Edit(tag.start, tag.end, _in_place_of(tag, text, tail))
        else:
            edit = None
        if edit:
            yield edit
            tail, at = tail + edit.new, edit.end


def without_markup(text: str) -> str:
    """`text` as a reader sees it: without tags, code and tables as they are."""
    hidden, veil = veiled(text)
    return apply(text, in_order(edit for edit in markup(hidden) if hidden.find(veil, edit.start, edit.end) < 0))


def _links(tags: Sequence[_Tag]) -> dict[int, str]:
    """What stands for the tags of each closed link, by place in `tags`."""
    places: dict[int, str] = {}
    opened: int | None = None
    for number, tag in enumerate(tags):
        if tag.name == "a" and tag.kind == "start":
            opened = number  # links do not nest: a new one ends the one before
        elif tag.name == "a" and opened is not None:
            target = tags[opened].attributes.get("href", "").translate(_ESCAPES)
            places[opened], places[number] = ("[", f"]({target})") if target else ("", "")
            opened = None
    return places


def _in_place_of(tag: _Tag, text: str, tail: str) -> str:
    """What stands where the tag stood: line ends for a block, markdown for a heading, item or image.

    `tail` is the end of the text in front of it, as the edits before left it.
    """
    if tag.name == "img" and tag.attributes.get("alt"):
        return f"![{tag.attributes['alt']}]({tag.attributes.get('src', '').translate(_ESCAPES)})"
    if tag.name not in _BLOCKS:
        return ""
    after = text[tag.end : tag.end + 2] or "\n\n"
    there = tail[len(tail.rstrip()) :].count("\n") + len(after) - len(after.lstrip("\n"))
    wanted = 1 if tag.name in _LINES else 2
    if tag.name == "br":
        wanted = min(there + 1, 2)
    opening = _OPENING.get(tag.name, "") if tag.kind == "start" else ""
    return "\n" * max(0, wanted - there) + opening


def _tags(text: str) -> Iterator[_Tag]:
    """The tags and comments of HTML in `text`, each with its place."""
    try:
        from turbohtml import tokenize
    except ImportError:  # no wheel for this platform: tags stay, since a pattern would harm `a < b`
        return
    lines = [0, *(line.end() for line in _LINE_END.finditer(text))]
    tokens = tokenize(text, resolve_references=False, capture_source=True)
    yield from filter(None, (_placed(token, text, lines) for token in tokens))


def _placed(token: Token, text: str, lines: Sequence[int]) -> _Tag | None:
    """The token as a tag with its offsets; None for text, foreign names, odd attributes or an unclear place."""
    source, name = token.source, token.tag or ""
    if not source or not source.endswith(">"):
        return None
    start = lines[token.line - 1] + token.col
    if not text.startswith(source, start):
        return None
    if source.startswith("<!--") or source[:9].lower() == "<!doctype":
        return _Tag("comment", "", {}, start, start + len(source))
    if name not in _BLOCKS and name not in _INLINE:
        return None
    attributes = {key: value or "" for key, value in token.attrs or ()}
    if not all(value or key in _FLAGS or f"{key}=" in source.lower() for key, value in attributes.items()):
        return None  # `a<b and c>d` is no bold text
    return _Tag("end" if source.startswith("</") else "start", name, attributes, start, start + len(source))
