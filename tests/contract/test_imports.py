"""What a fresh interpreter loads. Who may import whom in the source is held by import-linter (pyproject.toml)."""

import subprocess
import sys

import pytest

HEAVY = {"httpx", "pandas", "bs4", "turbohtml", "markdownify", "nh3", "markdown_it", "pypdf", "tiktoken", "plotly"}


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh interpreter holds after `statement`."""
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stdout.split())


@pytest.mark.parametrize("name", ["", ".types", ".errors", ".config", ".keys", ".options", ".cli", ".sync"])
def test_a_light_module_loads_nothing_heavy(name):
    assert not loaded_by(f"import webloupe{name}") & HEAVY


def test_loading_the_magics_pulls_in_nothing_that_only_showing_needs():
    loaded = loaded_by("import webloupe_jupyter.magics")
    assert not loaded & {*HEAVY, "ipywidgets", "anywidget", "tornado"}


def test_the_core_runs_without_any_jupyter_package():
    jupyter = {"IPython", "traitlets", "ipywidgets", "anywidget", "tornado", "ipykernel", "jupyter_core"}
    assert not loaded_by("import webloupe.cli, webloupe.session, webloupe.sync, webloupe.doctor") & jupyter


def test_operations_load_neither_jupyter_nor_what_a_drawing_needs():
    loaded = loaded_by("import webloupe_jupyter.operations, webloupe_jupyter.comm")
    assert not loaded & {*HEAVY, "IPython", "traitlets", "ipywidgets", "anywidget", "tornado", "jupyter_server"}


def test_the_server_loads_nothing_of_the_kernels_side():
    assert not loaded_by("import webloupe_jupyter.server.app") & {"ipywidgets", "anywidget", "plotly"}
