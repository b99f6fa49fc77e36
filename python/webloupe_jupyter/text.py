"""Web text made harmless for each form of an output. Pure.

Titles, descriptions, addresses and errors are text and never markup; page text becomes markup in one place only
(`page_html`), through a renderer without raw HTML and a sanitiser after it.
"""

from __future__ import annotations

import functools
import html
import json
import re
from urllib.parse import quote, urlsplit

PAGE_CHARS = 3_000  # page text that an output carries; the rest is named, not copied into the notebook
_CONTROLS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]"
)  # C0 and C1 but \n and \t, and halves of characters
# Marks that turn the direction of the text after them, by which an address can be made to read backwards.
_TURNS = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_MARKDOWN_SIGNS = re.compile(r"[\\`*_{}\[\]()<>#+!|~$&]")
# A bare address takes a backslash after it as its own, and the tag behind it would be live; it ends before these.
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
# What makes a list, a rule or a heading at the start of a line only.
_LINE_STARTS = re.compile(r"^(|\d+(?=\.(?!\S)))([-=.])")
_FENCE = re.compile(r"`{3,}|~{3,}")

# Read aloud and drawn everywhere; no image (a read receipt), no form, no style, no class.
_TAGS = {
    "a", "b", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "ins", "li",
    "ol", "p", "pre", "s", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
SCHEMES = ("http", "https")
# Saved as a page, a notebook has no theme that says which font is a `pre`'s.
_PRE = "font-family: var(--jp-code-font-family, monospace)"


def plain(text: str) -> str:
    """`text` without control characters but line ends and tabs."""
    return _CONTROLS.sub("", text)


def one_line(text: str) -> str:
    """`text` in one line, without control characters and marks that turn its direction."""
    return " ".join(_TURNS.sub("", plain(text)).split())


def excerpt(text: str, limit: int = PAGE_CHARS) -> str:
    """The first `limit` characters at most, cut at a line end where one is near."""
    if len(text) <= limit:
        return text
    end = text.rfind("\n", limit // 2, limit)
    return text[: end if end > 0 else limit].rstrip()


def host(url: str) -> str:
    """The host of an address as people read it; "" when it has none."""
    try:
        # Browsers take a backslash for a slash: in `http://a.example\@b.example` they go to the first.
        return urlsplit(one_line(url).replace("\\", "/")).hostname or ""
    except ValueError:
        return ""


def safe_url(url: str) -> str:
    """The address in one line where it may become a link (http and https only), else ""."""
    cleaned = one_line(url)  # first: what is judged must be what is linked
    try:
        return cleaned if urlsplit(cleaned).scheme.lower() in SCHEMES and host(cleaned) else ""
    except ValueError:
        return ""


def escaped(text: str) -> str:
    """One line of web text for HTML."""
    return html.escape(one_line(text))


def link(url: str, text: str) -> str:
    """HTML link that gives the other side neither a handle on this page nor its address; text where it must not be."""
    shown = escaped(text) or escaped(host(url) or url)
    if not (address := safe_url(url)):
        return shown
    return f'<a href="{html.escape(address)}" target="_blank" rel="noopener noreferrer">{shown}</a>'


def markdown(text: str) -> str:
    """One line of web text for markdown: every sign that could be markup is escaped."""
    quoted = _MARKDOWN_SIGNS.sub(lambda sign: _ENTITIES.get(sign[0], f"\\{sign[0]}"), one_line(text))
    return _LINE_STARTS.sub(r"\1\\\2", quoted)


def markdown_link(url: str, text: str) -> str:
    """A markdown link, or the text alone where the address must not be a link."""
    shown = markdown(text) or markdown(host(url) or url)
    if not (address := safe_url(url)):
        return shown
    # `&copy;` in an address is no ©, and `$` no formula, which some front ends look for before all markup.
    return f"[{shown}](<{quote(address, safe=_SAFE_IN_LINK).replace('&', '&amp;').replace('$', '&#36;')}>)"


_SAFE_IN_LINK = "%/:=&?~#+!$,;'@()*[]"


def fenced(text: str, language: str = "") -> str:
    """Page text for markdown: a code block that its own fences cannot close."""
    cleaned = plain(text)  # first: what is taken out may stand between two halves of a fence
    longest = max((len(run) for run in _FENCE.findall(cleaned)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{cleaned}\n{fence}"


def pre(text: str) -> str:
    """Page text for HTML, as it is."""
    return f'<pre style="{_PRE}; white-space: pre-wrap">{html.escape(plain(text))}</pre>'


def html_bytes(text: str) -> int:
    """What a text takes as a JSON string in a notebook."""
    return len(json.dumps(text, ensure_ascii=False).encode())


def page_html(text: str, *, styled: bool = False) -> str:
    """Page markdown as HTML: rendered without raw HTML and images, then sanitised.

    `styled` is for front ends that have no style sheet of ours.
    """
    import nh3

    rendered: str = _renderer().render(plain(text))
    return nh3.clean(
        rendered,
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        attribute_filter=_absolute_links,
        url_schemes=set(SCHEMES),
        link_rel="noopener noreferrer",
        set_tag_attribute_values={"a": {"target": "_blank"}, **({"pre": {"style": _PRE}} if styled else {})},
    )


def _absolute_links(tag: str, attribute: str, value: str) -> str | None:
    """A relative address would lead into the notebook's own server."""
    return value if (tag, attribute) != ("a", "href") else safe_url(value) or None


@functools.cache
def _renderer():  # type: ignore[no-untyped-def]
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    renderer.add_render_rule("image", _image_as_text)
    return renderer


def _image_as_text(_self, tokens, index, _options, _env):  # type: ignore[no-untyped-def]
    return f"[image: {html.escape(one_line(tokens[index].content))}]"
