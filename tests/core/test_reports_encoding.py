"""Reported faults of encodings: character sets, packed bodies, octets of addresses."""

from __future__ import annotations

import pytest
from loopback import Received, reply
from reports import Report, given, web

from webloupe import html_to_markdown

ENGINES = ("fast", "markdownify")


@given("011", "036", "076", "111", "120", "144")
def test_a_body_is_read_as_it_was_written(report: Report) -> None:
    with web(lambda _: report.answers()[0]) as (_, session):
        for engine in ENGINES:
            assert not report.wrong(session.fetch(report.url, engine=engine).full)


@given("012")
def test_octets_of_an_address_stay(report: Report) -> None:
    with web(lambda _: reply(200, report.text.encode(), {"Content-Type": "text/html"})) as (_, session):
        page = session.fetch(report.url)
    assert [link.url for link in page.links] == report.expected["contains"]
    assert not report.wrong(page.full)
    assert not report.wrong(html_to_markdown(report.text, engine="markdownify"))


def asked_for(typed: str) -> str:
    """What goes over the wire for an address as somebody typed it."""

    def page(_: Received) -> bytes:
        return reply(200, b"here", {"Content-Type": "text/plain"})

    with web(page) as (server, session):
        session.fetch(typed)
        return server.requests[0].target


@given("064")
def test_an_address_goes_out_as_it_was_meant(report: Report) -> None:
    for row in report.data:
        typed, wire = (row[name].replace("https://", "http://") for name in ("typed", "wire"))
        assert asked_for(typed) == wire


@pytest.mark.parametrize(
    ("typed", "wire"),
    [
        ("http://žluťoučký.example/kůň", "http://xn--luouk-uva4it5a4g.example/k%C5%AF%C5%88"),
        ("http://a.example/100%25?q=50%25 off", "http://a.example/100%25?q=50%25%20off"),
        ("\t<http://a.example/%E4%B8%AD文>\n", "http://a.example/%E4%B8%AD%E6%96%87"),
    ],
)
def test_what_is_escaped_is_not_escaped_again(typed: str, wire: str) -> None:
    assert asked_for(typed) == wire
