"""A browser for tests: one a module, on loopback alone; skipped where the machine has none."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from webloupe import config as configuration
from webloupe.browse.programs import program
from webloupe.errors import ConfigError
from webloupe.sync import Session


def _lack() -> str:
    if importlib.util.find_spec("playwright") is None:
        return "Playwright is not installed"
    try:
        program(None, "")
    except ConfigError as error:
        return error.message
    return ""


LACK = _lack()
needs_browser = pytest.mark.skipif(bool(LACK), reason=LACK or "there is a browser")


def session_at(home: Path, env: dict[str, str], **overlay: object) -> Session:
    """A session whose browser keeps its profile in `home`."""
    return Session(configuration.load(env=env, cwd=home, home=home, overlay=dict(overlay)))


def numbered(state, role: str, name: str) -> int:
    """The number of the element with that role and name."""
    found = [one.index for one in state.elements if (one.role, one.name) == (role, name)]
    assert found, [(one.role, one.name) for one in state.elements]
    return found[0]
