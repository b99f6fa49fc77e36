"""Robot checks, consent walls, shells and soft 404s: short texts that stand where a page should be.

Only short texts are any of these: a long one that mentions such a check is an article about it. What they have in
common, in whatever words, is that they speak to the reader about the reader's browser, humanity or consent.
"""

from __future__ import annotations

import re

_SHORT = 1_500  # characters; a robot check or consent wall says no more
_BUTTON = 40  # characters of a line that can be pressed
_TERSE = 700  # what asks for scripts or says "not found" says less

# One of these is enough.
_ROBOT_CHECK = re.compile(
    r"checking (?:if the site connection|your browser)|(?:verif|confirm)\w* (?:that )?you(?:'re|’re| are) (?:a )?human"
    r"|(?:verif|confirm)\w* (?:that )?you(?:'re|’re| are) not a (?:ro)?bot|are you a (?:ro)?bot\b|robot or human"
    r"|i(?:'m|’m| am) not a robot|unusual (?:traffic|activity) (?:from|on|in) your"
    r"|complete (?:the|a) (?:security check|captcha)"
    r"|enable javascript and cookies to continue|(?:press|click) (?:&|and) hold|security verification"
    r"|request unsuccessful\. incapsula|pardon our interruption|prove (?:that )?you(?:'re|’re| are) (?:a )?human"
    r"|making sure you(?:'re|’re| are) not a bot|automated (?:access|requests?|queries) (?:from|to)|ddos protection by"
    r"|made us think you (?:were|are|might be) a bot|(?:slide|drag) (?:the slider )?to (?:verify|complete)"
    r"|review the security of your connection|verifying you are human|solve (?:the|this) (?:puzzle|captcha)"
    r"|完成(?:安全|人机|以下|下方)?验证|人机验证|滑动(?:滑块|验证)|拖动滑块|请输入验证码|访问过于频繁|异常流量|环境异常|安全验证"
    r"|ロボットではない|アクセスが集中|로봇이 아닙니다|보안 확인"
    r"|kein robot|pas un robot|no eres un robot|no soy un robot|non sei un robot|não é um robô|не робот|geen robot",
    re.IGNORECASE,
)
_CHECK_TITLE = re.compile(
    r"just a moment|attention required|access (?:has been )?denied|robot check|security check|human verification"
    r"|ddos-guard|captcha|bot verification|please wait\.*$|one more step|安全验证|人机验证|验证码|请稍候|einen moment",
    re.IGNORECASE,
)
# Two of these, of which the second person is not enough by itself.
_DENIAL = re.compile(
    r"access (?:to this (?:page|site|website) )?(?:has been |is |was )?(?:denied|restricted|blocked)"
    r"|you (?:have been|are|were) (?:temporarily )?(?:blocked|banned|being rate limited)|rate limited|too many requests"
    r"|ray id|reference #|incident id|error (?:1\d{3}|403|429)\b|don[’']t have permission to access|unable to access"
    r"|banned you|forbidden|blocked (?:by|for) security|访问被拒绝|禁止访问"
    r"|zugriff verweigert|accès refusé|acceso denegado",
    re.IGNORECASE,
)
_COOKIES = re.compile(
    r"cookie|your privacy|privatsphäre|vie privée|privacidad|隐私|プライバシー|personal data", re.IGNORECASE
)
_CHOICES = re.compile(
    r"accept (?:all|cookies)|reject(?: all)?\b|only necessary|necessary (?:cookies )?only"
    r"|manage (?:preferences|cookies|choices)"
    r"|(?:your )?consent\b|cookie settings|privacy settings|more options|preferences|our (?:\d+ )?partners|agree\b"
    r"|refuse|before you continue"
    r"|(?:alle(?:s)? )?akzeptieren|ablehnen|zustimm|einwillig|accepter|refuser|aceptar|rechazar|accetta|rifiuta|aceitar"
    r"|rejeitar|принять|отклонить|全部接受|接受所有|同意并继续|全部拒绝|拒绝|管理偏好|同意する|拒否",
    re.IGNORECASE,
)
_NO_SCRIPT = re.compile(
    r"(?:enable|activate|turn on|requires?|needs?|without) javascript|javascript (?:is|must be|to be)\b.{0,40}"
    r"(?:enabled|disabled|required)|启用 ?javascript|javascript (?:aktivieren|activé|activado)",
    re.IGNORECASE,
)
_NOT_FOUND = re.compile(
    r"(?:#+ *)?(?:error )?404\b|(?:#+ *)?(?:sorry, )?(?:the |this )?page (?:you (?:requested|are looking for) )?"
    r"(?:was not|could not be|can[’']?t be|cannot be|not) found|(?:#+ *)?(?:页面不存在|找不到页面|您访问的页面不存在)",
    re.IGNORECASE,
)


def stands_in_for_page(text: str, *, title: str = "") -> str | None:
    """The reason when a text is a robot check or a consent wall and no page; None when it is none of these."""
    shown = text.strip()
    if len(shown) > _SHORT:
        return None
    heading = title or shown.partition("\n")[0][:200]
    if _ROBOT_CHECK.search(shown) and not _is_about(shown):
        return "robot check instead of the page"
    if _CHECK_TITLE.search(heading) and len(shown) < _SHORT // 2 and not _is_about(shown):
        return "robot check instead of the page"
    if len({found.lower() for found in _DENIAL.findall(shown)}) >= 2:
        return "access denied by a guard in front of the site"
    choices = {found.lower() for found in _CHOICES.findall(shown)}
    has_button = any(_CHOICES.search(line) for line in shown.split("\n") if len(line) < _BUTTON)
    is_wall = _COOKIES.search(shown) is not None and len(choices) >= 2 and has_button
    return "consent wall instead of the page" if is_wall and not _is_about(shown) else None


def says_nothing(text: str) -> str | None:
    """The reason when all that a text says is that there is no page without scripts, or none at all."""
    shown = text.strip()
    if len(shown) > _TERSE:
        return None
    if _NO_SCRIPT.search(shown) and len(shown) < _TERSE // 2:
        return "drawn by script: without a browser there is next to nothing"
    if _NOT_FOUND.match(shown):
        return "the site says that there is no such page"
    return None


def _is_about(shown: str) -> bool:
    """Whether a short text tells of such things, as the first lines of an encyclopedia do, and asks nothing."""
    tells = len(re.findall(r"\b(?:is|are|was|were) (?:a|an|the|used|usually|often)\b|(?:是一种|是指|用于)", shown))
    rest = _ROBOT_CHECK.sub(" ", shown)
    asks = re.search(r"\b(?:you|your|please|loading)\b|您|你|请|bitte|veuillez|\bvous\b|por favor", rest, re.IGNORECASE)
    return tells >= 1 and not asks
