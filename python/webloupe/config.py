"""The configuration: every value, and where it comes from.

Call or traitlets > environment > project file > `config.json` in the home folder > default.
"""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from . import keys as api_keys
from .addresses import shown
from .errors import ConfigError
from .key_store import changed_ns
from .keys import Keys
from .settings import Setting, key_names, key_place, of_backends, settings
from .settings_files import FileValues, project_values, user_values
from .types import Caps, Engine, Main, Tier, Unsupported

HERE = "this session"  # origin of what traitlets or a call decided
DEFAULT = "default"
LONGEST_SHOWN = 60  # characters of a wrong value in an error: enough to find it by


@dataclass(frozen=True, slots=True)
class ConfigRow:
    """A line of `webloupe config`: the value as people read it, and its origin. Keys are never shown."""

    name: str
    value: str
    origin: str


@dataclass(frozen=True, kw_only=True)
class Config:
    """What is in force. `origins` names a variable, a file, "this session" or "default" for each setting.

    `endpoints`, `tiers` and `prices` (US dollars a call) hold the backends for which one is set.
    """

    home: Path
    backends: tuple[str, ...]
    provider: str
    search_limit: int
    search_timeout_s: float
    memo_s: float
    unsupported: Unsupported
    budget_chars: int
    fetch_timeout_s: float
    max_bytes: int
    engine: Engine
    main: Main
    via: str
    max_age_s: float
    compress_target_chars: int
    agents_use_llm_processing: bool
    compress_rules: str | None
    compress_embed: str
    compress_cluster: str
    compress_lexical_similarity: float
    compress_similarity: float
    compress_multilingual_similarity: float
    store_max_bytes: int
    llm_base_url: str | None = field(repr=False)  # an address may hold a key
    llm_model: str | None
    llm_embedding_model: str | None
    llm_timeout_s: float
    offline: bool
    allow_private: tuple[str, ...]
    browse_timeout_s: float
    browse_headed: bool
    browse_profile: bool
    browse_program: str | None
    browse_hosts: tuple[str, ...]
    browse_evaluate: bool
    browse_upload: bool
    cell_calls: int | None
    cell_tokens: int | None
    cell_usd: float | None
    notebook_calls: int | None
    notebook_tokens: int | None
    notebook_usd: float | None
    day_calls: int | None
    day_tokens: int | None
    day_usd: float | None
    endpoints: Mapping[str, str] = field(repr=False)
    tiers: Mapping[str, Tier]
    prices: Mapping[str, float]
    keys: Keys
    origins: Mapping[str, str]
    warnings: tuple[str, ...] = ()

    @property
    def limits(self) -> Caps:
        """The most that may be spent."""
        return Caps(**{name: getattr(self, name) for name in Caps.__struct_fields__})

    def rows(self) -> list[ConfigRow]:
        """Every value with its origin; of each backend what is set, a key only as "set by …"."""
        rows = [ConfigRow("home", str(self.home), self.origins["home"])]
        for setting in settings():
            rows.append(ConfigRow(setting.name, _shown(getattr(self, setting.attribute)), self.origins[setting.name]))
        for table in of_backends():
            for backend, value in getattr(self, table).items():
                name = f"{table}.{backend}"
                rows.append(ConfigRow(name, _shown(value), self.origins[name]))
        for name in key_names():
            if origin := self.keys.origin(name):
                rows.append(ConfigRow(key_place(name), f"set by {origin}", origin))
        return rows


def load(
    env: Mapping[str, str] | None = None,
    cwd: str | Path | None = None,
    home: str | Path | None = None,
    overlay: Mapping[str, Any] | None = None,
) -> Config:
    """The configuration of this process, or of the world that the arguments describe.

    `overlay` maps a setting's name or attribute to a value, None meaning unset. The system keyring belongs
    to the process: it is not asked when `env` is given. ConfigError names the file or variable at fault.
    """
    try:
        return _load(env, cwd, home, overlay or {})
    except ConfigError as error:
        # The frames below hold the environment and the text of files, keys included: a traceback that
        # prints local variables must not reach them.
        mistake = error.with_traceback(None)
    raise mistake


def _load(
    env: Mapping[str, str] | None, cwd: str | Path | None, home: str | Path | None, overlay: Mapping[str, Any]
) -> Config:
    keyring = api_keys.from_keyring if env is None else None
    env = os.environ if env is None else env
    folder, origin = _home(env, home if home is not None else overlay.get("home"))
    user = user_values(folder)
    project = project_values(_cwd(cwd))
    warnings = [*user.warnings, *project.warnings, *_mistyped(env), *_unsendable(env)]

    def of(setting: Setting) -> tuple[Any, str]:
        return _resolve(setting, overlay, env, project, user)

    _refuse_unknown(overlay)
    tables = of_backends()
    found = {row.name: of(row) for row in (*settings(), *(row for table in tables.values() for row in table))}
    values: dict[str, Any] = {setting.attribute: found[setting.name][0] for setting in settings()}
    for table, rows in tables.items():
        values[table] = {row.attribute: value for row in rows if (value := found[row.name][0]) is not None}
    return Config(
        home=folder,
        keys=Keys(key_names(), user.keys, env, keyring, changed_ns(folder)),
        origins={"home": origin} | {name: entry[1] for name, entry in found.items()},
        warnings=tuple(warnings + _readable_by_others(user)),
        **values,
    )


