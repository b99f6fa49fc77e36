"""The extension as Jupyter's server sees it: its settings, and the routes that it adds."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from jupyter_server.extension.application import ExtensionApp
from traitlets import Bool, List, Unicode

from .calls import Calls
from .handler import OperationHandler
from .routes import ROUTES

if TYPE_CHECKING:
    from jupyter_server.serverapp import ServerApp


class WebloupeServer(ExtensionApp):
    """Configured as `c.WebloupeServer` in `jupyter_server_config.py`."""

    name = "webloupe"
    description = "webloupe's operations over HTTP, for JupyterLab's side panel and for outputs without a kernel."

    home: Unicode[str | None, str | bytes | None] = Unicode(
        None,
        allow_none=True,
        help="Folder of settings, keys, pages and usage; None for WEBLOUPE_HOME or the user's data folder.",
    ).tag(config=True)
    allow_private: List[str] = List(
        Unicode(),
        help="""Hosts, host:port or networks that this server may dial although they are private, such as
        "localhost:8000" or "10.0.0.0/8". What kernels and users set for themselves does not count here. Cloud
        metadata and this server's own port stay shut.""",
    ).tag(config=True)
    trust_env: Bool[bool, bool | int] = Bool(
        False, help="Whether the server's proxy and certificate variables count."
    ).tag(config=True)

    def initialize_handlers(self) -> None:
        """Add one route an operation."""
        self.calls = Calls(
            home=self.home,
            allow_private=self.allow_private,
            trust_env=self.trust_env,
            own_ports=lambda: own_ports(self.serverapp),
        )
        self.handlers.extend((route.path, OperationHandler, {"route": route, "calls": self.calls}) for route in ROUTES)

    async def stop_extension(self) -> None:
        """Close what is open."""
        await self.calls.aclose()


def own_ports(server: ServerApp | None) -> frozenset[int]:
    """The TCP ports that the server listens on; none for one on a socket file."""
    if server is None:
        return frozenset()
    # What is listened to counts: older servers that were told to take any port go on calling it 0.
    sockets = getattr(getattr(server, "_http_server", None), "_sockets", {}).values()
    bound = {one.getsockname()[1] for one in sockets if one.family in (socket.AF_INET, socket.AF_INET6)}
    return frozenset(bound | {server.port}) - {0}
