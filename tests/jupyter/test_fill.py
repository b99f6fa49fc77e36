"""`{expr}` fills in what is meant and leaves prose alone."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from webloupe.errors import BadInput
from webloupe_jupyter.magics.fill import fill

NAMES = {"x": "reef", "n": 3, "url": "https://e.example/a?b=c&d=1", "hit": {"title": "a  # b"}, "rows": [1, 2]}


def filled(text):
    got = fill(text, NAMES)
    return got.restore(got.text)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("coral {x}s", "coral reefs"),
        ("{n} of {len(rows)}", "3 of 2"),
        ("{url}#part", "https://e.example/a?b=c&d=1#part"),
        ("{hit['title']}", "a  # b"),
        ('"{x}"', '"reef"'),
        ("{x}{x}", "reefreef"),
        ("{[f'{x}-{i}' for i in rows]}", "reef-1 reef-2"),
    ],
)
def test_an_expression_over_known_names_is_filled_in(text, want):
    assert filled(text) == want


def test_a_number_stands_as_if_typed_for_an_option_takes_no_sign():
    assert fill("--start {n}", NAMES).text == "--start 3"


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{unknown}",
        "{1}",
        "{'colour': {'r': 1}}",
        '{"a": x}',
        "{x for x in rows}",
        "{x, n}",
        "{{x}}",
        "$x costs $5",
        r"\sqrt{n} and \frac{n}{2}",
        "{x",
        "x}",
        "{1/0}",
        "{missing.x}",
        "{x + missing}",
        "{x:>10}",
    ],
)
def test_braces_and_dollars_of_prose_stay_as_typed(text):
    assert filled(text) == text


@pytest.mark.parametrize("text", ["{x.missing}", "{n / 0}", "{hit['url']}", "{rows[9]}", "{len(n)}", "{bad}"])
def test_an_expression_over_known_names_that_fails_is_told_and_not_sent(text):
    class Bad:
        def __str__(self):
            raise ValueError("two\nlines")

    with pytest.raises(BadInput) as told:
        fill(f"coral {text}", {**NAMES, "bad": Bad()})
    assert text in told.value.message and "\n" not in told.value.message + told.value.hint


@given(st.text(st.characters(min_codepoint=0x1D0F0) | st.sampled_from("\u28ff\u2800 {}⸨⸩0")), st.text())
@example("⸨0⸩ ⸨" + "9" * 5_000 + "⸩ 𝄀 𝄁 \u2800", "⸨0⸩ {x}")
def test_typed_text_is_never_taken_for_a_filled_value(typed, value):
    typed = typed.replace("{", "").replace("}", "")
    got = fill(f"{typed} {{x}} {typed}", {"x": value})
    assert got.restore(got.text) == f"{typed} {value} {typed}"


def test_more_values_than_signs_is_told():
    with pytest.raises(BadInput, match="Too many"):
        fill("{x}" * 3_000, {"x": "a b"})


def test_what_is_told_is_one_line_of_values():
    got = fill("--limit={x} {y}", {"x": "a\nb", "y": "z" * 900 + " "})
    assert got.told(got.text).startswith("--limit=a b zzz") and len(got.told(got.text)) < 300


def test_a_filled_value_never_becomes_an_option_or_two_words():
    got = fill("{t}", {"t": '--out os "x  # y'})
    assert not got.text.startswith("-") and " " not in got.text and got.restore(got.text) == '--out os "x  # y'


def test_a_list_becomes_words():
    got = fill("{urls}", {"urls": ["https://a.example", "https://b.example/x y"]})
    assert got.restore_all([got.text]) == ("https://a.example", "https://b.example/x y")
