"""What crosses of a compression's account: facts lost by class, what was made up, steps and their pieces."""

import json

import msgspec
import pytest
from outputs import page

from webloupe.compress.pipeline import compress
from webloupe.compress.wish import Wish
from webloupe.types import Compression, Fact, LossReport, Segment, TracedPiece, TraceRow
from webloupe_jupyter import drawn
from webloupe_jupyter.drawn.losses import saved_account
from webloupe_jupyter.drawn.pages import SAVED_BYTES
from webloupe_jupyter.text import html_bytes

NEWSLETTER = "Subscribe to our newsletter at https://mail.example/join for 5 euros.\n\n"
RAW = f"# Tides\n\nThe tide at Brest rises by 6.1 m.\n\n{NEWSLETTER}{NEWSLETTER}It did not rise on 3 May 2024.\n"


def dropped(text, piece, **more):
    """A compression that took the first `piece` out of `text`, with the facts that the rest has lost."""
    from webloupe.compress.report import loss_report

    before, after = text.split(piece, 1)
    short = before + after
    return Compression(
        method="rules", text=short, tokens_before=40, tokens_after=30, loss=loss_report(text, short),
        segments=(
            Segment(op="kept", before=before, after=before), Segment(op="dropped", before=piece, after="", reason="ad"),
            Segment(op="kept", before=after, after=after),
        ), **more,
    )  # fmt: skip


def test_each_lost_fact_names_the_segment_that_took_it():
    diff = drawn.whole_diff(dropped(RAW, "The tide at Brest rises by 6.1 m.\n\n"))
    (gone,) = [one for one in diff.segments if one.op == "dropped"]
    assert RAW[gone.start :].startswith(gone.before)
    told = {one.name: one for one in diff.facts}
    lost = [fact for one in diff.facts for fact in one.lost]
    assert "6.1 m" in [fact.text for fact in told["numbers"].lost]
    assert {fact.at for fact in lost} == {gone.start}
    assert all(one.total - one.kept == len(one.lost) for one in diff.facts) and told["dates"].lost == ()


def test_starts_are_those_of_the_raw_text_in_code_points():
    done = compress(f"😀😀 A line.\r\n\n{RAW}", Wish(method="rules", force=True))
    places = [one.start for one in drawn.whole_diff(done).segments]
    assert places == [sum(len(one.before) for one in done.segments[:at]) for at in range(len(places))]


def test_steps_tell_their_pieces_with_score_partner_and_the_segment_that_took_them():
    touched = (
        TracedPiece(action="merged", text=NEWSLETTER, start=0, reason="says the same", score=0.934, partner="Join us"),
        TracedPiece(action="kept_apart", text="It did not rise", start=9, reason="negation: not", partner="It rose"),
    )
    row = TraceRow(level=2, name="likeness", tokens_in=40, tokens_out=30, elapsed_ms=3.0, pieces=2, touched=touched)
    diff = drawn.whole_diff(dropped(RAW, NEWSLETTER, trace=(row,), notes=("kept more than asked",), model="m at h"))
    (step,) = diff.steps
    merged, apart = step.touched
    assert (merged.score, merged.partner, apart.score, apart.reason) == ("0.93", "Join us", "", "negation: not")
    assert merged.at == RAW.index(NEWSLETTER) and apart.at is None
    assert diff.notes == ("kept more than asked",) and diff.model == "m at h"


def test_the_account_holds_no_time_so_that_the_same_run_gives_the_same_bytes():
    runs = [drawn.saved_diff(compress(RAW, Wish(method="rules", force=True)), 20_000) for _ in range(2)]
    first, second = map(msgspec.json.encode, runs)
    assert first == second and b"elapsed" not in first


MANY = 5_000


@pytest.fixture
def laden():
    """A compression that lost, made up and touched thousands of long things."""
    facts = tuple(Fact(text=f"{'彗' * 150} {at}", start=at, kept=False) for at in range(MANY))
    piece = TracedPiece(action="dropped", text="p" * 200, start=0, reason="r" * 80, score=0.5)
    row = TraceRow(level=1, name="rule", tokens_in=9, tokens_out=8, elapsed_ms=1, pieces=MANY, touched=(piece,) * MANY)
    text = "x" * 60_000
    return Compression(
        method="extract", text=text, tokens_before=9, tokens_after=8, trace=(row,) * 12,
        segments=(Segment(op="kept", before=text, after=text),),
        loss=LossReport(names=facts, urls=facts, numbers=facts), invented={"names": tuple(one.text for one in facts)},
    )  # fmt: skip


def test_a_page_with_a_long_account_keeps_its_forty_kilobytes_and_says_how_many_there_are(laden):
    shape = drawn.saved_page(page("word " * 90_000, compression=laden), {"compress": "extract"})
    kept = html_bytes(shape.read_html) + len(json.dumps(msgspec.to_builtins(shape.diff), ensure_ascii=False))
    assert kept <= SAVED_BYTES
    assert [one.total for one in shape.diff.facts] == [MANY] * 3 and shape.diff.invented[0].total == MANY
    assert shape.diff.steps[0].pieces == MANY and any(one.lost for one in shape.diff.facts)


def test_where_nothing_has_room_the_numbers_stay(laden):
    told = saved_account(laden, 100)
    assert [(one.total, one.lost) for one in told.facts] == [(MANY, ())] * 3
    assert [one.touched for one in told.steps] == [()] * 12
