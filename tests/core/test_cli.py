"""The command line, run as a user runs it: a process, its output, its exit code."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from webloupe.demo import DemoWeb
from webloupe.types import UsageRecord, UsageRow, UsageSummary
from webloupe.usage.log import UsageLog

CANARY = "sk-canary-0123456789"


class Shell:
    """A shell with a home of its own, in which the demo web is the web."""

    def __init__(self, home: Path, web: DemoWeb) -> None:
        self.home, self.web = home, web
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "SYSTEMROOT") if name in os.environ}
        self.env = {**kept, **web.env, "WEBLOUPE_HOME": str(home), "HOME": str(home)}

    def start(self, *words: str, env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "webloupe", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**self.env, **(env or {})}, cwd=self.home,
        )  # fmt: skip

    def run(self, *words: str, env: Mapping[str, str] | None = None, typed: str = "") -> tuple[int, str, str]:
        process = self.start(*words, env=env)
        out, err = process.communicate(typed.encode(), timeout=60)
        return process.returncode, out.decode("utf-8"), err.decode("utf-8")


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb() as running:
        yield running


@pytest.fixture
def shell(tmp_path: Path, web: DemoWeb) -> Iterator[Shell]:
    yield Shell(tmp_path, web)
    for backend in web.endpoints:
        web.set_mode(backend, "ok")


def two_lines(text: str) -> list[str]:
    lines = text.splitlines()
    assert len(lines) == 2 and all(lines), text
    return lines


# --- search ----------------------------------------------------------------------------------------------------------


def test_a_search_prints_a_readable_list_and_says_who_answered_on_stderr(shell):
    code, out, err = shell.run("search", "-n", "2", "night")
    assert code == 0
    assert out.startswith(" 1. ") and "\n 2. " in out and " 3. " not in out
    assert shell.web.url in out
    assert "answered" in err and "tokens" in err


def test_a_search_prints_the_contract_json(shell):
    code, out, _ = shell.run("search", "--json", "--limit=1", "telescope")
    (hit,) = json.loads(out)["results"]
    assert code == 0
    assert list(hit) == ["position", "title", "url", "description", "published"]


def test_a_failed_backend_is_named_and_another_one_answers(shell):
    shell.web.set_mode("exa", "429")
    answers = [shell.run("search", "telescope") for _ in range(3)]
    assert [code for code, _, _ in answers] == [0, 0, 0]
    code, _, err = shell.run("search", "--backend", "exa", "telescope")
    assert code == 3 and "exa" in err and len(err.splitlines()) == 2


def test_a_search_that_nobody_answers_exits_3_in_two_lines_naming_each(shell):
    for backend in shell.web.endpoints:
        shell.web.set_mode(backend, "5xx")
    code, out, err = shell.run("search", "telescope")
    first, _ = two_lines(err)
    assert (code, out) == (3, "")
    assert all(backend in first for backend in shell.web.endpoints)


def test_a_clamped_option_is_said_on_stderr(shell):
    code, _, err = shell.run("search", "-n", "50", "telescope")
    assert code == 0 and "note: --limit" in err


# --- fetch -----------------------------------------------------------------------------------------------------------


def test_a_fetch_prints_the_page_and_what_it_costs_on_stderr(shell):
    code, out, err = shell.run("fetch", f"{shell.web.url}/")
    assert code == 0 and len(out) > 100
    assert "HTTP 200" in err and "tokens" in err


def test_a_page_over_the_budget_tells_how_to_read_on_in_the_commands_own_words(shell):
    code, out, _ = shell.run("fetch", "--budget", "2000", f"{shell.web.url}/llms.txt")
    assert code == 0
    assert "omitted" in out and "webloupe fetch --start" in out
    start = out.split("--start ")[1].split()[0]
    code, further, err = shell.run("fetch", "--start", start, "--budget", "2000", f"{shell.web.url}/llms.txt")
    assert code == 0 and "stored" in err and further[:200] not in out


def test_a_missing_page_exits_3_in_two_lines(shell):
    code, out, err = shell.run("fetch", f"{shell.web.url}/missing")
    two_lines(err)
    assert (code, out) == (3, "")


def test_a_batch_prints_each_page_under_its_address_and_fails_when_one_does(shell):
    good, bad = f"{shell.web.url}/", f"{shell.web.url}/missing"
    code, out, err = shell.run("fetch", good, bad)
    assert code == 3
    assert f"==> {good} <==" in out and f"==> {bad} <==" in out
    assert len(out.split(f"==> {bad} <==")[0]) > 100 and "404" in err


# --- usage -----------------------------------------------------------------------------------------------------------

TABLE = """\
date         backend       ok  empty   429  errors  total  quota_low
--------------------------------------------------------------------
2026-10-06   exa            1      0     0       0      1          -
2026-10-06   keenable       1      0     0       0      1        924"""


def test_the_usage_table_is_laid_out_as_promised():
    rows = (
        UsageRow(day="2026-10-06", backend="exa", ok=1, total=1),
        UsageRow(day="2026-10-06", backend="keenable", ok=1, total=1, quota_low=924),
    )
    assert UsageSummary(days=7, rows=rows).table() == TABLE


def test_a_search_is_counted_and_usage_has_other_names(shell):
    shell.run("search", "--backend", "keenable", "telescope")
    tables = {shell.run(name, "--days", "1")[:2] for name in ("usage", "stats", "websearch-stats")}
    ((code, out),) = tables
    head, rule, row = out.rstrip("\n").splitlines()
    assert code == 0
    assert (head, rule) == tuple(TABLE.splitlines()[:2])
    assert row.split()[1:3] == ["keenable", "1"]


def test_usage_comes_as_json_and_csv_too(shell):
    log = UsageLog(shell.home)
    log.append(UsageRecord(ts=time.time(), backend="exa", outcome="timeout"))
    log.append(UsageRecord(ts=time.time(), backend="keenable", outcome="ok", remaining=924))
    _, as_json, _ = shell.run("usage", "--json")
    _, as_csv, _ = shell.run("usage", "--csv", "--backend", "keenable")
    row = json.loads(as_json)["rows"][1]
    head, line = as_csv.splitlines()
    assert dict(zip(head.split(","), line.split(","), strict=True))["quota_low"] == str(row["quota_low"]) == "924"


# --- config, doctor, help --------------------------------------------------------------------------------------------


def test_config_prints_each_value_with_its_origin_and_no_key(shell):
    (shell.home / "config.json").write_text(json.dumps({"web_search": {"exa_api_key": CANARY}}), encoding="utf-8")
    code, out, err = shell.run("config", env={"PARALLEL_API_KEY": CANARY, "WEBLOUPE_SEARCH_LIMIT": "7"})
    rows = {line.split()[0]: line for line in out.splitlines()}
    assert code == 0
    assert rows["search.limit"].split()[1:] == ["7", "WEBLOUPE_SEARCH_LIMIT"]
    assert "set by config.json" in rows["search.exa_api_key"]
    assert "set by PARALLEL_API_KEY" in rows["search.parallel_api_key"]
    assert CANARY not in out + err


def test_a_key_is_in_no_output_and_in_no_file_that_a_command_leaves(shell):
    (shell.home / "config.json").write_text(json.dumps({"web_search": {"exa_api_key": CANARY}}), encoding="utf-8")
    env = {"KEENABLE_API_KEY": CANARY, "WEBLOUPE_PARALLEL_API_KEY": CANARY, "PYTHONASYNCIODEBUG": "1"}
    said = []
    for mode in ("ok", "5xx", "html", "hangup", "garbage"):
        for backend in shell.web.endpoints:
            shell.web.set_mode(backend, mode)
            said += shell.run("search", "--backend", backend, "telescope", env=env)[1:]
    said += shell.run("fetch", f"{shell.web.url}/", env=env)[1:] + shell.run("doctor", env=env)[1:]
    said += [str(request.path) for request in shell.web.requests]
    left = [path for path in shell.home.rglob("*") if path.is_file() and path.name != "config.json"]
    assert left and CANARY not in "".join(said)
    assert not [path for path in left if CANARY.encode() in path.read_bytes()]
    assert any(CANARY in str(request.headers) for request in shell.web.requests)


NO_KEYRING = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}  # no test touches the one of this machine


def test_a_key_comes_through_a_pipe_and_shows_nowhere(shell):
    code, out, err = shell.run("key", "set", "keenable", env=NO_KEYRING, typed=f"{CANARY}\n")
    assert (code, err) == (0, "") and str(shell.home / "config.json") in out
    said = [out]
    said += shell.run("search", "--backend", "keenable", "telescope", env=NO_KEYRING)[1:]
    assert shell.web.requests[-1].headers["x-api-key"] == CANARY
    code, out, _ = shell.run("key", "list", env=NO_KEYRING)
    said += [out, *shell.run("key", "remove", "keenable", env=NO_KEYRING)[1:]]
    rows = {line.split()[0]: line for line in out.splitlines()}
    assert code == 0 and "set by config.json" in rows["keenable"] and "keyless" in rows["exa"]
    assert CANARY not in "".join(said) + (shell.home / "config.json").read_text()


def test_doctor_asks_each_backend_when_told_so(shell):
    shell.web.set_mode("exa", "5xx")
    before = len(shell.web.requests)
    code, out, _ = shell.run("doctor", "--ask", env={**NO_KEYRING, "WEBLOUPE_BACKENDS": "exa,keenable"})
    asked = {line.split()[1]: line for line in out.splitlines() if " asked " in line}
    assert code == 2 and asked["exa"].startswith("!!") and asked["keenable"].startswith("ok")
    assert len(shell.web.requests) > before


def test_a_setting_that_nobody_reads_is_warned_about(shell):
    (shell.home / "config.json").write_text('{"fetch": {"tiemout_s": 5}}', encoding="utf-8")
    for words in (["config"], ["usage"]):
        code, _, err = shell.run(*words)
        assert code == 0 and "fetch.tiemout_s" in err and "fetch.timeout_s" in err


def test_doctor_asks_no_backend_and_finds_a_fresh_place_in_order(shell):
    before = len(shell.web.requests)
    code, out, err = shell.run("doctor")
    assert (code, err) == (0, "")
    assert len(shell.web.requests) == before
    assert {"python", "packages", "home", "exa", "keenable"} <= {line.split()[1] for line in out.splitlines()}


def test_doctor_says_what_to_do(shell):
    shell.web.set_mode("exa", "429")
    shell.run("search", "--backend", "exa", "telescope")
    code, out, _ = shell.run("doctor", env={"SSL_CERT_FILE": "/nowhere.pem", "WEBLOUPE_OFFLINE": "1"})
    wrong = [line.split()[1] for line in out.splitlines() if line.startswith("!!")]
    assert code == 2
    assert {"network", "certificates", "exa"} <= set(wrong)
    assert out.count("-> ") == len(wrong)


def test_help_and_version_are_printed(shell):
    assert shell.run("--version")[1].startswith("webloupe ")
    code, out, _ = shell.run("--help")
    assert code == 0 and all(name in out for name in ("search", "fetch", "usage", "config", "doctor", "demo"))
    assert "--max-age" in shell.run("fetch", "--help")[1]


# --- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words, env, code",
    [
        (["serch", "x"], {}, 2),
        (["search"], {}, 2),
        (["search", ""], {}, 2),
        (["search", "--limt", "3", "x"], {}, 2),
        (["search", "--backend", "exaa", "x"], {}, 2),
        (["fetch"], {}, 2),
        (["fetch", "nonsense"], {}, 2),
        (["fetch", "ftp://a.example/"], {}, 2),
        (["fetch", "http://10.11.12.13/"], {}, 2),
        (["fetch", "--offline", "http://a.example/"], {}, 2),
        (["search", "--backend", "exa", "x"], {"WEBLOUPE_OFFLINE": "1"}, 2),
        (["search", "x"], {"WEBLOUPE_SEARCH_LIMIT": "lots"}, 2),
        (["config"], {"WEBLOUPE_EXA_URL": "nowhere"}, 2),
        (["usage", "--days", "soon"], {}, 2),
        (["usage", "--json", "--csv"], {}, 2),
        (["demo", "--mode", "exa=nonsense"], {}, 2),
        (["demo", "--mode", "exa"], {}, 2),
        (["search", "--since", "soon", "x"], {}, 2),
        (["search", "--site", "edu", "x"], {}, 2),
        (["search", "--lang", "english", "x"], {}, 2),
        (["key"], {}, 2),
        (["key", "set"], {}, 2),
        (["key", "set", "exa"], {}, 2),
        (["key", "set", "exa", "sk-1"], {}, 2),
        (["key", "list"], {"WEBLOUPE_EXA_TIER": "cheap"}, 2),
        (["fetch", "http://127.0.0.1:1/"], {"WEBLOUPE_ALLOW_PRIVATE": "127.0.0.1:1"}, 3),
    ],
)
def test_a_mistake_is_two_lines_and_an_exit_code(shell, words, env, code):
    found, out, err = shell.run(*words, env=env)
    assert (found, out) == (code, "")
    two_lines(err)


def test_an_unwritable_home_does_not_stop_a_search_or_a_fetch(shell):
    (shell.home / "file").write_text("", encoding="utf-8")
    env = {"WEBLOUPE_HOME": str(shell.home / "file" / "below")}
    assert shell.run("search", "telescope", env=env)[0] == 0
    assert shell.run("fetch", f"{shell.web.url}/", env=env)[0] == 0
    code, out, _ = shell.run("doctor", env=env)
    assert code == 2 and "WEBLOUPE_HOME" in out


def _as_file(place: Path) -> Path:
    place.write_text("")
    return place


def _dangling(place: Path) -> Path:
    place.symlink_to(place.parent / "nowhere" / "at all")
    return place


def _circle(place: Path) -> Path:
    place.symlink_to(place)
    return place


HOMES = (
    _as_file,
    lambda place: _as_file(place) / "below",
    _dangling,
    _circle,
    lambda place: place / ("x" * 3_000),
    lambda place: place / ("x/" * 3_000),
    lambda place: Path("/dev/null"),
    lambda place: Path("~nobody-of-this-name/x"),
)


IN_EACH_HOME = """
import contextlib, io, json, os, sys
from webloupe.cli import main
told = []
for home in json.loads(sys.argv[1]):
    os.environ["WEBLOUPE_HOME"] = home
    for words in json.loads(sys.argv[2]):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(words)
        told.append([home[-40:], words[0], code, out.getvalue(), err.getvalue()])
