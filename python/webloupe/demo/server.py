"""The socket side of the demo web: HTTP/1.1 on a loopback address, one daemon thread a connection, silent."""

from __future__ import annotations

import ipaddress
import os
import socket
import socketserver
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from ..errors import BadInput
from .exchange import Ask, HangUp, Reply, text_reply

_MAX_BODY = 1_000_000  # a search call is a few hundred bytes; nobody fills our memory
_STOP_S = 5.0  # handlers whose socket was closed end at once; the wait has an end all the same


class DemoServer(ThreadingHTTPServer):
    """Listens from construction on. BadInput when the port is taken or the host is not this machine."""

    daemon_threads = True
    request_queue_size = 128  # twenty clients at once must not meet a full queue
    allow_reuse_address = os.name != "nt"  # on Windows the option would share a port that is in use

    def __init__(self, host: str, port: int, answer: Callable[[Ask], Reply]) -> None:
        self.answer = answer
        self.stopping = threading.Event()
        self._lock = threading.Lock()
        self._open: dict[socket.socket, threading.Thread] = {}
        if not _is_loopback(host):
            raise BadInput(f"The demo web listens on this machine only, not on {host}.", "Leave the host out.")
        try:
            super().__init__((host, port), _Handler)
        except (OSError, OverflowError) as error:
            reason = error.strerror if isinstance(error, OSError) else "a port is a number from 0 to 65535"
            told = f"The demo web cannot listen on {host}:{port}: {reason}."
            raise BadInput(told, "Choose another port; 0 takes a free one.") from None
        self.base = f"http://{host}:{self.server_address[1]}"

    def server_bind(self) -> None:
        """Bind without HTTPServer's look-up of the host's full name, which can hang without a resolver."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]

    def pause(self, seconds: float) -> bool:
        """Wait; False as soon as the server stops."""
        return not self.stopping.wait(seconds)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve one connection, known to `stop` while it lasts."""
        with self._lock:
            self._open[request] = threading.current_thread()
        try:
            if self.stopping.is_set():
                self.shutdown_request(request)
            else:
                super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._open.pop(request, None)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that left is no news; anything else is a bug and shows its traceback."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def stop(self) -> None:
        """Close every connection and end every thread."""
        self.stopping.set()
        self.shutdown()
        self.server_close()
        with self._lock:
            still_open = dict(self._open)
        for connection in still_open:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:  # the client closed it first
                continue
        for thread in still_open.values():
            thread.join(_STOP_S)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "LakesideDemo"
    sys_version = ""
    disable_nagle_algorithm = True
    server: DemoServer

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: requests are in `DemoWeb.requests`."""

    def _respond(self) -> None:
        body = self._read_body()
        if body is None:
            return
        parts = urlsplit(self.path)
        ask = Ask(
            method=self.command,
            path=unquote(parts.path),
            query=dict(parse_qsl(parts.query)),
            headers={name.lower(): value for name, value in self.headers.items()},
            body=body,
            base=self.server.base,
            pause=self.server.pause,
        )
        try:
            self._send(self.server.answer(ask))
        except HangUp:
            self.close_connection = True

    do_GET = do_HEAD = do_POST = do_DELETE = do_OPTIONS = _respond

    def _read_body(self) -> bytes | None:
        length = self.headers.get("content-length", "0")
        if "transfer-encoding" in self.headers or not length.isdigit() or int(length) > _MAX_BODY:
            self.close_connection = True
            self._send(text_reply("A body needs a Content-Length of at most 1,000,000.", "text/plain", 413))
            return None
        return self.rfile.read(int(length))

    def _send(self, reply: Reply) -> None:
        whole = reply.body if isinstance(reply.body, bytes) else None
        chunked = whole is None and self.request_version != "HTTP/1.0"
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.media_type)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if whole is not None:
            self.send_header("Content-Length", str(len(whole)))
        elif chunked:
            self.send_header("Transfer-Encoding", "chunked")
        if self.close_connection or (whole is None and not chunked):
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        if self.command != "HEAD":
            self._send_body(reply.body, chunked)

    def _send_body(self, body: Any, chunked: bool) -> None:
        for part in [body] if isinstance(body, bytes) else body:
            if part:
                self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part) if chunked else part)
        if chunked:
            self.wfile.write(b"0\r\n\r\n")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
