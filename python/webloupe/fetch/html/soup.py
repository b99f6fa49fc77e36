"""BeautifulSoup's tree to markdown by markdownify, with its known faults cured in one subclass."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Any

from bs4 import BeautifulSoup, Tag
from markdownify import ATX, MarkdownConverter

# Each level costs markdownify three calls of the 1,000 that Python allows.
MAX_DEPTH = 100

_BLANK_RUN = re.compile(r"[ \t\r\n\f]{2,}")
_BACKTICKS = re.compile(r"`+")
_ENTITY = r"&(?=#?\w{1,31};)"
_SPECIAL = re.compile(rf"[\\`*\[\]]|<(?=[a-zA-Z/!?])|{_ENTITY}|(?<![^\W_])_|_(?![^\W_])|~~")
_LINE_START = re.compile(
    r"^([ \t]*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|-+(?=[ \t]*$)|=+(?=[ \t]*$)|\d{1,9}(?=[.)](?:\s|$)))", re.M
)
_BARE_PIPE = re.compile(r"(?<!\\)\|")


def parse(markup: str | bytes, charset: str | None = None) -> BeautifulSoup:
    """A soup whose elements know cheaply whether they stand in `<pre>`."""
    return BeautifulSoup(markup, "lxml", from_encoding=charset, element_classes={Tag: _Element})


def to_markdown(soup: BeautifulSoup | Tag) -> str:
    """GitHub-flavoured markdown."""
    return str(_Converter().convert_soup(soup)).strip()


class _Element(Tag):
    def find_parent(self, name: Any = None, *args: Any, **kwargs: Any) -> Any:
        """markdownify asks every element for a `<pre>` above it; the general search is half of its time."""
        if args or kwargs or not isinstance(name, str):
            return super().find_parent(name, *args, **kwargs)
        parent = self.parent
        while parent is not None and parent.name != name:
            parent = parent.parent
        return parent


# markdownify's stub leaves out what its converter is made of.
_Base: Any = MarkdownConverter


class _Converter(_Base):  # type: ignore[misc]
    """One conversion. Overrides are called by tag name."""

    def __init__(self) -> None:
        super().__init__(heading_style=ATX, bullets="-", table_infer_header=True)

    def process_tag(self, node: Tag, parent_tags: Set[str] | None = None) -> str:
        # A link's text is one line: blocks inside it are told that they stand in a line.
        if node.name == "a":
            parent_tags = {*(parent_tags or ()), "_inline"}
        return str(super().process_tag(node, parent_tags=parent_tags))

    def process_text(self, el: Any, parent_tags: Set[str] | None = None) -> str:
        # markdownify's own pattern needs quadratic time for a long run of blanks.
        if "pre" not in (parent_tags or ()) and _BLANK_RUN.search(el):
            shorter = type(el)(_BLANK_RUN.sub(lambda run: "\n" if "\n" in run[0] else " ", el))
            el.replace_with(shorter)
            el = shorter
        return str(super().process_text(el, parent_tags=parent_tags))

    def escape(self, text: str, parent_tags: Set[str]) -> str:
        """Escape what would change meaning, and nothing else."""
        text = _SPECIAL.sub(r"\\\g<0>", text)
        return _LINE_START.sub(_escape_start, text)

    def convert_wl_raw(self, el: Tag, text: str, parent_tags: Set[str]) -> str:
        return el.get_text()

    def convert_pre(self, el: Tag, text: str, parent_tags: Set[str]) -> str:
        text = el.get_text().strip("\n").rstrip()
        longest = max(map(len, _BACKTICKS.findall(text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"\n\n{fence}{_language(el)}\n{text}\n{fence}\n\n" if text else ""

    def convert_a(self, el: Tag, text: str, parent_tags: Set[str]) -> str:
        address = re.sub(_ENTITY, r"\\&", str(el.get("href") or ""))
        el["href"] = f"<{address.translate(_ANGLE)}>" if re.search(r"[\s()<>]", address) else address
        return str(super().convert_a(el, " ".join(text.split()) if "\n" in text else text, parent_tags))

    def convert_summary(self, el: Tag, text: str, parent_tags: Set[str]) -> str:
        return text if "_inline" in parent_tags else f"\n\n{text.strip()}\n\n"

    def convert_img(self, el: Tag, text: str, parent_tags: Set[str]) -> str:
        alt = " ".join(str(el.get("alt") or "").split()).replace("[", r"\[").replace("]", r"\]")
        address = re.sub(_ENTITY, r"\\&", str(el.get("src") or ""))
        if re.search(r"[\s()<>]", address):
            address = f"<{address.translate(_ANGLE)}>"
        return f"![{alt}]({address})"

    def convert_li(self, el: Tag, text: str, parent_tags: Set[str]) -> str:
        if el.parent is None or el.parent.name != "ol":
            return str(super().convert_li(el, text, parent_tags))
        bullet = f"{self._number(el)}. "
        lines = text.strip().split("\n")
        return bullet + "\n".join([lines[0], *(" " * len(bullet) + line if line else "" for line in lines[1:])]) + "\n"

    def _number(self, item: Tag) -> int:
        """The item's number, kept in its `value` so that the next one need not count again."""
        before = item.find_previous_sibling("li")
        if isinstance(before, Tag):
            number = _whole(before.get("value"), 0) + 1
        else:
            number = _whole(item.parent.get("start") if item.parent else None, 1)
        item["value"] = str(number)
        return number

    def convert_td(self, el: Tag, text: str, parent_tags: Set[str]) -> str:
        return " " + _BARE_PIPE.sub(r"\\|", " ".join(text.split())) + " |"

    convert_th = convert_td


def _whole(value: object, default: int) -> int:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


_ANGLE = str.maketrans({"<": "%3C", ">": "%3E", "\n": "", "\r": "", "\t": ""})


def _escape_start(match: re.Match[str]) -> str:
    # A number is escaped behind it: `1\.`
    return f"{match[1]}{match[2]}\\" if match[2].isdigit() else f"{match[1]}\\{match[2]}"


def _language(pre: Tag) -> str:
    code = pre.find("code")
    classes = code.get("class") if isinstance(code, Tag) else None
    names = [name for name in classes or () if name.startswith("language-")]
    return names[0].removeprefix("language-") if names else ""


def flatten(root: Tag) -> None:
    """Turn what lies too deep for the recursive converter into its text."""
    level = [child for child in root.children if isinstance(child, Tag)]
    for _ in range(MAX_DEPTH):
        level = [child for element in level for child in element.children if isinstance(child, Tag)]
    for element in level:
        element.replace_with(element.get_text(" "))
