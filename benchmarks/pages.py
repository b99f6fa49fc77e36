"""How well and how fast web pages become markdown, beside other converters.

    python benchmarks/pages.py --data FOLDER                quality: how much of each page's true text came out
    python benchmarks/pages.py --data FOLDER --speed        CPU time, page by page, against markdownify with lxml
    python benchmarks/pages.py --data FOLDER --dates        days of publication against published.toml

FOLDER holds one folder a collection: gzipped pages `<id>.html.gz` and `truth.json`, which is
a list of {id, url, type, main_content}           -> F1 of words, by type of page
a mapping of id to {url, articleBody}             -> F1 of runs of four words
a list of {id, url, with, without}                -> wanted and unwanted snippets found
Converters that are not installed are left out. Markdown is compared as the text a reader sees, so that no style of
writing has an advantage. Differences to trafilatura are paired by page; their 95 % interval is a bootstrap.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import statistics
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

Convert = Callable[[bytes, str], str]
BASELINE, RIVAL = "markdownify+lxml", "trafilatura"
RESAMPLES = 2_000
BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data" / "pages"


@dataclass(frozen=True)
class Page:
    """One page and what is known of it."""

    collection: str
    kind: str
    url: str
    body: bytes
    truth: Any


def converters(only: list[str]) -> dict[str, Convert]:
    """Every converter that can be imported, by name."""
    makers: dict[str, Callable[[], Convert]] = {
        "webloupe fast": lambda: _webloupe("fast"),
        "webloupe markdownify": lambda: _webloupe("markdownify"),
        BASELINE: _markdownify,
        "html-to-markdown": _html_to_markdown,
        RIVAL: _trafilatura,
        "html2text": _html2text,
    }
    found: dict[str, Convert] = {}
    for name, make in makers.items():
        if only and not any(name.startswith(wanted) for wanted in only):
            continue
        try:
            found[name] = make()
        except ImportError as error:
            print(f"{name}: left out ({error})")
    return found


def _webloupe(engine: Any) -> Convert:
    from webloupe.fetch.html import html_to_markdown

    return lambda body, url: html_to_markdown(body, url=url, engine=engine)


def _markdownify() -> Convert:
    import lxml  # noqa: F401  # the parser that the baseline is named after
    from markdownify import markdownify

    return lambda body, _: markdownify(body.decode("utf-8", "replace"), bs4_options="lxml")


def _html_to_markdown() -> Convert:
    import html_to_markdown

    def convert(body: bytes, _: str) -> str:
        result = html_to_markdown.convert(body.decode("utf-8", "replace").replace("\0", ""))
        return str(getattr(result, "content", result) or "")

    return convert


def _trafilatura() -> Convert:
    import trafilatura

    return lambda body, url: (
        trafilatura.extract(body, url=url, output_format="markdown", include_links=True, include_tables=True) or ""
    )


def _html2text() -> Convert:
    import html2text

    return lambda body, url: html2text.HTML2Text(baseurl=url, bodywidth=0).handle(body.decode("utf-8", "replace"))


def pages(folder: Path, limit: int) -> Iterator[Page]:
    """All pages of all collections, at most `limit` of each (0: all)."""
    for truth_file in sorted(folder.glob("*/truth.json")):
        truth = json.loads(truth_file.read_text("utf-8"))
        entries = truth if isinstance(truth, list) else [{"id": key, **value} for key, value in truth.items()]
        for entry in entries[: limit or None]:
            body = gzip.decompress((truth_file.parent / f"{entry['id']}.html.gz").read_bytes())
            collection = truth_file.parent.name
            yield Page(collection, entry.get("type", collection), entry.get("url") or "", body, entry)


def visible(markdown: str) -> str:
    """The text a reader sees of rendered markdown."""
    import turbohtml
    from markdown_it import MarkdownIt

    html = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown[:3_000_000])
    return turbohtml.parse(html, positions=False).to_text()


def runs(text: str, length: int) -> list[tuple[str, ...]]:
    """Overlapping runs of `length` words."""
    words = re.findall(r"\w+", text.lower())
    starts = range(max(min(1, len(words)), len(words) - length + 1))
    return [tuple(words[start : start + length]) for start in starts]


def overlap(got: Iterable[Any], wanted: Iterable[Any]) -> float:
    """F1 of two bags; nothing wanted and nothing got is right."""
    bag, true = Counter(got), Counter(wanted)
    shared = sum((bag & true).values())
    if not true or not bag:
        return float(not true and not bag)
    return 2 * shared / (sum(bag.values()) + sum(true.values()))


def quality(found: dict[str, Convert], sample: list[Page]) -> None:
    """Print F1 by kind of page, snippets, and paired differences to trafilatura."""
    labelled = [page for page in sample if "main_content" in page.truth or "articleBody" in page.truth]
    quoted = [page for page in sample if page not in labelled]
    scores: dict[str, list[float]] = {}
    for name, convert in found.items():
        scores[name] = [_f1(visible(_converted(convert, page)), page.truth) for page in labelled]
        kinds = _by_kind(labelled, scores[name])
        means = "  ".join(f"{kind} {statistics.fmean(values):.3f}" for kind, values in kinds.items())
        print(f"{name:22s} {means}")
        if quoted:
            texts = ["".join(visible(_converted(convert, page)).split()) for page in quoted]
            kept, wanted = _snippets(texts, quoted, "with")
            print(f"{'':22s} snippets {kept}/{wanted}, unwanted {_snippets(texts, quoted, 'without')[0]}")
    for name, ours in scores.items():
        if name.startswith("webloupe") and RIVAL in scores:
            _paired(name, _by_kind(labelled, [a - b for a, b in zip(ours, scores[RIVAL], strict=True)]))


def _f1(text: str, truth: Any) -> float:
    length, wanted = (4, truth["articleBody"]) if "articleBody" in truth else (1, truth["main_content"])
    return overlap(runs(text, length), runs(wanted, length) if wanted else [])


def _snippets(texts: list[str], sample: list[Page], key: str) -> tuple[int, int]:
    """How many of the pages' snippets are in the texts, and how many there are."""
    found = [
        "".join(snippet.split()) in text
        for text, page in zip(texts, sample, strict=True)
        for snippet in page.truth[key]
    ]
    return sum(found), len(found)


