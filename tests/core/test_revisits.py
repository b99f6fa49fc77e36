"""A stored page that is too old is asked for only if it has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopback import Received, reply, serve

from webloupe import config as configuration
from webloupe.errors import NotFound
from webloupe.sync import Session

TYPE = {"Content-Type": "text/plain"}
VALIDATORS = [{"ETag": '"one"'}, {"ETag": 'W/"weak"'}, {"Last-Modified": "Mon, 02 Nov 2026 10:00:00 GMT"}]


class Site:
    """One page that may change; `conditional` are the conditions it was asked with."""

    def __init__(self, validators: dict[str, str]) -> None:
        self.text = b"The first text of the page."
        self.validators = validators
        self.conditional: list[dict[str, str]] = []

    def __call__(self, request: Received) -> bytes:
        asked = {name: value for name, value in request.headers.items() if name.startswith("if-")}
        self.conditional.append(asked)
        current = {self.validators.get("ETag"), self.validators.get("Last-Modified")} - {None}
        if current & set(asked.values()):
            return reply(304, headers=self.validators)
        return reply(200, self.text, {**TYPE, **self.validators})


def session(home: Path) -> Session:
    return Session(configuration.load(env={"WEBLOUPE_ALLOW_PRIVATE": "127.0.0.1"}, cwd=home, home=home))


@pytest.mark.parametrize("validators", VALIDATORS, ids=["etag", "weak etag", "date"])
def test_an_unchanged_page_is_not_sent_again_and_is_young_again(tmp_path, validators):
    site = Site(validators)
    with serve(site) as server, session(tmp_path) as reading:
        first = reading.fetch(server.url)
        again = reading.fetch(server.url, max_age_s=0)
        assert again.text == first.text and again.cached and not first.cached
        assert again.fetched_at > first.fetched_at and again.status == 200
        assert any("not changed" in note for note in again.notes)
        assert site.conditional[0] == {} and len(site.conditional[1]) == 1
        reading.fetch(server.url)  # the renewed copy is young
    assert len(site.conditional) == 2


def test_a_changed_page_comes_whole(tmp_path):
    site = Site({"ETag": '"one"'})
    with serve(site) as server, session(tmp_path) as reading:
        reading.fetch(server.url)
        site.text, site.validators = b"Another text.", {"ETag": '"two"'}
        again = reading.fetch(server.url, max_age_s=0)
        assert "Another text." in again.text and not again.cached
        reading.fetch(server.url, max_age_s=0)
    assert site.conditional[-1] == {"if-none-match": '"two"'}


def test_a_refresh_asks_for_the_page_whatever_is_stored(tmp_path):
    site = Site({"ETag": '"one"'})
    with serve(site) as server, session(tmp_path) as reading:
        reading.fetch(server.url)
        assert not reading.fetch(server.url, refresh=True).cached
    assert site.conditional == [{}, {}]


def test_a_server_without_validators_is_asked_plainly(tmp_path):
    site = Site({})
    with serve(site) as server, session(tmp_path) as reading:
        reading.fetch(server.url)
        reading.fetch(server.url, max_age_s=0)
    assert site.conditional == [{}, {}]


def test_an_error_is_no_page_and_sets_no_condition(tmp_path):
    answers = iter([reply(404, b"gone", {**TYPE, "ETag": '"gone"'}), reply(200, b"here", TYPE)])
    asked = []

    def site(request):
        asked.append(request.headers.get("if-none-match"))
        return next(answers)

    with serve(site) as server, session(tmp_path) as reading:
        with pytest.raises(NotFound):
            reading.fetch(server.url)
        assert reading.fetch(server.url).text.strip() == "here"
    assert asked == [None, None]
