"""Nobody gets an answer who may not ask: each route against each way of asking without the right to."""

from __future__ import annotations

import json
import warnings
from urllib.parse import urlencode

import pytest
from jupyter_server.auth import Authorizer
from jupyter_server.utils import JupyterServerAuthWarning

from webloupe_jupyter.server.routes import ROUTES

ARGUMENTS = {
    "search": {"query": "eclipse"},
    "compress": {"text": "some text"},
    "usage": {},
    "usage_csv": {},
    "health": None,
    "config": None,
}
OPEN_BY_DEFAULT = {"ServerApp": {"allow_unauthenticated_access": True}}
both_defaults = pytest.mark.parametrize("settings", [{}, OPEN_BY_DEFAULT], indirect=True, ids=["shut", "open"])


class Nobody(Authorizer):
    def is_authorized(self, handler, user, action, resource):
        return False


@pytest.fixture
def every_route(ask, web):
    """Ask all routes with these headers; the answers that came, which should be none."""

    async def asked(headers):
        answered = []
        for route in ROUTES:
            arguments = ARGUMENTS.get(route.operation, {"url": f"{web.url}/docs/calibration"})
            body = None if arguments is None else json.dumps(arguments)
            kind = {} if body is None else {"Content-Type": "application/json"}
            got = await ask(route.verb, f"webloupe/{route.operation}", headers={**kind, **headers}, body=body)
            if got.code not in (403, 404) or b'"drawn"' in got.body or b'"version"' in got.body:
                answered.append((route.operation, got.code))
        return answered

    return asked


@pytest.fixture
def cookie(ask, jp_serverapp):
    """Sign in as a browser does; its cookies, and the value that proves a request to be of the same site."""

    async def signed_in():
        jar = cookies_of(await ask("GET", "login"))
        form = urlencode({"_xsrf": jar["_xsrf"], "password": jp_serverapp.identity_provider.token})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        jar |= cookies_of(await ask("POST", "login", headers={**kind, "Cookie": line_of(jar)}, body=form))
        return {"Cookie": line_of(jar)}, jar["_xsrf"]

    return signed_in


def cookies_of(response):
    return dict(line.partition(";")[0].split("=", 1) for line in response.headers.get_list("Set-Cookie"))


def line_of(jar):
    return "; ".join(f"{name}={value}" for name, value in jar.items())


@both_defaults
async def test_no_token_and_a_bad_token_get_no_answer(every_route, web):
    assert await every_route({}) == []
    assert await every_route({"Authorization": "token wrong"}) == []
    assert await every_route({"Cookie": "username-localhost=wrong; _xsrf=wrong", "X-XSRFToken": "wrong"}) == []
    assert not web.requests


@both_defaults
async def test_a_cookie_without_the_xsrf_token_gets_no_answer(every_route, cookie, web):
    cookies, xsrf = await cookie()
    assert await every_route(cookies) == []
    assert await every_route({**cookies, "X-XSRFToken": "wrong"}) == []
    assert await every_route({**cookies, "Referer": "http://evil.example/user/x/"}) == []
    assert not web.requests
    answered = await every_route({**cookies, "X-XSRFToken": xsrf})
    assert answered == [(route.operation, 200) for route in ROUTES]


@both_defaults
async def test_a_foreign_origin_gets_no_answer_although_the_cookie_is_right(every_route, cookie, web):
    cookies, xsrf = await cookie()
    assert await every_route({**cookies, "X-XSRFToken": xsrf, "Origin": "http://evil.example"}) == []
    assert not web.requests


@both_defaults
async def test_a_foreign_host_gets_no_answer_although_the_token_is_right(every_route, token, web):
    assert await every_route({**token, "Host": "evil.example"}) == []
    assert not web.requests


@pytest.mark.parametrize("settings", [{"ServerApp": {"authorizer_class": Nobody}}], indirect=True)
async def test_a_user_without_the_right_gets_no_answer(every_route, token, web):
    assert await every_route(token) == []
    assert not web.requests


async def test_other_verbs_get_no_answer(ask, token):
    for route in ROUTES:
        for verb in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"):
            if verb != route.verb:
                got = await ask(verb, f"webloupe/{route.operation}", headers=token, body=None)
                assert got.code == 405, (verb, route)


def test_every_route_is_guarded_in_the_eyes_of_jupyter(jp_configurable_serverapp):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        app = jp_configurable_serverapp()
    assert not [str(one.message) for one in caught if issubclass(one.category, JupyterServerAuthWarning)]
    assert "webloupe_jupyter" in app.extension_manager.extensions
