"""The exceptions of httpx, and of httpcore below it, become ours here, once.

Messages say thing, reason and next step, and hold no header value.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

import httpcore
import httpx

from ..addresses import Target, shown, split_url
from ..errors import HostDown, NoSuchHost, WebloupeError
from .proxies import Proxy

_LATER = "Try again later."
_ADDRESS = "Check the address."
_HEADERS = "Check the request's headers."
_A_SERVER = "Check that it is a web server."
_NO_NAME = "no such name (DNS)"

_Kinds: TypeAlias = tuple[type[Exception], ...]
_CONNECTING: _Kinds = (httpx.ConnectError, httpcore.ConnectError)  # looked into for the cause
_CONNECTING_TIMEOUT: _Kinds = (httpx.ConnectTimeout, httpcore.ConnectTimeout)
_PROXYING: _Kinds = (httpx.ProxyError, httpcore.ProxyError)
# Every class that httpx and httpcore raise, the most specific first; a test finds new ones. Misuse of httpx
# (`StreamError`, `CookieConflict`) is not among them: that is a bug of ours and stays one.
_REASONS: tuple[tuple[_Kinds, str, str], ...] = (
    (_CONNECTING_TIMEOUT, "the connection was not taken in time", _LATER),
    ((httpx.PoolTimeout, httpcore.PoolTimeout), "too many requests are under way", _LATER),
    ((httpx.ReadTimeout, httpcore.ReadTimeout), "it stopped sending", _LATER),
    ((httpx.WriteTimeout, httpcore.WriteTimeout), "it stopped receiving", _LATER),
    ((httpx.TimeoutException, httpcore.TimeoutException), "it did not answer in time", _LATER),
    (_CONNECTING, "the connection failed", "Check the address and the network."),
    ((httpx.ReadError, httpcore.ReadError), "the connection broke while it answered", _LATER),
    ((httpx.WriteError, httpcore.WriteError), "the connection broke while it was asked", _LATER),
    ((httpx.CloseError,), "the connection broke while it was closed", _LATER),
    ((httpx.NetworkError, httpcore.NetworkError), "the connection broke", _LATER),
    ((httpx.RemoteProtocolError, httpcore.RemoteProtocolError), "it hung up or does not answer in HTTP", _A_SERVER),
    ((httpx.LocalProtocolError, httpcore.LocalProtocolError), "the request cannot be written in HTTP", _HEADERS),
    ((httpx.ProtocolError, httpcore.ProtocolError), "it does not answer in HTTP", _A_SERVER),
    ((httpx.UnsupportedProtocol, httpcore.UnsupportedProtocol), "only http and https are read", _ADDRESS),
    (_PROXYING, "the proxy refused", "Check the proxy variables."),
    ((httpcore.ConnectionNotAvailable,), "the connection was closed under the request", _LATER),
    ((httpx.InvalidURL,), "the address cannot be asked for", _ADDRESS),
    ((httpx.HTTPError,), "the request failed", _LATER),
    ((ssl.SSLError,), "the encrypted connection broke", _LATER),
    ((OSError,), "the connection broke", _LATER),
)
_FOREIGN = tuple(kind for kinds, _, _ in _REASONS for kind in kinds)


@contextmanager
def map_errors(url: str, proxy: Proxy | None = None) -> Iterator[None]:
    """Inside, whatever the transport raises comes out as a WebloupeError about `url`; our own pass through.

    The original is dropped: its text may quote what was sent.
    """
    try:
        yield
    except _FOREIGN as error:
        failure = _translate(error, split_url(url), proxy)
        failure.url = shown(url)
        raise failure from None


def _translate(error: Exception, target: Target, proxy: Proxy | None) -> WebloupeError:
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLError):
            return _tls(cause, target.host)
    if proxy and isinstance(error, _CONNECTING + _CONNECTING_TIMEOUT + _PROXYING):
        return _proxy_failure(error, causes, target.host, proxy)
    reason, hint = _reason(error, causes)
    host = target.host if target.port in (80, 443) else f"{target.host}:{target.port}"
    kind = NoSuchHost if reason == _NO_NAME else HostDown
    return kind(f"{host}: {reason}.", hint)


def _reason(error: Exception, causes: list[BaseException]) -> tuple[str, str]:
    for cause in causes:
        if isinstance(cause, (socket.gaierror, UnicodeError)):
            return _NO_NAME, "Check the spelling and that this machine is online."
        if isinstance(cause, ConnectionRefusedError):
            return "the connection was refused", "Check the address and that the server is running."
        if isinstance(cause, ConnectionResetError):
            return "the connection was reset", _LATER
    return next((reason, hint) for kinds, reason, hint in _REASONS if isinstance(error, kinds))


def _tls(error: ssl.SSLError, host: str) -> WebloupeError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return HostDown(
            f"{host}: its certificate is not valid: {error.verify_message.rstrip('.')}.",
            "If your network has its own authority, set SSL_CERT_FILE to its certificate.",
        )
    return HostDown(f"{host}: no encrypted connection came about (TLS).", "Check that it speaks https on this port.")


def _proxy_failure(error: Exception, causes: list[BaseException], host: str, proxy: Proxy) -> WebloupeError:
    where = f"proxy {proxy.host}:{proxy.port} ({proxy.variable})"
    if isinstance(error, _PROXYING):
        status = str(error)[:3]  # "407 Proxy Authentication Required": the rest is the proxy's own wording
        reason = f"it refused with {status}" if status.isdigit() else "it refused"
    else:
        reason = _reason(error, causes)[0]
    return HostDown(f"{host}: {where}: {reason}.", f"Correct {proxy.variable}, or exempt the host with NO_PROXY.")


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The chain of what led to the error, itself first; connection attempts may come as a group."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        current = waiting.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        waiting += [current.__context__, current.__cause__]
        if isinstance(current, BaseExceptionGroup):
            waiting += current.exceptions


def wants_password(proxy: Proxy, host: str) -> HostDown:
    """The failure of a proxy that answers 407."""
    where = f"{proxy.host}:{proxy.port}"
    return HostDown(
        f"{host}: the proxy {where} ({proxy.variable}) wants a user name and password.",
        f"Set {proxy.variable} to http://user:password@{where}.",
    )
