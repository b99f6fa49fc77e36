"""The doctor finds what is wrong and says what to do, without asking anyone."""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from webloupe import config, doctor, settings
from webloupe.errors import RateLimited
from webloupe.inventory import inventory
from webloupe.search import backends
from webloupe.search.state import LaneState, State
from webloupe.store import Store
from webloupe.types import SearchResponse, UsageRecord
from webloupe.usage.log import UsageLog

CANARY = "sk-canary-0123456789"


def examined(home: Path, env: dict[str, str] | None = None) -> dict[str, doctor.Check]:
    env = env or {}
    checks = doctor.checks(config.load(env=env, cwd=home, home=home), env)
    # Of several checks of one name the one that failed is the one to look at.
    return {check.name: check for check in sorted(checks, key=lambda check: not check.ok)}


def test_a_fresh_place_is_in_order(tmp_path):
    assert all(check.ok and not check.hint for check in examined(tmp_path / "home-to-be").values())
    assert not (tmp_path / "home-to-be").exists()


@pytest.mark.parametrize(
    "env, name, said",
    [
        ({"HTTPS_PROXY": "http://user:secret@proxy.example:3128"}, "proxy", "proxy.example:3128"),
        ({"WEBLOUPE_ALLOW_PRIVATE": "localhost:8000"}, "private", "localhost:8000"),
        ({"WEBLOUPE_BACKENDS": "exa"}, "keenable", "WEBLOUPE_BACKENDS"),
        ({"WEBLOUPE_EXA_URL": "http://127.0.0.1:9/"}, "exa", "http://127.0.0.1:9/"),
        ({"EXA_API_KEY": CANARY}, "exa", "key set by EXA_API_KEY"),
    ],
)
def test_what_is_in_force_is_told_without_its_secrets(env, name, said, tmp_path):
    checks = doctor.checks(config.load(env=env, cwd=tmp_path, home=tmp_path), env)
    assert any(check.ok and check.name == name and said in check.message for check in checks)
    assert CANARY not in repr(checks) and "secret" not in repr(checks)


@pytest.mark.parametrize(
    "env, name",
    [
        ({"SSL_CERT_FILE": "/nowhere.pem"}, "certificates"),
        ({"HTTPS_PROXY": "gopher://proxy.example"}, "proxy"),
        ({"WEBLOUPE_OFFLINE": "yes"}, "network"),
        ({"WEBLOUPE_SEARCH_LIMT": "3"}, "settings"),
    ],
)
def test_what_is_wrong_comes_with_the_next_step(env, name, tmp_path):
    check = examined(tmp_path, env)[name]
    assert not check.ok and check.message and check.hint


def test_a_home_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    check = examined(tmp_path / "file" / "home")["home"]
    assert not check.ok and "WEBLOUPE_HOME" in check.hint


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
@pytest.mark.parametrize("name", ["store", "store/tmp", "web-cache", "logs"])
def test_a_link_where_nothing_is_stored_for_it_is_told(name, tmp_path):
    home = tmp_path / "home"
    (home / name).parent.mkdir(parents=True)
    (home / name).symlink_to(tmp_path)
    check = examined(home)["home"]
    assert not check.ok and str(home / name) in check.message and check.hint


def test_a_mistake_in_config_json_is_told(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"serch": {"limit": 3}}), encoding="utf-8")
    check = examined(tmp_path)["settings"]
    assert not check.ok and "serch.limit" in check.message


@pytest.mark.parametrize("outcome, ok", [("ok", True), ("empty", True), ("rate_limited", False), ("transport", False)])
def test_each_backends_last_call_is_told_from_the_log(outcome, ok, tmp_path):
    log = UsageLog(tmp_path)
    now = time.time()
    log.append(UsageRecord(ts=now - 7_200, backend="exa", outcome="timeout"))
    log.append(UsageRecord(ts=now - 60, backend="exa", outcome=outcome))
    log.append(UsageRecord(ts=now - 90 * 86_400, backend="parallel", outcome="timeout"))
    checks = examined(tmp_path)
    assert checks["exa"].ok is ok and outcome in checks["exa"].message
    assert bool(checks["exa"].hint) is not ok
    assert checks["parallel"].ok


def test_missing_packages_are_named_with_the_command_that_brings_them(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "toktok", None)
    check = examined(tmp_path)["tokenizer"]
    assert not check.ok and "pip install" in check.hint


