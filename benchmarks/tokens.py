"""How fast tokens are counted: MB of UTF-8 a CPU second, ours beside whichever peers are installed, in one run.

    python benchmarks/tokens.py [--seconds 1]

The texts are made here (prose, Chinese, code, markup, one long run), so figures of two machines compare as ratios.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable
from pathlib import Path

from webloupe.tokens import ENCODINGS, count_tokens, estimate_tokens

Count = Callable[[str], int]


def texts() -> dict[str, str]:
    """About half a megabyte of each kind."""
    here = Path(__file__).resolve().parents[1]
    code = "\n".join(path.read_text("utf-8") for path in sorted((here / "python").rglob("*.py")))
    prose = "".join(
        f"On day {day} the council of town {day % 97} heard {day * 37} people speak about the bridge, the school and"
        f" the price of water; most of them, said the mayor, had never spoken in public before.\n"
        for day in range(3_000)
    )
    chinese = "".join(
        f"第{day}天，{day % 97}号镇的议会听取了{day * 37}人关于桥梁、学校和水价的发言；"
        f"镇长说，大多数人此前从未公开讲话。\n"
        for day in range(3_000)
    )
    markup = "".join(
        f'<li class="item-{row}"><a href="/page/{row}?ref=list&amp;n={row * 7}">Item <b>{row}</b></a></li>\n'
        for row in range(6_000)
    )
    return {"prose": prose, "chinese": chinese, "code": code[:500_000], "markup": markup, "one run": "ab" * 250_000}


def peers(encoding: str) -> dict[str, Count]:
    """Other tokenizers on this machine that work without a download."""
    found: dict[str, Count] = {}
    if importlib.util.find_spec("rs_bpe"):
        from rs_bpe.bpe import openai

        found["rs-bpe"] = getattr(openai, encoding)().count
    if importlib.util.find_spec("bpe_openai"):
        import bpe_openai

        ordinary = bpe_openai.get_encoding(encoding).encode_ordinary
        found["bpe-openai"] = lambda text: len(ordinary(text))
    if importlib.util.find_spec("quicktok"):
        import quicktok

        fast = quicktok.get_encoding(encoding)
        found["quicktok"] = lambda text: len(fast.encode_ordinary(text))
    found["estimate"] = lambda text: estimate_tokens(text, encoding)
    return found


def speed(count: Count, text: str, seconds: float) -> float:
    """MB of UTF-8 counted in a CPU second."""
    count(text[:1_000])
    size, rounds, began = len(text.encode()) / 1e6, 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or not rounds:
        count(text)
        rounds += 1
    return rounds * size / spent


def main() -> int:
    """Print one table for each encoding; 1 when ours is under 5 MB a CPU second on any text."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=0.3, help="CPU seconds for each figure")
    seconds = options.parse_args().seconds
    slow = False
    for encoding in ENCODINGS:
        print(f"\n{encoding}: MB a CPU second (ratio to ours; tokens where they differ)")
        for kind, text in texts().items():
            tokens = count_tokens(text, encoding)
            ours = speed(lambda text: count_tokens(text, encoding), text, seconds)  # noqa: B023
            cells = [f"webloupe {ours:6.1f}"]
            for name, count in peers(encoding).items():
                try:
                    told, theirs = count(text), speed(count, text, seconds)
                except Exception as error:
                    cells.append(f"{name} {type(error).__name__}")
                    continue
                cells.append(f"{name} {theirs:6.1f} ({theirs / ours:.2f})" + (f" {told} tokens" * (told != tokens)))
            print(f"  {kind:8} {tokens:>8,} tokens  " + " · ".join(cells))
            slow |= ours < 5
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
