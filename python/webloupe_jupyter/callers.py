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
        """IPython is about to run a cell; `info.cell_id` is its id. Who runs a notebook without a front end
        names neither: then the process stands for the notebook, each execution for a cell."""
        notebook = os.environ.get(_PATH_VARIABLE) or self._shell.user_ns.get(_PATH_NAME) or f"process {os.getpid()}"
        cell = getattr(info, "cell_id", None) or f"execution {self._shell.execution_count} of process {os.getpid()}"
        enter(Caller(notebook=str(notebook), cell=str(cell)))


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
