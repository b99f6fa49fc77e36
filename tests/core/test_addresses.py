"""Which addresses may be asked for and which may be dialled."""

from __future__ import annotations

import json
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.addresses import (
    AllowList,
    check_address,
    check_by_proxy,
    parse_url,
    shown,
    split_url,
)
from webloupe.errors import AddressRefused, BadInput, ConfigError
from webloupe.networks import never_dialled, not_public

URL_SUITE = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "url" / "urltestdata.json"
NOBODY = AllowList()


# --- URLs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "href"),
    [
        ("HTTP://Example.COM", "http://example.com/"),
        ("  https://example.com/a b?q=ü#x ", "https://example.com/a%20b?q=%C3%BC#x"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http:\\\\example.com\\a", "http://example.com/a"),
        ("http://例え.jp/", "http://xn--r8jz45g.jp/"),
        ("http://[::FFFF:1.2.3.4]:8080/", "http://[::ffff:102:304]:8080/"),
    ],
)
def test_a_url_is_read_by_the_whatwg_rules(text, href):
    assert parse_url(text) == href
    assert parse_url(href) == href


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("example.com/page", "scheme is missing"),
        ("//example.com/", "scheme is missing"),
        ("localhost:8000/x", "scheme is missing"),
        ("ftp://example.com/", "not ftp"),
        ("file:///etc/passwd", "not file"),
        ("javascript:alert(1)", "not javascript"),
        ("http://", "host"),
        ("http://exa mple.com/", "host"),
        ("http://user@example.com/", "user name"),
        ("http://:secret@example.com/", "user name"),
        ("http://example.com:0/", "port 0"),
        ("http://example.com:99999/", "port 99999"),
        ("http://example.com/\ud800", "not a URL"),
        ("http://example.com/" + "a" * 8_200, "8,219 characters"),
        ("http://example.com/" + "ü" * 1_400, "8,419 characters"),
        ("http://example.com/" + "a" * 70_000, "70,019 characters"),
    ],
)
def test_what_is_no_web_address_is_refused_with_its_reason_and_a_next_step(text, reason):
    with pytest.raises(BadInput, match=reason) as caught:
        parse_url(text)
    assert len(caught.value.lines()) == 2
    assert all(len(line) < 300 and "\n" not in line for line in caught.value.lines())


def test_the_longest_url_is_8192_characters():
    longest = "http://example.com/" + "a" * (8_192 - 19)
    assert parse_url(longest) == longest
    with pytest.raises(BadInput):
        parse_url(longest + "a")


def test_a_missing_scheme_is_answered_with_the_address_that_was_meant():
    with pytest.raises(BadInput) as caught:
        parse_url("example.com/page")
    assert "https://example.com/page" in caught.value.hint


@pytest.mark.parametrize(
    "text", ["http://ann:hunter2@example.com/?key=hunter2#hunter2", "ftp://ann:hunter2@x/?hunter2", "x?key=hunter2"]
)
def test_a_refusal_never_repeats_password_or_query(text):
    with pytest.raises(BadInput) as caught:
        parse_url(text)
    assert "hunter2" not in "".join(caught.value.lines())


def test_a_url_is_shown_short_printable_and_without_its_query():
    assert shown("https://a:b@example.com/p?key=1#f") == "https://example.com/p"
    assert shown("http://x/\x1b[31m\n") == "http://x/\ufffd[31m\ufffd"
    assert len(shown("http://x/" + "a" * 5_000)) == 200


def test_the_parts_of_a_url_are_those_a_request_needs():
    target = split_url("https://[2606:2800::1]:8443/a?b=c#d")
    assert target == ("https", "2606:2800::1", 8443, "[2606:2800::1]:8443", "/a?b=c")
    assert split_url("http://example.com/").origin == ("http", "example.com", 80)


@pytest.mark.skipif(not URL_SUITE.exists(), reason="the public URL suite lies outside the project")
def test_every_http_case_of_the_public_url_suite_agrees_or_is_refused():
    cases = [case for case in json.loads(URL_SUITE.read_text("utf-8")) if isinstance(case, dict)]
    ran = 0
    for case in cases:
        try:
            got = parse_url(case["input"], case.get("base"))
        except BadInput:
            continue
        ran += 1
        assert got == case.get("href"), case["input"]
    assert ran > 200


