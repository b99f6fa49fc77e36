"""Parallel: over its hosted MCP server without a key, over REST with one.

Wire facts: Parallel's search MCP documentation (`web_fetch`) and its API reference (`/v1/extract`, advanced settings),
checked 2026-11. Excerpts always come; they stand in where the full text is missing.
"""

from __future__ import annotations

import json
from typing import Any

from ...wire import mcp_call
from .base import Answer, BackendDown, Extract, HostedReader, Request, mcp_result, mcp_text, only, reply, rows, text_of

SESSION_CHARS = 100


class Parallel(HostedReader):
    url = "https://search.parallel.ai/mcp"
    keyed_url = "https://api.parallel.ai/v1/extract"

    def request(self, page: str, key: str | None) -> Request:
        if key and self.keyed_url != self.url:  # an endpoint that was set stands for the MCP server
            body = {"urls": [page], "advanced_settings": {"full_content": True}}
            return Request("POST", self.keyed_url, headers={"x-api-key": key}, json=body)
        session = {"session_id": self.session_id[:SESSION_CHARS]} if self.session_id else {}
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return mcp_call(self.url, "web_fetch", {"urls": [page], "full_content": True, **session}, headers)

    def parse(self, answer: Answer) -> Extract:
        told = _payload(answer)
        page = only(told["results"])
        for failure in rows(told.get("errors") or []):
            if not page:
                raise BackendDown(f"{failure['error_type']}, HTTP {failure.get('http_status_code')}")
        excerpts = "\n\n".join(map(text_of, page.get("excerpts") or []))
        return Extract(text_of(page.get("full_content")) or excerpts, text_of(page.get("title")))


def _payload(answer: Answer) -> dict[str, Any]:
    told = reply(answer)
    if "results" in told:
        return told  # REST
    result = mcp_result(answer)
    structured = result.get("structuredContent")
    if isinstance(structured, dict) and "results" in structured:
        return structured
    return dict(json.loads(mcp_text(result)))
