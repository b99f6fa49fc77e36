"""The line that repeats a call, through IPython's own reading of a cell and the magics' grammar."""

import ast
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager

from webloupe.asked import SearchKeywords
from webloupe.options import parse_line
from webloupe_jupyter.arguments import SearchArguments
from webloupe_jupyter.braces import asked_in
from webloupe_jupyter.magic_lines import fetch_line, search_line, usage_line
from webloupe_jupyter.magics.fill import fill

SIGNS = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(" '\"#-\\?;!%<={}`\t"), max_size=40)
SITES = st.lists(
    st.sampled_from([".edu", "example.org/docs", "https://www.example.org/it's/", "münchen.example"]), min_size=1
)
SEARCH = st.fixed_dictionaries(
    {},
    optional={
        "limit": st.integers(1, 10),
        "backend": st.sampled_from(["auto", "all", "exa", "keenable", "parallel"]),
        "sites": SITES,
        "not_sites": SITES,
        "since": st.sampled_from(["7d", "2026-11", "2026-11-01 12:00:00+00:00", "week"]),
        "until": st.sampled_from(["2 w", "2026"]),
        "lang": st.sampled_from(["en", "zh-CN"]),
        "country": st.sampled_from(["US", "de"]),
        "safe": st.sampled_from(["off", "moderate", "strict"]),
        "topic": st.sampled_from(["news", "paper", "code", "images"]),
        "mode": st.sampled_from(["fast", "deep"]),
        "page": st.integers(1, 10),
        "answer": st.just(True),
        "hedge": st.just(True),
        "fuse": st.just(True),
        "unsupported": st.sampled_from(["warn", "ignore", "error"]),
        "timeout_s": st.floats(1, 120),
        "refresh": st.just(True),
    },
)
FETCH = st.fixed_dictionaries(
    {},
    optional={
        "format": st.sampled_from(["markdown", "text", "html", "raw"]),
        "budget_chars": st.integers(2_000, 500_000),
        "start": st.integers(0, 2_000_000),
        "main": st.sampled_from([True, False, "precision", "recall"]),
        "engine": st.sampled_from(["fast", "markdownify"]),
        "compress": st.sampled_from(["none", "rules"]),
        "timeout_s": st.floats(1, 120),
        "max_bytes": st.integers(1, 50_000_000),
        "max_age_s": st.floats(0, 1e6).filter(math.isfinite),
        "refresh": st.just(True),
        "offline": st.just(True),
    },
)


def read(verb, line):
    """What the magic is asked when `line` is run as a cell; fails when IPython makes something else of it."""
    call = ast.parse(TransformerManager().transform_cell(line)).body[0].value
    assert call.func.attr == "run_line_magic", ast.dump(call)
    name, text = (ast.literal_eval(argument) for argument in call.args)
    assert f"%{name}" == line.split()[0] and not text.rstrip().endswith(";")
    return parse_line(verb, text)


@given(
    query=SIGNS.map(lambda text: " ".join(text.split())).filter(lambda text: text and not asked_in(text)),
    keywords=SEARCH,
)
@example("how to read {'colour': 1}", {})
@example("what is a comet?", {})
@example("r << x", {})
@example("--help", {})
@example("# note", {})
@example("a;", {})
@example("-- x", {"limit": 3})
@example("C:\\temp\\", {})
@example("'a  b' \"c", {})
def test_a_search_line_reads_back_as_the_same_search(query, keywords):
    parsed = read("search", search_line(query, keywords))
    assert (parsed.rest, parsed.values, parsed.bind, parsed.notes) == ((query,), keywords, None, parsed.notes)


def test_a_search_line_can_say_every_keyword_of_a_search():
    assert set(SearchArguments.__struct_fields__) - {"query"} == set(SearchKeywords.__annotations__)
    values = {"sites": (".edu", "a.org"), "since": "7d", "fuse": True, "answer": False, "page": None}
    assert search_line("oak", values) == "%websearch --site .edu --site a.org --since 7d --fuse oak"


@pytest.mark.parametrize("query", ["two  blanks", "tab\there"])
def test_blanks_of_a_query_stay_as_typed(query):
    assert read("search", search_line(query, {})).rest == (query,)


def test_a_query_that_no_line_can_hold_is_repeated_in_one_line():
    assert read("search", search_line("a\nb  # c", {})).rest == ("a b # c",)


@given(
    path=SIGNS.map(lambda text: "".join(text.split()).replace("\\", "/")),
    keywords=FETCH,
)
@example("?q=a?", {})
@example("x;", {"main": False})
@example("a'b", {})
def test_a_fetch_line_reads_back_as_the_same_fetch(path, keywords):
    url = f"https://e.example/{path}"
    parsed = read("fetch", fetch_line(url, keywords))
    assert parsed.values == keywords and not parsed.notes and len(parsed.rest) == 1
    if not set(path) & set("{}\"'`<>"):
        assert parsed.rest == (url,)


def test_an_address_from_the_web_is_never_evaluated():
    line = fetch_line("https://e.example/?q={get_ipython().ev(chr(49))}&r=1", {})
    filled = fill(line, {"get_ipython": print})
    assert not filled.values and "{" not in line and filled.restore(filled.text) == line


@pytest.mark.parametrize("query", ["{get_ipython().ev(chr(49))}", "a {x} b", "{x[0]!s}", "{ {}[x] }", "{lambda: x}"])
def test_a_query_that_a_cell_would_evaluate_makes_no_line(query):
    line = search_line(query, {})
    assert line == "" or fill(line, {"get_ipython": print, "x": 1}).text == line


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "", "file:///etc/passwd"])
def test_an_address_that_is_none_of_the_web_makes_no_line(url):
    assert fetch_line(url, {}) == ""


def test_words_for_the_same_setting_make_the_option_that_exists():
    assert read("fetch", fetch_line("https://e.example/", {"main": "full"})).values == {"main": False}
    assert read("fetch", fetch_line("https://e.example/", {"main": "auto"})).values == {"main": True}
    assert fetch_line("https://e.example/", {"engine": None}) == "%fetch https://e.example/"


def test_a_usage_line_reads_back():
    assert read("usage", usage_line({"days": 30, "backend": "exa"})).values == {"days": 30, "backend": "exa"}
