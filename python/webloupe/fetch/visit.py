"""One visit to a page: asked as a browser asks, and once more under our own name when a challenge answers.

Some sites refuse a browser's name without a browser's handshake and let an honest robot through, others
the reverse, so the honest name is the second try and never the third.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..addresses import split_url
from ..http import BROWSER_USER_AGENT, HONEST_USER_AGENT, Http, Jar, MayFollow
from ..types import Attempt, ErrorInfo
from ..wire import Answer, Request
from . import streams
from .challenge import is_challenge

# Markdown first: sites that keep a markdown twin of a page send it to those who ask (RFC 9110, 12.5.1).
ACCEPT = "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, */*;q=0.8"


@dataclass(frozen=True, slots=True)
class Visit:
    """The last answer, and the tries that led to it; `via` names who gave it, a special site or a hosted reader."""

    answer: Answer
    attempts: tuple[Attempt, ...]
    via: str = "direct"


async def visit(
    http: Http,
    url: str,
    *,
    timeout_s: float,
    max_bytes: int,
    headers: Mapping[str, str] | None = None,
    may_follow: MayFollow | None = None,
    jar: Jar | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Visit:
    """Fetch `url` within `timeout_s` for all tries together; `headers` join ours, and go to its own origin alone.
    `may_follow` is asked before each redirect; `jar` holds the cookies of the visit, where it may have some.

    Of a text that is still on its way when the time is nearly over, what has come is the answer, `late`.

    `progress` is told each try. Raises as `Http.send` does, and Unreadable for a recording, which is not waited for.
    """
    deadline = time.monotonic() + timeout_s
    attempts: list[Attempt] = []
    for agent in (BROWSER_USER_AGENT, HONEST_USER_AGENT):
        started = time.monotonic()
        host = split_url(url).host
        progress(f"{host} asks for a robot check, asking again by our own name" if attempts else f"asking {host}")
        request = Request("GET", url, headers={"User-Agent": agent, "Accept": ACCEPT, **(headers or {})})
        left_s = max(0.0, deadline - started)
        answer = await http.send(
            request,
            timeout_s=left_s,
            max_bytes=max_bytes,
            follow=True,
            accept_body=streams.may_be_text,
            in_part=streams.is_of_use_in_part,
            may_follow=may_follow,
            jar=jar,
        )
        streams.check(answer)
        challenged = is_challenge(answer.status, answer.headers, answer.body)
        attempts.append(_attempt(answer, challenged, 1000 * (time.monotonic() - started)))
        if not challenged:
            break
    return Visit(answer, tuple(attempts))


def _attempt(answer: Answer, challenged: bool, elapsed_ms: float) -> Attempt:
    if answer.late:
        error = ErrorInfo(code="timed_out", message="it was still sending", retryable=True, url=answer.url)
        return Attempt(backend="direct", outcome="timeout", elapsed_ms=elapsed_ms, error=error)
    if answer.status < 400:
        return Attempt(backend="direct", outcome="ok", elapsed_ms=elapsed_ms)
    reason = f"HTTP {answer.status}" + (" with a robot challenge" if challenged else "")
    error = ErrorInfo(code="blocked" if challenged else "refused", message=reason, url=answer.url)
    return Attempt(backend="direct", outcome="http", elapsed_ms=elapsed_ms, error=error)
