"""The one handler of all routes: who may ask, what is fit to be asked, how the answer leaves."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import msgspec
from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import APIHandler
from tornado import web

from webloupe.errors import BadInput, WebloupeError
from webloupe.types import ErrorInfo

from ..operations import too_many
from ..shapes import Progress
from .calls import Calls
from .routes import MAX_BODY_BYTES, Route
from .statuses import retry_after, status_of, told

EVENTS = "text/event-stream"
_ZERO = re.compile(r"q\s*=\s*0(\.0*)?")


def wants_events(accept: str) -> bool:
    """Whether an Accept header names the stream of events, and not to refuse it (`q=0`)."""
    for entry in accept.lower().split(","):
        kind, *parameters = (part.strip() for part in entry.split(";"))
        if kind == EVENTS:
            return not any(_ZERO.fullmatch(parameter) for parameter in parameters)
    return False


class OperationHandler(APIHandler):
    """Answers JSON, or a stream of events where the caller asks for one. Never HTML, never a cached copy."""

    auth_resource = "webloupe"

    def initialize(self, route: Route, calls: Calls) -> None:
        """Tornado hands the row of the table."""
        self._route = route
        self._calls = calls
        self._running: asyncio.Future[bytes] | None = None
        self._hung_up = False

    # --- who may ask -------------------------------------------------------------------------------------------------

    async def prepare(self) -> None:  # type: ignore[override]  # as APIHandler's own
        """Jupyter's checks of host, user, origin and token; that of cross-site requests here for GET too."""
        await super().prepare()
        if self.request.method == "GET":
            self.check_xsrf_cookie()

    @web.authenticated
    @authorized
    async def get(self) -> None:
        """What only tells: `health` and `config`."""
        await self._serve()

    @web.authenticated
    @authorized
    async def post(self) -> None:
        """What acts."""
        await self._serve()

    # --- the call ----------------------------------------------------------------------------------------------------

    async def _serve(self) -> None:
        if refusal := self._refusal():
            status, error = refusal
            self._finish(status, told(error))
            return
        if wants_events(self.request.headers.get("Accept", "")):
            self._open_stream()
        try:
            if not self._hung_up:  # it may have been while Jupyter asked who this is
                await self._answer()
        except asyncio.CancelledError:
            if not self._hung_up:
                raise
            self.log.debug("webloupe: %s was cancelled, the client went away", self._route.operation)

    async def _answer(self) -> None:
        try:
            self._running = self._calls.start(self._route.operation, self._given(), self._tell)
            answer: Any = msgspec.Raw(await self._running)
            status = 200
        except Exception as error:
            status, answer = status_of(error), told(error)
        self._finish(status, answer)

    def on_connection_close(self) -> None:
        """The client has gone: nobody waits for the answer any more."""
        self._hung_up = True
        if self._running is not None:
            self._running.cancel()

    # --- what is fit to be asked -------------------------------------------------------------------------------------

    def _refusal(self) -> tuple[int, WebloupeError] | None:
        """A request that no operation should see, and its status."""
        operation, verb = self._route.operation, self._route.verb
        if self.request.method != verb:
            self.set_header("Allow", verb)
            return 405, BadInput(f"{operation} is asked by {verb}.", "The address and the verb stand in openapi.json.")
        if verb == "GET":
            return None
        if len(self.request.body) > MAX_BODY_BYTES:
            size = len(self.request.body)
            return 413, BadInput(f"A body of {size:,} bytes is too long.", f"At most {MAX_BODY_BYTES:,} are taken.")
        # A form or a text from another site is sent by browsers without asking; JSON is not.
        if self.request.headers.get("Content-Type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, BadInput("The arguments must be JSON.", "Send them with Content-Type: application/json.")
        if self._calls.full:
            refused = too_many()
            return status_of(refused), refused
        return None

    def _given(self) -> dict[str, Any]:
        """The arguments by name. BadInput when the body is no JSON object."""
        if self._route.verb == "GET":
            return {}
        try:
            return msgspec.json.decode(self.request.body, type=dict[str, Any])
        except (ValueError, RecursionError):
            hint = 'Send a JSON object of the arguments, such as {"query": "…"}.'
            raise BadInput(f"The arguments of {self._route.operation} are no JSON object.", hint) from None

    # --- how the answer leaves ---------------------------------------------------------------------------------------

    def set_default_headers(self) -> None:
        """Whatever the server's configuration says of headers, these hold."""
        super().set_default_headers()
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Cache-Control", "no-store")

    @property
    def content_security_policy(self) -> str:
        """Nothing that is shown from here may run, load or reach anything."""
        return f"{super().content_security_policy}; sandbox"

    def compute_etag(self) -> str | None:
        """No answer is kept, so none is compared."""
        return None

    def _open_stream(self) -> None:
        """The headers leave at once, so the status is 200; a failure is an event."""
        self.set_header("Content-Type", EVENTS)
        self.set_header("X-Accel-Buffering", "no")  # nginx would hold events back
        self._send()

    def _tell(self, text: str) -> None:
        if self._headers_written and not self._finished and not self._hung_up:
            self._event("progress", Progress(text=text))
            self._send()

    def _finish(self, status: int, answer: Any) -> None:
        if self._headers_written:
            self._event("error" if isinstance(answer, ErrorInfo) else "result", answer)
            self.finish()
            return
        self.set_status(status)
        if isinstance(answer, ErrorInfo) and (seconds := retry_after(answer)):
            self.set_header("Retry-After", seconds)
        self.finish(msgspec.json.encode(answer))

    def _event(self, name: str, value: Any) -> None:
        """One event; JSON by msgspec has no line ends."""
        self.write(b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(value)))

    def _send(self) -> None:
        """Flush; when the client has gone, `on_connection_close` knows it first."""
        self.flush()
