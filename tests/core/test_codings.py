"""Content codings undone in bounded steps, whole streams and broken ones."""

from __future__ import annotations

import gzip
import random
import zlib

import brotli
import pytest
from backports import zstd
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.codings import Body, CodingError


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


PACK = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "deflate (raw)": raw_deflate,
    "br": lambda data: brotli.compress(data, quality=4),
    "zstd": zstd.compress,
    "": bytes,
}
CODED = [name for name in PACK if name]
PLAIN = random.Random(7).randbytes(50_000) + b"webloupe " * 20_000


def unpack(coding: str, wire: bytes, cap: int = 10_000_000, chunk: int = 16_384) -> tuple[bytes, bool]:
    body = Body(coding.partition(" ")[0], cap)
    for at in range(0, len(wire), chunk):
        if not body.feed(wire[at : at + chunk]):
            break
    return body.finish(), body.over_cap


@pytest.mark.parametrize("chunk", [1, 7, 16_384, 10_000_000])
@pytest.mark.parametrize("coding", PACK)
def test_every_coding_comes_back_whole_however_it_is_cut_into_chunks(coding, chunk):
    plain = PLAIN[40_000:70_000] if chunk < 100 else PLAIN
    assert unpack(coding, PACK[coding](plain), chunk=chunk) == (plain, False)


@pytest.mark.parametrize("coding", PACK)
@pytest.mark.parametrize("filler", ["zeros", "noise"])
def test_the_cap_is_exact_on_both_sides(coding, filler):
    cap = 1_000_000
    data = bytes(cap + 1) if filler == "zeros" else random.Random(1).randbytes(cap + 1)
    assert unpack(coding, PACK[coding](data[:cap]), cap) == (data[:cap], False)
    assert unpack(coding, PACK[coding](data), cap) == (data[:cap], True)


@pytest.mark.parametrize("coding", CODED)
def test_an_empty_body_needs_no_coding_and_an_empty_stream_is_empty(coding):
    assert unpack(coding, b"") == (b"", False)
    assert unpack(coding, PACK[coding](b"")) == (b"", False)


@pytest.mark.parametrize("chunk", [1, 5, 10_000])
@pytest.mark.parametrize("coding", ["gzip", "x-gzip", "zstd"])
def test_several_members_or_frames_are_one_body(coding, chunk):
    parts = [b"one ", b"", b"two " * 1_000, b"three"]
    assert unpack(coding, b"".join(map(PACK[coding], parts)), chunk=chunk) == (b"".join(parts), False)


def test_skippable_zstd_frames_are_skipped():
    skippable = b"\x50\x2a\x4d\x18\x04\x00\x00\x00abcd"
    assert unpack("zstd", skippable + zstd.compress(b"text") + skippable, chunk=3) == (b"text", False)


@pytest.mark.parametrize("padding", [b"\0" * 600, b"\n", b"trailing words"])
@pytest.mark.parametrize("coding", ["gzip", "deflate", "deflate (raw)"])
def test_padding_after_the_stream_is_ignored(coding, padding):
    assert unpack(coding, PACK[coding](b"text") + padding, chunk=9) == (b"text", False)


def test_two_codings_are_undone_last_one_first_and_a_third_is_refused():
    assert unpack("gzip,br", PACK["br"](gzip.compress(PLAIN)))[0] == PLAIN
    body = Body(" GZIP , identity, Br ", 10_000_000)
    body.feed(PACK["br"](gzip.compress(PLAIN)))
    assert body.finish() == PLAIN
    with pytest.raises(CodingError, match="3 content codings"):
        Body("gzip, gzip, gzip", 10)


def test_an_unknown_coding_is_named():
    with pytest.raises(CodingError, match="'snappy'"):
        Body("gzip, snappy", 10)


@pytest.mark.parametrize("lost", [1, 4, 30])
@pytest.mark.parametrize("coding", CODED)
def test_a_stream_cut_short_is_an_error_that_names_the_coding(coding, lost):
    with pytest.raises(CodingError, match=f"the {coding.partition(' ')[0]} body ends early"):
        unpack(coding, PACK[coding](PLAIN)[:-lost])


@pytest.mark.parametrize("coding", CODED)
def test_a_stream_of_something_else_is_an_error_that_names_the_coding(coding):
    with pytest.raises(CodingError, match=coding.partition(" ")[0]):
        unpack(coding, b"<!doctype html><p>not packed at all, whatever the header said" * 9)


def test_a_zstd_frame_may_not_ask_for_more_than_8_megabytes_of_window():
    options = {zstd.CompressionParameter.window_log: 27, zstd.CompressionParameter.content_size_flag: 0}
    packer = zstd.ZstdCompressor(options=options)
    with pytest.raises(CodingError, match="zstd"):
        unpack("zstd", packer.compress(bytes(1_000_000)) + packer.flush())


def test_packed_bytes_that_unpack_to_nothing_end_at_the_cap_too():
    nothing = gzip.compress(b"") * 10_000
    body = Body("gzip", 1_000)
    assert not body.feed(nothing)
    assert body.over_cap
    assert body.finish() == b""


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(CODED), st.binary(max_size=400), st.integers(0, 10_000), st.integers(0, 255))
def test_damage_anywhere_gives_bytes_or_a_named_error_and_nothing_else(coding, plain, where, value):
    wire = bytearray(PACK[coding](plain))
    wire[where % len(wire)] = value
    try:
        unpack(coding, bytes(wire), cap=100_000)
    except CodingError as error:
        assert coding.partition(" ")[0] in str(error)
