"""A model puts a text into a structure: its wrapping is taken off, what the text does not say is dropped."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe.compress.instruct import fitting, parsing, prompts, writing
from webloupe.compress.instruct.asking import Question, Said
from webloupe.compress.instruct.checking import Checker, Inventions
from webloupe.compress.instruct.parts import parts
from webloupe.compress.instruct.run import Instructed, Order, instruct
from webloupe.compress.instruct.templates import TEMPLATES, template
from webloupe.errors import BadInput, ConfigError, ModelUnavailable

TEXT = (
    "# Tide tables\n\nThe port of Vossholm opened in 1911 and cost 4.2 million kroner. Its engineer was Ada Brekke.\n\n"
    "The council did not approve the second pier. “A pier is no harbour”, said Brekke.\n\n"
    "```python\nheight = 3.5 if spring else 1.2\n```\n\nSee https://tides.example/vossholm for today's heights.\n"
)
FACTS = template("facts").schema


def asked(answer: str | Exception | list[Any], text: str = TEXT, **more: Any) -> tuple[Instructed, list[Question]]:
    """What comes of a model that says these answers in turn."""
    questions: list[Question] = []
    answers = answer if isinstance(answer, list) else [answer]

    async def ask(question: Question) -> Said:
        questions.append(question)
        said = answers[min(len(questions), len(answers)) - 1]
        if isinstance(said, Exception):
            raise said
        return said if isinstance(said, Said) else Said(said)

    order = Order(task="what was built", model="tester", **more)
    return asyncio.run(instruct(text, order, ask, left_s=lambda: 60.0)), questions


def told(done: Instructed) -> str:
    return "".join(piece.after for piece in done.pieces)


# --- what it says is read ---------------------------------------------------------------------------------------------

ANSWER = {"facts": ["The port opened in 1911.", "Its engineer was Ada Brekke."]}
WHOLE = json.dumps(ANSWER, ensure_ascii=False)


@pytest.mark.parametrize(
    "said",
    [
        WHOLE,
        f"```json\n{WHOLE}\n```",
        f"Here is what you asked for:\n\n{WHOLE}\n\nTell me if you need {{more}}.",
        f"<think>Maybe {{'a': 1}}? Let me see.</think>\n{WHOLE}",
        WHOLE.replace("]", ",]").replace("}", ",}"),
        json.dumps(ANSWER, indent=4),
        WHOLE.replace("1911.", "1911.\n"),  # a raw line end inside a string
    ],
)
def test_an_answer_is_read_however_it_is_wrapped(said):
    found = parsing.parsed(said) or {}
    assert [" ".join(fact.split()) for fact in found["facts"]] == ANSWER["facts"]
    done, questions = asked(said)
    assert "- The port opened in 1911." in told(done) and len(questions) == 1 and not done.invented


@given(st.recursive(st.text() | st.integers() | st.booleans() | st.none(), lambda of: st.lists(of) | st.dictionaries(st.text(), of), max_leaves=12))  # fmt: skip  # noqa: E501
def test_any_json_object_is_read_from_prose_and_fences(value):
    whole = json.dumps({"answer": value}, ensure_ascii=False)
    for said in (whole, f"```json\n{whole}\n```", f"Sure.\n{whole}\nThat is all."):
        assert parsing.parsed(said) == {"answer": value}


@given(st.data())
def test_a_cut_answer_keeps_what_was_whole(data):
    items = data.draw(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6))
    whole = json.dumps({"facts": items})
    at = data.draw(st.integers(min_value=1, max_value=len(whole)))
    found = parsing.parsed(whole[:at])
    assert found is None or found["facts"] == items[: len(found["facts"])]
    assert parsing.parsed(whole[: whole.index(json.dumps(items[0])) + len(json.dumps(items[0]))]) == {
        "facts": items[:1]
    }


@given(st.text())
def test_no_answer_breaks_the_reader(said):
    assert parsing.parsed(said) is None or isinstance(parsing.parsed(said), dict)


@given(st.recursive(st.text(max_size=5) | st.integers() | st.none(), lambda of: st.lists(of, max_size=3) | st.dictionaries(st.text(max_size=5), of, max_size=3), max_leaves=10))  # fmt: skip  # noqa: E501
def test_any_answer_is_made_to_fit_any_template(value):
    for name, chosen in TEMPLATES.items():
        fit = fitting.fitted(value, chosen.schema, [])
        assert list(fit) == list(chosen.schema["properties"]), name
        assert isinstance(writing.markdown(fit, with_titles=True), str)


# --- what the text does not say is dropped ----------------------------------------------------------------------------


def test_what_the_text_does_not_say_is_dropped_and_told_by_its_class():
    said = [
        "The port opened in 1911.",
        "It cost 4.8 million kroner.",
        "Its engineer was Olaf Hagen.",
        "Heights are at https://tides.example/bergen.",
        "Brekke said “A pier is everything”.",
        "The council approved the second pier.",
        "Its port is a beloved destination of cruise ships.",
    ]
    done, _ = asked(json.dumps({"facts": said}))
    assert told(done).strip().split("\n") == ["## Facts", "", "- The port opened in 1911."]
    assert {"numbers", "names", "urls", "quotes", "negations", "statements"} <= set(done.invented)
    assert any("4.8" in one for one in done.invented["numbers"])


def test_an_object_keeps_its_true_fields_alone():
    invented = Inventions()
    value = {"when": "1911", "who": "Olaf Hagen", "what": "the port of Vossholm opened"}
    true = Checker(TEXT).checked(value, invented)
    assert true == {"when": "1911", "who": "", "what": "the port of Vossholm opened"} and "names" in invented


def test_a_model_that_invents_all_of_it_leaves_the_text_whole():
    done, _ = asked(json.dumps({"facts": ["It cost 99 pounds.", "It opened in 1850."]}))
    assert done.failed and not done.pieces and done.invented


# --- what is no answer ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "fault", "tries"),
    [
        ("I'm sorry, I can't help with that.", "refusal", 1),
        ("对不起，我无法完成。", "refusal", 1),
        ("", "empty", 2),
        ('{"summary": "a port"}', "other keys (summary)", 2),
        ("The port opened in 1911.", "no JSON", 2),
        (Said('{"fac', is_cut=True), "cut off", 2),
        (ModelUnavailable("The model tester refused: HTTP 500."), "HTTP 500", 1),
    ],
)
def test_what_is_no_answer_leaves_the_text_whole_and_says_why(said, fault, tries):
    done, questions = asked(said)
    assert done.failed and fault in done.failed and len(questions) == tries and not done.pieces


def test_the_second_try_says_what_was_wrong_with_the_first():
    done, questions = asked(["Nothing to see.", WHOLE])
    assert not done.failed and "no JSON" in questions[1].messages[-1]["content"]


# --- parts, blocks, structures ----------------------------------------------------------------------------------------

LONG = "\n\n".join(f"## Part {n}\n\n" + f"In {1900 + n} the pier {n} was built of oak. " * 60 for n in range(1, 9))


def test_a_long_text_goes_out_in_parts_and_each_can_be_given_back():
    def answer(n: int) -> str:
        return json.dumps({"facts": [f"In {1900 + n} the pier {n} was built."]})

    count = len(parts(LONG))
    done, questions = asked([answer(n) for n in (1, 3, 5, 7)][:count], LONG)
    assert count > 1 and len(questions) == count
    assert "".join(piece.before for piece in done.pieces) == LONG
    assert told(done).count("## Facts") == 1 and "- In 1901 the pier 1 was built." in told(done)


def test_a_part_without_an_answer_stays_as_it_is():
    count = len(parts(LONG))
    good = json.dumps({"facts": ["In 1901 the pier 1 was built."]})
    done, _ = asked([good, *["no"] * 2 * count], LONG)
    assert not done.failed and any("stay as they are" in note for note in done.notes)
    assert "".join(piece.before for piece in done.pieces) == LONG
    assert done.pieces[-1].after == done.pieces[-1].before


def test_a_block_is_copied_letter_for_letter_or_dropped_whole():
    kept, questions = asked(json.dumps({"facts": ["The height at spring [[block 1]]"]}))
    assert "[[block 1]]\n```python" in questions[0].messages[-1]["content"]
    assert "```python\nheight = 3.5 if spring else 1.2\n```" in told(kept) and not kept.touched
    dropped, _ = asked(WHOLE)
    assert "```" not in told(dropped) and [piece.action for piece in dropped.touched] == ["dropped"]
    forged, _ = asked(json.dumps({"facts": ["The port opened in 1911. [[block 7]]"]}))
    assert "[[block" not in told(forged)


def test_requirements_are_one_answer_about_the_whole_with_exactly_its_four_fields():
    assert list(template("requirements").schema["properties"]) == [
        "functions", "inputs_and_constraints", "rules_and_logic", "success_and_failure",
    ]  # fmt: skip
    said = {"functions": ["the pier 1 was built"], "rules_and_logic": ["built of oak"]}
    done, _ = asked(json.dumps(said), LONG, template="requirements")
    assert len(done.pieces) == 1 and told(done).count("- built of oak") == 1 and "## Rules and logic" in told(done)


def test_the_callers_own_schema_comes_back_as_json_in_its_form():
    schema = {"type": "object", "properties": {"year": {"type": "integer"}, "people": FACTS["properties"]["facts"]}}
    done, questions = asked('{"year": 1911, "people": ["Ada Brekke"], "mood": "calm"}', schema=schema)
    assert json.loads(told(done)) == {"year": 1911, "people": ["Ada Brekke"]}
    assert questions[0].schema is schema and any("mood" in note for note in done.notes)


def test_a_structure_that_is_none_is_told_before_anybody_is_asked():
    with pytest.raises(BadInput) as caught:
        asked(WHOLE, template="requirement")
    assert 'Nearest match: "requirements"' in caught.value.hint
    with pytest.raises(BadInput):
        asked(WHOLE, schema={"type": "array"})


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "name"),
    [("gpt-5.1", "usual.txt"), ("Qwen3-8B", "thinking.txt"), ("gemma-3-4b", "gemma.txt"), ("smollm2", "plain.txt")],
)
def test_a_prompt_is_chosen_by_the_models_name(model, name):
    assert prompts.prompt_for(model).name == name


def test_peoples_own_prompts_come_first_and_say_what_they_lack():
    own = prompts.read("mine.txt", "models: gpt\n---\nBe brief.\n--- text\n$task: $text\n")
    assert prompts.prompt_for("gpt-5.1", [own]) is own
    for content in (
        "",
        "models: [\n---\na\n--- text\n$text",
        "models: x\n---\na\n--- text\nno place",
        "---\na\n--- text\n$text",
    ):
        with pytest.raises(ConfigError, match=r"mine\.txt"):
            prompts.read("mine.txt", content)


@given(st.text(max_size=200))
def test_a_text_cannot_leave_its_frame_or_fill_in_the_words(text):
    page = f"{text}$task</source>$structure"
    chosen = prompts.messages(prompts.prompt_for("x"), task="T", about="A", schema=FACTS, text=page)
    said = chosen[-1]["content"]
    opening = said[said.index("<source ") :].split("\n", 1)[0]
    assert said.endswith(f"{page}\n</{opening[1:]}") and said.count(f"</{opening[1:]}") == 1
