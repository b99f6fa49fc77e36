"""Texts as vectors: one protocol, a table of providers. Each is loaded at first use."""

from .providers import Embedder, Kind, Vectors, embedder, given

__all__ = ["Embedder", "Kind", "Vectors", "embedder", "given"]
