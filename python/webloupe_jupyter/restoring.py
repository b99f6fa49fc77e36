"""A page with pieces given back that its compression took, named by their starts in the raw text. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, cast

import msgspec

from webloupe.config import Config
from webloupe.errors import BadInput
from webloupe.types import Compression, FetchResult, Segment

if TYPE_CHECKING:
    from webloupe.asked import FetchKeywords


def with_restored(result: FetchResult, starts: Sequence[int], config: Config, given: Mapping[str, Any]) -> FetchResult:
    """`result`, a page of the fetch `given`, with the segments at `starts` as they stood; its text follows.

    BadInput where the page was not shortened, or no dropped or rewritten segment starts there.
    """
    from webloupe import asked
    from webloupe.fetch.page import in_form, within_budget

    if not starts:
        return result
    if result.compression is None or result.compression.refused is not None:
        raise BadInput("Nothing was taken out of this page.", "Fetch it with compress.")
    wish = asked.page(config, "notebook", result.url, cast("FetchKeywords", given)).asked
    done = restored(result.compression, starts)
    return in_form(within_budget(msgspec.structs.replace(result, compression=done), wish), wish)


def restored(done: Compression, starts: Sequence[int]) -> Compression:
    """The compression with the segments at `starts` as they stood in the input. BadInput as `with_restored`."""
    from webloupe.compress.shortened import Shortened

    if not starts:
        return done
    places = places_of(done.segments)
    missing = [start for start in starts if start not in places]
    if missing:
        raise BadInput(f"No piece that was dropped or rewritten starts at {missing[0]:,}.", "Read the page again.")
    able = done if isinstance(done, Shortened) else msgspec.convert(msgspec.structs.asdict(done), Shortened)
    return able.restore(*(places[start] for start in dict.fromkeys(starts)))


def places_of(segments: Sequence[Segment]) -> dict[int, int]:
    """The place of each segment that was dropped or rewritten, by its start in the raw text in code points."""
    starts = accumulate((len(one.before) for one in segments), initial=0)
    return {start: place for place, (start, one) in enumerate(zip(starts, segments, strict=False)) if one.op != "kept"}
