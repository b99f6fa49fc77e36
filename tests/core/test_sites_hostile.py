"""Answers of special sites and hosted readers, damaged anywhere: at worst they are of no use."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_sites import FOREIGN, SAID, SPOKEN, WRITTEN
from test_sites_code import COMMENTS, ISSUE, NPM, PYPI, gist_file

from webloupe.addresses import parse_url
from webloupe.fetch import sites
from webloupe.fetch.hosted import load
from webloupe.fetch.sites import Page, Plan, Step
from webloupe.outcomes import MALFORMED, classify
from webloupe.settings import hosted_names
from webloupe.wire import Answer

JUNK = st.sampled_from(
    [
        None,
        True,
        -1,
        10**400,
        float("inf"),
        float("nan"),
        "",
        "x",
        "\ud800",
        "a\nb",
        [],
        {},
        [None],
        ["x"],
        {"a": 1},
        "x" * 9_000,
    ]
)
README = {"encoding": "base64", "content": "T2FrCg==", "html_url": "https://github.com/o/r/blob/main/README.md"}
GIST = {"description": "d", "files": {name: gist_file(name, "x", "Python") for name in ("a.py", "b.py")}}
PLAYER = {
    "videoDetails": {"title": "T", "author": "A", "lengthSeconds": "61", "shortDescription": "D"},
    "microformat": {"playerMicroformatRenderer": {"publishDate": "2026-05-01"}},
    "captions": {"playerCaptionsTracklistRenderer": {"captionTracks": [FOREIGN, SPOKEN, WRITTEN]}},
}
ISSUE_PAGE = "https://github.com/o/r/issues/12"
VIDEO = "https://www.youtube.com/watch?v=abcdefghijk"
# An address, its answers one after the other, and which of the plans on the way reads the first of them.
WALKS: dict[str, tuple[str, list[Any]]] = {
    "issue": (ISSUE_PAGE, [ISSUE, COMMENTS]),
    "gist": ("https://gist.github.com/o/0123456789abcdef0123", [GIST]),
    "pypi": ("https://pypi.org/project/oak/", [PYPI]),
    "npm": ("https://www.npmjs.com/package/oak", [NPM]),
    "video": (VIDEO, [PLAYER, SAID]),
}


@st.composite
def damaged(draw: st.DrawFn, value: Any) -> Any:
    """The value with junk in the place of one of its parts, at any depth."""
    whole = [copy.deepcopy(value)]
    holder, key = whole, 0
    while isinstance(inner := holder[key], dict | list) and inner and draw(st.booleans() | st.just(True)):
        holder, key = inner, draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
    holder[key] = draw(JUNK)
    return whole[0]


def answered(value: Any, url: str) -> Answer:
    text = json.dumps(value)
    if url == VIDEO:
        return Answer(200, {"content-type": "text/html"}, f"<script>ytInitialPlayerResponse = {text};".encode(), url)
    return Answer(200, {"content-type": "application/json"}, text.encode(), url)


@pytest.mark.parametrize("walk", WALKS)
@given(data=st.data())
def test_no_answer_of_a_site_breaks_its_rule(walk: str, data: st.DataObject) -> None:
    url, answers = WALKS[walk]
    hurt = data.draw(st.integers(0, len(answers) - 1))
    found = sites.planned(url)
    assert found
    step: Step = found[1]
    for at, value in enumerate(answers):
        if not isinstance(step, Plan):
            break
        try:
            step = step.then(answered(data.draw(damaged(value)) if at == hurt else value, step.address))
        except MALFORMED:
            return
    if isinstance(step, Page):
        assert isinstance(step.body, bytes) and step.body.decode() is not None
        assert parse_url(step.url).startswith("https://") and step.media
    else:
        assert parse_url(step.address).split("/")[2] in (
            "www.youtube.com",
            "gist.githubusercontent.com",
            "api.github.com",
        )


@given(told=damaged(README))
def test_a_damaged_readme_is_no_page_of_another_site(told: Any) -> None:
    found = sites.planned("https://github.com/o/r")
    assert found and isinstance(found[1].otherwise, Plan)
    try:
        page = found[1].otherwise.then(answered(told, "https://api.github.com/repos/o/r/readme"))
    except MALFORMED:
        return
    assert isinstance(page, Page) and page.url.startswith("https://github.com/")


SENT = {
    "exa": {
        "results": [{"title": "T", "text": "x"}],
        "statuses": [{"status": "error", "error": {"tag": "t"}}],
        "costDollars": {"total": 1},
    },
    "parallel": {"results": [{"title": "T", "full_content": "x", "excerpts": ["x"]}], "errors": [{"error_type": "t"}]},
    "keenable": {"title": "T", "content": "x"},
    "tavily": {"results": [{"raw_content": "x"}], "failed_results": [{"error": "e"}]},
    "firecrawl": {"success": True, "data": {"markdown": "x", "metadata": {"title": "T", "statusCode": 200}}},
    "jina": {"data": {"title": "T", "content": "x", "warning": "w"}},
}


@pytest.mark.parametrize("name", hosted_names())
@given(data=st.data())
def test_no_answer_of_a_hosted_reader_breaks_its_judgement(name: str, data: st.DataObject) -> None:
    reader = load(name)
    answer = answered(data.draw(damaged(SENT[name])), "https://reader.example/")
    verdict = classify(reader, answer, now=0.0)
    assert verdict.outcome in ("ok", "empty", "http", "payload", "rate_limited")
    assert (verdict.outcome == "ok") == bool(verdict.results)
    assert all(isinstance(page.text, str) and isinstance(page.title, str) for page in verdict.results)
    cost = reader.cost(answer)
    assert cost is None or 0 <= cost < 1_000
