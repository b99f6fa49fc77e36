"""The walk of a text that is shortened."""

from __future__ import annotations

import asyncio

from ..types import Compression, Method
from .rooms import opened


async def compress(text: str, *, method: Method) -> Compression:
    """The text shortened by `method`, in a thread."""
    await opened("compress.pipeline")
    from ..compress.pipeline import compress as shortened

    return await asyncio.to_thread(shortened, text, method=method)
