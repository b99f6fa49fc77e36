"""The magics in a real IPython shell, over real HTTP to the embedded demo web."""

import getpass
import json
import sys

import pytest
from IPython.core.error import StdinNotImplementedError

from webloupe.errors import BadInput
from webloupe.types import Failed
from webloupe_jupyter.views.batch import BatchView
from webloupe_jupyter.views.page import PageView
from webloupe_jupyter.views.results import ResultsView, SearchesView
from webloupe_jupyter.views.rows import RowsView
from webloupe_jupyter.views.usage import UsageView


def lines(text):
    """What an error printed, without the blank lines around it."""
    return [line for line in text.splitlines() if line.strip()]


# --- the ways to call -----------------------------------------------------------------------------------------------


def test_a_search_as_the_last_line_shows_its_results(run):
    found = run("%websearch -n 3 comet")
    assert isinstance(found, ResultsView) and 0 < len(found) <= 3 and found.query == "comet"


def test_an_assigned_search_binds_and_shows_nothing(run, shell):
    assert run("r = %websearch comet; returns") is None
    assert shell.user_ns["r"].query == "comet; returns" and len(shell.user_ns["r"].df) == len(shell.user_ns["r"])


@pytest.mark.parametrize(
    "line", ["r << comet", "r<< comet", "r <<comet", "r = << comet", "-n 2 r << comet", "-o r comet"]
)
def test_a_named_result_is_bound_and_shown(run, shell, line):
    assert run(f"%websearch {line}") is shell.user_ns["r"]
    assert shell.user_ns["r"].query == "comet"


def test_a_line_that_ends_in_a_semicolon_shows_nothing(run):
    assert run("%websearch comet ;") is None


def test_names_of_the_notebook_are_filled_in(run, web):
    assert run("topic = 'comet'\n%websearch {topic} orbit").query == "comet orbit"
    assert run("limit = 2\n%websearch -n {limit} comet orbit").query == "comet orbit"
    assert run("page = '/docs/calibration'\n%fetch {WEB}{page}".replace("{WEB}", web.url)).status == 200
    assert run("def f(word):\n    found = %websearch {word}\n    return found\nf('comet').query") == "comet"


def test_a_filled_text_is_never_an_option(run, shell):
    assert run("title = '--out bound comet'\n%websearch {title}").query == "--out bound comet"
    assert "bound" not in shell.user_ns


def test_a_query_is_searched_as_typed(run):
    query = r"""how to read {'colour': {'r': 1}} and {x for x in rows} and \sqrt{n} "in one line" 彗星 $HOME what's"""
    assert run(f"%websearch {query}").query == query
    assert run(f"%%websearch\n{query}")[0].query == query


OPERATORS = 'site:example.org -term "two words" filetype:pdf intitle:comet'


def test_operators_are_part_of_the_query_byte_for_byte(run, web):
    for cell in (
        f"%websearch --backend keenable {OPERATORS}",
        f"%%websearch --backend keenable --refresh\n{OPERATORS}",
    ):
        run(cell)
        assert json.loads(web.requests[-1].body)["query"] == OPERATORS
    assert run('%websearch --backend keenable -- -term "phrase"').query == '-term "phrase"'


def test_every_option_of_a_search_arrives_and_is_in_the_line_that_repeats_it(run):
    line = (
        "%websearch --limit 3 --backend keenable --site example.org --site .edu --not-site blog.example.org "
        "--since 2026-01 --until 2026-12-31 --lang en --country US --safe strict --topic news --mode fast --page 2 "
        "--unsupported ignore --timeout 20.5 --refresh comet"
    )
    assert line in str(run(line)._repr_mimebundle_())


def test_a_list_of_sites_and_a_day_can_be_filled_in(run):
    view = run("mine, day = ['example.org', '.edu'], '2026-01-01'\n%websearch --site {mine} --since {day} comet")
    assert "%websearch --site example.org --site .edu --since 2026-01-01 comet" in str(view._repr_mimebundle_())
    with pytest.raises(BadInput) as refused:
        run("mine = ['example.org', 'nonsense']\n%websearch --site {mine} comet")
    assert "'nonsense'" in refused.value.message


def test_a_comment_after_two_blanks_is_no_part_of_the_query(run):
    assert run("%websearch -n 3 comet  # first try").query == "comet"
    assert run("%websearch issue #42").query == "issue #42"


