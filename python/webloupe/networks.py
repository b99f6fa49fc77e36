"""Which numeric addresses are on the public internet, and which are dialled under no setting. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

# Explicit, from the IANA special-purpose registries: `ipaddress.is_global` depends on the Python patch level
# (CVE-2024-4032) and calls 6to4, site-local and multicast addresses global.
_NOT_PUBLIC_V4: tuple[tuple[IPv4Network, str], ...] = tuple(
    (IPv4Network(network), what)
    for network, what in (
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared by a carrier"),
        ("127.0.0.0/8", "loopback"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "protocol assignments"),
        ("192.0.2.0/24", "documentation"),
        ("192.88.99.0/24", "6to4 relay"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "benchmarks"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
        ("168.63.129.16/32", "a cloud's host"),
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")  # all else is loopback, private, link-local, multicast, NAT64 or unassigned
_NOT_PUBLIC_V6: tuple[tuple[IPv6Network, str], ...] = tuple(
    (IPv6Network(network), what)
    for network, what in (
        ("2001::/23", "Teredo or protocol assignments"),
        ("2001:db8::/32", "documentation"),
        ("2002::/16", "6to4"),
        ("2620:4f:8000::/48", "AS112"),
        ("3fff::/20", "documentation"),
    )
)
# Where clouds hand out credentials: link-local, and the addresses of Alibaba, Oracle, Azure, AWS, Google, Scaleway.
_NEVER: tuple[Network, ...] = tuple(
    ip_network(network)
    for network in (
        "169.254.0.0/16", "100.100.100.200/32", "192.0.0.192/32", "168.63.129.16/32",
        "fe80::/10", "fd00:ec2::/32", "fd20:ce::254/128", "fd00:c1::a9fe:a9fe/128", "fd00:42::42/128",
    )
)  # fmt: skip
_NAT64 = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("::/96"))


def not_public(address: Address) -> str | None:
    """Why this address is not on the public internet; None when it is."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if isinstance(address, IPv4Address):
        return next((what for network, what in _NOT_PUBLIC_V4 if address in network), None)
    if address not in _GLOBAL_V6:
        return "loopback" if address.is_loopback else "private or special"
    return next((what for network, what in _NOT_PUBLIC_V6 if address in network), None)


def never_dialled(address: Address) -> bool:
    """Link-local or a cloud's metadata service, also when an IPv6 address carries it: no setting opens these."""
    return any(form in network for form in _forms(address) for network in _NEVER)


def _forms(address: Address) -> Iterator[Address]:
    """The address and the IPv4 addresses that a gateway may take out of it."""
    yield address
    if isinstance(address, IPv4Address):
        return
    if address.ipv4_mapped:
        yield address.ipv4_mapped
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    if any(address in network for network in _NAT64):
        yield IPv4Address(int(address) & 0xFFFF_FFFF)
