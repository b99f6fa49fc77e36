"""The demo web as one object: start, addresses, failure modes, what was asked, stop."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType

from ..errors import BadInput
from .corpus import Corpus
from .crawl import entries
from .exa import answer_exa
from .exchange import Ask, Reply, json_reply
from .keenable import PUBLIC_PATH, Allowance, answer_keenable
from .modes import BACKENDS, Modes, modes_of
from .pages import answer_page
from .parallel import answer_parallel
from .server import DemoServer

_ENDPOINTS: Mapping[str, str] = {"exa": "/exa/mcp", "parallel": "/parallel/mcp", "keenable": PUBLIC_PATH}
_REQUESTS_KEPT = 1_000  # enough for any test, no growth in a long demo


@dataclass(frozen=True, slots=True)
class DemoRequest:
    """One request as it came. Headers (lower-case names) and body may hold keys, so the repr leaves them out."""

    method: str
    path: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


class DemoWeb:
    """The demo web; a context manager, or `start()` and `stop()`. Each start is fresh: all modes ok, nothing asked.

    `port` 0 takes a free one. BadInput from `start()` when the port is taken or `host` is not a loopback address.
    """

    def __init__(self, port: int = 0, host: str = "127.0.0.1") -> None:
        self._wanted = (host, port)
        self._server: DemoServer | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> DemoWeb:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> DemoWeb:
        """Listen. Returns itself; starting twice changes nothing."""
        if self._server is None:
            self.requests: deque[DemoRequest] = deque(maxlen=_REQUESTS_KEPT)
            self._modes, self._allowance = Modes(), Allowance()
            self._corpus = Corpus(lambda: entries(self.url))
            self._server = DemoServer(*self._wanted, self._answer)
            self._thread = threading.Thread(
                target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, name="webloupe-demo", daemon=True
            )
            self._thread.start()
        return self

    def stop(self) -> None:
        """Close every connection, also those that wait, and free the port."""
        if self._server is None or self._thread is None:
            return
        self._server.stop()
        self._thread.join()
        self._corpus.close()
        self._server = self._thread = None

    @property
    def url(self) -> str:
        """`http://127.0.0.1:PORT`, without a slash at the end. BadInput before the start."""
        if self._server is None:
            raise BadInput("The demo web is not running.", "Call start() first, or use it in a with statement.")
        return self._server.base

    @property
    def endpoints(self) -> dict[str, str]:
        """Backend -> address that takes its search calls, with a key or without."""
        return {backend: self.url + path for backend, path in _ENDPOINTS.items()}

    @property
    def env(self) -> dict[str, str]:
        """The environment that makes webloupe search and read here."""
        addresses = {f"WEBLOUPE_{backend.upper()}_URL": url for backend, url in self.endpoints.items()}
        place = self.url.removeprefix("http://")
        return {**addresses, "WEBLOUPE_ALLOW_PRIVATE": place, "WEBLOUPE_DEMO_URL": self.url}

    def set_mode(self, backend: str, mode: str) -> None:
        """Let a backend fail in the way of `mode`, `"429*2"` for the next two calls only. BadInput if it cannot."""
        self._modes.set({backend: mode})

    @property
    def modes(self) -> dict[str, str]:
        """Backend -> mode that is on."""
        return self._modes.shown()

    def _answer(self, ask: Ask) -> Reply:
        self.requests.append(DemoRequest(ask.method, ask.path, ask.headers, ask.body))
        match ask.path:
            case "/exa/mcp":
                return answer_exa(ask, self._corpus, self._modes)
            case "/parallel/mcp":
                return answer_parallel(ask, self._corpus, self._modes)
            case "/keenable/v1/search" | "/keenable/v1/search/public":
                return answer_keenable(ask, self._corpus, self._modes, self._allowance)
            case "/_demo/modes":
                return self._switch(ask)
        return answer_page(ask)

    def _switch(self, ask: Ask) -> Reply:
        """GET shows the modes, POST sets some; a JSON type is demanded so that no foreign page can post a form."""
        if ask.method == "POST":
            try:
                wanted = json.loads(ask.body) if "json" in ask.headers.get("content-type", "") else None
                if not isinstance(wanted, dict) or not all(isinstance(mode, str) for mode in wanted.values()):
                    return json_reply({"error": 'Send JSON such as {"exa": "429*2"} as application/json.'}, 400)
                self._modes.set(wanted)
            except ValueError:
                return json_reply({"error": "The body is not JSON."}, 400)
            except BadInput as mistake:
                return json_reply({"error": " ".join(mistake.lines())}, 400)
        return json_reply({"modes": self._modes.shown(), "allowed": {name: modes_of(name) for name in BACKENDS}})
