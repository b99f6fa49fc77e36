"""Keys: masked everywhere, looked for in the documented order, never a reason to fail."""

from __future__ import annotations

import copy
import json
import pickle
import pprint
import subprocess
import sys
from collections.abc import Sequence

import pytest

from webloupe import keys
from webloupe.keys import Keys, Secret

CANARY = "sk-canary-0123456789"
NAMES = ("exa", "parallel")


@pytest.mark.parametrize(
    "show",
    [
        repr, str, "{}".format, "{:>30}".format, "{!r:.3}".format, lambda s: f"{s}", "{0} {0!r}".format,
        lambda s: json.dumps({"key": s}, default=str), pprint.pformat, lambda s: repr([s]), dir,
        lambda s: pickle.dumps(s).decode("latin-1"), lambda s: pickle.dumps(s, 0).decode("latin-1"),
        lambda s: repr(copy.copy(s)), lambda s: repr(copy.deepcopy([s])), lambda s: repr(s.__getstate__()),
    ],
)  # fmt: skip
def test_a_secret_never_shows(show):
    assert CANARY not in str(show(Secret(CANARY)))


def test_a_secret_is_no_json_by_itself():
    with pytest.raises(TypeError):
        json.dumps(Secret(CANARY))


def test_a_secret_has_no_variables_to_look_into():
    with pytest.raises(TypeError):
        vars(Secret(CANARY))


def test_a_secret_reveals_compares_and_counts_as_absent_when_empty():
    assert Secret(CANARY).reveal() == CANARY
    assert Secret(CANARY) == Secret(CANARY) != Secret("other")
    assert Secret(CANARY) != CANARY
    assert len({Secret(CANARY), Secret(CANARY)}) == 1
    assert not Secret("") and Secret("x")


def test_a_copy_keeps_the_secret_and_a_pickle_does_not():
    assert copy.deepcopy(Secret(CANARY)).reveal() == CANARY
    assert not pickle.loads(pickle.dumps(Secret(CANARY)))


def ring(**held: str):
    return lambda names: {name: held[name] for name in names if name in held}


@pytest.mark.parametrize(
    "filed, held, env, value, origin",
    [
        ({"exa": Secret("file")}, {"exa": "ring"}, {"EXA_API_KEY": "b"}, "file", "config.json"),
        ({}, {"exa": "ring"}, {"WEBLOUPE_EXA_API_KEY": "a", "EXA_API_KEY": "b"}, "ring", "keyring"),
        ({}, {}, {"WEBLOUPE_EXA_API_KEY": "a", "EXA_API_KEY": "b"}, "a", "WEBLOUPE_EXA_API_KEY"),
        ({}, {}, {"WEBLOUPE_EXA_API_KEY": " ", "EXA_API_KEY": " b\n"}, "b", "EXA_API_KEY"),
        ({}, {"exa": ""}, {"EXA_API_KEY": "b"}, "b", "EXA_API_KEY"),
    ],
)
def test_keys_are_looked_for_in_order(filed, held, env, value, origin):
    found = Keys(NAMES, filed, env, ring(**held))
    assert (found["exa"].reveal(), found.origin("exa")) == (value, origin)


def test_an_empty_value_is_no_key():
    found = Keys(NAMES, {}, {"EXA_API_KEY": "", "WEBLOUPE_EXA_API_KEY": "  "}, ring(exa=""))
    assert (len(found), found.get("exa"), found.origin("exa")) == (0, None, None)


def test_other_peoples_keys_are_not_collected():
    assert list(Keys(NAMES, {}, {"OPENAI_API_KEY": CANARY, "AWS_API_KEY": CANARY}, None)) == []


def test_the_keyring_is_asked_at_the_first_use_once_and_not_to_compare():
    asked: list[Sequence[str]] = []

    def lookup(names: Sequence[str]) -> dict[str, str]:
        asked.append(names)
        return {}

    found = Keys(NAMES, {"exa": Secret("x")}, {}, lookup)
    assert found == Keys(NAMES, {"exa": Secret("x")}, {}, lookup) != Keys(NAMES, {}, {}, lookup)
    assert repr(found) and not asked
    assert list(found) == ["exa"] and "parallel" not in found
    assert asked == [["parallel"]]


STAND_INS = {
    "holds our key": (
        "def get_password(*of): return 'held' if of == ('webloupe', 'exa') else None",
        {"exa": "held"},
    ),
    "fails": ("def get_password(s, n): raise RuntimeError('no desktop')", {}),
    "cannot be imported": ("raise ImportError('half installed')", {}),
    "never answers": ("import threading\ndef get_password(s, n): threading.Event().wait()", {}),
}


@pytest.mark.parametrize("kind", STAND_INS)
def test_a_keyring_gives_keys_or_nothing_and_never_holds_us_up(kind, tmp_path):
    source, expected = STAND_INS[kind]
    (tmp_path / "keyring.py").write_text(source, encoding="utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from webloupe import keys; keys.KEYRING_TIMEOUT_S = 0.3\n"
        "print(sorted(keys.from_keyring(['exa', 'parallel']).items()))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=False)
    assert (run.returncode, run.stdout.strip(), run.stderr) == (0, str(sorted(expected.items())), "")


def test_without_the_package_there_is_no_keyring(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert keys.from_keyring(["exa"]) == {}
