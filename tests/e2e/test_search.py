"""What a search tells and how it is narrowed: filters, comparison, memory, rests, an answer; by mouse and by keys."""

import re

import pytest
from answering import SAID
from desk import APPS
from playwright.sync_api import expect

LOAD = "%load_ext webloupe\n"


def facts(view):
    return view.locator(".wl-facts").first


def tries(view):
    return view.get_by_role("list", name="Attempts")


@pytest.mark.parametrize("app", APPS)
def test_backends_side_by_side_in_a_notebook_in_light_and_dark(desk, app):
    at = desk(app)
    at.web.set_mode("parallel", "empty")
    at.open(at.site.write(f"all-{app}.ipynb", f"{LOAD}%websearch --backend all --refresh -n 3 comet {app}"))
    at.run_all()
    view = at.outputs
    table = view.get_by_role("region", name="Backends compared")
    expect(table.get_by_role("row")).to_have_count(4)
    expect(table.get_by_role("row").filter(has_text="parallel")).to_contain_text("found nothing")
    expect(table.get_by_role("row").filter(has_text="keenable")).to_contain_text(re.compile(r"answered\s*[\d,]+ ms"))
    expect(view.get_by_role("region", name="Pairs of backends")).to_contain_text("exa, keenable")
    expect(view.get_by_role("option").first).to_contain_text(re.compile(r"exa#\d, keenable#\d|keenable#\d, exa#\d"))
    expect(tries(view)).to_contain_text("parallel found nothing")
    inks = set()
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        at.command("apputils:change-theme", theme=theme)
        expect(at.page.locator("body")).to_have_attribute("data-jp-theme-light", str("Light" in theme).lower())
        inks.add(table.get_by_role("cell").first.evaluate("node => getComputedStyle(node).color"))
    assert len(inks) == 2
    at.save()
    saved = str(at.site.read(f"all-{app}.ipynb").cells[0].outputs)
    assert "good descriptions" in saved and not re.search(r"retry in|\d ms", saved)


def test_who_rests_is_told_with_the_rest_that_is_left(desk):
    at = desk(at="worn")  # a rest lasts, and is no other test's business
    at.web.set_mode("parallel", "429")
    at.open(at.site.write("rests.ipynb", f"{LOAD}%websearch --backend all --refresh -n 2 rests", "2"))
    at.run_all()
    expect(tries(at.outputs)).to_contain_text(re.compile(r"parallel: rate limited, retry in \d+ s"))
    at.add_cell("%websearch --backend all --refresh -n 2 rests again")
    again = tries(at.outputs.nth(1))
    expect(again).to_contain_text(re.compile(r"parallel rests after: .*rate limited, retry in \d+ s"))
    at.save()
    assert "retry in" not in str(at.site.read("rests.ipynb"))


@pytest.mark.parametrize("app", APPS)
def test_an_answer_from_memory_says_so_and_is_refreshed_by_mouse_and_by_keys(desk, app):
    at = desk(app)
    cell = f"%websearch --backend exa -n 2 dew heater {app}"
    at.open(at.site.write(f"memory-{app}.ipynb", LOAD + cell + ";", cell))
    at.run_all()
    view = at.outputs
    expect(facts(view)).to_contain_text("from memory, just now")
    view.get_by_role("button", name="Refresh").click()
    step = view.locator(".wl-step")
    expect(facts(step)).to_contain_text(" ms")
    expect(step.get_by_role("button", name="Refresh")).to_have_count(0)
    at.press("Escape")
    expect(step).to_have_count(0)
    at.tab_to(view.get_by_role("button", name="Refresh"), "Shift+Tab")
    at.press("Enter")
    expect(facts(step)).to_contain_text(" ms")