@pytest.mark.parametrize(
    "cell", ["%websearch what is a comet?", "%websearch -n 2 what is a comet?\n", "r = %websearch what is a comet?\nr"]
)
def test_a_question_is_searched_and_not_taken_for_a_call_for_help(run, cell):
    assert run(cell).query == "what is a comet?"


def test_help_on_a_magic_is_still_there(shell):
    assert "pinfo" in shell.transform_cell("%websearch?")


def test_a_search_cell_runs_one_query_a_line(run):
    found = run("%%websearch -n 2\ncomet\n\n# not this one\ndew heater  # nor this\n")
    assert isinstance(found, SearchesView) and [each.query for each in found] == ["comet", "dew heater"]


def test_a_fetch_shows_a_page(run, web):
    page = run(f"%fetch {web.url}/docs/calibration")
    assert isinstance(page, PageView) and "#" in page.markdown and page.full and page.links


def test_several_addresses_give_a_verdict_each(run, web):
    pages = run(f"%fetch {web.url}/docs/ {web.url}/nothing-here")
    assert isinstance(pages, BatchView) and isinstance(pages[0], PageView) and isinstance(pages[1], Failed)


def test_a_fetch_cell_reads_the_addresses_below_it(run, web):
    pages = run(f"%%fetch --budget 2000\n{web.url}/docs/\n{web.url}/llms.txt\n")
    assert isinstance(pages, BatchView) and len(pages) == 2
    assert isinstance(run(f"%%fetch\n{web.url}/docs/"), BatchView)


@pytest.mark.parametrize("body", ["", "\n", "\n\n"])
def test_a_fetch_cell_with_nothing_below_reads_its_own_address(run, web, body):
    assert isinstance(run(f"%%fetch {web.url}/docs/{body}"), PageView)


def test_a_list_of_addresses_can_be_filled_in(run, web):
    assert len(run(f"urls = ['{web.url}/docs/', '{web.url}/llms.txt']\n%fetch {{urls}}")) == 2


def test_reading_on_starts_where_the_notice_says(run, web):
    first = run(f"%fetch {web.url}/nights/log")
    start = first.omitted.start
    assert f"%fetch --start {start} " in first.text
    second = run(f"%fetch --start {start} {web.url}/nights/log")
    assert second.cached and first.full[start : start + 1_000] == second.text[:1_000]


STORY = "\n\n".join(
    f"In the year {1800 + n} the keeper wrote down {n * 7 % 97} ships. Nobody said why the lamp went out that night. "
    f"The stones came from a quarry {n} kilometres to the north, and a letter names the mason."
    for n in range(60)
)


def test_a_text_of_the_notebook_is_compressed_for_a_task(run, shell):
    shell.user_ns["story"] = STORY
    for cell in (
        "%%webcompress --method extract --task 'In which year 97 ships?' --target 300\n{story}",
        f"%%webcompress --method extract --task 'In which year 97 ships?' --target 300\n{STORY}",
    ):
        done = run(cell)
        assert done.method == "extract" and done.tokens_after <= 300
        assert "".join(one.before for one in done.segments).strip() == STORY
        shown = done._repr_mimebundle_()["text/plain"]
        assert "compressed" in shown and "not needed for the task" in shown
    with pytest.raises(BadInput):
        run("%%webcompress\n\n")


def test_what_stands_below_an_address_is_what_its_page_is_read_for(run, web):
    page = run(f"%%fetch --target 300 {web.url}/nights/log\nHow many nights\nwere clear?")
    assert page.compression.task == "How many nights were clear?"
    assert "--task=" in page._shape().magic
    with pytest.raises(BadInput):
        run(f"%%fetch --task x {web.url}/nights/log\nHow many nights were clear?")


def test_compression_is_shown_against_the_raw_page(run, web):
    page = run(f"%fetch --compress rules {web.url}/nights/log")
    assert page.compression and "".join(s.before for s in page.compression.segments) == page.full


def test_usage_is_counted_and_can_leave_as_json_and_csv(run):
    run("%websearch comet")
    usage = run("%webusage --days 1")
    assert isinstance(usage, UsageView) and sum(row.total for row in usage.rows) == 1 and len(usage.df) == 1
    assert '"rows"' in run("%webusage --json") and run("%webusage --csv").startswith("day,")


@pytest.mark.parametrize("word", ["config", "doctor", "backends", "paths", "key list"])
def test_webloupe_shows_its_tables(run, word):
    rows = run(f"%webloupe {word}")
    assert isinstance(rows, RowsView) and len(rows) == len(rows.df) > 2


