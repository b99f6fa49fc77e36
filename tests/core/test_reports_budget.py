"""Reported faults of counting and of budgets: a number wanted is a number had, without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from reports import Report, given

COUNTING = """
import socket, sys
if {without_tokenizer}:
    sys.modules["toktok"] = None
def refuse(*_): raise AssertionError("a connection for a count")
socket.socket.connect = refuse
from webloupe import count_tokens
from webloupe.tokens import counts_exactly, estimate_tokens
print(count_tokens({text!r}), counts_exactly(), estimate_tokens({text!r}, "o200k_base"))
"""


@pytest.mark.parametrize("without_tokenizer", [False, True], ids=["tokenizer", "estimate"])
@given("061")
def test_a_count_needs_no_network(report: Report, without_tokenizer: bool, tmp_path: Path) -> None:
    script = COUNTING.format(without_tokenizer=without_tokenizer, text=report.data["text"])
    env = {**os.environ, **report.data["env"], "WEBLOUPE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    tokens, exact, estimate = done.stdout.split()
    assert exact == str(not without_tokenizer)
    assert int(tokens) == (int(estimate) if without_tokenizer else 2)
