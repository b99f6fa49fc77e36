"""What was fetched, kept on disk: raw bytes by hash, visits by address, documents by key, readable copies.

A cache: whatever cannot be read back whole is a miss, whatever cannot be written never fails the caller. Entries
appear by rename, so that a process killed while writing leaves at most a stray file in `store/tmp`. There is no
fsync: a file torn by power loss does not match the hash that it carries and counts as missing.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from .addresses import parse_url
from .errors import BadInput
from .files import NOFOLLOW, check_folders, make_folders, open_plain, read_plain
from .types import Wire

STORED_CHARS = 2_000_000
"""No stored text is longer than this many characters."""
FOLDERS = ("store/tmp", "store/visits", "store/raw", "store/documents", "store/searches", "store/ring", "web-cache")
"""What lies below the home."""

_FILE_BYTES = 64_000_000  # of a stored file: above the 50,000,000 bytes that a body may have
_STRAY_AGE_S = 3600.0  # a write takes milliseconds: a temporary file of this age has lost its process
_STRAY = re.compile(r"\d+-[0-9a-f]{16}", re.ASCII)  # the names that `_write` gives, and no others, are swept

_KEPT = re.compile(r"[0-9a-z-]+\.json", re.ASCII)  # what `keep` writes

_VISIT = re.compile(r"[0-9a-f]{16}\.json", re.ASCII)

T = TypeVar("T")
Count = Annotated[int, msgspec.Meta(ge=0)]


class Visit(Wire, frozen=True, kw_only=True):
    """One answer of a server. `raw_hash` is the sha256 of the `kept_bytes` that came; `total_bytes` as announced.

    `url` was asked for, `final_url` answered; `fetched_at` is a Unix time in seconds. `document` is the key under
    which the text is stored that is made of it without special options. `hops` redirected, first to last. `late`: the
    time was over before the body was, and it is not to be stored. A file that says otherwise than these bounds, which
    end with the year 9999, was not written here.
    """

    url: str
    final_url: str
    status: Annotated[int, msgspec.Meta(ge=100, le=999)]
    headers: dict[str, str]
    raw_hash: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    fetched_at: Annotated[float, msgspec.Meta(ge=0, lt=253_402_300_800)]
    kept_bytes: Count
    over_cap: bool = False
    total_bytes: Count | None = None
    via: str = "direct"
    document: Annotated[str, msgspec.Meta(pattern=r"\A([0-9a-f]{32})?\Z")] = ""
    hops: tuple[str, ...] = ()
    late: bool = False


class _Sealed(Wire, frozen=True, kw_only=True):
    """The outside of a stored JSON file: `sha256` is over the bytes of `content` exactly as they stand in it."""

    sha256: str
    content: msgspec.Raw


def raw_hash(body: bytes) -> str:
    """The name under which a body is stored: its sha256 in hex."""
    return hashlib.sha256(body).hexdigest()


def options_suffix(options: Wire) -> str:
    """Eight hex digits that tell these options from others; "" when all are at their defaults."""
    if options == type(options)():
        return ""
    return hashlib.sha256(msgspec.json.encode(options)).hexdigest()[:8]


class Store:
    """The store under one home. Safe for several processes and threads; holds no handle open."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._root = home / "store"
        self._copies = home / "web-cache"
        self._problem: str | None = None
        self._told = False
        self._swept = False
        self._swept_shelves: set[str] = set()

    def visit(self, url: str) -> Visit | None:
        """The last stored answer for this address, None when there is none."""
        found = self._open_sealed(self._visit_path(url), Visit)
        return found if found is not None and found.url == url and _is_address(found.final_url) else None

    def visit_stamps(self) -> dict[str, str]:
        """Name -> stamp of every stored visit, newest first; a visit stored anew has another stamp."""
        folder = self._root / "visits"
        try:
            check_folders(self._home, folder)
            with os.scandir(folder) as entries:
                found = [(entry.name, entry.stat(follow_symlinks=False)) for entry in entries]
        except (OSError, ValueError):
            return {}
        found.sort(key=lambda one: -one[1].st_mtime_ns)
        return {name[:-5]: f"{name[:-5]} {how.st_mtime_ns}" for name, how in found if _VISIT.fullmatch(name)}

    def visit_named(self, name: str) -> Visit | None:
        """The visit of this name among `visit_stamps`, None when it is missing or damaged."""
        found = self._open_sealed(self._root / "visits" / f"{name}.json", Visit)
        return found if found is not None and _short_hash(found.url) == name and _is_address(found.final_url) else None

    def keep_visit(self, visit: Visit, body: bytes) -> Path | None:
        """Stores an answer and its bytes; the path of the visit, None when it could not be written."""
        if self.raw(visit.raw_hash) is None and self._write(self._raw_path(visit.raw_hash), body) is None:
            return None
        return self._seal(self._visit_path(visit.url), visit)

    def raw(self, digest: str) -> bytes | None:
        """The stored bytes with this sha256, None when they are missing or damaged."""
        body = self._read(self._raw_path(digest))
        return body if body is not None and raw_hash(body) == digest else None

    def document(self, key: str, shape: type[T]) -> T | None:
        """What `keep_document` stored under this key, None when it is missing, damaged or of another shape."""
        return self._open_sealed(self._root / "documents" / f"{key}.json", shape)

    def keep_document(self, key: str, document: Wire) -> Path | None:
        """Stores a derived document; its path, None when it could not be written."""
        return self._seal(self._root / "documents" / f"{key}.json", document)

    def kept(self, shelf: str, key: str, shape: type[T]) -> T | None:
        """What `keep` put on this shelf under this key, None when it is missing, damaged or of another shape."""
        return self._open_sealed(self._root / shelf / f"{key}.json", shape)

    def keep(self, shelf: str, key: str, value: Wire) -> Path | None:
        """Puts a value on a shelf; its path, None when it could not be written."""
        return self._seal(self._root / shelf / f"{key}.json", value)

    def keys(self, shelf: str) -> list[str]:
        """The keys that lie on a shelf, those put there first at the front."""
        found: list[tuple[float, str]] = []
        with suppress(OSError, ValueError):
            folder = self._root / shelf
            check_folders(self._home, folder)
            for path in folder.iterdir():
                with suppress(OSError):
                    if path.suffix == ".json" and stat.S_ISREG((at := path.lstat()).st_mode):
                        found.append((at.st_mtime, path.stem))
        return [key for _, key in sorted(found)]

    def forget(self, shelf: str, key: str) -> None:
        """Take what lies under this key off its shelf."""
        path = self._root / shelf / f"{key}.json"
        with suppress(OSError, ValueError):
            check_folders(self._home, path.parent)
            path.unlink()

    def sweep_once(self, shelf: str, *, older_than: float) -> None:
        """Takes from a shelf what was written before this Unix time; once a process is enough."""
        if shelf in self._swept_shelves:
            return
        self._swept_shelves.add(shelf)
        with suppress(OSError, ValueError):
            check_folders(self._home, self._root / shelf)  # a link planted there leads to files of others
            _sweep(self._root / shelf, _KEPT, older_than=older_than)

    def keep_copy(self, url: str, text: str, *, suffix: str = "") -> Path | None:
        """Writes the readable copy of a page, the bare text; its path, None when it could not be written.

        It is for people and agents: nothing is ever read back from it.
        """
        return self._write(self.copy_path(url, suffix=suffix), text[:STORED_CHARS].encode("utf-8", "replace"))

    def copy_path(self, url: str, *, suffix: str = "") -> Path:
        """Where the readable copy of this address lies; the name is safe on every file system."""
        name = _short_hash(url)
        return self._copies / (f"{name}-{suffix}.md" if suffix else f"{name}.md")

    def take_problem(self) -> str | None:
        """Why writing fails, told once per store; None when it works or has been told."""
        if self._problem is None or self._told:
            return None
        self._told = True
        return self._problem

    # --- files -------------------------------------------------------------------------------------------------------

    def _visit_path(self, url: str) -> Path:
        return self._root / "visits" / f"{_short_hash(url)}.json"

    def _raw_path(self, digest: str) -> Path:
        return self._root / "raw" / digest[:2] / digest

    def _seal(self, path: Path, value: Wire) -> Path | None:
        try:
            content = msgspec.json.encode(value)
        except (ValueError, TypeError, RecursionError, msgspec.MsgspecError):  # half a surrogate pair, a loop
            return None
        return self._write(path, msgspec.json.encode(_Sealed(sha256=raw_hash(content), content=msgspec.Raw(content))))

    def _open_sealed(self, path: Path, shape: type[T]) -> T | None:
        found = self._read(path)
        if found is None:
            return None
        try:
            sealed = msgspec.json.decode(found, type=_Sealed)
            if raw_hash(bytes(sealed.content)) != sealed.sha256:
                return None
            return msgspec.json.decode(sealed.content, type=shape)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None

    def _read(self, path: Path) -> bytes | None:
        try:
            check_folders(self._home, path.parent)
            return read_plain(path, _FILE_BYTES, flags=NOFOLLOW)
        except (OSError, ValueError):  # ValueError: a home that is no path
            return None

    def _write(self, path: Path, content: bytes) -> Path | None:
        """Puts the file in place at once or not at all."""
        try:
            scratch = self._scratch_dir()
            make_folders(self._home, path.parent)
            stray = scratch / f"{os.getpid()}-{secrets.token_hex(8)}"
            try:
                handle = open_plain(stray, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOFOLLOW)
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                stray.replace(path)
            except OSError:
                stray.unlink(missing_ok=True)
                raise
        except (OSError, ValueError) as error:
            where = getattr(error, "filename", None) or path.parent
            self._problem = self._problem or f"not stored: {getattr(error, 'strerror', None) or error} ({where})"
            return None
        return path

    def _scratch_dir(self) -> Path:
        """Where files are written before they are renamed; strays of killed processes go at first use."""
        scratch = self._root / "tmp"
        make_folders(self._home, scratch)
        if not self._swept:
            self._swept = True
            _sweep(scratch, _STRAY, older_than=time.time() - _STRAY_AGE_S)
        return scratch


def _short_hash(url: str) -> str:
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _is_address(url: str) -> bool:
    """Whether this is an address as answers carry them."""
    try:
        return parse_url(url) == url
    except BadInput:
        return False


def _sweep(folder: Path, names: re.Pattern[str], *, older_than: float) -> None:
    """Removes files of ours last written before this Unix time; another process may be doing the same."""
    for stray in folder.iterdir():
        with suppress(OSError):
            found = stray.lstat()
            if names.fullmatch(stray.name) and stat.S_ISREG(found.st_mode) and found.st_mtime < older_than:
                stray.unlink()
