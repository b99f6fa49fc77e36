"""Token counts: exact, offline, for any text."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.errors import BadInput
from webloupe.tokens import ENCODINGS, count_tokens, counts_exactly, estimate_tokens

SHARED = Path(__file__).resolve().parents[2].parent / "shared"

# text, tokens in o200k_base, tokens in cl100k_base: as tiktoken 0.14 and rs-bpe 0.1 count them.
KNOWN = [
    ("", 0, 0),
    ("Hello, world!", 4, 4),
    ("The quick brown fox jumps over the lazy dog.", 10, 10),
    ("北京大学位于中国北京，是一所综合性大学。", 13, 18),
    ("吾輩は猫である。名前はまだ無い。", 14, 21),
    ("안녕하세요, 반갑습니다.", 7, 11),
    ("Здравствуй, мир! Как дела?", 10, 14),
    ("مرحبا بالعالم", 4, 10),
    ("नमस्ते दुनिया", 5, 13),
    ("👩‍👩‍👧‍👦 family 🇩🇪🏳️‍🌈", 22, 34),
    ('def f(x: int) -> str:\n    return f"{x!r}"  # ok\n', 21, 21),
    ("https://example.org/a/b?c=d&e=%20#f", 14, 14),
    ("   \n\n\t\t  \r\n x", 4, 4),
    ("1234567890 3.14159 1,000,000", 15, 15),
    ("don't I'LL we've IT'S", 6, 9),
    ("e\u0301 \ufeff\u200b\u00ad\u2028", 6, 7),
    ("\x00\x01\x7f\x85", 5, 5),
    ("<|endoftext|>", 7, 7),
    ("<|im_start|>user<|im_sep|><|fim_prefix|>", 18, 19),
]


@pytest.mark.parametrize(("text", "o200k", "cl100k"), KNOWN)
def test_counts_are_those_of_the_reference_tokenizer(text: str, o200k: int, cl100k: int) -> None:
    assert (count_tokens(text), count_tokens(text, "cl100k_base")) == (o200k, cl100k)


@pytest.mark.parametrize(("encoding", "tokens"), [("o200k_base", 6_500_732), ("cl100k_base", 6_542_756)])
def test_every_code_point_counts_as_in_the_reference(encoding: str, tokens: int) -> None:
    every = "".join(f"a{chr(code)}b " for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    assert count_tokens(every, encoding) == tokens


@pytest.mark.parametrize(
    ("run", "tokens"), [("a" * 1_000_000, 125_000), (" " * 1_000_000, 7_813), ("\n" * 100_000, 6_250)]
)
def test_a_long_run_without_borders_is_counted_like_any_text(run: str, tokens: int) -> None:
    assert count_tokens(run) == tokens


def test_halves_of_surrogate_pairs_never_crash_and_whole_pairs_are_the_character() -> None:
    assert count_tokens("\ud83d\ude00") == count_tokens("😀")
    assert count_tokens("a\ud800b") == count_tokens("a\ufffdb")


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=())), st.sampled_from(ENCODINGS))
def test_any_text_has_a_count(text: str, encoding: str) -> None:
    assert 0 <= count_tokens(text, encoding) <= 4 * len(text)


def test_naughty_strings_have_a_count() -> None:
    source = SHARED / "vectors" / "naughty_strings.json"
    if not source.exists():
        pytest.skip("the shared vectors are not beside the project")
    for text in json.loads(source.read_text("utf-8")):
        assert (count_tokens(text) > 0) == bool(text)


def test_an_unknown_encoding_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadInput) as caught:
        count_tokens("x", "o200k")
    assert '"o200k_base"' in caught.value.lines()[1]


def test_threads_count_alike() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(count_tokens, ["Hello, world!"] * 200)) == {4}


PROSE = (
    "The town council met on Tuesday to discuss the new bridge over the river. It will cost about 2.4 million. " * 20
)
CHINESE = "市议会周二开会讨论横跨河流的新桥。预计造价约为二百四十万元，工程将于明年春季开始。" * 20


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("text", [PROSE, CHINESE, Path(__file__).read_text("utf-8")], ids=["prose", "chinese", "code"])
def test_the_estimate_is_near(text: str, encoding: str) -> None:
    assert estimate_tokens(text, encoding) == pytest.approx(count_tokens(text, encoding), rel=0.2)


def test_without_the_tokenizer_counts_are_estimates_and_say_so() -> None:
    script = (
        "import sys; sys.modules['toktok'] = None\n"
        "from webloupe.tokens import *\n"
        "print(counts_exactly(), count_tokens('Hello, world!') == estimate_tokens('Hello, world!', 'o200k_base'))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
    assert counts_exactly()


def test_counting_opens_no_connection() -> None:
    script = (
        "import socket\n"
        "def refuse(*_): raise AssertionError('a connection for a count')\n"
        "socket.socket.connect = refuse; socket.getaddrinfo = refuse\n"
        "from webloupe.tokens import count_tokens\n"
        "print(count_tokens('Hello, world!'), count_tokens('Hello, world!', 'cl100k_base'))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["4", "4"]
