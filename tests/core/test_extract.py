"""Hosted readers asked in turn, on loopback; what is never told to them; which failures they may cure."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpcore
import pytest
from loopback import Received, reply, serve

from webloupe.addresses import parse_url
from webloupe.errors import (
    AddressRefused,
    AllReadersFailed,
    BadInput,
    Blocked,
    HostDown,
    NoSuchHost,
    NotFound,
    TimedOut,
)
from webloupe.fetch import reading
from webloupe.fetch.challenge import DRAWN_BY_SCRIPT
from webloupe.fetch.cures import check_public, cures
from webloupe.fetch.document import Document, ReadOptions
from webloupe.fetch.extract import HostedReaders
from webloupe.fetch.hosted.base import Extract, HostedReader
from webloupe.fetch.page import read, visit_of
from webloupe.fetch.visit import Visit
from webloupe.http import Http
from webloupe.http.failures import map_errors
from webloupe.keys import Secret
from webloupe.store import Visit as StoredVisit
from webloupe.types import Attempt, UsageRecord
from webloupe.wire import Answer, Request

PAGE = "https://forest.example.org/thinning?y=1#top"
TEXT = "Thin in winter, when the sap rests."
FOUND = {
    "keenable": {"content": TEXT, "title": "Thinning"},
    "jina": {"data": {"content": TEXT, "title": "Thinning"}},
    "tavily": {"results": [{"raw_content": f"# Thinning\n\n{TEXT}"}]},
}
SILENCE = b""


NUMBERS = {"forest.example.org": ["93.184.216.34"], "wiki.example.org": ["93.184.216.34", "10.1.2.3"]}


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names come from a table in place of DNS."""

    def getaddrinfo(host: str, port: int, *_: object, **__: object) -> list[tuple[object, ...]]:
        if host not in NUMBERS:
            raise socket.gaierror(socket.EAI_NONAME, "not known")
        return [(socket.AF_INET, 1, 6, "", (number, port)) for number in NUMBERS[host]]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


def as_json(value: object, status: int = 200, **headers: str) -> bytes:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return reply(status, json.dumps(value).encode(), {"Content-Type": "application/json", **named})


def found(*names: str) -> dict[str, bytes]:
    return {name: as_json(FOUND[name]) for name in names}


@dataclass
class Story:
    """What came of asking: the visit or the error, what was sent, what was logged."""

    visit: Visit | None = None
    error: Exception | None = None
    sent: list[Received] = field(default_factory=list)
    log: list[UsageRecord] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        attempts = self.visit.attempts if self.visit else getattr(self.error, "attempts", ())
        return [(attempt.backend, attempt.outcome) for attempt in attempts]


def ask(names: list[str], answers: Mapping[str, bytes], url: str = PAGE, timeout_s: float = 5, **how: Any) -> Story:
    """Ask these readers, each answering at a path of its own; a key among `how["keys"]` is answered by `<name>+key`."""
    story = Story()

    async def never() -> AsyncIterator[bytes]:
        await asyncio.Event().wait()
        yield b""

    def handle(request: Received) -> bytes | AsyncIterator[bytes]:
        name = request.path.removeprefix("/")
        keyed = {"x-api-key", "authorization"} & request.headers.keys()
        answer = answers[f"{name}+key" if keyed else name]
        return answer if answer is not SILENCE else never()

    with serve(handle) as server:

        async def run() -> None:
            http = Http(allow_private=how.pop("dialled", ["127.0.0.0/8"]), trust_env=False)
            endpoints = {f"{name}_fetch": f"{server.url}/{name}" for name in FOUND}
            keys = {name: Secret(key) for name, key in how.pop("keys", {}).items()}
            readers = HostedReaders(http, keys, endpoints, story.log.append, **how)
            try:
                story.visit = await readers.extract(url, names, timeout_s=timeout_s, progress=story.told.append)
            except (AllReadersFailed, AddressRefused, BadInput) as error:
                story.error = error
            finally:
                await http.aclose()

        asyncio.run(run())
        story.sent = server.requests
    return story


def test_the_first_reader_that_has_the_page_gives_it_and_the_others_are_not_asked() -> None:
    story = ask(["keenable", "jina"], found("keenable", "jina"))
    assert story.visit and story.visit.via == "keenable" and len(story.sent) == 1
    document = read(visit_of(PAGE, story.visit.answer, fetched_at=1.0), story.visit.answer.body, ReadOptions())
    assert (document.title, document.text, document.media_type) == (
        "Thinning",
        f"# Thinning\n\n{TEXT}",
        "text/markdown",
    )
    assert story.told == ["asking keenable to read the page"]


