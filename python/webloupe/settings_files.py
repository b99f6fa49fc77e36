"""Settings in files: `config.json` of the home folder, and the project's `webloupe.toml` or `pyproject.toml`.

A project file comes with a cloned repository, so it must not hold keys, move the home folder, open private
addresses or send queries elsewhere: such lines are refused with a warning.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from .errors import ConfigError
from .keys import Secret, sendable
from .settings import Setting, backend_names, endpoint, settings

# The section has two names: agents know the tool as web_search.
_SECTIONS = {"web_search": "search"}
_KEY_ENDING = "_api_key"


@dataclass(frozen=True, slots=True)
class FileValues:
    """What one file says: values by setting, keys by backend, and what was wrong but harmless."""

    path: Path | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    keys: Mapping[str, Secret] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def user_values(home: Path) -> FileValues:
    """`config.json` in the home folder; nothing when it is missing, ConfigError when it cannot be read."""
    path = home / "config.json"
    text = _text(path)
    if text is None or not text.strip():
        return FileValues()
    tree, fault = _parsed_json(text)
    if fault:
        raise ConfigError(f"{path} is not JSON: {fault}.", "Correct it, or move it away.")
    return _sorted_out(path, tree, project=False)


def project_values(cwd: Path | None) -> FileValues:
    """The nearest project file from `cwd` upward, to the repository's root or the user's home at most."""
    for folder in _upward(cwd) if cwd else ():
        own = folder / "webloupe.toml"
        text = _text(own)
        if text is not None:
            return _sorted_out(own, _toml(own, text), project=True)
        shared = folder / "pyproject.toml"
        text = _text(shared)
        # Only a file that speaks of us is parsed: a broken one of someone else's is not our affair.
        if text is not None and "tool.webloupe" in text:
            table = _toml(shared, text).get("tool", {}).get("webloupe")
            if table is not None:
                return _sorted_out(shared, table, project=True)
    return FileValues()


def _upward(cwd: Path) -> Iterator[Path]:
    home = Path(os.environ.get("HOME") or os.environ.get("USERPROFILE") or cwd.anchor)
    for folder in (cwd.absolute(), *cwd.absolute().parents):
        yield folder
        if folder == home or (folder / ".git").exists():
            return


def _text(path: Path) -> str | None:
    """The file's text; None when there is no such file."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError:
        fault = "it is not UTF-8"
    except (OSError, ValueError) as error:
        fault = getattr(error, "strerror", None) or "it is no path"
    raise ConfigError(f"{path} cannot be read: {fault}.", "Correct it, or move it away.")


def _parsed_json(text: str) -> tuple[Any, str]:
    """The value, and what is wrong. The error itself is not raised on: it carries the text, keys included."""
    try:
        return json.loads(text), ""
    except json.JSONDecodeError as error:
        return None, f"{error.msg} in line {error.lineno}"
    except (ValueError, RecursionError):
        return None, "it is nested too deeply or holds a number too long"


def _toml(path: Path, text: str) -> dict[str, Any]:
    fault = "it is nested too deeply"
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        fault = str(error).rpartition("(")[2].rstrip(")") or "a mistake"
    except RecursionError:
        pass
    raise ConfigError(f"{path} is not TOML: {fault}.", "Correct it, or move it away.")


def _sorted_out(path: Path, tree: Any, *, project: bool) -> FileValues:
    if not isinstance(tree, dict):
        raise ConfigError(f"{path} must hold a table of settings.", 'Example: {"search": {"limit": 5}}.')
    rows = {setting.name: setting for setting in (*settings(), *map(endpoint, backend_names()))}
    secrets = {f"search.{name}{_KEY_ENDING}": name for name in backend_names()}
    values: dict[str, Any] = {}
    keys: dict[str, Secret] = {}
    warnings: list[str] = []
    for name, raw in _flat(tree):
        if refusal := _refused(name, rows, project):
            warnings.append(f"{path}: {name} is ignored: {refusal}.")
        elif name in secrets:
            if secret := _secret(path, name, raw):
                keys[secrets[name]] = secret
        elif name in rows:
            values[name] = raw
        else:
            warnings.append(f"{path}: no setting is called {name}{_hint(name, [*rows, *secrets])}.")
    return FileValues(path, values, keys, tuple(warnings))


def _flat(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Names joined by dots. Everything that calls itself a key is a secret from here on."""
    for key, value in tree.items():
        name = f"{above}.{key}" if above else _SECTIONS.get(key, key)
        if isinstance(value, dict):
            yield from _flat(value, name)
        elif isinstance(value, str) and "key" in key.lower():
            yield name, Secret(value)
        else:
            yield name, value


def _refused(name: str, rows: Mapping[str, Setting], project: bool) -> str:
    """Why a file must not set this; "" when it may."""
    if name == "home":
        return "the home folder is set by WEBLOUPE_HOME"
    if not project:
        return ""
    if name.endswith(_KEY_ENDING):
        return "keys belong in config.json, the keyring or the environment, never in a project"
    if name in rows and not rows[name].project:
        return f"a project must not decide it; set {rows[name].variable} or config.json"
    return ""


def _secret(path: Path, name: str, raw: object) -> Secret | None:
    """The key; None when empty. What it holds is never told."""
    if raw is None or (isinstance(raw, Secret) and not raw.reveal().strip()):
        return None
    value = sendable(raw.reveal()) if isinstance(raw, Secret) else ""
    if not value:
        raise ConfigError(f"{name} in {path} is no key.", "Allowed: the ASCII text that the service gave.")
    return Secret(value)


def _hint(name: str, known: list[str]) -> str:
    match = get_close_matches(name, known, n=1)
    return f"; the nearest is {match[0]}" if match else ""
