"""Reported faults of content types: the body decides what it is, and what is text already stays as it is."""

from __future__ import annotations

import json

import pytest
from loopback import Received, reply
from reports import Report, given, web

from webloupe.errors import Unreadable


@given("019", "026", "054", "088", "132", "136")
def test_a_body_is_taken_for_what_it_is(report: Report) -> None:
    with web(lambda _: report.answers()[0]) as (server, session):
        page = session.fetch(report.url)
        again = session.fetch(report.url, compress="rules")
    assert not report.wrong(page.full) and page.full == again.full
    assert page.compression is None
    assert len(server.requests) == 1
    accepted = server.requests[0].headers["accept"]
    assert accepted.startswith("text/markdown,") and "text/html" in accepted


@given("019")
def test_data_stay_as_they_are_when_all_is_compressed(report: Report) -> None:
    with web(lambda _: report.answers()[0]) as (_, session):
        page = session.fetch(report.url, compress="rules")
    assert page.kind.kind == "data" and not page.kind.lossy_ok
    assert json.loads(page.text)["id"] == 12345678901234567890 and not report.wrong(page.text)


@given("136")
def test_a_feed_keeps_the_links_of_its_entries(report: Report) -> None:
    with web(lambda _: report.answers()[0]) as (_, session):
        page = session.fetch(report.url)
    assert [link.url for link in page.links] == ["https://n.example/1"]
    assert page.kind.kind == "index" and not page.kind.lossy_ok


@given("007")
def test_a_shell_is_no_index(report: Report) -> None:
    with web(lambda _: report.answers()[0]) as (_, session):
        page = session.fetch(report.url)
    assert page.kind.kind == "empty" and page.media_type == "text/html"
    assert any("no llms.txt" in note for note in page.notes)


@given("054")
def test_an_index_is_known_by_its_text(report: Report) -> None:
    with web(lambda _: report.answers()[0]) as (_, session):
        page = session.fetch(report.url)
    assert page.kind.kind == "index" and not page.kind.lossy_ok


@given("037")
def test_a_pdf_is_known_by_its_bytes_and_never_printed(report: Report) -> None:
    with web(lambda _: report.answers()[0]) as (_, session), pytest.raises(Unreadable) as caught:
        session.fetch(report.url)
    told = "\n".join(caught.value.lines())
    assert not report.wrong(told) and "75 bytes" in told


@given("075")
def test_an_empty_page_is_an_empty_page(report: Report) -> None:
    empty_pages({"/": report.answers()[0]})


def test_an_answer_without_content_is_an_empty_page() -> None:
    empty_pages(
        {
            "/none": b"HTTP/1.1 204 No Content\r\n\r\n",
            "/blank": reply(200, b" \n\t", {"Content-Type": "text/plain"}),
            "/shell": reply(200, b"<!doctype html><title></title><body> </body>", {"Content-Type": "text/html"}),
        }
    )


def empty_pages(answers: dict[str, bytes]) -> None:
    def answer(request: Received) -> bytes:
        return answers[request.path.removeprefix("http://page.example")]

    with web(answer) as (server, session):
        for path, content in answers.items():
            page = session.fetch(f"http://page.example{path}")
            assert (page.status, page.full.strip(), page.kind.kind) == (int(content.split()[1]), "", "empty")
            assert [attempt.outcome for attempt in page.attempts] == ["ok"]
        assert len(server.requests) == len(answers)
        assert not [row for row in session.usage().rows if row.errors]
