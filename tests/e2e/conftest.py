"""Real servers on loopback and a real browser.

A pytest run of its own: Playwright's event loop and that of pytest-jupyter do not stand each other.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import chromium
import pytest
from answering import answering
from desk import Desk
from playwright.sync_api import expect
from serving import site

from webloupe.demo import DemoWeb

WAIT_MS = 20_000


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    path = chromium.find()
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(chromium.MISSING)
    return {**browser_type_launch_args, **chromium.launch_options(path)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    wide = {"width": 1400, "height": 900}
    return {**browser_context_args, "viewport": wide, "permissions": ["clipboard-read", "clipboard-write"]}


@pytest.fixture(scope="session", autouse=True)
def patience():
    expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="session")
def web():
    with DemoWeb() as running:
        yield running


@pytest.fixture(scope="session")
def sites(web, tmp_path_factory):
    """Starts a server at the first wish for its kind, and stops all at the end."""
    kinds = {"plain": {}, "prefixed": {"base_url": "/user/x/"}, "bare": {"server_part": False}, "busy": {}, "worn": {}}
    with ExitStack() as stack:
        kinds["plain"]["env"] = stack.enter_context(answering(web.url))
        running = {}

        def of(kind: str):
            if kind not in running:
                folder: Path = tmp_path_factory.mktemp(kind) / "site"
                running[kind] = stack.enter_context(site(folder, web, **kinds[kind]))
            return running[kind]

        yield of


@pytest.fixture
def desk(context, sites, web):
    """`desk("lab")`, `desk("notebook7", at="prefixed")`; all that it opened is checked and its kernels are ended."""
    opened: list[Desk] = []
    web.set_mode("exa", "ok"), web.set_mode("parallel", "ok"), web.set_mode("keenable", "ok")

    def of(app: str = "lab", at: str = "plain") -> Desk:
        opened.append(Desk(context.new_page(), sites(at), web, app))
        return opened[-1]

    yield of
    for one in opened:
        one.page.close()
        one.site.end_kernels()
        one.check()
