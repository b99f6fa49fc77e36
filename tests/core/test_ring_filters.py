"""Filters through the whole ring: checked again, asked for more where that helps, said where nobody can."""

from __future__ import annotations

import json
from typing import Any

import pytest
from ring_bench import Bench, outcomes, server
from search_server import SearchServer, found, raw

from webloupe.errors import BadInput

__all__ = ["server"]


def dated(*rows: tuple[str, str]) -> bytes:
    """Keenable's answer with these addresses and days."""
    results = [{"title": url, "url": url, "snippet": "s", "published_at": day or None} for url, day in rows]
    return raw(200, "application/json", json.dumps({"results": results}))


def numbered(count: int, host: str = "a.example") -> list[str]:
    return [f"https://{host}/{number}" for number in range(1, count + 1)]


def urls(response: Any) -> list[str]:
    return [hit.url for hit in response]


def test_hits_of_other_sites_are_dropped_whatever_the_service_sent(server: SearchServer) -> None:
    mixed = ["https://a.example/1", "https://b.example/1", "https://docs.a.example/2", "https://nota.example/3"]
    server.play(**found(*mixed))
    for backend in ("exa", "parallel", "keenable"):
        response = Bench(server, (backend,)).search(asks={"sites": ("a.example",)})
        assert urls(response) == ["https://a.example/1", "https://docs.a.example/2"]
        assert [hit.position for hit in response] == [1, 2]
    response = Bench(server, ("keenable",)).search(asks={"not_sites": ("a.example", "b.example")})
    assert urls(response) == ["https://nota.example/3"]


def test_days_are_checked_and_hits_without_one_stand_last_and_are_counted(server: SearchServer) -> None:
    rows = [
        ("https://a.example/none", ""),
        ("https://a.example/old", "2025-12-31"),
        ("https://a.example/in", "2026-01-01"),
    ]
    server.play(keenable=dated(*rows, ("https://a.example/late", "2026-02-01T08:00:00Z")))
    response = Bench(server, ("keenable",)).search(asks={"since": "2026-01-01", "until": "2026-01-31"})
    assert urls(response) == ["https://a.example/in", "https://a.example/none"]
    assert response.notes == ("1 of 2 results have no date: they stand last.",)


def test_more_is_asked_for_where_we_filter_ourselves(server: SearchServer) -> None:
    server.play(**found(*numbered(12, "b.example"), *numbered(3)))
    bench = Bench(server, ("keenable",))
    assert len(bench.search(limit=3, asks={"sites": ("a.example", "c.example")})) == 3
    assert server.calls[-1].body["max_results"] == 9  # two sites are more than keenable takes
    bench.search("elm", limit=3, asks={"sites": ("a.example",)})
    assert server.calls[-1].body["max_results"] == 3  # one it filters by itself


def test_later_pages_are_cut_from_a_longer_list(server: SearchServer) -> None:
    server.play(**found(*numbered(10)))
    bench = Bench(server, ("keenable",))
    pages = [bench.search(limit=4, asks={"page": page}) for page in (1, 2, 3, 4)]
    assert [urls(page) for page in pages[:3]] == [numbered(10)[:4], numbered(10)[4:8], numbered(10)[8:]]
    assert [call.body["max_results"] for call in server.calls] == [4, 8, 12, 16]
    assert len(pages[3]) == 0 and "keenable: 10 results, no more on a later page." in pages[3].notes


def test_a_service_whose_hits_were_all_filtered_out_gets_a_second_opinion(server: SearchServer) -> None:
    server.play(parallel=found("https://b.example/1")["parallel"], keenable=found("https://a.example/1")["keenable"])
    bench = Bench(server, ("parallel", "keenable"))
    response = bench.search(asks={"sites": ("a.example",)})
    assert outcomes(response) == [("parallel", "empty"), ("keenable", "ok")] and urls(response) == [
        "https://a.example/1"
    ]
    assert "parallel: 1 results, none fits the filters." in response.notes
    assert bench.told() == [("parallel", "ok"), ("keenable", "ok")]  # the log tells what the service did


def test_when_nothing_fits_anywhere_it_is_nothing_found_and_no_failure(server: SearchServer) -> None:
    server.play(**found("https://b.example/1"))
    response = Bench(server, ("parallel", "keenable")).search(asks={"sites": ("a.example",)})
    assert len(response) == 0 and outcomes(response) == [("parallel", "empty"), ("keenable", "empty")]
    assert any("parallel and keenable found nothing" in note for note in response.notes)


def test_the_same_page_under_two_addresses_is_one_hit(server: SearchServer) -> None:
    server.play(**found("https://a.example/x?utm_source=mail", "http://www.a.example/x#top", "https://a.example/y"))
    response = Bench(server, ("keenable",)).search()
    assert urls(response) == ["https://a.example/x?utm_source=mail", "https://a.example/y"]


def test_the_backend_that_can_filter_comes_first_and_one_that_cannot_says_so(server: SearchServer) -> None:
    bench = Bench(server, ("parallel", "exa"))
    response = bench.search(asks={"topic": "news"})
    assert outcomes(response) == [("exa", "ok")] and response.notes == ()
    response = Bench(server, ("parallel",)).search(asks={"topic": "news", "lang": "de"})
    assert response.notes == ("parallel cannot filter by language and topic.",)
    assert Bench(server, ("parallel",)).search(asks={"topic": "news"}, unsupported="ignore").notes == ()


def test_where_filters_must_hold_only_those_are_asked_that_have_them(server: SearchServer) -> None:
    bench = Bench(server, ("parallel", "exa"))
    for word in ("oak", "elm"):
        response = bench.search(word, asks={"topic": "news"}, unsupported="error")
        assert outcomes(response)[-1] == ("exa", "ok")
    assert {call.path.partition("?")[0] for call in server.calls} == {"/exa"}
    with pytest.raises(BadInput) as caught:
        Bench(server, ("parallel",)).search(asks={"lang": "de"}, unsupported="error")
    assert "language" in caught.value.message


def test_filters_that_we_apply_ourselves_are_never_missing(server: SearchServer) -> None:
    server.play(**found(*numbered(3)))
    asks = {"sites": ("a.example",), "not_sites": ("b.example",)}
    assert len(Bench(server, ("parallel",)).search(asks=asks, unsupported="error")) == 3
