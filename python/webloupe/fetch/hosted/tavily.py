"""Tavily over REST. Keyless: a small allowance for each address, no number published.

Wire facts: tavily-python 0.8.5 and Tavily's API reference (extract, keyless access, errors), checked 2026-11.
"""

from __future__ import annotations

from .base import Answer, BackendDown, Extract, HostedReader, Request, only, rows, text_of


class Tavily(HostedReader):
    url = "https://api.tavily.com/extract"

    def request(self, page: str, key: str | None) -> Request:
        headers = {"Authorization": f"Bearer {key}"} if key else {"X-Tavily-Access-Mode": "keyless"}
        return Request("POST", self.url, headers=headers, json={"urls": [page], "format": "markdown"})

    def parse(self, answer: Answer) -> Extract:
        told = answer.json
        page = only(told["results"])
        for failure in rows(told.get("failed_results") or []):
            if not page:
                raise BackendDown(str(failure["error"]))
        return Extract(text_of(page.get("raw_content")))
