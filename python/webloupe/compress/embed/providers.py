"""The table of providers, and what a caller may bring of its own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias

from ...errors import BadInput
from .lexical import Lexical
from .multilingual import Multilingual
from .sparse import Sparse
from .static import Static

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Kind: TypeAlias = Literal["query", "passage"]
Vectors: TypeAlias = "NDArray[np.float32] | Sparse"


class Embedder(Protocol):
    """Something that makes vectors of texts. `name` tells model and version: equal names give equal vectors.

    A row a text, of any length but zero for a text that says something; likeness is the cosine. One that has an
    attribute `most` is too slow for more than so many texts a call.
    """

    @property
    def name(self) -> str:
        """Model and version."""

    def embed(self, texts: Sequence[str], kind: Kind = "passage") -> Vectors:
        """A row a text, in order."""


PROVIDERS: Final[Mapping[str, Callable[[], Embedder]]] = {
    "lexical": Lexical,
    "static": cache(Static),
    "multilingual": cache(Multilingual),
}


def embedder(spec: str | Embedder | Callable[..., Any]) -> Embedder:
    """The provider of this name, the embedder itself, or a callable as one.

    A callable gets the texts, and `kind` where it takes one, and gives a row of numbers a text. It must not be async:
    await its vectors first and hand them over by `given`. ExtraMissing where a package is missing, BadInput otherwise.
    """
    if isinstance(spec, str):
        if spec in PROVIDERS:
            return PROVIDERS[spec]()
        near = get_close_matches(spec, PROVIDERS, n=1, cutoff=0.0)[0]
        raise BadInput(f'Unknown embedding "{spec}".', f'Nearest match: "{near}" (known: {", ".join(PROVIDERS)}).')
    if hasattr(spec, "embed") and hasattr(spec, "name"):
        return spec
    if callable(spec):
        return _Called(spec)
    raise BadInput(
        "The embedding is neither a name nor something that can be called.", f"Known: {', '.join(PROVIDERS)}."
    )


def given(name: str, texts: Sequence[str], vectors: Sequence[Sequence[float]]) -> Embedder:
    """Vectors that were made before, such as by an endpoint: text by text."""
    known = dict(zip(texts, vectors, strict=True))
    return _Called(lambda asked: [known[text] for text in asked], name)


class _Called:
    """A callable as an embedder, its rows checked."""

    def __init__(self, call: Callable[..., Any], name: str = "") -> None:
        self._call = call
        self._takes_kind = _takes_kind(call)
        self.name = name or getattr(call, "__qualname__", type(call).__name__)

    def embed(self, texts: Sequence[str], kind: Kind = "passage") -> NDArray[np.float32]:
        """A row a text; BadInput where the callable gives something else."""
        import numpy as np

        if not texts:
            return np.zeros((0, 1), np.float32)
        made = self._call(list(texts), kind=kind) if self._takes_kind else self._call(list(texts))
        if inspect.isawaitable(made):
            if inspect.iscoroutine(made):
                made.close()
            raise BadInput(f"{self.name} is async.", "Await its vectors first and hand them over.")
        try:
            rows = np.asarray(made, np.float32)
        except (TypeError, ValueError):
            rows = np.zeros((0,), np.float32)
        if rows.ndim != 2 or len(rows) != len(texts):
            raise BadInput(
                f"{self.name} gave no row of numbers for each of {len(texts)} texts.", "Give a list of lists."
            )
        return np.nan_to_num(rows, posinf=0.0, neginf=0.0)


def _takes_kind(call: Callable[..., Any]) -> bool:
    try:
        return "kind" in inspect.signature(call).parameters
    except (TypeError, ValueError):
        return False
