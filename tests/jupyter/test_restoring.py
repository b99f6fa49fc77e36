"""Pieces that a compression took come back, on the Python object, by name over the wire, and go again."""

import pytest
import traitlets
from outputs import page

from webloupe.compress.pipeline import compress
from webloupe.compress.wish import Wish
from webloupe.errors import BadInput
from webloupe_jupyter import comm
from webloupe_jupyter.restoring import places_of
from webloupe_jupyter.shapes import MIME_TYPE
from webloupe_jupyter.views.page import PageView

RAW = "# Tides\n\nThey rise.\n\nShare this page\n\nShare this page\n\nThey fall by 6 m.\n\nWe use cookies.\n"


@pytest.fixture
def view(at_home):
    done = compress(RAW, Wish(method="rules", force=True))
    assert len(places_of(done.segments)) >= 2
    return PageView(page(done.text, full=RAW, compression=done), given={"compress": "rules"})


def test_what_is_given_back_stands_in_text_tokens_and_losses_at_once(view):
    before = view.data
    place = next(at for at, one in enumerate(view.compression.segments) if one.op == "dropped")
    gone = view.compression.segments[place].before
    view.restore(place)
    assert gone.strip() in view.compression.text and view.text == view.compression.text
    assert view.compression.tokens_after > before.compression.tokens_after
    assert view.restored == [sum(len(one.before) for one in before.compression.segments[:place])]
    assert view._shape().diff.restored == tuple(view.restored)
    view.restored = []
    assert view.data is before


def test_all_given_back_is_the_raw_text_in_whatever_order(view):
    starts = sorted(places_of(view.compression.segments), reverse=True)
    view.restored = [*starts, starts[0]]
    assert view.compression.text == RAW and view.restored == starts
    assert not any(view.compression.loss.lost.values())


@pytest.mark.parametrize("wrong", [[1], [-1], ["x"], 3, [10**9], None])
def test_a_piece_that_is_not_there_changes_nothing(view, wrong):
    before = view.data
    with pytest.raises(BadInput, match="restored cannot be"):
        view.set_shared("restored", wrong)
    with pytest.raises(traitlets.TraitError):
        view.restored = wrong
    assert view.restored == [] and view.data is before


def test_a_segment_that_was_kept_cannot_be_given_back(view):
    with pytest.raises(BadInput, match="neither dropped nor rewritten"):
        view.restore(next(at for at, one in enumerate(view.compression.segments) if one.op == "kept"))
    with pytest.raises(BadInput):
        PageView(page()).restore(0)


def test_every_output_of_the_page_hears_of_it_also_those_shown_before(view, monkeypatch):
    told = []
    monkeypatch.setattr(comm, "push", lambda identity, state: told.append((identity, state["restored"])))
    first = view._repr_mimebundle_()[MIME_TYPE]
    starts = sorted(places_of(view.compression.segments))
    view.restored = starts[:1]
    second = view._repr_mimebundle_()[MIME_TYPE]
    assert first["state"]["restored"] == [] and second["state"]["restored"] == starts[:1]
    view.restored = starts
    assert first["id"] != second["id"]
    assert told == [(first["id"], starts[:1]), (first["id"], starts), (second["id"], starts)]


def test_a_budget_holds_for_the_text_with_what_came_back(at_home):
    raw = "".join(f"Remark {at} says a little more about the tide.\n\n" for at in range(400)) + RAW
    done = compress(raw, Wish(method="rules", force=True))
    view = PageView(
        page(done.text[:2_000], full=raw, compression=done), given={"compress": "rules", "budget_chars": 2_000}
    )
    view.restored = list(places_of(done.segments))
    assert view.compression.text == raw and len(view.text) <= 2_200 and view.omitted is not None
