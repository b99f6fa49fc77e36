"""webloupe in Jupyter: magics and what their cells show. The work is done by `webloupe`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell


def load_ipython_extension(shell: InteractiveShell) -> None:
    """`%load_ext webloupe` ends here."""
    from .magics import register

    register(shell)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """`%unload_ext webloupe` ends here; nothing of ours stays in the shell."""
    from .magics import unregister

    unregister(shell)


def _jupyter_labextension_paths() -> list[dict[str, str]]:
    """Where `jupyter labextension develop` finds the built extension."""
    return [{"src": "labextension", "dest": "webloupe"}]


def _jupyter_server_extension_points() -> list[dict[str, object]]:
    """Where Jupyter's server finds its part; imported here, so that kernels never load it."""
    from .server.app import WebloupeServer

    return [{"module": "webloupe_jupyter", "app": WebloupeServer}]