# --- mistakes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cell",
    [
        "%websearch",
        "%websearch --limitt 3 comet",
        "%websearch --backend nobody comet",
        "%websearch --since soon comet",
        "%websearch --site edu comet",
        "%websearch --lang english comet",
        "%websearch --topic newz comet",
        "%webloupe key",
        "%webloupe key set",
        "%webloupe key set exa sk-1",
        "%webloupe key set exa",
        "%fetch",
        "%fetch not-an-address",
        "%fetch file:///etc/passwd",
        "%fetch http://169.254.169.254/latest",
        "%fetch http://127.0.0.1:9/",
        "%fetch --budget",
        "%%fetch https://e.example/\nsummarise this page",
        "%%fetch\n# nothing\n",
        "%%websearch\n\n",
        "%webusage --dayz 3",
        "%webloupe confg",
        "topic = 'a'\n%websearch {topic.nope}",
        "topic = 'a'\n%websearch -n 3 x {topic/0}",
        "%%fetch\nhttps://e.example/{get_ipython.nope}",
        "%webloupe {get_ipython.nope}",
        "%webloupe",
    ],
)
def test_a_mistake_is_two_lines_and_never_a_traceback(shell, capsys, cell):
    capsys.readouterr()
    done = shell.run_cell(cell)
    shown = lines(capsys.readouterr().out)
    assert not done.success and len(shown) == 2, shown
    assert "Traceback" not in "".join(shown)


def test_an_error_can_be_caught_and_keeps_what_came(run, shell, web):
    magic = f"%fetch {web.url}/nothing-here"
    run(f"from webloupe.errors import NotFound\ntry:\n    {magic}\nexcept NotFound as e:\n    kept = e")
    assert shell.user_ns["kept"].result.status == 404


def test_no_backend_alive_names_each_cause(shell, capsys, web, monkeypatch):
    for backend in ("EXA", "PARALLEL", "KEENABLE"):
        monkeypatch.setenv(f"WEBLOUPE_{backend}_URL", "http://127.0.0.1:9/")
    monkeypatch.setenv("WEBLOUPE_ALLOW_PRIVATE", "127.0.0.1")
    capsys.readouterr()
    shell.run_cell("%websearch comet")
    shown = lines(capsys.readouterr().out)
    assert len(shown) == 2 and all(name in shown[0] for name in ("exa", "parallel", "keenable"))


def test_a_key_shows_nowhere_in_a_cell(run, shell, monkeypatch, capsys):
    monkeypatch.setenv("WEBLOUPE_EXA_API_KEY", "canary-3f1c")
    for cell in ("%webloupe config", "%webloupe backends", "%webloupe doctor", "%websearch --backend exa comet"):
        view = run(cell)
        assert "canary-3f1c" not in str(view._repr_mimebundle_()) + repr(view) + repr(vars(view))
    assert "canary-3f1c" not in capsys.readouterr().out


def test_a_key_is_asked_for_by_the_front_end_and_saved_nowhere_in_the_notebook(run, shell, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "keyring", None)
    prompts = []

    def typed(prompt):  # what ipykernel puts in its place asks the front end
        prompts.append(prompt)
        return "canary-3f1c"

    monkeypatch.setattr(getpass, "getpass", typed)
    view = run("%webloupe key set exa")
    assert "exa" in prompts[0] and "config.json" in view.notes[0]
    assert {row.name: row.key for row in view}["exa"] == "set by config.json"
    assert run("%webloupe key remove exa").notes and "canary" not in str(view._repr_mimebundle_()) + repr(view)
    with pytest.raises(BadInput) as refused:
        run("k = 'canary-3f1c'\n%webloupe key set exa {k}")
    assert "notebook would save it" in refused.value.message
    assert "canary-3f1c" not in capsys.readouterr().out + "".join(refused.value.lines())


def test_where_nobody_can_be_asked_the_terminal_is_named(run, monkeypatch):
    def silent(prompt):
        raise StdinNotImplementedError("getpass was called, but this frontend does not support input requests.")

    monkeypatch.setattr(getpass, "getpass", silent)
    with pytest.raises(BadInput) as refused:
        run("%webloupe key set exa")
    assert "webloupe key set" in refused.value.hint


