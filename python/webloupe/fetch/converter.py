"""One converter process, seen from its caller.

Plain pipes and threads in place of asyncio's own subprocesses: those need an event loop that can watch children
(kernels on Windows have none) and belong to one loop, while a process here outlives `asyncio.run` and serves all loops.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from .convert import CONVERTER_VERSION
from .frames import MEMORY_BYTES, OUT_OF_MEMORY, receive, send

_REAP_S = 1.0  # a killed process is gone within milliseconds, unless it hangs in the kernel of a broken machine
# All that it is told of this process's environment: what starting Python may need. No key, no proxy, no setting.
_VARIABLES = (
    *("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "TEMP", "TMP", "TMPDIR"),
    *("LANG", "LC_ALL", "LC_CTYPE", "PYTHONHOME"),
)
_OWN_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows


class CannotStart(Exception):
    """No converter process can be had here; the text says why."""


class Died(Exception):
    """The process ended in the middle of a job; the text says of what."""


class Converter:
    """A process that turns one job after the other into replies. `exchange` is for one thread at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._ready = False

    def start(self) -> None:
        """Start the process, unless it is; takes milliseconds, its imports go on meanwhile. Raises CannotStart."""
        with self._lock:
            if self._process is None and not self._stopped:
                self._process = _started()

    def exchange(self, job: bytes) -> bytes:
        """The reply to a job. Raises CannotStart, or Died, also after `stop`; then nothing of the process is left."""
        self.start()
        try:
            self._await_ready()
            return self._asked(job)
        except BaseException:
            self.dispose()
            raise

    def stop(self) -> None:
        """Kill the process, whatever it is doing; a thread in `exchange` sees it end. For any thread."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def dispose(self) -> None:
        """Kill the process and clear away what is left of it. Not while another thread is in `exchange`."""
        self.stop()
        if self._process is not None:
            _code(self._process)
            _close_pipes(self._process)

    def disown(self) -> None:
        """After a fork: let go of the parent's process without touching it."""
        if self._process is not None:
            self._process.returncode = 0  # it is no child of ours to wait for
            _close_pipes(self._process)

    @property
    def usable(self) -> bool:
        """Whether it runs, or may yet be started."""
        return not self._stopped and (self._process is None or self._process.poll() is None)

    def _await_ready(self) -> None:
        """Read the greeting of a new process. Another version speaks after an upgrade under a running program."""
        if self._ready:
            return
        greeting = self._received()
        if greeting is None:
            raise Died("it was stopped") if self._stopped else CannotStart(f"{sys.executable} does not run it")
        if greeting != CONVERTER_VERSION.encode():
            raise CannotStart("webloupe was upgraded since this program began")
        self._ready = True

    def _asked(self, job: bytes) -> bytes:
        process = self._process
        try:
            if process is not None and process.stdin is not None:
                send(process.stdin, job)
        except OSError:
            pass  # it has gone: how, is told below
        reply = self._received()
        if reply is None:
            raise Died(self._cause())
        return reply

    def _received(self) -> bytes | None:
        process = self._process
        return receive(process.stdout) if process is not None and process.stdout is not None else None

    def _cause(self) -> str:
        code = _code(self._process) if self._process is not None else None
        if code == OUT_OF_MEMORY:
            return f"it takes more than {MEMORY_BYTES // 1024**3} GB of memory"
        if code == -getattr(signal, "SIGKILL", 9):
            return "its process was killed, as happens when the machine runs out of memory"
        name = signal.Signals(-code).name if code is not None and -code in set(signal.Signals) else f"code {code}"
        return f"its process crashed ({name})"


def _started() -> subprocess.Popen[bytes]:
    if getattr(sys, "frozen", False) or "py" not in Path(sys.executable or "").name.lower():
        raise CannotStart("this program brings no Python interpreter")  # its file is the program itself
    try:
        return subprocess.Popen(
            # Neither the folder that happens to be current nor the user's own packages come first on the path.
            [sys.executable, "-P", "-s", *(["-B"] if sys.dont_write_bytecode else []), "-m", f"{__package__}.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=Path(sys.executable).anchor,
            env=_environment(),
            # An interrupt goes to the whole group of the caller, and is the caller's to decide upon.
            start_new_session=True,
            creationflags=_OWN_GROUP,
        )
    except (OSError, ValueError, NotImplementedError) as error:
        raise CannotStart(str(error) or type(error).__name__) from error


def _environment() -> dict[str, str]:
    """The process finds every package where this one does, but none in the current folder, unless webloupe is there."""
    home = str(Path(__file__).resolve().parents[2])
    unwanted = {"", os.path.realpath(".")} - {home}
    path = [entry for entry in (*sys.path, home) if entry not in unwanted]
    kept = {name: os.environ[name] for name in _VARIABLES if name in os.environ}
    return {**kept, "PYTHONPATH": os.pathsep.join(dict.fromkeys(path))}


def _code(process: subprocess.Popen[bytes]) -> int | None:
    """The exit code of a process that ends now; None in the rare case that it does not."""
    try:
        return process.wait(_REAP_S)
    except subprocess.TimeoutExpired:
        return None


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
