"""Write `fixtures/*.json`, what Python answers to the views: `python tests/js/write_fixtures.py`.

A test fails when the committed files differ from what this would write, so that both sides agree on the shapes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from webloupe.compress.pipeline import compress
from webloupe.compress.wish import Wish
from webloupe.types import (
    AnswerSentence,
    Attempt,
    BackendUsage,
    ComparedBackend,
    ComparedPair,
    Comparison,
    ContentKind,
    ErrorInfo,
    Fact,
    Failed,
    FetchResult,
    Link,
    LossReport,
    Omitted,
    OwnSums,
    QuotaStatus,
    QuotaWindow,
    SearchAnswer,
    SearchResponse,
    SearchResult,
    TracedPiece,
    TraceRow,
    UsageRow,
    UsageSummary,
    Wire,
)
from webloupe_jupyter import drawn
from webloupe_jupyter.restoring import places_of
from webloupe_jupyter.restoring import restored as given_back
from webloupe_jupyter.shapes import Answered, ConfigShape, FileShape, LeftShape, Live

FIXTURES = Path(__file__).with_name("fixtures")
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOSTILE = "<img src=x onerror=alert(1)> [x](javascript:alert(2)) </script><svg/onload=alert(3)>"

LIMITED = ErrorInfo(
    code="rate_limited", message="keenable: rate limited", hint="Try again in 412 s.", retryable=True,
    retry_after_s=412, backend="keenable",
)  # fmt: skip
UNREACHED = ErrorInfo(
    code="host_down", message="old.example.org does not answer.", hint="Check the address, or try again later.",
    retryable=True, url="https://old.example.org/",
)  # fmt: skip
ATTEMPTS = (
    Attempt(backend="keenable", outcome="rate_limited", error=LIMITED, retry_after_s=412),
    Attempt(backend="exa", outcome="ok", elapsed_ms=812, remaining=924),
)
HITS = (
    ("Widgets without a kernel — Jupyter Community Forum", "https://discourse.jupyter.org/t/widgets/4512?page=2",
     "Saved widget state draws again when a notebook is opened, but only where the state was kept with it; a renderer "
     "of its own draws from the output's JSON instead.", "2026-03-14"),
    ("ipywidgets: low level tutorial", "https://ipywidgets.readthedocs.io/en/stable/examples/Widget%20Low%20Level.html",
     "How a widget's model and view talk over a comm, step by step, with a colour picker as the example.", ""),
    ("", "https://example.org/notes", "", "2025-11-02"),
    ("MIME renderers in JupyterLab", "https://jupyterlab.readthedocs.io/en/latest/extension/extension_points.html",
     "An extension registers a renderer for a MIME type; the rank tells which of several draws an output.", "2026-01"),
    ("日本語のノートブックとウィジェット", "https://example.jp/ノート/ウィジェット",
     "カーネルがなくても結果を表示する方法について。", "2024-08-19"),
)  # fmt: skip
PAGE = "\n\n".join(
    [
        "# Drawing a saved result",
        "A notebook is a **file first**: what it shows must not need the process that made it. See the "
        "[format](https://nbformat.readthedocs.io/en/latest/) and its "
        "[display data](https://example.org/display#data).",
        "## What an output carries",
        "| part | bytes | drawn by |\n|---|---:|---|\n| our JSON | 3,120 | extension |\n| HTML | 2,800 | any viewer |",
        "```python\nr = %websearch widgets without a kernel\nr.df\n```",
        "- one shape a view\n- no times, no quota\n- the same run, the same bytes",
        "> Nothing is shortened by a model unless asked.",
        *(
            f"{number}. Remark {number} says what the one before it said, at the length that pages have: "
            "text is kept as it came, and what is dropped is named with its reason."
            for number in range(1, 9)
        ),
        "Share this page\n\nShare this page\n\nSubscribe to our newsletter\n\nSubscribe to our newsletter",
    ]
)


def fixtures() -> dict[str, bytes]:
    """Each file by name, as bytes."""
    pages = [page(), drawn.failed(Failed(url="https://old.example.org/", error=UNREACHED))]
    shapes: dict[str, Wire] = {
        "results": answered(results("widgets without a kernel", HITS), left=[left(924, 1_000)]),
        "results_all": compared(),
        "results_empty": answered(results("no such thing", ()), left=[]),
        "results_hostile": answered(hostile_results(), left=[]),
        "searches": answered(
            drawn.searches([results("widgets", HITS[:2]), results("no such thing", ())], ["2 searches, together"])
        ),
        "page": answered(page(), left=[left(41, 100)]),
        "page_compressed": answered(page(compress="rules")),
        "page_losing": answered(losing()),
        "page_restored": restored(),
        "page_hostile": answered(page(HOSTILE, title=HOSTILE)),
        "pages": answered(drawn.batch(pages, ["2 pages, 1 of them failed"])),
        "usage": answered(taken_at_noon(busy_week()), left=[left(924, 1_000)]),
        "usage_empty": answered(taken_at_noon(UsageSummary(days=7))),
        "usage_csv": FileShape(name="usage.csv", media_type="text/csv", text="day,backend,ok\n"),
        "quota": drawn.quota(busy_week().windows, NOON),
        "config": ConfigShape(rows=(), askable=("exa", "keenable", "parallel"), warnings=()),
        "diff": drawn.whole_diff(compress(PAGE, Wish(method="rules", force=True))),
        "source": drawn.source(fetched(PAGE)),
        "error": UNREACHED,
    }
    return {name: msgspec.json.format(msgspec.json.encode(shape), indent=1) + b"\n" for name, shape in shapes.items()}


def answered(shape: drawn.Shape, left: Sequence[LeftShape] = ()) -> Answered:
    live = Live(elapsed_ms=1_240.0, cached=False, age_s=None, left=tuple(left))
    return Answered(drawn=drawn.drawn(shape), live=live)


def left(remaining: int, limit: int) -> LeftShape:
    noon = NOON.timestamp()
    status = QuotaStatus(backend="exa", remaining=remaining, limit=limit, resets_at=noon + 3600, at=noon)
    return drawn.left(status)


def results(query: str, hits: Sequence[tuple[str, str, str, str]]) -> Any:
    found = tuple(
        SearchResult(title=title, url=url, description=text, published=date, backend="exa", position=place)
        for place, (title, url, text, date) in enumerate(hits, start=1)
    )
    attempts = ATTEMPTS if found else (Attempt(backend="exa", outcome="empty"),)
    return drawn.results(SearchResponse(query=query, results=found, attempts=attempts, tokens=187 if found else 0), {})


def compared() -> Answered:
    """Three backends side by side, from memory, with an answer and a description that is another one."""
    ranks = (("exa#1", "keenable#2"), ("exa#2",), ("keenable#1", "parallel#1"))
    sources = (("backend", ""), ("peer:keenable", "words of a menu"), ("page", "no description"))
    found = tuple(
        SearchResult(
            title=title, url=url, description=text or "A page of notes.", published=date, backend="exa",
            position=place, found_by=ranks[place - 1], description_source=source, description_note=note,
        )
        for place, ((title, url, text, date), (source, note)) in enumerate(zip(HITS, sources, strict=False), start=1)
    )  # fmt: skip
    backends = (
        ComparedBackend(backend="exa", outcome="ok", elapsed_ms=812, hits=2, unique=1, tokens=96, quality=0.5),
        ComparedBackend(backend="keenable", outcome="ok", elapsed_ms=340, hits=2, unique=0, tokens=71, quality=1.0),
        ComparedBackend(backend="parallel", outcome="rate_limited", elapsed_ms=25, hits=0, unique=0, tokens=0,
                        quality=None),
    )  # fmt: skip
    pairs = (ComparedPair(first="exa", second="keenable", shared=1, agreement=0.42),)
    sentences = (
        AnswerSentence(
            text="A renderer draws from the output's JSON.", quote="a renderer of its own draws", position=1
        ),
        AnswerSentence(text="Widgets never die."),
    )
    response = SearchResponse(
        query="widgets without a kernel", results=found, attempts=ATTEMPTS, tokens=167, cached=True,
        comparison=Comparison(backends=backends, pairs=pairs),
        answer=SearchAnswer(sentences=sentences, source="exa"),
    )  # fmt: skip
    live = Live(
        elapsed_ms=812.0, cached=True, age_s=190.0, left=(), tries=drawn.live_tries(response, 190.0),
        tables=drawn.tables(response, with_times=True),
    )  # fmt: skip
    return Answered(drawn=drawn.drawn(drawn.results(response, {"backend": "all", "answer": True})), live=live)


def hostile_results() -> Any:
    """Markup in every place that the web, a service or a log can fill."""
    hits = [
        SearchResult(title=HOSTILE, url=f"https://example.org/{HOSTILE}", description=HOSTILE, published=HOSTILE,
                     backend=HOSTILE, position=1, description_note=HOSTILE, found_by=(HOSTILE,)),
        SearchResult(title="x", url="javascript:alert(1)", backend="exa", position=2),
    ]  # fmt: skip
    backend = ComparedBackend(backend=HOSTILE, outcome="ok", elapsed_ms=1, hits=1, unique=1, tokens=1, quality=1.0)
    pair = ComparedPair(first=HOSTILE, second="exa", shared=0, agreement=0.0)
    sentences = (AnswerSentence(text=HOSTILE, quote=HOSTILE, position=1), AnswerSentence(text=HOSTILE))
    response = SearchResponse(
        query=HOSTILE, results=tuple(hits), attempts=ATTEMPTS, notes=(HOSTILE,), tokens=187,
        comparison=Comparison(backends=(backend,), pairs=(pair,)),
        answer=SearchAnswer(sentences=sentences, source=HOSTILE),
    )  # fmt: skip
    return drawn.results(response, {})


def page(text: str = PAGE, title: str = "Drawing a saved result", **given: Any) -> Any:
    return drawn.saved_page(fetched(text, title=title, given=given), given)


def losing() -> Any:
    """A page that a model shortened, with every sort of loss and step, and markup in each place."""
    read = fetched(PAGE, "Drawing a saved result", {"compress": "rules"})
    touched = (
        TracedPiece(action="dropped", text="> Nothing is shortened", start=0, reason="no word of the task", score=0.12),
        TracedPiece(
            action="merged", text="2. Remark 2", start=9, reason="says the same", score=0.97, partner="1. Remark"
        ),
        TracedPiece(action="kept_apart", text="3. Remark 3", start=99, reason="figures: 3, 1", partner="1. Remark 1"),
        TracedPiece(action="dropped", text=HOSTILE, start=120, reason=HOSTILE),
    )
    row = TraceRow(level=2, name="likeness", tokens_in=430, tokens_out=300, elapsed_ms=4, pieces=41, touched=touched)
    done = msgspec.structs.replace(
        read.compression, trace=(*read.compression.trace, row), invented={"names": ("Ada Lovelace", HOSTILE)},
        notes=("Kept 12 tokens more than asked for.",), model="small-model at localhost", method="instruct",
        loss=losses(HOSTILE),
    )  # fmt: skip
    return drawn.saved_page(msgspec.structs.replace(read, compression=done), {"compress": "instruct"})


def losses(text: str) -> LossReport:
    """Facts of two classes, of which some are lost; one stands where nothing was taken."""
    share = PAGE.index("Share this page")
    return LossReport(
        names=(Fact(text="Share this page", start=share, kept=False), Fact(text=text, start=0, kept=False)),
        numbers=(Fact(text="3,120", start=9, kept=True),),
    )


def restored() -> Any:
    """The compressed page with the first piece given back that was taken."""
    read = fetched(PAGE, "Drawing a saved result", {"compress": "rules"})
    start = min(places_of(read.compression.segments))
    done = given_back(read.compression, [start])
    whole = msgspec.structs.replace(read, text=done.text, compression=done)
    return drawn.whole_page(whole, {"compress": "rules"}, restored=[start])


def fetched(text: str, title: str = "", given: Mapping[str, Any] | None = None) -> FetchResult:
    method = (given or {}).get("compress", "none")
    return FetchResult(
        url="https://example.org/saved",
        final_url="https://www.example.org/saved",
        status=200,
        media_type="text/html",
        charset="utf-8",
        format="markdown",
        text=text,
        full=text * 3,
        title=title,
        kind=ContentKind(kind="narrative", lossy_ok=True, reason="most of it is paragraphs", confidence=0.9),
        total_chars=3 * len(text),
        total_tokens=1_234,
        omitted=Omitted(start=len(text), chars=2 * len(text)),
        left_out=("navigation", "footer"),
        page_hash="5f2c",
        links=(Link(text="format", url="https://nbformat.readthedocs.io/en/latest/"),),
        compression=compress(text, Wish(method=method, force=True)) if method != "none" else None,
    )


def busy_week() -> UsageSummary:
    rows = [
        UsageRow(
            day=f"2026-11-{day}",
            backend=backend,
            ok=ok,
            rate_limited=limited,
            errors=day % 2,
            total=ok + limited + day % 2,
            quota_low=low,
        )
        for day in range(30, 23, -1)
        for backend, ok, limited, low in (("exa", day % 5 + 3, 0, 900 + day), ("keenable", day % 3, day % 4, None))
    ]
    noon = NOON.timestamp()
    said = QuotaStatus(backend="exa", remaining=924, limit=1_000, resets_at=noon + 3600, at=noon)
    bare = QuotaStatus(backend="keenable", remaining=61, at=noon)
    return UsageSummary(
        days=7, rows=tuple(rows), left=(said, bare), skipped_lines=2, windows=busy_windows(noon),
        backends=(
            BackendUsage(backend="exa", calls=40, errors=3, error_share=0.075, p50_ms=340, p95_ms=1_900, usd=0.28),
            BackendUsage(backend="keenable", calls=21, errors=0, error_share=0.0, p50_ms=210, p95_ms=600),
        ),
        own=OwnSums(
            calls=61, memo=12, memo_share=12 / 61, tokens=18_420, measured_tokens=9_000, full_tokens=240_000, usd=0.28
        ),
    )  # fmt: skip


def busy_windows(noon: float) -> tuple[QuotaWindow, ...]:
    """An hour that will not last, and an allowance that nobody said the whole of."""
    return (
        QuotaWindow(
            backend="exa", rolling=False, length_s=3_600, starts_at=noon, resets_at=noon + 3_600, ceiling=1_000,
            remaining=124, own_calls=40, drop=876, observations=12, verdict="shared", confidence=0.95,
            runs_dry_at=noon + 1_200, warning="exa: dry at 12:20 at this pace, full again at 13:00",
        ),
        QuotaWindow(
            backend="keenable", rolling=True, length_s=86_400, starts_at=noon, resets_at=None, ceiling=None,
            remaining=61, own_calls=21, drop=4, observations=3, verdict="unknown", confidence=0.0,
        ),
    )  # fmt: skip


def taken_at_noon(summary: UsageSummary) -> Any:
    return drawn.usage(summary, {"days": summary.days}, taken=NOON)


if __name__ == "__main__":
    FIXTURES.mkdir(exist_ok=True)
    for name, content in fixtures().items():
        (FIXTURES / f"{name}.json").write_bytes(content)
