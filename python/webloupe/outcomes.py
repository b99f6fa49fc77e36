"""What an answer of a service amounts to: one outcome, its results or its error. Pure.

One judge for the services that search and for those that read pages.

The order of the checks is the order in which the services' ways to fail hide behind each other:
a limit may come as 200, an error may look like a result, a challenge page like an answer.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from .addresses import shown
from .errors import BackendError
from .types import ErrorCode, ErrorInfo, Outcome, SearchResult
from .wire import Answer, mcp_text, moved_to, reply

MESSAGE_CHARS = 300
WORDS_CHARS = 4_000  # of what a service says, where it is searched and shown: an error is told in its first sentences
_PAGE_CHARS = 200_000  # of a page that is taken for its words: a challenge page begins with its scripts
MAX_WAIT_S = 86_400.0  # a longer wait is as good as "tomorrow", and a typo must not park a backend for years
# A limit is told in a sentence or two; the same words in a long text belong to a page that was found.
LIMIT_TEXT_CHARS = 600
SPENT_STATUSES = {402, 432, 433}  # plan or credits used up; 402 only when its body says so
MALFORMED = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)

_LIMIT_WORDS = re.compile(
    r"\b(rate|usage|free|daily|hourly|monthly|plan|quota|requests?|search|calls?)[\s_-]*(mcp\s+)?limit"
    r"|too many (requests|calls|searches|queries)"
    r"|\b(limit|quota|allowance|credits?)\b[^.]{0,20}\b(reached|exceeded|exhausted|spent|used up)"
    r"|\b(not enough|insufficient|out of|no( more)?) credits?\b"
    r"|\b(error|status|http|code)\W{0,3}429\b|\bthrottl(ed|ing)\b",
    re.IGNORECASE,
)
# Some services tell spent credits with a status of their own choice (Serper: 400).
_SPENT_WORDS = re.compile(
    r"\b(not enough|insufficient|out of|no( more)?) (credits?|quota|balance)\b"
    r"|\b(credits?|quota)\b[^.]{0,20}\b(exceeded|exhausted|spent|used up)",
    re.IGNORECASE,
)
_CREDIT_WORDS = re.compile(r"credit|quota|limit|balance|free[\s-]tier|plan\b|billing", re.IGNORECASE)
# A tool behind MCP reports its upstream's 401 in words.
_KEY_WORDS = re.compile(r"\(40[13]\)|\b(invalid|malformed|missing|unknown) (api )?key\b|unauthori[sz]ed", re.IGNORECASE)
# An address may carry a key of which nobody told us, and services quote what they were sent.
_NAMED_KEY = re.compile(r"((?:key|token|secret|password|signature)=|\bbearer\s+)[^\s&\"'<>]{4,}", re.IGNORECASE)
_MARKUP = re.compile(r"(?is)<(script|style)\b.*?(</\1>|\Z)|<!--.*?(-->|\Z)|<[^<>]*>")
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    r"\ud800-\udfff]+"
)
_BLANKS = re.compile(r"\s+")


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Reader(Protocol[T_co]):
    """What `classify` asks of a backend."""

    name: str

    def results(self, answer: Answer) -> Sequence[T_co]:
        """The results of an answer; ValueError, LookupError or TypeError when it is of another shape.

        A BackendError when it tells of a failure in its own way.
        """
        ...

    def remark(self, answer: Answer) -> str:
        """What to do about an answer that failed; "" where its own words say enough."""
        ...


@dataclass(frozen=True)  # no slots: a generic of that sort cannot be called by its alias (CPython 3.11)
class Judged(Generic[T]):
    """One answer, judged: `results` with "ok", `error` with every failure, neither with "empty"."""

    outcome: Outcome
    results: Sequence[T] = ()
    error: ErrorInfo | None = None


Verdict: TypeAlias = Judged[SearchResult]


@dataclass(frozen=True, slots=True)
class _Finding:
    outcome: Outcome
    code: ErrorCode
    what: str


def classify(backend: Reader[T], answer: Answer, *, now: float, key: str | None = None) -> Judged[T]:
    """Judge one answer. `now` is Unix time (for a Retry-After given as a date); `key` never shows in the message."""
    said = _reply(answer)
    results, told = _results(backend, answer)
    finding = _by_status(answer, said) or told or _by_content(answer, said, results)
    if finding is None:
        return Judged("ok", results) if results else Judged("empty")
    if key and finding.outcome == "http" and _is_about_key(answer, said):
        finding = _Finding("http", "bad_key", "invalid key")
    remark = backend.remark(answer)
    words = f"{remark}. {_words(answer, said)}" if remark else _words(answer, said)
    words = f"{finding.what}, HTTP {answer.status}, {answer.media_type or 'no content type'}: {words}"
    error = ErrorInfo(
        code=finding.code,
        message=error_text(backend.name, words, key),
        retryable=finding.code in ("rate_limited", "backend_down"),
        retry_after_s=retry_after_s(answer, said, now),
        backend=backend.name,
    )
    return Judged(finding.outcome, error=error)


def _is_about_key(answer: Answer, said: dict[str, Any] | None) -> bool:
    return answer.status in (401, 403) or _KEY_WORDS.search(_told(said)[:WORDS_CHARS]) is not None


def _by_status(answer: Answer, said: dict[str, Any] | None) -> _Finding | None:
    status = answer.status
    if status == 429:
        return _Finding("rate_limited", "rate_limited", "rate limited")
    if status in SPENT_STATUSES and (status != 402 or _CREDIT_WORDS.search(_words(answer, said)[:WORDS_CHARS])):
        return _Finding("rate_limited", "quota_spent", "quota spent")
    if 400 <= status < 500 and said is not None and _SPENT_WORDS.search(_told(said)[:WORDS_CHARS]):
        return _Finding("rate_limited", "quota_spent", "quota spent")
    if status >= 500:
        return _Finding("http", "backend_down", "failed")
    if status >= 400:
        return _Finding("http", "refused", "refused")
    if status >= 300:
        return _Finding("http", "refused", f"moved to {shown(moved_to(answer) or 'an unnamed address')}")
    return None


def _by_content(answer: Answer, said: dict[str, Any] | None, results: Sequence[object] | None) -> _Finding | None:
    """The checks of a 2xx answer. `results` is None when nothing could be read out of it."""
    limit = _Finding("rate_limited", "rate_limited", "rate limited")
    if answer.status == 202 and not results:
        return limit  # "accepted" without results is how some services tell a limit
    if said is None or answer.media_type == "text/html":
        return _Finding("payload", "bad_answer", "answer too large" if answer.over_cap else "unreadable answer")
    body = said.get("result") if isinstance(said.get("result"), dict) else said
    told = _told(said)
    if said.get("error") and not results:
        return limit if _tells_limit(told) else _Finding("http", "backend_down", "error reply")
    if _marked_as_limited(body):
        return limit
    if isinstance(body, dict) and body.get("isError"):
        return limit if not results and _tells_limit(told) else _Finding("http", "backend_down", "tool error")
    if results is None:
        return limit if _tells_limit(told) else _Finding("payload", "bad_answer", "unreadable answer")
    return None


def _reply(answer: Answer) -> dict[str, Any] | None:
    try:
        return reply(answer)
    except ValueError:
        return None


def _results(backend: Reader[T], answer: Answer) -> tuple[Sequence[T] | None, _Finding | None]:
    """The results, None when nothing could be read; or the failure that the backend reads out of the answer."""
    if not 200 <= answer.status < 300:
        return None, None
    try:
        return backend.results(answer), None
    except MALFORMED:
        return None, None
    except BackendError as error:
        outcome: Outcome = "rate_limited" if error.code in ("rate_limited", "quota_spent") else "http"
        return None, _Finding(outcome, error.code, error.message)


def _marked_as_limited(body: Any) -> bool:
    """Exa marks a limit with `_meta["ai.exa/rateLimited"]` in an answer that is otherwise a success."""
    meta = body.get("_meta") if isinstance(body, dict) else None
    return isinstance(meta, dict) and any(
        value is True and str(name).rpartition("/")[2] == "rateLimited" for name, value in meta.items()
    )


def _tells_limit(text: str) -> bool:
    return len(text) <= LIMIT_TEXT_CHARS and _LIMIT_WORDS.search(text) is not None


# --- what the service said -------------------------------------------------------------------------------------------


def _told(said: Any, depth: int = 0) -> str:
    """The words for people in an error body of any shape: {error, message}, {error: {…}}, {detail}, a tool's text."""
    if isinstance(said, str):
        return said
    if not isinstance(said, dict) or depth > 3:
        return ""
    parts = [mcp_text(said), *(_told(said.get(name), depth + 1) for name in ("error", "message", "detail", "result"))]
    return ": ".join(dict.fromkeys(part for part in parts if part))


