"""Proxy variables, through a real proxy on loopback that forwards and tunnels."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import importlib.util
import ssl
import threading
from collections.abc import Iterator

import pytest
import trustme
from loopback import Server, redirect, reply, serve

from webloupe.addresses import split_url
from webloupe.errors import AddressRefused, ConfigError, ExtraMissing, HostDown
from webloupe.http import Http
from webloupe.http.proxies import proxy_for
from webloupe.wire import Answer, Request

VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "REQUEST_METHOD", "SSL_CERT_FILE", "SSL_CERT_DIR")
SECRET = "hunter2"


@pytest.fixture(autouse=True)
def no_variables(monkeypatch):
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
        monkeypatch.delenv(variable.lower(), raising=False)


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def plain() -> Iterator[Server]:
    with serve(lambda _: reply(200, b"from the origin")) as server:
        yield server


@pytest.fixture
def secure(authority) -> Iterator[Server]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("site.test").configure_cert(context)
    with serve(lambda _: reply(200, b"from the origin, encrypted"), tls=context) as server:
        yield server


class Proxying:
    """A proxy that carries everything to one origin, whatever its name; `asked` is what it was asked for."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked: list[str] = []
        self.credentials: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextlib.contextmanager
def proxy_to(origin: Server, *, status: int | None = None) -> Iterator[Proxying]:
    """`status`: what the proxy answers instead of carrying anything."""
    loop = asyncio.new_event_loop()

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
            writer.write_eof()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await carry(reader, writer)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        method, target, _ = lines[0].split()
        proxying.asked.append(f"{method} {target}")
        sent = {line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in lines[1:]}
        proxying.credentials.append(sent.get("proxy-authorization"))
        if status:
            writer.write(reply(status, b"no"))
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", origin.port)
        with contextlib.closing(far_writer):
            if method == "CONNECT":
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                path = "/" + target.split("/", 3)[3]
                far_writer.write(head.replace(target.encode(), path.encode(), 1))
            await asyncio.gather(pipe(reader, far_writer), pipe(far_reader, writer))

    listening = loop.run_until_complete(asyncio.start_server(connected, "127.0.0.1", 0))
    proxying = Proxying(listening.sockets[0].getsockname()[1])
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def stop() -> None:
        listening.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    try:
        yield proxying
    finally:
        asyncio.run_coroutine_threadsafe(stop(), loop).result(5)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
        loop.close()


def fetch(url: str, *, trust_env: bool = True, allow: tuple[str, ...] = (), follow: bool = False) -> Answer:
    async def run() -> Answer:
        http = Http(allow_private=allow, trust_env=trust_env)
        try:
            return await http.send(Request("GET", url), timeout_s=5, follow=follow)
        finally:
            await http.aclose()

    return asyncio.run(run())


# --- through the proxy -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])
def test_plain_requests_go_through_the_proxy_that_the_variables_name(plain, monkeypatch, variable):
    with proxy_to(plain) as proxy:
        monkeypatch.setenv(variable, proxy.url)
        assert fetch("http://site.test/page?a=b").body == b"from the origin"
    assert proxy.asked == ["GET http://site.test/page?a=b"]
    assert plain.requests[0].headers["host"] == "site.test"


@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
def test_encrypted_requests_are_tunnelled_and_verified_end_to_end(secure, authority, monkeypatch, tmp_path, variable):
    with proxy_to(secure) as proxy:
        monkeypatch.setenv(variable, proxy.url)
        with pytest.raises(HostDown, match="certificate"):
            fetch("https://site.test/")
        authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
        assert fetch("https://site.test/").body == b"from the origin, encrypted"
        with pytest.raises(HostDown, match="certificate"):
            fetch("https://wrong.test/")
    assert proxy.asked[1] == "CONNECT site.test:443"


def test_an_address_without_scheme_names_an_http_proxy(plain, monkeypatch):
    with proxy_to(plain) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"127.0.0.1:{proxy.port}")
        assert fetch("http://site.test/").status == 200


def test_credentials_go_to_the_proxy_alone(plain, monkeypatch):
    with proxy_to(plain) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://ann:{SECRET}%21@127.0.0.1:{proxy.port}")
        fetch("http://site.test/")
    assert proxy.credentials == ["Basic " + base64.b64encode(f"ann:{SECRET}!".encode()).decode()]


def test_variables_do_not_count_where_the_environment_is_not_trusted(plain, monkeypatch):
    with proxy_to(plain) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        assert fetch(plain.url, trust_env=False, allow=("127.0.0.1",)).status == 200
    assert proxy.asked == []


def test_no_proxy_goes_direct(plain, monkeypatch):
    with proxy_to(plain) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        fetch(plain.url, allow=("127.0.0.1",))
        assert len(proxy.asked) == 1
        monkeypatch.setenv("NO_PROXY", "example.org, 127.0.0.1")
        assert fetch(plain.url, allow=("127.0.0.1",)).status == 200
        assert len(proxy.asked) == 1


