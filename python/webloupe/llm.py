"""A configured language model behind an OpenAI-compatible endpoint: one question, one answer.

Wire facts: the chat-completions API as OpenAI, Ollama, vLLM, LM Studio and llama.cpp serve it, checked 2026-11.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from .errors import BadModelAnswer, ModelUnavailable, WebloupeError
from .http import HONEST_USER_AGENT, Http
from .keys import Secret
from .wire import Answer, Request, sse_data
from .wire import loads as loaded

MAX_BYTES: Final = 2_000_000
MAX_EVENTS: Final = 20_000  # of a streamed answer, a token or so each
RETRY_S: Final = 2.0  # what a busy server gets that does not say how long it wants
Messages = Sequence[Mapping[str, str]]
Schema = Mapping[str, Any]


class Reply(NamedTuple):
    """What a model said; `is_cut` where it stopped at the limit of tokens or time. Counts are None where untold."""

    text: str
    is_cut: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None


# How servers are told the schema of an answer, the newest way first; the last one leaves it to the words.
_WAYS: Final = (
    lambda schema: {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": True}},
    lambda schema: {"type": "json_object", "schema": schema},  # llama.cpp
    lambda schema: {"type": "json_object"},
    lambda schema: None,
)
_REFUSES_WAY: Final = frozenset({400, 404, 415, 422, 501})
_way_of: dict[tuple[str, str], int] = {}
"""The first way that a server took, by its address and model, so that it is not asked in vain each time."""


@dataclass(frozen=True, slots=True)
class Model:
    """Which model, and where: `base_url` is the part before `/chat/completions`, such as http://localhost:11434/v1."""

    base_url: str
    name: str
    key: Secret

    @property
    def shown(self) -> str:
        """The model and the host that is asked, as people are told; an address may hold a key."""
        return f"{self.name} at {urlsplit(self.base_url).hostname or 'no host'}"

    async def complete(self, http: Http, messages: Messages, *, timeout_s: float, max_tokens: int) -> str:
        """The model's text, as little random as it can be.

        ModelUnavailable when it cannot be reached or refuses, BadModelAnswer when what comes back holds no text.
        """
        reply = await self.ask(http, messages, timeout_s=timeout_s, max_tokens=max_tokens)
        if not reply.text.strip():
            raise BadModelAnswer(f"The model {self.name} gave no text.", "Try again, or name another model.")
        return reply.text

    async def ask(
        self, http: Http, messages: Messages, *, timeout_s: float, max_tokens: int, schema: Schema | None = None
    ) -> Reply:
        """The model's answer, in the form of `schema` where the server can hold it to one.

        A busy or failing server is asked once more. What has come when the time is nearly over counts, as cut.
        ModelUnavailable when it cannot be reached, refuses, or says nothing in time.
        """
        until = time.monotonic() + timeout_s
        way = _way_of.get((self.base_url, self.name), 0) if schema else len(_WAYS) - 1
        patience = 1
        while True:
            answer = await self._sent(http, messages, max_tokens, _WAYS[way](schema), until - time.monotonic())
            if 200 <= answer.status < 300:
                if schema:
                    _way_of[self.base_url, self.name] = way
                return _reply(answer)
            if _refuses_way(answer) and way + 1 < len(_WAYS):
                way += 1
                continue
            wait_s = _wait_s(answer)
            if wait_s is None or not patience or time.monotonic() + wait_s >= until:
                raise self._refused(answer)
            patience -= 1
            await asyncio.sleep(wait_s)

    async def _sent(
        self, http: Http, messages: Messages, max_tokens: int, form: Mapping[str, Any] | None, timeout_s: float
    ) -> Answer:
        body: dict[str, Any] = {"model": self.name, "messages": list(messages), "temperature": 0}
        body |= {"max_tokens": max_tokens, "stream": True, "stream_options": {"include_usage": True}}
        if form:
            body["response_format"] = form
        request = Request(
            "POST",
            f"{self.base_url.rstrip('/')}/chat/completions",
            headers={
                "User-Agent": HONEST_USER_AGENT,
                "Accept": "text/event-stream, application/json",
                **self._authorization(),
            },
            json=body,
        )
        try:
            return await http.send(
                request, timeout_s=max(timeout_s, 0.001), max_bytes=MAX_BYTES, in_part=lambda status, _: status < 300
            )
        except WebloupeError as error:
            raise ModelUnavailable(f"The model {self.name} did not answer: {error.message}", error.hint) from None

    def _authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key.reveal()}"} if self.key else {}

    def _refused(self, answer: Answer) -> ModelUnavailable:
        hint = "Check `WEBLOUPE_LLM_MODEL` and its key."
        if answer.status in (429, 503):
            hint = "It is busy or its allowance is spent: try again later, or name another model."
        return ModelUnavailable(f"The model {self.name} refused: HTTP {answer.status}.", hint)


def _refuses_way(answer: Answer) -> bool:
    """Whether it is the form of the answer that the server cannot take; llama.cpp's Python server calls that a 500."""
    return answer.status in _REFUSES_WAY or (answer.status == 500 and "response_format" in answer.text)


def _wait_s(answer: Answer) -> float | None:
    """How long to wait before asking again; None where that would not help."""
    if answer.status not in (429, 500, 502, 503, 504, 529):
        return None
    asked = answer.headers.get("retry-after", "").strip()
    return float(asked) if asked.isdecimal() else RETRY_S


def _reply(answer: Answer) -> Reply:
    """The text of the first choice, whole or from the events of a stream; "" where there is none."""
    said: list[str] = []
    reason = ""
    usage: Mapping[str, Any] = {}
    for document in _documents(answer):
        usage = _mapping(document.get("usage")) or usage
        choices = document.get("choices")
        choice = _mapping(choices[0]) if isinstance(choices, list) and choices else {}
        content = (_mapping(choice.get("message")) or _mapping(choice.get("delta"))).get("content")
        said.append(content if isinstance(content, str) else "")
        reason = str(choice.get("finish_reason") or reason)
    is_cut = reason == "length" or answer.late or answer.over_cap
    return Reply("".join(said), is_cut, _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")))


def _documents(answer: Answer) -> list[Mapping[str, Any]]:
    """The JSON objects of an answer, one or a stream of them; the first character decides."""
    text = answer.text
    events = [text] if text.lstrip()[:1] in ("{", "[") else []
    found: list[Mapping[str, Any]] = []
    for event in events or sse_data(text):
        try:
            found.append(_mapping(loaded(event)))
        except (ValueError, RecursionError):
            continue  # "[DONE]", a keep-alive, an event that broke off
        if len(found) >= MAX_EVENTS:
            break
    return found


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
