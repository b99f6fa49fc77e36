"""The demo: the embedded web, and a JupyterLab with the quickstart on it. Called by `make demo`.

    python examples/run_demo.py           until Ctrl-C
    python examples/run_demo.py --check   without a screen: run the notebook, look at what it shows

Everything lies in `.demo/lab` or `.demo/check`: notebooks, webloupe's home, Jupyter's settings. The machine's own
are not touched.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webloupe.demo import DemoWeb

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "examples/quickstart.ipynb"
START_LIMIT_S, CELL_LIMIT_S = 60, 120

# What each cell of the notebook must show, by the cell's id: proof that it searched and read, not only that it ran.
EXPECTED = {
    "search": r"[1-9]\d* results? .*answered[\s\S]*http://127\.0\.0\.1",
    "search-value": r"position[\s\S]*\n0\s+1 ",
    "searches": r"results?[\s\S]*results?",
    "fetch": r"\n# Calibrate[\s\S]*\n## ",
    "long": r"2\d\d,\d{3} characters",
    "read-on": r"Entry \d+ of 1000[\s\S]*more characters",
    "index": r"index: 3\d\d links[\s\S]*- \[",
    "batch": r"2 of 3 pages read[\s\S]*failed: ",
    "compress": r"raw [\d,]+ → compressed [\d,]+ tokens",
    "usage": r"quota_low[\s\S]*\d{4}-\d\d-\d\d",
    "config": r"search\.limit +5 +default",
}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    place = ROOT / ".demo" / ("check" if check else "lab")
    shutil.rmtree(place / "home", ignore_errors=True)  # stored pages name the port of an earlier demo web
    for name in ("home", "notebooks", "jupyter"):
        (place / name).mkdir(parents=True, exist_ok=True)
    with DemoWeb() as web:
        say(f"the demo web stands at {web.url}/")
        environment = demo_environment(web, place)
        return run_check(environment, place) if check else run_lab(environment, place)


def demo_environment(web: DemoWeb, place: Path) -> dict[str, str]:
    """This process's environment, turned to the demo web; settings of the machine's own webloupe stay out."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("WEBLOUPE_")}
    here = {
        "WEBLOUPE_HOME": str(place / "home"),
        "JUPYTER_CONFIG_DIR": str(place / "jupyter"),
        "JUPYTER_DATA_DIR": str(place / "jupyter"),
        "JUPYTER_RUNTIME_DIR": str(place / "jupyter/runtime"),
        "IPYTHONDIR": str(place / "jupyter/ipython"),
        # A proxy of the machine must not be asked for the demo web.
        "NO_PROXY": ",".join(filter(None, [os.environ.get("NO_PROXY"), "127.0.0.1", "localhost"])),
    }
    return {**kept, **web.env, **here}


# --- with a screen ----------------------------------------------------------------------------------------------------


def run_lab(environment: dict[str, str], place: Path) -> int:
    """Serve until Ctrl-C. The notebook is a copy; one that was changed is kept beside the fresh one."""
    fresh_copy(place / "notebooks/quickstart.ipynb")
    ask_for_no_news(place / "jupyter/labconfig")
    port, token = free_port(), secrets.token_hex(16)
    address = f"http://127.0.0.1:{port}"
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"),
        *("--ServerApp.port_retries=0", f"--ServerApp.root_dir={place / 'notebooks'}"),
        *("--Application.log_level=WARN", *(["--allow-root"] if is_root() else [])),
    ]  # fmt: skip
    # The token goes by the environment: other users of the machine can read command lines.
    # In a session of its own the server does not get the terminal's Ctrl-C, which it would answer with a question.
    server = subprocess.Popen(command, env={**environment, "JUPYTER_TOKEN": token}, cwd=place, start_new_session=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ended from outside, it stops the server as well
    try:
        wait_until_up(server, f"{address}/api")
        say("JupyterLab is running; Ctrl-C stops it and the demo web. Open:")
        print(f"\n    {address}/lab/tree/quickstart.ipynb?token={token}\n", flush=True)
        return server.wait()
    except KeyboardInterrupt:
        say("stopping")
        return 0
    finally:
        stop(server)


def fresh_copy(target: Path) -> None:
    if target.exists() and target.read_bytes() != NOTEBOOK.read_bytes():
        target.replace(target.with_stem("quickstart-yours"))
    shutil.copyfile(NOTEBOOK, target)


def ask_for_no_news(folder: Path) -> None:
    """JupyterLab's question about news would lie over the notebook; the demo asks nothing of the network."""
    folder.mkdir(exist_ok=True)
    news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (folder / "page_config.json").write_text(json.dumps(news), encoding="utf-8")


def free_port() -> int:
    """8888 where it is free, as people expect, else any."""
    for wanted in (8888, 0):
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", wanted))
            except OSError:
                continue
            return int(trial.getsockname()[1])
    raise SystemExit("webloupe: no port is free on 127.0.0.1.")


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def wait_until_up(server: subprocess.Popen[bytes], address: str) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            opener.open(address, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise SystemExit("webloupe: JupyterLab did not start; its own words are above.")


def stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


# --- without a screen -------------------------------------------------------------------------------------------------


def run_check(environment: dict[str, str], place: Path) -> int:
    """Execute the notebook and compare what each cell shows with what it must show."""
    import nbformat
    from nbclient import NotebookClient

    os.environ.update(environment)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    started = time.monotonic()
    say(f"running {NOTEBOOK.relative_to(ROOT)}")
    client = NotebookClient(
        notebook, timeout=CELL_LIMIT_S, kernel_name="python3", allow_errors=True,
        extra_arguments=["--IPKernelApp.log_level=40"],  # it would warn of its own loopback ports
        resources={"metadata": {"path": str(place / "notebooks")}},
    )  # fmt: skip
    client.execute(env=environment)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    verdicts = {cell.id: verdict(cell) for cell in code}
    for cell_id, fault in verdicts.items():
        print(f"  {'ok    ' if not fault else 'FAILED'}  {cell_id:<14}{fault}")
    nbformat.write(notebook, place / "notebooks/quickstart-executed.ipynb")
    failed = sum(bool(fault) for fault in verdicts.values()) + len(EXPECTED.keys() - verdicts.keys())
    say(f"{len(verdicts)} cells in {time.monotonic() - started:.0f} s, {failed} failed")
    return 1 if failed else 0


def verdict(cell: Any) -> str:
    """What is wrong with the outputs of an executed cell; "" when nothing is."""
    for output in cell.outputs:
        if output.output_type == "error":
            return f"{output.ename}: {output.evalue}"
    shown = "\n".join(texts(cell.outputs))
    wanted = EXPECTED.get(cell.id)
    if wanted and not re.search(wanted, shown):
        return f"does not show {wanted!r}:\n{shown[:600]}"
    return ""


def texts(outputs: Sequence[Any]) -> list[str]:
    return [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]


def say(text: str) -> None:
    print(f"webloupe: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
