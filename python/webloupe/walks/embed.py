"""Vectors of an endpoint for a compression, which runs in a thread and knows no network."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from ..addresses import split_url
from ..embeddings import EmbeddingModel, Rows
from ..errors import ConfigError, Offline
from ..keys import Secret
from ..types import Wire
from .rooms import Progress, Rooms

SHELF: Final = "embedded"
_KEPT_S: Final = 30 * 86_400
_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


class Kept(Wire, frozen=True, kw_only=True):
    """Vectors on their shelf, a row a text."""

    rows: Rows


class FromEndpoint:
    """An embedder for the pure room: asks on the session's loop, and waits in the thread that it is called in."""

    def __init__(self, rooms: Rooms, model: EmbeddingModel, tell: Progress) -> None:
        self.name = model.shown
        self._rooms, self._model, self._tell = rooms, model, tell
        self._loop = asyncio.get_running_loop()

    def embed(self, texts: Sequence[str], kind: str = "passage") -> Rows:
        """A row a text, from the store where the same texts were asked before."""
        told = repr((self.name, self._model.base_url, list(texts)))
        key = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        store = self._rooms.store
        if known := store.kept(SHELF, key, Kept):
            return known.rows
        self._tell(f"asking {self.name} for {len(texts):,} vectors")
        timeout_s = self._rooms.config.llm_timeout_s
        asking = self._model.embed(self._rooms.backend_http, texts, timeout_s=timeout_s)
        rows = asyncio.run_coroutine_threadsafe(asking, self._loop).result()
        with suppress(UnicodeError):
            store.keep(SHELF, key, Kept(rows=rows))
            store.sweep_once(SHELF, older_than=time.time() - _KEPT_S)
        return rows


def from_endpoint(rooms: Rooms, tell: Progress) -> FromEndpoint:
    """The embedder of the settings. ConfigError where none is set up, Offline where it may not be asked."""
    config = rooms.config
    if not (config.llm_base_url and config.llm_embedding_model):
        raise ConfigError("No model for embeddings is set up.", "Set llm.base_url and llm.embedding_model.")
    if config.offline and split_url(config.llm_base_url).host not in _LOCAL:
        raise Offline("Offline, and the model for embeddings is on another machine.", "Take embed=lexical.")
    model = EmbeddingModel(config.llm_base_url, config.llm_embedding_model, config.keys.get("llm", Secret("")))
    return FromEndpoint(rooms, model, tell)
