"""Special sites: what stands for their pages, and the page itself where their way fails."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import redirect, reply
from sites_world import ORDINARY, as_json, as_text, fetch

from webloupe.addresses import parse_url
from webloupe.errors import BadInput, NotFound
from webloupe.fetch import sites
from webloupe.fetch.page import visit_of
from webloupe.fetch.sites import Plan
from webloupe.fetch.status import error_of


def test_an_ordinary_page_is_fetched_as_ever() -> None:
    got = fetch("https://e.example/a", {})
    assert got.visit.via == "direct" and got.document.title == "As browsers see it" and len(got.asked) == 1


def test_a_special_way_that_fails_leads_to_the_page_itself_and_both_tries_are_told() -> None:
    url = "https://github.com/o/r/issues/12"
    for answer in (reply(404), as_text("no JSON"), as_json({"title": 1}), as_json([]), reply(302), reply(500)):
        got = fetch(url, {"https://api.github.com/repos/o/r/issues/12": answer})
        assert got.visit.via == "direct" and got.visit.answer.body == ORDINARY
        assert [name for name, _ in got.outcomes] == ["github", "direct"] and got.outcomes[0][1] in ("http", "payload")


def test_what_is_really_missing_is_told_as_missing() -> None:
    url = "https://github.com/o/r/blob/main/gone.py"
    got = fetch(url, {url: reply(404, b"nothing here")})
    assert isinstance(error_of(visit_of(url, got.visit.answer, fetched_at=1.0), None), NotFound)


def test_headers_of_the_caller_go_to_the_page_alone_and_with_credentials_the_page_itself_is_wanted() -> None:
    answers = {"https://pypi.org/pypi/oak/json": as_json({"info": {"name": "oak", "version": "1"}})}
    conditions = fetch("https://pypi.org/project/oak/", answers, headers={"If-None-Match": "x"})
    (request,) = conditions.asked
    assert "if-none-match" not in request.headers and request.headers["user-agent"].startswith("webloupe")
    secret = fetch("https://pypi.org/project/oak/", answers, headers={"Authorization": "Bearer canary"})
    assert secret.addresses == ["https://pypi.org/project/oak/"] and secret.visit.via == "direct"


# --- papers and articles ---------------------------------------------------------------------------------------------

ATOM = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><entry>
<id>http://arxiv.org/abs/2601.01234v2</id><updated>2026-02-01T00:00:00Z</updated><published>2026-01-02T00:00:00Z</published>
<title>Oaks &amp; attention:
  a study</title><summary>  We thin groves
  in winter. </summary><author><name>Ann Poe</name></author><author><name>Bo Li</name></author>
<arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">15 pages</arxiv:comment>
<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.1/x</arxiv:doi>
<category term="cs.CL"/><category term="cs.LG"/></entry></feed>"""
ABSTRACT = "https://export.arxiv.org/api/query?id_list=2601.01234&max_results=1"


def test_an_abstract_of_arxiv_is_told_by_its_api() -> None:
    got = fetch("https://arxiv.org/abs/2601.01234", {ABSTRACT: as_text(ATOM, "application/atom+xml")})
    assert got.document.title == "Oaks & attention: a study"
    for words in (
        "Authors: Ann Poe, Bo Li",
        "Revised: 2026-02-01",
        "Subjects: cs.CL, cs.LG",
        "[10.1/x](https://doi.org/10.1/x)",
    ):
        assert words in got.document.text
    assert "## Abstract\n\nWe thin groves in winter.\n" in got.document.text
    assert "https://arxiv.org/pdf/2601.01234" in [link.url for link in got.document.links]


@pytest.mark.parametrize(
    "feed",
    [
        "<feed xmlns='http://www.w3.org/2005/Atom'/>",
        ATOM.replace("/abs/", "/api/errors#"),
        ATOM.replace("?>", '?><!DOCTYPE feed [<!ENTITY a "aa">]>').replace("winter", "&a;"),
        "not XML",
    ],
)
def test_a_feed_without_the_paper_leads_to_the_page(feed: str) -> None:
    got = fetch("https://arxiv.org/abs/2601.01234", {ABSTRACT: as_text(feed, "application/atom+xml")})
    assert got.outcomes == [("arxiv", "payload"), ("direct", "ok")]