def test_a_text_that_begins_with_its_title_is_left_as_it_is() -> None:
    story = ask(["tavily"], found("tavily"))
    assert story.visit and story.visit.answer.body.decode() == f"# Thinning\n\n{TEXT}"


def test_each_failure_leads_to_the_next_reader_is_told_and_is_logged() -> None:
    answers = {
        "keenable": as_json({"error": "x"}, 404),
        "jina": as_json({"code": 429}, 429, Retry_After="7"),
        **found("tavily"),
    }
    story = ask(["keenable", "jina", "tavily"], answers)
    expected = [("keenable", "http"), ("jina", "rate_limited"), ("tavily", "ok")]
    assert story.outcomes == expected
    assert [(one.backend, one.outcome, one.action) for one in story.log] == [(*one, "fetch") for one in expected]


def test_what_a_call_left_of_the_allowance_and_what_it_cost_go_into_the_log() -> None:
    answers = {"keenable+key": as_json(FOUND["keenable"], X_RateLimit_Remaining="41", X_RateLimit_Limit="1000")}
    story = ask(["keenable"], answers, keys={"keenable": "k"}, prices={"keenable": 0.004})
    (record,) = story.log
    assert (record.remaining, record.limit, record.usd) == (41, 1000, 0.004)
    assert story.visit and story.visit.attempts[0].keyed


def test_a_robot_check_that_a_reader_met_is_not_the_page() -> None:
    met = as_json({"content": "Verifying you are human. This may take a few seconds.", "title": "Just a moment..."})
    story = ask(["keenable", "jina"], {"keenable": met, **found("jina")})
    assert story.visit and story.visit.via == "jina" and story.outcomes[0] == ("keenable", "http")


def test_a_silent_reader_leaves_time_for_the_next() -> None:
    story = ask(["keenable", "jina"], {"keenable": SILENCE, **found("jina")}, timeout_s=1)
    assert story.outcomes == [("keenable", "timeout"), ("jina", "ok")]


class _Slow(HostedReader):
    """A reader whose answers take until `let_go` to be read; `threads` are those that read them."""

    def __init__(self, url: str) -> None:
        super().__init__("slow", endpoint=url)
        self.let_go = threading.Event()
        self.threads: set[int] = set()

    def request(self, page: str, key: str | None) -> Request:
        return Request("POST", self.url, json={"url": page})

    def parse(self, answer: Answer) -> Extract:
        self.threads.add(threading.get_ident())
        self.let_go.wait(20)
        return Extract(TEXT)

    def usd(self, answer: Answer) -> float | None:
        self.threads.add(threading.get_ident())
        return None


def test_an_answer_is_read_aside_within_the_time_of_its_call_and_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "JUDGING_S", 0.01)

    async def attempt(url: str, timeout_s: float, *, is_slow: bool) -> tuple[Attempt, set[int]]:
        http = Http(allow_private=["127.0.0.0/8"], trust_env=False)
        reader = _Slow(url)
        if not is_slow:
            reader.let_go.set()
        try:
            got = await reading.read(http, reading.Way(reader, "k", 0.25), PAGE, timeout_s)
        finally:
            reader.let_go.set()
            await http.aclose()
        return got.attempt, reader.threads

    with serve(lambda _: as_json({})) as server:
        late, _ = asyncio.run(attempt(server.url, 0.5, is_slow=True))
        read_out, threads = asyncio.run(attempt(server.url, 5, is_slow=False))
    assert (late.outcome, late.usd) == ("timeout", 0.25)
    assert (read_out.outcome, read_out.usd) == ("ok", 0.25)
    assert threads and threading.get_ident() not in threads


def test_a_title_without_end_is_cut() -> None:
    story = ask(["keenable"], {"keenable": as_json({"content": TEXT, "title": "Oak " * 1_000_000})})
    assert story.visit and len(story.visit.answer.body) < 400


@pytest.mark.parametrize(
    ("tier", "asked"),
    [("auto", ["keenable+key", "keenable"]), ("free", ["keenable", "keenable+key"]), ("paid", ["keenable+key"])],
)
def test_the_key_goes_first_or_last_or_alone_as_the_tier_says(tier: str, asked: list[str]) -> None:
    refused = as_json({"error": "no"}, 403)
    answers = {"keenable": refused, "keenable+key": refused}
    story = ask(["keenable"], answers, keys={"keenable": "canary-1"}, tiers={"keenable": tier})
    assert ["keenable+key" if "x-api-key" in one.headers else "keenable" for one in story.sent] == asked
    assert "canary" not in repr(story.error) + repr(story.log) + repr(story.outcomes)


