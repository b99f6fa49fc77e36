"""Which addresses may be asked for and which may be dialled. Pure: no name is resolved here.

A URL is read once, by the WHATWG rules (ada), and only its `href` travels on: two parsers that disagree
about the host are how guards are passed. The verdict itself falls on the numeric address, at connect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from .errors import AddressRefused, BadInput, ConfigError
from .networks import Address, Network, never_dialled, not_public

MAX_URL_CHARS = 8_192
"""Longest URL asked for: the request line most servers take."""
UNPARSED_CHARS = 65_536
"""Beyond this a text is not even parsed as a URL."""

# --- URLs ------------------------------------------------------------------------------------------------------------

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_PORT = re.compile(r"://[^/?#]*:(\d+)(?:[/?#]|$)")
_BRACKETED = re.compile(r"\s*<([^<>]*)>\s*")  # how an address is set apart in text (RFC 3986, appendix C)
_WRITE_IT = "Write it in full, such as https://example.com/page."


class Target(NamedTuple):
    """A URL in the parts that a request is made of. `host` has no brackets; `path` includes the query."""

    scheme: str
    host: str
    port: int
    netloc: str
    path: str

    @property
    def origin(self) -> tuple[str, str, int]:
        """What decides whether two URLs may share our headers."""
        return self.scheme, self.host, self.port


def parse_url(text: str, base: str | None = None) -> str:
    """The WHATWG `href` of an http or https URL, which may stand in angle brackets; `base` resolves a relative one (a
    redirect's target).

    BadInput, with the reason: another scheme or none, no host, a user name or password, a port outside
    1–65,535, more than 8,192 characters. The message never holds query or password.
    """
    from ada_url import URL

    if len(text) > UNPARSED_CHARS:
        raise _too_long(len(text))
    if bracketed := _BRACKETED.fullmatch(text):
        text = bracketed[1]
    try:
        url = URL(text, base)
    except ValueError:
        raise _unparsable(text) from None
    if url.protocol not in ("http:", "https:"):
        raise _foreign_scheme(text, url.protocol)
    if url.username or url.password:
        raise BadInput(f"{shown(url.href)}: a URL with a user name or password is refused.", "Write it without them.")
    if url.port == "0":
        raise BadInput(f"{shown(url.href)}: port 0 cannot be asked.", "Ports are 1 to 65,535.")
    if len(url.href) > MAX_URL_CHARS:
        raise _too_long(len(url.href))
    return url.href


def split_url(href: str) -> Target:
    """The parts of what `parse_url` returned."""
    from ada_url import URL

    url = URL(href)
    port = int(url.port) if url.port else {"http:": 80, "https:": 443}[url.protocol]
    return Target(url.protocol[:-1], url.hostname.strip("[]"), port, url.host, url.pathname + url.search)


def shown(url: str) -> str:
    """A URL as messages show it: no query, fragment, user name or password; at most 200 characters."""
    bare = re.split(r"[?#]", url, maxsplit=1)[0]
    bare = re.sub(r"(?<=//)[^/]*@", "", bare)
    bare = "".join(char if char.isprintable() else "\ufffd" for char in bare)
    return bare if len(bare) <= 200 else bare[:199] + "…"


def _too_long(chars: int) -> BadInput:
    return BadInput(f"A URL of {chars:,} characters: at most {MAX_URL_CHARS:,} are asked for.", _WRITE_IT)


def _unparsable(text: str) -> BadInput:
    bare = text.strip()
    if not bare:
        return BadInput("The URL is empty.", _WRITE_IT)
    if not _SCHEME.match(bare):
        host = shown(bare.lstrip("/"))
        return BadInput(f"{shown(bare)}: the scheme is missing.", f"Did you mean https://{host} ?")
    port = _PORT.search(bare)
    if port and int(port[1][:9]) > 65_535:
        return BadInput(f"{shown(bare)}: port {port[1][:9]} does not exist.", "Ports are 1 to 65,535.")
    return BadInput(f"{shown(bare)}: not a URL, its host cannot be read.", _WRITE_IT)


def _foreign_scheme(text: str, protocol: str) -> BadInput:
    bare = shown(text.strip())
    if re.match(r"[^:/]+:\d{1,5}(?:/|$)", bare):  # localhost:8000 parses as the scheme "localhost"
        return BadInput(f"{bare}: the scheme is missing.", f"Did you mean http://{bare} ?")
    return BadInput(f"{bare}: only http and https are read, not {shown(protocol[:-1])}.", _WRITE_IT)


# --- what the user opens ---------------------------------------------------------------------------------------------

_ENTRY = re.compile(r"(\[[^\[\]]+\]|[^\[\]:/@?#*%\s]+)(?::(\d{1,5}))?")


@dataclass(frozen=True)
class AllowList:
    """Addresses that may be dialled although they are not public. A port of None stands for every port.

    `own_ports` are those that the calling program itself serves on: on this machine no entry opens them.
    """

    networks: tuple[tuple[Network, int | None], ...] = ()
    names: frozenset[tuple[str, int | None]] = frozenset()
    own_ports: frozenset[int] = frozenset()

    @classmethod
    def parse(cls, entries: Sequence[str], own_ports: Iterable[int] = ()) -> AllowList:
        """From `host`, `host:port` and networks (`10.0.0.0/8`, `fd00::/8`); ConfigError names a bad entry.

        A name opens whatever it resolves to; an address or a network opens every name that resolves into it.
        """
        networks: list[tuple[Network, int | None]] = []
        names: set[tuple[str, int | None]] = set()
        for entry in entries:
            host, port = _entry(entry.strip())
            if isinstance(host, str):
                names.add((host, port))
            else:
                networks.append((host, port))
        return cls(tuple(networks), frozenset(names), frozenset(own_ports))

    def admits(self, address: Address, host: str, port: int) -> bool:
        """Whether the entries open this address, reached by this host and port."""
        if isinstance(address, IPv6Address) and address.ipv4_mapped:
            address = address.ipv4_mapped
        if self.admits_name(host, port):
            return True
        return any(address in network and open_port in (None, port) for network, open_port in self.networks)

    def admits_name(self, host: str, port: int) -> bool:
        """Whether an entry opens this host by name."""
        name = _bare(host)
        return (name, None) in self.names or (name, port) in self.names


def _entry(entry: str) -> tuple[Network | str, int | None]:
    try:
        return ip_network(entry, strict=False), None
    except ValueError:
        pass
    matched = _ENTRY.fullmatch(entry)
    port = int(matched[2]) if matched and matched[2] else None
    if not matched or port == 0 or (port or 0) > 65_535:
        raise _bad_entry(entry)
    try:
        host = split_url(parse_url(f"http://{matched[1]}/")).host
    except BadInput:
        raise _bad_entry(entry) from None
    try:
        return ip_network(host), port
    except ValueError:
        return _bare(host), port


def _bad_entry(entry: str) -> ConfigError:
    return ConfigError(
        f"allow_private: {shown(entry)!r} is neither a host, a host:port nor a network.",
        "Write it like localhost:8000, [::1]:8000 or 10.0.0.0/8.",
    )


def _bare(host: str) -> str:
    return host.lower().rstrip(".")


# --- the verdicts ----------------------------------------------------------------------------------------------------

# Names that mean this machine, its network or its cloud; asked only where a proxy resolves in our place.
_LOCAL_NAMES = re.compile(
    r"[^.]+|(.+\.)?(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)", re.IGNORECASE
)
_NEVER_NAMES = frozenset({"metadata.google.internal"})


def check_address(address: Address, host: str, port: int, allow: AllowList, *, ours: bool = False) -> None:
    """AddressRefused unless `address`, to which `host` resolved, is public or opened by `allow`.

    `ours` says that the address belongs to this machine, where the own ports stay shut.
    """
    reached = str(address) if _bare(host) == str(address) else f"{host} ({address})"
    if never_dialled(address):
        raise _never(reached)
    if ours and port in allow.own_ports:
        raise _own_port(reached, port)
    reason = not_public(address)
    if reason and not allow.admits(address, host, port):
        raise _refused(reached, f"not a public address ({reason})", host, port)


def check_by_proxy(host: str, port: int, allow: AllowList) -> None:
    """The same verdict where a proxy resolves the name: literal addresses by the table, names by what they mean.

    A name of the public DNS that resolves to a private address is beyond this check: then the proxy is the guard.
    """
    try:
        address = ip_address(host)
    except ValueError:
        if _bare(host) in _NEVER_NAMES:
            raise _never(host) from None
        if not _LOCAL_NAMES.fullmatch(_bare(host)):
            return
        if port in allow.own_ports:
            raise _own_port(host, port) from None
        if not allow.admits_name(host, port):
            raise _refused(host, "a name of the local network", host, port) from None
        return
    check_address(address, host, port, allow, ours=not_public(address) is not None)


def _never(reached: str) -> AddressRefused:
    return AddressRefused(
        f"{reached}: a link-local or cloud metadata address is never dialled.", "No setting opens these."
    )


def _own_port(reached: str, port: int) -> AddressRefused:
    return AddressRefused(f"{reached}: port {port} is this server's own and is never dialled.", "No setting opens it.")


def _refused(reached: str, reason: str, host: str, port: int) -> AddressRefused:
    entry = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    hint = f"If it is yours, open it with WEBLOUPE_ALLOW_PRIVATE={entry} and ask again."
    return AddressRefused(f"{reached}: {reason}.", hint, entry=entry)
