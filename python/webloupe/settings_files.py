"""Settings in files: `config.json` of the home folder, and the project's `webloupe.toml` or `pyproject.toml`.

A project file comes with a cloned repository, so it must not hold keys, move the home folder, open private
addresses or send queries elsewhere: such lines are refused with a warning. A file that cannot be read as a
whole is an error all the same: it may be the one that switches the network off.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from .errors import ConfigError
from .files import read_plain
from .keys import Secret, sendable
from .settings import Setting, key_names, key_place, of_backends, settings

# The section has two names: agents know the tool as web_search.
SECTIONS = {"web_search": "search"}
_KEY_ENDING = "api_key"

USER_FILE = "config.json"
_FILE_BYTES = 1_000_000  # settings are a few thousand
_DEEPEST = 4  # tables in tables; the names that we know are two deep
_TOLD = 10  # warnings of one file
_NAME_CHARS = 80  # of a name in a warning

# A key of many parts takes `tomllib` time that grows with their square.
_PART = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[\w-]++)[ \t]*+"""
_LONG_KEY = re.compile(rf"(?<![\w\\-]){_PART}(?:\.[ \t]*+{_PART}){{64}}")


@dataclass(frozen=True, slots=True)
class FileValues:
    """What one file says: values by setting, keys by backend, and what was wrong but harmless."""

    path: Path | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    keys: Mapping[str, Secret] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def user_values(home: Path) -> FileValues:
    """`config.json` in the home folder; nothing when it is missing, ConfigError when it cannot be read."""
    tree = user_tree(home)
    return FileValues() if tree is None else _sorted_out(home / USER_FILE, tree, project=False)


def user_tree(home: Path) -> dict[str, Any] | None:
    """All that `config.json` holds, keys included; None when it is missing or empty, ConfigError as above."""
    path = home / USER_FILE
    text = _text(path)
    if text is None or not text.strip():
        return None
    tree, fault = _parsed_json(text)
    if fault:
        raise ConfigError(f"{path} is not JSON: {fault}.", "Correct it, or move it away.")
    return _table(path, tree)


def _table(path: Path, tree: Any) -> dict[str, Any]:
    if not isinstance(tree, dict):
        raise ConfigError(f"{path} must hold a table of settings.", 'Example: {"search": {"limit": 5}}.')
    return tree


def project_values(cwd: Path | None) -> FileValues:
    """The nearest project file from `cwd` upward, to the repository's root or the user's home at most."""
    for folder in _upward(cwd) if cwd else ():
        own = folder / "webloupe.toml"
        text = _text(own)
        if text is not None:
            return _sorted_out(own, _toml(own, text), project=True)
        shared = folder / "pyproject.toml"
        # Only a file that speaks of us is parsed: a broken one of someone else's is not our affair.
        if "tool.webloupe" in (text := _text_of_others(shared)):
            tool = _toml(shared, text).get("tool")
            if isinstance(tool, dict) and "webloupe" in tool:
                return _sorted_out(shared, _table(shared, tool["webloupe"]), project=True)
    return FileValues()


def _upward(cwd: Path) -> Iterator[Path]:
    home = Path(os.environ.get("HOME") or os.environ.get("USERPROFILE") or cwd.anchor)
    for folder in (cwd, *cwd.parents):
        yield folder
        if folder == home or os.path.lexists(folder / ".git"):
            return


def _text(path: Path) -> str | None:
    """The file's text; None when there is no such file, or it lies where this user may not look."""
    try:
        return read_plain(path, _FILE_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        fault = "it is not UTF-8"
    except OSError as error:
        if not os.path.lexists(path):
            return None
        fault = error.strerror or type(error).__name__
    raise ConfigError(f"{path} cannot be read: {fault}.", "Correct it, or move it away.")


def _text_of_others(path: Path) -> str:
    """The text of a file that need not speak of us; "" when it cannot be read."""
    try:
        return read_plain(path, _FILE_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ""


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
        if not _LONG_KEY.search(text):
            return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        fault = str(error).rpartition("(")[2].rstrip(")") or "a mistake"
    except ValueError:  # Python reads no whole number of more than 4,300 digits
        fault = "it holds a number too long"
    except RecursionError:
        pass
    raise ConfigError(f"{path} is not TOML: {fault}.", "Correct it, or move it away.")


def _sorted_out(path: Path, tree: Mapping[str, Any], *, project: bool) -> FileValues:
    rows = {name: row for row in _rows() for name in (row.name, row.alias) if name}
    secrets = {key_place(name): name for name in key_names()}
    values: dict[str, Any] = {}
    keys: dict[str, Secret] = {}
    warnings: list[str] = []
    for name, raw in _flat(tree):
        refusal = _refused(name, rows, project)
        if not refusal and name in secrets:
            if secret := _secret(path, name, raw):
                keys[secrets[name]] = secret
        elif not refusal and name in rows:
            values[rows[name].name] = raw
        elif len(warnings) < _TOLD:
            known = [*rows, *secrets]
            said = f"{_shown(name)} is ignored: {refusal}" if refusal else f"no setting is called {_hint(name, known)}"
            warnings.append(f"{path}: {said}.")
        elif len(warnings) == _TOLD:
            warnings.append(f"{path}: more names are ignored or unknown.")
    return FileValues(path, values, keys, tuple(warnings))


def _rows() -> Iterator[Setting]:
    yield from settings()
    for table in of_backends().values():
        yield from table


def _flat(tree: Mapping[str, Any], above: str = "", depth: int = 1) -> Iterator[tuple[str, Any]]:
    """Names joined by dots. Everything that calls itself a key is a secret from here on."""
    for key, value in tree.items():
        name = f"{above}.{key}" if above else SECTIONS.get(key, key)
        if isinstance(value, dict) and depth < _DEEPEST:
            yield from _flat(value, name, depth + 1)
        elif isinstance(value, dict):
            yield f"{name}.…", None
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
    match = get_close_matches(name[:_NAME_CHARS], known, n=1)
    return f"{_shown(name)}; the nearest is {match[0]}" if match else _shown(name)


def _shown(name: str) -> str:
    """A name as a warning tells it: a file of a cloned repository chose it."""
    bare = "".join(sign if sign.isprintable() else "\ufffd" for sign in name[:_NAME_CHARS])
    return bare if len(name) <= _NAME_CHARS else f"{bare}…"
