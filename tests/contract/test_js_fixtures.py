"""What the tests of the views read is what Python would answer."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

JS = Path(__file__).resolve().parents[1] / "js"


@pytest.fixture(scope="module")
def wanted() -> dict[str, bytes]:
    written: dict[str, bytes] = runpy.run_path(str(JS / "write_fixtures.py"))["fixtures"]()
    return written


def test_the_fixtures_of_the_views_are_what_python_answers(wanted: dict[str, bytes]) -> None:
    stale = [name for name, content in wanted.items() if (JS / "fixtures" / f"{name}.json").read_bytes() != content]
    assert not stale, "run: python tests/js/write_fixtures.py"


def test_no_fixture_is_left_that_nobody_writes(wanted: dict[str, bytes]) -> None:
    assert {path.stem for path in (JS / "fixtures").glob("*.json")} == set(wanted)
