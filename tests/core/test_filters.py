"""What narrows a search: sites and days as people write them, checked again on what came."""

from __future__ import annotations

import contextlib
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe import asked, config, days, iso_codes, sites
from webloupe.errors import BadInput
from webloupe.search.filters import check, missing
from webloupe.types import SearchQuery, SearchResult

TODAY = date(2026, 12, 1)


def hit(url: str = "https://example.org/", published: str = "") -> SearchResult:
    return SearchResult(title="t", url=url, published=published)


def wish(**keywords):
    settings = config.load(env={}, cwd="/", home="/nonexistent")
    return asked.search(settings, "oak", keywords, today=TODAY)


# --- sites -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "site"),
    [
        ("https://www.example.org/docs/", "example.org/docs"),
        ("Example.ORG", "example.org"),
        ("example.org/docs?q=1#top", "example.org/docs"),
        ("http://example.org:8080", "example.org"),
        ("*.example.org", "example.org"),
        ("example.org.", "example.org"),
        ("münchen.example", "xn--mnchen-3ya.example"),
        ("例え.テスト/道", "xn--r8jz45g.xn--zckzah/%E9%81%93"),
        (".EDU", ".edu"),
        (".ac.uk", ".ac.uk"),
        ("www.com", "www.com"),
        (" example.org ", "example.org"),
    ],
)
def test_a_site_is_taken_as_people_write_it(written, site):
    assert sites.cleaned(written) == site == sites.cleaned(site)


@pytest.mark.parametrize(
    "written",
    ["edu", "", ".", "a b.org", "ftp://example.org", "u:p@example.org", "[::1]", "a..org", ".edu/x", "\ud800.org"],
)
def test_what_names_no_site_is_refused_in_two_lines(written):
    with pytest.raises(BadInput) as refused:
        sites.cleaned(written)
    assert len(refused.value.lines()) == 2


@pytest.mark.parametrize(
    ("site", "url", "inside"),
    [
        ("example.org", "https://example.org/a", True),
        ("example.org", "http://www.example.org:8080/", True),
        ("example.org", "https://docs.example.org./", True),
        ("example.org", "https://badexample.org/", False),
        ("example.org", "https://example.org.evil.net/", False),
        ("example.org", "https://evil.net/?q=example.org", False),
        ("example.org/docs", "https://example.org/docs", True),
        ("example.org/docs", "https://sub.example.org/docs/a?b=1", True),
        ("example.org/docs", "https://example.org/docsearch", False),
        ("example.org/docs", "https://example.org/", False),
        ("example.org/docs", "https://example.org/a/../docs/b", True),
        ("example.org/~me", "https://example.org/%7Eme/x", True),
        (".edu", "https://mit.edu/", True),
        (".edu", "https://mit.edu.example.org/", False),
        (".edu", "https://myedu/", False),
        ("xn--mnchen-3ya.example", "https://münchen.example/", True),
        ("example.org", "not an address", False),
        ("example.org", "", False),
    ],
)
def test_a_site_holds_its_hosts_by_whole_labels_and_its_paths_by_whole_segments(site, url, inside):
    assert sites.covers(site, url) is inside


LABEL = st.from_regex(r"[a-z][a-z0-9]{0,8}", fullmatch=True)
HOST = st.lists(LABEL, min_size=2, max_size=4).map(".".join)
PATH = st.lists(LABEL, max_size=3).map(lambda parts: "".join(f"/{part}" for part in parts))


@given(HOST, PATH, LABEL, LABEL)
def test_a_site_holds_what_lies_below_it_and_nothing_beside_it(host, path, label, segment):
    site = sites.cleaned(host + path)
    assert sites.cleaned(site) == site
    assert sites.covers(site, f"https://{label}.{host}{path}/{segment}")
    assert not sites.covers(site, f"https://x{site}")
    if path:
        assert not sites.covers(site, f"https://{host}{path}x")


@given(st.text())
def test_any_text_is_a_site_or_refused_and_never_breaks(text):
    try:
        site = sites.cleaned(text)
    except BadInput:
        return
    assert sites.cleaned(site) == site


