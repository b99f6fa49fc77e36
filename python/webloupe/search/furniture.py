"""What pages say around their content, as tables of phrases: navigation, accounts, notices, key legends. Pure.

A phrase of one word counts only where it is written as a label ("Home", not "at home"); Chinese phrases anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

NAVIGATION: Final = (
    *("skip to", "jump to", "back to", "menu", "main menu", "submenu", "navigation", "toggle", "sidebar", "breadcrumb"),
    *("home", "homepage", "about", "about us", "contact", "contact us", "search", "search for", "faq", "faqs"),
    *("table of contents", "on this page", "top of page", "site map", "sitemap", "quick links", "help center"),
    *("open menu", "close menu", "show menu", "open search", "close", "expand", "collapse", "cancel", "submit"),
    *("advanced search", "read more", "load more", "show more", "learn more", "find out more", "view all", "see all"),
    *("shop all", "shop now", "next", "previous", "prev", "back", "share on", "share this"),
    *("facebook", "twitter", "linkedin", "instagram", "youtube", "whatsapp", "pinterest", "rss", "download the app"),
    *("newsletter", "newsletters", "careers", "latest news", "new posts", "dark mode", "videos"),
    *("accueil", "rechercher", "startseite", "suche", "kontakt", "impressum", "inicio", "buscar", "contacto", "cerca"),
    *("accedi", "главная", "поиск", "контакты", "меню", "홈", "메뉴", "검색", "الرئيسية", "בית"),
)
ACCOUNT: Final = (
    *("sign in", "sign up", "sign out", "signin", "log in", "log out", "login", "logout", "log on", "register"),
    *("subscribe", "create account", "create an account", "my account", "your account", "wish list", "wishlist"),
    *("cart", "your cart", "view cart", "checkout", "basket", "forgot password", "forgot your password", "remember me"),
    *("reset password", "add to cart", "add to bag", "add to basket", "free shipping", "track your order", "donate"),
    *(
        "anmelden",
        "registrieren",
        "connexion",
        "se connecter",
        "iniciar sesión",
        "warenkorb",
        "panier",
        "войти",
        "로그인",
    ),
)
NOTICES: Final = (
    *("we use cookies", "uses cookies", "use cookies", "cookies to", "of cookies", "accept cookies", "accept all"),
    *("all cookies", "reject all", "necessary cookies", "cookie settings", "cookie preferences", "cookie policy"),
    *("cookie notice", "cookie consent", "privacy policy", "privacy notice", "privacy preferences", "your privacy"),
    *("tracking technologies", "similar technologies", "various technologies", "targeted ads", "targeted advertising"),
    *("by continuing", "by using this", "by using our", "by browsing", "by clicking", "by closing", "by visiting"),
    *(
        "continuing to use",
        "you agree to",
        "you consent to",
        "you accept",
        "consent to our",
        "consent to the",
        "opt out",
    ),
    *(
        "terms of use",
        "terms of service",
        "terms and conditions",
        "manage consent",
        "manage preferences",
        "do not sell",
    ),
    *("all rights reserved", "copyright", "wir verwenden cookies", "verwendet cookies", "des cookies", "de cookies"),
    *("utilizamos cookies", "i cookie", "datenschutzerklärung", "alle akzeptieren", "tout accepter", "aceptar todo"),
)
BROWSER: Final = (
    *(
        "enable javascript",
        "javascript is disabled",
        "javascript is required",
        "requires javascript",
        "turn on javascript",
    ),
    *("update your browser", "upgrade your browser", "browser is not supported", "browser is no longer supported"),
    *("longer supported", "browser is not", "unsupported browser", "outdated browser", "internet explorer"),
    *("verify you are", "checking your browser", "just a moment", "access denied", "screen reader", "screen readers"),
    *(
        "loading",
        "please wait",
        "run this app",
        "need to enable",
        "accessibility statement",
        "accessibility links",
        "accessibility menu",
        "enable accessibility",
    ),
)
KEYS: Final = (
    *("keyboard shortcut", "keyboard shortcuts", "arrow keys", "press enter", "press esc", "press escape", "press tab"),
    *("press space", "press ctrl", "to show this help", "hotkeys", "hot keys"),
)
KEY_LEGEND: Final = re.compile(r"\b[Pp]ress [^\s,.]{1,2} (?:or|to|for|and)\b|\b(?:Ctrl|Cmd|Alt|Shift|⌘)\s?\+\s?\w")
"""A key and what it does, whatever the key is."""
CHINESE_NAVIGATION: Final = (
    "首页|首頁|主页|导航|導航|菜单|搜索|搜尋|关于我们|關於我們|联系我们|聯繫我們|网站地图|返回顶部|加入收藏|设为首页|客户端|手机版"
    "|[上下]一[篇页頁]|分享到|微信|微博|扫码|扫一扫|关注我们|公众号|购物车|帮助中心|友情链接|快捷链接|热门推荐|相关推荐|更多>>|查看更多|点击展开|意见反馈"
    "|跳[到转至]|返回上|当前位置|您的位置|您现在的位置|站内搜索|招贤纳士|加入我们|广告服务|商务合作|下载APP|下载App|ホーム|メニュー|検索"
    "|发布时间：|来源：|点击数|浏览次数|阅读量|责任编辑|字号：|进入词条|清除历史记录|お問い合わせ|サイトマップ"
)
# Sections of sites are words of everyday sentences too: they count where they stand alone, or one at another.
_SECTION: Final = (
    "新闻|国内|国际|社会|财经|股票|体育|娱乐|科技|汽车|房产|教育|健康|时尚|旅游|文化|军事|历史|视频|图片|论坛|博客|专题|地图|天气|招聘"
    "|产品|服务|案例|动态|公告|分类|排行|其他|更多|资讯"
)
CHINESE_SECTIONS: Final = (
    rf"(?:{_SECTION}){{2,}}|(?<![\u3001\u4e00-\u9fff，])(?:{_SECTION})(?![\u3001\u4e00-\u9fff，。])"
)
CHINESE_ACCOUNT: Final = (
    "登[录陆錄入]|注[册冊]|我的账户|我的订单|忘记密码|个人中心|会员中心|退出登录|立即订阅|立即购买"
    "|ログイン|会員登録|カート"
)
CHINESE_NOTICES: Final = (
    r"使用了?\s?[Cc]ookies?|[Cc]ookies?\s?(?:政策|设置|声明|偏好|通知)|的\s?[Cc]ookies?"
    r"|隐私(?:政策|声明|权政策|协议|条款|设置)|用户协议|服务条款|服务协议|保留所有权利|备案|公网安备|许可证|免责声明"
    r"|您?同意(?:我们|本站|本网站|并继续|使用|上述|接受|该|此)|(?:接受|拒绝|允许)(?:所有|全部)|全部(?:接受|拒绝|允许)"
    r"|继续(?:浏览|使用|访问)(?:本|我们|即|则|此|该)|版权所有|未经(?:授权|许可|允许|书面|本|博主|作者)|版权声明|不得转载|违法和不良信息"
)
CHINESE_BROWSER: Final = (
    "请(?:启用|开启|打开|允许)|浏览器版本|(?:您的|当前)浏览器|升级(?:您的)?浏览器|更换浏览器|正在(?:验证|检查|加载)"
    "|安全验证|人机验证|JavaScript|页面不存在|已被删除|自动跳转|跳转到首页"
)
CHINESE_KEYS: Final = r"快捷键|按\s?[^\s，。]{1,6}\s?键|键盘操作"


class Kind(NamedTuple):
    """One kind of furniture: what it is called, its phrases, and the Chinese ones as a pattern."""

    name: str
    phrases: frozenset[str]
    chinese: re.Pattern[str]
    is_notice: bool


KINDS: Final = (
    Kind("keyboard shortcuts", frozenset(KEYS), re.compile(CHINESE_KEYS), True),
    Kind("browser notice", frozenset(BROWSER), re.compile(CHINESE_BROWSER), True),
    Kind("cookie or legal notice", frozenset(NOTICES), re.compile(CHINESE_NOTICES), True),
    Kind("sign-in prompt", frozenset(ACCOUNT), re.compile(CHINESE_ACCOUNT), False),
    Kind("navigation menu", frozenset(NAVIGATION), re.compile(f"{CHINESE_NAVIGATION}|{CHINESE_SECTIONS}"), False),
)
_KIND_OF: Final = {phrase: place for place, kind in enumerate(KINDS) for phrase in kind.phrases}
_LONGEST: Final = max(len(phrase.split()) for phrase in _KIND_OF)
_FIRST: Final = frozenset(phrase.split()[0] for phrase in _KIND_OF)


class Phrase(NamedTuple):
    """A phrase found: the place of its first word, how many words it has, the place of its kind in `KINDS`."""

    at: int
    words: int
    kind: int


def phrases(words: Sequence[str]) -> list[Phrase]:
    """The phrases that stand in `words`, which have no punctuation around them; the longest where several begin."""
    found: list[Phrase] = []
    lowered = [word.lower() for word in words]
    after = 0
    for at, word in enumerate(lowered):
        if at < after or word not in _FIRST:
            continue
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            kind = _KIND_OF.get(" ".join(lowered[at : at + length]))
            if kind is not None and (length > 1 or words[at] != word or not word.isascii()):
                found.append(Phrase(at, length, kind))
                after = at + length
                break
    return found
