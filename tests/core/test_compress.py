"""Compression by rules: what goes, what stays, and that every change is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.compress.pipeline import compress as compressed
from webloupe.compress.shortened import Shortened
from webloupe.compress.wish import Wish
from webloupe.tokens import count_tokens
from webloupe.types import Compression, Method

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
ANY = st.text(st.characters(exclude_categories=()))
# Words of every rule, so that they meet.
SCRAPS = st.lists(
    st.sampled_from(
        [
            "\n", "\n\n", "\n\n\n\n", "  ", "\t", "    ", "\r\n", "\x00", "\x0c", "\ufffd\ufffd", "Ã©", "â€™",
            "```", "`", "~~~", "<b>", "</b>", "<p>", "</p>", '<a href="x y">', "</a>", "<br>", "<script>", "</script>",
            "<!--", "-->", "<pre>", "</pre>", "a < b", "| a | b |", "|---|---|", "Skip to content", "© 2024 Ltd",
            "# Title", "- item", "word", "。", "This sentence is told more than once here.",
            "[Home](/) | [About](/a) | [Blog](/b)", "\U0010fffd", "\ud800",
        ]
    )
).map("".join)  # fmt: skip


def compress(text: str, method: Method = "rules", **how: Any) -> Shortened:
    """The text shortened as wished."""
    return compressed(text, Wish(method=method, **how))


def is_true(done: Compression, text: str) -> None:
    """What every compression promises of its input, its output and its figures."""
    assert "".join(segment.before for segment in done.segments) == text
    assert "".join(segment.after for segment in done.segments) == done.text
    for segment in done.segments:
        assert segment.before
        assert (segment.op == "kept") == (segment.before == segment.after) == (segment.reason == "")
        assert segment.op != "dropped" or not segment.after
        assert segment.op != "rewritten" or segment.after
    for one, other in zip(done.segments, done.segments[1:], strict=False):
        assert (one.op, one.reason) != (other.op, other.reason)
    assert done.tokens_before == count_tokens(text)
    assert done.tokens_after == count_tokens(done.text)
    counts = [row.tokens_in for row in done.trace] + [done.tokens_after]
    assert counts[0] == done.tokens_before
    assert [row.tokens_out for row in done.trace] == counts[1:]


@settings(max_examples=300, deadline=None)
@given(st.one_of(ANY, SCRAPS), st.sampled_from(["none", "rules"]))
def test_segments_join_to_input_and_output_and_the_trace_adds_up(text: str, method: str) -> None:
    is_true(compress(text, method=method), text)  # type: ignore[arg-type]


@settings(deadline=None)
@given(SCRAPS)
def test_the_same_input_gives_the_same_output(text: str) -> None:
    assert compress(text).segments == compress(text).segments


def test_a_long_text_of_thousands_of_changes_has_a_true_diff() -> None:
    text = "".join(
        f"## Part {number}  \n\n\n\nText <b>bold</b> of part {number}.   \n\nThis line stands in each of the parts.\n\n"
        for number in range(4_000)
    )
    assert len(text) > 250_000
    done = compress(text)
    is_true(done, text)
    assert len(done.segments) > 10_000
    assert done.text.count("This line stands") == 1
    assert "<b>" not in done.text


def test_method_none_keeps_all_in_one_segment() -> None:
    done = compress("a  \n\n\n\nb", method="none")
    assert [(segment.op, segment.before) for segment in done.segments] == [("kept", "a  \n\n\n\nb")]
    assert (done.method, done.trace, done.tokens_before) == ("none", (), done.tokens_after)


@pytest.mark.parametrize("method", ["none", "rules"])
def test_empty_input_is_fine(method: str) -> None:
    done = compress("", method=method)  # type: ignore[arg-type]
    assert (done.text, done.segments, done.tokens_before, done.tokens_after) == ("", (), 0, 0)


CODE = [
    "```python\nif a<b and c>d:   \n    x = '<b>'\n\n\n\n\x00y()\n```",
    "~~~\n© 2024 Example. All rights reserved.\n\n\n\nSkip to content\n~~~",
    "Text.\n\n    indented <b>code</b>   \n\n\n\n    more   \n\nText.",
    "Text.\n\n\tif x:  \n\t\ty()  \n\nText.",
    "Use `<b>x</b>` and ``a ` <i>b</i>``.",
    "| a   | b |\n|-----|---|\n| <b>x</b> | Skip to content |   \n| 1 | 2 |",
    "name | age\n--- | ---\n<i>Ann</i> | 30",
    "<pre>\n<b>x</b>   \n\n\n\n</pre>",
    "<table><tr><td><b>1</b></td></tr></table>",
    "1. Do this:\n   ```sh\n   make   \n\n\n\n   ```\n2. Done.",
    "```\nnever closed <b>x</b>   \n\n\n\n",
    "```\nsame\n```\n\n```\nsame\n```",
    "def f():\n    if a < b:\n        return [x for x in y if x<z and z>w]",
]


@pytest.mark.parametrize("text", CODE)
def test_code_and_tables_are_never_touched(text: str) -> None:
    assert compress(text).text == text


PROSE = [
    "if a < b and c > d then 1 <2> 3, x<y, p<q>r",
    "if a<b and c>d, and </b> ends it",
    "List<String> and Map<K, V> and Vec<u8> and std::vector<int>",
    "10<sup>6</sup> is not 106, and <del>old</del> is not new",
    "<https://example.org> and <me@example.org>",
    "A paragraph about how we use cookies in baking, with sugar and butter.",
    "Copyright law changed in 1998, says the report, and again in 2001.",
    "(c) In 2019 the court held that the clause stands.",
    "Copyright (c) 2020 Ann\n\nPermission is hereby granted, free of charge, to any person.\n\nCopyright (c) 2021 Ben",
    "Share prices rose. Follow us as we go through the numbers of the quarter.",
    "# Skip to content\n\nWhy pages have such a link.",
    "[1](#a) | [2](#b) | [3](#c) | [4](#d)",
    "- [Home](/): the first page\n- [About](/about): who we are\n- [Blog](/blog): what we write",
    "## First\n\nThis parameter is optional.\n\n## Second\n\nThis parameter is optional.\n\n## Third",
    "Type: string\n\nThe name.\n\nType: string\n\nThe town.",
    "Ann Example\n\nI like it.\n\nAnn Example\n\nI still do.",
    "Now $79.99, down from $99.\n\nShoes.\n\nNow $79.99, down from $99.",
    "«IRMÃ» e «CAFÉ»",
    "One \ufffd alone marks a lost character.",
    "  - indented\n    - more\n\n> quote\n",
    "a\tb\t\t\nc\t\td",
]


@pytest.mark.parametrize("text", PROSE)
def test_what_only_looks_like_dirt_stays(text: str) -> None:
    assert compress(text).text == text


CLEANED = [
    ("HTML remnants", "<div><p>One</p><p>Two</p></div>", "One\n\nTwo\n\n"),
    ("HTML remnants", 'a <script type="x">if (a < b) { "</b>" }</script>b', "a b"),
    ("HTML remnants", "a<style>p { color: red }</style> b<!-- note -->", "a b"),
    (
        "HTML remnants",
        'See <a href="https://example.org/a b">the page</a>.',
        "See [the page](https://example.org/a%20b).",
    ),
    ("HTML remnants", '<img src="/x.png" alt="A cat"> <img src="/t.gif">x', "![A cat](/x.png) x"),
    ("HTML remnants", "One<br>two<br/><br>three<br>\nfour", "One\ntwo\n\nthree\n\nfour"),
    ("HTML remnants", "<h2>Title</h2>\n<ul><li>one</li><li>two</li></ul>", "## Title\n\n- one\n- two\n"),
    ("mojibake", "donâ€™t, cafÃ©", "don’t, café"),
    ("mojibake", "It saysÃ¢â‚¬â„¢ so", "It says’ so"),
    ("mojibake", "text \ufffd\ufffd\ufffd锟斤拷锟斤拷 end", "text  end"),
    ("control characters", "a\x00b\x07 c\x9f\td\n", "ab c\td\n"),
    ("control characters", "page one\x0cpage two\n\x0cpage three", "page one\npage two\npage three"),
    ("site chrome", "Skip to main content\nText.", "Text."),
    ("site chrome", "[Skip to content](#main)\nText.", "Text."),
    ("site chrome", "We use cookies to improve your experience. Learn more.\nText.", "Text."),
    ("site chrome", "Text.\nAccept all cookies\nCookie settings\n", "Text.\n"),
    ("site chrome", "Text.\nShare on Facebook\n- [Tweet this](https://x.example)\n", "Text.\n"),
    ("site chrome", "The text of the page.\n© 2024 Example Ltd. All rights reserved.", "The text of the page.\n"),
    ("site chrome", "[Home](/) | [About us](/a) | [Contact](/c)\nText.", "Text."),
    ("site chrome", "跳到主要内容\n正文在这里。\n版权所有 某某公司\n京ICP备12345678号\n", "正文在这里。\n"),
    (
        "repeated paragraph",
        "This stands here twice.\n\nOther.\n\nThis stands\nhere twice.\n",
        "This stands here twice.\n\nOther.\n\n",
    ),
    (
        "repeated paragraph",
        "这一段在这里出现了两次。\n\n中间。\n\n这一段在这里出现了两次。\n\n末尾。",
        "这一段在这里出现了两次。\n\n中间。\n\n末尾。",
    ),
    ("trailing blanks", "a  \nb\t\n    c \u3000\n \nd ", "a\nb\n    c\n\nd"),
    ("trailing blanks", "a  \r\nb", "a\r\nb"),
    ("blank lines", "a\n\n\n\nb\r\n\r\n\r\nc", "a\n\nb\r\n\r\nc"),
]


@pytest.mark.parametrize(("rule", "text", "cleaned"), CLEANED)
def test_each_rule_cleans_its_dirt_and_gives_its_name_as_reason(rule: str, text: str, cleaned: str) -> None:
    done = compress(text)
    is_true(done, text)
    assert done.text == cleaned
    assert {segment.reason for segment in done.segments} == {"", rule}
    assert [row.name for row in done.trace if row.pieces] == [rule]


def test_a_sentence_repeated_in_one_endless_paragraph_is_kept_once() -> None:
    slogan = "Our editors choose every product by themselves and may get a part of what you pay in the shop. "
    text = "".join(
        f"Sentence number {number} of a page that was never broken into lines. {slogan}" for number in range(40)
    )
    done = compress(text)
    is_true(done, text)
    assert done.text.count("Our editors") == 1
    assert done.text.count("Sentence number") == 40


@pytest.mark.parametrize("text", ["a" * 5_000, "word " * 2_000, "中" * 5_000, "- " * 3_000 + "end"])
def test_one_endless_paragraph_stays(text: str) -> None:
    assert compress(text).text.rstrip() == text.rstrip()


def test_a_page_about_cookies_keeps_its_sentences_about_cookies() -> None:
    text = "\n\n".join(f"We use cookies of kind {number} and you agree to them." for number in range(8))
    assert compress(text).text == text


def test_level_one_and_its_rules_stand_in_the_trace_in_order() -> None:
    rows = compress("a  \n\n\n\nb").trace
    assert {row.level for row in rows} == {1}
    assert [row.name for row in rows if row.pieces] == ["trailing blanks", "blank lines"]
    assert all(row.elapsed_ms >= 0 for row in rows)


def test_naughty_strings_have_a_true_diff() -> None:
    source = SHARED / "vectors" / "naughty_strings.json"
    if not source.exists():
        pytest.skip("the shared vectors are not beside the project")
    text = source.read_text("utf-8")
    is_true(compress(text), text)