def _by_kind(sample: list[Page], values: list[float]) -> dict[str, list[float]]:
    groups: dict[str, list[float]] = {"every page": list(values)}
    for page, value in zip(sample, values, strict=True):
        groups.setdefault(page.kind, []).append(value)
    return groups


def _paired(name: str, groups: dict[str, list[float]]) -> None:
    dice = random.Random(1)
    for kind, values in groups.items():
        means = sorted(statistics.fmean(dice.choices(values, k=len(values))) for _ in range(RESAMPLES))
        low, high = means[RESAMPLES // 40], means[-RESAMPLES // 40]
        mean = statistics.fmean(values)
        print(f"{name} - {RIVAL}: {kind:14s} {mean:+.3f} [{low:+.3f}, {high:+.3f}] n={len(values)}")


def _converted(convert: Convert, page: Page) -> str:
    try:
        return convert(page.body, page.url)
    except Exception as error:  # a converter that fails on a page scores nothing there
        print(f"  failed on a page of {page.collection}: {type(error).__name__}")
        return ""


def speed(found: dict[str, Convert], sample: list[Page]) -> None:
    """Print the median over pages of (baseline's CPU time / converter's), all converters taking turns on each page."""
    found = {BASELINE: _markdownify(), **found}
    ratios: dict[str, list[float]] = defaultdict(list)
    spent: dict[str, float] = defaultdict(float)
    for page in sample:
        taken: dict[str, float] = {}
        for name, convert in found.items():
            start = time.process_time()
            _converted(convert, page)
            taken[name] = max(1e-6, time.process_time() - start)
            spent[name] += taken[name]
        for name in found:
            ratios[name].append(taken[BASELINE] / taken[name])
    megabytes = sum(len(page.body) for page in sample) / 1e6
    for name in found:
        print(f"{name:22s} {statistics.median(ratios[name]):6.1f}× of {BASELINE}  {megabytes / spent[name]:6.1f} MB/s")


def main() -> None:
    """Read the command line, print versions and figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=BESIDE, help="folder of collections (%(default)s)")
    parser.add_argument("--only", default="", help="beginnings of converters' names, by commas")
    parser.add_argument("--limit", type=int, default=0, help="pages of each collection (0: all)")
    parser.add_argument("--speed", action="store_true", help="measure CPU time in place of quality")
    parser.add_argument("--dates", action="store_true", help="check days of publication in place of quality")
    arguments = parser.parse_args()
    sample = list(pages(arguments.data, arguments.limit))
    if not sample:
        print(f"no collection of pages in {arguments.data}")
        return
    if arguments.dates:
        dates(sample)
        return
    found = converters([name for name in arguments.only.split(",") if name])
    print(f"{len(sample)} pages; " + ", ".join(_versions()))
    (speed if arguments.speed else quality)(found, sample)


def dates(sample: list[Page]) -> None:
    """Print how many of the labelled days of publication are found, and which pages have another."""
    from webloupe.fetch.html import convert

    labels = tomllib.loads((Path(__file__).parent / "published.toml").read_text("utf-8"))
    right = labelled = 0
    for page in sample:
        known = {key: day for key, day in labels.get(page.collection, {}).items() if page.truth["id"].startswith(key)}
        for key, day in known.items():
            found = convert(page.body, url=page.url).metadata
            labelled += 1
            right += found.published == day
            if found.published != day:
                told = f"{found.published or 'none'} by {found.sources.get('published', 'nothing')}"
                print(f"  {page.collection}/{key}: {day or 'none'}, but {told}")
    print(f"days of publication: {right} of {labelled} right")


def _versions() -> Iterator[str]:
    for package in (
        "turbohtml",
        "markdownify",
        "beautifulsoup4",
        "lxml",
        "html-to-markdown",
        "trafilatura",
        "html2text",
    ):
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            continue


if __name__ == "__main__":
    main()
