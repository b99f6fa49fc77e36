"""What single services tell in ways of their own: allowances, costs, answers, failures that look like successes."""

from __future__ import annotations

import json

import pytest
from answers import answer, recorded

from webloupe.outcomes import classify
from webloupe.search.backends import load
from webloupe.search.backends.base import HttpBackend, Quota, iso_date, unmarked
from webloupe.wire import Answer


def backend(name: str) -> HttpBackend:
    found = load(name)
    assert isinstance(found, HttpBackend)
    return found


def as_json(status: int, body: object, **headers: str) -> Answer:
    return answer(status, "application/json", json.dumps(body), **headers)


# --- allowances, costs, answers --------------------------------------------------------------------------------------


def test_brave_tells_the_quota_of_its_longest_window() -> None:
    assert backend("brave").reading(recorded("brave", "ok")) == Quota(1874, 2000, 1_797_253_200.0)


@pytest.mark.parametrize(
    ("remaining", "limit", "left"),
    [("0, 1874", "1, 2000", 1874), ("0, 0", "1, 0", 0), ("7", "50", 7), ("", "", None), ("x, 5", "1, y", None)],
)
def test_a_window_without_a_limit_says_nothing(remaining: str, limit: str, left: int | None) -> None:
    told = as_json(200, {}, x_ratelimit_remaining=remaining, x_ratelimit_limit=limit, x_ratelimit_reset="1, 9")
    quota = backend("brave").reading(told)
    assert (quota and quota.remaining) == left
    assert quota is None or quota.resets_at is None  # nobody said when the answer was sent


def test_exa_tells_what_an_advanced_search_cost() -> None:
    exa = backend("exa")
    assert exa.cost(recorded("exa", "advanced")) == 0.007
    assert exa.cost(recorded("exa", "ok")) is None


def test_exas_advanced_answers_are_read_and_a_missing_list_is_an_empty_one() -> None:
    exa = backend("exa")
    verdict = classify(exa, recorded("exa", "advanced"), now=0.0)
    first, second = verdict.results
    assert first.description == "Thin in winter, when the sap rests. … A stand is opened twice in twenty years."
    assert (first.published, second.description) == ("2026-03-09", "Oaks need light; beeches wait.")
    assert classify(exa, recorded("exa", "advanced-empty"), now=0.0).outcome == "empty"


def test_parallels_rest_answers_are_read() -> None:
    parallel = backend("parallel")
    (hit,) = classify(parallel, recorded("parallel", "rest"), now=0.0).results
    assert (hit.published, hit.description) == ("2026-03-09", "Thin in winter, when the sap rests.")
    assert classify(parallel, recorded("parallel", "rest-empty"), now=0.0).outcome == "empty"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tavily", "Thin in winter, when the sap rests."),
        ("serper", "Thin in winter, when the sap rests."),
        ("searxng", "Thinning opens a stand."),
        ("keenable", ""),
    ],
)
def test_an_answer_in_sentences_is_handed_on_where_one_came(name: str, said: str) -> None:
    assert backend(name).said(recorded(name, "ok")) == said
    assert backend(name).said(recorded(name, "empty")) == ""


# --- failures in their own way ---------------------------------------------------------------------------------------


def test_searxng_without_an_address_says_which_variable_holds_it() -> None:
    lack = backend("searxng").lacks(None)
    assert lack is not None and "WEBLOUPE_SEARXNG_URL" in lack.hint
    assert load("searxng", endpoint="http://127.0.0.1:1/").lacks(None) is None


def test_searxng_with_json_switched_off_says_which_line_to_change() -> None:
    error = classify(backend("searxng"), recorded("searxng", "refused"), now=0.0).error
    assert error is not None
    assert "`search: formats: [html, json]`" in error.message and "You may not have" in error.message


def test_searxng_whose_engines_are_all_silent_did_not_find_nothing() -> None:
    told = {
        "query": "oak",
        "results": [],
        "unresponsive_engines": [["brave", "too many requests"], ["bing", "timeout"]],
    }
    verdict = classify(backend("searxng"), as_json(200, told), now=0.0)
    assert verdict.outcome == "http"
    assert verdict.error is not None and "brave: too many requests, bing: timeout" in verdict.error.message


def test_spent_credits_are_a_limit_whatever_status_tells_them() -> None:
    for status in (400, 402, 403, 429):
        verdict = classify(backend("serper"), as_json(status, {"message": "Not enough credits"}), now=0.0)
        assert verdict.outcome == "rate_limited"
    asked_too_much = as_json(400, {"message": "The search limit must be from 1 to 50"})
    assert classify(backend("keenable"), asked_too_much, now=0.0).outcome == "http"


def test_a_wait_in_the_body_is_heard() -> None:
    for name, wait_s in (("tavily", 3600.0), ("firecrawl", 42.0), ("jina", 21.0)):
        error = classify(backend(name), recorded(name, "limited"), now=0.0).error
        assert error is not None and error.retry_after_s == wait_s


@pytest.mark.parametrize("name", ["brave", "jina", "serper"])
def test_a_service_that_wants_a_key_says_how_to_set_one(name: str) -> None:
    lack = backend(name).lacks(None)
    assert lack is not None and f"webloupe key set {name}" in lack.hint
    assert backend(name).lacks("k") is None


# --- fields ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-03-09", "2026-03-09"),
        ("2026-03-09T23:30:00-08:00", "2026-03-09"),
        ("Mon, 09 Mar 2026 08:30:00 GMT", "2026-03-09"),
        ("Mar 9, 2026", "2026-03-09"),
        ("9 March 2026", "2026-03-09"),
        ("Sept. 9, 2026", "2026-09-09"),
        ("Feb 30, 2026", ""),
        ("3 days ago", ""),
        ("", ""),
        (None, ""),
        (20260309, ""),
    ],
)
def test_days_are_read_as_services_write_them(written: object, day: str) -> None:
    assert iso_date(written) == day


def test_marks_around_words_go_and_code_stays() -> None:
    assert unmarked("<strong>Thin</strong> the <b>oak</b> &amp; use <div> &lt;p&gt;") == "Thin the oak & use <div> <p>"
    assert unmarked(None) == ""
