"""A JupyterLab in a process of its own, with nothing of this machine's settings and the demo web to search."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import nbformat

from webloupe.demo import DemoWeb

START_LIMIT_S = 90
# News and the build check would ask other hosts; a question about either would lie over the notebook.
QUIET = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}


@dataclass(frozen=True)
class Site:
    """A running server: `url` ends in its base URL without a slash; `root` is the folder of its notebooks."""

    url: str
    token: str = field(repr=False)
    root: Path
    log: Path

    @property
    def home(self) -> Path:
        """Where webloupe keeps its things here."""
        return self.root.parent / "home"

    @property
    def origin(self) -> str:
        return "{0.scheme}://{0.netloc}".format(urlsplit(self.url))

    def ask(self, path: str, method: str = "GET") -> object:
        """Jupyter's own API."""
        request = urllib.request.Request(
            f"{self.url}/{path}", method=method, headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=10) as answer:
            body = answer.read()
        return json.loads(body) if body else None

    def end_kernels(self) -> None:
        for session in self.ask("api/sessions"):
            self.ask(f"api/sessions/{session['id']}", "DELETE")
        for kernel in self.ask("api/kernels"):
            self.ask(f"api/kernels/{kernel['id']}", "DELETE")

    def write(self, name: str, *cells: str, outputs: Mapping[int, list] | None = None) -> str:
        """A notebook of code cells; `outputs` by the place of their cell. Returns its name."""
        nodes = [nbformat.v4.new_code_cell(source) for source in cells]
        for place, shown in (outputs or {}).items():
            nodes[place].outputs = shown
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(nbformat.v4.new_notebook(cells=nodes, metadata={"kernelspec": kernel}), self.root / name)
        return name

    def read(self, name: str) -> nbformat.NotebookNode:
        return nbformat.read(self.root / name, 4)


@contextlib.contextmanager
def site(
    folder: Path,
    web: DemoWeb,
    *,
    base_url: str = "/",
    server_part: bool = True,
    python: str = sys.executable,
    env: Mapping[str, str] | None = None,
) -> Iterator[Site]:
    """Serve the JupyterLab and Notebook 7 of `python` on any free port until the end of the block.

    `env` is added to what the demo web wants.
    """
    wanted = {**web.env, **(env or {})}
    for name in ("notebooks", "config/labconfig", "home"):
        (folder / name).mkdir(parents=True)
    (folder / "config/labconfig/page_config.json").write_text(json.dumps(QUIET))
    settings = {
        "WebloupeServer": {"allow_private": wanted["WEBLOUPE_ALLOW_PRIVATE"].split(",")},
        "ServerApp": {"jpserver_extensions": {"webloupe_jupyter": server_part}},
    }
    (folder / "config/jupyter_server_config.json").write_text(json.dumps(settings))
    token = secrets.token_hex(16)
    command = [
        *(python, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0"),
        f"--ServerApp.base_url={base_url}",
        f"--ServerApp.root_dir={folder / 'notebooks'}",
        # The tests run commands by name.
        "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    log = folder / "server.log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            command, cwd=folder, env={**environment(folder, wanted), "JUPYTER_TOKEN": token}, stdout=sink, stderr=sink
        )
    try:
        url = _address(folder / "runtime", process, log)
        yield Site(url, token, folder / "notebooks", log)
    finally:
        process.terminate()
        process.wait(30)


def environment(folder: Path, wanted: Mapping[str, str]) -> dict[str, str]:
    """Variables of a server and its kernels."""
    ours = ("WEBLOUPE_", "JUPYTER", "IPYTHON")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    clean = {name: value for name, value in clean.items() if not name.lower().endswith(("_proxy", "_api_key"))}
    places = {
        "HOME": folder,
        "IPYTHONDIR": folder / "ipython",
        "JUPYTER_CONFIG_DIR": folder / "config",
        "JUPYTER_DATA_DIR": folder / "data",
        "JUPYTER_RUNTIME_DIR": folder / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": folder / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": folder / "workspaces",
        "WEBLOUPE_HOME": folder / "home",
    }
    return {**clean, **wanted, **{name: str(place) for name, place in places.items()}}


def _address(runtime: Path, process: subprocess.Popen[bytes], log: Path) -> str:
    """The server's address, once it answers; it writes down the port that it took."""
    until = time.monotonic() + START_LIMIT_S
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < until and process.poll() is None:
        for file in runtime.glob("jpserver-*.json"):
            with contextlib.suppress(OSError, ValueError):
                address: str = json.loads(file.read_text())["url"].replace("localhost", "127.0.0.1").rstrip("/")
                opener.open(f"{address}/api", timeout=5).close()
                return address
        time.sleep(0.05)  # a poll of another process, which has nothing to wait on
    raise RuntimeError(f"the server did not start: {log.read_text(errors='replace')[-2_000:]}")
