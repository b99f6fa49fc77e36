"""The grammar that the command line and the magics share: a line in, arguments out."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe.asked import SearchKeywords
from webloupe.errors import BadInput
from webloupe.options import flags_of, help_text, parse, parse_line
from webloupe.verbs import verb, verb_names
from webloupe.words import body_lines, split_line

MAGICS = ("search", "fetch", "usage")

# --- a search: options, then the query as typed ----------------------------------------------------------------------

AS_TYPED = [
    "coral reefs",
    "what's new in python",
    "rock 'n' roll \"exact phrase\" -beta site:example.org",
    '"# hash in quotes"',
    '"two  # blanks inside"',
    "'tis the season",
    r"C:\Users\me \d+ \\server",
    "issue #42",
    "issue  #42",
    "#metoo",
    "C# generics",
    "a - b -- c",
    "北京 大学",
    "weather ☞ 😅 ✓",
    "x = {'a': 1} $HOME {}",
    "C++ cout << endl",
    "tabs\tand  blanks",
    '"open quote',
]


@pytest.mark.parametrize("query", AS_TYPED)
@pytest.mark.parametrize("before, values", [("", {}), ("-n 3 ", {"limit": 3}), ("--backend exa --limit=2 -- ", None)])
@pytest.mark.parametrize("after", ["", "   ", "  # a note", "  #", "  ## note"])
def test_a_query_reaches_the_backend_as_typed(query, before, values, after):
    parsed = parse_line("search", before + query + after)
    assert parsed.rest == (query,)
    assert parsed.values == ({"backend": "exa", "limit": 2} if values is None else values)


@given(st.text(st.characters(blacklist_categories=["Cs"]), min_size=1))
def test_any_query_after_two_dashes_is_kept_but_for_its_ends_and_a_comment(query):
    parsed = parse_line("search", f"-- {query}")
    kept = parsed.rest[0] if parsed.rest else ""
    assert query.strip().startswith(kept)
    assert kept == query.strip() or query.strip()[len(kept) :].lstrip().startswith("#")


@given(st.text(st.characters(blacklist_categories=["Cs"])))
def test_no_line_breaks_the_grammar(line):
    for name in MAGICS:
        try:
            parse_line(name, line)
        except BadInput as error:
            assert 1 <= len(error.lines()) <= 2


@pytest.mark.parametrize(
    "line", ["-n 3 q", "-n3 q", "-n=3 q", "--n 3 q", "--limit 3 q", "--limit=3 q", "--limit='3' q"]
)
def test_an_option_may_be_written_in_each_usual_way(line):
    assert parse_line("search", line).values == {"limit": 3}


@pytest.mark.parametrize(
    "given_, kept",
    [("50", {"limit": 10}), ("0", {"limit": 1}), ("-4", {"limit": 1}), ("abc", {}), ("3.5", {}), ("９", {"limit": 9})],
)
def test_a_bad_limit_is_clamped_and_said(given_, kept):
    parsed = parse_line("search", f"--limit {given_} q")
    assert parsed.values == kept
    assert len(parsed.notes) == (given_ != "９")


SEARCH_OPTIONS = [
    ("--limit 3", {"limit": 3}),
    ("--backend all", {"backend": "all"}),
    ("--site example.org/docs --site=.edu", {"sites": ["example.org/docs", ".edu"]}),
    ("--not-site example.org", {"not_sites": ["example.org"]}),
    ("--since 7d --until 2026-11", {"since": "7d", "until": "2026-11"}),
    ("--lang zh-CN --country US", {"lang": "zh-CN", "country": "US"}),
    ("--safe strict --topic news --mode deep", {"safe": "strict", "topic": "news", "mode": "deep"}),
    ("--page 2", {"page": 2}),
    ("--answer --hedge --fuse", {"answer": True, "hedge": True, "fuse": True}),
    ("--unsupported error", {"unsupported": "error"}),
    ("--timeout 9", {"timeout_s": 9.0}),
    ("--refresh", {"refresh": True}),
]


@pytest.mark.parametrize("options, values", SEARCH_OPTIONS)
def test_each_option_of_search_is_read_before_the_query_and_is_query_after_it(options, values):
    query = 'oak --fuse -term "phrase"'
    parsed = parse_line("search", f"{options} {query}")
    assert (parsed.values, parsed.rest) == (values, (query,))
    assert parse("search", [*options.split(), *query.split()]) == parsed
    late = parse_line("search", f"oak {options}")
    assert (late.values, late.rest) == ({}, (f"oak {options}",))


def test_every_keyword_of_a_search_has_an_option():
    options = {option.keyword for option in verb("search").options if option.face is None}
    assert options - {"help"} == set(SearchKeywords.__annotations__)
    assert {key for _, values in SEARCH_OPTIONS for key in values} == options - {"help"}


OPERATORS = """site:example.org -term "two words" filetype:pdf intitle:oak OR (a|b) before:2026-01-01 *"""


def test_operators_are_part_of_the_query_byte_for_byte():
    for before in ("", "-- ", "--since 7d --site example.org ", "--fuse -- "):
        assert parse_line("search", before + OPERATORS).rest == (OPERATORS,)
        assert parse("search", [*before.split(), OPERATORS]).rest == (OPERATORS,)
    assert parse_line("search", '-- -term "phrase"').rest == ('-term "phrase"',)
    assert parse("search", ["--", "-term", "oak"]).rest == ("-term oak",)


@pytest.mark.parametrize(
    "line, named",
    [
        ("--site", "--site"), ("--site= q", ".edu"), ("--since", "7d"), ("--safe very q", "moderate"),
        ("--topic newz q", "news"), ("--mode slow q", "deep"), ("--unsupported no q", "warn"), ("--page", "--page"),
        ("--backend every q", "all"), ("--answer=yes q", "--answer"), ("--sites a.org q", "--site"),
        ("-term oak", "goes after --"),
    ],
)  # fmt: skip
def test_a_mistaken_option_of_search_is_told_in_two_lines(line, named):
    with pytest.raises(BadInput) as caught:
        parse_line("search", line)
    assert len(caught.value.lines()) == 2 and named in " ".join(caught.value.lines())


@pytest.mark.parametrize("typed, kept", [("99", {"page": 10}), ("0", {"page": 1}), ("next", {})])
def test_a_bad_page_is_clamped_and_said(typed, kept):
    parsed = parse_line("search", f"--page {typed} q")
    assert (parsed.values, len(parsed.notes)) == (kept, 1)


def test_two_dashes_end_the_options():
    assert parse_line("search", "-- -python snake").rest == ("-python snake",)
    assert parse_line("fetch", "-- --full").rest == ("--full",)


def test_an_option_after_the_query_began_is_query_and_said():
    parsed = parse_line("search", "coral reefs --limit 3")
    assert (parsed.rest, parsed.values, len(parsed.notes)) == (("coral reefs --limit 3",), {}, 1)


def test_the_shell_and_the_magic_mean_the_same():
    words = ["-n", "3", "--backend", "exa", "coral", "reefs", "-beta"]
    assert parse("search", words) == parse_line("search", " ".join(words))


def test_a_shell_has_no_assignment_and_no_comment():
    assert parse("search", ["res", "<<", "x", "#", "y"]).rest == ("res << x # y",)


# --- a note at the end -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, words",
    [
        ("-n 3 coral reefs  # first try", ["-n", "3", "coral", "reefs"]),
        ("https://e.example/a#sec-2", ["https://e.example/a#sec-2"]),
        ("https://e.example/a  # note", ["https://e.example/a"]),
        ("C# generics", ["C#", "generics"]),
        ('"# hash in quotes"', ["# hash in quotes"]),
        ("issue #42", ["issue", "#42"]),
        ("one # blank stays", ["one", "#", "blank", "stays"]),
        ("# all of it", []),
        ("  # all of it", []),
        ("", []),
        ("   ", []),
        ('--x="a b" c', ["--x=a b", "c"]),
        (r'"C:\a b\c" \n', [r"C:\a b\c", r"\n"]),
        ("what's new", ["what's", "new"]),
        ("'a b' \"c d\"", ["a b", "c d"]),
        ('a"b c"', ['a"b', 'c"']),
    ],
)
def test_a_line_is_cut_into_words(line, words):
    assert split_line(line) == words


def test_a_long_line_is_cut_in_linear_time():
    line = "'a " * 20_000
    assert len(split_line(line)) == 20_000


@pytest.mark.parametrize(
    "line",
    [f"a{' ' * 200_000}b", f"a{' ' * 100_000}={' ' * 100_000}b", "<" * 200_000, f"{'a=' * 100_000}<", "=" * 200_000,
     "a <" * 60_000, f"-{'n' * 200_000}", f"-n{'1' * 200_000}", f"--limit={'1' * 200_000}", f"--limit={'1,' * 100_000}",
     f"--timeout={'1' * 200_000}x", f"--timeout=1{' ' * 200_000}x", f"--timeout='1{' ' * 200_000}x'",
     "\"'" * 100_000, "-x='" * 50_000, "# " * 100_000],
)  # fmt: skip
@pytest.mark.parametrize("verb", ["search", "fetch"])
def test_no_line_takes_time_that_grows_with_its_square(verb, line):
    started = time.process_time()
    with suppress(BadInput):
        parse_line(verb, line)
    assert time.process_time() - started < 1.5  # a square takes minutes at this length


@pytest.mark.parametrize(
    "body, entries",
    [
        ("\n", []),
        ("\n   \n# nothing\n", []),
        ("https://a.example/\n\n  https://b.example/#x  # later\n#\n", ["https://a.example/", "https://b.example/#x"]),
        ("reef bleaching\n#metoo\r\n", ["reef bleaching", "#metoo"]),
    ],
)
def test_a_body_without_entries_leaves_the_line_to_decide(body, entries):
    assert body_lines(body) == entries


# --- a name for the result -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, bind, rest",
    [
        ("res << reef bleaching", "res", ("reef bleaching",)),
        ("res<<reef bleaching", "res", ("reef bleaching",)),
        ("res<< reef", "res", ("reef",)),
        ("res <<reef", "res", ("reef",)),
        ("res = << reef", "res", ("reef",)),
        ("res <<", "res", ()),
        ("结果 << 北京", "结果", ("北京",)),
        ("-n 3 res << reef", "res", ("reef",)),
        ("res << -n 3 reef", "res", ("reef",)),
        ("res << \"a  # b\" 'c'", "res", ("\"a  # b\" 'c'",)),
        ("-o res reef", "res", ("reef",)),
        ("--out=res reef", "res", ("reef",)),
        ("C++ cout << endl", None, ("C++ cout << endl",)),
        ("C++ << endl", None, ("C++ << endl",)),
        ("-- cout << endl", None, ("cout << endl",)),
        ('"cout" << endl', None, ('"cout" << endl',)),
    ],
)
def test_a_result_is_named_with_any_spacing(line, bind, rest):
    parsed = parse_line("search", line)
    assert (parsed.bind, parsed.rest) == (bind, rest)


@pytest.mark.parametrize("line", ["2x << bad", "class << bad", "1 << 3", "-o 2x bad", "--out=for bad"])
def test_a_name_that_python_refuses_is_told_in_two_lines(line):
    with pytest.raises(BadInput) as caught:
        parse_line("search", line)
    assert len(caught.value.lines()) == 2


def test_a_page_is_named_with_options_on_either_side():
    parsed = parse_line("fetch", "page << --full https://a.example/ --start 10")
    assert (parsed.bind, parsed.rest) == ("page", ("https://a.example/",))
    assert parsed.values == {"main": False, "start": 10}


# --- a fetch ---------------------------------------------------------------------------------------------------------

URL = "https://a.example/"


@pytest.mark.parametrize(
    "options, values",
    [
        ("--format text", {"format": "text"}),
        ("--budget 4000", {"budget_chars": 4_000}),
        ("--start 11250", {"start": 11_250}),
        ("--main auto", {"main": True}),
        ("--main precision", {"main": "precision"}),
        ("--full", {"main": False}),
        ("--engine markdownify", {"engine": "markdownify"}),
        ("--compress none", {"compress": "none"}),
        ("--compress rules", {"compress": "rules"}),
        ("--compress=rules", {"compress": "rules"}),
        ("--compress", {"compress": "auto"}),
        ("--timeout 45", {"timeout_s": 45.0}),
        ("--max-bytes 50000000", {"max_bytes": 50_000_000}),
        ("--max-age 20m", {"max_age_s": 1_200.0}),
        ("--max-age 2h", {"max_age_s": 7_200.0}),
        ("--max-age 90", {"max_age_s": 90.0}),
        ("--refresh", {"refresh": True}),
        ("--offline", {"offline": True}),
    ],
)
@pytest.mark.parametrize("order", ["{options} {url}", "{url} {options}"])
def test_each_option_of_fetch_is_read_before_and_after_the_address(options, values, order):
    line = order.replace("{options}", options).replace("{url}", URL)
    parsed = parse_line("fetch", line)
    assert (parsed.values, parsed.rest, parsed.notes) == (values, (URL,), ())
    assert parse("fetch", line.split()) == parsed


@pytest.mark.parametrize(
    "options, values",
    [
        ("--budget 1", {"budget_chars": 2_000}),
        ("--budget 9000000", {"budget_chars": 500_000}),
        ("--budget lots", {}),
        ("--timeout 500", {"timeout_s": 120}),
        ("--timeout 0", {"timeout_s": 0.1}),
    ],
)
def test_a_number_out_of_bounds_is_clamped_and_said(options, values):
    parsed = parse_line("fetch", f"{options} {URL}")
    assert (parsed.values, len(parsed.notes)) == (values, 1)


@pytest.mark.parametrize(
    "line, named",
    [
        ("--formt text", "--format"), ("--format pdf", "markdown"), ("--format", "markdown"), ("--start -5", "0"),
        ("--start", "--start"), ("--compress extrct", "extract"), ("--full=yes", "--full"),
        ("--timeout soon", "seconds"),
        ("--max-age yesterday", "20m"), ("--engine slow", "fast"), ("--main none", "recall"), ("-x", "--help"),
        ("--max-bytes 99999999999", "50,000,000"), ("--start --full", "--start"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("face", ["notebook", "cli"])
def test_a_mistake_is_told_in_two_lines_with_what_is_allowed(line, named, face):
    with pytest.raises(BadInput) as caught:
        parse_line("fetch", f"{URL} {line}") if face == "notebook" else parse("fetch", [URL, *line.split()])
    lines = caught.value.lines()
    assert len(lines) == 2 and named in " ".join(lines)


@pytest.mark.parametrize("name", ["usage", "config", "doctor", "demo"])
def test_a_command_without_arguments_refuses_one(name):
    with pytest.raises(BadInput) as caught:
        parse(name, ["something"])
    assert len(caught.value.lines()) == 2


def test_a_demo_mode_may_be_repeated():
    parsed = parse("demo", ["--port", "0", "--mode", "exa=429", "--mode=parallel=5xx*2"])
    assert parsed.values == {"port": 0, "mode": [("exa", "429"), ("parallel", "5xx*2")]}


# --- help and completion ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", verb_names())
@pytest.mark.parametrize("face", ["notebook", "cli"])
def test_help_and_completion_name_every_option_of_that_face(name, face):
    text, flags = help_text(name, face), flags_of(name, face)
    assert {flag for flag in flags if flag in text} == set(flags)
    wanted = {flag for option in verb(name).options if option.face in (None, face) for flag in option.flags}
    assert set(flags) == wanted


@pytest.mark.parametrize("line", ["--help", "-h", "-n 3 --help", "--help x"])
def test_asking_for_help_is_no_search(line):
    assert parse_line("search", line).help


def test_an_option_of_the_other_face_is_unknown():
    with pytest.raises(BadInput):
        parse("search", ["--out", "r", "q"])
    with pytest.raises(BadInput):
        parse_line("search", "--json q")


@pytest.mark.parametrize(("raw", "value"), [("20,000", 20_000), ("500,000", 500_000), ("20000", 20_000)])
def test_numbers_may_be_grouped_as_our_messages_write_them(raw, value):
    assert parse("fetch", ["--budget", raw, "https://a.example/"]).values["budget_chars"] == value


def test_a_short_option_in_a_query_is_noted_like_a_long_one():
    assert parse("search", ["oaks", "-n", "2"]).notes
    assert not parse("search", ["oaks", "-ash"]).notes
