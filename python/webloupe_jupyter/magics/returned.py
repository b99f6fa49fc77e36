"""What functions return is shown as magics show it: `webloupe.search(…)` as the last line of a cell draws its list.

The view lives for the drawing alone: its buttons act through the server part, as those of a reopened notebook do.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from IPython.core.interactiveshell import InteractiveShell

# By the module and name of a type, so that no view is imported before there is something to show.
VIEWS: Final = {
    ("webloupe.types.searches", "SearchResponse"): ("results", "ResultsView"),
    ("webloupe.types.pages", "FetchResult"): ("page", "PageView"),
    ("webloupe.types.usage", "UsageSummary"): ("usage", "UsageView"),
    ("webloupe.compress.shortened", "Shortened"): ("compression", "CompressionView"),
    ("webloupe.types.context", "Packed"): ("packed", "PackedView"),
    ("webloupe.types.context", "TreeNode"): ("packed", "TreeView"),
}


def register(shell: InteractiveShell) -> None:
    """Teach the shell how results are shown."""
    formatter = shell.display_formatter.mimebundle_formatter  # type: ignore[union-attr]
    for (module, name), (room, view) in VIEWS.items():
        formatter.for_type_by_name(module, name, _shown_by(room, view))


def unregister(shell: InteractiveShell) -> None:
    """Show results as Python writes them again."""
    formatter = shell.display_formatter.mimebundle_formatter  # type: ignore[union-attr]
    for key in VIEWS:
        formatter.deferred_printers.pop(key, None)
        for known in [one for one in formatter.type_printers if (one.__module__, one.__name__) == key]:
            del formatter.type_printers[known]


def _shown_by(room: str, name: str) -> Callable[..., Any]:
    def bundle(result: Any, **_: Any) -> Any:
        return getattr(import_module(f"webloupe_jupyter.views.{room}"), name)(result)._repr_mimebundle_()

    return bundle
