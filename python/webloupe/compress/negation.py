"""Words that turn a sentence into its opposite: not, never, without, fail to; 不支持, 没有, 尚未, 禁止, 暂缓.

A Chinese sign of negation counts as a word of its own and never inside words that only hold it: 不同, 不但, 非常,
无线, 未来 negate nothing, nor do "not only" and "no doubt". Two negations that cancel (不得不, 无不) are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple


class Cue(NamedTuple):
    """A negation as it is written, at `start` in code points."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """The place after it."""
        return self.start + len(self.text)


_ENGLISH_NEUTRAL: Final = (
    r"not (?:only|just|merely|simply|least|to mention|necessarily only)|whether or not|or not|why not|if not|no doubt"
    r"|no matter|no less than|no sooner|no wonder|nothing (?:but|less than)|none other than|cannot (?:but|help)"
    r"|can ?['’]?t help|no\.? ?\d+|no problem|(?:does|did|do) not fail to|never fails? to|not without"
    r"|non[- ]?stop|fail[- ]?(?:safe|over)|stop(?:s|ped)? by|bus stops?|denial[- ]of[- ]service"
)
_ENGLISH: Final = (
    r"(?:ai|are|ca|could|did|do|does|had|has|have|is|might|must|need|sha|should|was|were|wo|would)n['’]t"
    r"|no longer|no one|not|never|no|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly|barely"
    r"|scarcely|rarely|seldom|instead of|rather than|except(?:ing)?(?: for)?|apart from|unless|lest"
    r"|fail(?:s|ed|ing|ures?)?(?: to)?|refus(?:e[sd]?|ing|als?)(?: to)?|reject(?:s|ed|ing|ions?)?"
    r"|den(?:y|ies|ied|ying|ials?)|declin(?:e[sd]?|ing) to|disapprov(?:e[sd]?|ing|al)|veto(?:es|ed|ing)?"
    r"|prohibit(?:s|ed|ing|ion)?|forbid(?:s|den|ding)?|forbade|bans?|banned|banning|bar(?:red|s) from|disallow(?:s|ed)?"
    r"|outlaw(?:s|ed|ing)?|prevent(?:s|ed|ing|ion)?|block(?:s|ed|ing)?|avoid(?:s|ed|ing)?|stop(?:s|ped|ping)?"
    r"|ceas(?:e[sd]?|ing)|halt(?:s|ed|ing)?|suspend(?:s|ed|ing)?|suspension|paus(?:e[sd]?|ing)"
    r"|discontinu(?:e[sd]?|ing|ation)|cancel(?:s|l?ed|l?ing|lation)?|call(?:s|ed|ing)? off|abandon(?:s|ed|ing)?"
    r"|postpon(?:e[sd]?|ing|ement)|withdr(?:aw|aws|ew|awn|awing|awal)|revok(?:e[sd]?|ing)|repeal(?:s|ed|ing)?"
    r"|lack(?:s|ed|ing)?(?: of)?|absent|absence|unable to|unable|impossible|unavailable|unsupported|unsuccessful(?:ly)?"
    r"|unlikely|untrue|false(?:ly)?|devoid of|free of"
)
_CHINESE_NEUTRAL: Final = (
    "不得不 不能不 不可不 不会不 不由得 不由自主 未尝不 无不 莫不 无一例外 无时无刻 无处不在 无微不至 无所不 "
    "不仅 不但 不光 不单 不只 不止 不同 不过 不断 不管 不论 不久 不少 不禁 不时 不料 不妨 不愧 不惜 不锈 不等式 "
    "不动产 不倒翁 不可或缺 不可思议 不约而同 不亦乐乎 不一而足 不言而喻 不遗余力 不折不扣 不知不觉 不乏 不外乎 "
    "不外是 不失为 不例外 不无 不朽 不菲 不凡 不俗 不远处 不屈 不辞 不拘 不懈 不韦 不丹 对不起 了不起 差不多 "
    "要不是 要不然 要不 用不着说 莫不是 毫不逊色 层出不穷 源源不断 川流不息 络绎不绝 必不可少 美中不足 忍不住 "
    "巴不得 恨不得 免不了 少不了 离不开 无论 无线 无数 无疑 无非 无限 无比 无穷 无锡 无人机 无人驾驶 无人 机无 "
    "无机 无产 无奈 无私 无辜 无情 无聊 无缝 无愧 无所谓 无可厚非 无意中 无形中 无形 无核 无烟煤 无花果 无为 "
    "无常 无垠 无涯 无暇 独一无二 史无前例 漫无 南无 未来 未免 未央 未遂 未时 未羊 方兴未艾 前所未有 从未来 没收 "
    "没准 没落 没药 没关系 埋没 淹没 沉没 吞没 出没 湮没 覆没 辱没 非常 非洲 非凡 非得 非但 非典 非遗 非议 非难 "
    "非要 非同小可 非同寻常 除非 是非 莫非 南非 北非 东非 西非 中非 赞比非 口是心非 勿忘我 别勿 停车 停靠 停泊 "
    "停留 停顿 避免不了 禁毒 禁区 防止不了 拒绝不了 不禁止 不受限制 失败者"
)
_CHINESE: Final = (
    "并没有 从来没有 还没有 还没 没有 从没 并没 没 尚未 从未 并未 仍未 未能 未曾 未必 未 毫无 并无 无法 无需 "
    "无须 无权 无 并不是 并不 绝不 决不 从不 毫不 不再 不能 不会 不可 不得 不准 不许 不应 不该 不要 不必 不用 "
    "不予 不足以 不至于 不 并非 绝非 而非 决非 若非 非 切勿 请勿 勿 别再 请别 千万别 拒绝 拒不 拒 否认 否决 驳回 "
    "禁止 严禁 不禁止 禁用 禁售 禁 取消 撤销 撤回 废止 废除 放弃 停止 停用 停产 停运 停售 停工 停办 停刊 停播 "
    "停飞 停课 停牌 停业 停 叫停 暂停 暂缓 暂不 中止 终止 中断 推迟 延期 搁置 避免 防止 阻止 杜绝 缺乏 缺少 失败 "
    "除外 免除"
)


def by_first_sign(words: Iterable[str]) -> str:
    """A pattern of the longest of `words` at a place; grouped, so that most places cost one look."""
    groups: dict[str, list[str]] = {}
    for word in sorted(set(words), key=lambda word: (-len(word), word)):
        groups.setdefault(word[0], []).append(word[1:])
    return "|".join(f"{first}(?:{'|'.join(rests)})" for first, rests in groups.items())


_CUES: Final = frozenset(_CHINESE.split())
# In small letters. A question of the form 能不能, 是不是 asks and negates nothing.
_ENGLISH_CUE: Final = re.compile(rf"\b(?=[abcdefhilmnoprsuvw])(?:(?:{_ENGLISH_NEUTRAL})\b|(?P<cue>{_ENGLISH})\b)")
_CHINESE_CUE: Final = re.compile(
    rf"(?P<asked>[\u4e00-\u9fff])[不没](?P=asked)|{by_first_sign((_CHINESE_NEUTRAL + ' ' + _CHINESE).split())}"
)
_SIGNS: Final = re.compile("[不没未无非勿别拒否驳禁取撤废放停叫暂中终推延搁避防阻杜缺失除免严]")


def negations(text: str) -> list[Cue]:
    """The words of `text` that negate, in order."""
    small = lowered(text)
    found = [Cue(one.start(), one["cue"]) for one in _ENGLISH_CUE.finditer(small) if one["cue"]]
    if text.isascii() or not _SIGNS.search(text):
        return found
    found += (Cue(one.start(), one[0]) for one in _CHINESE_CUE.finditer(text) if one[0] in _CUES)
    return sorted(found)


@cache
def negating_words() -> frozenset[str]:
    """The words that stand in English negations of several words, and in phrases that only look like one."""
    return frozenset(re.findall(r"[a-z]{2,}", _ENGLISH_NEUTRAL)) | {"longer", "instead", "rather", "apart", "free"}


def lowered(text: str) -> str:
    """Small letters, each in the place of its capital (the one that has two code points, İ, stays)."""
    small = text.lower()
    return small if len(small) == len(text) else "".join(sign.lower()[:1] if sign != "İ" else sign for sign in text)
