"""What the server dials is its own configuration's matter; a kernel's and a user's lists open nothing here."""

from __future__ import annotations

import json
import socket
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import anyio
import pytest

from webloupe.networks import not_public

VECTORS = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "ssrf.json"

EVERYTHING = ["127.0.0.0/8", "localhost", "::1", "0.0.0.0/8", "169.254.0.0/16", "metadata.google.internal", "fe80::/10"]
CLOSED = {"WebloupeServer": {}}
OPEN = {"WebloupeServer": {"allow_private": EVERYTHING}}


@pytest.mark.parametrize("settings", [CLOSED], indirect=True)
async def test_the_lists_of_kernel_and_user_open_nothing(call, web, home, monkeypatch):
    demo = urlsplit(web.url).netloc
    monkeypatch.setenv("WEBLOUPE_ALLOW_PRIVATE", f"{demo}, 127.0.0.0/8")
    home.mkdir()
    (home / "config.json").write_text(json.dumps({"network": {"allow_private": [demo]}}))
    status, error = await call("fetch", {"url": f"{web.url}/docs/calibration"})
    assert (status, error["code"]) == (400, "address_refused")
    assert f"c.WebloupeServer.allow_private = ['{demo}']" in error["hint"]
    assert not web.requests


async def test_the_servers_own_list_opens_its_entries_and_nothing_else(call, web):
    assert (await call("fetch", {"url": f"{web.url}/docs/calibration"}))[0] == 200
    with socket.create_server(("127.0.0.1", 0)) as other:
        status, error = await call("fetch", {"url": f"http://127.0.0.1:{other.getsockname()[1]}/"})
    assert (status, error["code"]) == (400, "address_refused")


@pytest.mark.parametrize("settings", [OPEN], indirect=True)
async def test_the_servers_own_port_is_refused_although_listed(call, jp_serverapp, http_server):
    port = next(iter(http_server._sockets.values())).getsockname()[1]
    assert port == jp_serverapp.port
    for host in ("127.0.0.1", "localhost", "[::1]", "0.0.0.0", "127.9.9.9"):
        status, error = await call("fetch", {"url": f"http://{host}:{port}/user/x/api"})
        assert (status, error["code"]) == (400, "address_refused"), host
        assert "own" in error["message"] and "allow_private" not in error["hint"]


@pytest.mark.parametrize("settings", [OPEN], indirect=True)
@pytest.mark.parametrize("host", ["169.254.169.254", "[fe80::1]", "[::ffff:169.254.169.254]", "0xa9fea9fe"])
async def test_metadata_is_refused_although_listed(call, host):
    status, error = await call("fetch", {"url": f"http://{host}/latest/meta-data"})
    assert (status, error["code"]) == (400, "address_refused")
    assert "allow_private" not in error["hint"]


@pytest.fixture
def proxy(demo, monkeypatch):
    """The demo web in the place of a proxy: whatever is asked through it, it sees."""
    monkeypatch.setenv("HTTP_PROXY", demo.url)
    return demo


@pytest.mark.parametrize("settings", [OPEN, {"WebloupeServer": {**OPEN["WebloupeServer"], "trust_env": True}}],
                         indirect=True, ids=["by default", "trust_env"])  # fmt: skip
async def test_proxy_variables_count_only_where_the_configuration_says_so(call, home, proxy, settings):
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        dead = nobody.getsockname()[1]
    await call("fetch", {"url": f"http://127.0.0.1:{dead}/docs/calibration", "timeout_s": 5})
    asked_the_proxy = bool(proxy.requests)
    assert asked_the_proxy is settings["WebloupeServer"].get("trust_env", False)


async def test_a_setting_changed_meanwhile_counts_at_the_next_call(call, home):
    assert (await call("health"))[1]["offline"] is False
    home.mkdir(exist_ok=True)
    (home / "config.json").write_text(json.dumps({"network": {"offline": True}}))
    assert (await call("health"))[1]["offline"] is True
    assert (await call("search", {"query": "eclipse", "backend": "exa"}))[1]["code"] == "offline"
    (home / "config.json").write_text("{")
    status, error = await call("search", {"query": "eclipse"})
    assert (status, error["code"]) == (400, "config")


@pytest.fixture
def connects(monkeypatch):
    """A pretended internet in which every name is of this machine: the numeric addresses that were dialled, in vain."""
    dialled = []
    resolve = socket.getaddrinfo

    def getaddrinfo(host, port, *more, **named):
        try:
            ip_address(host)
        except ValueError:
            return [(socket.AF_INET, 1, 6, "", ("127.0.0.1", port)), (socket.AF_INET6, 1, 6, "", ("::1", port))]
        return resolve(host, port, *more, **named)

    async def connect_tcp(remote_host, *_, **__):
        dialled.append(remote_host)
        raise OSError("pretended network: unreachable")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(anyio, "connect_tcp", connect_tcp)
    return dialled


@pytest.mark.parametrize("settings", [CLOSED], indirect=True)
@pytest.mark.skipif(not VECTORS.exists(), reason="the address vectors lie outside the project")
async def test_no_shared_vector_reaches_anything_by_any_operation(call, connects):
    urls = [url for _kind, url in json.loads(VECTORS.read_text("utf-8"))["refuse"]]
    for url in urls:
        for operation in ("fetch", "diff", "source"):
            status, error = await call(operation, {"url": url, "timeout_s": 2})
            assert status in (400, 502), (url, error)
    assert len(urls) > 90
    assert [address for address in connects if not_public(ip_address(address))] == []


@pytest.mark.parametrize("settings", [CLOSED], indirect=True)
@pytest.mark.parametrize("url", ["http://inside.test/", "http://localhost/", "http://0x7f.1/", "http://[::]/"])
async def test_a_name_of_this_machine_is_refused_before_anything_is_dialled(call, connects, url):
    status, error = await call("fetch", {"url": url})
    assert (status, error["code"], connects) == (400, "address_refused", [])