# --- backends --------------------------------------------------------------------------------------------------------


def test_a_backend_that_takes_turns_and_lacks_something_is_told_with_the_next_step(tmp_path):
    checks = examined(tmp_path, {"WEBLOUPE_BACKENDS": "exa,brave,searxng"})
    assert checks["exa"].ok
    assert not checks["brave"].ok and "webloupe key set brave" in checks["brave"].hint
    assert not checks["searxng"].ok and "WEBLOUPE_SEARXNG_URL" in checks["searxng"].hint


def test_a_backend_that_is_only_asked_by_name_may_lack_something(tmp_path):
    checks = examined(tmp_path)
    assert checks["brave"].ok and "needs a key" in checks["brave"].message


def test_a_paid_tier_without_a_key_is_told(tmp_path):
    check = examined(tmp_path, {"WEBLOUPE_EXA_TIER": "paid"})["exa"]
    assert not check.ok and "tiers.exa" in check.hint


@pytest.mark.parametrize("lanes, resting", [(("exa", "exa+key"), True), (("exa",), False), ((), False)])
def test_a_backend_rests_while_all_its_ways_do(lanes, resting, tmp_path):
    now = time.time()
    for lane in lanes:
        state = LaneState(at=now, called_at=now, strikes=1, until=now + 500, words="too many calls")
        State(Store(tmp_path)).put(lane, state)
    check = examined(tmp_path, {"EXA_API_KEY": CANARY})["exa"]
    assert check.ok is not resting
    assert ("too many calls" in check.message) is resting


def test_a_tier_is_told_with_the_key(tmp_path):
    env = {"EXA_API_KEY": CANARY, "WEBLOUPE_EXA_TIER": "free"}
    assert "EXA_API_KEY, tier free" in examined(tmp_path, env)["exa"].message


@pytest.mark.parametrize("source", ["raise OSError('half installed')", "class Two: pass", ""])
def test_a_plug_in_that_cannot_be_loaded_is_told_and_the_others_are_still_there(source, tmp_path, monkeypatch):
    (tmp_path / "broken_plug_in.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("acorn", "broken_plug_in", settings.PLUG_IN_GROUP)
    monkeypatch.setattr(settings, "plug_ins", lambda: {"acorn": point})
    monkeypatch.setattr(backends, "plug_ins", lambda: {"acorn": point})
    checks = examined(tmp_path / "home")
    assert not checks["acorn"].ok and checks["acorn"].hint and checks["exa"].ok
    sys.modules.pop("broken_plug_in", None)


def test_the_inventory_tells_what_each_backend_obeys_and_no_key(tmp_path):
    loaded = config.load(
        env={"EXA_API_KEY": CANARY, "WEBLOUPE_EXA_URL": "http://127.0.0.1:9/"}, cwd=tmp_path, home=tmp_path
    )
    rows = {row.backend: row for row in inventory(loaded)}
    assert set(rows) == set(settings.backend_names())
    assert (rows["exa"].key, rows["exa"].address, rows["exa"].used) == (
        "set by EXA_API_KEY",
        "http://127.0.0.1:9/",
        True,
    )
    assert "sites" in rows["exa"].obeys.split(", ") and rows["brave"].key == "none"
    assert CANARY not in repr(rows)


def test_only_when_told_so_each_backend_that_can_be_asked_is_asked_one_search(tmp_path):
    asked = []

    def ask(query, **keywords):
        asked.append(keywords)
        if keywords["backend"] == "keenable":
            raise RateLimited("keenable: rate limited.", "Wait.")
        return SearchResponse(query=query, elapsed_ms=12.0)

    env = {"WEBLOUPE_BACKENDS": "exa,keenable,brave", "TAVILY_API_KEY": CANARY}
    loaded = config.load(env=env, cwd=tmp_path, home=tmp_path)
    assert not [check for check in doctor.checks(loaded, env) if "asked" in check.name] and not asked
    checks = {check.name: check for check in doctor.checks(loaded, env, ask=ask) if check.name.endswith(" asked")}
    assert {name: check.ok for name, check in checks.items()} == {
        "exa asked": True,
        "keenable asked": False,
        "tavily asked": True,
    }
    assert checks["keenable asked"].hint == "Wait."
    assert all(one["limit"] == 1 and one["refresh"] for one in asked) and len(asked) == 3
