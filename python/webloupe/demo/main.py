"""What `webloupe demo` does: run the demo web until it is interrupted."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping

from .web import DemoWeb


def serve(port: int, modes: Mapping[str, str], announce: Callable[[str], None]) -> None:
    """Serve on 127.0.0.1:`port` (0: a free one) until interrupted, each backend in its mode (`{"exa": "429"}`).

    `announce` gets one line at a time: the address, then the `export` lines for a shell. BadInput, before anything
    is announced, when the port is taken or a mode is unknown.
    """
    try:
        # A store and a log of their own: what the demo answers must not stand among what the web did.
        with DemoWeb(port) as web, tempfile.TemporaryDirectory(prefix="webloupe-demo-") as home:
            for backend, mode in modes.items():
                web.set_mode(backend, mode)
            for line in _lines(web, modes, home):
                announce(line)
            # A wait without an end cannot be interrupted on Windows.
            while not threading.Event().wait(1.0):
                pass
    except KeyboardInterrupt:
        return


def _lines(web: DemoWeb, modes: Mapping[str, str], home: str) -> Iterator[str]:
    yield f"Lakeside Observatory demo site: {web.url}/   (fictional, this machine only; Ctrl-C stops it)"
    yield "To use it from a shell, paste these lines there; they last as long as that shell:"
    for name, value in web.env.items():
        yield f"export {name}={value}"
    yield f"export WEBLOUPE_HOME={home}"
    for backend, mode in modes.items():
        yield f"# {backend} fails: {mode}" if mode != "ok" else f"# {backend} answers"
