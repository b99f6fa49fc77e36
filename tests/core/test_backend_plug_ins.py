"""Backends that other packages bring: installed as users install them, asked in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from search_server import SearchServer, raw

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "webloupe-acorn"
HIT = {"title": "Oaks", "url": "https://a.example/oaks", "summary": "Oaks rest in winter.", "date": "2026-03-09"}
BROKEN = {
    "raising": ("raising_plug_in", "raise RuntimeError('of another version')", "RuntimeError: of another version"),
    "gone": ("gone_plug_in:Missing", "", "AttributeError"),
    "foreign": ("foreign_plug_in:thing", "thing = 3", "TypeError"),
    "unmade": (
        "unmade_plug_in",
        "from webloupe.search.backends.base import HttpBackend\nclass Unmade(HttpBackend):\n    url = 'https://a.example'",
        "abstract",
    ),
}
ASK = """
import asyncio, json, sys
from webloupe.session import AsyncSession
from webloupe.errors import WebloupeError
from webloupe.settings import backend_names

async def main():
    session = AsyncSession()
    told = {"names": backend_names()}
    try:
        response = await session.search("oak", backend=sys.argv[1], limit=3, since="2026-01-01")
        told |= {"urls": [hit.url for hit in response], "backends": [hit.backend for hit in response]}
        told |= {"attempts": [[one.backend, one.error.message if one.error else ""] for one in response.attempts]}
    except WebloupeError as error:
        told |= {"lines": error.lines()}
    finally:
        await session.aclose()
    print(json.dumps(told))

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example installed by pip, and with packages whose backends cannot be loaded."""
    target = tmp_path_factory.mktemp("packages")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    done = subprocess.run([*pip, "--target", str(target), str(EXAMPLE)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name, (point, source, _) in BROKEN.items():
        (target / f"{point.partition(':')[0]}.py").write_text(source)
        info = target / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[webloupe.backends]\n{name} = {point}\n")
    return target


@pytest.fixture(scope="module")
def server() -> Iterator[SearchServer]:
    with SearchServer().running() as running:
        running.play(acorn=raw(200, "application/json", json.dumps({"results": [HIT]}), "X-RateLimit-Remaining: 41"))
        yield running


def ask(packages: Path, server: SearchServer, home: Path, backend: str, **variables: str) -> dict[str, Any]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("WEBLOUPE_")}
    env |= {"PYTHONPATH": str(packages), "WEBLOUPE_HOME": str(home), "WEBLOUPE_ACORN_URL": f"{server.url}/acorn"}
    done = subprocess.run(
        [sys.executable, "-c", ASK, backend], env=env | variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_the_example_is_installed_and_searches(packages: Path, server: SearchServer, tmp_path: Path) -> None:
    server.calls.clear()
    told = ask(packages, server, tmp_path, "acorn", WEBLOUPE_ACORN_API_KEY="canary-0123456789")
    assert (told["urls"], told["backends"]) == (["https://a.example/oaks"], ["acorn"])
    (call,) = server.calls
    assert call.body["q"] == "oak" and call.body["after"] == "2026-01-01"
    assert call.headers["x-api-key"] == "canary-0123456789"
    assert {"acorn", "exa", *BROKEN} <= set(told["names"])  # a list of names imports nothing


@pytest.mark.parametrize("name", BROKEN)
def test_a_plug_in_that_cannot_be_loaded_says_why_and_what_to_do(
    packages: Path, server: SearchServer, tmp_path: Path, name: str
) -> None:
    point, _, reason = BROKEN[name]
    lines = " ".join(ask(packages, server, tmp_path, name)["lines"])
    for part in (name, point, reason, "Update or remove the package"):
        assert part in lines


def test_a_plug_in_that_cannot_be_loaded_costs_only_itself(
    packages: Path, server: SearchServer, tmp_path: Path
) -> None:
    told = ask(packages, server, tmp_path, "auto", WEBLOUPE_BACKENDS="raising,acorn")
    assert told["urls"] == ["https://a.example/oaks"]
    ((broken, why), (answered, _)) = told["attempts"]
    assert (broken, answered) == ("raising", "acorn") and "of another version" in why
