"""Vectors from a configured OpenAI-compatible endpoint: texts in, a row of numbers each out.

Wire facts: the embeddings API as OpenAI, Ollama, vLLM, LM Studio and llama.cpp serve it, checked 2026-11.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from .errors import BadModelAnswer, ModelUnavailable, WebloupeError
from .http import HONEST_USER_AGENT, Http
from .keys import Secret
from .wire import Answer, Request

MAX_BYTES: Final = 50_000_000  # of an answer: 64 rows of 4,096 numbers take about 6
BATCH_TEXTS: Final = 64
BATCH_CHARS: Final = 100_000  # servers bound a request by its tokens, OpenAI at 300,000

Rows = list[list[float]]


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """Which model, and where: `base_url` is the part before `/embeddings`, such as http://localhost:11434/v1."""

    base_url: str
    name: str
    key: Secret

    @property
    def shown(self) -> str:
        """The model and the host that is asked, as people are told; an address may hold a key."""
        return f"{self.name} at {urlsplit(self.base_url).hostname or 'no host'}"

    async def embed(self, http: Http, texts: Sequence[str], *, timeout_s: float) -> Rows:
        """A row a text, in order, all of one length; a blank text, which servers refuse, gets a row of zeros.

        Equal texts are sent once. `timeout_s` is for each request of at most `BATCH_TEXTS` texts. ModelUnavailable when
        the server cannot be reached or refuses, BadModelAnswer when what comes back is no such row for each.
        """
        wanted = list(dict.fromkeys(text for text in texts if text.strip()))
        rows: Rows = []
        for batch in _batches(wanted):
            rows += self._rows(await self._ask(http, batch, timeout_s), len(batch))
        if len({len(row) for row in rows}) > 1:
            raise self._bad("rows of different lengths")
        known = dict(zip(wanted, rows, strict=True))
        blank = [0.0] * (len(rows[0]) if rows else 1)
        return [known.get(text, blank) for text in texts]

    async def _ask(self, http: Http, batch: Sequence[str], timeout_s: float) -> Answer:
        authorization = {"Authorization": f"Bearer {self.key.reveal()}"} if self.key else {}
        request = Request(
            "POST",
            f"{self.base_url.rstrip('/')}/embeddings",
            headers={"User-Agent": HONEST_USER_AGENT, "Accept": "application/json", **authorization},
            json={"model": self.name, "input": list(batch), "encoding_format": "float"},
        )
        try:
            answer = await http.send(request, timeout_s=timeout_s, max_bytes=MAX_BYTES)
        except WebloupeError as error:
            raise ModelUnavailable(f"The model {self.shown} did not answer: {error.message}", error.hint) from None
        if not 200 <= answer.status < 300:
            raise ModelUnavailable(
                f"The model {self.shown} refused: HTTP {answer.status}.", "Check `llm.embedding_model` and its key."
            )
        return answer

    def _rows(self, answer: Answer, count: int) -> Rows:
        """The rows of an answer by their `index`, which servers need not keep in order."""
        try:
            data: Any = answer.json["data"]
            places = [row.get("index", place) for place, row in enumerate(data)]
            found = {
                place: [float(number) for number in row["embedding"]] for place, row in zip(places, data, strict=True)
            }
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise self._bad("no list of vectors") from None
        if set(found) != set(range(count)) or len(data) != count:
            raise self._bad(f"{len(data)} vectors for {count} texts")
        rows = [found[place] for place in range(count)]
        if not all(row and all(map(math.isfinite, row)) for row in rows):
            raise self._bad("a vector without numbers")
        return rows

    def _bad(self, what: str) -> BadModelAnswer:
        return BadModelAnswer(f"The model {self.shown} gave {what}.", "Name a model that makes embeddings.")


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    chars = 0
    for text in texts:
        if batch and (len(batch) == BATCH_TEXTS or chars + len(text) > BATCH_CHARS):
            yield batch
            batch, chars = [], 0
        batch.append(text)
        chars += len(text)
    if batch:
        yield batch
