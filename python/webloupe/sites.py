"""Sites as a search is narrowed to them: `example.org`, `example.org/docs`, `.edu`. Pure.

A site stands for its host and every host below it; with a path, for the pages at and below that path. A name that
begins with a dot stands for every host below a top-level domain, or below any suffix such as `.ac.uk`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from .errors import BadInput

_URL_CHARS: Final = 8_192  # longer addresses are not asked for either

_HOST: Final = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*", re.ASCII)
_WRITE_IT: Final = "Write it like example.org, example.org/docs or .edu, one at a time."


def cleaned(text: str) -> str:
    """A site as searches use it: lower case, punycode, no scheme, `www.`, port, query nor slash at the end.

    BadInput for what names no site: a single word such as `edu`, which may be meant as `.edu` or as `edu.org`.
    """
    bare = text.strip()
    suffix = bare.startswith(".")
    host, path = _parts(bare.lstrip(".") if suffix else bare.removeprefix("*."))
    if not host:
        raise BadInput(f"{_shown(bare)} is no site.", _WRITE_IT)
    if suffix:
        if path:
            raise BadInput(f"{_shown(bare)}: a top-level domain has no path.", _WRITE_IT)
        return f".{host}"
    if "." not in host:
        raise BadInput(f"{_shown(bare)} is no whole name of a site.", f"Write .{host} or {host}.org, as you mean it.")
    return host + path


def covers(site: str, url: str) -> bool:
    """Whether `site`, as `cleaned` gives it, holds the page at `url`."""
    host, page_path = _parts(url)
    name, slash, path = site.partition("/")
    if name.startswith("."):
        return host.endswith(name)
    return bool(host) and f".{host}".endswith(f".{name}") and _below(slash + path, page_path)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:59]}…")


def _below(path: str, page_path: str) -> bool:
    """Whether a page lies at `path` or below it: `/docs` holds `/docs/a`, not `/docsearch`."""
    wanted = unquote(path).rstrip("/")
    found = unquote(page_path)
    return found == wanted or found.startswith(f"{wanted}/") or not wanted


@lru_cache(maxsize=1_024)
def _parts(text: str) -> tuple[str, str]:
    """Host without `www.` and path without a slash at the end; both "" for what is no address of the web."""
    from ada_url import URL

    if len(text) > _URL_CHARS:
        return "", ""
    try:
        url = URL(text if "://" in text else f"https://{text}")
    except ValueError:  # also for lone surrogates
        return "", ""
    host = url.hostname.rstrip(".")
    if url.protocol not in ("http:", "https:") or url.username or not _HOST.fullmatch(host):
        return "", ""
    if host.count(".") > 1:  # www.com is a name of its own
        host = host.removeprefix("www.")
    return host, url.pathname.rstrip("/")
