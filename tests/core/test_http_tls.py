"""Encrypted connections are verified, with no way to switch it off: against an authority of our own."""

from __future__ import annotations

import asyncio
import datetime
import socket
import socketserver
import ssl
import subprocess
import threading
from pathlib import Path

import certifi
import pytest
import trustme
from loopback import reply, serve

from webloupe.errors import ConfigError, HostDown
from webloupe.http import Http
from webloupe.wire import Answer, Request

VARIABLES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE")
PAST = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def bundle(authority, tmp_path) -> Path:
    path = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(str(path))
    return path


@pytest.fixture(autouse=True)
def names(monkeypatch):
    """Every name is this machine, and no certificate variable is set unless a test sets it."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    answer = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answer)


def served(certificate: trustme.LeafCert, *, version: ssl.TLSVersion | None = None):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    if version:
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = context.maximum_version = version
    return serve(lambda _: reply(200, b"secret"), tls=context)


def fetch(url: str, *, trust_env: bool = True) -> Answer:
    async def run() -> Answer:
        http = Http(allow_private=["127.0.0.0/8"], trust_env=trust_env)
        try:
            return await http.send(Request("GET", url), timeout_s=5)
        finally:
            await http.aclose()

    return asyncio.run(run())


@pytest.mark.parametrize("host", ["good.test", "good.test."])
def test_a_good_certificate_is_accepted(authority, bundle, monkeypatch, host):
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    with served(authority.issue_cert("good.test")) as server:
        assert fetch(f"https://{host}:{server.port}/").body == b"secret"


def test_an_address_is_verified_by_the_address_in_its_certificate(authority, bundle, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    with served(authority.issue_cert("127.0.0.1")) as server:
        assert fetch(f"https://127.0.0.1:{server.port}/").body == b"secret"
        with pytest.raises(HostDown, match="certificate"):
            fetch(f"https://good.test:{server.port}/")


def refused(url: str) -> HostDown:
    with pytest.raises(HostDown, match="certificate is not valid") as caught:
        fetch(url)
    assert len(caught.value.lines()) == 2
    assert "SSL_CERT_FILE" in caught.value.hint
    return caught.value


def test_another_hosts_certificate_is_refused(authority, bundle, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    with served(authority.issue_cert("other.test")) as server:
        assert "good.test" in refused(f"https://good.test:{server.port}/").message


def test_an_expired_certificate_is_refused(authority, bundle, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    with served(authority.issue_cert("good.test", not_before=PAST, not_after=PAST + datetime.timedelta(1))) as server:
        assert "expired" in refused(f"https://good.test:{server.port}/").message


def test_an_unknown_authority_is_refused(authority):
    with served(authority.issue_cert("good.test")) as server:
        refused(f"https://good.test:{server.port}/")


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_outdated_encryption_is_refused(authority, bundle, monkeypatch, version):
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    with served(authority.issue_cert("good.test"), version=version) as server, pytest.raises(HostDown, match="TLS"):
        fetch(f"https://good.test:{server.port}/")


def test_plain_http_behind_an_https_address_is_told():
    class Plain(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.sendall(reply(400, b"plain HTTP here"))

    with socketserver.TCPServer(("127.0.0.1", 0), Plain) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(HostDown, match="TLS"):
            fetch(f"https://good.test:{server.server_address[1]}/")


def test_the_certificate_variables_are_honoured(authority, bundle, monkeypatch, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "ignored.txt").write_text("no certificate")
    with served(authority.issue_cert("good.test")) as server:
        url = f"https://good.test:{server.port}/"
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(bundle))
        assert fetch(url).body == b"secret"
        with pytest.raises(HostDown):  # the environment is not trusted here
            fetch(url, trust_env=False)
        monkeypatch.setenv("SSL_CERT_FILE", certifi.where())  # goes before REQUESTS_CA_BUNDLE
        with pytest.raises(HostDown):
            fetch(url)
        monkeypatch.setenv("SSL_CERT_DIR", str(hashed(authority, folder)))
        assert fetch(url).body == b"secret"


def hashed(authority: trustme.CA, folder: Path) -> Path:
    """A certificate folder as OpenSSL reads it: the file is named by the hash of its subject."""
    pem = folder / "authority.pem"
    authority.cert_pem.write_to_path(str(pem))
    told = subprocess.run(
        ["openssl", "x509", "-hash", "-noout", "-in", str(pem)], capture_output=True, text=True, check=False
    )
    if told.returncode:
        pytest.skip("the openssl command, which names certificates by hash, is missing")
    pem.rename(folder / f"{told.stdout.strip()}.0")
    return folder


@pytest.mark.parametrize("variable", VARIABLES)
@pytest.mark.parametrize("content", [None, "no certificate"])
def test_a_certificate_variable_that_leads_nowhere_is_named(monkeypatch, tmp_path, variable, content):
    path = tmp_path / "missing.pem"
    if content:
        path.write_text(content)
    monkeypatch.setenv(variable, str(path))
    with pytest.raises(ConfigError, match=variable) as caught:
        fetch("https://good.test/")
    assert str(path) in caught.value.message
    assert len(caught.value.lines()) == 2


def test_an_unreadable_certificate_does_not_hinder_plain_http(monkeypatch, tmp_path):
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "missing.pem"))
    with serve(lambda _: reply(200, b"plain")) as server:
        assert fetch(server.url).body == b"plain"
