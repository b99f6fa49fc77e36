"""A real MCP server of the official SDK on a loopback socket."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer


@contextmanager
def serving(server: MCPServer | Server, *, as_json: bool = False) -> Iterator[str]:
    """Serves inside; its address. Answers come as JSON or as server-sent events."""
    app = server.streamable_http_app(stateless_http=True, json_response=as_json, host="127.0.0.1")
    listener = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    finally:
        running.should_exit = True
        thread.join()
