"""What a terminal gets: nothing from the web may steer it, and every cost is told."""

from __future__ import annotations

import pytest

from webloupe import printed
from webloupe.types import Attempt, ErrorInfo, SearchResponse, SearchResult, UsageRow, UsageSummary


@pytest.mark.parametrize(
    "text, left",
    [
        ("\x1b[2J\x1b]8;;http://evil/\x07link\x1b]8;;\x07", "[2J]8;;http://evil/link]8;;"),
        ("\x9b31mred\x85", "31mred"),
        ("over\rwritten", "overwritten"),
        ("bell\a null\0 delete\x7f", "bell null delete"),
        ("line\nline\r\ncolumn\tcolumn", "line\nline\r\ncolumn\tcolumn"),
        ("☞ 😅 北京 é", "☞ 😅 北京 é"),
    ],
)
def test_control_signs_do_not_reach_the_terminal(text, left):
    assert printed.harmless(text) == left


def test_a_hit_takes_its_own_lines_and_no_more():
    hit = SearchResult(
        title="A\x1b[1m\n2. fake", url="https://a.example/\n", description="one\r\ntwo", backend="exa", position=1
    )
    text = printed.results(SearchResponse(query="q", results=(hit,)))
    assert text.splitlines() == [" 1. A[1m 2. fake", "    https://a.example/", "    undated · exa", "    one two"]


def test_a_hit_without_a_title_is_called_by_its_host():
    hit = SearchResult(title="", url="https://a.example/x", backend="exa", position=1)
    assert printed.results(SearchResponse(query="q", results=(hit,))).startswith(" 1. a.example\n")


def test_nothing_found_is_said():
    assert printed.results(SearchResponse(query="q"))


def test_the_header_names_who_failed_why_and_who_answered():
    attempts = (
        Attempt(backend="keenable", outcome="rate_limited", retry_after_s=412),
        Attempt(backend="exa", outcome="http", error=ErrorInfo(code="bad_key", message="401 invalid key")),
        Attempt(backend="parallel", outcome="ok", remaining=924),
    )
    header = printed.search_header(SearchResponse(query="q", attempts=attempts, tokens=1234, elapsed_ms=812.4))
    assert header.startswith("keenable: rate limited, retry in 412 s · exa: 401 invalid key · parallel answered")
    assert "924" in header and "1,234 tokens" in header and "812 ms" in header


def test_usage_as_csv_keeps_names_that_hold_commas():
    row = UsageRow(day="2026-10-06", backend='a,"b', ok=1, total=1)
    head, line = printed.usage_csv(UsageSummary(days=7, rows=(row,))).splitlines()
    assert head.startswith("day,backend,ok") and line.startswith('2026-10-06,"a,""b",1')


def test_usage_as_csv_lets_no_name_steer_the_terminal():
    row = UsageRow(day="2026-10-06", backend="\x1b[2J\x9bexa\x07", ok=1, total=1)
    text = printed.usage_csv(UsageSummary(days=7, rows=(row,)))
    assert printed.harmless(text) == text and "exa" in text


def test_columns_stand_under_each_other():
    assert printed.columns([("a", "bb", "c"), ("aaa", "b", "c d")]) == "a    bb  c\naaa  b   c d"
    assert printed.columns([]) == ""


def test_signs_that_turn_a_line_round_do_not_reach_the_terminal():
    assert printed.harmless("safe\u202eelif\u2066.exe\u2069") == "safeelif.exe"
    assert printed.harmless("שלום \u200f عربي") == "שלום \u200f عربي"  # a mark turns nothing round
