"""Whether the gate lets pass what may be shortened with loss and keeps whole what must stay whole.

The labelled texts are those of `kinds.py`, English and Chinese, of all kinds; judged on the half that nothing was tuned
on. At least 98 % are to be right. A text that is too short to gain is returned as it is, whatever its kind: the second
line counts only those that are long enough for the gate to decide by kind.

    python benchmarks/compress_gate.py
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import kinds

from webloupe.compress.gate import MIN_TOKENS, judge
from webloupe.compress.wish import Wish
from webloupe.kind import content_kind
from webloupe.tokens import count_tokens

PAGES = Path(__file__).resolve().parents[2] / "shared/data/pages"
LINE = 0.98


def main() -> None:
    """Print how often the gate is right; exit code 1 below the line."""
    folders = [Path(path) for path in sys.path if path.endswith("site-packages")]
    folders.append(Path(__file__).resolve().parents[1] / "node_modules")
    cases = [*(kinds.pages(PAGES) if PAGES.exists() else ()), *kinds.files(folders), *kinds.made_up()]
    held_back = [case for case in cases if not kinds.is_tuned_on(case)]
    long = [case for case in held_back if count_tokens(case.text) >= MIN_TOKENS]
    right = _told("all lengths", held_back)
    _told(f"from {MIN_TOKENS} tokens on", long)
    sys.exit(right < LINE)


def _told(name: str, cases: Sequence[kinds.Case]) -> float:
    wrong: Counter[str] = Counter()
    for case in cases:
        kind = content_kind(case.text, url=case.url, media_type=case.media_type)
        wish = Wish(method="extract", task="what it says", kind=kind, target_tokens=1)
        # A length at which the kind alone decides.
        passes = judge(case.text, 2 * MIN_TOKENS, wish).method == "extract"
        if passes != (case.kind == "narrative"):
            wrong[f"{case.kind} {'passed' if passes else 'held back'}"] += 1
    right = 1 - wrong.total() / max(1, len(cases))
    mistakes = ", ".join(f"{what} {count}" for what, count in wrong.most_common()) or "none"
    print(f"{name}: {len(cases)} texts, {right:.1%} right (98 % asked for); mistakes: {mistakes}")
    return right


if __name__ == "__main__":
    main()
