"""Samples of what views show, and a reader that says what of an HTML text is alive."""

from __future__ import annotations

import json
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path

from webloupe.types import (
    AnswerSentence,
    Attempt,
    BackendUsage,
    ComparedBackend,
    ComparedPair,
    Comparison,
    Compression,
    ContentKind,
    ErrorInfo,
    Failed,
    FetchResult,
    Hidden,
    Omitted,
    OwnSums,
    QuotaStatus,
    QuotaWindow,
    SearchAnswer,
    SearchResponse,
    SearchResult,
    Segment,
    UsageRow,
    UsageSummary,
)
from webloupe_jupyter.views.batch import BatchView
from webloupe_jupyter.views.page import PageView
from webloupe_jupyter.views.results import ResultsView, SearchesView
from webloupe_jupyter.views.usage import UsageView

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
KINDS = {"text/html", "text/markdown", "text/plain"}
_HARMLESS = {"class", "href", "target", "rel", "style", "scope", "start"}
_ALIVE = {
    "script", "iframe", "img", "image", "svg", "math", "object", "embed", "form", "input", "button", "style", "link",
    "meta", "base", "video", "audio", "source", "body", "html", "head", "template", "details", "marquee",
}  # fmt: skip


class _Alive(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag in _ALIVE:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            if name not in _HARMLESS:
                self.found.append(f"<{tag} {name}>")
            if name == "href" and not (value or "").lower().startswith(("http://", "https://")):
                self.found.append(f"<{tag} href={value!r}>")


def alive(html: str) -> list[str]:
    """Every tag, attribute and address that could act or load something."""
    reader = _Alive()
    reader.feed(html)
    reader.close()
    return reader.found


def payloads() -> list[str]:
    """Own hostile texts, and the shared collection where it lies beside the project."""
    own = [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "[a](javascript:alert(1)) ![i](http://evil.test/p.gif)",
        "<a href=\"javascript:alert(1)\" onclick='x'>y</a>",
        "```\n</code></pre><script>alert(1)</script>",
        "`````\n<svg onload=alert(1)>\n~~~~~~",
        "| a | <iframe src=//evil.test></iframe> |",
        "<http://x.test/><javascript:alert(1)>",
        "\x1b]8;;http://evil.test\x07click\x1b]8;;\x07\u202egnp.exe",
    ]
    shared = SHARED / "vectors/xss.json"
    return own + ([text for _, text in json.loads(shared.read_text("utf-8"))["payloads"]] if shared.exists() else [])


def response(text: str = "Coral reefs", url: str = "https://e.example/reefs", **changes) -> SearchResponse:
    hit = SearchResult(title=text, url=url, description=text, published="", backend="parallel", position=1)
    failed = Attempt(
        backend="exa",
        outcome="http",
        elapsed_ms=12.5,
        error=ErrorInfo(code="backend_down", message=f"exa: {text}", retryable=True),
    )
    answered = Attempt(backend="parallel", outcome="ok", elapsed_ms=99.9, remaining=924)
    fields = {
        "query": text, "results": (hit,), "attempts": (failed, answered), "notes": (text,), "elapsed_ms": 123.4,
        "tokens": 42,
    }  # fmt: skip
    return SearchResponse(**{**fields, **changes})


def compared(text: str = "Coral reefs", url: str = "https://e.example/reefs", **changes) -> SearchResponse:
    """What `--backend all --answer` gives, `text` in every place that is not ours."""
    hit = SearchResult(
        title=text, url=url, description=text, backend=text, position=1, found_by=(f"{text}#1", "exa#2"),
        description_source=f"peer:{text}", description_note=text,
    )  # fmt: skip
    backend = ComparedBackend(backend=text, outcome="ok", elapsed_ms=77.7, hits=1, unique=1, tokens=9, quality=0.5)
    comparison = Comparison(
        backends=(backend,), pairs=(ComparedPair(first=text, second="exa", shared=1, agreement=0.25),)
    )
    sentences = (AnswerSentence(text=text, quote=text, position=1), AnswerSentence(text="Reefs sing."))
    answer = SearchAnswer(sentences=sentences, source=text)
    rests = Attempt(
        backend="exa", outcome="skipped", retry_after_s=412.0,
        error=ErrorInfo(code="rate_limited", message="exa: rests after: rate limited", retry_after_s=412.0),
    )  # fmt: skip
    fields = {"results": (hit,), "attempts": (rests,), "comparison": comparison, "answer": answer, "asked_at": 5.0}
    return response(text, url, **{**fields, **changes})


def page(text: str = "# Reefs\n\nThey grow.", **changes) -> FetchResult:
    fields = {
        "url": "https://e.example/reefs", "final_url": "https://e.example/reefs", "status": 200,
        "media_type": "text/html", "charset": "utf-8", "format": "markdown", "text": text, "full": text,
        "title": "Reefs", "total_chars": len(text), "total_tokens": 7, "page_hash": "0" * 64, "elapsed_ms": 55.5,
        "fetched_at": 1.0e9, "kind": ContentKind(kind="narrative", lossy_ok=True, reason="prose", confidence=0.9),
    }  # fmt: skip
    return FetchResult(**{**fields, **changes})


def compression(text: str = "We use cookies.") -> Compression:
    segments = (
        Segment(op="kept", before="They grow.", after="They grow."),
        Segment(op="dropped", before=text, after="", reason="banner"),
        Segment(op="rewritten", before="a  b", after="a b", reason="blanks"),
    )
    return Compression(method="rules", text="They grow.a b", tokens_before=100, tokens_after=60, segments=segments)


def views(text: str, url: str):
    """One of each view with `text` in every place that the web can fill."""
    found = ResultsView(response(text, url), [text])
    read = page(
        text, title=text, final_url=url, url=url, notes=(text,), left_out=(text,), blocked=text,
        hidden=(Hidden(channel="style", text=text),), compression=compression(text),
        omitted=Omitted(start=3, chars=9), stored_path="/tmp/x.md",
    )  # fmt: skip
    failed = Failed(url=url, error=ErrorInfo(code="host_down", message=text))
    row = UsageRow(day="2026-10-06", backend=text, ok=1, total=1, quota_low=924)
    left = QuotaStatus(backend=text, remaining=924, limit=1_000, at=1.0e9)
    window = QuotaWindow(
        backend=text, rolling=False, length_s=3_600, starts_at=1.0e9, resets_at=2.0e9, ceiling=1_000, remaining=24,
        own_calls=1, drop=3, observations=2, verdict="shared", confidence=0.9, runs_dry_at=1.9e9, warning=text,
    )  # fmt: skip
    summary = UsageSummary(
        days=7, rows=(row,), left=(left,), windows=(window,), own=OwnSums(calls=3, tokens=9, usd=0.5),
        backends=(BackendUsage(backend=text, calls=3, errors=1, error_share=0.3, p50_ms=9.0),),
    )  # fmt: skip
    return [
        found,
        ResultsView(compared(text, url, cached=True), [text]),
        SearchesView([found], [text]),
        PageView(read, [text]),
        PageView(page(text, media_type="text/csv", title=text)),
        BatchView([read, failed], [text]),
        UsageView(summary, [text], taken=datetime(2026, 10, 6, 12)),
    ]
