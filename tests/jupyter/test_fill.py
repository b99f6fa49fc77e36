"""`{expr}` fills in what is meant and leaves prose alone."""

import pytest

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
        "{x.missing}",
        "{1/0}",
        "{x:>10}",
        "{n / 0}",
    ],
)
def test_braces_and_dollars_of_prose_stay_as_typed(text):
    assert filled(text) == text


def test_a_filled_value_never_becomes_an_option_or_two_words():
    got = fill("{t}", {"t": '--out os "x  # y'})
    assert not got.text.startswith("-") and " " not in got.text and got.restore(got.text) == '--out os "x  # y'


def test_a_list_becomes_words():
    got = fill("{urls}", {"urls": ["https://a.example", "https://b.example/x y"]})
    assert got.restore_all([got.text]) == ("https://a.example", "https://b.example/x y")
