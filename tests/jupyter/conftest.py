"""A demo web, a home of its own for each test, and an IPython shell in this process."""

from __future__ import annotations

import os

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from webloupe.demo import DemoWeb


@pytest.fixture(scope="session")
def web():
    with DemoWeb() as running:
        yield running


@pytest.fixture
def at_home(web, tmp_path, monkeypatch):
    """webloupe's environment: the demo web, a fresh home, nothing of the machine's own settings."""
    for name in list(os.environ):
        if name.startswith("WEBLOUPE_") or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    for name, value in {**web.env, "WEBLOUPE_HOME": str(tmp_path / "home")}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def shell(at_home):
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    running = InteractiveShell.instance(config=config)
    running.run_cell("%load_ext webloupe")
    yield running
    InteractiveShell.clear_instance()


@pytest.fixture
def run(shell):
    """Run a cell; what it shows, or the error it ends with."""

    def cell(source: str):
        done = shell.run_cell(source)
        if done.error_before_exec or done.error_in_exec:
            raise done.error_before_exec or done.error_in_exec
        return done.result

    return cell
