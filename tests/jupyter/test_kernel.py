"""What needs a real kernel process: the interrupt, and the quickstart as a stranger runs it."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from jupyter_client.manager import start_new_kernel

ROOT = Path(__file__).resolve().parents[2]
ANSWER_LIMIT_S = 60
INTERRUPT_LIMIT_S = 0.5


@pytest.fixture
def silent_host():
    """An address that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


@pytest.fixture
def kernel(at_home):
    manager, client = start_new_kernel(env=dict(os.environ), startup_timeout=ANSWER_LIMIT_S)
    client.execute_interactive("%load_ext webloupe", timeout=ANSWER_LIMIT_S)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def test_an_interrupt_stops_a_waiting_fetch_within_half_a_second_and_the_kernel_goes_on(
    kernel, silent_host, monkeypatch, web
):
    manager, client = kernel
    port = silent_host.getsockname()[1]
    allow = f"import os; os.environ['WEBLOUPE_ALLOW_PRIVATE'] += ',127.0.0.1:{port}'"
    client.execute_interactive(allow, timeout=ANSWER_LIMIT_S)
    # Once before, so that no import is under way when the interrupt comes.
    client.execute_interactive(f"warm = %fetch {web.url}/docs/", timeout=ANSWER_LIMIT_S)
    # Else the kernel may abort the cell after it, which a client sends once it has seen the error.
    client.execute(f"%fetch http://127.0.0.1:{port}/", stop_on_error=False)
    silent_host.settimeout(ANSWER_LIMIT_S)
    connection, _ = silent_host.accept()
    started = time.monotonic()
    manager.interrupt_kernel()
    reply = client.get_shell_msg(timeout=ANSWER_LIMIT_S)["content"]
    taken = time.monotonic() - started
    connection.close()
    assert reply["status"] == "error" and len(reply["traceback"]) == 2, reply
    assert taken <= INTERRUPT_LIMIT_S
    after = client.execute_interactive("%websearch comet", timeout=ANSWER_LIMIT_S)["content"]
    assert after["status"] == "ok"


def test_the_quickstart_runs_and_shows_what_it_promises():
    command = [sys.executable, str(ROOT / "examples/run_demo.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