def _words(answer: Answer, said: dict[str, Any] | None) -> str:
    """What the answer says, as running text; markup is taken off a page."""
    if said is not None:
        return _told(said) or json.dumps(said, ensure_ascii=False)
    text = answer.text[:_PAGE_CHARS]
    return html.unescape(_MARKUP.sub(" ", text)) if "<" in text[:2_000] else text


def error_text(backend: str, words: str, key: str | None) -> str:
    """`backend: words` in one line of at most 300 characters, without control characters and without keys.

    A key is known in any case, percent-encoded, with JSON escapes, and with blanks or unseen characters inside.
    """
    line = _BLANKS.sub(" ", _UNSEEN.sub("", words[:WORDS_CHARS])).strip()
    if key:
        line = _forms(key).sub("***", line)  # before the cut, which could leave half a key
        if len(words) > WORDS_CHARS:
            line = line[: max(0, len(line) - _FORM_CHARS * len(key))]  # the first cut could as well
    line = _NAMED_KEY.sub(r"\1***", line)
    line = f"{backend}: {line.rstrip(': ') or 'no words'}"
    return line if len(line) <= MESSAGE_CHARS else line[: MESSAGE_CHARS - 1].rstrip() + "…"


_FORM_CHARS = 10  # a character of a key and what may stand for it: %2525xx, \\u00xx, and a blank


