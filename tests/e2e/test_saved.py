"""What lasts: saved outputs without their kernel, the panel after a reload, a server at another base, both themes."""

import json
import re

import pytest
from desk import APPS
from playwright.sync_api import expect

CELLS = ("%load_ext webloupe\n%websearch comet returns", "%fetch --compress rules {page}", "%webusage --days 30")


def saved(at, name):
    """A notebook that was run and saved, and whose kernel is gone."""
    page = f"{at.web.url}/forum/thread/418"
    at.open(at.site.write(name, *(cell.format(page=page) for cell in CELLS)))
    at.run_all()
    expect(at.outputs).to_have_count(3)
    expect(at.outputs.nth(2).locator(".wl-figure .main-svg").first).to_be_visible()
    at.outputs.nth(1).get_by_role("tab", name="Raw ↔ compressed").click()
    expect(at.outputs.nth(1).locator(".wl-diff .cm-mergeView")).to_be_visible()
    at.save()
    at.site.end_kernels()
    return at.site.read(name)


def all_drawn(at):
    """Results, diff and chart."""
    expect(at.outputs.nth(0).get_by_role("option")).to_have_count(5)
    expect(at.outputs.nth(1).locator(".wl-diff .cm-mergeView")).to_be_visible()
    expect(at.outputs.nth(1).locator(".wl-token-bar")).to_contain_text("dropped")
    expect(at.outputs.nth(2).locator(".wl-figure .main-svg").first).to_be_visible()


@pytest.mark.parametrize("app", APPS)
def test_reopened_without_its_kernel_all_is_drawn_and_the_server_answers(desk, app):
    at = desk(app)
    name = f"saved-{app}.ipynb"
    saved(at, name)
    at.open(name)  # with a new kernel, where webloupe is not loaded
    all_drawn(at)
    results = at.outputs.first
    expect(results.get_by_role("status")).to_contain_text("%load_ext webloupe")
    results.get_by_role("option").nth(1).get_by_role("link").click()
    expect(results.get_by_role("region", name="Page text")).to_contain_text("VOSSHOLM")
    at.end_kernel()
    expect(results.get_by_role("status").last).to_contain_text("No kernel is running.")
    results.get_by_role("tab", name="Source").click()
    expect(results.locator(".wl-source-text")).to_contain_text("VOSSHOLM")
    all_of_source = at.outputs.nth(1)
    all_of_source.get_by_role("tab", name="Source").click()
    expect(all_of_source.locator(".wl-source-text")).to_contain_text("breaker")


@pytest.mark.parametrize("app", APPS)
def test_with_no_kernel_and_no_server_part_dead_buttons_say_why(desk, app):
    made = desk(app)
    notebook = saved(made, f"before-{app}.ipynb")
    at = desk(app, at="bare")
    at.excuses = "webloupe/"  # the browser itself tells of the 404 by which this is known
    (at.site.root / f"dead-{app}.ipynb").write_text(json.dumps(notebook))
    at.open(f"dead-{app}.ipynb")
    all_drawn(at)
    at.end_kernel()
    results, page, usage = (at.outputs.nth(place) for place in range(3))
    why = re.compile(r"No kernel is running\..*server has no webloupe", re.DOTALL)
    expect(results.get_by_role("status").last).to_have_text(why)
    results.get_by_role("option").nth(1).hover()
    read = results.get_by_role("option").nth(1).get_by_role("button", name="Read")
    expect(read).to_have_attribute("aria-disabled", "true")
    expect(read).to_have_attribute("title", why)
    read.click(force=True)
    expect(results.get_by_role("option").nth(1).get_by_role("status")).to_have_text(why)
    results.get_by_role("tab", name="Quota").click()
    expect(results.get_by_role("tabpanel")).to_contain_text("Quota is counted live.")
    page.get_by_role("tab", name="Source").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("The source is not saved here.")
    page.get_by_role("tab", name="Read").click()
    expect(page.get_by_role("region", name="Page text")).to_contain_text("breaker")
    expect(usage.get_by_role("button", name="30 days")).to_have_attribute("title", why)
    panel = at.open_panel()
    box = panel.get_by_role("textbox", name="Search the web")
    box.fill("comet")
    box.press("Enter")
    expect(panel.get_by_role("status").last).to_contain_text("server has no webloupe")


def holds_a_page(answer):
    return "/api/workspaces/" in answer.url and "read_html" in (answer.request.post_data or "")


def test_the_panel_comes_back_as_it_was_after_a_reload(desk):
    at = desk()
    at.open()
    panel = at.open_panel()
    box = panel.get_by_role("textbox", name="Search the web")
    box.fill("comet returns")
    box.press("Enter")
    expect(panel.get_by_role("option")).to_have_count(5)
    with at.page.expect_response(holds_a_page):  # it is saved a moment after it changed
        panel.get_by_role("option").nth(1).get_by_role("link").click()
    expect(panel.get_by_role("region", name="Page text")).to_contain_text("VOSSHOLM")
    at.reload()
    expect(panel.get_by_role("region", name="Page text")).to_contain_text("VOSSHOLM")
    expect(panel.get_by_role("textbox", name="Address of a page")).to_have_value(f"{at.web.url}/news/comet-returns")
    panel.get_by_role("tab", name="Search", exact=True).click()
    expect(panel.get_by_role("textbox", name="Search the web")).to_have_value("comet returns")
    expect(panel.get_by_role("option")).to_have_count(5)


@pytest.mark.parametrize("app", APPS)
def test_all_works_under_a_base_url(desk, app):
    at = desk(app, at="prefixed")
    assert at.site.url.endswith("/user/x")
    at.open(at.site.write(f"prefixed-{app}.ipynb", CELLS[0]))
    at.run_all()
    expect(at.outputs.locator(".wl-live").first).to_be_visible()
    at.end_kernel()
    at.outputs.get_by_role("option").nth(1).get_by_role("link").click()
    expect(at.outputs.get_by_role("region", name="Page text")).to_contain_text("VOSSHOLM")
    panel = at.open_panel()
    box = panel.get_by_role("textbox", name="Search the web")
    box.fill("dew heater")
    box.press("Enter")
    expect(panel.get_by_role("option").first).to_contain_text("Dew heater")


# The colour of the chart's words, once it is that of the theme; null before.
INK = """node => {
    const probe = node.appendChild(document.createElement('span'));
    probe.style.color = 'var(--jp-content-font-color1)';
    const parts = color => color.match(/[0-9.]+/g).slice(0, 3).join();
    const wanted = parts(getComputedStyle(probe).color);
    probe.remove();
    const text = node.querySelector('.main-svg .ytick text');
    return text && parts(getComputedStyle(text).fill) === wanted ? wanted : null;
}"""


@pytest.mark.parametrize("app", APPS)
def test_a_change_of_theme_reaches_the_chart_and_the_diff(desk, app):
    at = desk(app)
    saved(at, f"theme-{app}.ipynb")
    figure = at.outputs.nth(2).locator(".wl-figure")
    inks = set()
    for theme, light in (("JupyterLab Dark", "false"), ("JupyterLab Light", "true")):
        at.command("apputils:change-theme", theme=theme)
        expect(at.page.locator("body")).to_have_attribute("data-jp-theme-light", light)
        expect(at.page.locator("#jupyterlab-splash")).to_have_count(0)
        expect(figure.locator(".main-svg").first).to_be_visible()
        inks.add(at.page.wait_for_function(INK, arg=figure.element_handle()).json_value())
    assert len(inks) == 2