# --- the shell ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("magic", ["websearch", "fetch", "webusage", "webloupe", "webloupe config"])
def test_help_prints_the_options_and_does_nothing(run, capsys, web, magic):
    capsys.readouterr()
    asked = len(web.requests)
    assert run(f"%{magic} --help") is None
    assert "--help" in capsys.readouterr().out and len(web.requests) == asked


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("%websearch --li", "--limit"),
        ("r = %fetch --eng", "--engine"),
        ("%%fetch --bud", "--budget"),
        ("%webusage --da", "--days"),
        ("%webloupe do", "doctor"),
        ("%websearch -n 3 --time", "--timeout"),
        ("%websearch --not", "--not-site"),
        ("%websearch --topic pa", "paper"),
        ("%websearch --since yes", "yesterday"),
        ("%websearch --lang mk", "mk"),
        ("%webloupe k", "key"),
        ("%webloupe key re", "remove"),
        ("%webloupe key set keen", "keenable"),
        ("%webloupe doctor --a", "--ask"),
        ("%fetch --compress r", "rules"),
        ("%fetch --main prec", "precision"),
        ("r = %websearch -n 3 --backend kee", "keenable"),
        ("%webusage --backend exa --backend kee", "keenable"),
    ],
)
def test_tab_completes_options(shell, text, wanted):
    from IPython.core.completer import provisionalcompleter

    with provisionalcompleter():
        found = list(shell.Completer.completions(text, len(text)))
    assert [text[: each.start] + each.text for each in found] == [text[: text.rindex(" ") + 1] + wanted]


def test_unloading_takes_everything_out_and_loading_again_brings_it_back(run, shell):
    matchers, transforms = shell.Completer.custom_matchers, shell.input_transformer_manager.cleanup_transforms
    before = len(matchers), len(transforms)
    run("%unload_ext webloupe")
    assert not {"websearch", "fetch", "webusage", "webloupe"} & set(shell.magics_manager.magics["line"])
    assert not {"websearch", "fetch"} & set(shell.magics_manager.magics["cell"])
    assert (len(matchers), len(transforms)) == (before[0] - 1, before[1] - 1)
    run("%load_ext webloupe")
    run("%reload_ext webloupe")
    run("%reload_ext webloupe")
    assert (len(matchers), len(transforms)) == before
    assert run("%websearch comet").query == "comet"


def test_the_overview_lists_the_words_of_webloupe(run, capsys):
    capsys.readouterr()
    assert run("%webloupe --help") is None
    shown = capsys.readouterr().out
    assert all(f"  {word}" in shown for word in ("config", "doctor", "backends", "paths"))


def test_tab_completes_a_value_after_an_equals_sign(shell):
    from IPython.core.completer import provisionalcompleter

    text = "%fetch --compress=r"
    with provisionalcompleter():
        found = [text[: each.start] + each.text for each in shell.Completer.completions(text, len(text))]
    assert found == ["%fetch --compress=rules"]


def test_a_note_shows_the_value_filled_in_and_not_its_sign(run):
    notes = run("x = 'a b'\n%websearch -n {x} comet --limit={x}").notes
    assert len(notes) == 2 and all("a b" in note for note in notes)


def test_what_is_typed_is_sent_once_and_as_typed(run):
    assert run("secret = 'a'\n%websearch ⸨0⸩ {secret + ' x'}").query == "⸨0⸩ a x"


def test_a_page_cut_at_its_bytes_says_so_in_every_form(run, web):
    view = run(f"%fetch --max-bytes 3000 {web.url}/nights/log")
    forms = [view._html(), view._markdown(), view._text(), " ".join(view._shape().notes)]
    assert view.truncated and all("3,000 bytes" in form for form in forms)


def test_reading_on_from_what_is_shown_misses_nothing(run, web):
    import re

    first = run(f"%fetch {web.url}/nights/log")
    start = int(re.search(r"in \.full \.\.\.\] Read on: %fetch --start (\d+) ", str(first))[1])
    shown = str(first).partition("\n\n")[2].partition("\n[... ")[0]
    second = run(f"%fetch --start {start} {web.url}/nights/log")
    assert first.full[:start].strip() == shown.strip() and second.text.startswith(first.full[start : start + 500])
    assert f"characters {start:,}–" in str(second) and f" of {first.total_chars:,}" in str(second)


def test_a_mistaken_argument_is_told_with_the_value_filled_in(run):
    with pytest.raises(BadInput, match="a b"):
        run("x = 'a b'\n%websearch --backend {x} comet")
