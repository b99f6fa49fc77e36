"""The walk of a text that is shortened."""

from __future__ import annotations

import asyncio
import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..files import read_plain
from .rooms import Progress, Rooms, opened

if TYPE_CHECKING:
    from ..asked import CompressKeywords, Shortening
    from ..compress.shortened import Shortened
    from ..types import ContentKind

_FILE_BYTES = 1_000_000  # rules and schemas are a few thousand


async def compress(rooms: Rooms, text: str, given: CompressKeywords, tell: Progress) -> Shortened:
    """A text of the caller's, shortened as wished."""
    await opened("asked", "compress.pipeline")
    from .. import asked

    if not isinstance(text, str):
        raise BadInput("What is to be shortened must be text.", "A page's text is in its .full.")
    return await shorten(rooms, text, asked.compression(rooms.config, given), tell)


async def shorten(
    rooms: Rooms, text: str, wanted: Shortening, tell: Progress, kind: ContentKind | None = None
) -> Shortened:
    """The text shortened, in a thread; `kind` is what it is known to be, where the caller does not say."""
    await opened("compress.pipeline")
    from ..asked import with_files
    from ..compress import pipeline

    wish = await asyncio.to_thread(with_files, wanted, _told)
    if wish.kind is None and kind is not None:
        wish = replace(wish, kind=kind)
    if wish.embed == "endpoint":
        await opened("walks.embed")
        from .embed import from_endpoint

        wish = replace(wish, embed=from_endpoint(rooms, tell))
    if wish.method == "instruct":
        await opened("walks.instruct")
        from .instruct import instruct

        return await instruct(rooms, text, wish, tell)
    return await asyncio.to_thread(pipeline.compress, text, wish)


def _told(path: Path) -> object:
    """What a file of JSON or TOML holds. BadInput where it cannot be read."""
    try:
        text = read_plain(path, _FILE_BYTES).decode("utf-8-sig")
        return tomllib.loads(text) if path.suffix.lower() == ".toml" else json.loads(text)
    except OSError as error:
        fault = error.strerror or type(error).__name__
    except (ValueError, RecursionError):  # TOML and JSON mistakes are both
        fault = f"it is no {'TOML' if path.suffix.lower() == '.toml' else 'JSON'}"
    raise BadInput(f"{path} cannot be read: {fault}.", "It is a JSON or TOML file.")
