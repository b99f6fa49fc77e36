"""Several rankings become one, and two rankings are compared, by the published formulas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe.search.compare import Answered, average_overlap, compare
from webloupe.search.merge import fuse, interleave
from webloupe.types import SearchResult


def hits(backend: str, pages: str) -> list[SearchResult]:
    return [SearchResult(title=page, url=f"https://{page}.example/", backend=backend) for page in pages]


def order(results: list[SearchResult]) -> str:
    return "".join(one.title for one in results)


def test_fusion_prefers_what_several_found_over_what_one_found_first():
    lists = {"exa": hits("exa", "abc"), "keenable": hits("keenable", "dbe")}
    fused = fuse(lists, 4)
    assert order(fused) == "badc"
    assert [one.position for one in fused] == [1, 2, 3, 4]
    assert fused[0].found_by == ("exa#2", "keenable#2")
    assert fused[2].found_by == ("keenable#1",)


def test_interleaving_goes_rank_by_rank_and_says_a_page_once():
    lists = {"exa": hits("exa", "abcf"), "parallel": hits("parallel", "ba"), "keenable": hits("keenable", "dbe")}
    mixed = interleave(lists)
    assert order(mixed) == "abdcef"
    assert mixed[0].found_by == ("exa#1", "parallel#2")
    assert mixed[1].found_by == ("parallel#1", "exa#2", "keenable#2")
    assert mixed[1].backend == "parallel"


def test_a_merged_hit_has_the_richest_fields_and_the_best_ranked_address():
    url = "https://www.oak.example/tree?utm_source=exa"
    bare = SearchResult(title="www.oak.example: tree", url=url, backend="exa")
    rich = SearchResult(
        title="The oak",
        url="http://oak.example/tree",
        description="Oaks live long.",
        published="2026-02-03",
        backend="keenable",
    )
    for merged in (fuse({"exa": [bare], "keenable": [rich]}, 5), interleave({"exa": [bare], "keenable": [rich]})):
        assert [(one.url, one.title, one.published) for one in merged] == [(url, "The oak", "2026-02-03")]
        assert (merged[0].description, merged[0].description_source) == ("Oaks live long.", "peer:keenable")
        assert merged[0].backend == "exa"


RANKINGS = st.dictionaries(
    st.sampled_from(["exa", "parallel", "keenable"]), st.text("abcdefgh", max_size=8), min_size=1
)


@given(RANKINGS)
def test_no_page_is_lost_or_told_twice(rankings):
    lists = {backend: hits(backend, pages) for backend, pages in rankings.items()}
    pages = set("".join(rankings.values()))
    for merged in (interleave(lists), fuse(lists, 100)):
        assert sorted(order(merged)) == sorted(pages)
        for one in merged:
            for found in one.found_by:
                backend, _, rank = found.partition("#")
                assert rankings[backend].index(one.title) == int(rank) - 1


@pytest.mark.parametrize(
    ("first", "second", "agreement"),
    [
        ("abc", "abc", 1.0),
        ("abc", "xyz", 0.0),
        ("", "", 0.0),
        ("abc", "", 0.0),
        ("abc", "bac", (0 + 1 + 1) / 3),
        ("ab", "abcd", (1 + 1 + 2 / 3 + 2 / 4) / 4),
    ],
)
def test_agreement_is_the_mean_overlap_of_the_tops(first, second, agreement):
    assert average_overlap(first, second) == pytest.approx(agreement)
    assert average_overlap(second, first) == pytest.approx(agreement)


def test_backends_side_by_side():
    prose = "The oak is a tree that lives for several hundred years and feeds many kinds of animals."
    menu = "Home | News | Sport | Weather | Sign in | Register | Menu | Search | Contact | About us"
    exa = [
        SearchResult(title="a", url="https://a.example/", description=prose),
        SearchResult(title="b", url="https://b.example/", description=menu),
    ]
    keenable = [SearchResult(title="b", url="http://www.b.example", description=prose)]
    answers = [
        Answered("exa", "ok", 12.0, exa),
        Answered("keenable", "ok", 7.5, keenable),
        Answered("parallel", "timeout", 900.0, []),
    ]
    told = compare(answers, tokens_of=lambda found: 100 * len(found))
    assert [(one.hits, one.unique, one.tokens, one.quality) for one in told.backends] == [
        (2, 1, 200, 0.5),
        (1, 0, 100, 1.0),
        (0, 0, 0, None),
    ]
    assert [(one.outcome, one.elapsed_ms) for one in told.backends][2] == ("timeout", 900.0)
    assert [(one.first, one.second, one.shared) for one in told.pairs] == [("exa", "keenable", 1)]
    assert told.pairs[0].agreement == pytest.approx((0 + 1 / 2) / 2)
