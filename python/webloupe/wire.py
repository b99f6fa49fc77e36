"""What goes over the wire and what it means: requests, answers, JSON, SSE and MCP envelopes. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

# One HTTP exchange carries one JSON-RPC call, so one fixed id tells its reply from notifications.
REQUEST_ID = 1
# Streamable-HTTP servers answer 406 unless both are named; plain JSON services take the first.
ACCEPT = "application/json, text/event-stream"
MAX_EVENTS = 1_000
"""Server-sent events and rows of a batch that are looked at: a service sends one reply and a few notices around it."""
MAX_OPENINGS = 300_000
"""Of lists and objects in a JSON body: each takes 0.3 µs to build, in which no other thread runs. A megabyte of page
text has some thousands of brackets."""

_LINE_END = re.compile(r"\r\n?")
_GAP = re.compile(r"\n\n+")
_DATA = re.compile(r"^data: ?(.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request as a backend wants it sent. `params` join the address's own query, `json` becomes the body.

    Its repr holds neither headers nor parameters nor body: keys and what is asked travel there.
    """

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    json: Any = field(default=None, repr=False)
    params: Mapping[str, object] = field(default_factory=dict, repr=False)

    @property
    def address(self) -> str:
        """`url` with `params`, percent-encoded."""
        if not self.params:
            return self.url
        return f"{self.url}{'&' if '?' in self.url else '?'}{urlencode(self.params)}"


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer, decoded and capped. `headers` have lower-case names, repeats joined by ", ".

    `over_cap` says that the body was cut at the caller's byte cap, or with `late` that there was no time for more of
    it; `total_bytes` is what the sender announced, None when it did not. `hops` are the addresses that redirected,
    first to last. `set_cookies` may be credentials: they are in no repr.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str
    over_cap: bool = False
    total_bytes: int | None = None
    hops: tuple[str, ...] = ()
    set_cookies: tuple[str, ...] = field(default=(), repr=False)
    late: bool = False

    @property
    def json(self) -> Any:
        """The body as JSON; ValueError when it is not."""
        return loads(self.body)

    @property
    def media_type(self) -> str:
        """The content type without its parameters, lower case; "" when the sender named none."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def text(self) -> str:
        """The body as UTF-8, undecodable bytes replaced."""
        return self.body.decode("utf-8-sig", errors="replace")


def sse_data(text: str) -> Iterator[str]:
    """The data of each server-sent event in `text`, in order, its lines joined by a newline.

    Lines end in LF, CRLF or CR (and nothing else: U+2028 is data). Comments and other fields are
    skipped. An event that the end of the text cuts off still counts; its JSON decides what it is worth.
    """
    events = (_DATA.findall(event) for event in _GAP.split(_LINE_END.sub("\n", text)))
    return ("\n".join(lines) for lines in events if lines)


def documents(answer: Answer) -> list[Any]:
    """Every JSON document of the body: one of plain JSON, one of each SSE event that holds JSON, among the first 1,000.

    The first character decides, since endpoints switch between the two and mislabel them.
    ValueError when there is none.
    """
    try:
        if answer.body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
            return [answer.json]
        found = list(_decodable(islice(sse_data(answer.text), MAX_EVENTS)))
    except RecursionError as error:
        raise ValueError("JSON nested too deeply") from error
    if not found:
        raise ValueError("neither JSON nor SSE data")
    return found


def loads(body: bytes | str) -> Any:
    """The JSON document of a body; ValueError where it is none, or one of too many lists and objects."""
    openings = body.count("[") + body.count("{") if isinstance(body, str) else body.count(b"[") + body.count(b"{")
    if openings > MAX_OPENINGS:
        raise ValueError("JSON of too many lists and objects")
    return json.loads(body)


def _decodable(texts: Iterator[str]) -> Iterator[Any]:
    for text in texts:
        try:
            yield loads(text)
        except ValueError:
            continue  # a keep-alive such as "data: ping"


def reply(answer: Answer) -> dict[str, Any]:
    """The JSON-RPC reply to our call or, from a service that does not speak it, the first JSON object.

    Notifications and replies to other ids are passed over; an error may carry an id that is none
    (null, or a word such as "server-error"). ValueError when nothing of it is there.
    """
    rows = [row for one in documents(answer) for row in (one if isinstance(one, list) else [one])]
    objects = [row for row in rows[:MAX_EVENTS] if isinstance(row, dict)]
    ours = [row for row in objects if row.get("id") in (REQUEST_ID, str(REQUEST_ID)) and "method" not in row]
    errors = [row for row in objects if "error" in row and not isinstance(row.get("id"), int)]
    plain = [row for row in objects if "jsonrpc" not in row and "method" not in row]
    for row in (*ours, *errors, *plain):
        return row
    raise ValueError("no reply to the call")


def mcp_call(url: str, tool: str, arguments: Mapping[str, Any], headers: Mapping[str, str]) -> Request:
    """A stateless MCP `tools/call`: no handshake and no protocol-version header, which hosted servers refuse."""
    return Request("POST", url, headers=headers, json=rpc("tools/call", {"name": tool, "arguments": dict(arguments)}))


def rpc(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a JSON-RPC call."""
    return {"jsonrpc": "2.0", "id": REQUEST_ID, "method": method, "params": dict(params)}


def mcp_result(answer: Answer) -> dict[str, Any]:
    """The `result` of an MCP reply; ValueError or KeyError when it has none."""
    result = reply(answer)["result"]
    if not isinstance(result, dict):
        raise ValueError("result is not an object")
    return result


def mcp_text(result: Mapping[str, Any]) -> str:
    """The text items of an MCP tool result, joined by a blank line; "" when it has none."""
    content = result.get("content")
    items = content if isinstance(content, list) else []
    texts = [item.get("text") for item in items if isinstance(item, dict)]
    return "\n\n".join(text for text in texts if isinstance(text, str))


def moved_to(answer: Answer) -> str | None:
    """Where a 3xx answer points, absolute; None when it is none or does not say."""
    location = answer.headers.get("location", "").strip()
    if not 300 <= answer.status < 400 or not location:
        return None
    try:
        return urljoin(answer.url, location)
    except ValueError:
        return None


def origin(url: str) -> tuple[str, str]:
    """Scheme and authority of a URL: what must stay the same for a key to go along."""
    parts = urlsplit(url)
    return parts.scheme, parts.netloc
