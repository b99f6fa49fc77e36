"""The wheel in environments of its own: beside a kernel alone, and beside the oldest JupyterLab that is promised.

    python -m pytest tests/e2e/installed.py

Some minutes and some downloads: pytest collects this file only when it is named; `make stress` does.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from desk import APPS, Desk
from playwright.sync_api import expect
from serving import environment, site

ROOT = Path(__file__).resolve().parents[2]
KERNEL_ONLY = ("ipykernel",)
OLDEST = ("jupyterlab~=4.4.0", "notebook~=7.4.0")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """The Python of a new environment with the wheel and these packages; one for each set of them."""
    made = {}

    def with_packages(*packages):
        if packages not in made:
            folder = tmp_path_factory.mktemp("environment")
            run(sys.executable, "-m", "venv", folder)
            made[packages] = folder / "bin/python"
            run(made[packages], "-m", "pip", "install", "-qq", wheel, *packages)
        return made[packages]

    return with_packages


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


SHOWN = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.run_line_magic("load_ext", "webloupe")
data, _ = shell.display_formatter.format(shell.run_cell("%websearch comet").result)
print(sorted(data))
"""


def test_beside_a_kernel_alone_results_have_every_form(installed, web, tmp_path):
    python = installed(*KERNEL_ONLY)
    assert subprocess.run([python, "-c", "import jupyterlab"], capture_output=True, check=False).returncode
    told = run(python, "-c", SHOWN, env=environment(tmp_path, web.env), cwd=tmp_path)
    for form in ("application/vnd.webloupe.v1+json", "text/html", "text/markdown", "text/plain"):
        assert form in told


@pytest.mark.parametrize("packages", [KERNEL_ONLY, OLDEST], ids=["kernel only", "both"])
def test_jupyter_lists_the_server_part_as_enabled_and_sound(installed, web, tmp_path, packages):
    python = installed(*packages)
    command = (python, "-m", "jupyter_server.extension.serverextension", "list")
    told = run(*command, env=environment(tmp_path, web.env), cwd=tmp_path)
    assert re.search(r"webloupe_jupyter\S* .*enabled", told), told
    assert re.search(r"webloupe_jupyter\S* .*OK", told), told


def test_jupyter_lists_the_labextension_as_enabled_and_sound(installed, web, tmp_path):
    python = installed(*OLDEST)
    command = (python.parent / "jupyter-labextension", "list")
    told = run(*command, env=environment(tmp_path, web.env), cwd=tmp_path)
    version = json.loads((ROOT / "package.json").read_text("utf-8"))["version"]
    assert re.search(rf"webloupe v{re.escape(version)} .*enabled.*OK", told), told


@pytest.fixture(scope="session")
def oldest(installed, web, tmp_path_factory):
    folder = tmp_path_factory.mktemp("oldest") / "site"
    with site(folder, web, python=str(installed(*OLDEST))) as running:
        yield running


@pytest.mark.parametrize("app", APPS)
def test_in_the_oldest_jupyterlab_all_loads_and_answers(oldest, web, page, app):
    at = Desk(page, oldest, web, app)
    search, usage = "%load_ext webloupe\nr = %websearch comet returns\nr", "%webusage"
    fetch = f"%fetch --compress rules {web.url}/sky-brightness"
    at.open(oldest.write(f"oldest-{app}.ipynb", search, fetch, usage))
    at.run_all()
    results, read, counted = (at.outputs.nth(place) for place in range(3))
    expect(results.locator(".wl-live").first).to_be_visible()
    expect(counted.locator(".wl-figure .main-svg").first).to_be_visible()
    read.get_by_role("tab", name="Raw ↔ compressed").click()
    expect(read.locator(".wl-diff .cm-mergeView")).to_be_visible()
    results.get_by_role("option").nth(2).locator(".wl-meta").click()
    at.add_cell("print('heard', r.selected)")
    expect(at.said()).to_have_text("heard 2")
    panel = at.open_panel()
    panel.get_by_role("textbox", name="Search the web").fill("comet returns")
    at.press("Enter")
    panel.get_by_role("option").nth(1).get_by_role("link").click()
    expect(panel.get_by_role("region", name="Page text")).to_contain_text("VOSSHOLM")
    at.check()
    oldest.end_kernels()
