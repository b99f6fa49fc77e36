"""Jina's reader over REST: it runs the page's scripts. Keyless: 20 calls a minute for each address; 500 with a key.

Wire facts: Jina's reader (README of jina-ai/reader: POST with the address in the body, JSON answers) and its rate-limit
page, checked 2026-11. The address goes into the body: behind the service's own, its query would become the service's.
"""

from __future__ import annotations

from .base import Answer, BackendDown, Extract, HostedReader, Request, text_of

_ITS_OWN_FAILURE = "Target URL returned error"


class Jina(HostedReader):
    url = "https://r.jina.ai/"

    def request(self, page: str, key: str | None) -> Request:
        headers = {"Accept": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        return Request("POST", self.url, headers=headers, json={"url": page})

    def parse(self, answer: Answer) -> Extract:
        page = answer.json["data"]
        warning = text_of(page.get("warning"))
        if warning.startswith(_ITS_OWN_FAILURE):
            raise BackendDown(warning)
        return Extract(text_of(page["content"]), text_of(page.get("title")))
