"""Filters on their way to each service: what it obeys arrives in its own form, what it does not is said."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.search.backends import load
from webloupe.search.backends.base import Filter, HttpBackend, asked_filters
from webloupe.search.wishes import google_days, hosts, in_words, whole_hosts, with_sites
from webloupe.settings import backend_names
from webloupe.types import SearchQuery

OVER_HTTP = [name for name in backend_names() if isinstance(load(name), HttpBackend)]
OPERATORS = 'oak  "thin in winter" -beech site:a.example filetype:pdf intitle:"wie größer" 大学 50%'
EVERYTHING: dict[str, Any] = {
    "sites": ("forest.example", "notes.example/oak"),
    "not_sites": ("shop.example", "news.example/old"),
    "since": "2026-01-31",
    "until": "2026-03-09",
    "lang": "de",
    "country": "AT",
    "safe": "strict",
    "topic": "news",
    "mode": "fast",
    "page": 2,
    "answer": True,
}


def backend(name: str) -> HttpBackend:
    found = load(name)
    assert isinstance(found, HttpBackend)
    return found


def ask(name: str, key: str | None = None, text: str = "oak", limit: int = 5, **filters: Any) -> dict[str, Any]:
    """What a service is asked: its parameters, the arguments of its tool or the body."""
    request = backend(name).request(SearchQuery(text=text, limit=limit, **filters), key)
    if request.json is None:
        return dict(request.params)
    body: dict[str, Any] = request.json
    return dict(body["params"]["arguments"]) if "params" in body else body


def texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in texts(part)]
    if isinstance(value, list):
        return [text for part in value for text in texts(part)]
    return [value] if isinstance(value, str) else []


# --- every backend ---------------------------------------------------------------------------------------------------


def test_the_filters_of_a_query_are_all_tried_here() -> None:
    assert set(EVERYTHING) == set(get_args(Filter))
    assert asked_filters(SearchQuery(text="oak", **EVERYTHING)) == set(EVERYTHING)


@pytest.mark.parametrize("key", [None, "canary-0123456789"])
@pytest.mark.parametrize("name", OVER_HTTP)
def test_operators_in_the_query_arrive_as_they_were_written(name: str, key: str | None) -> None:
    for filters in ({}, EVERYTHING):
        assert any(OPERATORS in text for text in texts(ask(name, key, OPERATORS, **filters)))


@pytest.mark.parametrize("key", [None, "canary-0123456789"])
@pytest.mark.parametrize("name", OVER_HTTP)
@pytest.mark.parametrize("chosen", EVERYTHING)
def test_a_filter_that_is_obeyed_is_sent_and_one_that_is_not_is_named(name: str, chosen: str, key: str | None) -> None:
    query = SearchQuery(text="oak", **{chosen: EVERYTHING[chosen]})
    service = backend(name)
    plain, narrowed = service.request(SearchQuery(text="oak"), key), service.request(query, key)
    told = service.unmet(query, key)
    assert told <= {chosen}
    if told and name != "parallel":  # which gets wishes in words
        assert narrowed == plain
    elif not told:
        assert narrowed != plain


@pytest.mark.parametrize("key", [None, "canary-0123456789"])
@pytest.mark.parametrize("name", OVER_HTTP)
def test_filters_go_together_and_no_key_strays_into_them(name: str, key: str | None) -> None:
    service = backend(name)
    for pair in combinations(EVERYTHING, 2):
        query = SearchQuery(text="oak", **{one: EVERYTHING[one] for one in pair})
        alone = [service.unmet(SearchQuery(text="oak", **{one: EVERYTHING[one]}), key) for one in pair]
        if name != "searxng":  # where a country is obeyed beside a language
            assert service.unmet(query, key) == alone[0] | alone[1]
        request = service.request(query, key)
        assert "canary" not in request.address + json.dumps(request.json)


@pytest.mark.parametrize("name", OVER_HTTP)
def test_a_service_is_asked_for_as_many_as_it_gives(name: str) -> None:
    most = backend(name).max_results
    assert most >= 10
    counts = [value for value in ask(name, limit=most).values() if value == most]
    assert counts or name in ("parallel", "searxng")  # which know no count


# --- one by one ------------------------------------------------------------------------------------------------------


def test_exa_gets_filters_through_its_advanced_tool() -> None:
    exa = backend("exa")
    request = exa.request(SearchQuery(text="oak", limit=7, **EVERYTHING), "k")
    assert request.url == "https://mcp.exa.ai/mcp?tools=web_search_advanced_exa"
    assert request.json["params"]["name"] == "web_search_advanced_exa"
    assert request.headers == {"x-api-key": "k"}
    assert request.json["params"]["arguments"] == {
        "query": "oak",
        "numResults": 7,
        "type": "fast",
        "category": "news",
        "includeDomains": ["forest.example", "notes.example"],
        "excludeDomains": ["shop.example"],
        "startPublishedDate": "2026-01-31T00:00:00.000Z",
        "endPublishedDate": "2026-03-09T23:59:59.999Z",
        "userLocation": "AT",
        "moderation": True,
        "textMaxCharacters": 1_000,
        "enableHighlights": True,
        "highlightsMaxCharacters": 2_000,
    }


def test_exa_keeps_to_its_plain_tool_where_the_other_would_not_help() -> None:
    exa = backend("exa")
    for filters in ({}, {"lang": "de"}, {"sites": (".edu",)}, {"topic": "code"}, {"mode": "deep"}):
        query = SearchQuery(text="oak", **filters)
        request = exa.request(query, None)
        assert set(request.json["params"]["arguments"]) == {"query", "objective", "numResults"}
        assert exa.unmet(query, None) == set(filters)


def test_an_endpoint_with_a_query_of_its_own_keeps_it() -> None:
    exa = load("exa", endpoint="http://127.0.0.1:1/mcp?team=1")
    assert isinstance(exa, HttpBackend)
    request = exa.request(SearchQuery(text="oak", since="2026-01-01"), None)
    assert request.url == "http://127.0.0.1:1/mcp?team=1&tools=web_search_advanced_exa"


def test_parallel_over_rest_is_sent_nothing_that_it_refuses() -> None:
    body = ask("parallel", "k", limit=7, **EVERYTHING)
    assert set(body) == {"objective", "search_queries", "mode", "advanced_settings"}
    assert body["mode"] == "fast"
    assert body["advanced_settings"] == {
        "max_results": 7,
        "location": "at",
        "source_policy": {
            "include_domains": ["forest.example", "notes.example"],
            "exclude_domains": ["shop.example"],
            "after_date": "2026-01-31",
        },
    }
    assert ask("parallel", "k") == {
        "objective": "oak",
        "search_queries": ["oak"],
        "mode": "basic",
        "advanced_settings": {"max_results": 5},
    }
    assert ask("parallel", "k", sites=(".edu",))["advanced_settings"]["source_policy"] == {"include_domains": [".edu"]}


def test_parallel_without_a_key_hears_of_filters_in_words_and_promises_nothing() -> None:
    said = ask("parallel", **EVERYTHING)
    for word in ("forest.example", "shop.example", "2026-01-31", "2026-03-09", "de", "AT", "news"):
        assert word in said["objective"]
    assert said["search_queries"] == ["oak"]
    assert backend("parallel").unmet(SearchQuery(text="oak", **EVERYTHING), None) == set(EVERYTHING)


def test_keenable_searches_one_site_and_its_quick_mode_wants_a_key() -> None:
    assert ask("keenable", sites=("forest.example/oak",), since="2026-01-31", until="2026-03-09") == {
        "query": "oak",
        "max_results": 5,
        "mode": "pro",
        "site": "forest.example",
        "published_after": "2026-01-31",
        "published_before": "2026-03-09",
    }
    keenable = backend("keenable")
    for sites in (("a.example", "b.example"), (".edu",)):
        assert "site" not in ask("keenable", sites=sites)
        assert keenable.unmet(SearchQuery(text="oak", sites=sites), None) == {"sites"}
    assert ask("keenable", "k", mode="fast")["mode"] == "realtime"
    assert keenable.unmet(SearchQuery(text="oak", mode="fast"), None) == {"mode"}
    assert keenable.unmet(SearchQuery(text="oak", mode="deep"), None) == set()


def test_tavily_gets_lists_days_depth_and_the_wish_for_an_answer() -> None:
    assert ask("tavily", **EVERYTHING) == {
        "query": "oak",
        "max_results": 5,
        "search_depth": "fast",
        "topic": "news",
        "include_domains": ["forest.example", "notes.example"],
        "exclude_domains": ["shop.example"],
        "start_date": "2026-01-31",
        "end_date": "2026-03-09",
        "include_answer": True,
    }


def test_firecrawl_gets_operators_googles_days_and_kinds_of_sources() -> None:
    assert ask("firecrawl", **EVERYTHING) == {
        "query": "oak (site:forest.example OR site:notes.example/oak) -site:shop.example -site:news.example/old",
        "limit": 5,
        "tbs": "cdr:1,cd_min:1/31/2026,cd_max:3/9/2026",
        "country": "AT",
        "sources": [{"type": "news"}],
    }
    assert ask("firecrawl", topic="code")["categories"] == [{"type": "github"}]


def test_brave_gets_its_own_codes_and_a_span_with_both_ends() -> None:
    assert ask("brave", sites=(".edu",), since="2026-01-31", lang="ja", country="at", safe="off", page=3) == {
        "q": "oak site:edu",
        "count": 5,
        "offset": 2,
        "freshness": "2026-01-31to2099-12-31",
        "search_lang": "jp",
        "country": "AT",
        "safesearch": "off",
    }
    unknown = SearchQuery(text="oak", lang="sw", country="KE", page=11)
    assert backend("brave").unmet(unknown, "k") == {"lang", "country", "page"}


def test_searxng_is_asked_at_its_search_page_whatever_address_was_given() -> None:
    for base in ("http://127.0.0.1:1", "http://127.0.0.1:1/", "http://127.0.0.1:1/search"):
        searxng = load("searxng", endpoint=base)
        assert isinstance(searxng, HttpBackend)
        request = searxng.request(SearchQuery(text="oak", **EVERYTHING), None)
        assert request.url == "http://127.0.0.1:1/search"
        assert request.params["language"] == "de-AT" and request.params["categories"] == "news"
        assert request.params["safesearch"] == 2 and request.params["pageno"] == 2
    assert backend("searxng").unmet(SearchQuery(text="oak", country="AT"), None) == {"country"}


def test_serper_goes_to_the_place_of_its_topic() -> None:
    serper = backend("serper")
    for topic, place in (("news", "news"), ("paper", "scholar"), ("images", "images"), ("code", "search")):
        query = SearchQuery(text="oak", topic=topic)
        assert serper.request(query, "k").url == f"https://google.serper.dev/{place}"
    assert ask("serper", lang="de", country="AT", page=2) == {"q": "oak", "num": 5, "hl": "de", "gl": "at", "page": 2}


def test_jina_is_asked_for_links_only() -> None:
    request = backend("jina").request(SearchQuery(text="oak", topic="news", lang="de", country="AT"), "k")
    assert request.headers["X-Respond-With"] == "no-content"
    assert request.params == {"q": "oak", "num": 5, "hl": "de", "gl": "at", "type": "news"}


# --- the forms -------------------------------------------------------------------------------------------------------

SITES = st.lists(st.sampled_from(["a.example", "b.example/x", "b.example/y", ".edu", "c.example"]), max_size=4)


@settings(deadline=None)
@given(SITES.map(tuple), SITES.map(tuple))
def test_lists_of_hosts_never_ask_for_less_nor_keep_out_more(
    sites: tuple[str, ...], not_sites: tuple[str, ...]
) -> None:
    listed = hosts(sites)
    assert not listed or all(site.partition("/")[0] in listed for site in sites)
    assert set(whole_hosts(not_sites)) <= set(not_sites)
    text = with_sites(SearchQuery(text=OPERATORS, sites=sites, not_sites=not_sites))
    assert text.startswith(OPERATORS)
    assert text.count("site:") - OPERATORS.count("site:") == len(sites) + len(not_sites)


def test_nothing_asked_for_adds_nothing() -> None:
    plain = SearchQuery(text="oak")
    assert (with_sites(plain), google_days(plain), in_words(plain)) == ("oak", "", "")
    until = msgspec.structs.replace(plain, until="2026-03-09")
    assert google_days(until) == "cdr:1,cd_max:3/9/2026"
