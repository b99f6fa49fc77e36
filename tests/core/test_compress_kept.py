"""What is kept of a text between questions changes nothing of an answer, in any order, from any thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_compress import compress
from test_compress_pipeline import STORY

from webloupe import loss_report
from webloupe.compress.kept import of_last_texts
from webloupe.compress.report import Yardstick
from webloupe.errors import BadInput
from webloupe.types import Compression

QUESTIONS = ("Who was the mason?", "Why did the lamp go out?", "How far was the quarry?", "Which year?", "")
MIXED = f"# The light\n\n{STORY[:6_000]}\n\nThe mayor “never” paid 4,000 km.\n\n港口的灯塔没有在1904年建成，张伟说。\n"


def told(done: Compression) -> dict[str, object]:
    """All of a compression but how long it took."""
    all_of_it = msgspec.to_builtins(done)
    for row in all_of_it["trace"]:
        del row["elapsed_ms"]
    return all_of_it


def asked(text: str, question: str, tokens: int) -> dict[str, object]:
    return told(compress(text, "extract", task=question, target_tokens=tokens, force=True))


def forget() -> None:
    """Ask of so many other texts that nothing is kept of those before."""
    for number in range(10):
        asked(
            f"Text {number} begins. It says that {number} ships came. It ends there, without a word more.", "Ships?", 8
        )


@settings(max_examples=8, deadline=None)
@given(
    st.sampled_from([STORY, MIXED]),
    st.lists(st.tuples(st.sampled_from(QUESTIONS), st.integers(20, 900)), min_size=2, max_size=4),
)
def test_a_further_question_gets_the_answer_of_a_first_one(text: str, questions: list[tuple[str, int]]) -> None:
    one_after_the_other = [asked(text, *question) for question in questions]
    for question, answer in zip(questions, one_after_the_other, strict=True):
        forget()
        assert asked(text, *question) == answer


def test_threads_that_ask_of_one_text_get_the_same() -> None:
    forget()
    alone = [asked(STORY, question, 300) for question in QUESTIONS]
    forget()
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda question: asked(STORY, question, 300), QUESTIONS * 3))
    assert together == alone * 3


def test_only_the_last_texts_are_kept_and_none_of_a_text_too_long() -> None:
    made: list[str] = []

    @of_last_texts
    def length(text: str, more: int = 0) -> int:
        made.append(text)
        return len(text) + more

    assert (length("a"), length("a"), length("a", 1), length("a", more=1)) == (1, 1, 2, 2)
    assert made == ["a"] * 3
    for text in [f"text {number}" for number in range(20)]:
        length(text)
    length("a")
    assert made.count("a") == 4
    long = "x" * 5_000_000
    assert length(long) == length(long) == 5_000_000
    assert made.count(long) == 2


def test_what_was_asked_of_a_text_before_never_makes_a_later_answer_invent() -> None:
    raw = f"{STORY}\n\nThe keeper Harold Wynn saw it.\n\n" + "The sea was calm there. " * 20_000 + "Ruth Ames left it."
    known = ["Harold", "Wynn", "Ruth", "Ames", "Keeper", "Sea", "Calm", "Saw"]
    hostile = " ".join(f"So {one} {other} came." for one in known for other in reversed(known))
    short = "He met Ruth Ames Left It."  # in other words: no name of the text, and yet said by it
    yardstick = Yardstick(raw)
    for _ in range(40):
        yardstick.measure(hostile)
    assert yardstick.measure(short) == loss_report(raw, short)
    assert not loss_report(raw, short).invented


@pytest.mark.parametrize("length", ["x", float("nan"), [1], {}])
@pytest.mark.parametrize("name", ["target_tokens", "target_chars"])
def test_a_length_that_is_no_number_is_refused(name: str, length: object) -> None:
    import webloupe

    with pytest.raises(BadInput) as caught:
        webloupe.compress(STORY, method="extract", task=QUESTIONS[0], **{name: length})
    assert caught.value.hint
