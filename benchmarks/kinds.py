"""How often the kind of a text is told right, and what would be shortened that must stay whole.

    python benchmarks/kinds.py --data FOLDER            judged on the half that nothing was tuned on
    python benchmarks/kinds.py --data FOLDER --tuned    the other half, with every mistake

FOLDER is that of `pages.py`. Labels come by rule, never by hand: of a real page by its type (articles, news, threads of
forums and one-topic documentation are narrative, listings and shops' collections are indexes; pages whose type does
not decide are left out), of a file by its name (sources, licences and settings that lie about in installed packages),
of a made-up text by the family that made it (`kind_texts.py`). The halves share no host, no package and no family.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import kind_texts

from webloupe.fetch.convert import convert
from webloupe.kind import content_kind

_PAGE_KINDS = {
    "article": "narrative",
    "news": "narrative",
    "forum": "narrative",
    "documentation": "narrative",
    "listing": "index",
    "collection": "index",
}
# A page of a reference may be called either, so neither is held against us.
_REFERENCE = re.compile(r"/(?:ref|reference|library|api|std|man-pages|man\d|sql-\w+|lang_\w+)[/.]|//docs\.rs/")
_FILES = {
    "code": ("*.py", "*.js", "*.ts", "*.mjs", "*.c", "*.h", "*.cpp", "*.pyx", "*.css", "*.sh", "*.tsx", "*.rs"),
    "legal": ("LICENSE*", "LICENCE*", "COPYING*", "EULA*"),
    "config": ("*.toml", "*.yml", "*.yaml", "*.cfg", "*.ini", "*.conf", "*.properties"),
    "data": ("*.json", "*.xml", "*.ndjson"),
    "table": ("*.csv", "*.tsv"),
}
_TITLES = re.compile(r"\]\((https?://[^()\s]+)\)")
_LEAST_TITLES = 12
_FILE_CHARS = range(300, 200_000)
_PER_KIND, _PER_FAMILY = 150, 6


@dataclass(frozen=True)
class Case:
    """A text of known kind. `group` is its host, package or family."""

    kind: str
    group: str
    source: str
    text: str
    url: str | None = None
    media_type: str | None = None


def pages(folder: Path) -> Iterator[Case]:
    """The real pages whose type decides their kind, as a fetch gives them."""
    for collection in sorted(one for one in folder.iterdir() if one.is_dir()):
        truth = json.loads((collection / "truth.json").read_bytes())
        rows = truth if isinstance(truth, list) else [{"id": key, "type": "news", **row} for key, row in truth.items()]
        for row in rows:
            kind = _PAGE_KINDS.get(row.get("type") or "article")
            file = collection / f"{row['id']}.html.gz"
            if kind is None or _REFERENCE.search(row["url"]) or not file.is_file():
                continue
            body = gzip.decompress(file.read_bytes())
            document = convert(body, headers={"content-type": "text/html"}, url=row["url"])
            if len(document.text) > 200 and (kind == "narrative" or _lists(document.text)):
                host = urlsplit(row["url"]).hostname or "forum"
                yield Case(kind, host, f"{row.get('type', 'article')} pages", document.text, row["url"], "text/html")


def _lists(text: str) -> bool:
    """Whether the list of a listing came out, so that it is one: of others only the introduction is left."""
    return len(set(_TITLES.findall(text))) >= _LEAST_TITLES


def files(folders: list[Path]) -> Iterator[Case]:
    """Files of installed packages, without their names: the text alone must tell."""
    rng = random.Random(7)
    for kind, patterns in _FILES.items():
        found = [path for folder in folders for pattern in patterns for path in sorted(folder.rglob(pattern))]
        rng.shuffle(found)
        seen: set[str] = set()
        for path in found:
            if len(seen) == _PER_KIND:
                break
            text = path.read_text("utf-8", "replace") if path.is_file() and path.stat().st_size < 400_000 else ""
            digest = re.sub(r"\W+", "", text)[200:400]
            longest = max(map(len, text.split("\n")))
            if len(text) in _FILE_CHARS and digest not in seen and longest < 2_000 and not _is_odd(path, kind, text):
                seen.add(digest)
                yield Case(kind, _package(path, folders), f"{kind} files", text, None, "text/plain")


def _is_odd(path: Path, kind: str, text: str) -> bool:
    """Whether the name promises what the text is not."""
    if kind == "legal":
        return path.suffix not in ("", ".txt", ".md") or "license" not in text.lower()
    return kind == "data" and path.name.startswith((".", "package", "tsconfig"))


def _package(path: Path, folders: list[Path]) -> str:
    folder = next(one for one in folders if one in path.parents)
    return path.relative_to(folder).parts[0]


def made_up() -> Iterator[Case]:
    """Some texts of each family."""
    for kind, name, make in kind_texts.FAMILIES:
        for number in range(_PER_FAMILY):
            yield Case(kind, name, f"{kind} made up", make(random.Random(f"{name} {number}")))


def is_tuned_on(case: Case) -> bool:
    """Which half a case belongs to, by its group."""
    return hashlib.sha256(case.group.encode()).digest()[0] % 2 == 0


def judged(cases: list[Case], *, with_mistakes: bool) -> None:
    told: dict[str, Counter[str]] = defaultdict(Counter)
    right: dict[str, list[bool]] = defaultdict(list)
    gate: Counter[tuple[bool, bool]] = Counter()
    started = time.process_time()
    for case in cases:
        found = content_kind(case.text, url=case.url, media_type=case.media_type)
        told[case.kind][found.kind] += 1
        right[case.source].append(found.kind == case.kind)
        gate[case.kind == "narrative", found.lossy_ok] += 1
        is_held_back = case.kind == "narrative" and not found.lossy_ok
        if with_mistakes and (found.kind != case.kind or is_held_back):
            print(
                f"{case.kind:>10} taken for {found.kind:<10} {case.group[:40]:<40} {found.reason} ({found.confidence})"
            )
    spent = time.process_time() - started
    print(f"\n{'kind':<12}{'texts':>6}{'precision':>11}{'recall':>8}   taken for")
    for kind in sorted(told):
        count = sum(told[kind].values())
        claimed = sum(row[kind] for row in told.values())
        mistakes = ", ".join(f"{other} {n}" for other, n in told[kind].most_common() if other != kind)
        hits = told[kind][kind]
        print(f"{kind:<12}{count:>6}{hits / max(1, claimed):>11.3f}{hits / count:>8.3f}   {mistakes}")
    print(f"\n{'source':<28}{'texts':>6}{'right':>8}")
    for source, row in sorted(right.items()):
        print(f"{source:<28}{len(row):>6}{sum(row) / len(row):>8.3f}")
    both, wrong, lost = gate[True, True], gate[False, True], gate[True, False]
    print(f"\nlossy_ok: precision {both / max(1, both + wrong):.3f}, recall {both / max(1, both + lost):.3f}")
    print(f"{sum(len(case.text) for case in cases) / 1e6:.1f} M characters in {spent:.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the collections of pages")
    parser.add_argument("--tuned", action="store_true", help="the half that was looked at, with its mistakes")
    packages = [Path(path) for path in sys.path if path.endswith("site-packages")]
    modules = Path(__file__).resolve().parents[1] / "node_modules"
    arguments = parser.parse_args()
    cases = [*(pages(arguments.data) if arguments.data else ()), *files([*packages, modules]), *made_up()]
    judged([case for case in cases if is_tuned_on(case) == arguments.tuned], with_mistakes=arguments.tuned)


if __name__ == "__main__":
    main()
