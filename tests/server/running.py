"""A whole Jupyter server in a process of its own, switched on by the file that the wheel installs."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a-token-of-this-test"
START_LIMIT_S = 60


@dataclass(frozen=True)
class Running:
    """Its address with the base URL, without a slash at the end, and where its log is."""

    url: str
    log: Path

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"token {TOKEN}"}


@contextlib.contextmanager
def jupyter_server(folder: Path, env: Mapping[str, str], configuration: Mapping[str, Any]) -> Iterator[Running]:
    """Start it in `folder` with these variables and `c.WebloupeServer`; stop it at the end."""
    places = installed_in(folder)
    config = Path(places["JUPYTER_CONFIG_DIR"]) / "jupyter_server_config.json"
    config.write_text(json.dumps({"WebloupeServer": dict(configuration)}))
    options = (
        "--no-browser",
        "--allow-root",
        "--port=0",
        "--ServerApp.base_url=/user/x/",
        f"--ServerApp.root_dir={folder}",
    )
    command = [sys.executable, "-m", "jupyter_server", *options, f"--IdentityProvider.token={TOKEN}"]
    log = folder / "server.log"
    with log.open("wb") as sink:
        process = subprocess.Popen(command, cwd=folder, env={**places, **env}, stdout=sink, stderr=sink)
    try:
        yield Running(_address(folder / "runtime", process, log), log)
    finally:
        process.terminate()
        process.wait(30)


def installed_in(folder: Path) -> dict[str, str]:
    """An environment of its own, where the wheel's file for Jupyter's server lies as if it were installed."""
    config = folder / "config"
    shutil.copytree(ROOT / "jupyter-config" / "server-config", config / "jupyter_server_config.d")
    places = {"HOME": folder, "JUPYTER_CONFIG_DIR": config, "JUPYTER_RUNTIME_DIR": folder / "runtime"}
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("WEBLOUPE_", "JUPYTER"))}
    return {**clean, **{name: str(place) for name, place in places.items()}}


def _address(runtime: Path, process: subprocess.Popen[bytes], log: Path) -> str:
    """The server's address, once it answers; it writes down the port that it took."""
    until = time.monotonic() + START_LIMIT_S
    while time.monotonic() < until and process.poll() is None:
        for file in runtime.glob("jpserver-*.json"):
            with contextlib.suppress(OSError, ValueError):
                address: str = json.loads(file.read_text())["url"].replace("localhost", "127.0.0.1").rstrip("/")
                requests.get(f"{address}/api", timeout=5).raise_for_status()
                return address
        time.sleep(0.05)  # a poll of another process, which has nothing to wait on
    raise RuntimeError(f"the server did not start: {log.read_text(errors='replace')[-2_000:]}")
