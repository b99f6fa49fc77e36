"""Pages that only a browser fills, read by a fetch; plain pages start none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsers import needs_browser, session_at

from webloupe.demo import DemoWeb
from webloupe.demo.drawn import FACTS
from webloupe.errors import BadInput, TimedOut
from webloupe.sync import Session


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb() as running:
        yield running


@pytest.fixture(scope="module")
def session(web, tmp_path_factory) -> Iterator[Session]:
    with session_at(tmp_path_factory.mktemp("home"), web.env) as one:
        yield one


@needs_browser
@pytest.mark.parametrize(("path", "fact"), FACTS.items())
def test_a_page_drawn_by_script_is_read_whole_without_being_asked_to(session, web, path, fact):
    page = session.fetch(web.url + path)
    assert page.via == "browser" and page.blocked is None
    assert fact in page.full
    assert "written by a script" in page.full or path == "/app/framed"
    again = session.fetch(web.url + path)
    assert again.cached and fact in again.full


def test_a_plain_page_starts_no_browser(web, tmp_path):
    with session_at(tmp_path, web.env) as plain:
        for path in ("/rules", "/docs/calibration", "/llms.txt", "/challenge"):
            assert plain.fetch(web.url + path).via == "direct"
        assert plain.fetch(f"{web.url}/app/late", via="direct").via == "direct"
        assert "browser" not in vars(plain._twin._rooms)


@needs_browser
def test_a_page_is_read_in_the_browser_when_asked_to_and_waited_for(session, web):
    page = session.fetch(f"{web.url}/app/late", wait_for="Ember nebula", refresh=True)
    assert (page.via, FACTS["/app/late"] in page.full) == ("browser", True)
    assert session.fetch(f"{web.url}/rules", via="browser", wait_for="ol > li").via == "browser"
    with pytest.raises(TimedOut, match="came without"):
        session.fetch(f"{web.url}/rules", wait_for="never there", timeout_s=2, refresh=True)


def test_what_a_browser_cannot_do_is_told(session, web):
    for wrong in ({"via": "direct", "wait_for": "x"}, {"via": "browser", "headers": {"A": "b"}}, {"wait_for": 5}):
        with pytest.raises(BadInput) as caught:
            session.fetch(web.url, **wrong)
        assert len(caught.value.lines()) == 2


def test_without_a_browser_the_shell_comes_with_its_remark(web, tmp_path):
    with session_at(tmp_path, {**web.env, "WEBLOUPE_BROWSE_PROGRAM": "no-such-browser"}) as none:
        page = none.fetch(f"{web.url}/app/late")
    assert page.via == "direct"
    assert any("script" in note for note in page.notes)
