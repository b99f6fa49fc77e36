"""Which cell of which notebook is running: noted when a cell starts, for the ledger and its caps."""

from __future__ import annotations

import os
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

from webloupe.caller import Caller, enter

# Jupyter's server names the notebook to its kernels; VS Code puts it among the names.
_PATH_VARIABLE = "JPY_SESSION_NAME"
_PATH_NAME = "__vsc_ipynb_file__"


class CellWatch:
    """Notes the running cell of a shell in the context that it runs in, which our calls inherit."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell

    def pre_run_cell(self, info: Any) -> None:
        """IPython is about to run a cell; `info.cell_id` is its id, None outside of notebooks."""
        notebook = os.environ.get(_PATH_VARIABLE) or self._shell.user_ns.get(_PATH_NAME) or ""
        enter(Caller(notebook=str(notebook), cell=str(getattr(info, "cell_id", None) or "")))


def register(shell: InteractiveShell) -> None:
    """Watch the cells of `shell` from the next one on."""
    unregister(shell)
    shell.events.register("pre_run_cell", CellWatch(shell).pre_run_cell)


def unregister(shell: InteractiveShell) -> None:
    """Stop watching; nothing where nobody watches."""
    for callback in list(shell.events.callbacks["pre_run_cell"]):
        if isinstance(getattr(callback, "__self__", None), CellWatch):
            shell.events.unregister("pre_run_cell", callback)
    enter(Caller())
