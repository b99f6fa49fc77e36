"""Names in Chinese, which no capital tells: titles in 《》, bodies and places by their last word, people by a word of
what they are or do beside a family name, and transcribed names with a dot inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .found import Found
from .phrases import words

_HAN: Final = "\u4e00-\u9fff"
# Words that come before a name and are no part of it.
_BEFORE: Final = (
    "的了在于与和及或是由从对向被等到为把让将称说他她我这那该其经据而并且也都就又以因即至自给跟同比后前时来去、"
)
_LAST_WORDS: Final = re.compile(
    "大学|学院|公司|集团|银行|委员会|研究院|研究所|研究中心|实验室|法院|检察院|博物馆|图书馆|医院|出版社|协会|基金会|联合会|交易所"
    "|管理局|统计局|人民政府|自治区|省|市|县|山|江|河|湖|岛|共和国"
)
_LONGEST: Final = 12  # characters of a name before its last word
_RUN_BEFORE: Final = re.compile(rf"[{_HAN}]*\Z")
_DOTS: Final = "·・•"
_TITLE: Final = re.compile(r"《([^《》\n]{1,80})》")
_TRANSCRIBED: Final = re.compile(rf"[{_HAN}]{{1,8}}(?:[{_DOTS}][{_HAN}]{{1,8}}){{1,3}}")
_FAMILY: Final = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭"
    "廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
)
_ROLE: Final = (
    "先生|女士|教授|博士|院士|主席|总统|总理|部长|局长|主任|书记|市长|省长|院长|校长|经理"
    "|董事长|总裁|律师|医生|老师|记者|作者|发言人"
)
_PERSON: Final = re.compile(
    rf"(?P<after>[{_FAMILY}][{_HAN}]{{1,2}}?)(?={_ROLE}|(?:说|表示|称|认为|指出|介绍|回忆|透露|强调|告诉))"
    rf"|(?:{_ROLE})(?P<before>[{_FAMILY}][{_HAN}]{{1,2}})(?=[，。、：；（(]|说|表示|称|认为|指出|介绍|在|于|和|与|将|对|告诉)"
)


def chinese_names(text: str, original: str) -> Iterator[Found]:
    """Every such name of `text`, a copy of `original` with the same places, which is quoted; in no order."""
    if not re.search(f"[{_HAN}]", text):
        return
    for found in _TITLE.finditer(text):
        yield _name(original, *found.span(1))
    if any(dot in text for dot in _DOTS):
        for found in _TRANSCRIBED.finditer(text):
            yield _name(original, _after_small_words(text, *found.span()), found.end())
    yield from _bodies(text, original)
    for found in _PERSON.finditer(text):
        yield _name(original, *found.span("after" if found["after"] else "before"))


def _bodies(text: str, original: str) -> Iterator[Found]:
    """Names of bodies and places, read backwards from their last word."""
    at = 0
    for found in _LAST_WORDS.finditer(text):
        before = _RUN_BEFORE.search(text, max(at, found.start() - _LONGEST), found.start())
        start = _after_small_words(text, before.start() if before else found.start(), found.end())
        if found.end() - start > 2 and start < found.start():
            yield _name(original, start, found.end())
            at = found.end()


def _after_small_words(text: str, start: int, end: int) -> int:
    """Where a name begins that was read from too early on: after the last small word in it."""
    return max((place + 1 for place in range(start, end - 2) if text[place] in _BEFORE), default=start)


def _name(original: str, start: int, end: int) -> Found:
    said = original[start:end]
    return Found(start, said, words(said))
