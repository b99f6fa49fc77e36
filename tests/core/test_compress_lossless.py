"""A text in short form is given back to the character, from the short form alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe import count_tokens, loss_report
from webloupe.compress.expand import expand
from webloupe.compress.lossless import lossless
from webloupe.compress.segments import apply

TEXT = st.text(st.characters(exclude_categories=()), max_size=200)
NOTATION = st.text(st.sampled_from('$1|<>~="{}[]:,\n ab.0'), max_size=60).flatmap(
    lambda rest: st.sampled_from(
        [
            "[lossless ",
            "[lossless verbatim]\n",
            '[lossless short forms {"$1":"abc"}]\n',
            "[lossless JSON {} ",
            "[lossless",
        ]
    ).map(lambda head: head + rest)
)
KEYS = st.sampled_from(["id", "name", "a.b", "", "ünï", "x y", 'q"', "url", "n<1>", "1"]) | st.text(max_size=4)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**20)
    | st.floats(allow_nan=False)
    | st.sampled_from(
        ["", "null", "true", "12", "-1.5e3", "a|b", " x", "!", "[1]", '"q"', "a\nb", "https://a.example/x/1", "\ud800"]
    )
    | st.text(max_size=8)
)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=30
)
RECORDS = st.fixed_dictionaries(
    {
        "id": st.integers(),
        "name": SCALARS,
        "url": st.integers(0, 99).map(lambda number: f"https://a.example/items/{number}"),
    },
    optional={
        "tags": st.lists(SCALARS, max_size=3),
        "of": st.fixed_dictionaries({"city": SCALARS}, optional={"x": JSON}),
    },
)
LISTS = st.lists(
    st.builds(lambda record, items: {**record, "items": items}, RECORDS, st.lists(RECORDS, max_size=3)), max_size=6
)
STYLES: list[dict[str, Any]] = [
    {},
    {"separators": (",", ":")},
    {"indent": 2},
    {"indent": 4, "ensure_ascii": False},
    {"indent": "\t"},
    {"separators": (",", ":"), "ensure_ascii": False},
]
WORDS = st.sampled_from(
    ["oak", "elm", "a long cell of words", "https://a.example/b/c/d", "$1", "", "   ", "|", "§2", "的"]
)


def there_and_back(text: str) -> str:
    change = lossless(text)
    short = apply(text, change.edits)
    assert expand(short) == text
    assert len(change.edits) == len(change.reasons)
    return short


@settings(deadline=None, max_examples=400)
@given(TEXT | NOTATION)
def test_any_text_comes_back(text: str) -> None:
    there_and_back(text)


@settings(deadline=None, max_examples=300)
@given(JSON | LISTS, st.sampled_from(STYLES), st.sampled_from(["", "\n", " \n"]))
def test_any_json_comes_back_as_it_was_written(value: Any, style: dict[str, Any], end: str) -> None:
    there_and_back(json.dumps(value, **style) + end)


@settings(deadline=None, max_examples=100)
@given(LISTS.filter(bool))
def test_lines_of_json_come_back(records: list[Any]) -> None:
    there_and_back("\n".join(map(json.dumps, records)) + "\n")


@settings(deadline=None, max_examples=200)
@given(st.lists(st.lists(WORDS, max_size=4), max_size=12), st.sampled_from(["| ", "- ", "", "    ", "```\n"]))
def test_tables_lists_and_code_come_back(rows: list[list[str]], opening: str) -> None:
    there_and_back("".join(f"{opening}{' | '.join(row)} |\n" for row in rows) * 3)


@settings(deadline=None, max_examples=200)
@given(NOTATION)
def test_the_notation_of_a_notation_comes_back(text: str) -> None:
    once = there_and_back(text)
    assert expand(expand(apply(once, lossless(once).edits))) == text


def records(count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": number,
            "name": f"Person {number % 7}",
            "active": number % 3 == 0,
            "price": number * 1.25,
            "address": {"city": ["Oslo", "Bern"][number % 2], "zip": f"{number * 37:05d}"},
            "url": f"https://api.example.com/v1/people/{number}",
            "orders": [{"sku": f"S{number}", "count": one} for one in range(number % 3)],
        }
        for number in range(count)
    ]


@pytest.mark.parametrize("style", STYLES)
def test_records_lose_two_fifths_of_their_tokens_and_no_fact(style: dict[str, Any]) -> None:
    text = json.dumps({"total": 60, "data": records(60), "next": None}, **style)
    short = there_and_back(text)
    assert count_tokens(short) <= 0.6 * count_tokens(text)
    report = loss_report(text, short)
    assert set(report.recall.values()) == {1.0}
    assert report.invented == {}


@pytest.mark.parametrize(
    "text",
    [
        '{"price": 1.10, "big": 12345678901234567890, "e": 1E5, "n": -0}' + " " * 3,
        '[{"a": "\\u00e9\\/", "b": "<b>"}, {"a": "x\\/", "b": "\\u003cb\\u003e"}]',
        '[{"a":1,"a":2},{"a":3,"a":4}]',
        '{"a":1 , "b":[1,2]}',
        '[{"b":1,"a":2},{"a":2,"b":1}]',
        '["\\u0000table 1\\u0000",[{"a":1},{"a":2}]]',
    ],
)
def test_odd_spellings_of_json_are_kept_or_left_alone(text: str) -> None:
    there_and_back(text * 1)
    there_and_back("[" + ", ".join([text.strip()] * 30) + "]")


def test_an_index_says_its_addresses_beginning_once() -> None:
    text = "# Docs\n\n" + "".join(
        f"- [Page {number}](https://docs.example.com/en/latest/guide/{number}.md): What page {number} is about\n"
        for number in range(50)
    )
    short = there_and_back(text)
    assert count_tokens(short) <= 0.92 * count_tokens(text)
    assert short.count("https://docs.example.com") == 1
    assert set(loss_report(text, short).recall.values()) == {1.0}


def test_code_and_configuration_are_left_alone_and_so_is_code_in_a_page() -> None:
    code = "".join(
        f"def check_{n}(value):\n    return validate(value, 'https://a.example/schema/long/path')\n" for n in range(20)
    )
    assert lossless(code, "code").edits == []
    assert lossless('{"a": {"b": 1}}' * 9, "config").edits == []
    page = "# Notes\n\n" + f"```python\n{code}```\n\nSome words on the code above follow here, and here they end.\n" * 2
    short = there_and_back(page)
    assert short.count(f"```python\n{code}```") == 2


def test_what_saves_nothing_is_left_alone() -> None:
    for text in ("", " ", "A sentence.", '{"a": 1}', "[]", "One line\n" * 2):
        assert lossless(text).edits == []


def test_a_notation_that_would_fill_memory_is_not_expanded() -> None:
    bomb = '[lossless short forms {"$1":"' + "x" * 100_000 + '"}]\n' + "$1" * 100_000
    assert expand(bomb) == bomb