def test_a_paper_is_read_as_html_where_there_is_such_a_form_else_as_it_is() -> None:
    paper = "<!doctype html><title>Oaks</title><article><h1>Oaks</h1><p>We thin.</p></article>"
    got = fetch(
        "https://arxiv.org/pdf/2601.01234v2.pdf", {"https://arxiv.org/html/2601.01234v2": as_text(paper, "text/html")}
    )
    assert got.visit.answer.url == "https://arxiv.org/html/2601.01234v2" and got.document.title == "Oaks"
    pdf = "https://arxiv.org/pdf/cond-mat/0001001"
    plain = fetch(pdf, {pdf: reply(200, b"%PDF-1.4", {"Content-Type": "application/pdf"})})
    assert plain.visit.answer.body == b"%PDF-1.4" and plain.visit.via == "direct"


def article(sections: str) -> bytes:
    head = '<meta charset="utf-8"/><title>Eiche</title><base href="//de.wikipedia.org/wiki/"/>'
    page = f'<!DOCTYPE html><html prefix="dc: x"><head>{head}</head><body lang="de">{sections}</body></html>'
    return reply(200, page.encode(), {"Content-Type": "text/html; charset=utf-8", "Content-Language": "de"})


def test_an_article_comes_whole_in_its_language_and_keeps_the_section_that_was_asked_for() -> None:
    long = "<p>" + "Die Eiche wächst langsam, und sie wird alt. " * 60 + "</p>"
    parts = [
        f'<section id="s{at}"><h2>Teil {at}</h2>{long * (9 if at == 2 else 0)}<p>Kurz.</p></section>' for at in range(5)
    ]
    got = fetch(
        "https://de.m.wikipedia.org/wiki/Stieleiche#Nutzung",
        {
            "https://de.wikipedia.org/w/rest.php/v1/page/Stieleiche/html": redirect(
                "/de.wikipedia.org/w/rest.php/v1/page/Eichen%2FArt/html", 307
            ),
            "https://de.wikipedia.org/w/rest.php/v1/page/Eichen%2FArt/html": article(
                "".join(parts) + '<p><a href="./Baum">Baum</a></p>'
            ),
        },
    )
    assert got.visit.answer.url == "https://de.wikipedia.org/wiki/Eichen/Art#Nutzung"
    assert (got.document.lang, got.document.title) == ("de", "Eiche")
    assert all(f"## Teil {at}" in got.document.text for at in range(5))
    assert "https://de.wikipedia.org/wiki/Baum" in [link.url for link in got.document.links]


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://en.wikipedia.org/wiki/AC/DC", "https://en.wikipedia.org/w/rest.php/v1/page/AC%2FDC/html"),
        ("https://ja.wikipedia.org/wiki/大学", "https://ja.wikipedia.org/w/rest.php/v1/page/%E5%A4%A7%E5%AD%A6/html"),
        ("https://zh.wikipedia.org/zh-tw/X", "https://zh.wikipedia.org/w/rest.php/v1/page/X/html"),
        (
            "https://en.wikipedia.org/w/index.php?title=X&oldid=7",
            "https://en.wikipedia.org/w/rest.php/v1/revision/7/html",
        ),
    ],
)
def test_articles_are_asked_for_by_title_variant_and_revision(url: str, address: str) -> None:
    found = sites.planned(parse_url(url))
    assert found and found[1].address == address
    assert found[1].headers == ({"Accept-Language": "zh-tw"} if "zh-tw" in url else {})