def _resolve(
    setting: Setting, overlay: Mapping[str, Any], env: Mapping[str, str], project: FileValues, user: FileValues
) -> tuple[Any, str]:
    """The value of the strongest source that has one, checked, and that source's name."""
    candidates = (
        (overlay.get(setting.name, overlay.get(setting.attribute)), HERE),
        (env.get(setting.variable, "").strip() or None, setting.variable),
        (env.get(setting.long_variable, "").strip() or None, setting.long_variable),
        (project.values.get(setting.name), str(project.path)),
        (user.values.get(setting.name), str(user.path)),
    )
    for raw, origin in candidates:
        if raw is not None:
            return _checked(setting, raw, origin), origin
    return setting.default, DEFAULT


def _checked(setting: Setting, raw: object, origin: str) -> Any:
    try:
        return setting.allowed.read(raw)
    except (ValueError, OverflowError):
        mistake = f"{setting.name} cannot be {_brief(raw)} (set by {origin})."
    raise ConfigError(mistake, f"Allowed: {setting.allowed.text}.")


def _home(env: Mapping[str, str], given: str | Path | None) -> tuple[Path, str]:
    """The home folder, made absolute, and its origin. It need not exist, nor be writable."""
    raw, origin = (given, HERE) if given is not None else (env.get("WEBLOUPE_HOME", "").strip(), "WEBLOUPE_HOME")
    if not str(raw):
        import platformdirs

        return Path(platformdirs.user_data_dir("webloupe", appauthor=False)), DEFAULT
    try:
        if "\0" not in str(raw):  # which no path can hold
            return Path(raw).expanduser().absolute(), origin
    except (ValueError, OSError, RuntimeError):  # RuntimeError: "~name" of nobody
        pass
    mistake = f"The home folder cannot be {_brief(raw)} (set by {origin})."
    raise ConfigError(mistake, "Allowed: the path of a folder.")


def _cwd(given: str | Path | None) -> Path | None:
    try:
        return Path(given).absolute() if given is not None else Path.cwd()
    except OSError:  # the folder was removed under the process
        return None


def _refuse_unknown(overlay: Mapping[str, Any]) -> None:
    known = {"home"} | {row.name for table in of_backends().values() for row in table}
    known |= {name for setting in settings() for name in (setting.name, setting.attribute)}
    for name in overlay:
        if name not in known:
            raise ConfigError(f"No setting is called {_brief(name)}.", f"Known: {', '.join(_nearest(name, known))}.")


def _nearest(name: str, known: set[str]) -> list[str]:
    return get_close_matches(name, known, n=1) or sorted(known)


def _mistyped(env: Mapping[str, str]) -> list[str]:
    """Variables that look like one of ours misspelt; other WEBLOUPE_ names may belong to other tools."""
    known = {"WEBLOUPE_HOME"} | {setting.variable for setting in settings()}
    known |= {setting.long_variable for setting in settings()}
    known |= {row.variable for table in of_backends().values() for row in table}
    known |= {api_keys.variables(name)[0] for name in key_names()}
    return [
        f"The variable {name} is not read: the nearest known one is {match[0]}."
        for name in sorted(env)
        if name.startswith("WEBLOUPE_") and name not in known
        if (match := get_close_matches(name, known, n=1, cutoff=0.87))
    ]


def _unsendable(env: Mapping[str, str]) -> list[str]:
    return [
        f"The key in {variable} is ignored: it holds characters that no HTTP header can carry."
        for name in key_names()
        for variable in api_keys.variables(name)
        if env.get(variable, "").strip() and not api_keys.sendable(env[variable])
    ]


def _readable_by_others(user: FileValues) -> list[str]:
    """A warning when `config.json` holds keys and its mode lets others read them."""
    if not user.keys or user.path is None or os.name != "posix":
        return []
    try:
        mode = stat.S_IMODE(user.path.stat().st_mode)
    except OSError:  # it went away after it was read
        return []
    if not mode & (stat.S_IRGRP | stat.S_IROTH):
        return []
    return [f"{user.path} holds keys and others can read it. Run: chmod 600 {shlex.quote(str(user.path))}"]


def _brief(raw: object) -> str:
    if isinstance(raw, dict) or (isinstance(raw, list) and any(isinstance(item, dict | list) for item in raw)):
        return "a table or a list of lists"  # which may hold a key, or be deeper than `repr` goes
    try:
        text = repr(raw)
    except ValueError:
        return "a number of thousands of digits"
    if "@" in text:
        return "an address with a user name"  # which may hold a password
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float):
        return f"{value:,.10g}"
    if isinstance(value, tuple):
        return ", ".join(value) or "-"
    if value is None:
        return "-"
    text = str(value)
    bare = shown(text) if text.startswith(("http://", "https://")) else text
    return bare if bare == text else f"{bare} …"  # an address may hold a key
