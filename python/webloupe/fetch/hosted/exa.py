"""Exa: over its hosted MCP server without a key, over REST with one.

Wire facts: the source of exa-mcp-server (`web_fetch_exa`, its text template) and Exa's API reference (`/contents`,
"Contents endpoint status changes"), checked 2026-11.
"""

from __future__ import annotations

import re

from ...wire import mcp_call
from .base import Answer, BackendDown, Extract, HostedReader, Request, mcp_result, mcp_text, only, reply, rows, text_of

TEXT_CHARS = 500_000  # unset, a page is cut after 3,000
_HEAD = re.compile(r"# ([^\n]*)\n+URL: [^\n]*\n(?:(?:Published|Published Date|Author): [^\n]*\n)*")
_FAILED = re.compile(r"Error fetching[^\n:]*: *")
_NOTHING = "No content found"


class Exa(HostedReader):
    url = "https://mcp.exa.ai/mcp"
    keyed_url = "https://api.exa.ai/contents"

    def request(self, page: str, key: str | None) -> Request:
        headers = {"x-api-key": key} if key else {}
        if key and self.keyed_url != self.url:  # an endpoint that was set stands for the MCP server
            return Request("POST", self.keyed_url, headers=headers, json={"urls": [page], "text": True})
        return mcp_call(self.url, "web_fetch_exa", {"urls": [page], "maxCharacters": TEXT_CHARS}, headers)

    def parse(self, answer: Answer) -> Extract:
        told = reply(answer)
        if "results" not in told:
            return _told_in_text(mcp_text(mcp_result(answer)).replace("\r\n", "\n"))
        page = only(told["results"])
        for status in rows(told.get("statuses") or []):
            if not page and status.get("status") == "error":
                raise BackendDown(str(status["error"]["tag"]))
        return Extract(text_of(page.get("text")), text_of(page.get("title")))

    def usd(self, answer: Answer) -> float | None:
        return float(answer.json["costDollars"]["total"])


def _told_in_text(text: str) -> Extract:
    """The page out of the tool's text: title, address, perhaps date and author, then the page."""
    if text.startswith(_NOTHING):
        return Extract("")
    if failed := _FAILED.match(text):
        raise BackendDown(text[failed.end() :].partition("\n")[0])
    head = _HEAD.match(text)
    if head is None:
        raise ValueError("neither a page nor the notice that there is none")
    return Extract(text[head.end() :].strip(), head[1].strip())
