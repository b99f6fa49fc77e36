"""Settings: who decides, where each value comes from, and what a wrong one says."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import time
import traceback
from pathlib import Path

import pytest

from webloupe import config
from webloupe.errors import ConfigError
from webloupe.settings import settings
from webloupe.types import Caps

# One value for each setting that is not its default: as text of a variable, as a value of a file, as ours.
OTHER = {
    "search.backends": ("keenable,exa", ["keenable", "exa"], ("keenable", "exa")),
    "search.provider": ("keenable", "keenable", "keenable"),
    "search.limit": ("3", 3, 3),
    "search.timeout_s": ("7.5", 7.5, 7.5),
    "search.memo_s": ("5m", 300, 300.0),
    "search.unsupported": ("error", "error", "error"),
    "fetch.budget_chars": ("4000", 4000, 4000),
    "fetch.timeout_s": ("90s", 90, 90.0),
    "fetch.max_bytes": ("1000", 1000, 1000),
    "fetch.engine": ("markdownify", "markdownify", "markdownify"),
    "fetch.main": ("recall", "recall", "recall"),
    "fetch.via": ("direct", "direct", "direct"),
    "fetch.max_age_s": ("2h", "2h", 7200.0),
    "llm.timeout_s": ("5m", 300, 300.0),
    "compress.target_chars": ("9000", 9_000, 9_000),
    "compress.rules": ("own-rules.toml", "own-rules.toml", "own-rules.toml"),
    "compress.embed": ("static", "static", "static"),
    "compress.cluster": ("kmeans", "kmeans", "kmeans"),
    "compress.lexical_similarity": ("0.7", 0.7, 0.7),
    "compress.similarity": ("0.9", 0.9, 0.9),
    "compress.multilingual_similarity": ("0.95", 0.95, 0.95),
    "store.max_bytes": ("20000000", 20_000_000, 20_000_000),
    **{
        f"limits.{scope}_{unit}": ("20", 20, 20)
        for scope in ("cell", "notebook", "day")
        for unit in ("calls", "tokens")
    },
    **{f"limits.{scope}_usd": ("0.25", 0.25, 0.25) for scope in ("cell", "notebook", "day")},
    "llm.base_url": ("http://127.0.0.1:9/v1", "http://127.0.0.1:9/v1", "http://127.0.0.1:9/v1"),
    "llm.model": ("small", "small", "small"),
    "llm.embedding_model": ("small", "small", "small"),
    "agents.use_llm_processing": ("true", True, True),
    "network.offline": ("1", True, True),
    "browse.timeout_s": ("20s", 20, 20.0),
    "browse.headed": ("1", True, True),
    "browse.profile": ("no", False, False),
    "browse.program": ("chrome", "chrome", "chrome"),
    "browse.hosts": ("example.org,example.net", ["example.org", "example.net"], ("example.org", "example.net")),
    "browse.evaluate": ("on", True, True),
    "browse.upload": ("yes", True, True),
    "network.allow_private": ("localhost:8000,10.0.0.0/8", ["localhost:8000", "10.0.0.0/8"], None),
}
ALLOWED = ("localhost:8000", "10.0.0.0/8")
CANARY = "sk-canary-0123456789"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    return folder


def nested(name: str, value: object) -> dict[str, object]:
    section, _, key = name.partition(".")
    return {section: {key: value}}


def toml_of(name: str, value: object, above: str = "") -> str:
    section, _, key = name.partition(".")
    return f"[{above}{section}]\n{key} = {json.dumps(value)}\n"


def write_config(home: Path, value: object) -> Path:
    path = home / "config.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    path.chmod(0o600)
    return path


# --- who decides -----------------------------------------------------------------------------------------------------


def test_every_setting_is_in_the_table_of_other_values():
    assert set(OTHER) == {setting.name for setting in settings()}


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.name)
def test_each_setting_is_read_from_each_source_and_knows_its_origin(setting, home, project):
    text, raw, _ = OTHER[setting.name]
    value = OTHER[setting.name][2] if setting.name != "network.allow_private" else ALLOWED
    default = config.load(env={}, cwd=project, home=home)
    assert getattr(default, setting.attribute) == setting.default != value
    assert default.origins[setting.name] == "default"

    path = write_config(home, nested(setting.name, raw))
    by_user = config.load(env={}, cwd=project, home=home)
    assert (getattr(by_user, setting.attribute), by_user.origins[setting.name]) == (value, str(path))
    path.unlink()

    by_env = config.load(env={setting.variable: text}, cwd=project, home=home)
    assert (getattr(by_env, setting.attribute), by_env.origins[setting.name]) == (value, setting.variable)

    for overlay in ({setting.name: raw}, {setting.attribute: raw}):
        by_call = config.load(env={}, cwd=project, home=home, overlay=overlay)
        assert (getattr(by_call, setting.attribute), by_call.origins[setting.name]) == (value, "this session")

    own = project / "webloupe.toml"
    own.write_text(toml_of(setting.name, raw), encoding="utf-8")
    by_project = config.load(env={}, cwd=project, home=home)
    if setting.project:
        assert (getattr(by_project, setting.attribute), by_project.origins[setting.name]) == (value, str(own))
    else:
        assert getattr(by_project, setting.attribute) == setting.default
        assert any(setting.name in warning for warning in by_project.warnings)


def test_the_stronger_source_wins_at_each_step(home, project):
    write_config(home, {"search": {"limit": 2}})
    own = project / "webloupe.toml"
    own.write_text("[search]\nlimit = 3\n", encoding="utf-8")
    env = {"WEBLOUPE_SEARCH_LIMIT": "4"}
    limits = [
        config.load(env=env, cwd=project, home=home, overlay={"search_limit": 6}).search_limit,
        config.load(env=env, cwd=project, home=home, overlay={"search_limit": None}).search_limit,
        config.load(env={"WEBLOUPE_SEARCH_LIMIT": " "}, cwd=project, home=home).search_limit,
    ]
    own.unlink()
    limits.append(config.load(env={}, cwd=project, home=home).search_limit)
    assert limits == [6, 4, 3, 2]


def test_pyproject_is_read_where_it_speaks_of_us(home, project):
    shared = project / "pyproject.toml"
    shared.write_text(toml_of("search.limit", 9, above="tool.webloupe."), encoding="utf-8")
    below = project / "notebooks" / "deep"
    below.mkdir(parents=True)
    loaded = config.load(env={}, cwd=below, home=home)
    assert (loaded.search_limit, loaded.origins["search.limit"]) == (9, str(shared))


def test_a_broken_pyproject_of_someone_else_is_not_our_affair(home, project):
    (project / "pyproject.toml").write_text("[project\nname=", encoding="utf-8")
    assert config.load(env={}, cwd=project, home=home).warnings == ()


def test_the_search_for_a_project_file_ends_at_the_repository(home, project):
    (project.parent / "webloupe.toml").write_text("[search]\nlimit = 9\n", encoding="utf-8")
    assert config.load(env={}, cwd=project, home=home).search_limit == 5


def test_the_home_is_found_in_the_call_the_environment_or_the_platform(tmp_path):
    env = {"WEBLOUPE_HOME": str(tmp_path / "from-env")}
    assert config.load(env=env, cwd=tmp_path, home=tmp_path / "x").home == tmp_path / "x"
    assert config.load(env=env, cwd=tmp_path, overlay={"home": str(tmp_path / "y")}).home == tmp_path / "y"
    loaded = config.load(env=env, cwd=tmp_path)
    assert (loaded.home, loaded.origins["home"]) == (tmp_path / "from-env", "WEBLOUPE_HOME")
    assert config.load(env={}, cwd=tmp_path).origins["home"] == "default"


def test_a_home_that_cannot_be_a_folder_does_not_fail(tmp_path):
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    assert config.load(env={}, cwd=tmp_path, home=file / "below").home == file / "below"


# --- what is refused or warned about ---------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.name)
@pytest.mark.parametrize("source", ["environment", "config.json", "call"])
def test_a_value_that_is_not_allowed_is_told_in_two_lines(setting, source, home, tmp_path):
    env = {setting.variable: "∞ nonsense !"} if source == "environment" else {}
    overlay = {setting.name: object()} if source == "call" else {}
    if source == "config.json":
        write_config(home, nested(setting.name, ["∞ nonsense !"]))
    with pytest.raises(ConfigError) as caught:
        config.load(env=env, cwd=tmp_path, home=home, overlay=overlay)
    lines = caught.value.lines()
    place = {"environment": setting.variable, "config.json": "config.json", "call": "this session"}[source]
    assert len(lines) == 2
    assert setting.name in lines[0] and place in lines[0]
    assert setting.allowed.text in lines[1]
    assert "\n" not in "".join(lines)


@pytest.mark.parametrize(
    "name, raw",
    [
        ("search.limit", "0"), ("search.limit", "11"), ("search.limit", "3.5"), ("search.limit", "9" * 5_000),
        ("fetch.budget_chars", "1999"), ("fetch.budget_chars", "500001"), ("fetch.timeout_s", "121"),
        ("fetch.timeout_s", "nan"), ("fetch.timeout_s", "inf"), ("fetch.max_age_s", "-1"),
        ("search.provider", "exaa"), ("search.backends", ","), ("network.offline", "maybe"),
        ("network.allow_private", "10.0.0.0/99"), ("network.allow_private", "host:0"),
        ("network.allow_private", "http://host/"), ("limits.day_usd", "-1"), ("limits.day_usd", "nan"),
        ("limits.cell_calls", "2.5"), ("search.memo_s", "-1"),
    ],
)  # fmt: skip
def test_values_out_of_their_range_are_refused(name, raw, home, tmp_path):
    variable = next(setting.variable for setting in settings() if setting.name == name)
    with pytest.raises(ConfigError):
        config.load(env={variable: raw}, cwd=tmp_path, home=home)


@pytest.mark.parametrize(
    "raw",
    ["ftp://x/", "exa", "https://", "https://user:secret@x/", "http://x:99999/", "http://x y/", "http://a:b/",
     "http://%00/", "http://\x1b/", "http://[::1]:0/", "http://[", "//x", "http://x\udcff/", f"http://{'a' * 9_000}/"],
)  # fmt: skip
def test_an_endpoint_must_be_an_address_without_a_user(raw, home, tmp_path):
    with pytest.raises(ConfigError) as caught:
        config.load(env={"WEBLOUPE_EXA_URL": raw}, cwd=tmp_path, home=home)
    assert "WEBLOUPE_EXA_URL" in str(caught.value) and "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [b"{", b"[1]", b"\xff\xfe{}", b'{"a": ' + b"[" * 100_000, b'{"search": {"limit": ' + b"9" * 5_000 + b"}}"],
)
def test_a_config_file_that_is_no_settings_is_told_in_two_lines(content, home, tmp_path):
    (home / "config.json").write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        config.load(env={}, cwd=tmp_path, home=home)
    assert len(caught.value.lines()) == 2
    assert str(home / "config.json") in caught.value.lines()[0]


@pytest.mark.parametrize("content", [b"", b" \n", b"\xef\xbb\xbf{}", b'{"search": {"limit": null}}'])
def test_an_empty_config_file_changes_nothing(content, home, tmp_path):
    (home / "config.json").write_bytes(content)
    assert config.load(env={}, cwd=tmp_path, home=home).search_limit == 5


def test_a_project_file_that_is_no_toml_is_told_in_two_lines(home, project):
    (project / "webloupe.toml").write_text("[search\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        config.load(env={}, cwd=project, home=home)
    assert len(caught.value.lines()) == 2 and "line 1" in caught.value.lines()[0]


@pytest.mark.parametrize(
    "content, named, nearest",
    [
        ({"fetch": {"tiemout_s": 5}}, "fetch.tiemout_s", "fetch.timeout_s"),
        ({"compress": {"model": "x", "tiemout": 5}}, "compress.tiemout", ""),
        ({"serch": {"limit": 5}}, "serch.limit", "search.limit"),
        ({"web_search": {"exa_apikey": CANARY}}, "search.exa_apikey", "search.exa_api_key"),
    ],
)
def test_a_setting_that_nobody_reads_is_warned_about_with_the_nearest_name(content, named, nearest, home, tmp_path):
    write_config(home, content)
    warnings = config.load(env={}, cwd=tmp_path, home=home).warnings
    assert any(named in warning and nearest in warning for warning in warnings)
    assert CANARY not in "".join(warnings)


def test_a_mistyped_variable_is_warned_about_and_a_foreign_one_is_not(home, tmp_path):
    env = {"WEBLOUPE_SEARCH_LIMT": "3", "WEBLOUPE_DEMO_URL": "http://127.0.0.1:1", "WEBLOUPE_LLM_MODEL": "x"}
    (warning,) = config.load(env=env, cwd=tmp_path, home=home).warnings
    assert "WEBLOUPE_SEARCH_LIMT" in warning and "WEBLOUPE_SEARCH_LIMIT" in warning


def test_an_unknown_setting_of_a_call_is_an_error_with_the_nearest_name(home, tmp_path):
    with pytest.raises(ConfigError) as caught:
        config.load(env={}, cwd=tmp_path, home=home, overlay={"serch_limit": 3})
    assert "search_limit" in caught.value.hint


def test_a_cloned_repository_cannot_set_keys_home_private_addresses_or_endpoints_nor_what_spends_money(home, project):
    (project / "webloupe.toml").write_text(
        f'home = "/elsewhere"\n[search]\nlimit = 4\nexa_api_key = "{CANARY}"\n'
        '[network]\nallow_private = ["127.0.0.1"]\n[endpoints]\nexa = "https://thief.example/"\n'
        '[tiers]\nexa = "paid"\n[prices]\nexa = 0\n[limits]\nday_usd = 1000\n',
        encoding="utf-8",
    )
    loaded = config.load(env={}, cwd=project, home=home)
    assert (loaded.search_limit, loaded.home, loaded.allow_private) == (4, home, ())
    assert not loaded.keys and not loaded.endpoints and not loaded.tiers and not loaded.prices
    assert loaded.limits == Caps()
    refused = ("home", "search.exa_api_key", "network.allow_private", "endpoints.exa", "tiers.exa", "prices.exa")
    assert all(any(f" {name} is ignored" in warning for warning in loaded.warnings) for name in refused)


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
def test_keys_that_others_can_read_are_warned_about_with_the_command_that_helps(home, tmp_path):
    path = write_config(home, {"web_search": {"exa_api_key": CANARY}})
    path.chmod(0o644)
    assert any("chmod 600" in warning for warning in config.load(env={}, cwd=tmp_path, home=home).warnings)
    path.chmod(0o600)
    assert config.load(env={}, cwd=tmp_path, home=home).warnings == ()


# --- files that are none, or that do harm ----------------------------------------------------------------------------


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def endless(path: Path) -> None:
    path.touch()
    os.truncate(path, 100_000_000_000)  # takes no room on the disk


def circle(path: Path) -> None:
    path.symlink_to(path)


LOAD = """
import sys
from webloupe import config
try:
    config.load(env={}, cwd=sys.argv[1], home=sys.argv[2])