# --- days ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ("2026-11-05", "2026-11-05", "2026-11-05"),
        ("2026-11", "2026-11-01", "2026-11-30"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2026", "2026-01-01", "2026-12-31"),
        (2026, "2026-01-01", "2026-12-31"),
        ("2026-11-05T23:30:00+09:00", "2026-11-05", "2026-11-05"),
        (date(2026, 11, 5), "2026-11-05", "2026-11-05"),
        (datetime(2026, 11, 5, 23, tzinfo=UTC), "2026-11-05", "2026-11-05"),
        ("today", "2026-12-01", "2026-12-01"),
        ("Yesterday", "2026-11-30", "2026-11-30"),
        ("24h", "2026-11-30", "2026-11-30"),
        ("25h", "2026-11-29", "2026-11-29"),
        ("7d", "2026-11-24", "2026-11-24"),
        ("2w", "2026-11-17", "2026-11-17"),
        ("week", "2026-11-24", "2026-11-24"),
        ("3m", "2026-09-01", "2026-09-01"),
        ("month", "2026-11-01", "2026-11-01"),
        ("year", "2025-12-01", "2025-12-01"),
        ("9999y", "0001-01-01", "0001-01-01"),
    ],
)
def test_a_day_is_taken_as_people_write_it(written, first, last):
    assert (days.first_day(written, TODAY), days.last_day(written, TODAY)) == (first, last)


def test_a_month_back_from_its_last_day_ends_with_the_shorter_month():
    assert days.first_day("1m", date(2026, 3, 31)) == "2026-02-28"


@pytest.mark.parametrize(
    "written", ["soon", "2026-02-30", "2026-13", "0000", "-7d", "7", "7 fortnights", "", True, 2.5, []]
)
def test_what_names_no_day_is_an_error_that_says_what_does(written):
    with pytest.raises(ValueError):
        days.first_day(written, TODAY)


@given(st.dates(), st.integers(0, 999_999), st.sampled_from("hdwmy"))
def test_a_time_back_never_lies_ahead(today, count, unit):
    assert "0001-01-01" <= days.first_day(f"{count}{unit}", today) <= today.isoformat()


@given(st.text(max_size=20))
def test_any_text_is_a_span_of_days_or_refused(text):
    with contextlib.suppress(ValueError):
        assert days.first_day(text, TODAY) <= days.last_day(text, TODAY)


# --- the wish --------------------------------------------------------------------------------------------------------


def test_nothing_asked_for_is_the_settings():
    plain = wish()
    assert plain.query == SearchQuery(text="oak", limit=5)
    assert (plain.backend, plain.timeout_s, plain.unsupported) == ("auto", 30.0, "warn")
    assert not (plain.hedge or plain.fuse or plain.refresh or plain.notes)
    assert wish(limit=None, sites=(), since=None, lang="", safe=None, page=None, answer=None) == plain


def test_every_keyword_arrives_in_the_query_in_one_form():
    found = wish(
        limit=3, backend="all", sites=["https://www.example.org/docs/", ".edu", "example.org/docs"],
        not_sites="a.org, b.org", since="2026-10", until="2026-11", lang="zh-CN", country="uk", safe="strict",
        topic="news", mode="deep", page=2, answer=True, hedge=True, fuse=True, unsupported="error", timeout_s=9,
        refresh=True,
    )  # fmt: skip
    assert found.query == SearchQuery(
        text="oak", limit=3, sites=("example.org/docs", ".edu"), not_sites=("a.org", "b.org"), since="2026-10-01",
        until="2026-11-30", lang="zh", country="GB", safe="strict", topic="news", mode="deep", page=2, answer=True,
    )  # fmt: skip
    assert (found.backend, found.timeout_s, found.unsupported) == ("all", 9, "error")
    assert found.hedge and found.fuse and found.refresh and not found.notes


@pytest.mark.parametrize(
    ("keywords", "held"),
    [
        ({"limit": 99}, 10),
        ({"limit": 0}, 1),
        ({"limit": "many"}, 5),
        ({"page": 11}, 10),
        ({"page": -1}, 1),
        ({"page": []}, 1),
    ],
)
def test_a_number_out_of_range_is_moved_and_said(keywords, held):
    found = wish(**keywords)
    assert [getattr(found.query, name) for name in keywords] == [held]
    assert len(found.notes) == 1 and f"{held} is used" in found.notes[0]


@pytest.mark.parametrize(
    ("keywords", "named"),
    [
        ({"lang": "english"}, "en (English)"),
        ({"lang": "Germn"}, "de (German)"),
        ({"lang": "qq"}, "two letters"),
        ({"country": "germany"}, "DE (Germany)"),
        ({"country": "XX"}, "two letters"),
        ({"lang": 3}, "quotes"),
        ({"safe": "Strict"}, "'strict'"),
        ({"topic": "newz"}, "'news'"),
        ({"mode": "quick"}, "fast, deep"),
        ({"unsupported": "warning"}, "'warn'"),
        ({"backend": "exaa"}, "'exa'"),
        ({"backend": 3}, "auto, all, "),
        ({"sites": "edu"}, ".edu or edu.org"),
        ({"sites": 3}, "example.org"),
        ({"sites": [3]}, "quotes"),
        ({"since": "soon"}, "7d"),
        ({"since": "2026-11-02", "until": "2026-11-01"}, "Exchange"),
        ({"sites": ["a.org"], "not_sites": ["A.org/"]}, "one of the two"),
        ({"answer": "yes"}, "True or False"),
        ({"timeout_s": 0}, "seconds"),
        ({"site": ["a.org"]}, "sites"),
    ],
)
def test_what_cannot_be_meant_is_told_in_two_lines_with_the_nearest(keywords, named):
    with pytest.raises(BadInput) as refused:
        wish(**keywords)
    assert len(refused.value.lines()) == 2 and named in refused.value.hint


