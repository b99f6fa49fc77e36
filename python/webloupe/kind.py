"""What sort of text this is, so that nothing is shortened with loss that must stay whole.

Three questions in turn: is it a page at all (empty, a robot check); does its form say it (JSON, XML, an address or
media type that the text bears out); and else, what do its lines measure: how many are items, rows, code, settings,
signatures, clauses or prose. Blogs, news, forum threads and one-topic documentation are narrative; whatever is dense
and flat, where each line stands for itself, is not.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from .kind_rules import kind_of
from .lines import Measured, measure
from .standins import says_nothing, stands_in_for_page
from .types import ContentKind, Kind

_LOOKED_AT = 20_000  # characters measured of a long text; six times as many tell no more of the labelled ones


def content_kind(text: str, *, url: str | None = None, media_type: str | None = None) -> ContentKind:
    """The kind of a text, why, and how sure (0–1). `lossy_ok` is true for narrative alone.

    `url` and `media_type` are hints: they decide only where the text does not speak against them.
    """
    if not text.strip():
        return _kind("empty", "no text", 1.0)
    if reason := stands_in_for_page(text):
        return _kind("blocked", reason, 0.9)
    if reason := says_nothing(text):
        return _kind("empty", reason, 0.8)
    path = _path(url)
    sample = _sample(text)
    measured = measure(sample)
    return _by_form(sample, path, media_type or "", measured) or _measured(measured, path)


def _sample(text: str) -> str:
    """All of a text, or its start and a piece from its middle, cut at ends of lines."""
    if len(text) <= _LOOKED_AT:
        return text
    middle = text.find("\n", len(text) // 2) + 1 or len(text) // 2
    pieces = (text[: 2 * _LOOKED_AT // 3], text[middle : middle + _LOOKED_AT // 3])
    return "\n".join(piece[: piece.rfind("\n") + 1] or piece for piece in pieces)


def _path(url: str | None) -> str:
    try:
        return urlsplit(url).path.lower() or "/" if url else ""
    except ValueError:  # "http://[" and the like
        return ""


def _measured(measured: Measured, path: str) -> ContentKind:
    return _kind(*kind_of(measured, path))


def _kind(kind: Kind, reason: str, confidence: float) -> ContentKind:
    sure = round(min(1.0, confidence), 2)
    return ContentKind(kind=kind, lossy_ok=kind == "narrative" and sure >= 0.5, reason=reason, confidence=sure)


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
_LLMS_PATH = re.compile(r"/llms(?:-full)?\.txt$")
_JSON = re.compile(r"\s*(?:\{\s*(?:\"|\})|\[\s*(?:[{\[\"\d\]-]|true|false|null))")
_XML = re.compile(r"\s*(?:<\?xml[^>]*>|<!--.*?-->|\s)*<(?!html|!doctype html)([a-z][\w:.-]*)[\s>/]", re.I | re.S)
_HTML = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html)\b", re.IGNORECASE | re.DOTALL)
_SCRIPT = re.compile(r"#!\s?/|<\?php\b|diff --git |--- \S+\s*\n\+\+\+ ")
_SETTINGS_ROOT = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?<(?:configuration|config|settings|beans|plist|properties|project)\b"
)
_NOT_SHOWN = re.compile(r"<(script|style|head|noscript|template)\b.*?(?:</\1>|\Z)|<[^<>]*>", re.IGNORECASE | re.DOTALL)
_BY_TYPE: dict[str, tuple[Kind, str]] = {
    "application/rss+xml": ("index", "a feed"),
    "application/atom+xml": ("index", "a feed"),
    "application/x-ipynb+json": ("code", "a notebook"),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ("table", "a workbook"),
}
_LISTS = {"urlset": "sitemap", "sitemapindex": "sitemap", "rss": "feed", "feed": "feed", "rdf:rdf": "feed"}


def _by_form(text: str, path: str, media_type: str, measured: Measured) -> ContentKind | None:
    """The kind where format, media type or address tell it, and the text does not speak against them."""
    marked_up = _by_markup(text, path, media_type)
    if marked_up:
        return marked_up
    if media_type in _BY_TYPE:
        return _kind(*_BY_TYPE[media_type], 0.9)
    if media_type.startswith("image/"):
        return _kind("data", "what is known of a picture", 0.9)
    if media_type in ("text/csv", "text/tab-separated-values") or path.endswith((".csv", ".tsv")):
        return _kind("table", "rows of separated values", 0.95)
    is_listed = measured.share("signature", "link", "item", "record", "heading") >= 0.5  # items may have a comma each
    is_code = measured.source.code >= 0.5 and measured.source.programs >= 0.3
    is_cut = measured.delimited >= 0.9 and measured.lines >= 4 and measured.prose < 0.2
    if is_cut and not is_listed and not is_code:
        return _kind("table", f"{measured.delimited:.0%} of the lines have the same number of separators", 0.8)
    if _LLMS_PATH.search(path) and "html" in media_type and not (measured.titles >= 1 and text.lstrip()[:2] == "# "):
        return _kind("empty", "a page of the site in place of the index that is not there", 0.8)
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
    if ("json" in media_type and media_type not in _BY_TYPE) or (_JSON.match(text) and text.rstrip()[-1:] in "}],"):
        if _CONFIG.search(path):
            return _kind("config", "a configuration file in JSON", 0.9)
        return _kind("data", "JSON", 0.95)
    if _SCRIPT.match(text):
        return _kind("code", "begins as a script or a patch does", 0.95)
    if _HTML.match(text):
        shown = _NOT_SHOWN.sub(" ", text)
        if len(shown.split()) < 30:
            return _kind("empty", "an HTML shell without text", 0.9)
        return _measured(measure(shown), path)
    if _SETTINGS_ROOT.match(text):
        return _kind("config", "settings in XML", 0.8)
    xml = _XML.match(text) if media_type.endswith("xml") or text.lstrip()[:5] == "<?xml" else None
    if xml:
        listed = _LISTS.get(xml.group(1).lower())
        return _kind("index", f"a {listed}", 0.9) if listed else _kind("data", "XML", 0.9)
    return None
