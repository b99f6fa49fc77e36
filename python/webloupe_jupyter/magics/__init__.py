"""The magics: which there are, and how they come into an IPython shell and leave it, with the line to its pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import needs_local_scope, no_var_expand

from .. import callers, comm
from . import returned, webcontext
from .call import Magic, perform
from .complete import option_matcher
from .fetch import fetch
from .webcompress import webcompress
from .webloupe import overview, verb_of, webloupe
from .websearch import websearch
from .webusage import webusage

MAGICS = (
    Magic("websearch", lambda line: ("search", line), websearch, takes_body=True),
    Magic("fetch", lambda line: ("fetch", line), fetch, takes_body=True),
    Magic("webcompress", lambda line: ("compress", line), webcompress, takes_body=True),
    Magic("webcontext", webcontext.verb_of, webcontext.webcontext, takes_body=True, overview=webcontext.overview),
    Magic("webusage", lambda line: ("usage", line), webusage),
    Magic("webloupe", verb_of, webloupe, overview=overview),
)

# `%websearch what is a comet?` is a question; IPython would show its help on `comet`. An empty comment ends it.
_QUESTION = re.compile(r"^(\s*(?:[\w.]+\s*=\s*)?%(?:websearch|fetch|webcontext)\s+\S.*\?)[ \t]*(\n?)$")


def register(shell: InteractiveShell) -> None:
    """Bring the magics, their completion and the empty cell body into `shell`. Twice is the same as once."""
    unregister(shell)
    for magic in MAGICS:
        kind = "line_cell" if magic.takes_body else "line"
        shell.magics_manager.register_function(_function(magic, shell), kind, magic.name)
    callers.register(shell)
    comm.register(shell)
    returned.register(shell)
    shell.Completer.custom_matchers.append(option_matcher)
    # Before the transform that makes a call of a cell magic.
    shell.input_transformer_manager.cleanup_transforms.insert(0, as_meant)


def unregister(shell: InteractiveShell) -> None:
    """Take everything out again; what is not there is passed over."""
    callers.unregister(shell)
    comm.unregister(shell)
    returned.unregister(shell)
    for magic in MAGICS:
        for kind in ("line", "cell"):
            shell.magics_manager.magics[kind].pop(magic.name, None)
    for hooks, hook in (
        (shell.Completer.custom_matchers, option_matcher),
        (shell.input_transformer_manager.cleanup_transforms, as_meant),
    ):
        if hook in hooks:
            hooks.remove(hook)


def as_meant(lines: list[str]) -> list[str]:
    """The lines of a cell, so written that IPython takes our magics in them for what they are."""
    return _open_body([_QUESTION.sub(r"\1  #\2", line) for line in lines])


def _open_body(lines: list[str]) -> list[str]:
    """Give `%%fetch URL` without anything below it an empty line: IPython refuses a cell magic with no body."""
    words = lines[0].split(maxsplit=1) if len(lines) == 1 else []
    if words and words[0] in [f"%%{magic.name}" for magic in MAGICS if magic.takes_body]:
        return [lines[0] if lines[0].endswith("\n") else f"{lines[0]}\n", "\n"]
    return lines


def _function(magic: Magic, shell: InteractiveShell) -> Callable[..., object]:
    """The function that IPython calls. Names of the calling function count before those of the notebook."""

    @no_var_expand
    @needs_local_scope
    def call(line: str, cell: str | None = None, local_ns: Mapping[str, Any] | None = None) -> object:
        return perform(magic, shell, line, cell, {**shell.user_ns, **(local_ns or {})})

    call.__doc__ = magic.run.__doc__
    return call
