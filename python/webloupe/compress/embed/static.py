"""WordLlama: static vectors of 256 numbers from a wheel of 19 MB, 700 to 1,500 chunks of 256 tokens a CPU second."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .extras import package

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Static:
    """The provider of the extra `static`. Loading never asks the network: the wheel holds all it needs."""

    def __init__(self) -> None:
        self._package = package("wordllama", "static")
        self.name = f"wordllama {self._package.__version__} l2_supercat 256"

    @cached_property
    def _model(self) -> Any:
        # Without `cache_dir` it looks in a folder that its wheel does not have, and downloads.
        folder = Path(self._package.__path__[0])
        return self._package.WordLlama.load(cache_dir=folder, disable_download=True)

    def embed(self, texts: Sequence[str], kind: Literal["query", "passage"] = "passage") -> NDArray[np.float32]:
        """A row a text, zero where it has no words; queries and passages are embedded alike."""
        import numpy as np

        if not texts:
            return np.zeros((0, 256), np.float32)
        safe = [text.encode("utf-8", "replace").decode() for text in texts]
        return np.nan_to_num(np.asarray(self._model.embed(safe), np.float32))  # older versions give NaN for ""