except config.ConfigError as error:
    print(*error.lines(), sep="\\n")
"""
PLANTED = [pipe, device, endless, circle, Path.mkdir]


@pytest.mark.skipif(os.name != "posix", reason="no pipes or devices in folders")
@pytest.mark.parametrize("plant", PLANTED)
@pytest.mark.parametrize("name", ["config.json", "webloupe.toml"])
def test_what_is_no_settings_file_is_told_in_two_lines_and_at_once(name, plant, home, project):
    path = (home if name == "config.json" else project) / name
    plant(path)
    # In a process of its own: what hangs or fills the memory can be ended there.
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(project), str(home)], check=False, capture_output=True, text=True, timeout=20
    )
    assert (done.returncode, done.stderr) == (0, "")
    first, _ = done.stdout.splitlines()
    assert str(path) in first


@pytest.mark.skipif(os.name != "posix", reason="no pipes or devices in folders")
@pytest.mark.parametrize("plant", PLANTED)
def test_a_pyproject_that_is_no_file_is_not_our_affair(plant, home, project):
    plant(project / "pyproject.toml")
    assert config.load(env={}, cwd=project, home=home).warnings == ()


HOSTILE = {
    "digits": "a = " + "9" * 5_000,
    "digits of a setting": "[search]\nlimit = 0x" + "f" * 100_000,
    "dots": "a" + ".a" * 490_000 + " = 1",
    "dots of a header": "[" + "a . " * 200_000 + "b]",
    "quoted dots": '"="' + '."="' * 200_000 + " = 1",
    "lists": "a = " + "[" * 100_000,
    "tables": "a = " + "{a = " * 100_000,
    "quotes": '\\"' * 400_000,
    "nulls": "\0" * 100,
    "a list of tables": '[search]\nlimit = [{exa_api_key = "' + CANARY + '"}]',
    "a date": "[search]\nlimit = 2026-01-01",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_project_file_is_told_in_two_lines_and_soon(content, home, project):
    (project / "webloupe.toml").write_text(content, encoding="utf-8")
    started = time.process_time()
    with pytest.raises(ConfigError) as caught:
        config.load(env={}, cwd=project, home=home)
    assert time.process_time() - started < 3
    lines = caught.value.lines()
    assert len(lines) == 2 and str(project / "webloupe.toml") in lines[0]
    assert len("".join(lines)) < 600 and CANARY not in "".join(lines)


@pytest.mark.parametrize(
    "content",
    ["".join(f"k{number} = 1\n" for number in range(50_000)), "a = " + "{a = " * 60 + "1" + "}" * 60,
     f"[search]\n{'x' * 900_000} = 1", '"\\u001b[2J\\nx" = 1', "a" + ".a" * 60 + " = 1"],
    ids=["many", "deep", "long", "control signs", "dots"],
)  # fmt: skip
def test_names_that_nobody_reads_are_told_in_few_short_lines(content, home, project):
    (project / "webloupe.toml").write_text(content, encoding="utf-8")
    warnings = config.load(env={}, cwd=project, home=home).warnings
    assert 0 < len(warnings) <= 11
    assert all(len(warning) < 400 and warning.isprintable() for warning in warnings)


@pytest.mark.parametrize("content", ["tool = 1 # tool.webloupe", "# tool.webloupe\n[tool]\nother = 1"])
def test_a_pyproject_that_only_mentions_us_changes_nothing(content, home, project):
    (project / "pyproject.toml").write_text(content, encoding="utf-8")
    assert config.load(env={}, cwd=project, home=home).warnings == ()


def test_a_home_that_no_path_can_name_is_told_in_two_lines(tmp_path):
    for home in ("nul\0", "~nobody-of-this-name/x"):
        with pytest.raises(ConfigError) as caught:
            config.load(env={}, cwd=tmp_path, home=home)
        assert len(caught.value.lines()) == 2


def test_a_working_folder_that_was_removed_holds_no_settings(home, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    code = (
        f"import os; os.chdir({str(gone)!r}); os.rmdir({str(gone)!r}); from webloupe import config; "
        f"print([config.load(env={{}}, home={str(home)!r}, cwd=cwd).search_limit for cwd in (None, 'x')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[5, 5]"


# --- endpoints, keys, rows -------------------------------------------------------------------------------------------


def test_another_endpoint_is_taken_from_the_environment_or_config(home, tmp_path):
    write_config(home, {"endpoints": {"exa": "https://a.example/mcp", "keenable": "https://b.example/"}})
    loaded = config.load(env={"WEBLOUPE_EXA_URL": "http://127.0.0.1:9/"}, cwd=tmp_path, home=home)
    assert loaded.endpoints == {"exa": "http://127.0.0.1:9/", "keenable": "https://b.example/"}
    assert loaded.origins["endpoints.exa"] == "WEBLOUPE_EXA_URL"


def test_tiers_and_prices_of_a_backend_are_taken_from_each_source(home, tmp_path):
    write_config(home, {"web_search": {"exa_tier": "free"}, "tiers": {"keenable": "paid"}, "prices": {"exa": 0.005}})
    env = {"WEBLOUPE_KEENABLE_TIER": "auto", "WEBLOUPE_PARALLEL_PRICE": "0.01"}
    loaded = config.load(env=env, cwd=tmp_path, home=home, overlay={"tiers.parallel": "paid"})
    assert loaded.tiers == {"exa": "free", "keenable": "auto", "parallel": "paid"}
    assert loaded.prices == {"exa": 0.005, "parallel": 0.01}
    assert loaded.origins["tiers.exa"] == str(home / "config.json")
    assert loaded.origins["tiers.keenable"] == "WEBLOUPE_KEENABLE_TIER"
    assert not loaded.warnings


@pytest.mark.parametrize(
    "env", [{"WEBLOUPE_EXA_TIER": "cheap"}, {"WEBLOUPE_EXA_PRICE": "-1"}, {"WEBLOUPE_EXA_PRICE": "free"}]
)
def test_a_tier_or_a_price_that_is_none_is_told(env, home, tmp_path):
    with pytest.raises(ConfigError) as caught:
        config.load(env=env, cwd=tmp_path, home=home)
    assert next(iter(env)) in caught.value.message


def test_caps_are_one_value_with_none_where_no_cap_is_set(home, tmp_path):
    write_config(home, {"limits": {"day_usd": 2, "cell_calls": 40}})
    assert config.load(env={}, cwd=tmp_path, home=home).limits == Caps(day_usd=2.0, cell_calls=40)


def test_of_each_backend_only_what_is_set_is_listed(home, tmp_path):
    bare = {row.name for row in config.load(env={}, cwd=tmp_path, home=home).rows()}
    assert bare == {"home"} | {setting.name for setting in settings()}
    write_config(home, {"search": {"exa_tier": "free", "exa_api_key": CANARY, "keenable_api_key": ""}})
    loaded = config.load(env={"WEBLOUPE_JINA_PRICE": "0.02"}, cwd=tmp_path, home=home)
    assert {row.name for row in loaded.rows()} - bare == {"tiers.exa", "search.exa_api_key", "prices.jina"}


def with_canary(home: Path, tmp_path: Path) -> config.Config:
    write_config(home, {"web_search": {"provider": "exa", "exa_api_key": CANARY}})
    env = {"PARALLEL_API_KEY": CANARY, "WEBLOUPE_KEENABLE_API_KEY": CANARY}
    return config.load(env=env, cwd=tmp_path, home=home)


def test_a_key_is_nowhere_but_in_reveal(home, tmp_path):
    loaded = with_canary(home, tmp_path)
    assert {name: key.reveal() for name, key in loaded.keys.items()} == dict.fromkeys(
        ("exa", "parallel", "keenable"), CANARY
    )
    shown = [repr(loaded), str(loaded), f"{loaded}", repr(loaded.rows()), repr(dict(loaded.keys)), str(vars(loaded))]
    shown += [json.dumps(loaded.rows(), default=str), repr(loaded.origins), repr(vars(loaded.keys))]
    assert CANARY not in "".join(shown)
    assert CANARY.encode() not in pickle.dumps(loaded)


def test_rows_tell_where_a_key_comes_from_and_not_what_it_is(home, tmp_path):
    rows = {row.name: row for row in with_canary(home, tmp_path).rows()}
    assert rows["search.exa_api_key"].value == "set by config.json"
    assert rows["search.parallel_api_key"].value == "set by PARALLEL_API_KEY"
    assert rows["search.keenable_api_key"].value == "set by WEBLOUPE_KEENABLE_API_KEY"
    assert rows["fetch.budget_chars"] == config.ConfigRow("fetch.budget_chars", "15,000", "default")


@pytest.mark.parametrize(
    "content",
    ['{"web_search": {"exa_api_key": "%s"', '{"web_search": {"exa_api_key": "%s", "limit": "lots"}}',
     '{"web_search": {"exa_api_key": "%s\\u0000"}}', '{"web_search": {"exa_api_key": ["%s"]}}'],
)  # fmt: skip
def test_a_key_is_not_in_the_traceback_of_a_wrong_config_even_with_local_variables(content, home, tmp_path):
    (home / "config.json").write_text(content % CANARY, encoding="utf-8")
    os.environ["EXA_API_KEY"] = CANARY
    try:
        with pytest.raises(ConfigError) as caught:
            config.load(cwd=tmp_path, home=home)
    finally:
        del os.environ["EXA_API_KEY"]
    tests = f"{os.sep}tests{os.sep}"
    frames = [at for at in traceback.walk_tb(caught.value.__traceback__) if tests not in at[0].f_code.co_filename]
    summary = traceback.StackSummary.extract(frames, capture_locals=True)
    assert summary
    assert CANARY not in "".join(summary.format())
    assert caught.value.__cause__ is None and CANARY not in repr(vars(caught.value))
    chained = caught.value.__context__
    assert chained is None or CANARY not in repr(vars(chained)) + str(getattr(chained, "doc", ""))


def test_a_key_that_no_header_can_carry_is_named_and_not_shown(home, tmp_path):
    loaded = config.load(env={"EXA_API_KEY": f"{CANARY}\n{CANARY}"}, cwd=tmp_path, home=home)
    assert not loaded.keys
    (warning,) = loaded.warnings
    assert "EXA_API_KEY" in warning and CANARY not in warning


def test_loading_is_light():
    heavy = "('httpx', 'keyring', 'pandas', 'ada_url', 'platformdirs')"
    code = f"import sys, webloupe.config, webloupe.options; print([m for m in {heavy} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
