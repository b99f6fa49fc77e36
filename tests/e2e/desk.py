"""What a person does at a JupyterLab or a Notebook 7, in the words of the tests."""

from __future__ import annotations

import re
import uuid
from urllib.parse import quote

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Request, expect
from serving import Site

from webloupe.demo import DemoWeb

APPS = ("lab", "notebook7")
OURS = re.compile(r"extensions/webloupe/|webloupe|\bwl-", re.IGNORECASE)
RUN_LIMIT_MS = 60_000
MOST_TABS = 80


class Desk:
    """One browser page at `site`. What it asks of others and what of ours goes wrong in it is written down."""

    def __init__(self, page: Page, site: Site, web: DemoWeb, app: str = "lab") -> None:
        self.page, self.site, self.web, self.app = page, site, web, app
        self.workspace = uuid.uuid4().hex
        self.foreign: list[str] = []
        self.faults: list[str] = []
        self.excuses: str | None = None
        page.on("request", self._request)
        page.on("websocket", lambda socket: self._address(socket.url))
        page.on("console", self._console)
        page.on("pageerror", self._page_error)

    def check(self) -> None:
        """Nothing but the own server was asked, and nothing of ours failed."""
        assert self.foreign == []
        assert [told for told in self.faults if not self.excuses or self.excuses not in told] == []

    # --- getting somewhere -------------------------------------------------------------------------------------------

    def open(self, name: str = "") -> None:
        """A notebook, or JupyterLab alone; waits until all is in place."""
        # A workspace of its own: another test's notebooks would open again and start their kernels.
        lab = f"lab/workspaces/{self.workspace}"
        rooms = {"lab": (lab, f"{lab}/tree"), "notebook7": ("tree", "notebooks")}
        alone, with_notebook = rooms[self.app]
        path = f"{with_notebook}/{quote(name)}" if name else alone
        self.page.goto(f"{self.site.url}/{path}?token={self.site.token}")
        self.settle(bool(name))

    def reload(self) -> None:
        self.page.reload()
        self.settle(False)

    def settle(self, with_notebook: bool) -> None:
        self.page.wait_for_function("window.jupyterapp !== undefined", timeout=RUN_LIMIT_MS)
        self.page.evaluate("window.jupyterapp.restored.then(() => null)")
        expect(self.page.locator("#jupyterlab-splash")).to_have_count(0)
        if not with_notebook:
            self._launcher()
        else:
            self.page.wait_for_function("window.jupyterapp.shell.currentWidget?.sessionContext", timeout=RUN_LIMIT_MS)
            self.page.evaluate(
                """async () => {
                    const panel = window.jupyterapp.shell.currentWidget;
                    await panel.context.ready;
                    await panel.revealed;
                    await panel.sessionContext.ready;
                }"""
            )

    def _launcher(self) -> None:
        """See to it that JupyterLab's launcher has come and taken the focus, where nothing else is open.

        JupyterLab makes it by itself at some change of the layout after `restored`, seconds later on a slow machine,
        and takes the focus for it from whatever a person is at by then. An area that is not empty gets none.
        """
        self.page.evaluate(
            """async () => {
                const { commands, shell } = window.jupyterapp;
                if (shell.isEmpty?.('main')) {
                    await commands.execute('launcher:create');
                }
            }"""
        )
        self.page.wait_for_function(
            """() => {
                const launcher = window.jupyterapp.shell.currentWidget?.node.querySelector('.jp-Launcher');
                return !launcher || launcher.contains(document.activeElement);
            }"""
        )

    def command(self, name: str, **arguments: object) -> None:
        self.page.evaluate(
            "([name, args]) => window.jupyterapp.commands.execute(name, args).then(() => null)", [name, arguments]
        )

    def run_all(self) -> None:
        self.command("notebook:run-all-cells")

    def save(self) -> None:
        self.command("docmanager:save")

    def end_kernel(self) -> None:
        self.page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")

    def open_panel(self) -> Locator:
        self.command("webloupe:open-panel")
        return self.panel

    # --- what is there -----------------------------------------------------------------------------------------------

    @property
    def panel(self) -> Locator:
        return self.page.locator("#webloupe-panel .wl-root")

    @property
    def outputs(self) -> Locator:
        return self.page.locator(".wl-root.wl-output")

    @property
    def cells(self) -> list[str]:
        """The sources of the notebook's cells."""
        return self.page.evaluate(
            "window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells.map(cell => cell.getSource())"
        )

    def add_cell(self, source: str) -> None:
        """Put a code cell at the end and run it without waiting for its end."""
        self.page.evaluate(
            """source => {
                const { content } = window.jupyterapp.shell.currentWidget;
                const shared = content.model.sharedModel;
                const cell = { cell_type: 'code', source, metadata: { trusted: true } };
                shared.insertCell(shared.cells.length, cell);
                content.activeCellIndex = shared.cells.length - 1;
                content.deselectAll();
            }""",
            source,
        )
        self.page.evaluate("void window.jupyterapp.commands.execute('notebook:run-cell')")

    def tab_to(self, wanted: Locator, key: str = "Tab") -> None:
        """Press Tab (or Shift+Tab) until `wanted` has the focus, as who has no mouse does."""
        wanted.wait_for()
        for _ in range(MOST_TABS):
            if wanted.evaluate("node => node === document.activeElement"):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never reaches {wanted}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def said(self) -> Locator:
        """The text outputs of the last cell."""
        return self.page.locator(".jp-CodeCell").last.locator(".jp-OutputArea-output")

    # --- what goes wrong ---------------------------------------------------------------------------------------------

    def _request(self, request: Request) -> None:
        self._address(request.url)

    def _address(self, url: str) -> None:
        own = (f"{self.site.origin}/", self.site.origin.replace("http", "ws", 1) + "/", "data:", "blob:", "about:")
        if not url.startswith(own):
            self.foreign.append(url)

    def _console(self, message: ConsoleMessage) -> None:
        told = f"{message.text} ({message.location.get('url', '')})"
        if message.type == "error" and OURS.search(told):
            self.faults.append(told)

    def _page_error(self, error: Error) -> None:
        told = f"{error.message} {error.stack or ''}"
        if OURS.search(told):
            self.faults.append(told)
