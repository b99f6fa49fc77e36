"""A Jupyter server in this process with webloupe's part, under a base URL as a hub gives it, and the demo web."""

from __future__ import annotations

import json
import os
from urllib.parse import urlsplit

import pytest

from webloupe.demo import DemoWeb
from webloupe_jupyter.server.routes import ROUTES

BASE_URL = "/user/x/"


def pytest_configure(config):
    config.addinivalue_line("filterwarnings", "error::jupyter_server.utils.JupyterServerAuthWarning")


@pytest.fixture(scope="session")
def demo():
    with DemoWeb() as running:
        yield running


@pytest.fixture
def web(demo):
    demo.set_mode("exa", "ok"), demo.set_mode("parallel", "ok"), demo.set_mode("keenable", "ok")
    demo.requests.clear()
    return demo


@pytest.fixture
def home(web, tmp_path, monkeypatch):
    """The environment as a kernel's user has it, with a list of private addresses that the server must not take."""
    for name in list(os.environ):
        if name.startswith("WEBLOUPE_") or name.endswith("_API_KEY") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    for name, value in web.env.items():
        monkeypatch.setenv(name, value)
    return tmp_path / "webloupe"


@pytest.fixture
def settings(request, web):
    """`c.WebloupeServer` and `c.ServerApp`; a test sets its own by indirect parametrisation."""
    own = {"allow_private": [urlsplit(web.url).netloc]}
    return {"WebloupeServer": own, "ServerApp": {}, **getattr(request, "param", {})}


@pytest.fixture
def jp_base_url():
    return BASE_URL


@pytest.fixture
def jp_server_config(settings, home):
    return {
        "ServerApp": {
            # Jupyter's own terminals have a route that it warns of.
            "jpserver_extensions": {"webloupe_jupyter": True, "jupyter_server_terminals": False},
            "allow_unauthenticated_access": False,
            **settings["ServerApp"],
        },
        "WebloupeServer": {"home": str(home), **settings["WebloupeServer"]},
    }


@pytest.fixture
def ask(http_server_client, jp_serverapp):
    """Send a request just as given, whatever status comes back."""

    async def send(method, path, *, headers=None, body=None, **more):
        return await http_server_client.fetch(
            BASE_URL + path,
            method=method,
            headers=headers or {},
            body=body,
            raise_error=False,
            follow_redirects=False,
            allow_nonstandard_methods=True,
            **more,
        )

    return send


@pytest.fixture
def token(jp_serverapp):
    return {"Authorization": f"token {jp_serverapp.identity_provider.token}"}


@pytest.fixture
def call(ask, token):
    """Ask an operation as the panel does; the status and the answer."""
    verbs = {route.operation: route.verb for route in ROUTES}

    async def send(operation, arguments=None, **headers):
        body = None if verbs[operation] == "GET" else json.dumps(arguments or {})
        kind = {} if body is None else {"Content-Type": "application/json"}
        response = await ask(verbs[operation], f"webloupe/{operation}", headers={**token, **kind, **headers}, body=body)
        return response.code, json.loads(response.body)

    return send
