"""What the lossless form saves of tokens, and that nothing is lost by it.

    python benchmarks/compress_lossless.py

The texts are made here, with a fixed seed: answers of interfaces in several styles, indexes of documentation, tables.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

from webloupe import count_tokens, loss_report
from webloupe.compress.expand import expand
from webloupe.compress.lossless import lossless
from webloupe.compress.segments import apply

_RECORDS: Final = 0.40  # least share of tokens to save
_INDEX: Final = 0.08
_NAMES: Final = (
    "harbour bridge council meadow lantern orchard granite thistle copper willow saddle kettle anchor barley cinder"
    " drawer fennel gravel hollow ivory jasper kernel ledger marble nutmeg"
)
_WORDS: Final = _NAMES.split()
_STYLES: Final[dict[str, dict[str, Any]]] = {
    "compact": {"separators": (",", ":")},
    "default": {},
    "indent 2": {"indent": 2},
    "indent 4, unicode": {"indent": 4, "ensure_ascii": False},
}


def _words(count: int, dice: random.Random) -> str:
    return " ".join(dice.choices(_WORDS, k=count))


def _people(count: int, dice: random.Random) -> Any:
    """People as a service of accounts lists them."""
    return [
        {
            "id": 1000 + number,
            "login": f"{dice.choice(_WORDS)}{number}",
            "avatar_url": f"https://avatars.example.com/u/{dice.randint(1, 10**7)}?v=4",
            "type": "User",
            "site_admin": False,
            "score": round(dice.random(), 3),
            "created_at": f"20{dice.randint(10, 26)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}T08:00:00Z",
            "company": dice.choice([None, _words(2, dice).title()]),
        }
        for number in range(count)
    ]


def _orders(count: int, dice: random.Random) -> Any:
    """A page of orders with lines and an address each."""
    data = [
        {
            "order": f"A-{dice.randint(10**5, 10**6)}",
            "customer": {
                "name": _words(2, dice).title(),
                "address": {
                    "city": dice.choice(["Oslo", "Bern", "北京", "Lyon"]),
                    "zip": f"{dice.randint(0, 99999):05}",
                },
            },
            "items": [
                {
                    "sku": f"S{dice.randint(1, 999):03}",
                    "quantity": dice.randint(1, 9),
                    "price": dice.randint(1, 9999) / 100,
                }
                for _ in range(dice.randint(1, 4))
            ],
            "paid": dice.random() < 0.8,
            **({"note": _words(6, dice)} if dice.random() < 0.3 else {}),
        }
        for _ in range(count)
    ]
    return {"object": "list", "total": count, "next": None, "data": data}


def _readings(count: int, dice: random.Random) -> Any:
    """Readings of stations by their names."""
    return {
        "unit": "°C",
        "stations": [
            {
                "station": name,
                "readings": [{"t": 1_790_000_000 + 600 * n, "v": round(dice.gauss(9, 4), 1)} for n in range(count)],
            }
            for name in _WORDS[:4]
        ],
    }


def _index(count: int, dice: random.Random, base: str) -> str:
    lines = [f"# {_words(2, dice).title()}\n\n> {_words(14, dice)}.\n"]
    for number in range(count):
        if number % 12 == 0:
            lines.append(f"\n## {_words(2, dice).title()}\n")
        path = "/".join(dice.choices(_WORDS[:6], k=dice.randint(1, 2)))
        address = f"{base}/{path}/{dice.choice(_WORDS)}-{number}.md"
        lines.append(f"- [{_words(3, dice).title()}]({address}): {_words(dice.randint(4, 14), dice)}")
    return "\n".join(lines) + "\n"


def _table(count: int, dice: random.Random) -> str:
    rows = [
        f"| {_words(1, dice)} | {dice.randint(1, 999)} | Ministry of Inland Waters | metric tonnes |"
        for _ in range(count)
    ]
    return "\n".join(["| place | amount | source | unit |", "| --- | --- | --- | --- |", *rows]) + "\n"


def _texts() -> Iterator[tuple[str, str, float]]:
    """A name, a text, and the least share of tokens to save."""
    dice = random.Random(11)
    for name, value in (
        ("people", _people(60, dice)),
        ("orders", _orders(40, dice)),
        ("readings", _readings(60, dice)),
    ):
        for style, options in _STYLES.items():
            yield f"{name}, {style}", json.dumps(value, **options), _RECORDS
    yield "people, a line each", "\n".join(map(json.dumps, _people(60, dice))) + "\n", _RECORDS
    for base in ("https://docs.example.com/en/latest", "https://example.org", "https://sdk.example.dev/reference/v2"):
        yield f"index of {base}", _index(150, dice, base), _INDEX
    yield "table", _table(100, dice), 0.0


def main() -> int:
    """Print a line a text; 1 when a target is missed, a text does not come back, or a fact is lost."""
    failed = False
    print(f"{'text':42} {'tokens':>8} {'after':>8} {'saved':>6} {'least':>6}  facts lost   ms a 100 kB")
    for name, text, least in _texts():
        began = time.process_time()
        short = apply(text, lossless(text).edits)
        spent = 1000 * (time.process_time() - began) * 100_000 / len(text)
        lost = sum(map(len, loss_report(text, short).lost.values()))
        before, after = count_tokens(text), count_tokens(short)
        saved = 1 - after / before
        back = expand(short) == text
        print(
            f"{name:42} {before:>8,} {after:>8,} {saved:>6.0%} {least:>6.0%}  {lost:>10} {spent:>12.0f}"
            + " NOT BACK" * (not back)
        )
        failed |= saved < least or lost > 0 or not back
    big = json.dumps(_orders(6_000, random.Random(3)))
    began = time.process_time()
    lossless(big)
    print(f"\n{len(big):,} characters of JSON in {time.process_time() - began:.2f} CPU seconds")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