# --- the guard behind a proxy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url", ["http://10.0.0.1/", "http://169.254.169.254/", "http://localhost/", "http://[::1]/", "https://127.0.0.1/",
            "http://metadata.google.internal/", "http://intranet/"],
)  # fmt: skip
def test_private_literals_and_local_names_do_not_reach_the_proxy(plain, monkeypatch, url):
    with proxy_to(plain) as proxy:
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        with pytest.raises(AddressRefused):
            fetch(url)
    assert proxy.asked == []


def test_a_redirect_behind_a_proxy_is_checked_too(monkeypatch):
    with serve(lambda _: redirect("http://10.0.0.1/")) as origin, proxy_to(origin) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        with pytest.raises(AddressRefused, match="redirect 1"):
            fetch("http://site.test/", follow=True)
    assert len(proxy.asked) == 1


# --- failing proxies -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_is_down_is_named_with_its_variable(monkeypatch, scheme):
    with serve(lambda _: reply()) as gone:
        pass
    monkeypatch.setenv(f"{scheme.upper()}_PROXY", f"http://ann:{SECRET}@127.0.0.1:{gone.port}")
    with pytest.raises(HostDown, match=rf"127\.0\.0\.1:{gone.port} \({scheme.upper()}_PROXY\)") as caught:
        fetch(f"{scheme}://site.test/")
    assert len(caught.value.lines()) == 2
    assert SECRET not in "".join(caught.value.lines())


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_wants_a_password_is_named_with_its_variable(plain, monkeypatch, scheme):
    with proxy_to(plain, status=407) as proxy:
        monkeypatch.setenv(f"{scheme.upper()}_PROXY", proxy.url)
        with pytest.raises(HostDown) as caught:
            fetch(f"{scheme}://site.test/")
    assert f"{scheme.upper()}_PROXY" in "".join(caught.value.lines())


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_hangs_up_is_asked_once(monkeypatch, scheme):
    with serve(lambda _: b"") as proxy:
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        with pytest.raises(HostDown):
            fetch(f"{scheme}://site.test/")
    assert len(proxy.requests) == 1


def test_a_tunnel_that_is_refused_says_with_what(plain, monkeypatch):
    with proxy_to(plain, status=403) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        with pytest.raises(HostDown, match="refused with 403"):
            fetch("https://site.test/")


@pytest.mark.parametrize("value", [f"ftp://ann:{SECRET}@p:1", f"http://{SECRET}:x/", "http://", f"http://p:{SECRET}"])
def test_a_variable_that_is_no_proxy_is_named_without_its_value(monkeypatch, value):
    monkeypatch.setenv("HTTP_PROXY", value)
    with pytest.raises(ConfigError, match="HTTP_PROXY") as caught:
        fetch("http://site.test/")
    assert SECRET not in "".join(caught.value.lines())


def test_a_socks_proxy_without_its_package_is_told_and_never_bypassed(monkeypatch):
    if importlib.util.find_spec("socksio"):
        pytest.skip("socksio is installed")
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1080")
    with pytest.raises(ExtraMissing) as caught:
        fetch("http://site.test/")
    assert "pip install socksio" in caught.value.hint


# --- which proxy -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("no_proxy", "url", "direct"),
    [
        ("*", "http://a.example/", True),
        ("example.com", "http://example.com/", True),
        ("example.com", "http://www.example.com/", True),
        (".example.com", "http://www.example.com/", True),
        ("*.example.com", "http://www.example.com/", True),
        ("EXAMPLE.com", "http://example.com./", True),
        ("example.com", "http://notexample.com/", False),
        ("example.com:8080", "http://example.com:8080/", True),
        ("example.com:8080", "http://example.com/", False),
        ("10.0.0.0/8, 192.168.0.1", "http://10.1.2.3/", True),
        ("10.0.0.0/8, 192.168.0.1", "http://192.168.0.2/", False),
        ("::1", "http://[::1]:8080/", True),
        ("[::1]:8080", "http://[::1]:8080/", True),
        ("127.0.0.1:1", "http://127.0.0.1:2/", False),
        ("", "http://example.com/", False),
        (" , ,", "http://example.com/", False),
    ],
)
def test_no_proxy_exempts_what_it_names(no_proxy, url, direct):
    env = {"HTTP_PROXY": "http://proxy.test:3128", "NO_PROXY": no_proxy}
    assert (proxy_for(split_url(url), env) is None) == direct


def test_the_schemes_own_variable_goes_before_all_and_lower_case_before_upper():
    env = {"ALL_PROXY": "http://all", "HTTPS_PROXY": "http://upper:1", "https_proxy": "http://lower:2"}
    assert proxy_for(split_url("https://x.test/"), env).host == "lower"
    assert proxy_for(split_url("http://x.test/"), env).host == "all"


def test_a_web_servers_own_http_proxy_variable_is_a_clients_header_and_does_not_count():
    env = {"HTTP_PROXY": "http://evil:1", "REQUEST_METHOD": "GET"}
    assert proxy_for(split_url("http://x.test/"), env) is None


def test_a_proxys_password_is_not_in_its_repr():
    proxy = proxy_for(split_url("http://x.test/"), {"HTTP_PROXY": f"http://ann:{SECRET}@p:1"})
    assert SECRET not in repr(proxy)
