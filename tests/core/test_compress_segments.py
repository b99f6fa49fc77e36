"""Edits carried back to the input, whatever came before them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.compress.segments import Edit, Piece, apply, in_order, merged, revise

TEXT = st.text(st.characters(exclude_categories=()), max_size=30)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[str, list[list[Edit]]]:
    """A text and some rounds of edits, each of the text that the round before left."""
    text = draw(TEXT)
    now, made = text, []
    for _ in range(draw(st.integers(0, 4))):
        place = st.integers(0, len(now))
        edits = in_order(
            Edit(min(one, other), max(one, other), new)
            for one, other, new in draw(st.lists(st.tuples(place, place, st.text("xy\n", max_size=3)), max_size=5))
        )
        made.append(edits)
        now = apply(now, edits)
    return text, made


@settings(deadline=None)
@given(rounds())
def test_pieces_join_to_the_input_and_to_the_edited_text(case: tuple[str, list[list[Edit]]]) -> None:
    text, made = case
    now, pieces = text, [Piece(text, text, "")]
    for number, edits in enumerate(made):
        now, pieces = apply(now, edits), revise(pieces, edits, [f"rule {number}"] * len(edits))
        assert "".join(piece.before for piece in pieces) == text
        assert "".join(piece.after for piece in pieces) == now
    segments = merged(pieces)
    assert "".join(segment.before for segment in segments) == text
    assert "".join(segment.after for segment in segments) == now
    assert all((segment.op == "kept") == (segment.before == segment.after) for segment in segments)


def test_neighbours_of_one_kind_and_reason_are_one_segment() -> None:
    pieces = [Piece("a", "a", ""), Piece("b", "b", ""), Piece("c", "", "x"), Piece("d", "", "x"), Piece("e", "", "y")]
    assert [(segment.op, segment.before, segment.reason) for segment in merged(pieces)] == [
        ("kept", "ab", ""),
        ("dropped", "cd", "x"),
        ("dropped", "e", "y"),
    ]


def test_a_change_of_changed_text_names_both_reasons() -> None:
    once = revise([Piece("abc", "abc", "")], [Edit(1, 2, "BB")], ["first"])
    twice = revise(once, [Edit(1, 2, "")], ["second"])
    assert [(piece.before, piece.after, piece.reason) for piece in twice if piece.reason] == [
        ("b", "B", "first, second")
    ]


def test_an_edit_over_several_pieces_puts_its_text_once() -> None:
    once = revise([Piece("abcdef", "abcdef", "")], [Edit(2, 4)], ["first"])
    twice = revise(once, [Edit(1, 3, "-")], ["second"])
    assert "".join(piece.after for piece in twice) == "a-f"
    assert [piece.reason for piece in twice if not piece.after and piece.before] == ["first", "second"]


def test_edits_that_overlap_or_are_empty_are_left_out() -> None:
    assert in_order([Edit(4, 6), Edit(1, 3), Edit(2, 5), Edit(3, 3, "x")]) == [Edit(1, 3), Edit(4, 6)]
