"""A configured language model behind an OpenAI-compatible endpoint: one question, one text back.

Wire facts: the chat-completions API as OpenAI, Ollama, vLLM, LM Studio and llama.cpp serve it, checked 2026-11.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .errors import BadModelAnswer, ModelUnavailable, WebloupeError
from .http import HONEST_USER_AGENT, Http
from .keys import Secret
from .wire import Answer, Request

MAX_BYTES: Final = 2_000_000
Messages = Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Model:
    """Which model, and where: `base_url` is the part before `/chat/completions`, such as http://localhost:11434/v1."""

    base_url: str
    name: str
    key: Secret

    async def complete(self, http: Http, messages: Messages, *, timeout_s: float, max_tokens: int) -> str:
        """The model's text, as little random as it can be.

        ModelUnavailable when it cannot be reached or refuses, BadModelAnswer when what comes back holds no text.
        """
        request = Request(
            "POST",
            f"{self.base_url.rstrip('/')}/chat/completions",
            headers={"User-Agent": HONEST_USER_AGENT, "Accept": "application/json", **self._authorization()},
            json={"model": self.name, "messages": list(messages), "temperature": 0, "max_tokens": max_tokens},
        )
        try:
            answer = await http.send(request, timeout_s=timeout_s, max_bytes=MAX_BYTES)
        except WebloupeError as error:
            raise ModelUnavailable(f"The model {self.name} did not answer: {error.message}", error.hint) from None
        return self._text(answer)

    def _authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key.reveal()}"} if self.key else {}

    def _text(self, answer: Answer) -> str:
        if not 200 <= answer.status < 300:
            raise ModelUnavailable(
                f"The model {self.name} refused: HTTP {answer.status}.", "Check `WEBLOUPE_LLM_MODEL` and its key."
            )
        text = _content(answer)
        if not text.strip():
            raise BadModelAnswer(f"The model {self.name} gave no text.", "Try again, or name another model.")
        return text


def _content(answer: Answer) -> str:
    """The text of the first choice; "" where there is none."""
    try:
        content: Any = answer.json["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    return content if isinstance(content, str) else ""