def test_a_reader_that_must_be_paid_is_passed_over_without_a_key() -> None:
    story = ask(["keenable", "jina"], found("jina"), tiers={"keenable": "paid"})
    assert story.outcomes == [("keenable", "skipped"), ("jina", "ok")] and len(story.log) == 1


def test_a_call_that_could_not_be_sent_is_told_and_not_logged() -> None:
    story = ask(["keenable"], found("keenable"), dialled=())
    assert story.outcomes == [("keenable", "skipped")] and not story.log and not story.sent


def test_where_none_has_the_page_every_cause_and_the_shortest_wait_are_told() -> None:
    answers = {
        "keenable": as_json({"error": "spent"}, 429, Retry_After="90"),
        "jina": as_json({"data": {"content": ""}}),
        "tavily": as_json({"results": [], "failed_results": [{"error": "Failed to fetch url"}]}),
    }
    story = ask(["keenable", "jina", "tavily"], answers)
    error = story.error
    assert isinstance(error, AllReadersFailed) and error.retry_after_s == 90
    for words in ("keenable: rate limited", "jina: no text of it", "tavily: Failed to fetch url"):
        assert words in error.message
    assert "90 s" in error.hint and len(error.attempts) == 3


def test_the_address_goes_out_without_its_fragment() -> None:
    (request,) = ask(["jina"], found("jina")).sent
    assert json.loads(request.body) == {"url": "https://forest.example.org/thinning?y=1"}


PRIVATE = [
    *("http://127.0.0.1:8888/lab", "http://10.1.2.3/", "http://[::1]/", "http://[fd00::1]/", "http://2130706433/"),
    *("http://localhost/", "http://printer/", "http://nas.local/", "http://wiki.corp/", "http://x.internal./"),
    *("http://169.254.169.254/", "http://metadata.google.internal/", "http://[::ffff:10.0.0.1]/", "http://100.64.0.1/"),
]


@pytest.mark.parametrize("url", PRIVATE)
def test_a_private_address_is_told_to_nobody(url: str) -> None:
    story = ask(["keenable", "jina", "tavily"], found("keenable", "jina", "tavily"), parse_url(url))
    assert isinstance(story.error, AddressRefused) and not story.sent and not story.log
    assert not cures(HostDown("x"), parse_url(url))


def test_a_name_that_the_user_opened_is_private_too() -> None:
    with pytest.raises(AddressRefused):
        check_public("https://wiki.example.org/a", ["wiki.example.org", "10.0.0.0/8"])
    check_public("https://www.example.org/a", ["wiki.example.org", "10.0.0.0/8"])


@pytest.mark.parametrize("opened", [(), ("10.0.0.0/8",)])
def test_a_public_name_with_a_private_number_is_told_to_nobody(opened: tuple[str, ...]) -> None:
    inside = "https://wiki.example.org/layoffs?doc=7"
    story = ask(["jina"], found("jina"), inside, allow_private=opened)
    assert isinstance(story.error, AddressRefused) and not story.sent and not story.log
    assert "doc=7" not in f"{story.error.message} {story.error.url}"

    async def cure() -> bool:
        http = Http(trust_env=False)
        cured = await HostedReaders(http, {}, {}, log=lambda _: None).cure(visited(403), inside, timeout_s=5)
        return cured.visit is None and cured.attempts == ()

    assert asyncio.run(cure())


def test_a_name_that_nobody_here_knows_may_be_asked_for_by_name() -> None:
    story = ask(["jina"], found("jina"), "https://elsewhere.example.org/")
    assert story.visit and story.visit.via == "jina"


def test_a_reader_that_is_none_is_refused_before_anyone_is_asked() -> None:
    story = ask(["keenable", "keenabel"], found("keenable"))
    assert isinstance(story.error, BadInput) and not story.sent


def test_others_are_asked_unbidden_only_for_what_they_may_cure_and_never_raise() -> None:
    async def cure(failure: Any, url: str) -> tuple[str, list[str]]:
        http = Http(allow_private=["127.0.0.0/8"], trust_env=False)
        readers = HostedReaders(http, {}, {"jina_fetch": url}, log=lambda _: None)
        try:
            cured = await readers.cure(failure, PAGE, ["jina"], timeout_s=5)
        finally:
            await http.aclose()
        return cured.visit.via if cured.visit else "", [attempt.outcome for attempt in cured.attempts]

    def cured(failure: Any, answer: bytes) -> tuple[str, list[str]]:
        with serve(lambda _: answer) as server:
            return asyncio.run(cure(failure, server.url))

    assert cured(HostDown("x"), found("jina")["jina"]) == ("jina", ["ok"])
    assert cured(HostDown("x"), as_json({}, 500)) == ("", ["http"])
    assert cured(NotFound("x"), found("jina")["jina"]) == ("", [])