# --- the table -------------------------------------------------------------------------------------------------------

CLOSED = [
    "0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.1.1",
    "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255", "168.63.129.16", "100.100.100.200", "::", "::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254",
    "::127.0.0.1", "::8.8.8.8", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a9fe:a9fe", "2002:7f00:1::", "2001:0:7f00:1::",
    "2001:db8::1", "3fff::1", "2620:4f:8000::1", "100::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
    "5f00::1", "4000::1",
]  # fmt: skip
OPEN = [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "93.184.216.34", "100.63.255.255", "100.128.0.1",
    "126.255.255.255", "128.0.0.1", "168.63.129.15", "169.253.255.255", "172.15.255.255", "172.32.0.1", "192.0.1.1",
    "192.167.255.255", "198.17.255.255", "198.20.0.1", "223.255.255.255", "2606:2800:220:1:248:1893:25c8:1946",
    "2001:4860:4860::8888", "2a00:1450::1", "::ffff:8.8.8.8",
]  # fmt: skip


@pytest.mark.parametrize("address", CLOSED)
def test_no_special_address_is_dialled(address):
    with pytest.raises(AddressRefused) as caught:
        check_address(ip_address(address), "example.com", 80, NOBODY)
    assert len(caught.value.lines()) == 2


@pytest.mark.parametrize("address", OPEN)
def test_public_addresses_are_dialled(address):
    check_address(ip_address(address), "example.com", 80, NOBODY)


addresses = st.one_of(
    st.ip_addresses(v=4),
    st.ip_addresses(v=6),
    st.ip_addresses(v=6, network="2000::/3"),
    st.ip_addresses(v=4).map(lambda address: IPv6Address(f"::ffff:{address}")),
    st.sampled_from(CLOSED)
    .map(ip_address)
    .flatmap(lambda near: st.integers(-3, 3).map(lambda step: type(near)((int(near) + step) % 2**near.max_prefixlen))),
)


@settings(max_examples=2_000, deadline=None)
@given(addresses)
def test_an_address_is_open_exactly_when_the_registries_call_it_global(address):
    """Told by arithmetic on the number, independently of the table's networks."""
    if isinstance(address, IPv6Address) and int(address) >> 32 == 0xFFFF:
        address = IPv4Address(int(address) & 0xFFFF_FFFF)
    number = int(address)
    if isinstance(address, IPv4Address):
        a, b, c = number >> 24, number >> 16 & 255, number >> 8 & 255
        closed = (
            a in (0, 10, 127)
            or a >= 224
            or (a == 100 and 64 <= b < 128)
            or (a, b) in ((169, 254), (192, 168))
            or (a == 172 and 16 <= b < 32)
            or (a == 198 and b in (18, 19))
            or (a, b, c) in ((192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 51, 100), (203, 0, 113))
            or number == 0xA83F8110
        )
    else:
        first, second = number >> 112, number >> 96 & 0xFFFF
        closed = (
            first >> 13 != 1
            or (first == 0x2001 and second < 0x200)
            or (first, second) == (0x2001, 0x0DB8)
            or first == 0x2002
            or (first == 0x3FFF and second < 0x1000)
            or number >> 80 == 0x2620_004F_8000
        )
    assert bool(not_public(address)) == closed


# --- what the user opens ---------------------------------------------------------------------------------------------


def allowed(entries, address, host, port):
    try:
        check_address(ip_address(address), host, port, AllowList.parse(entries))
    except AddressRefused:
        return False
    return True


