"""The demo web as a server: light, loopback only, concurrent, quick to stop."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from webloupe.demo import DemoWeb
from webloupe.errors import BadInput


def test_importing_the_demo_brings_no_http_client_and_no_parser():
    code = "import sys, webloupe.demo; print([n for n in ('httpx', 'httpcore', 'pandas', 'bs4') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_the_environment_points_all_backends_and_the_guard_at_the_demo():
    with DemoWeb() as web:
        port = web.url.rpartition(":")[2]
        assert web.env == {
            "WEBLOUPE_EXA_URL": f"http://127.0.0.1:{port}/exa/mcp",
            "WEBLOUPE_PARALLEL_URL": f"http://127.0.0.1:{port}/parallel/mcp",
            "WEBLOUPE_KEENABLE_URL": f"http://127.0.0.1:{port}/keenable/v1/search/public",
            "WEBLOUPE_ALLOW_PRIVATE": f"127.0.0.1:{port}",
            "WEBLOUPE_DEMO_URL": f"http://127.0.0.1:{port}",
        }


def test_twenty_threads_are_served_at_once():
    with DemoWeb() as web:
        barrier = threading.Barrier(20)

        def visit(number: int) -> tuple[int, int]:
            with httpx.Client(base_url=web.url, trust_env=False, timeout=30.0) as client:
                barrier.wait(30)
                page = client.get("/blog/first-light").status_code
                body = {"query": f"comet {number}"}
                search = client.post("/keenable/v1/search/public", json=body, headers={"X-Keenable-Title": "t"})
                return page, search.status_code

        with ThreadPoolExecutor(20) as pool:
            assert set(pool.map(visit, range(20))) == {(200, 200)}
        assert len(web.requests) == 40


def test_one_connection_carries_many_requests():
    with DemoWeb() as web:
        connection = http.client.HTTPConnection(web.url.removeprefix("http://"))
        used = []
        for path in ("/visit", "/huge?bytes=70000", "/missing", "/visit"):
            connection.request("GET", path)
            connection.getresponse().read()
            used.append(connection.sock)
        connection.close()
    assert used[0] is not None
    assert len({id(one) for one in used}) == 1


@pytest.mark.parametrize("path", ["/slow?seconds=60", "/drip?seconds=60&every_ms=10000", "/visit"])
def test_it_stops_at_once_also_while_pages_wait_and_connections_idle(path: str):
    web = DemoWeb().start()
    client = socket.create_connection(("127.0.0.1", int(web.url.rpartition(":")[2])))
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: demo\r\n\r\n".encode())
    if path.startswith("/slow"):
        deadline = time.monotonic() + 10
        while not web.requests and time.monotonic() < deadline:
            threading.Event().wait(0.01)
    else:
        client.recv(1_000)
    started = time.monotonic()
    web.stop()
    assert time.monotonic() - started < 1
    client.close()
    assert not [thread for thread in threading.enumerate() if "process_request" in thread.name]


def test_a_stopped_demo_frees_its_port_and_starts_afresh():
    web = DemoWeb()
    with web:
        port = int(web.url.rpartition(":")[2])
        web.set_mode("exa", "429")
        httpx.get(web.url, trust_env=False)
    web.stop()
    with DemoWeb(port) as again:
        assert again.url == f"http://127.0.0.1:{port}"
    with web:
        assert web.modes["exa"] == "ok"
        assert len(web.requests) == 0


def test_a_port_in_use_is_told_in_two_lines():
    with DemoWeb() as web:
        port = int(web.url.rpartition(":")[2])
        with pytest.raises(BadInput) as told:
            DemoWeb(port).start()
    assert str(port) in told.value.message
    assert told.value.hint


@pytest.mark.parametrize(
    ("host", "port"), [("0.0.0.0", 0), ("192.0.2.1", 0), ("example.org", 0), ("127.0.0.1", 70_000)]
)
def test_it_listens_on_this_machine_only(host: str, port: int):
    with pytest.raises(BadInput):
        DemoWeb(port, host).start()


def test_an_address_before_the_start_is_an_error_that_says_so():
    with pytest.raises(BadInput, match="not running"):
        _ = DemoWeb().url


def test_requests_are_kept_for_tests_without_showing_keys():
    with DemoWeb() as web:
        headers = {"X-API-Key": "canary-key"}
        httpx.post(web.endpoints["keenable"], json={"query": "comet"}, headers=headers, trust_env=False)
        (seen,) = web.requests
    assert (seen.method, seen.path, seen.headers["x-api-key"]) == ("POST", "/keenable/v1/search/public", "canary-key")
    assert "canary-key" not in repr(seen)


def test_a_body_that_is_too_long_or_has_no_length_is_refused():
    with DemoWeb() as web:
        huge = httpx.post(web.endpoints["exa"], content=b"x" * 1_000_001, trust_env=False)
        chunked = httpx.post(web.endpoints["exa"], content=iter([b"{}"]), trust_env=False)
    assert (huge.status_code, chunked.status_code) == (413, 413)
