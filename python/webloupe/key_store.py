"""Where keys are kept: the system keyring where one works, else `config.json` for its owner's eyes alone."""

from __future__ import annotations

import errno
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from . import keys
from .errors import ConfigError
from .files import NOFOLLOW, make_folders, open_plain
from .keys import SERVICE, Secret
from .settings import key_place
from .settings_files import SECTIONS, USER_FILE, user_tree

ANSWER_S = 20.0  # a keyring may ask its owner for a password first
KEYRING = "the system keyring"
_NOTE = "keyring-changed"


def keep(home: Path, name: str, secret: Secret) -> str:
    """Keep the key of `name`; where it is now. ConfigError when it can be kept nowhere.

    What else `config.json` holds stays; an older key in it goes where the keyring has the new one.
    """

    def put(keyring: Any) -> bool:
        keyring.set_password(SERVICE, name, secret.reveal())
        return bool(keyring.get_password(SERVICE, name) == secret.reveal())  # some take all and keep nothing

    if keys.in_keyring(put, ANSWER_S):
        _note_change(home)
        _change_file(home, name, None)
        return KEYRING
    _change_file(home, name, secret)
    return str(home / USER_FILE)


def forget(home: Path, name: str) -> list[str]:
    """Take the key of `name` out of every place of ours; the places that held one."""

    def take(keyring: Any) -> bool:
        held = bool(keyring.get_password(SERVICE, name))
        if held:
            keyring.delete_password(SERVICE, name)
        return held

    places = [KEYRING] if keys.in_keyring(take, ANSWER_S) else []
    if places:
        _note_change(home)
    if _change_file(home, name, None):
        places.append(str(home / USER_FILE))
    return places


def changed_ns(home: Path) -> int:
    """When the keyring was last changed from here, in ns; 0 for never. Every process of this home sees it."""
    try:
        return (home / _NOTE).lstat().st_mtime_ns
    except (OSError, ValueError):
        return 0


def _note_change(home: Path) -> None:
    """Let running kernels and servers look into the keyring again; where no file can be written, once they restart."""
    with suppress(OSError):
        make_folders(home, home)
        handle = open_plain(home / _NOTE, os.O_WRONLY | os.O_CREAT | NOFOLLOW)
        os.close(handle)
        os.utime(home / _NOTE)


def _change_file(home: Path, name: str, secret: Secret | None) -> bool:
    """Put the key into `config.json`, or take it out; whether it held one before. ConfigError in two lines."""
    try:
        return _changed(home, name, secret)
    except ConfigError as error:
        mistake = error.with_traceback(None)  # the frames below hold keys
    except OSError as error:
        fault = error.strerror or type(error).__name__
        hint = f"Correct that, or set {keys.variables(name)[0]} instead."
        mistake = ConfigError(f"{home / USER_FILE} cannot be written: {fault}.", hint)
    raise mistake


def _changed(home: Path, name: str, secret: Secret | None) -> bool:
    tree = user_tree(home) or {}
    held = _take_out(tree, name)
    if secret is not None:
        tables = [tree[section] for section in _sections(name) if isinstance(tree.get(section), dict)]
        if not tables:
            tables = [{}]
            tree[_sections(name)[0]] = tables[0]
        tables[0][_field(name)] = secret.reveal()
    if held or secret is not None:
        _replace(home, json.dumps(tree, indent=2, ensure_ascii=False) + "\n")
    return held


def _take_out(tree: dict[str, Any], name: str) -> bool:
    """Whether a key was there, under any of the names that are read."""
    tables = [tree.get(section) for section in _sections(name)]
    found = [table.pop(_field(name), None) for table in tables if isinstance(table, dict)]
    return any([*found, tree.pop(key_place(name), None)])


def _sections(name: str) -> list[str]:
    """The tables of the file that may hold the key, the one for a new key first."""
    section = key_place(name).partition(".")[0]
    return [*(alias for alias, real in SECTIONS.items() if real == section), section]


def _field(name: str) -> str:
    return key_place(name).partition(".")[2]


def _replace(home: Path, text: str) -> None:
    """Puts the file in place at once or not at all, readable by its owner alone."""
    path = home / USER_FILE
    if path.is_symlink():
        raise OSError(errno.ELOOP, "it is a link, and a key must not end elsewhere", str(path))
    make_folders(home, home)
    stray = home / f".{USER_FILE}-{os.urandom(8).hex()}"
    try:
        handle = open_plain(stray, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOFOLLOW)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "backslashreplace"))  # a lone surrogate is its own JSON escape
            file.flush()
            os.fsync(file.fileno())
        stray.replace(path)
    except OSError:
        stray.unlink(missing_ok=True)
        raise