@pytest.mark.parametrize(
    "url",
    [
        "https://www.wikipedia.org/",
        "https://en.wikipedia.org/wiki/",
        "https://en.wikipedia.org/wiki/Special:Search?search=x",
        "https://en.wikipedia.org/w/index.php?title=X&action=history&oldid=7",
        "https://wikipedia.org.evil.example/wiki/X",
    ],
)
def test_other_pages_of_wikipedia_are_ordinary(url: str) -> None:
    assert sites.planned(url) is None


# --- videos, documents, indexes --------------------------------------------------------------------------------------

TRACK = "https://www.youtube.com/api/timedtext?v=abcdefghijk"


def watch(*tracks: dict[str, object]) -> bytes:
    player = {
        "videoDetails": {
            "title": "How oaks grow",
            "author": "Grove",
            "lengthSeconds": "3725",
            "shortDescription": "A talk.\n};",
        },
        "microformat": {"playerMicroformatRenderer": {"publishDate": "2026-05-01T08:00:00-07:00"}},
        "captions": {"playerCaptionsTracklistRenderer": {"captionTracks": list(tracks)}},
    }
    return as_text(
        f"<!doctype html><script>var ytInitialPlayerResponse = {json.dumps(player)};var x={{}};</script>", "text/html"
    )


SAID = {
    "events": [
        {"tStartMs": 0, "segs": [{"utf8": "Oaks grow"}, {"utf8": " slowly."}]},
        {"tStartMs": 1_000, "segs": [{"utf8": "\n"}]},
        {"tStartMs": 1_500},
        {"tStartMs": 59_000, "segs": [{"utf8": "They wait."}]},
        {"tStartMs": 3_661_000, "segs": [{"utf8": "They last."}]},
    ]
}
SPOKEN = {"baseUrl": f"{TRACK}&lang=de&kind=asr", "languageCode": "de", "kind": "asr"}
WRITTEN = {"baseUrl": f"{TRACK}&lang=de", "languageCode": "de-DE"}
FOREIGN = {"baseUrl": f"{TRACK}&lang=en", "languageCode": "en"}


@pytest.mark.parametrize(
    "url",
    [
        "https://youtu.be/abcdefghijk?t=4",
        "https://www.youtube.com/watch?list=x&v=abcdefghijk",
        "https://m.youtube.com/shorts/abcdefghijk",
    ],
)
def test_a_video_is_what_is_said_in_it(url: str) -> None:
    page = "https://www.youtube.com/watch?v=abcdefghijk"
    got = fetch(url, {page: watch(FOREIGN, SPOKEN), f"{SPOKEN['baseUrl']}&fmt=json3": as_json(SAID)})
    assert got.visit.answer.url == page and len(got.asked) == 2
    assert got.document.text == (
        "# How oaks grow\n\n- Channel: Grove\n- Published: 2026-05-01\n- Length: 1:02:05\n\n"
        "## Description\n\nA talk.\n};\n\n"
        "## Transcript (de, recognised by machine)\n\n[0:00] Oaks grow slowly. They wait.\n\n[1:01:01] They last.\n"
    )


def test_captions_by_people_in_the_language_that_is_spoken_come_first() -> None:
    page = "https://www.youtube.com/watch?v=abcdefghijk"
    got = fetch(page, {page: watch(FOREIGN, SPOKEN, WRITTEN), f"{WRITTEN['baseUrl']}&fmt=json3": as_json(SAID)})
    assert "## Transcript (de-DE)" in got.document.text


@pytest.mark.parametrize("track", [SPOKEN, {"baseUrl": "https://evil.example/", "languageCode": "en"}, None])
def test_a_video_without_captions_that_can_be_had_is_told_by_its_description(track: dict[str, object] | None) -> None:
    page = "https://www.youtube.com/watch?v=abcdefghijk"
    got = fetch(page, {page: watch(*([track] if track else []))})
    assert (
        got.outcomes == [("youtube", "ok")] and "A talk." in got.document.text and "Transcript" not in got.document.text
    )
    assert not any("evil.example" in address for address in got.addresses)


DOC = "https://docs.google.com/document/d/1abcdefghijklmnopqrstuv"
SHEET = "https://docs.google.com/spreadsheets/d/1abcdefghijklmnopqrstuv"


