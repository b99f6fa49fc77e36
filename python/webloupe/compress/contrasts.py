"""Words that exclude each other, English and Chinese: rise and fall, client and server, 增加 and 减少, 北京 and 上海.

The words stand in `contrasts.txt`, one axis a line. Short Chinese opposites such as 上 and 下 tell only where exactly
that sign was exchanged (`signs_opposed`), English prefixes only between two words of one stem (`words_opposed`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from .negation import by_first_sign, lowered


class Side(NamedTuple):
    """A word that stands on one side of an axis."""

    axis: int
    side: int
    word: str


class _Table(NamedTuple):
    sides: dict[str, tuple[tuple[int, int], ...]]
    phrases: re.Pattern[str]
    chinese: re.Pattern[str]


_WORD: Final = re.compile(r"[a-z][a-z'’-]*")
_VOWELS: Final = "aeiou"
_IS_WORD: Final = re.compile(r"[a-z]{3,}")


def sides(text: str) -> list[Side]:
    """The words of `text` that have an opposite, on each of their axes; English ones first, each in order."""
    table, small = _table(), lowered(text)
    found = [found[0] for found in table.phrases.finditer(small)]
    found += [word for word in _WORD.findall(small) if word in table.sides]
    if not text.isascii():
        found += table.chinese.findall(text)
    return [Side(axis, side, word) for word in found for axis, side in table.sides[word]]


@cache
def telling_words() -> frozenset[str]:
    """Every word of the table, also of its phrases."""
    return frozenset(word for entry in _table().sides for word in entry.split())


@cache
def _table() -> _Table:
    sides: dict[str, list[tuple[int, int]]] = {}
    text = files(__package__).joinpath("contrasts.txt").read_text("utf-8")
    for axis, line in enumerate(line for line in text.splitlines() if line and line[0] != "#"):
        for side, words in enumerate(line.split("|")):
            for word in words.split(","):
                for form in _forms(word.strip()):
                    sides.setdefault(form, []).append((axis, side))
    phrases = sorted((word for word in sides if " " in word), key=len, reverse=True)
    chinese = (word for word in sides if not word.isascii() and len(word) > 1)
    return _Table(
        {word: tuple(dict.fromkeys(places)) for word, places in sides.items()},
        re.compile(rf"\b(?:{'|'.join(phrases)})\b"),
        re.compile(by_first_sign(chinese)),
    )


def _forms(word: str) -> Iterator[str]:
    """The word, and with regular endings where it is one English word."""
    yield word
    if not _IS_WORD.fullmatch(word):
        return
    yield from (word + "s", word + "es")
    if word.endswith("e"):
        yield from (word + "d", word[:-1] + "ing", word + "r", word + "st")
    elif word.endswith("y") and word[-2] not in _VOWELS:
        yield from (word[:-1] + "ies", word[:-1] + "ied", word + "ing", word[:-1] + "ier", word[:-1] + "iest")
    else:
        yield from (word + "ed", word + "ing", word + "er", word + "est")
        if word[-1] not in _VOWELS + "wxy" and word[-2] in _VOWELS and word[-3] not in _VOWELS:
            yield from (word + word[-1] + "ed", word + word[-1] + "ing")


_PREFIXES: Final = (
    "un/ in/ im/ il/ ir/ dis/ non/ non-/ mis/ de/ anti/ anti-/ counter/ pro/anti pro-/anti- in/out in/ex im/ex in/de"
    " over/under up/down pre/post pre-/post- hyper/hypo macro/micro multi/single inter/intra super/sub super/infra"
)
_PAIRS: Final = tuple(tuple(pair.split("/")) for pair in _PREFIXES.split())
_LEAST_STEM: Final = 3


def words_opposed(one: str, other: str) -> bool:
    """Whether two words in small letters differ by a prefix that turns the meaning: un-, in- and out-, over-."""
    return _prefixed(one, other) or _prefixed(other, one)


def _prefixed(one: str, other: str) -> bool:
    return any(
        one.startswith(first) and other.startswith(second) and len(one) >= len(first) + _LEAST_STEM
        and one[len(first) :] == other[len(second) :]
        for first, second in _PAIRS
    )  # fmt: skip


# Each sign excludes those beside it in its group.
_SIGNS: Final = (
    "和或 及或 "
    "上中下 大中小 高低 长短 前后 内外 里外 左右 男女 东西南北 早晚 新旧 老少 买卖 进出 收支 收发 借贷 增减 升降 "
    "涨跌 加减 开关 开停 始终 好坏 优劣 胜负 胜败 赢输 盈亏 强弱 快慢 多少 冷热 寒暑 深浅 厚薄 宽窄 粗细 轻重 "
    "远近 真假 虚实 对错 是否 有无 生死 存亡 正负 正反 正副 阴阳 公私 公母 首末 首尾 甲乙丙丁 春夏秋冬 夫妻 父母 "
    "兄弟姐妹 师生 主客 主从 攻守 来去 往返 昼夜 日夜 干湿 软硬 松紧 明暗 黑白红黄蓝绿紫灰 金银铜铁 动静 同异 "
    "松严 贫富 贵贱 推拉 成败 供需 顺逆 硬软 猫狗 鸡鸭鹅 牛羊猪马"
)
_OPPOSED: Final = frozenset(
    (one, other) for group in _SIGNS.split() for one in group for other in group if one != other
)


def signs_opposed(one: str, other: str) -> bool:
    """Whether two Chinese signs, of which one was exchanged for the other, exclude each other: 上半年, 下半年."""
    return (one, other) in _OPPOSED
