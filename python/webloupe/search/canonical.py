"""One key for the many addresses of one page, to know it again. The address that is shown stays as it came. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ..addresses import UNPARSED_CHARS

# Parameters that say where a click came from and never which page it leads to: Google Analytics' campaign parameters
# (utm_*), Matomo's (pk_*, mtm_*), HubSpot's (hsa_*), AT Internet's (at_*), and the click identifiers that Brave's
# query filter and Firefox's query stripping remove. Not `ref`, `source`, `s` or `sid`: pages hang on them.
_FAMILIES: Final = ("utm_", "pk_", "mtm_", "piwik_", "hsa_", "at_campaign", "at_medium", "at_custom", "at_link")
_TRACKERS: Final = frozenset(
    {
        *("gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid", "_ga", "_gl"),
        *("ga_source", "ga_medium", "ga_campaign", "ga_term", "ga_content", "amp_js_v", "amp_gsa", "usqp"),
        *("fbclid", "fb_action_ids", "fb_action_types", "fb_source", "fb_ref", "igshid", "igsh"),
        *("msclkid", "twclid", "ref_src", "ref_url", "__twitter_impression", "ttclid", "li_fat_id", "epik", "sccid"),
        *("yclid", "_openstat", "rb_clickid", "irclickid", "wickedid", "s_cid", "cmpid", "spm"),
        *("mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "__hsfp", "__hssc", "__hstc", "hsctatracking"),
        *("oly_anon_id", "oly_enc_id", "vero_id", "vero_conv", "__s", "ml_subscriber", "ml_subscriber_hash"),
        *("guccounter", "guce_referrer", "guce_referrer_sig"),
    }
)
_AMP: Final = re.compile(r"amp(?:=(?:1|true)?)?|(?:output|outputtype)=amp", re.IGNORECASE)
# Fragments that lead to another page of a program in the browser: hash-bang routes, and routers that write "#/".
_ROUTE: Final = re.compile(r"#!?/|#!.")

# Where others serve a page's AMP copy: the page's own address follows, after "s/" when it is https.
_AMP_CACHE: Final = re.compile(r"[\w-]+\.cdn\.ampproject\.org|cdn\.ampproject\.org|(?:www\.)?bing-amp\.com")
_AMP_CACHED: Final = re.compile(r"/(?:[cvi]|wp|ii|viewer)/(?:s/)?(?=[^/]+\.[^/])")
_AMP_VIEWER: Final = re.compile(r"(?:www\.)?(?:google(?:\.com?)?(?:\.[a-z]{2,3})?|bing\.com)")
_AMP_VIEWED: Final = re.compile(r"/amp/(?:s/)?(?=[^/]+\.[^/])")
# Sites whose paths end in names that people choose: "amp" is a project there.
_NAMES_IN_PATHS: Final = re.compile(r"(?:git(?:hub|lab)|npmjs|pypi|crates|bitbucket|wiki\w+)\.\w+|.*\.wikipedia\.org")
_AMP_PATH: Final = re.compile(r"(?<=[^/])(?:/amp)+(?:\.html?)?$|\.amp(?=(?:\.html?)?$)")

_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
# Written either way they mean the same: unreserved in RFC 3986 (section 6.2.2.2) or in RFC 2396, and what a path or a
# query may hold as it is without meaning anything there.
_SAME_IN_PATH: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!*'(),:@")
_SAME_IN_QUERY: Final = _SAME_IN_PATH | {"/", "?"}


@lru_cache(maxsize=4_096)
def canonical(url: str) -> str:
    """What all addresses of one page have in common, as an https address; the same for `canonical(url)` itself.

    Left out: http or https, `www.`, default ports, user names, tracking parameters, AMP copies, the fragment (but not a
    route such as "#!/inbox"), a slash at the end, differences of case in the host and of percent-encoding. Parameters
    keep their order: services copy an address as the site wrote it, and some sites read theirs by place.
    What is no web address comes back as it is, without blanks around it. Never raises.
    """
    text = url.strip()
    for _ in range(8):  # an AMP copy may stand in a viewer that stands in another
        before, text = text, _once(text)
        if text == before:
            break
    return text


def _once(text: str) -> str:
    from ada_url import URL

    try:
        parts = URL(text) if len(text) <= UNPARSED_CHARS else None
    except ValueError:  # also for lone surrogates
        parts = None
    if parts is None or parts.protocol not in ("http:", "https:"):
        return text
    host, path = parts.hostname.rstrip("."), parts.pathname
    page = _behind_amp(host, path)
    if page:
        return f"https://{page}{parts.search}"
    port = f":{parts.port}" if parts.port and parts.port not in ("80", "443") else ""
    route = parts.hash if _ROUTE.match(parts.hash) else ""
    host = _bare_host(host)
    return f"https://{host}{port}{_bare_path(host, path)}{_bare_query(parts.search)}{route}"


def _behind_amp(host: str, path: str) -> str:
    """The page that an AMP cache or viewer shows, without its scheme; "" for any other address."""
    for hosts, paths in ((_AMP_CACHE, _AMP_CACHED), (_AMP_VIEWER, _AMP_VIEWED)):
        found = paths.match(path) if hosts.fullmatch(host) else None
        if found:
            return path[found.end() :]
    return ""


def _bare_host(host: str) -> str:
    prefix, _, rest = host.partition(".")
    return rest if prefix in ("www", "amp") and "." in rest else host  # www.com and amp.dev are names of their own


def _bare_path(host: str, path: str) -> str:
    path = _unescaped(path, _SAME_IN_PATH).rstrip("/")
    if not _NAMES_IN_PATHS.fullmatch(host):
        path = _AMP_PATH.sub("", path)
    return path.rstrip("/") or "/"


def _bare_query(search: str) -> str:
    pairs = (_unescaped(pair, _SAME_IN_QUERY).replace("%20", "+") for pair in search[1:].split("&"))
    kept = [pair for pair in pairs if pair and not _is_tracking(pair) and not _AMP.fullmatch(pair)]
    return "?" + "&".join(kept) if kept else ""


def _is_tracking(pair: str) -> bool:
    name = pair.partition("=")[0].lower()
    return name in _TRACKERS or name.startswith(_FAMILIES)


def _unescaped(text: str, same: frozenset[str]) -> str:
    """`text` with one way of writing each character: plain for those in `same`, else %XX in capitals."""
    if "%" not in text:
        return text

    def written(match: re.Match[str]) -> str:
        char = chr(int(match[1], 16))
        return char if char in same else match[0].upper()

    return _ESCAPE.sub(written, text)
