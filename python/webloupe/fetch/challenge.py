"""What comes in place of a page: robot challenges, consent walls, shells that only a browser fills."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from ..standins import asks_for_scripts, stands_in_for_page
from .detect import PAGE_TYPES

# Marks in the markup of challenge pages, each named by its maker.
_CHALLENGE_MARKUP: tuple[tuple[bytes, str], ...] = (
    (b"_cf_chl_opt", "Cloudflare"),
    (b"/orchestrate/chl_page", "Cloudflare"),  # ordinary pages load .../challenge-platform/scripts/jsd
    (b"cf-turnstile", "Cloudflare"),
    (b"cf-browser-verification", "Cloudflare"),
    (b"captcha-delivery.com", "DataDome"),
    (b"px-captcha", "HUMAN"),
    (b"_incapsula_resource", "Imperva"),
    (b"awswafcaptcha", "AWS WAF"),
    (b"window.awswafcookiedomainlist", "AWS WAF"),
    (b"sucuri_cloudproxy", "Sucuri"),
    (b"g-recaptcha", "reCAPTCHA"),
    (b"h-captcha", "hCaptcha"),
    (b"anubis_challenge", "Anubis"),
)
_CHALLENGE_STATUSES = frozenset({403, 429, 503})
_FORM_FIELD = re.compile(rb"<(?:textarea|select)\b|<input[^<>]{1,1000}type=[\"']?(?:text|email|search)", re.IGNORECASE)
_SHELL_ROOT = re.compile(
    rb"<(?:div|main)[^<>]{0,1000}\bid=[\"']?(?:root|app|__next|__nuxt|___gatsby|svelte|main-app)\b|<app-root\b",
    re.IGNORECASE,
)
_SCRIPT = re.compile(rb"<script\b", re.IGNORECASE)

_CHALLENGE_CHARS = 600  # a challenge page says no more than this
_SHELL_CHARS = 200


DRAWN_BY_SCRIPT = "The page is drawn by script: without a browser there is next to nothing to read."
"""The remark on a shell that only a browser fills."""


def is_challenge(status: int, headers: Mapping[str, str], body: bytes) -> bool:
    """Whether this answer asks for a proof of being human. `headers` have lower-case names."""
    if status not in _CHALLENGE_STATUSES:
        return False
    return headers.get("cf-mitigated", "").lower() == "challenge" or _marked(body[:65_536]) is not None


def blocked_reason(title: str, text: str, head: bytes) -> str | None:
    """Why this is not the page asked for, None when it is. `head` is the start of the bytes that gave `text`."""
    reason = stands_in_for_page(text, title=title)
    if reason is None and len(text) <= _CHALLENGE_CHARS and not _FORM_FIELD.search(head):
        maker = _marked(head)
        return f"robot check ({maker}) instead of the page" if maker else None
    return reason


def shell_notes(text: str, head: bytes, media_type: str, url: str) -> tuple[str, ...]:
    """Remarks on an HTML page that is less than it seems."""
    if media_type not in PAGE_TYPES:
        return ()
    notes = []
    path = urlsplit(url).path
    if path.endswith(("/llms.txt", "/llms-full.txt")):
        notes.append(f"There is no {path.rpartition('/')[2]}: the site answered with an HTML page.")
    if (
        len(text.strip()) < _SHELL_CHARS
        and _SCRIPT.search(head)
        and (_SHELL_ROOT.search(head) or not text.strip() or asks_for_scripts(text))
    ):
        notes.append(DRAWN_BY_SCRIPT)
    return tuple(notes)


def _marked(head: bytes) -> str | None:
    lowered = head.lower()
    return next((maker for mark, maker in _CHALLENGE_MARKUP if mark in lowered), None)
