"""Packages that only an extra brings."""

from __future__ import annotations

import importlib
from types import ModuleType

from ...errors import ExtraMissing


def package(name: str, extra: str) -> ModuleType:
    """The package; ExtraMissing with the command that brings it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        root = name.partition(".")[0]
        raise ExtraMissing(f"{root} is not installed.", f"Run `pip install 'webloupe[{extra}]'`.") from error
