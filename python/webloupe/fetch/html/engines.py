"""The converters from HTML to markdown that can be named, and what they need."""

from __future__ import annotations

from importlib.util import find_spec

from ...errors import ExtraMissing
from ...types import Engine


def require(engine: Engine) -> None:
    """ExtraMissing where the engine's library is not installed; all but trafilatura's come with webloupe."""
    if engine == "trafilatura" and not all(map(find_spec, ("trafilatura", "lxml_html_clean"))):
        raise ExtraMissing("The engine trafilatura is not installed.", 'Run `pip install "webloupe[precision]"`.')
