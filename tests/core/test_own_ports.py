"""A program that serves others never dials itself, whatever its allow list says."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from urllib.parse import urlsplit

import pytest
from loopback import redirect, reply, serve

from webloupe.addresses import AllowList, check_address, check_by_proxy
from webloupe.errors import AddressRefused
from webloupe.http import Http
from webloupe.wire import Request

ENTRIES = ("127.0.0.0/8", "0.0.0.0/8", "::/0", "localhost", "127.0.0.1")


def asked(url: str, *own_ports: int) -> int:
    async def ask() -> int:
        http = Http(allow_private=ENTRIES, own_ports=own_ports, trust_env=False)
        try:
            return (await http.send(Request("GET", url), timeout_s=5, follow=True)).status
        finally:
            await http.aclose()

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.1.2.3", "localhost", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "0x7f.1"]
)
def test_the_own_port_is_refused_by_every_name_of_this_machine(host):
    with serve(lambda _: reply(200, b"me")) as server:
        port = urlsplit(server.url).port
        with pytest.raises(AddressRefused, match="own") as caught:
            asked(f"http://{host}:{port}/", port)
        assert caught.value.entry is None
        assert server.requests == []


def test_the_own_port_is_refused_at_the_end_of_a_redirect_and_other_ports_are_not():
    with serve(lambda _: reply(200, b"me")) as own:
        with serve(lambda got: redirect(own.url) if got.path == "/to-own" else reply(200, b"other")) as other:
            assert asked(f"{other.url}/", urlsplit(own.url).port) == 200
            with pytest.raises(AddressRefused, match="own"):
                asked(f"{other.url}/to-own", urlsplit(own.url).port)
        assert own.requests == []


def test_the_same_port_of_another_machine_is_judged_by_the_list():
    allow = AllowList.parse(["10.0.0.0/8"], own_ports=[8888])
    check_address(ip_address("10.0.0.7"), "10.0.0.7", 8888, allow)
    with pytest.raises(AddressRefused) as caught:
        check_address(ip_address("192.168.0.7"), "192.168.0.7", 8888, allow)
    assert caught.value.entry == "192.168.0.7:8888"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "10.0.0.7"])
def test_behind_a_proxy_the_own_port_stays_shut_on_every_private_address(host):
    allow = AllowList.parse([host], own_ports=[8888])
    check_by_proxy(host, 8889, allow)
    with pytest.raises(AddressRefused, match="own"):
        check_by_proxy(host, 8888, allow)