@pytest.mark.parametrize("app", APPS)
def test_an_answer_leads_to_its_source_and_marks_what_has_none(desk, app):
    at = desk(app)
    at.open(at.site.write(f"answer-{app}.ipynb", f"{LOAD}%websearch --backend tavily --answer comet {app}"))
    at.run_all()
    view = at.outputs
    answer = view.get_by_role("region", name="Answer")
    expect(answer.locator(".wl-unsupported")).to_have_text(re.compile(r"Its tail is made of cheese\.\s+no source\s*"))
    cite = answer.get_by_role("button", name="Source: result 2")
    cite.click()
    expect(answer.get_by_role("blockquote")).to_have_text(SAID)
    expect(view.get_by_role("option").nth(1)).to_have_attribute("aria-selected", "true")
    cite.click()
    expect(answer.get_by_role("blockquote")).to_have_count(0)
    view.get_by_role("option").nth(0).locator(".wl-meta").click()
    at.tab_to(cite, "Shift+Tab")
    at.press("Enter")
    expect(view.get_by_role("option").nth(1)).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("app", APPS)
def test_filters_of_the_panel_by_keys_and_the_cell_that_says_the_same(desk, app):
    at = desk(app)
    at.open(at.site.write(f"filters-{app}.ipynb", "1 + 1"))
    panel = at.open_panel()
    expect(panel.get_by_role("textbox", name="Search the web")).to_be_focused()
    at.page.keyboard.type("comet")
    fold = panel.get_by_role("button", name="Filters")
    at.tab_to(fold)
    at.press("Enter")
    backend = panel.get_by_role("combobox", name="Backend")
    expect(backend.get_by_role("option", name="keenable")).to_be_attached()
    at.tab_to(backend)
    at.page.keyboard.type("keen")
    at.tab_to(panel.get_by_role("textbox", name="Since"))
    at.page.keyboard.type("2026-01-01")
    at.tab_to(panel.get_by_role("textbox", name="Results"))
    at.page.keyboard.type("2")
    at.press("Enter")
    hits = panel.get_by_role("listbox").get_by_role("option")
    expect(hits.first).to_contain_text("keenable")
    expect(hits.first).to_contain_text("2026-")
    at.press("Escape")
    expect(fold).to_be_focused()
    expect(panel.locator(".wl-filter-line")).to_contain_text("backend keenable · since 2026-01-01 · limit 2")
    at.tab_to(panel.locator(".wl-tab-row").get_by_role("button", name="Insert as cell"))
    at.press("Enter")
    expect(at.page.locator(".jp-CodeCell")).to_have_count(2)
    line = at.cells[-1].splitlines()[-1]
    assert line == "%websearch --limit 2 --backend keenable --since 2026-01-01 comet", line
    panel.get_by_role("button", name="Clear").click()
    expect(panel.locator(".wl-filters select").first).to_have_value("")


def test_filters_and_the_next_page_in_the_panel_by_mouse_without_a_notebook(desk):
    at = desk()
    at.open()
    panel = at.open_panel()
    panel.get_by_role("textbox", name="Search the web").fill("telescope")
    panel.get_by_role("button", name="Filters").click()
    panel.get_by_role("combobox", name="Backend").select_option("all")
    panel.get_by_role("textbox", name="Not site").fill("example.com")
    panel.get_by_role("button", name="Search", exact=True).click()
    expect(panel.get_by_role("region", name="Backends compared").get_by_role("row")).to_have_count(4)
    panel.get_by_role("combobox", name="Backend").select_option("exa")
    panel.get_by_role("button", name="Search", exact=True).click()
    expect(panel.get_by_role("region", name="Backends compared")).to_have_count(0)
    panel.get_by_role("button", name="More").click()
    expect(panel.get_by_role("button", name="Previous page")).to_be_visible()
    expect(panel.locator(".wl-notes")).to_contain_text("no more on a later page")
    panel.get_by_role("textbox", name="Since").fill("someday")
    panel.get_by_role("button", name="Search", exact=True).click()
    expect(panel.get_by_role("alert")).to_contain_text("someday")
