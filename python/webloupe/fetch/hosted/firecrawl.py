"""Firecrawl over REST: it runs the page's scripts. Keyless: a small allowance for each address, no number published.

Wire facts: firecrawl-py 4.55.0 (v2 scrape), Firecrawl's API reference and the tests of its MCP server (the keyless
limit; a page's own failure comes as a success with `metadata.statusCode`), checked 2026-11.
"""

from __future__ import annotations

from .base import Answer, BackendDown, Extract, HostedReader, Request, text_of


class Firecrawl(HostedReader):
    url = "https://api.firecrawl.dev/v2/scrape"

    def request(self, page: str, key: str | None) -> Request:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        body = {"url": page, "formats": ["markdown"], "onlyMainContent": True}
        return Request("POST", self.url, headers=headers, json=body)

    def parse(self, answer: Answer) -> Extract:
        told = answer.json
        if told.get("success") is False:
            raise BackendDown(str(told.get("error") or "failed"))
        about = told["data"].get("metadata") or {}
        status = about.get("statusCode")
        if isinstance(status, int) and status >= 400:
            raise BackendDown(f"the page answers HTTP {status}")
        return Extract(text_of(told["data"]["markdown"]), text_of(about.get("title")))
