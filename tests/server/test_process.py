"""The extension where it lives: switched on by its file, in a server's own process, and in no kernel's."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
import requests
from running import installed_in, jupyter_server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("process")
    rules = {"home": str(folder / "home"), "allow_private": ["127.0.0.0/8", "localhost"]}
    with jupyter_server(folder, {}, rules) as running:
        yield running


def test_jupyter_lists_the_extension_as_enabled_and_sound(tmp_path):
    command = [sys.executable, "-m", "jupyter_server.extension.serverextension", "list"]
    done = subprocess.run(command, env=installed_in(tmp_path), capture_output=True, text=True, check=False)
    told = done.stdout + done.stderr
    assert re.search(r"webloupe_jupyter\S* .*enabled", told), told
    assert re.search(r"webloupe_jupyter\S* .*OK", told), told


def test_a_server_that_took_any_free_port_knows_it_as_its_own(server):
    health = requests.get(f"{server.url}/webloupe/health", headers=server.headers, timeout=10)
    assert health.status_code == 200 and health.json()["version"]
    url = {"url": f"{server.url}/api"}
    refused = requests.post(f"{server.url}/webloupe/fetch", json=url, headers=server.headers, timeout=10)
    assert (refused.status_code, refused.json()["code"]) == (400, "address_refused")
    assert "own" in refused.json()["message"]


def test_starting_it_warns_of_none_of_our_routes(server):
    log = server.log.read_text("utf-8", "replace")
    assert "webloupe_jupyter | extension was successfully loaded" in log
    assert "OperationHandler" not in log


def test_a_kernel_never_loads_the_server_part():
    script = (
        "import sys, webloupe_jupyter.magics, webloupe_jupyter.operations\n"
        "print([name for name in sys.modules if name.split('.')[0] == 'jupyter_server' or '_jupyter.server' in name])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
