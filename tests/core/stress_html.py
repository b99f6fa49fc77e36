"""Ten thousand mutations of real and of hostile pages, none of which may end a conversion; run by `make stress`."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from test_html_hostile import HOSTILE

from webloupe.fetch.html import convert

PAGES = sorted((Path(__file__).resolve().parents[2].parent / "shared" / "data" / "pages").glob("*/*.html.gz"))
SEEDS, EACH = 100, 100
PIECE_CHARS = 20_000
TOKENS = [b"<", b">", b"</", b'"', b"&", b"\0", b"\xff", b"<pre>", b"<table>", b"<svg>", b"<template>", b"<!--", b"<a "]


def originals() -> list[bytes]:
    """Pages to spoil, at most `PIECE_CHARS` of each."""
    hostile = [text[:PIECE_CHARS].encode("utf-8", "replace") for text in HOSTILE.values()]
    return hostile + [gzip.decompress(path.read_bytes())[:PIECE_CHARS] for path in PAGES[::5]]


def spoiled(page: bytes, dice: random.Random) -> bytes:
    """`page` with pieces of it moved, doubled, dropped and cut by tokens."""
    letters = bytearray(page)
    for _ in range(dice.randrange(1, 60)):
        at, to = sorted(dice.randrange(len(letters) + 1) for _ in range(2))
        letters[at : min(to, at + dice.randrange(1, 200))] = dice.choice(
            [b"", dice.choice(TOKENS), bytes(letters[at:to][:300])]
        )
    return bytes(letters)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_spoiled_page_ends_a_conversion(seed):
    dice = random.Random(seed)
    pages = originals()
    for _ in range(EACH):
        page = spoiled(dice.choice(pages), dice)
        main = dice.choice(("auto", "precision", "recall", "full"))
        engine = dice.choice(("fast", "fast", "markdownify"))
        document = convert(page, url="https://example.org/a", main=main, engine=engine)
        assert document.text.encode("utf-8") is not None
