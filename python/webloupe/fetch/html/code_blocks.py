"""Code blocks: `<pre><code class="language-x">` with the exact text, whatever highlighter painted it."""

from __future__ import annotations

import re

from turbohtml import Document, DocumentFragment, Element, Text

from . import tags

# How highlighters name the language in a class: Prism and the standard, Rouge, Sphinx, GitHub, SyntaxHighlighter,
# Pandoc, Crayon, Org, nbconvert.
NAMED = re.compile(
    r"(?:^|\s)(?:language-|lang-|lang:|highlight-source-|highlight-text-|highlight-(?!source|text)|brush:\s*"
    r"|sourceCode\s+|src-|hl-)([\w+#.-]+)",
    re.I,
)
ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language")
# Classes that stand beside a bare language name.
PAINTERS = frozenset({"hljs", "code", "highlight", "prettyprint", "linenums", "notranslate", "line-numbers", "wrap"})
NO_LANGUAGE = frozenset(
    {
        "none",
        "text",
        "plaintext",
        "plain",
        "nohighlight",
        "no-highlight",
        "auto",
        "default",
        "txt",
        "undefined",
        "unknown",
    }
)
ALIASES = {"ipython3": "python", "ipython2": "python", "ipython": "python", "python3": "python"}
LEVELS_UP = 3
BLOCKS = ("pre", "code", "table")

GUTTER = (
    "td.linenos, td.gutter, td.lineno, td.line-numbers, td.blob-num, td.hljs-ln-numbers, .rouge-gutter, .linenodiv, "
    ".line-numbers-rows, .crayon-nums, td:has(> .lnt), td:has(> pre > .lnt), td:has(> pre > code > .lnt)"
)
NUMBERS_IN_LINE = (
    ".lineno, .linenos, .hljs-ln-numbers, .ln, .lnt, .line-number, .linenumber, .react-syntax-highlighter-line-number"
)
NUMBERED_TABLES = (
    "table.highlighttable, table.rouge-table, table.lntable, table.hljs-ln, table.crayon-table, "
    "table.js-file-line-container, figure.highlight table, .highlight table, .syntaxhighlighter table, .chroma table"
)
LINES = "div, p, li, tr"
INLINE_LINES = ".line, .token-line, .code-line, [data-line]"


def restore(root: Element | Document) -> None:
    """Normalise every code block under `root`."""
    if tags.first(root, "table") is not None:
        for table in root.select(NUMBERED_TABLES):
            _unnumber(table)
    for stop in tags.each(root, "br"):
        block = stop.parent
        if isinstance(block, Element) and block.tag == "code" and block.closest("pre") is None:
            block.wrap(Element("pre"))
    for pre in tags.outermost(tags.each(root, "pre")):
        _normalise(pre)


def _unnumber(table: Element) -> None:
    """Put the code in place of the table that holds line numbers beside it."""
    table.remove(GUTTER)
    blocks = table.select("pre")
    if len(blocks) == 1:
        table.replace_with(blocks[0].extract())
    elif not blocks:
        lines = "\n".join(row.text.strip("\n") for row in table.select(".line") or table.select("tr"))
        inside = table.closest("pre") is not None
        table.replace_with(Text(lines) if inside else Element("pre", None, [Text(lines)]))


def _normalise(pre: Element) -> None:
    name = language(pre)
    pre.remove(f"{GUTTER}, {NUMBERS_IN_LINE}")
    for stop in pre.select("br"):
        stop.replace_with(Text("\n"))
    _end_lines(pre)
    text = pre.text.strip("\n").rstrip()
    if not text:
        pre.decompose()
        return
    pre.clear()
    pre.append(Element("code", {"class": f"language-{name}"} if name else None, [Text(text)]))


def _end_lines(pre: Element) -> None:
    lines = pre.select(LINES)
    if not lines and "\n" not in pre.text:
        lines = pre.select(INLINE_LINES) or pre.select(":scope > code")
    for line in lines:
        if not line.text.endswith("\n"):
            line.append(Text("\n"))


def language(pre: Element) -> str:
    """The language that the block, its code or one of the elements round it names; "" when none does."""
    places: list[Element] = [pre, *pre.select("code")[:1]]
    parent: Element | Document | DocumentFragment | None = pre.parent
    for _ in range(LEVELS_UP):
        if not isinstance(parent, Element) or parent.tag in ("body", "main", "article"):
            break
        places.append(parent)
        parent = parent.parent
    for element in places:
        if name := _named_by(element):
            name = name.lower().strip(";,")
            return "" if name in NO_LANGUAGE else ALIASES.get(name, name)
    return ""


def _named_by(element: Element) -> str:
    for attribute in ATTRIBUTES:
        if value := element.attr(attribute):
            return value.strip() if re.fullmatch(r"[\w+#.-]{1,30}", value.strip()) else ""
    classes = element.attr("class") or ""
    if found := NAMED.search(classes):
        return found[1]
    if "hljs" in classes or element.matches("figure.highlight"):
        return next((name for name in classes.split() if name not in PAINTERS and not name.startswith("hljs-")), "")
    return ""
