"""Every failure of webloupe, as a tree; each knows its code, its reason and the next step.

    WebloupeError ─ BadInput ─ ActionRefused(state)
                  ├ ConfigError · ExtraMissing · Offline · Cancelled
                  ├ SearchError: BackendError ─ BadKey · QuotaSpent · RateLimited · BackendDown · BadAnswer
                  │              AllBackendsFailed(attempts)
                  ├ FetchError ─ NotFound · Blocked ─ Disallowed
                  │              HostDown ─ NoSuchHost · Refused · TooLarge · Unreadable
                  │              AddressRefused · AllReadersFailed(attempts)
                  ├ ModelError ─ ModelUnavailable · BadModelAnswer
                  └ TimedOut
    KeyboardInterrupt ─ Interrupted

A foreign exception becomes one of these once, at the boundary where it enters (`http.map_errors`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from .types import Attempt, ErrorCode, ErrorInfo

if TYPE_CHECKING:
    from .types import BrowserState, FetchResult


class WebloupeError(Exception):
    """Base of all. `str()` is the thing and the reason; `hint` is the next step."""

    code: ClassVar[ErrorCode]
    retryable: ClassVar[bool] = False

    def __init__(
        self,
        message: str,
        hint: str = "",
        *,
        retry_after_s: float | None = None,
        backend: str | None = None,
        url: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.retry_after_s = retry_after_s
        self.backend = backend
        self.url = url

    @property
    def info(self) -> ErrorInfo:
        """The failure as data."""
        return ErrorInfo(
            code=self.code,
            message=self.message,
            hint=self.hint,
            retryable=self.retryable,
            retry_after_s=self.retry_after_s,
            backend=self.backend,
            url=self.url,
        )

    def lines(self) -> list[str]:
        """At most two lines: what failed and why; what to do next."""
        return [line for line in (self.message, self.hint) if line]

    def _render_traceback_(self, *_: object, **__: object) -> list[str]:
        """What a notebook shows in place of a traceback (IPython asks the exception itself)."""
        return self.lines()


class BadInput(WebloupeError):
    """An argument, option or address that cannot be meant."""

    code = "bad_input"


class ActionRefused(BadInput):
    """An action that the browser's page, as it is now, cannot take; `state` is the page as it is."""

    def __init__(self, message: str, hint: str = "", *, state: BrowserState | None = None) -> None:
        super().__init__(message, hint)
        self.state = state


class ConfigError(WebloupeError):
    """A setting that cannot be used."""

    code = "config"


class ExtraMissing(WebloupeError):
    """An optional package is not installed; the hint is the command that brings it."""

    code = "extra_missing"


class Offline(WebloupeError):
    """The network is switched off by configuration."""

    code = "offline"


class Cancelled(WebloupeError):
    """The call was interrupted by its caller."""

    code = "cancelled"


class Interrupted(KeyboardInterrupt):
    """The user's interrupt, told in two lines. No `Exception`: a loop that catches errors must still stop.

    `results` are those of a batch that had come, in the order asked.
    """

    def __init__(self, message: str, hint: str = "", *, results: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.results = results

    def _render_traceback_(self, *_: object, **__: object) -> list[str]:
        return [line for line in (self.message, self.hint) if line]


class TimedOut(WebloupeError):
    """The call's deadline passed."""

    code = "timed_out"
    retryable = True


class SearchError(WebloupeError):
    """A search that gave no answer."""

    code: ClassVar[ErrorCode] = "all_backends_failed"


class BackendError(SearchError):
    """One backend failed; inside the ring this becomes an `Attempt`."""

    code: ClassVar[ErrorCode] = "backend_down"


class BadKey(BackendError):
    """The backend refused the key."""

    code = "bad_key"


class QuotaSpent(BackendError):
    """The allowance of the key is used up."""

    code = "quota_spent"


class RateLimited(BackendError):
    """Too many calls; `retry_after_s` says when to try again where known."""

    code = "rate_limited"
    retryable = True


class BackendDown(BackendError):
    """The backend could not be reached or failed by itself."""

    code = "backend_down"
    retryable = True


class BadAnswer(BackendError):
    """The backend answered something that is not its documented shape."""

    code = "bad_answer"


class AllBackendsFailed(SearchError):
    """No backend answered; `attempts` holds every cause."""

    code = "all_backends_failed"
    retryable = True

    def __init__(self, message: str, hint: str = "", *, attempts: tuple[Attempt, ...] = (), **kwargs: object) -> None:
        super().__init__(message, hint, **kwargs)  # type: ignore[arg-type]
        self.attempts = attempts


class ModelError(WebloupeError):
    """A configured language model was of no use."""

    code: ClassVar[ErrorCode] = "model_unavailable"


class ModelUnavailable(ModelError):
    """The model could not be reached, or refused."""

    code = "model_unavailable"
    retryable = True


class BadModelAnswer(ModelError):
    """The model answered without what was asked for."""

    code = "bad_model_answer"


class FetchError(WebloupeError):
    """A page that could not be read; `result` holds what came, where something did."""

    code: ClassVar[ErrorCode] = "unreadable"

    def __init__(self, message: str, hint: str = "", *, result: FetchResult | None = None, **kwargs: object) -> None:
        super().__init__(message, hint, **kwargs)  # type: ignore[arg-type]
        self.result = result


class NotFound(FetchError):
    """404 or 410."""

    code = "not_found"


class Blocked(FetchError):
    """401, 403, 429, 451, or a challenge in place of the page."""

    code = "blocked"


class Disallowed(Blocked):
    """robots.txt does not allow the page: nobody else is asked for it either."""


class HostDown(FetchError):
    """DNS, connection, TLS or a 5xx."""

    code = "host_down"
    retryable = True


class NoSuchHost(HostDown):
    """The name of the host does not resolve."""


class Refused(FetchError):
    """Another 4xx."""

    code = "refused"


class TooLarge(FetchError):
    """A body over the cap that is of no use in part."""

    code = "too_large"


class Unreadable(FetchError):
    """A body that no reader can turn into text."""

    code = "unreadable"


class AddressRefused(FetchError):
    """An address that must not be dialled. `entry` is what an allow list would open it with; None where none does."""

    code = "address_refused"

    def __init__(self, message: str, hint: str = "", *, entry: str | None = None, **kwargs: object) -> None:
        super().__init__(message, hint, **kwargs)  # type: ignore[arg-type]
        self.entry = entry


class AllReadersFailed(FetchError):
    """No hosted reader gave the page; `attempts` holds every cause."""

    code = "all_backends_failed"
    retryable = True

    def __init__(self, message: str, hint: str = "", *, attempts: tuple[Attempt, ...] = (), **kwargs: object) -> None:
        super().__init__(message, hint, **kwargs)  # type: ignore[arg-type]
        self.attempts = attempts
