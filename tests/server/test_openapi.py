"""The OpenAPI file is what the server does: fresh, whole, and true under hundreds of generated calls."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import get_args
from urllib.parse import urlsplit

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from running import jupyter_server
from schemathesis import GenerationMode
from schemathesis.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from webloupe.demo import DemoWeb
from webloupe.demo.modes import modes_of
from webloupe.types import ErrorInfo
from webloupe_jupyter.server import openapi
from webloupe_jupyter.server.routes import ROUTES
from webloupe_jupyter.shapes import Operation

DOCUMENT = json.loads(openapi.TARGET.read_text("utf-8"))
TRUE_TO_THE_FILE = [content_type_conformance, response_schema_conformance, status_code_conformance]
EACH_WAY = 43  # six operations that take arguments, asked rightly and wrongly: more than 500 calls
POSTS = [route.operation for route in ROUTES if route.verb == "POST"]
WAYS = [(name, mode) for name in POSTS for mode in GenerationMode]


def bounded(cases):
    """The same cases in every run, within a time that a run of all checks can spare."""
    return settings(
        max_examples=cases, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )


def test_the_file_is_what_the_table_of_routes_makes():
    assert openapi.TARGET.read_text("utf-8") == openapi.generate(), "run: python -m webloupe_jupyter.server.openapi"


def test_every_operation_has_a_route():
    assert {route.operation for route in ROUTES} == set(get_args(Operation))


class Caller:
    """Sends generated calls to a server and holds every answer against the file."""

    def __init__(self, server, document):
        self.server = server
        self.schema = schemathesis.openapi.from_dict(document)
        self.session = requests.Session()
        self.session.trust_env = False  # a proxy of the machine has no part in this
        self.statuses = Counter()

    def cases(self, operation, mode=GenerationMode.POSITIVE):
        return self.schema.find_operation_by_id(operation).as_strategy(mode)

    def check(self, case):
        response = case.call(base_url=self.server.url, session=self.session, headers=self.server.headers, timeout=20)
        self.statuses[response.status_code] += 1
        assert response.headers["content-type"][0].startswith("application/json")
        if response.status_code >= 400:
            error = msgspec.json.decode(response.content, type=ErrorInfo)
            assert response.status_code in (400, 413, 415, 429, 502, 504), (error, case.body)
            assert error.code != "bug" and error.message
        case.validate_response(response, checks=TRUE_TO_THE_FILE)


@pytest.fixture(scope="module")
def offline(tmp_path_factory):
    """A server that reaches nothing, so that any address may be asked of it."""
    folder = tmp_path_factory.mktemp("offline")
    with jupyter_server(folder, {"WEBLOUPE_OFFLINE": "1"}, {"home": str(folder / "home")}) as server:
        yield Caller(server, DOCUMENT)


@pytest.mark.parametrize("operation, mode", WAYS, ids=lambda value: getattr(value, "value", value))
def test_no_generated_call_meets_a_bug(offline, operation, mode):
    before = offline.statuses.total()

    @bounded(EACH_WAY)
    @given(offline.cases(operation, mode))
    def holds(case):
        offline.check(case)

    holds()
    assert offline.statuses.total() - before >= EACH_WAY


@pytest.mark.parametrize("operation", [route.operation for route in ROUTES if route.verb == "GET"])
def test_what_only_tells_takes_no_arguments(offline, operation):
    @bounded(2)
    @given(offline.cases(operation))
    def holds(case):
        offline.check(case)

    holds()


@pytest.fixture(scope="module")
def demo():
    with DemoWeb() as running:
        yield running


@pytest.fixture(scope="module")
def online(tmp_path_factory, demo):
    """A server on the demo web; the generated addresses are of the demo, or must be refused."""
    folder = tmp_path_factory.mktemp("online")
    place = urlsplit(demo.url).netloc
    with jupyter_server(folder, demo.env, {"home": str(folder / "home"), "allow_private": [place]}) as server:
        document = copy.deepcopy(DOCUMENT)
        page = document["components"]["schemas"]["PageArguments"]["properties"]
        paths = ("/docs/calibration", "/no-such-page", "/duskline.toml", "/", "/docs/", "/news", "/licence.txt")
        refused = (f"{server.url}/api", "http://169.254.169.254/", "http://10.0.0.1/", "http://[::1]:1/", "x", "")
        page["url"] = {"enum": [*(demo.url + path for path in paths), *refused]}
        for name in ("PageArguments", "SearchArguments"):
            document["components"]["schemas"][name]["properties"]["timeout_s"] = {"enum": [0.05, 0.4, None]}
        yield Caller(server, document)


@pytest.mark.parametrize("operation", ["search", "fetch", "diff", "source"])
def test_failing_backends_and_sites_are_told_as_data(online, demo, operation):
    modes = {backend: st.sampled_from(sorted(set(modes_of(backend)) - {"timeout"})) for backend in demo.modes}

    @bounded(40)
    @given(online.cases(operation), st.fixed_dictionaries(modes))
    def holds(case, modes):
        for backend, mode in modes.items():
            demo.set_mode(backend, mode)
        online.check(case)

    holds()


def test_the_servers_log_holds_no_traceback(offline, online):
    for caller in (offline, online):
        assert "Traceback" not in caller.server.log.read_text("utf-8", "replace")
        assert not {status for status in caller.statuses if status >= 500} - {502, 504}
    assert offline.statuses.total() >= 500
    assert {200, 400, 502} <= set(online.statuses)
