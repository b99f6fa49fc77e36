"""The pictures of README.md, in light and dark, from a real JupyterLab on the demo web.

python tests/e2e/take_pictures.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import chromium
from desk import Desk
from history import log_a_rush, log_days
from playwright.sync_api import Locator, Page, expect, sync_playwright
from serving import site

from webloupe.demo import DemoWeb

PICTURES = Path(__file__).resolve().parents[2] / "docs/pictures"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
TALL, WINDOW = {"width": 1180, "height": 1600}, {"width": 1060, "height": 620}
CELLS = (
    "%load_ext webloupe\n%websearch -n 3 dew heater",
    '%fetch --full --task "How dark is the sky?" --target 480 {web}/sky-brightness',
    "%webusage",
    "%websearch --backend all -n 3 the mirror and its cooling",
)
# What moves without an end, such as a caret, is waited for no longer than this.
STILL = """Promise.race([
    Promise.all(document.getAnimations().map(one => one.finished.catch(() => null))),
    new Promise(done => setTimeout(done, 1500))
]).then(() => null)"""


def main() -> None:
    path = chromium.find()
    if path is None:
        raise SystemExit(chromium.MISSING)
    PICTURES.mkdir(exist_ok=True)
    with DemoWeb() as web, tempfile.TemporaryDirectory() as folder, site(Path(folder) / "site", web) as running:
        log_days(running.home)
        log_a_rush(running.home)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**chromium.launch_options(path))
            at = Desk(browser.new_page(viewport=TALL, device_scale_factor=1), running, web)
            take(at)
            at.check()
            browser.close()
            running.end_kernels()


def take(at: Desk) -> None:
    at.open(at.site.write("pictures.ipynb", *(cell.format(web=at.web.url) for cell in CELLS)))
    at.run_all()
    results, page, usage, compared = (at.outputs.nth(place) for place in range(4))
    expect(usage.locator(".main-svg").first).to_be_visible()
    results.get_by_role("option").nth(1).locator(".wl-meta").click()
    page.get_by_role("tab", name="Raw ↔ compressed").click()
    expect(page.locator(".cm-mergeView")).to_be_visible()
    page.locator(".wl-restore").first.click()
    expect(page.locator(".wl-given-back")).to_contain_text("1 piece given back.")
    expect(page.locator(".wl-given-back")).not_to_contain_text("those of before")
    for name in THEMES:
        change_theme(at, name)
        for what, output in {"results": results, "diff": page, "comparison": compared, "quota": usage}.items():
            save(output, f"{what}-{name}")
    at.page.set_viewport_size(WINDOW)
    read_in_panel(at)
    for name in THEMES:
        change_theme(at, name)
        at.page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTo(0, 0)")
        save(at.page, f"panel-{name}")


def change_theme(at: Desk, name: str) -> None:
    at.command("apputils:change-theme", theme=THEMES[name])
    expect(at.page.locator("body")).to_have_attribute("data-jp-theme-light", str(name == "light").lower())
    expect(at.page.locator("#jupyterlab-splash")).to_have_count(0)


def save(view: Locator | Page, name: str) -> None:
    """Once no finger points at it and what moves has come to rest."""
    page = view if isinstance(view, Page) else view.page
    page.mouse.move(0, 0)
    expect(page.locator(".wl-busy")).to_have_count(0)
    page.evaluate(STILL)
    view.screenshot(path=PICTURES / f"{name}.png", animations="disabled", caret="hide")


def read_in_panel(at: Desk) -> None:
    """A page to read beside the notebook, in a side area as wide as a person would drag it."""
    view = at.open_panel()
    box = view.get_by_role("textbox", name="Search the web")
    box.fill("comet returns")
    box.press("Enter")
    view.get_by_role("option").filter(has_text="a week early").get_by_role("link").click()
    expect(view.get_by_role("region", name="Page text")).to_contain_text("VOSSHOLM")
    handle = at.page.locator("#jp-main-split-panel > .lm-SplitPanel-handle:not(.lm-mod-hidden)").first
    edge = handle.bounding_box()
    at.page.mouse.move(edge["x"] + 1, edge["y"] + 300)
    at.page.mouse.down()
    at.page.mouse.move(edge["x"] + 90, edge["y"] + 300, steps=4)
    at.page.mouse.up()


if __name__ == "__main__":
    main()