@pytest.mark.parametrize(
    ("entry", "address", "host", "port"),
    [
        ("localhost:8000", "127.0.0.1", "localhost", 8000),
        ("localhost", "::1", "localhost", 9000),
        ("LocalHost.", "127.0.0.1", "localhost", 1),
        ("localhost:80", "127.0.0.1", "localhost", 80),
        ("127.0.0.1:8000", "127.0.0.1", "127.0.0.1", 8000),
        ("127.0.0.1", "::ffff:127.0.0.1", "mapped.test", 8000),
        ("10.0.0.0/8", "10.9.8.7", "intranet.example", 443),
        ("10.0.0.7/8", "10.9.8.7", "intranet.example", 443),
        ("[::1]:8000", "::1", "::1", 8000),
        ("::1", "::1", "::1", 5),
        ("fd00::/8", "fd12::1", "box.test", 80),
        ("bücher.test", "10.0.0.1", "xn--bcher-kva.test", 80),
    ],
)
def test_an_entry_opens_what_it_names(entry, address, host, port):
    assert allowed([entry], address, host, port)


@pytest.mark.parametrize(
    ("entry", "address", "host", "port"),
    [
        ("localhost:8000", "127.0.0.1", "localhost", 8001),
        ("localhost:8000", "127.0.0.1", "sub.localhost", 8000),
        ("localhost:8000", "127.0.0.1", "127.0.0.1", 8000),
        ("127.0.0.1:8000", "127.0.0.1", "127.0.0.1", 80),
        ("127.0.0.1", "127.0.0.2", "127.0.0.2", 80),
        ("10.0.0.0/8", "192.168.0.1", "x.test", 80),
    ],
)
def test_an_entry_opens_nothing_else(entry, address, host, port):
    assert not allowed([entry], address, host, port)


METADATA = [
    "169.254.169.254", "169.254.0.1", "100.100.100.200", "192.0.0.192", "168.63.129.16", "fe80::1", "fd00:ec2::254",
    "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::", "::169.254.169.254", "2001:0:a9fe:a9fe::",
    "2001::5601:5601", "fd20:ce::254",
]  # fmt: skip


@pytest.mark.parametrize("address", METADATA)
def test_metadata_and_link_local_stay_closed_whatever_is_opened(address):
    everything = ["0.0.0.0/0", "::/0", "meta.test", address]
    assert never_dialled(ip_address(address))
    assert not allowed(everything, address, "meta.test", 80)


@pytest.mark.parametrize(
    "entry",
    ["", "http://localhost:8000", "localhost:0", "localhost:99999", "localhost:x", "10.0.0.0/99", "a b", "*.corp",
     "user@host", "[::1", "host/path", "10.0.0.0/8:80", "host?x"],
)  # fmt: skip
def test_a_bad_entry_is_a_config_error_that_names_it(entry):
    with pytest.raises(ConfigError) as caught:
        AllowList.parse(["localhost", entry])
    assert repr(shown(entry)) in caught.value.message
    assert caught.value.hint


@settings(max_examples=300, deadline=None)
@given(addresses, st.integers(0, 32))
def test_a_network_opens_exactly_its_addresses(address, bits):
    network = ip_network((address, min(bits, address.max_prefixlen)), strict=False)
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return  # judged by the IPv4 address inside, which an IPv6 network does not name
    assert AllowList.parse([str(network)]).admits(address, "any.test", 80)
    assert not AllowList.parse([f"[{address}]:81" if address.version == 6 else f"{address}:81"]).admits(
        address, "any.test", 80
    )


# --- where a proxy resolves ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "10.0.0.1", "::1", "localhost", "LOCALHOST.", "a.localhost", "metadata.google.internal",
             "printer.local", "db", "x.svc.cluster.local", "router.home.arpa"],
)  # fmt: skip
def test_behind_a_proxy_literals_and_local_names_are_still_refused(host):
    with pytest.raises(AddressRefused):
        check_by_proxy(host, 80, NOBODY)
    if not host.startswith("metadata."):
        check_by_proxy(host, 80, AllowList.parse([host]))


def test_behind_a_proxy_the_metadata_name_stays_closed_whatever_is_opened():
    with pytest.raises(AddressRefused):
        check_by_proxy("metadata.google.internal", 80, AllowList.parse(["metadata.google.internal", "0.0.0.0/0"]))


def test_behind_a_proxy_public_names_are_left_to_it():
    check_by_proxy("example.com", 443, NOBODY)
    check_by_proxy("93.184.216.34", 443, NOBODY)
