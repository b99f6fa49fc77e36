"""Which proxy a request goes through: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, as curl and httpx read them.

What a proxy means for the guard: the proxy resolves the name, so the connect-time check cannot see where the
request ends. Literal addresses and local names are still checked before anything is sent; names of the public
DNS are left to the proxy. The proxy's own address may be private, since whoever set the variable chose it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from urllib.parse import SplitResult, unquote, urlsplit

from ..addresses import Target
from ..errors import ConfigError, ExtraMissing

_PORTS = {"http": 80, "https": 443, "socks5": 1080, "socks5h": 1080}


@dataclass(frozen=True)
class Proxy:
    """A proxy and the variable that named it. `auth` never shows."""

    variable: str
    scheme: str
    host: str
    port: int
    auth: tuple[str, str] | None = None

    def __repr__(self) -> str:
        return f"Proxy({self.variable}: {self.scheme}://{self.host}:{self.port})"


def proxy_for(target: Target, env: Mapping[str, str]) -> Proxy | None:
    """The proxy of this request, or None for a direct one. ConfigError names a variable that cannot be meant."""
    variable, value = _proxy_setting(target.scheme, env)
    if not value or _is_exempt(target, env.get("no_proxy") or env.get("NO_PROXY") or ""):
        return None
    try:
        return _parse(variable, urlsplit(value if "://" in value else f"http://{value}"))
    except ValueError:
        # The value may hold a password, so it is not shown.
        raise ConfigError(f"{variable} is not the address of a proxy.", "Write it like http://host:port.") from None


def _proxy_setting(scheme: str, env: Mapping[str, str]) -> tuple[str, str]:
    for variable in (f"{scheme}_proxy", f"{scheme}_proxy".upper(), "all_proxy", "ALL_PROXY"):
        # Under CGI, HTTP_PROXY is the client's Proxy: header (CVE-2016-5385).
        if env.get(variable) and not (variable == "HTTP_PROXY" and "REQUEST_METHOD" in env):
            return variable, env[variable].strip()
    return "", ""


def _parse(variable: str, url: SplitResult) -> Proxy:
    if url.scheme not in _PORTS or not url.hostname:
        raise ValueError
    if url.scheme.startswith("socks") and not find_spec("socksio"):
        raise ExtraMissing(f"{variable} names a SOCKS proxy, which needs the package socksio.", "pip install socksio")
    auth = (unquote(url.username), unquote(url.password or "")) if url.username else None
    return Proxy(variable, url.scheme, url.hostname, url.port or _PORTS[url.scheme], auth)


def _is_exempt(target: Target, no_proxy: str) -> bool:
    return any(_matches(entry.strip().lower(), target) for entry in no_proxy.split(","))


def _matches(entry: str, target: Target) -> bool:
    """`*`, a host (its subdomains too), an address or a network; with `:port` for that port only."""
    if entry in ("", "*"):
        return entry == "*"
    host = target.host.rstrip(".")
    try:
        return ip_address(host) in ip_network(entry.strip("[]"), strict=False)
    except ValueError:
        pass
    name, colon, port = entry.rpartition(":")
    if colon and port.isdigit():
        if int(port) != target.port:
            return False
        entry = name.strip("[]")
    entry = entry.removeprefix("*").removeprefix(".")
    return host == entry or host.endswith(f".{entry}")