def test_a_published_document_comes_as_markdown_and_a_sheet_as_csv() -> None:
    got = fetch(f"{DOC}/edit", {f"{DOC}/export?format=md": as_text("# Plan\n", "text/x-markdown")})
    assert (got.document.title, got.visit.answer.url) == ("Plan", f"{DOC}/edit")
    cells = fetch(f"{SHEET}/edit#gid=42", {f"{SHEET}/export?format=csv&gid=42": as_text("a,b\n", "text/csv")})
    assert (cells.document.media_type, cells.visit.answer.body) == ("text/csv", b"a,b\n")


def test_a_document_behind_a_login_is_left_as_the_page_that_says_so() -> None:
    login = as_text("<!doctype html><title>Sign in</title>", "text/html")
    got = fetch(f"{DOC}/edit", {f"{DOC}/export?format=md": login, f"{DOC}/export?format=txt": login})
    assert got.visit.via == "direct" and len(got.asked) == 3


INDEX = (
    "# Oak\n\n> Trees.\n\n## Guides\n\n- [Grow](grow.md): how\n\n### More\n\n"
    "```\n## not one\n```\n\n## API\n\n- [Cut](cut.md)\n"
)


def test_a_section_of_an_index_comes_alone_and_the_index_itself_stays_as_it_is() -> None:
    url = "https://oak.example/docs/llms.txt"
    part = fetch(f"{url}#guides", {url: as_text(INDEX)})
    assert part.document.text == "# Oak\n\n## Guides\n\n- [Grow](grow.md): how\n\n### More\n\n```\n## not one\n```\n"
    assert [link.url for link in part.document.links] == ["https://oak.example/docs/grow.md"]
    assert fetch(f"{url}#nothing", {url: as_text(INDEX)}).document.text == INDEX
    whole = fetch(url, {url: as_text(INDEX)})
    assert (whole.visit.via, whole.document.text) == ("direct", INDEX)


def test_a_hostile_index_costs_no_more_than_its_length() -> None:
    url = "https://oak.example/llms.txt"
    index = INDEX + f"## {' #' * 200_000}x\n"
    assert "cut.md" in fetch(f"{url}#API", {url: as_text(index)}).document.text


# --- for every address -----------------------------------------------------------------------------------------------

HOSTS = (
    *("github.com", "gist.github.com", "arxiv.org", "en.wikipedia.org", "pypi.org", "www.npmjs.com", "www.youtube.com"),
    *("youtu.be", "docs.google.com"),
)
ASKED = (
    *(
        "raw.githubusercontent.com",
        "api.github.com",
        "gist.github.com",
        "export.arxiv.org",
        "arxiv.org",
        "en.wikipedia.org",
    ),
    *("pypi.org", "registry.npmjs.org", "www.youtube.com", "docs.google.com"),
)
WORDS = st.sampled_from(
    [
        *("o", "r", "v", "..", "%2e%2e", "%2F", "@evil.example", "\\", ":80", "大", "blob", "tree", "issues", "12"),
        *("abs", "pdf", "2601.01234", "wiki", "w", "index.php", "project", "package", "@o", "watch", "document", "d"),
        *("1abcdefghijklmnopqrstuv", "abcdefghijk"),
    ]
)


@given(
    host=st.sampled_from(HOSTS),
    parts=st.lists(WORDS, max_size=6),
    tail=st.sampled_from(["", "?v=abcdefghijk", "?title=X&oldid=1", "#gid=1", "?%"]),
)
def test_every_address_is_planned_for_without_an_error_and_only_known_hosts_are_asked(
    host: str, parts: list[str], tail: str
) -> None:
    try:
        url = parse_url(f"https://{host}/{'/'.join(parts)}{tail}")
    except BadInput:
        return
    found = sites.planned(url)
    step = found[1] if found else None
    while isinstance(step, Plan):
        assert parse_url(step.address).split("/")[2] in ASKED
        step = step.otherwise
