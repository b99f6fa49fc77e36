"""How well page furniture is told from real descriptions, and how fast descriptions are settled.

    python benchmarks/descriptions.py            precision and recall on both halves, time for five hits
    python benchmarks/descriptions.py --fit      the weights of webloupe/search/weights.py, from the tuning half
    python benchmarks/descriptions.py --wrong    the texts of the tuning half that are judged wrongly

From real pages (`../shared/data/pages`): the first 320 characters of the visible text are furniture where less than
20 % of them stand in the page's true text; the meta description is real. Hosts are split into two halves. Chinese and
English texts composed of `descriptions.toml` join them, each half from words of its own.
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
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from webloupe.search.chrome import describe_quality
from webloupe.search.repair import settle
from webloupe.search.signals import is_cjk, shape_of
from webloupe.types import SearchResult

HERE = Path(__file__).resolve().parent
PAGES = HERE.parents[1] / "shared" / "data" / "pages"
HALVES = ("tune", "judge")
HEAD_CHARS = 320
LEAST = 0.92
RIDGE = 0.001  # against weights that only single texts ask for


class Labelled(NamedTuple):
    half: str
    group: str
    text: str
    is_chrome: bool


# --- real pages ------------------------------------------------------------------------------------------------------


def from_pages(folder: Path) -> Iterator[Labelled]:
    """Heads and meta descriptions of the pages whose true text is known."""
    from bs4 import BeautifulSoup

    for truth_file in sorted(folder.glob("*/truth.json")):
        truth = json.loads(truth_file.read_text("utf-8"))
        entries = truth if isinstance(truth, list) else [{"id": key, **value} for key, value in truth.items()]
        for entry in entries:
            true_text = entry.get("main_content") or entry.get("articleBody")
            if not true_text:
                continue
            soup = BeautifulSoup(gzip.decompress((truth_file.parent / f"{entry['id']}.html.gz").read_bytes()), "lxml")
            host = (urlsplit(entry.get("url") or "").hostname or entry["id"]).removeprefix("www.")
            half = HALVES[hashlib.sha256(host.encode()).digest()[0] % 2]
            meta, head = _meta(soup), _visible(soup)[:HEAD_CHARS]
            if meta:
                yield Labelled(half, "pages", meta[:HEAD_CHARS], False)
            if head and _share_in(head, true_text) < 0.2:
                yield Labelled(half, "pages", head, True)


def _meta(soup: Any) -> str:
    for name, value in (("name", "description"), ("property", "og:description")):
        tag = soup.find("meta", attrs={name: re.compile(f"^{value}$", re.I)})
        if tag and (tag.get("content") or "").strip():
            return " ".join(tag["content"].split())
    return ""


def _visible(soup: Any) -> str:
    for tag in soup(["script", "style", "noscript", "template", "head", "svg", "iframe"]):
        tag.decompose()
    return " ".join(soup.get_text(" ").split())


def _share_in(head: str, true_text: str) -> float:
    """The share of the letters of `head` in runs of three words that `true_text` has too."""
    words = re.findall(r"\w+", head.lower())
    true_words = re.findall(r"\w+", true_text.lower())
    runs = {tuple(true_words[at : at + 3]) for at in range(len(true_words) - 2)}
    inside = {at + k for at in range(len(words) - 2) if tuple(words[at : at + 3]) in runs for k in range(3)}
    return sum(len(words[at]) for at in inside) / max(1, sum(map(len, words)))


# --- composed texts --------------------------------------------------------------------------------------------------


def composed(each: int = 72) -> Iterator[Labelled]:
    """`each` texts of furniture and of content, for each language and half."""
    words = tomllib.loads((HERE / "descriptions.toml").read_text("utf-8"))
    for language, halves in words.items():
        make = {"zh": (chinese_furniture, chinese_content), "en": (english_furniture, english_content)}[language]
        for half in HALVES:
            dice = random.Random(f"{language} {half}")
            for number in range(each):
                yield Labelled(half, f"composed {language}", make[0](halves[half], dice, number)[:HEAD_CHARS], True)
                yield Labelled(half, f"composed {language}", make[1](halves[half], dice, number)[:HEAD_CHARS], False)


def chinese_furniture(words: dict[str, list[str]], dice: random.Random, number: int) -> str:
    """A menu, breadcrumbs, a notice, a list of headlines, years or tags, or several of them."""
    menu = dice.choice([" ", " | ", "", "  ", " · ", "|"]).join(dice.sample(words["menu"], dice.randint(8, 22)))
    notices = " ".join(dice.sample(words["notices"], 1 + number % 2))
    crumbs = dice.choice(words["crumbs"])
    dates = [f"[2026-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}]" for _ in words["headlines"]]
    years = "归档：" + " ".join(f"{2026 - back}年({dice.randint(2, 90)})" for back in range(8))
    tags = "标签：" + " ".join(dice.sample(words["thing"], 6))
    headlines = " ".join(f"{title} {date}" for title, date in zip(words["headlines"], dates, strict=True))
    kinds = (
        menu,
        notices,
        f"{crumbs} {menu}",
        f"{menu} {notices}",
        f"{menu} {headlines}",
        f"{menu} {menu}",
        crumbs,
        years,
        tags,
    )
    return kinds[number % len(kinds)]


def chinese_content(words: dict[str, list[str]], dice: random.Random, number: int) -> str:
    """One to three sentences, or a short description."""
    kind = "short" if number % 4 == 0 else "sentences"
    return "".join(
        _filled(text, words, dice) for text in dice.sample(words[kind], 1 if kind == "short" else 1 + number % 3)
    )


def english_furniture(words: dict[str, list[str]], dice: random.Random, number: int) -> str:
    """Tags, links, breadcrumbs, years, a key legend, a notice, code of a template, or a menu."""
    labels = dice.sample(words["labels"], dice.randint(7, 14))
    links = " ".join(f"[{label}](/{label.split()[0].lower()})" for label in labels)
    years = " ".join(f"{2026 - back} ({dice.randint(2, 90)})" for back in range(12))
    crumbs = dice.choice([" > ", " › ", " / ", " » "]).join(labels[:6])
    addresses = " ".join(
        f"https://www.example.org/{label.split()[0].lower()}/{dice.randint(1, 99)}" for label in labels
    )
    menu = dice.choice([" ", " | ", " • "]).join(labels)
    keys = " ".join(["Keyboard shortcuts", *dice.sample(words["keys"], 4)])
    notice, code = dice.choice(words["notices"]), " ".join(dice.sample(words["code"], 2))
    kinds = (
        links,
        f"Archives {years}",
        crumbs,
        keys,
        notice,
        code,
        menu,
        f"{menu} {notice}",
        addresses,
        f"{menu} {years}",
    )
    return kinds[number % len(kinds)]


def english_content(words: dict[str, list[str]], dice: random.Random, number: int) -> str:
    """One to three sentences."""
    return " ".join(_filled(text, words, dice) for text in dice.sample(words["sentences"], 1 + number % 3))


def _filled(text: str, words: dict[str, list[str]], dice: random.Random) -> str:
    filled = re.sub(r"\{(\w+)\}", lambda match: dice.choice(words[match[1]]), text)
    return filled[0].upper() + filled[1:]


# --- figures ---------------------------------------------------------------------------------------------------------


def judged(texts: list[Labelled]) -> list[tuple[Labelled, bool]]:
    return [(one, describe_quality(one.text).is_chrome) for one in texts]


def figures(found: list[tuple[Labelled, bool]]) -> tuple[float, float]:
    """Precision and recall of furniture."""
    right = sum(told and one.is_chrome for one, told in found)
    told, true = sum(told for _, told in found), sum(one.is_chrome for one, _ in found)
    return right / max(1, told), right / max(1, true)


def report(texts: list[Labelled]) -> bool:
    """Print figures by half and group; whether both are good enough wherever they are judged."""
    groups: dict[tuple[str, str], list[tuple[Labelled, bool]]] = defaultdict(list)
    for one, told in judged(texts):
        groups[one.half, one.group].append((one, told))
        groups[one.half, "Chinese" if is_cjk(one.text) else "other languages"].append((one, told))
        groups[one.half, "all"].append((one, told))
    good = True
    for (half, group), found in sorted(groups.items(), reverse=True):
        precision, recall = figures(found)
        counts = f"{len(found):4} texts, {sum(one.is_chrome for one, _ in found):4} furniture"
        print(f"{half:6} {group:16} {counts}: precision {precision:.3f}  recall {recall:.3f}")
        good &= half == "tune" or min(precision, recall) >= LEAST
    return good


def speed(texts: list[Labelled]) -> None:
    """Print CPU time to settle five hits: real descriptions, and pages as some services send them."""
    real = [one.text for one in texts if not one.is_chrome]
    dumps = [one.text for one in reversed(texts) if one.is_chrome]  # pages first, where there are any
    samples = {
        "five real descriptions": [real[at : at + 5] for at in range(0, 100, 5)],
        "one page of furniture among five": [[dumps[at], *real[at : at + 4]] for at in range(0, 100, 5)],
        "five pages of furniture, 320 characters each": [dumps[at : at + 5] for at in range(0, 100, 5)],
        "five pages of furniture, 8,000 characters each": [
            [" ".join(dumps)[at * 500 :][:8_000]] * 5 for at in range(20)
        ],
    }
    for name, rounds in samples.items():
        spent: list[float] = []
        for texts_of_hits in rounds:
            hits = [
                SearchResult(title="Oak", url=f"https://{place}.example/{place}", description=text, backend="exa")
                for place, text in enumerate(texts_of_hits)
            ]
            settle(hits, chars_of=lambda _: 320)
            began = time.process_time()
            for _ in range(10):
                settle(hits, chars_of=lambda _: 320)
            spent.append((time.process_time() - began) * 100)
        print(f"settle {name}: {sorted(spent)[len(spent) // 2]:.2f} ms")
    junk = " ".join(one.text for one in texts)[:50_000] * 20
    began = time.process_time()
    describe_quality(junk)
    print(f"describe and clean {len(junk):,} characters: {(time.process_time() - began) * 1000:.0f} ms")


# --- the fit ---------------------------------------------------------------------------------------------------------


def fit(texts: list[Labelled]) -> None:
    """Print the weights of a logistic regression (ridge, by gradient descent), by words and by characters."""
    import numpy as np

    for name, by_characters in (("BY_WORDS", False), ("BY_CHARACTERS", True)):
        chosen = [one for one in texts if one.half == "tune" and is_cjk(one.text) == by_characters]
        signals = [shape_of(one.text).signals for one in chosen]
        rows = np.array([[*signal.values(), 1.0] for signal in signals])
        truth = np.array([one.is_chrome for one in chosen], float)
        weights = np.zeros(rows.shape[1])
        ridge = np.full(rows.shape[1], RIDGE)
        ridge[-1] = 0
        for _ in range(30_000):
            guess = 1 / (1 + np.exp(-(rows @ weights)))
            weights -= rows.T @ (guess - truth) / len(truth) + ridge * weights
        named = zip([*signals[0], ""], weights, strict=True)
        print(name, json.dumps({key: round(float(weight), 1) for key, weight in named}, indent=4))


def main() -> int:
    """Print what was asked for; 1 when a judged figure is under 0.92."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--fit", action="store_true", help="print weights")
    options.add_argument("--wrong", action="store_true", help="print what is judged wrongly in the tuning half")
    asked = options.parse_args()
    texts = list(composed())
    if PAGES.is_dir():
        texts += from_pages(PAGES)
    else:
        print(f"real pages: skipped, their collection is not beside this checkout ({PAGES})")
    if asked.fit:
        fit(texts)
        return 0
    if asked.wrong:
        for one, told in judged([one for one in texts if one.half == "tune"]):
            if told != one.is_chrome:
                kind = "furniture" if one.is_chrome else "real"
                print(f"{one.group}: {kind} {describe_quality(one.text).score} {one.text}")
        return 0
    good = report(texts)
    speed(texts)
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
