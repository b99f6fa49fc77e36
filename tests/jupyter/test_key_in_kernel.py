"""A key set from a notebook, in a real kernel: the front end is asked, and nothing of the key is in what is saved."""

import json
import os

import pytest
from jupyter_client.manager import start_new_kernel

ANSWER_LIMIT_S = 60
CANARY = "sk-canary-0123456789"


@pytest.fixture
def client(at_home, monkeypatch):
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")  # not the one of this machine
    manager, client = start_new_kernel(env=dict(os.environ), startup_timeout=ANSWER_LIMIT_S)
    client.execute_interactive("%load_ext webloupe", timeout=ANSWER_LIMIT_S)
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def run(client, cell, *, typed=None):
    """What a cell says, all of it, and what the front end was asked."""
    said, asked = [], []

    def answer(message):
        asked.append(message["content"])
        client.input(typed)

    reply = client.execute_interactive(
        cell, timeout=ANSWER_LIMIT_S, output_hook=said.append, allow_stdin=typed is not None, stdin_hook=answer
    )
    return json.dumps([message["content"] for message in said] + [reply["content"]]), asked


def test_the_front_end_is_asked_for_a_password_and_the_next_search_brings_the_key(client, web, at_home):
    run(client, "%websearch --backend keenable comet")
    assert "x-api-key" not in web.requests[-1].headers
    said, asked = run(client, "%webloupe key set keenable", typed=CANARY)
    assert [one["password"] for one in asked] == [True] and CANARY not in said
    assert CANARY in (at_home / "home" / "config.json").read_text(encoding="utf-8")
    said, _ = run(client, "%websearch --backend keenable --refresh comet")
    assert web.requests[-1].headers["x-api-key"] == CANARY and CANARY not in said


def test_a_notebook_that_nobody_sits_before_says_where_a_key_is_set(client):
    said, _ = run(client, "%webloupe key set keenable")
    assert "webloupe key set" in said and "Traceback" not in said
