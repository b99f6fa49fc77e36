"""Reported faults of what a notebook shows of web text."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from outputs import page, response, views

sys.path.append(str(Path(__file__).parents[1] / "core"))
from reports import Report, given

from webloupe_jupyter.views.page import PageView
from webloupe_jupyter.views.results import ResultsView


class Typeset(HTMLParser):
    """The texts of an output that MathJax looks through for formulas."""

    def __init__(self, html):
        super().__init__()
        self.texts, self.shut = [], 0
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        left_alone = tag in ("pre", "code") or "mathjax_ignore" in (dict(attrs).get("class") or "")
        if tag not in ("br", "hr") and (self.shut or left_alone):
            self.shut += 1

    def handle_endtag(self, tag):
        self.shut -= bool(self.shut)

    def handle_data(self, data):
        if not self.shut:
            self.texts.append(data)


def formulas(view):
    """What each form of an output would have typeset: `$` that nothing escapes, outside code."""
    shown = view._repr_mimebundle_()
    assert not Typeset(shown["text/html"] + "<p>").shut, "the output does not close what it opens"
    tokens = MarkdownIt().parse(shown["text/markdown"])
    prose = "".join(token.content for token in tokens if token.type == "inline")
    return [text for text in Typeset(shown["text/html"]).texts if "$" in text] + re.findall(r"(?<!\\)\$", prose)


@given("143")
def test_prices_are_no_formulas(report: Report):
    read = page(report.text, title=report.text)
    for view in (PageView(read), ResultsView(response(report.text))):
        assert not formulas(view)
    assert report.text.strip() in str(PageView(read)) and PageView(read).full == report.text


@pytest.mark.parametrize("text", ["$5 or $10", r"\(x\) \[y\] $$z$$", r"$\href{javascript:alert(1)}{x}$"])
def test_no_web_text_is_typeset_anywhere(text):
    for view in views(text, "https://e.example/$a$"):
        assert not formulas(view)
