"""Views that are widgets: anywidgets whose comm opens only when a front end needs the widget view.

In JupyterLab and Notebook 7 the labextension draws our MIME type, so nothing is registered or sent for an output
there. Put into another widget (`ipywidgets.VBox([r])`), in VS Code and Colab, or with `WEBLOUPE_VIEW=widget` in the
environment, the widget opens, with `drawn` (shape `Drawn`) and the shared state as synchronised traits and the
messages of `comm.py` as its custom messages.
"""

from __future__ import annotations

import copy
import functools
import logging
import os
import sys
from abc import ABCMeta, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import anywidget
import msgspec
import traitlets

from webloupe.errors import BadInput, ExtraMissing

from .. import comm, objects
from ..arguments import brief
from ..drawn import Shape
from ..drawn import drawn as named
from ..shapes import MIME_TYPE, Drawn
from .view import View

T = TypeVar("T")

WIDGET_TYPE = "application/vnd.jupyter.widget-view+json"
SCRIPT = Path(__file__).parents[1] / "static" / "widget.js"
_SHARED = ("selected", "tab", "days", "by", "restored")
_log = logging.getLogger(__name__)


class _Meta(traitlets.MetaHasTraits, ABCMeta):
    """Widgets and abstract classes each have a metaclass of their own."""


class WidgetView(View[T], anywidget.AnyWidget, metaclass=_Meta):
    """Behaves as its `data`, and is an ipywidget. `given` are the keywords of the call that it came from."""

    _esm = traitlets.Unicode("").tag(sync=True)  # filled when the widget opens: few do
    drawn = traitlets.Dict().tag(sync=True)

    def __init__(self, data: T, notes: Sequence[str] = (), given: Mapping[str, Any] | None = None) -> None:
        View.__init__(self, data, notes)
        self._given = dict(given or {})
        self._kind = type(self)  # anywidget gives each instance a class of its own, which no pickle could find
        self._wanted = False
        self._line: comm.Line | None = None
        self._named: tuple[T, Drawn] | None = None
        self._shown_as: dict[str, None] = {}  # ids: data that change give the next output another
        anywidget.AnyWidget.__init__(self)

    def __reduce__(self) -> tuple[type[WidgetView[T]], tuple[Any, ...]]:
        return self._kind, self._arguments()

    def __copy__(self) -> WidgetView[T]:
        return self._kind(*self._arguments())

    def __deepcopy__(self, memo: dict[int, Any]) -> WidgetView[T]:
        return self._kind(*copy.deepcopy(self._arguments(), memo))

    def _arguments(self) -> tuple[Any, ...]:
        return self.data, self.notes, self._given

    @abstractmethod
    def _shape(self) -> Shape:
        """What an output keeps of the data, for the views to draw."""

    def whole_shape(self) -> Shape:
        """What the views draw of the data as they are, for who asks now."""
        return self._shape()

    # --- what Python and the views share -----------------------------------------------------------------------------

    def shared_state(self) -> dict[str, Any]:
        """The traits that a view may change, by name."""
        return {name: getattr(self, name) for name in _SHARED if self.has_trait(name)}

    def set_shared(self, name: str, value: object) -> None:
        """Set one of them, as a view asks. BadInput for a name or a value that cannot be.

        What an observer raises is the user's own: it is logged with its traceback, and the value stands.
        """
        state = self.shared_state()
        if name not in state:
            raise BadInput(f"There is no {brief(name)} to set here.", f"Known: {', '.join(state)}.")
        try:
            setattr(self, name, value)
        except BaseException as error:  # the user's sys.exit() would end the loop thread and every call with it
            if isinstance(error, traitlets.TraitError) and getattr(self, name) == state[name]:
                raise BadInput(f"{name} cannot be {brief(value)}.", f"It is {state[name]!r} now.") from None
            _log.error("An observer of `%s` failed: %s: %s", name, type(error).__name__, error, exc_info=error)

    @traitlets.observe(*_SHARED)
    def _tell_pages(self, _change: object) -> None:
        for identity in self._shown_as:
            comm.push(identity, self.shared_state())

    # --- what a front end gets ---------------------------------------------------------------------------------------

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:  # type: ignore[override]  # anywidget: with metadata
        shown = self._drawn()
        self._remember(shown)
        bundle = {MIME_TYPE: msgspec.to_builtins(shown), **super()._repr_mimebundle_()}
        if self._wanted or (_is_needed() and SCRIPT.exists()):
            bundle[WIDGET_TYPE] = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return bundle

    def _drawn(self) -> Drawn:
        if self._named is None or self._named[0] is not self.data:
            self._named = (self.data, named(self._shape()))
        return msgspec.structs.replace(self._named[1], state=self.shared_state())

    def _remember(self, shown: Drawn) -> None:
        self._shown_as[shown.id] = None
        objects.remember(shown.id, self)

    # --- the widget, opened when it is wanted ------------------------------------------------------------------------

    def open(self) -> None:
        """Called by ipywidgets for each new widget: not yet."""
        if self._wanted:
            super().open()

    @property
    def model_id(self) -> str:
        """The id of the widget's model, asked for by whoever shows it as a widget: now it opens.

        ExtraMissing when the widget's script was not built.
        """
        if not self._wanted:
            self._esm = _script()
            self._wanted = True
            self._refresh()
            self.open()
        identity: str = super().model_id
        return identity

    def _refresh(self) -> None:
        """Give an open widget the data as they are now."""
        if self._wanted:
            self.drawn = msgspec.to_builtins(self._drawn())

    def _handle_custom_msg(self, content: object, _buffers: object) -> None:
        """A message of the widget's view, as a page sends them by the comm."""
        if self._line is None:
            self._remember(self._drawn())
            self._line = comm.Line(self.send)
        self._line.take(content)


@functools.cache
def _script() -> str:
    try:
        return SCRIPT.read_text("utf-8")
    except FileNotFoundError:
        raise ExtraMissing(
            "The script of webloupe's widgets is not built.", "Run `jlpm build` in the source tree, or install a wheel."
        ) from None


def _is_needed() -> bool:
    """Whether this front end has no labextension that draws our MIME type, or the user wants the widget."""
    return os.environ.get("WEBLOUPE_VIEW") == "widget" or "VSCODE_PID" in os.environ or "google.colab" in sys.modules