print(json.dumps(told))
"""


@pytest.mark.skipif(os.name != "posix", reason="links, devices")
def test_a_home_that_is_none_works_without_or_is_two_lines(shell):
    homes = [str(make(shell.home / f"home{number}")) for number, make in enumerate(HOMES)]
    commands = [["search", "telescope"], ["fetch", f"{shell.web.url}/"], ["usage"], ["config"], ["doctor"]]
    done = subprocess.run(
        [sys.executable, "-c", IN_EACH_HOME, json.dumps(homes), json.dumps(commands)],
        check=True, env=shell.env, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert len(told) == len(homes) * len(commands) and done.stderr == ""
    for home, verb, code, out, err in told:
        assert code in (0, 2), (home, verb, err)
        if verb == "doctor":
            assert code == 2 and "HOME" in out + err, home
        elif code == 2:
            two_lines(err)


BEHIND_A_WALL = """
import os, sys
wall = os.open(os.path.dirname(sys.argv[1]), os.O_RDONLY)
os.chdir(sys.argv[1])
os.fchmod(wall, 0)
try:
    import webloupe
    from webloupe.cli import main
    codes = [main(words) for words in (["config"], ["usage"], ["doctor"])]
finally:
    os.fchmod(wall, 0o700)
print("codes", codes)
"""


@pytest.mark.skipif(os.name != "posix", reason="POSIX modes")
def test_a_folder_whose_parents_cannot_be_read_is_a_place_to_work(shell):
    inside = shell.home / "wall" / "inside"
    inside.mkdir(parents=True)
    (shell.home / "wall" / "webloupe.toml").write_text("[search]\nlimit = 3\n", encoding="utf-8")
    # Modes do not bind the superuser while it keeps these two rights.
    drop = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    if drop and not shutil.which("setpriv"):
        pytest.skip("the superuser reads everything")
    done = subprocess.run(
        [*drop, sys.executable, "-c", BEHIND_A_WALL, str(inside)],
        check=False, env=shell.env, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.endswith("codes [0, 0, 0]\n"), done.stderr
    assert done.stderr == ""


# --- terminals, pipes, signals ---------------------------------------------------------------------------------------

CP1252 = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "LC_ALL": "C"}


@pytest.mark.parametrize("query", ["weather ☞ 😅 ✓", "北京 大学", "Sun and∗rain"])
def test_signs_beyond_the_locale_are_sent_and_printed_as_utf8(shell, query):
    code, _, err = shell.run("search", "--backend", query, "x", env=CP1252)
    assert code == 2 and query in err
    code, _, _ = shell.run("search", "--backend", "keenable", query, env=CP1252)
    assert code == 0
    assert json.loads(shell.web.requests[-1].body)["query"] == query


@pytest.mark.parametrize("query", ['"exact phrase" -beta site:a.example', r"\d+ what's C:\x", "[a](b) {c} $d"])
def test_a_quoted_query_reaches_the_backend_byte_for_byte(shell, query):
    assert shell.run("search", "--backend", "keenable", query)[0] == 0
    assert json.loads(shell.web.requests[-1].body)["query"] == query


OPERATORS = 'site:example.org -term "two words" filetype:pdf intitle:oak'


def test_operators_are_part_of_the_query_and_options_narrow_it_beside(shell):
    assert shell.run("search", "--backend", "keenable", "--since", "2026-11", "--refresh", OPERATORS)[0] == 0
    asked = json.loads(shell.web.requests[-1].body)
    assert asked["query"] == OPERATORS and "2026-11-01" in asked.values()


@pytest.mark.parametrize("path", ["/zh/utf8", "/zh/gbk"])
def test_a_page_beyond_the_locale_is_printed_as_utf8(shell, path):
    code, out, _ = shell.run("fetch", shell.web.url + path, env=CP1252)
    assert code == 0 and any(ord(sign) > 0x2E80 for sign in out)


def test_a_reader_that_goes_away_is_no_failure_worth_telling(shell):
    process = shell.start("fetch", "--budget", "500000", f"{shell.web.url}/llms.txt")
    assert process.stdout and process.stderr
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=30) == 141
    assert b"Traceback" not in err and b"BrokenPipe" not in err


def in_sh(shell: Shell, command: str) -> tuple[int, str, str]:
    """What a line of sh does; `webloupe` in it is the command under test."""
    line = command.replace("webloupe", f"'{sys.executable}' -m webloupe", 1)
    done = subprocess.run(
        ["sh", "-c", line], check=False, env=shell.env, cwd=shell.home, capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
@pytest.mark.parametrize("words", ["--help", "usage --csv", "fetch $WEBLOUPE_DEMO_URL/"])
@pytest.mark.parametrize("target", [">&-", ">/dev/full"])
def test_an_output_that_cannot_be_written_is_one_line_and_no_bug(words, target, shell):
    code, out, err = in_sh(shell, f"webloupe {words} {target}")
    assert (code, out) == (74, "")
    *_, last = err.splitlines()
    assert "cannot be written" in last and "Traceback" not in err and "Exception" not in err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
@pytest.mark.parametrize("target", ["2>&- <&-", "2>/dev/full"])
def test_without_a_stderr_results_are_what_they_were(target, shell):
    code, out, err = in_sh(shell, f"webloupe fetch $WEBLOUPE_DEMO_URL/ {target}")
    assert (code, err) == (0, "") and out.startswith("# ") and "HTTP 200" not in out
    code, out, err = in_sh(shell, f"webloupe serch {target}")
    assert (code, out, err) == (2, "", "")


def test_nothing_in_a_log_or_a_setting_steers_the_terminal(shell):
    log = UsageLog(shell.home)
    log.append(UsageRecord(ts=time.time(), backend="exa", outcome="ok"))
    garbled = json.dumps({"ts": time.time(), "backend": "\x1b[2J\x9b\nexa", "outcome": "ok"})
    log.path.write_text(garbled + "\n" + log.path.read_text())
    (shell.home / "config.json").write_text(json.dumps({"\x1b[2J\n": 1}), encoding="utf-8")
    env = {"WEBLOUPE_HOME": f"{shell.home}/\x1b[2J/.."}
    (shell.home / "\x1b[2J").mkdir()
    for words in (["usage"], ["usage", "--csv"], ["usage", "--json"], ["config"], ["fetch", "\x1b[2J"]):
        _, out, err = shell.run(*words, env=env)
        assert all(sign.isprintable() or sign == "\n" for sign in out + err), words
        assert "exa" in out or words[0] != "usage"


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT to one process")
def test_an_interrupt_ends_a_hanging_search_at_once_and_quietly(shell):
    for backend in shell.web.endpoints:
        shell.web.set_mode(backend, "timeout")
    before = len(shell.web.requests)
    process = shell.start("search", "telescope")
    deadline = time.monotonic() + 30
    while len(shell.web.requests) == before and time.monotonic() < deadline:
        time.sleep(0.02)  # waits for a fact, bounded; nothing is assumed about how long it takes
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - sent < 2
    assert (process.returncode, out, err) == (130, b"", b"")


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT to one process")
def test_the_demo_announces_its_address_and_ends_on_interrupt(shell):
    process = shell.start("demo", "--mode", "exa=429")
    assert process.stdout
    first = process.stdout.readline().decode()
    assert "http://127.0.0.1:" in first
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode in (0, 130)


# --- compress --------------------------------------------------------------------------------------------------------

STORY = "\n\n".join(f"In {1800 + n} the keeper wrote down {n} ships. Nobody would say why." for n in range(120))


def test_a_file_or_a_pipe_is_compressed_and_the_rest_said_on_stderr(shell):
    (shell.home / "story.txt").write_text(STORY, "utf-8")
    words = ("compress", "--method", "extract", "--task", "What happened in 1843?", "--target=200")
    code, out, err = shell.run(*words, "story.txt")
    assert code == 0 and "In 1843 the keeper" in out and len(out) < len(STORY) / 3
    assert "compressed by extract" in err and "lost: " in err
    assert shell.run(*words, typed=STORY)[1] == out
    code, out, _ = shell.run(*words, "--json", "-", typed=STORY)
    told = json.loads(out)
    assert code == 0 and "".join(one["before"] for one in told["segments"]) == STORY and told["loss"]["numbers"]


def test_a_file_that_is_not_there_is_told_in_two_lines(shell):
    code, _, err = shell.run("compress", "none.txt")
    assert code == 2 and "none.txt" in two_lines(err)[0]


# --- pack ------------------------------------------------------------------------------------------------------------


def test_files_and_pages_are_packed_for_a_query_within_the_budget(shell, tmp_path):
    notes = tmp_path / "otters.md"
    notes.write_text("Otters eat fish and crabs.", "utf-8")
    given = ["--query", "what do otters eat", "--budget", "120", "--pin", "Be brief.", str(notes), f"{shell.web.url}/"]
    code, out, err = shell.run("pack", *given)
    assert code == 0 and "Otters eat fish" in out and "Be brief." in out and "of 120 tokens" in err
    told = json.loads(shell.run("pack", "--json", *given)[1])
    assert told["tokens"] <= 120 and told["text"] == out.rstrip("\n")
    assert {piece["state"] for piece in told["pieces"]} >= {"in", "pinned"}


def test_packing_without_a_query_is_a_slip_in_two_lines(shell):
    code, _, err = shell.run("pack", "notes.md")
    assert code == 2
    two_lines(err)
