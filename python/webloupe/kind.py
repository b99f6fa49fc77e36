"""What sort of text this is, so that nothing is shortened with loss that must stay whole.

Three questions in turn: is it a page at all (empty, a robot check); does its form say it (JSON, XML, an address or
media type that the text bears out); and else, what do its lines measure: how many are items, rows, code, settings,
signatures, clauses or prose. Blogs, news, forum threads and one-topic documentation are narrative; whatever is dense
and flat, where each line stands for itself, is not.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from .lines import Measured, measure
from .types import ContentKind, Kind

_LOOKED_AT = 120_000  # characters measured of a long text: its nature shows earlier
_SHORT = 1_500  # characters; a robot check or consent wall says no more


def content_kind(text: str, *, url: str | None = None, media_type: str | None = None) -> ContentKind:
    """The kind of a text, why, and how sure (0–1). `lossy_ok` is true for narrative alone.

    `url` and `media_type` are hints: they decide only where the text does not speak against them.
    """
    sample = text[:_LOOKED_AT]
    if not sample.strip():
        return _kind("empty", "no text", 1.0)
    reason = stands_in_for_page(text)
    if reason:
        return _kind("blocked", reason, 0.9)
    measured = measure(sample)
    path = urlsplit(url or "").path.lower()
    return _by_form(sample, path, media_type or "", measured) or _by_lines(measured)


def _kind(kind: Kind, reason: str, confidence: float) -> ContentKind:
    sure = round(min(1.0, confidence), 2)
    return ContentKind(kind=kind, lossy_ok=kind == "narrative" and sure >= 0.5, reason=reason, confidence=sure)


# --- not the page ----------------------------------------------------------------------------------------------------

_ROBOT_CHECK = re.compile(
    r"checking (?:if the site connection|your browser)|verif(?:y|ying) (?:that )?you(?:'re| are) (?:a )?human"
    r"|are you (?:a )?(?:robot|human)\b|i(?:'m| am) not a robot|unusual traffic from your|complete the security check"
    r"|enable javascript and cookies to continue|press (?:&|and) hold to confirm|security verification"
    r"|request unsuccessful\. incapsula|pardon our interruption|prove (?:that )?you(?:'re| are) (?:a )?human"
    r"|making sure you(?:'re| are) not a bot|automated (?:access|requests?|queries) (?:from|to)|ddos protection by"
    r"|performing security verification|your browser is (?:out of date|no longer supported).{0,80}update"
    r"|完成(?:安全|人机|以下)?验证|人机验证|滑动(?:滑块|验证)|请输入验证码|访问过于频繁|异常流量|环境异常|安全验证",
    re.IGNORECASE | re.DOTALL,
)
_CHECK_TITLE = re.compile(
    r"just a moment|attention required|access denied|robot check|are you a robot|security check|human verification"
    r"|ddos-guard|captcha|bot verification|安全验证|人机验证|验证码",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"access (?:to this page )?(?:has been |is )?denied|you (?:have been|are) blocked|ray id", re.IGNORECASE
)
_CONSENT = re.compile(
    r"before you continue|we value your privacy|we (?:and our \d* ?partners )?use cookies|accept all|reject all"
    r"|manage (?:preferences|cookies|choices)|your consent|consent to (?:the use|our use)|cookie (?:policy|settings)"
    r"|全部接受|接受所有|同意并继续|使用\s?cookie",
    re.IGNORECASE,
)


def stands_in_for_page(text: str, *, title: str = "") -> str | None:
    """The reason when a text is a robot check or a consent wall and no page; None when it is none of these.

    Only short texts are: a long one that mentions such a check is an article about it.
    """
    shown = text.strip()
    if len(shown) > _SHORT:
        return None
    title = title or shown.partition("\n")[0][:200]
    if _ROBOT_CHECK.search(shown) or (_CHECK_TITLE.search(title) and len(shown) < _SHORT // 2):
        return "robot check instead of the page"
    if len(_DENIAL.findall(shown)) >= 2:
        return "access denied by a guard in front of the site"
    consent = {mark.lower() for mark in _CONSENT.findall(shown)}
    return "consent wall instead of the page" if len(consent) >= 3 else None


# --- what its form says ----------------------------------------------------------------------------------------------

_CODE = re.compile(
    r"\.(?:py|pyi|js|mjs|cjs|jsx|ts|tsx|java|kt|scala|c|h|cc|cpp|hpp|cs|go|rs|rb|php|swift|m|r|jl|lua|pl|sh|bash|zsh|ps1"
    r"|sql|hs|ex|exs|erl|clj|lisp|el|vim|css|scss|less|vue|svelte|dart|zig|nim|asm|s|f90|ipynb|cu|cmake|patch|diff)$"
    r"|/(?:makefile|dockerfile|rakefile|gemfile|jenkinsfile)$"
)
_CONFIG = re.compile(
    r"\.(?:toml|ini|cfg|conf|env|ya?ml|properties|editorconfig|service|plist|tf|hcl)(?:\.(?:sample|example|dist))?$"
    r"|/\.(?:env|gitignore|npmrc|bashrc|zshrc)[^/]*$|/(?:package|tsconfig|composer|jsconfig|settings)\.json$"
)
_LEGAL_PATH = re.compile(
    r"/(?:licen[cs]es?|copying|notice|eula|legal|terms|tos|privacy|conditions|imprint|impressum|agb)(?:[-_./]|$)"
)
_INDEX_PATH = re.compile(r"/(?:llms(?:-full)?\.txt|sitemap[^/]*\.(?:xml|txt)|toc[^/]*)$")
_JSON = re.compile(r"\s*(?:\{\s*(?:\"|\})|\[\s*(?:[{\[\"\d\]-]|true|false|null))")
_XML = re.compile(r"\s*(?:<\?xml[^>]*>|<!--.*?-->|\s)*<(?!html|!doctype html)([a-z][\w:.-]*)[\s>/]", re.I | re.S)
_HTML = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html)\b", re.IGNORECASE | re.DOTALL)
_NOT_SHOWN = re.compile(r"<(script|style|head|noscript|template)\b.*?(?:</\1>|\Z)|<[^<>]*>", re.IGNORECASE | re.DOTALL)
_LISTS = {"urlset": "sitemap", "sitemapindex": "sitemap", "rss": "feed", "feed": "feed", "rdf:rdf": "feed"}


def _by_form(text: str, path: str, media_type: str, measured: Measured) -> ContentKind | None:
    """The kind where format, media type or address tell it, and the text does not speak against them."""
    marked_up = _by_markup(text, path, media_type)
    if marked_up:
        return marked_up
    if media_type in ("text/csv", "text/tab-separated-values") or path.endswith((".csv", ".tsv")):
        return _kind("table", "rows of separated values", 0.95)
    is_listed = measured.share("signature", "link", "item") >= 0.5  # items may have a comma each
    if measured.delimited >= 0.9 and measured.lines >= 4 and measured.prose < 0.2 and not is_listed:
        return _kind("table", f"{measured.delimited:.0%} of the lines have the same number of separators", 0.8)
    if _INDEX_PATH.search(path) and measured.share("link", "item") >= 0.2:
        return _kind("index", "a list of links at the address of an index", 0.95)
    if _LEGAL_PATH.search(path) and measured.legal >= 0.006:
        return _kind("legal", "legal wording at the address of a legal text", 0.95)
    is_prose = measured.prose > 0.6
    # A page may stand at an address such as /viewtopic.php.
    is_file = "html" not in media_type and not is_prose
    if is_file and (_is_source(media_type) or _CODE.search(path)):
        return _kind("code", "a source file", 0.95)
    if is_file and (media_type.endswith(("yaml", "toml")) or _CONFIG.search(path)):
        return _kind("config", "a configuration file", 0.95)
    return None


def _is_source(media_type: str) -> bool:
    return (media_type.startswith("text/x-") and "markdown" not in media_type) or media_type.endswith("script")


def _by_markup(text: str, path: str, media_type: str) -> ContentKind | None:
    if "json" in media_type or _JSON.match(text):
        if _CONFIG.search(path):
            return _kind("config", "a configuration file in JSON", 0.9)
        return _kind("data", "JSON", 0.95)
    if _HTML.match(text):
        shown = _NOT_SHOWN.sub(" ", text)
        if len(shown.split()) < 30:
            return _kind("empty", "an HTML shell without text", 0.9)
        return _by_lines(measure(shown))
    xml = _XML.match(text) if media_type.endswith("xml") or text.lstrip()[:5] == "<?xml" else None
    if xml:
        listed = _LISTS.get(xml.group(1).lower())
        return _kind("index", f"a {listed}", 0.9) if listed else _kind("data", "XML", 0.9)
    return None


# --- what its lines measure ------------------------------------------------------------------------------------------


def _by_lines(m: Measured) -> ContentKind:
    """The kind that the measured shares decide: the first rule that holds."""
    link, item, clause = m.share("link"), m.share("item"), m.share("clause")
    setting, code = m.share("setting"), m.share("code")
    signature, row, told = m.share("signature"), m.share("row"), m.prose
    is_source = code + setting >= 0.3 and code + setting + signature >= 0.75 and told < 0.3
    is_legal = m.legal >= 0.015 or (m.legal >= 0.008 and clause >= 0.1)
    # A page on one topic may end in a table of options; a reference is little else.
    is_reference = signature >= (0.4 if told >= 0.4 else 0.2) and told < 0.75
    is_short_listed = link + item + clause >= 0.6 and m.item_chars < 80
    # (whether it holds, the kind, the figure it rests on, what is added for confidence, what the figure means)
    rules: tuple[tuple[bool, Kind, float, float, str], ...] = (
        (row >= 0.5 and told < 0.3, "table", row, 0.1, "of the lines are table rows"),
        (m.fenced >= 0.6, "code", m.fenced, 0.1, "of the text is code blocks"),
        (is_source and code > setting, "code", code + setting + signature, 0.1, "of the lines are code"),
        (is_reference, "api_list", signature, 0.4, "of the lines are signatures or parameters"),
        (is_legal, "legal", m.legal, 0.7, "of the words are legal terms"),
        (link >= 0.4 and told < 0.4, "index", link, 0.2, "of the lines are links"),
        (setting + code >= 0.5 and setting > code and told < 0.3, "config", setting, 0.2, "of the lines are settings"),
        (code + setting >= 0.5 and told < 0.3, "code", code + setting, 0.1, "of the lines are code"),
        (is_short_listed and told < 0.25, "index", link + item + clause, 0.0, "of the lines are short items"),
        (m.digits >= 0.3 and told < 0.3, "data", m.digits, 0.4, "of the characters are digits"),
        (told >= 0.3 or (m.words < 80 and told > 0), "narrative", told, 0.3, "of the text is paragraphs"),
        (link + item >= 0.4, "index", link + item, 0.1, "of the lines are links or items"),
    )
    for holds, kind, figure, more, meaning in rules:
        if holds:
            return _kind(kind, f"{figure:.0%} {meaning}", min(0.95, figure + more))
    return _kind("narrative", "nothing dense or flat about it, though little of it is paragraphs", 0.4)
