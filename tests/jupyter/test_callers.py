"""The ledger knows which cell of which notebook a call came from, and caps hold for each."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from jupyter_client.manager import start_new_kernel

ANSWER_LIMIT_S = 60


@pytest.fixture
def cells(at_home):
    """Runs code as a cell of a notebook front end does: with the cell's id in the request's metadata."""
    env = {**os.environ, "JPY_SESSION_NAME": "/work/survey.ipynb", "WEBLOUPE_LIMITS_CELL_CALLS": "2"}
    manager, client = start_new_kernel(env=env, startup_timeout=ANSWER_LIMIT_S)

    def run(cell: str, code: str) -> tuple[str, str]:
        content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False, "stop_on_error": False}
        message = client.session.msg("execute_request", content | {"user_expressions": {}}, metadata={"cellId": cell})
        client.shell_channel.send(message)
        reply = client.get_shell_msg(timeout=ANSWER_LIMIT_S)["content"]
        return reply["status"], " ".join(reply.get("traceback", []))

    assert run("0", "%load_ext webloupe") == ("ok", "")
    yield run
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def test_calls_are_entered_with_their_cell_and_notebook_and_capped_a_cell(cells, web):
    for query in ("telescope", "oak"):
        assert cells("one", f"%websearch --backend keenable {query}") == ("ok", "")
    status, told = cells("one", "%websearch --backend keenable planet")
    assert status == "error" and "2 searches" in told and "limits.cell_calls" in told
    assert cells("one", "%websearch --backend keenable oak") == ("ok", "")  # from memory, which costs nothing
    assert cells("two", "import webloupe; webloupe.search('planet', backend='keenable')") == ("ok", "")

    lines = (Path(os.environ["WEBLOUPE_HOME"]) / "logs" / "ledger.jsonl").read_text().splitlines()
    entries = [json.loads(line) for line in lines]
    assert [(entry["cell"], entry.get("memo", False)) for entry in entries] == [
        ("one", False),
        ("one", False),
        ("one", True),
        ("two", False),
    ]
    assert {entry["notebook"] for entry in entries} == {"/work/survey.ipynb"}