def test_codes_are_taken_in_any_case_and_with_their_region():
    assert [iso_codes.language(text) for text in ("EN", "pt_BR", "zh-Hant-TW", "x")] == ["en", "pt", "zh", None]
    assert [iso_codes.country(text) for text in ("us", " De ", "UK", "EU")] == ["US", "DE", "GB", None]


# --- the check -------------------------------------------------------------------------------------------------------


def test_hits_of_other_sites_are_dropped_and_counted():
    query = SearchQuery(text="oak", sites=("example.org", ".edu"), not_sites=("blog.example.org",))
    urls = ["https://example.org/", "https://blog.example.org/x", "https://mit.edu/", "https://other.net/"]
    found = check([hit(url) for url in urls], query)
    assert [one.url for one in found.kept] == ["https://example.org/", "https://mit.edu/"]
    assert (found.undated, found.dropped) == ([], 2)


def test_hits_without_a_day_are_kept_apart_only_where_days_are_asked_for():
    dates = ["2026-10-31", "2026-11-01", "2026-11-30T23:59:59Z", "2026-12-01", "", "2026", "yesterday"]
    hits = [hit(published=day) for day in dates]
    found = check(hits, SearchQuery(text="oak", since="2026-11-01", until="2026-11-30"))
    assert [one.published for one in found.kept] == dates[1:3]
    assert [one.published for one in found.undated] == dates[4:]
    assert found.dropped == 2
    assert check(hits, SearchQuery(text="oak")) == type(found)(hits, [], 0)


DAY = st.dates(date(2020, 1, 1), date(2030, 1, 1)).map(date.isoformat)
HITS = st.lists(
    st.builds(
        hit,
        st.sampled_from(["https://a.org/x", "https://b.a.org/", "https://c.edu/docs/1", "https://d.net/", "odd"]),
        st.one_of(st.just(""), DAY, st.text(max_size=12)),
    ),
    max_size=8,
)
SITES = st.lists(st.sampled_from(["a.org", "b.a.org", ".edu", "c.edu/docs", "d.net"]), max_size=2).map(tuple)


@given(HITS, SITES, SITES, st.one_of(st.just(""), DAY), st.one_of(st.just(""), DAY))
def test_nothing_is_lost_invented_or_reordered(hits, chosen, kept_out, since, until):
    query = SearchQuery(text="oak", sites=chosen, not_sites=kept_out, since=since, until=until)
    found = check(hits, query)
    assert len(found.kept) + len(found.undated) + found.dropped == len(hits)
    places = [[id(one) for one in hits].index(id(one)) for one in found.kept]
    assert places == sorted(places)
    assert check(found.kept, query) == type(found)(found.kept, [], 0)
    for one in found.kept + found.undated:
        assert not chosen or any(sites.covers(site, one.url) for site in chosen)
        assert not any(sites.covers(site, one.url) for site in kept_out)
    if since or until:
        assert all(since <= one.published[:10] and (not until or one.published[:10] <= until) for one in found.kept)


@given(HITS, SITES, DAY, st.integers(0, 400))
def test_a_wider_search_keeps_all_that_a_narrower_one_keeps(hits, chosen, since, earlier):
    wider = (date.fromisoformat(since) - timedelta(days=earlier)).isoformat()
    narrow = check(hits, SearchQuery(text="oak", sites=chosen, since=since)).kept
    wide = check(hits, SearchQuery(text="oak", since=wider)).kept
    assert all(any(one is other for other in wide) for one in narrow)


def test_only_filters_that_nobody_can_apply_are_missing():
    query = SearchQuery(
        text="oak", sites=("a.org",), since="2026-01-01", lang="de", country="DE", safe="strict", page=2
    )
    unmet = frozenset({"sites", "since", "until", "lang", "country", "page", "topic"})
    assert missing(unmet, query) == ("language", "country", "page")
    assert missing(frozenset(), query) == ()
