"""A key set in the configuration or the environment shows up in requests to its own backend, and nowhere else."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from webloupe.demo import DemoWeb

CANARIES = {"exa": "canary-filed-5d1f", "parallel": "canary-env-77ab", "keenable": "canary-own-e3c2"}

# Does everything that could print a key: failing calls, DEBUG logs, tracebacks with local variables, dumps of objects.
PROGRAM = """
import logging, pickle, sys, traceback
logging.basicConfig(level=logging.DEBUG, stream=sys.stdout)
import webloupe
from webloupe import config, doctor
from webloupe.sync import default_session
session = default_session()
for backend in ("exa", "parallel", "keenable"):
    for query in ("telescope", "fail"):
        try:
            print(webloupe.search(query, backend=backend))
        except webloupe.WebloupeError as error:
            print(error.lines(), error.info, repr(error))
            print("".join(traceback.TracebackException.from_exception(error, capture_locals=True).format()))
print(webloupe.usage().table(), session.config, session.config.rows(), doctor.checks(session.config))
print(vars(session.config), repr(session.config.keys), pickle.dumps(session.config.keys["exa"]))
"""


@pytest.mark.parametrize("mode", ["ok", "429", "5xx", "html", "hangup", "garbage"])
def test_a_key_reaches_its_backend_and_nothing_else(mode, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    config = home / "config.json"
    config.write_text(json.dumps({"web_search": {"exa_api_key": CANARIES["exa"]}}), encoding="utf-8")
    config.chmod(0o600)
    with DemoWeb() as web:
        for backend in CANARIES:
            web.set_mode(backend, mode)
        env = {
            **os.environ,
            **web.env,
            "WEBLOUPE_HOME": str(home),
            "PARALLEL_API_KEY": CANARIES["parallel"],
            "WEBLOUPE_KEENABLE_API_KEY": CANARIES["keenable"],
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            check=False,
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
        requests = list(web.requests)
    assert done.returncode == 0, done.stderr
    printed = done.stdout + done.stderr
    kept = {path: path.read_bytes() for path in home.rglob("*") if path.is_file() and path != config}
    for backend, canary in CANARIES.items():
        assert canary not in printed, backend
        assert not [path for path, content in kept.items() if canary.encode() in content]
        carrying = [r for r in requests if canary in json.dumps(dict(r.headers))]
        assert carrying, f"{backend} was never asked with its key"
        assert all(f"/{backend}/" in request.path for request in carrying)
        assert not [r for r in requests if canary in r.path or canary.encode() in (r.body or b"")]