# --- cures -----------------------------------------------------------------------------------------------------------


def visited(status: int) -> StoredVisit:
    return visit_of(PAGE, Answer(status, {}, b"", PAGE), fetched_at=1.0)


def document(**fields: Any) -> Document:
    return Document(text="", media_type="text/html", chars_total=0, **fields)


CURED = [
    *(visited(403), visited(429), visited(451), visited(503)),
    *(HostDown("e.example: its certificate is not valid."), HostDown("e.example: refused"), Blocked("HTTP 403")),
    *(document(blocked="robot check"), document(notes=("another", DRAWN_BY_SCRIPT))),
]
NOT_CURED = [
    *(visited(200), visited(401), visited(404), visited(410), visited(400), visited(500)),
    *(NoSuchHost("e.example: no such name"), NotFound("HTTP 404"), AddressRefused("x"), TimedOut("x"), BadInput("x")),
    *(document(), document(notes=("There is no llms.txt",))),
]


@pytest.mark.parametrize("failure", CURED, ids=repr)
def test_what_a_hosted_reader_can_cure(failure: Any) -> None:
    assert cures(failure, PAGE, headers={"Accept": "text/html", "If-None-Match": '"1"'})


@pytest.mark.parametrize("failure", NOT_CURED, ids=repr)
def test_what_it_cannot(failure: Any) -> None:
    assert not cures(failure, PAGE)


@pytest.mark.parametrize("name", ["Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization", "X-Anything"])
def test_a_page_that_was_asked_for_with_credentials_is_left_alone(name: str) -> None:
    assert not cures(visited(403), PAGE, headers={name: "x"})


SECRETS = [
    *("?token=a1", "?x=1&X-Amz-Signature=a1", "?api_key=a1", "?auth-key=a1", "#access_token=a1", "?otp=123456"),
    *("#/reset?token=a1", "#!reset?x=1&key=a1", ";jsessionid=a1", ";jsessionid=a1?page=2", "/token=a1/next"),
    *("?authToken=a1", "?sessionToken=a1", "?accessKey=a1", "?AWSAccessKeyId=a1", "?PHPSESSID=a1", "?token[]=a1"),
    *("?auth[token]=a1", "?user%5Bpassword%5D=a1", "?a=1;token=2", "?authtoken=a1", "?ASP.NET_SessionId=a1"),
    *("?next=https%3A%2F%2Fe.example%2F%3Ftoken%3Da1", "?next=%252Fa%253Fsig%253Da1", "?t%6Fken=a1", "?token2=a1"),
    *("?oobCode=a1", "?TOKENId=a1", "?SAMLResponse=a1", "?q=eyJhbGciOiJI.eyJzdWIiOiIx.c2ln", "?userSecrets=a1"),
]
HARMLESS = [
    *("?token=", "?keyword=oak&page=2", "?monkey=1", "?author=Ada&authors=2", "?tokenize=yes", "?sidebar=open"),
    *("?passage=3", "?compass=north", "?signal=4", "?design=a", "?decode=1", "?tokens_per_word", "/token/", "?q=a/b"),
    *("#section-keys", "?page=2#/routes/keys", "?obsession=1&x=%", "?pinned=1", "?turkey=1", "?assess=2"),
]


@pytest.mark.parametrize("tail", SECRETS)
def test_an_address_that_holds_a_secret_is_told_to_nobody_unbidden(tail: str) -> None:
    assert not cures(visited(403), parse_url(f"https://e.example/a{tail}"))


@pytest.mark.parametrize("tail", HARMLESS)
def test_one_that_holds_none_may_be_told(tail: str) -> None:
    assert cures(visited(403), parse_url(f"https://e.example/a{tail}"))


@pytest.mark.parametrize(
    ("cause", "kind"), [(socket.gaierror(-2, "unknown"), NoSuchHost), (ConnectionRefusedError(), HostDown)]
)
def test_a_name_that_does_not_resolve_is_told_apart_from_other_failures(cause: OSError, kind: type[HostDown]) -> None:
    with pytest.raises(HostDown) as caught, map_errors("https://e.example/"):
        raise httpcore.ConnectError from cause
    assert type(caught.value) is kind
