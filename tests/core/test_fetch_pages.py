"""From a visit and its document to what the caller gets."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from webloupe.errors import Blocked, FetchError, HostDown, NotFound, Refused, Unreadable
from webloupe.fetch.document import ReadOptions
from webloupe.fetch.page import Asked, build, document_key, notice, read, visit_of
from webloupe.fetch.status import error_of
from webloupe.store import Visit
from webloupe.types import FetchResult
from webloupe.wire import Answer

URL = "https://e.example/a"
LONG = "".join(f"line {number:05} of a page with very many lines\n" for number in range(5_000))


def a_visit(
    body: bytes = b"words", status: int = 200, over_cap: bool = False, total: int | None = None, **headers: str
) -> Visit:
    named = {"content-type": "text/plain", "set-cookie": "secret=1"} | {
        k.replace("_", "-"): v for k, v in headers.items()
    }
    answer = Answer(status, named, body, URL, over_cap=over_cap, total_bytes=total)
    return visit_of(URL, answer, fetched_at=1_000.0)


def fetched(
    body: str, *, visit: Visit | None = None, stored_path: str | None = "/h/web-cache/f76e.md", **asked: object
) -> FetchResult:
    visit = visit or a_visit(body.encode())
    want = Asked(**({"options": ReadOptions(), "budget_chars": 15_000} | asked))  # type: ignore[arg-type]
    return build(visit, read(visit, body.encode(), want.options), want, stored_path=stored_path)


def test_a_short_page_comes_whole() -> None:
    page = fetched("A few words.\n")
    assert page.text == page.full == "A few words.\n"
    assert page.omitted is None and page.truncated is None and page.total_chars == 13 and page.total_tokens > 0


def test_the_notice_names_how_to_read_on_and_where_all_of_it_is() -> None:
    page = fetched(LONG)
    assert page.omitted and page.full == LONG and len(page.text) <= 15_000
    expected = (
        f"[... {page.omitted.chars:,} chars omitted ...] Read on: %fetch --start {page.omitted.start} {URL}"
        "   (stored: /h/web-cache/f76e.md)"
    )
    assert expected in page.text.split("\n")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"face": "cli"}, "Read on: webloupe fetch --start "),
        ({"options": ReadOptions(format="text", main="full")}, f" --format text --full {URL}"),
        ({"options": ReadOptions(main="recall", engine="markdownify")}, f" --main recall --engine markdownify {URL}"),
        ({"shortening": "--compress rules"}, f" --compress rules {URL}"),
        ({"stored_path": None}, f"{URL}\n"),
    ],
)  # fmt: skip
def test_the_notice_speaks_for_its_face_and_repeats_what_shaped_the_text(asked: dict[str, object], words: str) -> None:
    assert words in fetched(LONG, **asked).text  # type: ignore[arg-type]


def test_reading_on_continues_where_the_notice_says() -> None:
    first = fetched(LONG)
    assert first.omitted
    second = fetched(LONG, start=first.omitted.start)
    assert second.text.startswith(LONG[first.omitted.start :][:5_000])


def test_an_index_is_cut_between_its_items() -> None:
    text = "# Docs\n\n" + "".join(f"- [Page {n}](https://e.example/{n}): about it\n" for n in range(900))
    page = fetched(text)
    assert page.kind.kind == "index" and "more items ...]" in page.text and len(page.links) == 900


def test_what_a_cap_left_behind_is_told_in_both_sizes() -> None:
    visit = a_visit(LONG.encode(), over_cap=True, total=9_000_000)
    page = fetched(LONG, visit=visit)
    assert page.truncated and (page.truncated.kept_bytes, page.truncated.total_bytes) == (len(LONG), 9_000_000)
    assert page.truncated.total_chars is None and "9,000,000" in page.text.rsplit("\n", 1)[-1]
    unknown = fetched(LONG, visit=a_visit(LONG.encode(), over_cap=True))
    assert "unknown" in unknown.text.rsplit("\n", 1)[-1]


def test_two_million_characters_are_kept_exactly_and_the_rest_is_counted() -> None:
    page = fetched("漢字\n" * 700_000)
    assert len(page.full) == 2_000_000
    assert page.truncated and page.truncated.total_chars == page.total_chars == 2_100_000
    assert "100,000 chars beyond" in page.text


def test_a_robot_check_is_a_page_of_its_own_kind() -> None:
    page = fetched("Just a moment...\n\nVerify you are human.")
    assert page.blocked and page.kind.kind == "blocked" and page.kind.reason == page.blocked and not page.kind.lossy_ok


def test_cookies_are_no_part_of_what_is_stored() -> None:
    assert "set-cookie" not in a_visit().headers


def test_another_charset_address_or_option_is_another_document() -> None:
    keys = {
        document_key(a_visit(), ReadOptions()),
        document_key(a_visit(b"other"), ReadOptions()),
        document_key(a_visit(content_type="text/html; charset=gbk"), ReadOptions()),
        document_key(a_visit(), ReadOptions(format="text")),
        document_key(a_visit(over_cap=True), ReadOptions()),
    }
    assert len(keys) == 5
    assert document_key(a_visit(etag="x"), ReadOptions()) in keys


STATUSES: list[tuple[int, type[FetchError]]] = [
    (400, Refused), (401, Blocked), (403, Blocked), (404, NotFound), (405, Refused), (410, NotFound), (418, Refused),
    (429, Blocked), (451, Blocked), (500, HostDown), (502, HostDown), (503, HostDown), (599, HostDown),
]  # fmt: skip


@pytest.mark.parametrize(("status", "kind"), STATUSES)
def test_an_error_status_is_an_error_that_holds_what_came(status: int, kind: type[FetchError]) -> None:
    visit = a_visit(b"sorry", status=status)
    result = fetched("sorry", visit=visit)
    error = error_of(visit, result)
    assert type(error) is kind and error.result is result and error.url == URL
    assert len(error.lines()) == 2 and str(status) in error.message and URL in error.message
    assert all("\n" not in line for line in error.lines())


@pytest.mark.parametrize("status", [200, 204, 304, 399])
def test_any_other_status_is_a_page(status: int) -> None:
    assert error_of(a_visit(status=status), None) is None


def test_a_challenge_is_blocked_whatever_its_status() -> None:
    assert isinstance(error_of(a_visit(status=503, cf_mitigated="challenge"), None), Blocked)


@pytest.mark.parametrize(
    ("value", "seconds"), [("7", 7), (formatdate(1_030.0, usegmt=True), 30), ("soon", None), ("", None)]
)
def test_a_wait_that_the_server_asks_for_is_told(value: str, seconds: float | None) -> None:
    error = error_of(a_visit(status=429, retry_after=value), None)
    assert error and error.retry_after_s == seconds
    assert seconds is None or f"{seconds} s" in error.hint


def test_an_unreadable_body_of_an_error_does_not_hide_the_error() -> None:
    binary = b"\x89PNG\r\n\x1a\n\x00\x00"
    with pytest.raises(Unreadable):
        read(a_visit(binary), binary, ReadOptions())
    document = read(a_visit(binary, status=404), binary, ReadOptions())
    assert document.text == "" and "image/png" in document.notes[0]


def test_a_page_of_a_hundred_kilobytes_is_built_in_milliseconds() -> None:
    body = LONG[:100_000]
    fetched(body)
    started = time.process_time()
    fetched(body)
    assert time.process_time() - started < 0.5


def test_braces_of_an_address_never_reach_the_line_that_reads_on() -> None:
    line = notice("https://a.example/?q={secret}", Asked(ReadOptions(), 15_000), None)(10, 20)
    assert "{" not in line and "%7Bsecret%7D" in line