@lru_cache(maxsize=32)
def _forms(key: str) -> re.Pattern[str]:
    """What finds a key however a service writes it."""
    return re.compile(" ?".join(map(_form, key)), re.IGNORECASE)


def _form(character: str) -> str:
    encoded = "".join(f"%(?:25){{0,2}}{byte:02x}" for byte in character.encode("utf-8", "surrogatepass"))
    return rf"(?:\\{{0,3}}{re.escape(character)}|{encoded}|\\{{1,2}}u{ord(character):04x})"


def retry_after_s(answer: Answer, said: dict[str, Any] | None, now: float) -> float | None:
    """Seconds to wait, from the header (seconds or HTTP-date; a past date is 0) or from the body. At most a day."""
    wait = wait_of_header(answer.headers.get("retry-after", ""), now)
    if wait is None and said is not None:
        error = said.get("error")
        bodies = [said, error if isinstance(error, dict) else {}]
        waits = [body.get(name) for body in bodies for name in ("retry_after_seconds", "retryAfter")]
        numbers = [value for value in waits if isinstance(value, int | float) and not isinstance(value, bool)]
        wait = next((float(value) for value in numbers if value >= 0), None)
    return None if wait is None else min(wait, MAX_WAIT_S)


def wait_of_header(value: str, now: float) -> float | None:
    """Seconds that a Retry-After asks to wait (a number or an HTTP-date; a past date is 0), at most a day."""
    value = value.strip()
    if re.fullmatch(r"[0-9]{1,10}(\.[0-9]{1,9})?", value):
        return min(float(value), MAX_WAIT_S)
    try:
        when = parsedate_to_datetime(value)
        wait = (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() - now
        return min(max(0.0, wait), MAX_WAIT_S)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
