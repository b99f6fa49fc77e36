"""Search, read, see what compression takes and what is left: in a notebook and in the panel, by mouse and by keys."""

import pytest
from desk import APPS
from playwright.sync_api import expect

SEARCH = "%load_ext webloupe\n%websearch comet returns"
SHORTCUTS = "window.jupyterapp.commands.keyBindings.some(key => key.command === 'webloupe:open-panel')"
NEWS = "Comet Ambern returns a week early"


def hit(view, title=NEWS):
    return view.get_by_role("option").filter(has_text=title).first


@pytest.mark.parametrize("app", APPS)
def test_in_a_notebook_by_mouse(desk, app):
    at = desk(app)
    at.open(at.site.write(f"mouse-{app}.ipynb", SEARCH))
    at.run_all()
    view = at.outputs
    expect(view.locator(".wl-live").first).to_be_visible()
    expect(view.get_by_role("list", name="Attempts")).to_contain_text("answered")
    hit(view).get_by_role("link", name=NEWS).click()
    expect(view.get_by_role("region", name="Page text")).to_contain_text("VOSSHOLM")
    view.get_by_role("tab", name="Raw ↔ compressed").click()
    view.get_by_role("button", name="Compress").click()
    expect(view.locator(".wl-diff .cm-mergeView")).to_be_visible()
    expect(view.locator(".wl-token-bar")).to_contain_text("dropped")
    view.get_by_role("tab", name="Source").last.click()
    expect(view.locator(".wl-source-text")).to_contain_text("VOSSHOLM")
    view.get_by_role("button", name="Back").click()
    view.get_by_role("button", name="Back to the cell’s result").click()
    expect(hit(view)).to_have_attribute("aria-selected", "true")
    view.get_by_role("tab", name="Quota").click()
    expect(view.locator(".wl-figure .main-svg").first).to_be_visible()
    expect(view.get_by_role("region", name="Calls by day").get_by_role("row")).not_to_have_count(0)
    with at.page.expect_popup() as opened:
        view.get_by_role("tab", name="Results").click()
        hit(view).get_by_role("button", name="Open in a new tab").click()
    assert opened.value.url in ("about:blank", "chrome-error://chromewebdata/") or "comet-returns" in opened.value.url


@pytest.mark.parametrize("app", APPS)
def test_in_a_notebook_by_keys(desk, app):
    at = desk(app)
    at.open(at.site.write(f"keys-{app}.ipynb", SEARCH))
    at.run_all()
    view = at.outputs
    expect(view.locator(".wl-live").first).to_be_visible()
    at.tab_to(view.get_by_role("listbox"))
    at.press("Home", "j", "ArrowDown", "k")
    expect(view.get_by_role("option").nth(1)).to_have_attribute("aria-selected", "true")
    expect(view.get_by_role("option").nth(1)).to_contain_text(NEWS)
    at.press("Enter")
    expect(view.get_by_role("region", name="Page text")).to_contain_text("VOSSHOLM")
    step = view.locator(".wl-step")
    at.tab_to(step.get_by_role("tab", name="Read"))
    at.press("ArrowRight")
    at.tab_to(step.get_by_role("button", name="Compress"))
    at.press("Enter")
    expect(view.locator(".wl-diff .cm-mergeView")).to_be_visible()
    at.tab_to(view.locator(".wl-diff"))
    at.press("Escape", "Escape")
    expect(view.get_by_role("listbox")).to_be_focused()
    at.tab_to(view.get_by_role("tab", name="Results"), "Shift+Tab")
    at.press("ArrowRight")
    expect(view.locator(".wl-figure .main-svg").first).to_be_visible()
    expect(view.get_by_role("tab", name="Quota")).to_be_focused()
    at.press("ArrowLeft")
    expect(view.get_by_role("listbox")).to_be_visible()
    assert at.cells == [SEARCH]


@pytest.mark.parametrize("app", APPS)
def test_in_the_panel_by_mouse_with_no_notebook_and_no_kernel(desk, app):
    at = desk(app)
    at.open()
    panel = at.open_panel()
    panel.get_by_role("textbox", name="Search the web").fill("comet returns")
    panel.get_by_role("button", name="Search").click()
    hit(panel).locator(".wl-meta").click()
    expect(hit(panel).get_by_role("button", name="Insert as cell")).to_have_attribute(
        "title", "No notebook is open here."
    )
    hit(panel).get_by_role("button", name="Read").click()
    page = panel.get_by_role("region", name="Page text")
    expect(page).to_contain_text("VOSSHOLM")
    expect(panel.get_by_role("tab", name="Page", exact=True)).to_have_attribute("aria-selected", "true")
    address = panel.get_by_role("textbox", name="Address of a page")
    expect(address).to_have_value(f"{at.web.url}/news/comet-returns")
    address.fill(f"{at.web.url}/docs/")
    address.press("Enter")
    page.get_by_role("link").filter(has_text="alibrat").first.click()
    expect(page).to_contain_text("duskline")
    panel.get_by_role("button", name="Back", exact=True).click()
    panel.get_by_role("button", name="Back", exact=True).click()
    expect(page).to_contain_text("VOSSHOLM")
    panel.get_by_role("button", name="Forward").click()
    panel.get_by_role("button", name="Reload").click()
    expect(address).to_have_value(f"{at.web.url}/docs/")
    panel.get_by_role("button", name="Back", exact=True).click()  # this one is an index, which is kept whole
    expect(page).to_contain_text("VOSSHOLM")
    panel.get_by_role("tab", name="Raw ↔ compressed").click()
    panel.get_by_role("button", name="Compress").click()
    expect(panel.locator(".wl-diff .cm-editor").first).to_be_visible()
    panel.get_by_role("tablist", name="webloupe").get_by_role("tab", name="Quota").click()
    expect(panel.locator(".wl-figure .main-svg").first).to_be_visible()
    assert at.site.ask("api/kernels") == []


@pytest.mark.parametrize("app", APPS)
def test_in_the_panel_by_keys_with_no_notebook_and_no_kernel(desk, app):
    at = desk(app)
    at.open()
    at.page.wait_for_function(SHORTCUTS)  # they are read a little later than the rest
    at.press("Control+Shift+Y")
    panel = at.panel
    box = panel.get_by_role("textbox", name="Search the web")
    expect(box).to_be_focused()
    at.page.keyboard.type("comet returns")
    at.press("Enter")
    at.tab_to(panel.get_by_role("listbox"))
    at.press("End")
    expect(panel.get_by_role("option").last).to_be_in_viewport()
    at.press("Home", "ArrowDown", "Enter")
    page = panel.get_by_role("region", name="Page text")
    expect(page).to_contain_text("VOSSHOLM")
    at.tab_to(panel.get_by_role("tab", name="Read"))
    at.press("ArrowRight")
    at.tab_to(panel.get_by_role("button", name="Compress"))
    at.press("Enter")
    expect(panel.locator(".wl-diff .cm-editor").first).to_be_visible()
    tabs = panel.get_by_role("tablist", name="webloupe")
    at.tab_to(tabs.get_by_role("tab", selected=True), "Shift+Tab")
    at.press("End")
    expect(panel.locator(".wl-figure .main-svg").first).to_be_visible()
    expect(tabs.get_by_role("tab", name="Quota")).to_be_focused()
    at.press("Home")
    expect(panel.get_by_role("listbox")).to_be_visible()
    assert at.site.ask("api/kernels") == []
