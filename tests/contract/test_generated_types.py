"""The TypeScript twins of the Python shapes are what would be generated now."""

import runpy
from pathlib import Path

EXTENSION = Path(__file__).resolve().parents[2] / "extension"


def test_the_committed_types_are_fresh():
    generated = runpy.run_path(str(EXTENSION / "generate_types.py"))
    assert generated["TARGET"].read_text("utf-8") == generated["generate"](), "run python extension/generate_types.py"
