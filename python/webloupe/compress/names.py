"""Who or what a sentence is about, as far as spelling tells: names in capitals, code, Latin words in Chinese text."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..language import sentences


class Name(NamedTuple):
    """A name as it is written; two spellings of one name have one `key`."""

    key: str
    text: str


_CODE: Final = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_LETTERS: Final = r"[^\W\d_]"
_WORD: Final = re.compile(rf"(?:[A-Z]\.){{2,}}|{_LETTERS}(?:[\w’'&.-]*\w)?", re.ASCII)
_ANY_WORD: Final = re.compile(rf"{_LETTERS}(?:[\w’'&-]*\w)?")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_POSSESSIVE: Final = re.compile(r"['’]s?\Z")
_NO_NAMES_LIST: Final = (
    "celsius fahrenheit "
    "i mr mrs ms dr prof sir the a an january february march april may june july august september october "
    "november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday "
    "saturday sunday am pm ok tv it's i'm i've"
)
_NO_NAMES: Final = frozenset(_NO_NAMES_LIST.split())


def names(text: str) -> list[Name]:
    """The names of `text` in order. The first word of a sentence is none: capitals tell nothing there."""
    found: list[Name] = []
    for sentence in sentences(text):
        if "`" in sentence:
            found += (Name(code[2].strip(), code[2].strip()) for code in _CODE.finditer(sentence))
            sentence = _CODE.sub(" ", sentence)
        found += _latin(sentence) if _HAN.search(sentence) else _capitals(sentence)
    return found


def _capitals(sentence: str) -> list[Name]:
    words = _ANY_WORD.findall(sentence)
    if len(words) > 2 and sentence.isupper():
        return []
    return [_name(word) for word in words[1:] if word[0].isupper() and _key(word) not in _NO_NAMES]


def _latin(sentence: str) -> list[Name]:
    return [_name(word) for word in _WORD.findall(sentence) if len(word) > 1]


def _name(word: str) -> Name:
    return Name(_key(word), word)


def _key(word: str) -> str:
    return _POSSESSIVE.sub("", word.casefold()).replace(".", "").replace("’", "'")


def initials(names: list[Name]) -> str:
    """What an acronym of these names would be."""
    return "".join(name.key[:1] for name in names)


_COMMON_ENDINGS: Final = ("s", "ing", "ly", "ed", "ment", "tion", "sion", "ity", "ness", "ship", "ance", "ence", "body")
_OPENERS_LIST: Final = (
    "the a an this that these those it its he she they we you i his her their our your my there here in on at by "
    "for from to of with as and but or so if when while although though because since after before during until "
    "once many most some several few all each every both either neither no not new old more less such other "
    "another one two three however moreover furthermore therefore thus hence meanwhile also then now today "
    "yesterday tomorrow still yet even only just please let make use see click note what which who how why where "
    "did does do is are was were has have had can could will would should may might must according due despite "
    "under over about above between among across without within against around through throughout per via like "
    "unlike instead overall finally first second third last next later earlier recently soon often always never"
)
_OPENERS: Final = frozenset(_OPENERS_LIST.split())


def may_open_with_name(word: str) -> bool:
    """Whether a sentence's first word, with its capital, is not one of those that open sentences."""
    return word[:1].isupper() and word.casefold() not in _OPENERS


def looks_a_name(word: str) -> bool:
    """Whether it has no ending of a common word; of two first words that differ, one that has none makes both names."""
    return not word.casefold().endswith(_COMMON_ENDINGS)


_SURNAMES: Final = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范"
)
# After these signs and words a Chinese sentence names somebody or something; at a sentence's start it does as well.
_BEFORE_NAMES: Final = frozenset("。！？：、:“”\"'《（(\n 在由对向给与和及从于至到把跟让")
# What may open a clause and names nothing.
_CHINESE_OPENERS: Final = re.compile(
    "[这那此其该本各每某]|目前|现在|当前|如今|近日|近期|日前|最近|今后|随后|之后|此后|后来|当时|同时|因此|所以"
    "|因而|于是|从而|但是?|不过|然而|可是|而且|并且|此外|另外|除此|并|且|也|还|又|再|已经?|正在?|将|会|可以?"
    "|能够?|应该?|需要?|必须|如果|若|假如|虽然|尽管|由于|因为|为了|根据|按照|依据|据|按|对于|关于|通过|经过|随着"
    "|作为|截至|截止|其中|例如|比如|大家|人们|我们|他们|她们|它们|有关|相关|一旦|一般|通常|首先|其次|最后|总之"
    "|事实上|实际上|目的|主要|重点|共|约|大约|大概|近|超|达|全|只|仅|就|都|才|仍|依然|仍然|继续|开始|专家|学者"
    "|研究人员|科学家|官方|当局|政府|企业|公司|厂商|用户|客户|顾客|消费者|居民|市民|民众|群众|百姓|媒体|业内|分析"
    "|工作人员|负责人|发言人|本人"
)


_ROLE_ENDINGS: Final = frozenset("者员众客们")


def is_surname(sign: str) -> bool:
    """Whether a Chinese sign is one of the sixty commonest surnames."""
    return sign in _SURNAMES


def names_after(sign: str) -> bool:
    """Whether a Chinese name is likely right after this sign; "" is the start of a text."""
    return not sign or sign in _BEFORE_NAMES


def opens_clause(run: str) -> bool:
    """Whether a Chinese run begins with a word that only opens a clause, or is a role, which has many names."""
    return run[-1:] in _ROLE_ENDINGS or _CHINESE_OPENERS.match(run) is not None
