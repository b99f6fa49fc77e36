"""Keenable over REST. Keyless: 1,000 calls an hour shared by everyone behind one address, searches among them.

Wire facts: Keenable's API reference (fetch, authentication, rate limits), checked 2026-11. Without `live` only pages
of its index are given.
"""

from __future__ import annotations

from .base import Answer, Extract, HostedReader, Quota, Request, text_of

TEXT_CHARS = 500_000  # unset, a page is cut after 50,000


class Keenable(HostedReader):
    url = "https://api.keenable.ai/v1/fetch/public"
    keyed_url = "https://api.keenable.ai/v1/fetch"

    def request(self, page: str, key: str | None) -> Request:
        # Keyless calls without a title are refused with 400.
        headers = {"X-API-Key": key} if key else {"X-Keenable-Title": "webloupe"}
        wanted = {"url": page, "live": "true", "max_chars": TEXT_CHARS}
        return Request("GET", self.keyed_url if key else self.url, headers=headers, params=wanted)

    def parse(self, answer: Answer) -> Extract:
        told = answer.json
        return Extract(text_of(told["content"]), text_of(told.get("title")))

    def quota(self, answer: Answer) -> Quota | None:
        return Quota.from_headers(answer.headers)
