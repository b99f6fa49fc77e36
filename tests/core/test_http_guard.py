"""No packet leaves for an address that must not be dialled: connects are recorded at their seam, never made.

Names come from a table in place of DNS. Public addresses are re-pointed to a server on loopback, all others fail.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import anyio
import pytest
from loopback import Received, Server, redirect, reply, serve

from webloupe.errors import AddressRefused, HostDown, WebloupeError
from webloupe.http import Http
from webloupe.networks import not_public
from webloupe.wire import Answer, Request

VECTORS = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "ssrf.json"
REAL_CONNECT = anyio.connect_tcp
PUBLIC = "93.184.216.34"
PUBLIC_V6 = "2606:2800:220:1:248:1893:25c8:1946"

OWN_NAMES = {
    "site.test": [[PUBLIC]],
    "six.test": [[PUBLIC_V6]],
    "both.test": [[PUBLIC_V6, PUBLIC_V6.replace("1946", "1947"), PUBLIC]],
    "inside.test": [["10.0.0.5"]],
    "half.test": [[PUBLIC, "192.168.0.9"]],
    "half6.test": [[PUBLIC, "::1"]],
    "turns.test": [[PUBLIC], ["127.0.0.1"]],
    "cloud.test": [["169.254.169.254"]],
    "wrapped.test": [["::ffff:10.0.0.5"]],
    "zone.test": [["fe80::1%eth0"]],
    "localhost": [["127.0.0.1", "::1"]],
}
OWN_REFUSED = [
    "http://inside.test/",
    "https://inside.test/",
    "http://half.test/",
    "http://half6.test/",
    "http://cloud.test/",
    "http://wrapped.test/",
    "http://zone.test/",
    "http://localhost:8888/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://site.test/?to=http://inside.test/",
    "http://site.test/?to=http://turns.test:1/?to=http://10.1.1.1/",
]
OWN_ALLOWED = ["http://site.test/", "http://six.test/", f"http://{PUBLIC}/", "http://site.test/?to=http://six.test/"]


class Net:
    """A pretended internet: names with their answers in turn, and every connect that was tried."""

    def __init__(self, names: dict[str, list[list[str]]], server: Server) -> None:
        self.names = {name: list(answers) for name, answers in names.items()}
        self.server = server
        self.connects: list[str] = []
        self.dead: set[str] = set()

    def getaddrinfo(self, host, port, *_, **__):
        answers = self.names.get(str(host).lower().rstrip("."))
        if not answers:
            raise socket.gaierror(socket.EAI_NONAME, "not known")
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET6 if ":" in ip else socket.AF_INET, 1, 6, "", (ip, port)) for ip in found]

    async def connect_tcp(self, remote_host, remote_port, **_):
        self.connects.append(remote_host)
        if not_public(ip_address(remote_host)) or remote_host in self.dead:
            raise OSError("pretended network: unreachable")
        return await REAL_CONNECT("127.0.0.1", self.server.port)

    @property
    def astray(self) -> list[str]:
        return [address for address in self.connects if not_public(ip_address(address))]


def answer_or_redirect(request: Received) -> bytes:
    query = parse_qs(urlsplit(request.target).query)
    if "to" in query:
        return redirect(query["to"][0], int(query.get("code", ["302"])[0]))
    return reply(200, b"public")


@pytest.fixture(scope="module")
def site() -> Iterator[Server]:
    with serve(answer_or_redirect) as server:
        yield server


@pytest.fixture
def pretend(monkeypatch, site):
    def start(names) -> Net:
        net = Net(names, site)
        monkeypatch.setattr(socket, "getaddrinfo", net.getaddrinfo)
        monkeypatch.setattr(anyio, "connect_tcp", net.connect_tcp)
        return net

    return start


def fetch(url: str, **options) -> Answer:
    async def run() -> Answer:
        http = Http(trust_env=False, **options)
        try:
            return await http.send(Request("GET", url), timeout_s=5, follow=True)
        finally:
            await http.aclose()

    return asyncio.run(run())


@pytest.mark.parametrize("url", OWN_REFUSED)
def test_a_private_address_is_refused_however_it_is_written_or_reached(pretend, url):
    net = pretend(OWN_NAMES)
    with pytest.raises(AddressRefused) as caught:
        fetch(url)
    assert net.astray == []
    assert len(caught.value.lines()) == 2


@pytest.mark.parametrize("url", OWN_ALLOWED)
def test_public_addresses_are_reached(pretend, url):
    net = pretend(OWN_NAMES)
    assert fetch(url).body == b"public"
    assert net.astray == []


def test_a_name_is_resolved_once_so_that_a_second_answer_changes_nothing(pretend):
    net = pretend(OWN_NAMES)
    assert fetch("http://turns.test/").body == b"public"
    assert net.connects == [PUBLIC]
    with pytest.raises(AddressRefused):
        fetch("http://turns.test/")
    assert net.connects == [PUBLIC]


def test_host_header_keeps_the_name_although_a_number_is_dialled(pretend, site):
    pretend(OWN_NAMES)
    fetch("http://site.test/named")
    assert (site.requests[-1].target, site.requests[-1].headers["host"]) == ("/named", "site.test")


def test_a_dead_address_costs_one_try_and_the_other_family_is_next(pretend):
    net = pretend(OWN_NAMES)
    net.dead = {PUBLIC_V6}
    assert fetch("http://both.test/").body == b"public"
    assert net.connects == [PUBLIC_V6, PUBLIC]


def test_a_host_without_a_living_address_is_down(pretend):
    net = pretend(OWN_NAMES)
    net.dead = {PUBLIC}
    with pytest.raises(HostDown):
        fetch("http://site.test/")


def test_an_allow_list_opens_its_entries_and_metadata_never(pretend):
    net = pretend(OWN_NAMES)
    with pytest.raises(HostDown):  # let through, and unreachable in the pretended network
        fetch("http://inside.test/", allow_private=["inside.test:80"])
    assert net.astray == ["10.0.0.5"]
    for refused in ("http://inside.test:81/", "http://half.test/", "http://cloud.test/"):
        with pytest.raises(AddressRefused):
            fetch(refused, allow_private=["inside.test:80", "cloud.test", "169.254.0.0/16"])
    assert net.astray == ["10.0.0.5"]


def shared(section: str) -> list:
    return json.loads(VECTORS.read_text("utf-8"))[section] if VECTORS.exists() else []


def shared_names() -> dict[str, list[list[str]]]:
    names = json.loads(VECTORS.read_text("utf-8"))["names"]
    return {name: value["answers_in_turn"] if isinstance(value, dict) else [value] for name, value in names.items()}


needs_vectors = pytest.mark.skipif(not VECTORS.exists(), reason="the address vectors lie outside the project")


@needs_vectors
def test_no_shared_vector_reaches_anything(pretend):
    answered = []
    for kind, url in shared("refuse"):
        net = pretend(shared_names())
        try:
            fetch(url)
            answered.append((kind, url))
        except WebloupeError as error:  # HostDown where the standard's reading of the text is an unknown name
            assert len(error.lines()) == 2, url
        assert net.astray == [], url
    # A rebinding name gives a public address first; that one is dialled, and only that one.
    assert {kind for kind, _ in answered} <= {"rebind"}
    assert len(shared("refuse")) > 90


@needs_vectors
def test_every_allowed_shared_vector_is_reached(pretend):
    for url in shared("allow"):
        net = pretend(shared_names())
        assert fetch(url).body == b"public", url
        assert net.astray == []
    assert len(shared("allow")) >= 6


def test_naughty_text_in_place_of_a_url_is_one_of_our_errors(pretend):
    pretend({})
    for text in ["http://" + "a" * 300 + "/", "http://a..b/", "http://.../", "http://xn--/", "http://\x00/", "http://%/",
                 "http://" + "a." * 200 + "test/", "http://[::1", "http://ü" * 20, "\u202ehttp://x"]:  # fmt: skip
        with pytest.raises(WebloupeError):
            fetch(text)
