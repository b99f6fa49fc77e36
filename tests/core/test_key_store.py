"""Keeping keys: in the keyring where one works, else in a file for its owner alone; never shown, never an argument."""

from __future__ import annotations

import json
import os
import stat
import sys
import threading
import traceback
from pathlib import Path
from types import SimpleNamespace

import pytest

from webloupe import config, key_commands, key_store
from webloupe.errors import BadInput, ConfigError
from webloupe.keys import Secret

CANARY = "sk-canary-0123456789"


class Ring(SimpleNamespace):
    """A system keyring in memory, in the place of the package."""

    def __init__(self) -> None:
        super().__init__(held={}, __spec__=object())

    def set_password(self, service, name, value):
        self.held[service, name] = value

    def get_password(self, service, name):
        return self.held.get((service, name))

    def delete_password(self, service, name):
        del self.held[service, name]


class Locked(Ring):
    def set_password(self, service, name, value):
        raise RuntimeError("locked")


class Forgetful(Ring):
    def set_password(self, service, name, value):
        """As the null keyring does: takes all, keeps nothing."""


class Silent(Ring):
    def set_password(self, service, name, value):
        threading.Event().wait(30)


@pytest.fixture
def no_keyring(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)


@pytest.fixture
def ring(monkeypatch) -> Ring:
    return plugged(monkeypatch, Ring())


def plugged(monkeypatch, ring: Ring) -> Ring:
    monkeypatch.setitem(sys.modules, "keyring", ring)
    return ring


def written(home: Path, value: object) -> Path:
    home.mkdir(exist_ok=True)
    path = home / "config.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


# --- where a key goes ------------------------------------------------------------------------------------------------


def test_a_key_goes_into_the_keyring_and_an_older_one_out_of_the_file(ring, tmp_path):
    path = written(tmp_path, {"web_search": {"exa_api_key": "old", "limit": 3}})
    assert key_store.keep(tmp_path, "exa", Secret(CANARY)) == key_store.KEYRING
    assert ring.held == {("webloupe", "exa"): CANARY}
    assert json.loads(path.read_text()) == {"web_search": {"limit": 3}}


def test_a_key_in_the_keyring_is_in_no_file(ring, tmp_path):
    home = tmp_path / "home"
    key_store.keep(home, "exa", Secret(CANARY))
    assert not (home / "config.json").exists()
    assert not [path for path in home.iterdir() if path.read_bytes()]


