"""A small web of its own, embedded: a fictional observatory's site and the three search backends over it.

Only `make demo`, `webloupe demo` and the tests use it; nothing else in webloupe starts or asks it. What comes from
it is known by its loopback addresses and by titles that end in "Lakeside Observatory demo site": it is never
passed off as the real web. Standard library only, loopback only.
"""

from __future__ import annotations

from .main import serve
from .modes import BACKENDS, MODES, modes_of
from .pages import PAGES, DemoPage
from .web import DemoRequest, DemoWeb

__all__ = ["BACKENDS", "MODES", "PAGES", "DemoPage", "DemoRequest", "DemoWeb", "modes_of", "serve"]
