"""Units joined to chunks of a size that a model and a cluster can use."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.compress.chunks import TOKENS, chunks
from webloupe.compress.units import units
from webloupe.tokens import count_each

_LINES = (
    "# Title",
    "One two three four five six. Seven eight nine ten.",
    "- item",
    "",
    "```\ncode\n```",
    "今天不下雨。",
)


@settings(deadline=None)
@given(st.lists(st.sampled_from(_LINES), max_size=40).map("\n".join), st.integers(1, 30))
def test_chunks_hold_every_unit_once_and_keep_to_the_most(text: str, least: int) -> None:
    told = units(text)
    tokens = count_each([text[one.start : one.end] for one in told])
    size = range(least, 2 * least + 1)
    found = chunks(told, tokens, size)
    assert [place for chunk in found for place in range(chunk.first, chunk.end)] == list(range(len(told)))
    for chunk in found:
        assert chunk.tokens == sum(tokens[chunk.first : chunk.end])
        held = told[chunk.first : chunk.end]
        # Only a gap, or what a heading stands over, may take a chunk beyond its size.
        joins = [one for one in held if one.kind not in ("blank", "heading")]
        assert chunk.tokens <= size[-1] or len(joins) <= 1 or held[-1].kind == "blank" or held[0].kind == "heading"


def test_a_chunk_ends_before_a_heading_and_a_heading_stays_with_its_text() -> None:
    sentence = "The council heard many people speak about the bridge, the school and the price of water. "
    text = "\n\n".join(f"## Part {part}\n\n{sentence * 20}" for part in range(5))
    told = units(text)
    tokens = count_each([text[one.start : one.end] for one in told])
    found = chunks(told, tokens)
    assert [told[chunk.first].kind for chunk in found] == ["heading"] * 5
    assert all(chunk.tokens in TOKENS for chunk in found)
