"""The whole way of a compression: what the gate lets pass, what the steps add up to, what is given back."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_compress import ANY, SCRAPS, compress, is_true

from webloupe import content_kind, expand
from webloupe.config import load
from webloupe.errors import BadInput
from webloupe.session import AsyncSession

SENTENCES = (
    "The keeper of the lighthouse wrote down {n} ships in the year {y}.",
    "Nobody in the village would say why the lamp went out on {n} nights.",
    "In {y} the council did not allow a second tower beside the first.",
    "The stones came from a quarry {n} kilometres to the north of the bay.",
    "A letter of {y} names the mason who laid them, and what he was paid.",
)
STORY = "\n\n".join(
    " ".join(
        sentence.format(n=(7 * number + place) % 97 + 2, y=1800 + number)
        for place, sentence in enumerate(SENTENCES[number % 5 :] + SENTENCES[: number % 5])
    )
    for number in range(60)
)
INDEX = "# Docs\n\n" + "\n".join(f"- [Page {n}](https://e.example/docs/{n}): what it is about" for n in range(200))
CODE = "\n".join(
    f"def f{n}(x: int) -> int:\n    if x < {n}:\n        return x\n    return f{n}(x - 1)\n" for n in range(80)
)
TABLE = "| town | people |\n|---|---|\n" + "\n".join(f"| Town {n} | {n * 731} |" for n in range(200))
DATA = json.dumps([{"id": n, "name": f"thing {n}", "price": n * 3} for n in range(200)])
LEGAL = "\n\n".join(
    f"{n}. The Licensee shall not sublicense, and the Licensor shall not be liable for, the Work under section {n} "
    "of this Agreement, notwithstanding any warranty."
    for n in range(1, 60)
)
METHODS = ["none", "auto", "lossless", "rules", "extract"]


@settings(max_examples=60, deadline=None)
@given(st.one_of(ANY, SCRAPS), st.sampled_from(METHODS), st.booleans())
def test_segments_join_to_input_and_output_whatever_the_method(text: str, method: str, force: bool) -> None:
    is_true(compress(text, method, task="word", force=force, target_tokens=5), text)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_gives_back_each_piece_byte_for_byte(method: str) -> None:
    text = f"Skip to content\n\n{STORY}\n\n\n\n<b>The end</b> of it.   \n"
    done = compress(text, method, task="Who was the mason?")
    is_true(done, text)
    for number, segment in enumerate(done.segments):
        if segment.op == "kept":
            continue
        back = done.restore(number)
        is_true(back, text)
        assert len(back.text) == len(done.text) - len(segment.after) + len(segment.before)


def test_all_pieces_given_back_are_the_text() -> None:
    done = compress(STORY, "extract", task="Who was the mason?", target_tokens=400)
    while changed := [number for number, one in enumerate(done.segments) if one.op != "kept"]:
        done = done.restore(changed[0])
    assert done.text == STORY
    assert all(share == 1.0 for share in done.loss.recall.values())


def test_several_pieces_are_given_back_at_once_as_one_after_the_other() -> None:
    done = compress(STORY, "extract", task="Who was the mason?", target_tokens=400)
    first, *_, last = [number for number, one in enumerate(done.segments) if one.op != "kept"]
    both, in_turn = done.restore(first, last), done.restore(last).restore(first)
    assert (both.text, both.segments, both.loss) == (in_turn.text, in_turn.segments, in_turn.loss)
    assert both.invented == both.loss.invented and both.trace[-1].pieces == 2


def test_what_is_there_already_or_not_at_all_cannot_be_restored() -> None:
    done = compress(STORY, "rules")
    for wrong in (0, 99, -99):
        with pytest.raises(BadInput):
            done.restore(wrong)


# --- the gate ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [INDEX, CODE, TABLE, DATA, LEGAL], ids=["index", "code", "table", "data", "legal"])
@pytest.mark.parametrize("method", ["rules", "extract"])
def test_what_must_stay_whole_comes_back_with_the_reason_unless_forced(text: str, method: str) -> None:
    done = compress(text, method, task="Town 7", target_tokens=300)
    assert (done.method, done.text) == ("none", text)
    assert done.refused and content_kind(text).reason in done.refused
    assert compress(text, "auto", task="Town 7").method == "lossless"
    forced = compress(text, method, task="Town 7", target_tokens=300, force=True)
    assert (forced.method, forced.refused) == (method, None)


def test_a_forced_choice_of_an_index_lists_every_link_that_it_lost() -> None:
    done = compress(INDEX, "extract", task="page 7", target_tokens=300, force=True)
    kept = [fact for fact in done.loss.urls if fact.kept]
    assert len(done.loss.urls) == 200 and all((fact.text in done.text) == fact.kept for fact in done.loss.urls)
    assert len(kept) < 200


def test_short_texts_and_those_with_little_to_gain_come_back_as_they_are() -> None:
    short = STORY[:1_500]
    for text, how in ((short, {"target_tokens": 50}), (STORY[:4_900], {}), (STORY, {"ratio": 0.95})):
        done = compress(text, "extract", task="Who was the mason?", **how)
        assert (done.method, done.text) == ("none", text) and done.refused
    assert compress(short, "extract", task="Who was the mason?", target_tokens=50, force=True).tokens_after <= 50


def test_without_a_target_a_choice_aims_at_five_thousand_characters() -> None:
    done = compress(STORY, "extract", task="Who was the mason?")
    assert done.method == "extract" and 2_500 < len(done.text) <= 5_500


@pytest.mark.parametrize("how", [{"target_tokens": 300}, {"ratio": 0.1}, {"target_chars": 1_500}])
def test_never_more_than_was_asked_for(how: dict[str, float]) -> None:
    done = compress(STORY, "extract", task="Who was the mason?", **how)
    assert done.method == "extract" and done.text
    assert done.tokens_after <= how.get("target_tokens", how.get("ratio", 1) * done.tokens_before)
    assert len(done.text) <= how.get("target_chars", len(STORY))


def test_auto_chooses_with_a_task_and_else_loses_nothing() -> None:
    assert compress(STORY, "auto", task="Who was the mason?").method == "extract"
    done = compress(STORY, "auto")
    assert done.method == "lossless" and expand(done) == STORY


def test_the_levels_stand_in_the_trace_in_their_order() -> None:
    done = compress(f"{STORY}\n\n{STORY[:800]}", "extract", task="Who was the mason?")
    levels = [row.level for row in done.trace]
    assert levels == sorted(levels) and set(levels) == {1, 2}
    assert [row.name for row in done.trace][-2:] == ["said twice", "extract"]


def test_the_curve_tells_what_each_budget_keeps() -> None:
    done = compress(STORY, "extract", task="Who was the mason?")
    few, many = done.curve([200, 1_500])
    assert few.tokens <= 200 < many.tokens <= 1_500
    assert few.recall["numbers"] < many.recall["numbers"]


# --- the session ------------------------------------------------------------------------------------------------------


@pytest.fixture
def session(tmp_path: Path) -> AsyncSession:
    return AsyncSession(load(env={}, cwd=tmp_path, home=tmp_path / "home"))


def test_words_that_cannot_be_meant_are_answered_with_the_nearest(session: AsyncSession) -> None:
    for wrong, hint in (
        ({"method": "rule"}, "rules"),
        ({"taks": "x"}, "task"),
        ({"kind": "tabel"}, "table"),
        ({"ratio": 7}, "share"),
        ({"rules": [{"pattern": "("}]}, "Patterns"),
        ({"rules": {"off": ["site crome"]}}, "site chrome"),
        ({"rules": ["shorten it"]}, "drop"),
    ):
        with pytest.raises(BadInput) as caught:
            asyncio.run(session.compress(STORY, **wrong))  # type: ignore[arg-type]
        assert hint in caught.value.lines()[1]


def test_rules_and_schemas_are_read_from_files(session: AsyncSession, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[[rules]]\nname = "mason"\npattern = "mason"\nreplacement = "builder"\n', "utf-8")
    done = asyncio.run(session.compress(STORY, method="rules", rules=str(file)))
    assert "mason" not in done.text and "builder" in done.text
    with pytest.raises(BadInput):
        asyncio.run(session.compress(STORY, method="rules", rules=tmp_path / "none.json"))


def test_without_a_model_instruct_gives_the_text_and_says_why(session: AsyncSession) -> None:
    done = asyncio.run(session.compress(STORY, method="instruct", task="Who was the mason?"))
    assert (done.method, done.text) == ("none", STORY)
    assert done.refused and "model" in done.refused and "xtract" in done.refused


def test_a_function_may_be_the_model_and_what_it_invents_is_left_out(session: AsyncSession) -> None:
    def model(messages, schema):
        return json.dumps({"facts": ["The mason was paid, says a letter of 1804.", "He had 4,711 sons."]})

    done = asyncio.run(session.compress(STORY, method="instruct", task="Who was the mason?", model=model))
    is_true(done, STORY)
    assert done.method == "instruct" and "letter of 1804" in done.text and "4,711" not in done.text
    assert any("4,711" in text for texts in done.invented.values() for text in texts)


def test_a_model_that_fails_costs_nothing_of_the_text(session: AsyncSession) -> None:
    def model(messages, schema):
        raise RuntimeError("out of memory")

    done = asyncio.run(session.compress(STORY, method="instruct", task="x", model=model))
    assert (done.method, done.text) == ("none", STORY) and done.refused and "out of memory" in done.refused