@pytest.mark.parametrize("kind", [Locked, Forgetful, Silent, None])
def test_without_a_keyring_that_works_a_key_goes_into_the_file(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(key_store, "ANSWER_S", 0.2)
    monkeypatch.setitem(sys.modules, "keyring", kind and kind())
    home = tmp_path / "home"
    path = home / "config.json"
    assert key_store.keep(home, "exa", Secret(CANARY)) == str(path)
    assert config.load(env={}, cwd=tmp_path, home=home).keys["exa"].reveal() == CANARY
    assert list(home.iterdir()) == [path]
    if os.name == "posix":
        assert (stat.S_IMODE(path.stat().st_mode), stat.S_IMODE(home.stat().st_mode)) == (0o600, 0o700)


@pytest.mark.parametrize(
    "before, after",
    [
        ({}, {"web_search": {"exa_api_key": CANARY}}),
        ("", {"web_search": {"exa_api_key": CANARY}}),
        ({"search": {"limit": 3}}, {"search": {"limit": 3, "exa_api_key": CANARY}}),
        ({"search.exa_api_key": "old", "own": [1]}, {"own": [1], "web_search": {"exa_api_key": CANARY}}),
        (
            {"web_search": {"exa_api_key": "old", "provider": "exa"}, "search": {"exa_api_key": "older"}, "é": "北京"},
            {"web_search": {"provider": "exa", "exa_api_key": CANARY}, "search": {}, "é": "北京"},
        ),
        ({"web_search": None}, {"web_search": {"exa_api_key": CANARY}}),
        ('{"own": "\\ud800"}', {"own": "\ud800", "web_search": {"exa_api_key": CANARY}}),
    ],
)
def test_all_else_in_the_file_stays_and_the_new_key_is_the_one_that_counts(before, after, tmp_path, no_keyring):
    path = written(tmp_path, before)
    path.chmod(0o644)
    key_store.keep(tmp_path, "exa", Secret(CANARY))
    assert json.loads(path.read_text(encoding="utf-8")) == after
    assert config.load(env={}, cwd=tmp_path, home=tmp_path).keys["exa"].reveal() == CANARY
    assert os.name != "posix" or stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_language_model_has_a_key_too(tmp_path, no_keyring):
    key_store.keep(tmp_path, "llm", Secret(CANARY))
    assert json.loads((tmp_path / "config.json").read_text()) == {"llm": {"api_key": CANARY}}
    assert config.load(env={}, cwd=tmp_path, home=tmp_path).keys["llm"].reveal() == CANARY


def test_a_key_is_taken_out_of_every_place(ring, tmp_path):
    ring.set_password("webloupe", "exa", CANARY)
    path = written(tmp_path, {"web_search": {"exa_api_key": CANARY, "keenable_api_key": "kept"}})
    assert key_store.forget(tmp_path, "exa") == [key_store.KEYRING, str(path)]
    assert not ring.held and json.loads(path.read_text()) == {"web_search": {"keenable_api_key": "kept"}}
    before = path.stat()
    assert key_store.forget(tmp_path, "exa") == [] and path.stat().st_mtime_ns == before.st_mtime_ns


def test_every_process_of_the_home_looks_again_after_a_change_of_the_keyring(ring, tmp_path, monkeypatch):
    monkeypatch.delenv("EXA_API_KEY", raising=False)
    loaded = [config.load(cwd=tmp_path, home=tmp_path) for _ in range(2)]
    assert loaded[0] == loaded[1] and "exa" not in loaded[0].keys
    key_store.keep(tmp_path, "exa", Secret(CANARY))
    fresh = config.load(cwd=tmp_path, home=tmp_path)
    assert fresh != loaded[0] and fresh.keys["exa"].reveal() == CANARY
    key_store.forget(tmp_path, "exa")
    assert "exa" not in config.load(cwd=tmp_path, home=tmp_path).keys


def test_a_home_that_cannot_be_written_keeps_no_key_out_of_the_keyring(ring, tmp_path):
    (tmp_path / "home").write_text("", encoding="utf-8")
    assert key_store.keep(tmp_path / "home" / "below", "exa", Secret(CANARY)) == key_store.KEYRING
    assert ring.held


# --- what cannot be done ---------------------------------------------------------------------------------------------


def refused(home: Path) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        key_store.keep(home, "exa", Secret(CANARY))
    told = "".join(traceback.TracebackException.from_exception(caught.value, capture_locals=True).format())
    assert len(caught.value.lines()) == 2 and CANARY not in told and "sk-other" not in told
    return caught.value


def test_a_broken_file_is_told_and_left_as_it_is(tmp_path, no_keyring):
    path = written(tmp_path, '{"web_search": {"keenable_api_key": "sk-other"')
    assert str(path) in refused(tmp_path).message
    assert path.read_text() == '{"web_search": {"keenable_api_key": "sk-other"'


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_key_is_not_written_through_a_link(tmp_path, no_keyring):
    real = written(tmp_path / "dotfiles", {"web_search": {"keenable_api_key": "sk-other"}})
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.json").symlink_to(real)
    assert "WEBLOUPE_EXA_API_KEY" in refused(home).hint
    assert CANARY not in real.read_text() and list(home.iterdir()) == [home / "config.json"]


def test_a_home_that_is_no_folder_is_told(tmp_path, no_keyring):
    (tmp_path / "home").write_text("", encoding="utf-8")
    assert "WEBLOUPE_EXA_API_KEY" in refused(tmp_path / "home").hint


# --- the commands ----------------------------------------------------------------------------------------------------


def do(home: Path, *words: str, typed: str = CANARY, face="cli") -> str:
    return key_commands.change(config.load(env={}, cwd=home, home=home), words, lambda prompt: typed, face)


def test_a_key_is_asked_for_and_listed_by_its_origin(tmp_path, no_keyring):
    assert "config.json" in do(tmp_path, "set", "exa", typed=f" {CANARY}\n")
    rows = {row.name: row for row in key_commands.key_rows(config.load(env={}, cwd=tmp_path, home=tmp_path))}
    assert rows["exa"].key == "set by config.json" and rows["keenable"].key == "keyless"
    assert rows["llm"].key == rows["brave"].key == "none"
    assert CANARY not in repr(rows)
    assert "taken out" in do(tmp_path, "remove", "exa") and "No key" in do(tmp_path, "remove", "exa")


def test_a_variable_that_still_sets_a_key_is_named(tmp_path, no_keyring, monkeypatch):
    monkeypatch.setenv("EXA_API_KEY", CANARY)
    said = do(tmp_path, "remove", "exa")
    assert "EXA_API_KEY" in said and CANARY not in said


@pytest.mark.parametrize("face", ["notebook", "cli"])
@pytest.mark.parametrize(
    "words, typed",
    [
        (["set"], CANARY), (["set", "exa", CANARY], "x"), (["set", CANARY], "x"), (["remove", CANARY], ""),
        (["set", "exa"], ""), (["set", "exa"], " \n"), (["set", "exa"], f"{CANARY}é"), (["set", "exa"], f"{CANARY}\0"),
    ],
)  # fmt: skip
def test_a_mistake_changes_nothing_and_repeats_nothing_that_may_be_a_key(words, typed, face, tmp_path, no_keyring):
    with pytest.raises(BadInput) as caught:
        do(tmp_path, *words, typed=typed, face=face)
    assert len(caught.value.lines()) == 2 and CANARY not in "".join(caught.value.lines())
    assert not (tmp_path / "config.json").exists()


@pytest.mark.parametrize("words", [[], ["sets"], [CANARY]])
def test_the_actions_are_told(words):
    with pytest.raises(BadInput) as caught:
        key_commands.lists(words, "notebook")
    assert "set, list or remove" in caught.value.message and CANARY not in "".join(caught.value.lines())
    assert key_commands.lists(["list"], "cli") and not key_commands.lists(["set", "exa"], "cli")
