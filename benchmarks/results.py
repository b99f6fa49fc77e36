"""What a search costs its reader: o200k tokens of ten searches of five, by the ring and by each backend.

    python benchmarks/results.py

Results are made of real English news (`../shared/data/pages/news`): each page's title and address, a day, and its text,
of which so much is shown as a description of that backend may hold, so that each is about as long as it can be; through
the same clean-up as in a search. The promise is 150 tokens a result on average, 7,500 for ten searches of five, as the
ring gives them.
"""

from __future__ import annotations

import gzip
import html
import json
import re
import sys
from itertools import islice
from pathlib import Path

from webloupe.search import finish
from webloupe.search.backends import load
from webloupe.settings import KEYLESS, backend_names
from webloupe.tokens import count_tokens, counts_exactly
from webloupe.types import SearchResponse, SearchResult

HERE = Path(__file__).resolve().parent
NEWS = HERE.parents[1] / "shared" / "data" / "pages" / "news"
SEARCHES, RESULTS, TOKENS = 10, 5, 150
TITLE = re.compile(rb"(?is)<title[^>]*>(.*?)</title>")


def main() -> None:
    """Print tokens a result of each backend, and exit 1 where the promise is not kept."""
    if not NEWS.is_dir():
        print(f"results: skipped, the collection of pages is not beside this checkout ({NEWS})")
        return
    print(f"{SEARCHES} searches of {RESULTS}, counted {'exactly' if counts_exactly() else 'by estimate'}")
    costs = {name: [cost(name, place) for place in range(SEARCHES)] for name in backend_names()}
    rotated = [costs[KEYLESS[place % len(KEYLESS)]][place] for place in range(SEARCHES)]
    for name, spent in {"the ring": rotated, **costs}.items():
        average = sum(spent) / SEARCHES / RESULTS
        print(f"{name:<12}{average:7.1f} tokens a result (150){sum(spent):7,} in all (7,500)")
    if sum(rotated) > SEARCHES * RESULTS * TOKENS:
        sys.exit(1)


def cost(backend: str, place: int) -> int:
    """Tokens of the JSON of one search by `backend`, of the pages from that place on."""
    chars = load(backend).description_chars
    raw = [hit(backend, name, page) for name, page in islice(PAGES.items(), place * RESULTS, (place + 1) * RESULTS)]
    shown = finish.results(load(backend).cleaned(raw), chars_of=lambda _: chars, peers={}, page_text=lambda _: None)
    return count_tokens(SearchResponse(query="news", results=shown).to_json())


def hit(backend: str, name: str, page: dict[str, str]) -> SearchResult:
    """A page as a service would send it."""
    title = TITLE.search(gzip.decompress((NEWS / f"{name}.html.gz").read_bytes()))
    return SearchResult(
        title=html.unescape(title[1].decode("utf-8", "replace")) if title else "",
        url=page["url"],
        description=page["articleBody"],
        published="2026-03-09",
        backend=backend,
    )


PAGES: dict[str, dict[str, str]] = json.loads((NEWS / "truth.json").read_text("utf-8")) if NEWS.is_dir() else {}


if __name__ == "__main__":
    main()
