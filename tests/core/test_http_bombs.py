"""A body that unpacks to 10 GB costs a second and 50 MB at most, wherever it hides. Measured in a fresh process."""

from __future__ import annotations

import functools
import gzip
import json
import subprocess
import sys

import brotli
import pytest
from backports import zstd
from loopback import Received, reply, serve

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read from /proc")
GIGABYTES = 10
ZEROS = 10_000_000
TIMES = GIGABYTES * 10**9 // ZEROS

CLIENT = """
import asyncio, json, pathlib, re, sys, time
from webloupe.errors import WebloupeError
from webloupe.http import Http
from webloupe.wire import Request

def peak_kb():
    # Not getrusage: there a child starts with the peak of the process that forked it.
    return int(re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1])

async def main(server, path):
    http = Http(allow_private=["127.0.0.1"], trust_env=False)
    # Imports, decoders and the first connection are no part of the bomb.
    await http.send(Request("GET", server + "/small" + path), timeout_s=10, follow=True)
    before, started = peak_kb(), time.monotonic()
    try:
        answer = await http.send(Request("GET", server + path), timeout_s=10, follow=True)
        told = [len(answer.body), answer.over_cap, answer.body[:2000].hex()[:20]]
    except WebloupeError as error:
        told = [type(error).__name__, error.message, ""]
    took = time.monotonic() - started
    grown_mb = (peak_kb() - before) / 1024
    await http.aclose()
    print(json.dumps({"told": told, "took_s": took, "grown_mb": grown_mb}))

asyncio.run(main(*sys.argv[1:]))
"""


def gzip_bomb() -> bytes:
    return gzip.compress(bytes(ZEROS)) * TIMES


def brotli_bomb() -> bytes:
    """Each flush starts a block of its own, and from the second on all are alike."""
    packer = brotli.Compressor(quality=1)
    first, again = (packer.process(bytes(ZEROS)) + packer.flush() for _ in range(2))
    return first + again * (TIMES - 1) + packer.finish()


def zstd_bomb() -> bytes:
    """One frame with an 8 MB window, made of blocks that say "this byte, 128 kB of it" in four bytes."""
    block, last = (((131_072 << 3) | (1 << 1) | flag).to_bytes(3, "little") + b"\0" for flag in (0, 1))
    return b"\x28\xb5\x2f\xfd\x00" + bytes([(23 - 10) << 3]) + block * (GIGABYTES * 10**9 // 131_072) + last


@functools.cache
def bomb(kind: str) -> bytes:
    return {
        "gzip": gzip_bomb,
        "br": brotli_bomb,
        "zstd": zstd_bomb,
        "zstd-frames": lambda: zstd.compress(bytes(ZEROS)) * TIMES,
        "gzip-gzip": lambda: gzip.compress(gzip_bomb(), 1),
        "zstd-zstd": lambda: zstd.compress(zstd_bomb()),
    }[kind]()


def small(kind: str) -> bytes:
    pack = {"gzip": gzip.compress, "br": brotli.compress, "zstd": zstd.compress}
    first, *again = [pack[name] for name in kind.replace("-frames", "").split("-")]
    return again[0](first(b"small")) if again else first(b"small")


def handler(request: Received) -> bytes:
    *warm, wrapping, kind = request.path[1:].split("/")
    if wrapping == "behind":
        return reply(200, b"behind")
    headers = {"Content-Encoding": kind.replace("-frames", "").replace("-", ", ")}
    if wrapping == "redirect":
        return reply(302, bomb(kind), {**headers, "Location": "/behind/x"})
    return reply(200, small(kind) if warm else bomb(kind), headers)


def detonate(url: str, path: str) -> dict:
    command = [sys.executable, "-c", CLIENT, url, path]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.mark.parametrize("kind", ["gzip", "br", "zstd", "zstd-frames", "gzip-gzip", "zstd-zstd"])
def test_a_bomb_is_cut_at_the_cap(kind):
    assert len(bomb(kind)) < 12_000_000
    with serve(handler) as server:
        cost = detonate(server.url, f"/body/{kind}")
    assert cost["told"] == [5_000_000, True, "00" * 10]
    assert cost["took_s"] <= 1
    assert cost["grown_mb"] <= 50


@pytest.mark.parametrize("kind", ["gzip", "br", "zstd"])
def test_a_bomb_as_the_body_of_a_redirect_is_not_even_opened(kind):
    with serve(handler) as server:
        cost = detonate(server.url, f"/redirect/{kind}")
    assert cost["told"] == [6, False, b"behind".hex()]
    assert cost["took_s"] <= 1
    assert cost["grown_mb"] <= 50


def test_redirects_that_carry_bombs_one_after_another_end_too():
    def looping(request: Received) -> bytes:
        if request.path.startswith("/small"):
            return reply()
        return reply(302, bomb("zstd"), {"Content-Encoding": "zstd", "Location": request.path})

    with serve(looping) as server:
        cost = detonate(server.url, "/again")
    assert cost["told"][0] == "Refused"
    assert cost["took_s"] <= 1
    assert cost["grown_mb"] <= 50
