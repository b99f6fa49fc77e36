"""The demo's Keenable: plain REST with an hourly allowance that counts down.

Wire facts: keenable-sdk (client.py, models.py, 2026-08), its API reference and dated probes by others (2026-09:
the refusal without a title, the quota headers of keyless answers).
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from .corpus import Corpus, Found, narrowed
from .exchange import Ask, Reply, json_reply
from .modes import Modes, foreign_failure

PUBLIC_PATH = "/keenable/v1/search/public"


class Allowance:
    """The keyless pool: `limit` calls in a window of `window_s` seconds that opens with its first call."""

    def __init__(self, limit: int = 1_000, window_s: float = 3_600.0, clock: Callable[[], float] = time.time) -> None:
        self.limit = limit
        self._window_s = window_s
        self._clock = clock
        self._lock = threading.Lock()
        self._left = limit
        self._resets_at = 0.0

    def spend(self) -> tuple[int, float]:
        """Take one call: (calls left after it, Unix time of the reset); -1 left when there was none to take."""
        with self._lock:
            now = self._clock()
            if now >= self._resets_at:
                self._left, self._resets_at = self.limit, now + self._window_s
            if self._left == 0:
                return -1, self._resets_at
            self._left -= 1
            return self._left, self._resets_at


def answer_keenable(ask: Ask, corpus: Corpus, modes: Modes, allowance: Allowance) -> Reply:
    """One search. A key is welcome on both paths, the title is needed only without one."""
    if ask.method != "POST":
        return _error(405, "Method not allowed", "Use POST")
    mode = modes.take("keenable")
    if mode not in ("ok", "empty"):
        return _fail(mode, ask, allowance)
    bearer = ask.headers.get("authorization", "").removeprefix("Bearer").strip()
    key = ask.headers.get("x-api-key", bearer)
    if key:
        return _keyed(ask, key, corpus, mode)
    if ask.path != PUBLIC_PATH:
        return _error(401, "Authentication failed", "Missing API key")
    if not ask.headers.get("x-keenable-title"):
        return _error(400, "Missing app identifier", "X-Keenable-Title header is required for token-less requests")
    left, resets_at = allowance.spend()
    if left < 0:
        return _limited(allowance, resets_at)
    return _search(ask, corpus, mode, _quota(allowance, left, resets_at))


def _keyed(ask: Ask, key: str, corpus: Corpus, mode: str) -> Reply:
    if "invalid" in key:
        return _error(401, "Authentication failed", "Malformed API key")
    return _search(ask, corpus, mode, {})


def _search(ask: Ask, corpus: Corpus, mode: str, headers: Mapping[str, str]) -> Reply:
    try:
        body = json.loads(ask.body)
    except ValueError:
        return _error(400, "Invalid request", "The body is not JSON", headers)
    mistake = _mistake(body)
    if mistake:
        return _error(400, "Invalid request", mistake, headers)
    found = corpus.search(body["query"], 50) if mode == "ok" else []
    site, days = body.get("site"), [body.get(f"published_{end}") or "" for end in ("after", "before")]
    found = narrowed(found, hosts=[site] if site else (), since=days[0], until=days[1])[: body.get("max_results", 10)]
    rows = [_row(hit, body.get("snippet_max_length", 2_000)) for hit in found]
    return json_reply({"query": body["query"], "mode": body.get("mode", "pro"), "results": rows}, 200, headers)


def _mistake(body: Any) -> str:
    if not isinstance(body, dict) or not isinstance(body.get("query"), str) or not body["query"].strip():
        return "query is required"
    for name in ("site", "published_after", "published_before"):
        if not isinstance(body.get(name, ""), str):
            return f"{name} must be a string"
    if body.get("mode", "pro") not in ("pro", "realtime"):
        return "mode must be pro or realtime"
    for name, low, high in (("max_results", 1, 50), ("snippet_max_length", 180, 10_000)):
        value = body.get(name, low)
        if type(value) is not int or not low <= value <= high:
            return f"{name} must be between {low} and {high}"
    return ""


def _row(hit: Found, snippet_chars: int) -> dict[str, Any]:
    row = {"title": hit.title, "url": hit.url, "description": "", "snippet": hit.passage(snippet_chars)}
    dates = {"published_at": f"{hit.published}T09:00:00Z"} if hit.published else {}
    return {**row, **dates, "acquired_at": "2026-06-02T03:10:44Z"}


def _quota(allowance: Allowance, left: int, resets_at: float) -> dict[str, str]:
    reset = datetime.fromtimestamp(resets_at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {
        "X-RateLimit-Limit": str(allowance.limit),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": reset,
    }


def _limited(allowance: Allowance, resets_at: float) -> Reply:
    wait_s = max(1, math.ceil(resets_at - time.time()))
    headers = {**_quota(allowance, 0, resets_at), "Retry-After": str(wait_s)}
    return _error(429, "Rate limit exceeded", "Too many requests without a key; add an API key", headers)


def _error(status: int, error: str, message: str, headers: Mapping[str, str] | None = None) -> Reply:
    return json_reply({"error": error, "message": message}, status, headers)


def _fail(mode: str, ask: Ask, allowance: Allowance) -> Reply:
    match mode:
        case "429":
            return _limited(allowance, time.time() + 412)
        case "5xx":
            return _error(500, "Internal error", "Search is not available")
        case "garbage":
            return Reply(b'{"query":"demo","results":[{"title":"Comet Ambern ret', "application/json")
    return foreign_failure(mode, ask)
