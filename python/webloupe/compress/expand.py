"""Short forms undone, under the name that other rooms know."""

from __future__ import annotations

from .lossless.expansion import expand

__all__ = ["expand"]
