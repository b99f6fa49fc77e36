"""Who may import whom: the walls of ARCHITECTURE.md, read from the source and tried in a fresh interpreter."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAVY = (
    "httpx",
    "pandas",
    "bs4",
    "turbohtml",
    "markdownify",
    "nh3",
    "markdown_it",
    "pypdf",
    "tiktoken",
    "plotly",
    "mcp",
)


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh interpreter holds after `statement`."""
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stdout.split())


def test_every_import_contract_holds():
    done = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["", ".types", ".errors", ".config", ".keys", ".options", ".cli", ".sync"])
def test_a_light_module_loads_nothing_heavy(name):
    assert not loaded_by(f"import webloupe{name}") & HEAVY


def test_loading_the_magics_pulls_in_nothing_that_only_showing_needs():
    loaded = loaded_by("import webloupe_jupyter.magics")
    assert not loaded & {*HEAVY, "ipywidgets", "anywidget", "tornado"}


def test_the_core_runs_without_any_jupyter_package():
    jupyter = {"IPython", "traitlets", "ipywidgets", "anywidget", "tornado", "ipykernel", "jupyter_core"}
    assert not loaded_by("import webloupe.cli, webloupe.session, webloupe.sync, webloupe.doctor") & jupyter
