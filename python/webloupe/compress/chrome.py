"""Lines that belong to the site and not to the page: banners, share buttons, skip links, footers, link rows.

Each pattern must fit a whole line, and headings, code and tables are never asked, so that a sentence about cookies
or copyright stays. English and Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .paragraphs import lines
from .segments import Edit

_MAX_LINE: Final = 400  # characters; chrome is short.
_NETWORKS: Final = (
    r"(?:facebook|twitter|x|linkedin|whatsapp|reddit|e-?mail|pinterest|telegram|mastodon|bluesky|threads|weibo|wechat"
    r"|friends|social media|微信|微博|新浪微博|朋友圈|qq|qq空间|豆瓣)"
)
_FOOTER: Final = 600  # characters at the end of a page that may be its footer although it is short
_LINES: Final = re.compile(
    "|".join(
        (
            r"(?:skip|jump) to (?:the )?(?:main |primary |page )?(?:content|navigation|search|footer|menu)(?: area)?",
            r"(?:back|return|go) to (?:the )?top|scroll to top",
            r"(?:accept|allow|reject|decline|deny|manage|customi[sz]e)(?: all| only)?"
            r"(?: necessary| essential| optional)? cookies?(?: settings| preferences)?",
            r"cookies? (?:settings|preferences|consent|notice)|your cookie choices",
            r"(?:share|tweet|pin)(?: this)?(?: (?:article|page|post|story))?(?: (?:on|via|to|with|by) "
            rf"{_NETWORKS}(?:(?:, | and |, and | & ){_NETWORKS})*)|share this(?: (?:article|page|post|story))?"
            r"|tweet this|(?:print|e-?mail) this (?:article|page|post|story)",
            r"follow us(?: on .{1,60})?|advertisement|sponsored content",
            r"(?:sign up|subscribe|register) (?:for|to) (?:our|the) (?:[\w-]+ ){0,3}newsletters?(?:[ ,!.].{0,100})?",
            r"all rights reserved|please enable javascript.{0,120}|you need to enable javascript to run this app"
            r"|javascript is (?:disabled|not enabled|turned off) in your browser.{0,120}",
            r"跳(?:转|到|至|过)[到至]?(?:主要|正文|主)?(?:内容|导航)(?:区域)?|(?:返回|回到)(?:页面)?顶部",
            r"(?:接受|允许|拒绝|管理)(?:所有|全部)?\s*cookies?(?:设置)?|cookies?\s*(?:设置|政策)",
            rf"分享(?:到|至)[:：]?\s*{_NETWORKS}(?:[\s、,，|]+{_NETWORKS})*|关注我们|广告",
            r"订阅(?:我们的)?(?:新闻|邮件|电子)?(?:通讯|简报).{0,40}",
        )
    ),
    re.IGNORECASE,
)
_COOKIE_BANNER: Final = re.compile(
    r"(?:this (?:web)?site|our (?:web)?site|we(?: and our partners)?) uses? (?:\w+ )?cookies\b.*"
    r"(?:experience|consent|agree|accept|continu|traffic|personali[sz]|preferences|learn more|your use of).*"
    r"|(?:本|我们的)?(?:网站|站点)?(?:会)?使用\s*cookies?.*(?:体验|同意|接受|继续).*",
    re.IGNORECASE,
)
_YEAR: Final = r"(?:19|20)\d\d\b.{0,160}"
_COPYRIGHT: Final = re.compile(
    rf"(?:copyright\s*)?(?:©|&copy;)\s?.{{0,80}}?{_YEAR}|copyright\s\(c\)\s.{{0,80}}?{_YEAR}"
    rf"|(?:copyright|\(c\))\s?{_YEAR}|版权所有(?![者人权]).{{0,80}}|.{{0,40}}ICP[备证]\s?\d{{4,}}号.{{0,80}}",
    re.IGNORECASE,
)
# Where these words stand, a copyright line is part of a licence and must stay.
_LICENCE: Final = re.compile(
    r"permission is hereby granted|redistribution and use|licensed under|general public license|creative commons"
    r"|above copyright notice",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"\[([^\[\]\n]{1,40})\]\([^()\s]*\)")
_BETWEEN_LINKS: Final = re.compile(r"[\s|·•/>»,、:：*-]*\Z")
_SITE_WORDS: Final = re.compile(
    r"home(?: ?page)?|about(?: us)?|contact(?: us)?|blog|news|careers?|jobs|press|privacy(?: policy)?"
    r"|terms(?: .{1,20})?|cookies?(?: policy)?|imprint|help|faq|support|log ?in|sign ?in|sign ?up|register"
    r"|subscribe|search|menu|site ?map|shop|store|cart|account|my account|products?|services?|pricing|docs|community"
    r"|forums?|rss|accessibility"
    r"|首页|主页|关于(?:我们)?|联系(?:我们)?|登录|注册|新闻|产品|服务|帮助|隐私(?:政策)?|条款|招聘|网站地图|搜索",
    re.IGNORECASE,
)
_TRIMMINGS: Final = " \t\r\n*_-+•·|>.!:。！："


def site_chrome(text: str) -> Iterator[Edit]:
    """Drops whole lines of site chrome.

    A cookie banner only where the page is not about cookies, a copyright line only near the end of a page that is no
    licence, a row of links only when most of three or more name parts of a site.
    """
    about_cookies = len(re.findall("cookie", text, re.IGNORECASE)) > 6
    licence = _LICENCE.search(text) is not None
    footer = max(1, min(len(text) // 2, len(text) - _FOOTER))
    for line in lines(text):
        if not 2 < len(line.text) <= _MAX_LINE or line.text.startswith("#"):
            continue
        words = _LINK.sub(r"\1", line.text).strip(_TRIMMINGS)
        if words and (
            _LINES.fullmatch(words)
            or (not about_cookies and _COOKIE_BANNER.fullmatch(words))
            or (not licence and line.start >= footer and _COPYRIGHT.fullmatch(words))
            or _is_link_row(line.text)
        ):
            yield Edit(line.start, line.end)


def _is_link_row(line: str) -> bool:
    """Whether a line holds nothing but three or more links most of which name parts of a site."""
    labels = _LINK.findall(line)
    if len(labels) < 3 or not _BETWEEN_LINKS.match(_LINK.sub("", line)):
        return False
    return 2 * sum(_SITE_WORDS.fullmatch(label.strip()) is not None for label in labels) > len(labels)
