"""Python and the view follow each other; what a view inserts is what Python would be told."""

import pytest
from desk import APPS
from playwright.sync_api import expect

SEARCH = "%load_ext webloupe\nr = %websearch comet returns\nr"
# Ends when the click has reached Python; a view that waits for the running cell never would.
LISTEN = """import time
end = time.monotonic() + 30
while r.selected != 3 and time.monotonic() < end:
    time.sleep(0.01)
print("heard", r.selected)"""


def chosen(view, place):
    return view.get_by_role("option").nth(place)


@pytest.mark.parametrize("app", APPS)
def test_python_and_the_view_follow_each_other_also_beside_a_running_cell(desk, app):
    at = desk(app)
    at.open(at.site.write(f"follow-{app}.ipynb", SEARCH))
    at.run_all()
    view = at.outputs
    expect(view.locator(".wl-live").first).to_be_visible()
    at.add_cell("r.selected = 2")
    expect(chosen(view, 2)).to_have_attribute("aria-selected", "true")
    chosen(view, 1).locator(".wl-meta").click()
    expect(chosen(view, 1)).to_have_attribute("aria-selected", "true")
    at.add_cell("print('heard', r.selected)")
    expect(at.said()).to_have_text("heard 1")
    at.add_cell("r.observe(lambda change: setattr(r, 'selected', 4) if r.selected == 2 else None, 'selected')")
    chosen(view, 2).locator(".wl-meta").click()
    expect(chosen(view, 4)).to_have_attribute("aria-selected", "true")
    at.add_cell(LISTEN)
    expect(at.page.locator(".jp-CodeCell").last.locator(".jp-InputPrompt")).to_have_text("[*]:")
    chosen(view, 3).locator(".wl-meta").click()
    expect(at.said()).to_have_text("heard 3")
    chosen(view, 0).get_by_role("link").click()
    expect(view.get_by_role("region", name="Page text")).to_be_visible()
    at.add_cell("r.selected, isinstance(r, __import__('ipywidgets').DOMWidget), len(r), r.df.shape[0]")
    expect(at.said()).to_have_text("(0, True, 5, 5)")


def test_an_output_stands_in_a_box_of_ipywidgets(desk):
    at = desk()
    at.open(at.site.write("box.ipynb", SEARCH, "import ipywidgets\nipywidgets.VBox([r])"))
    at.run_all()
    boxed = at.page.locator(".jp-OutputArea-output .widget-vbox .wl-root")
    expect(boxed.get_by_role("option")).to_have_count(5)
    boxed.get_by_role("option").nth(2).locator(".wl-meta").click()
    # Three drawings of one object: the cell's, the box's and Python's.
    expect(at.outputs.first.get_by_role("option").nth(2)).to_have_attribute("aria-selected", "true")
    boxed.get_by_role("option").nth(1).get_by_role("link").click()
    expect(boxed.get_by_role("region", name="Page text")).to_contain_text("VOSSHOLM")


@pytest.mark.parametrize("app", APPS)
def test_insert_as_cell_writes_the_line_that_gives_the_same(desk, app):
    at = desk(app)
    at.open(at.site.write(f"insert-{app}.ipynb", SEARCH))
    at.run_all()
    view = at.outputs.first
    expect(view.locator(".wl-live").first).to_be_visible()
    button = chosen(view, 0).get_by_role("button", name="Insert as cell")
    line = button.get_attribute("title")
    assert line.startswith("%fetch http")
    button.click()
    assert at.cells == [SEARCH, line]
    view.get_by_role("listbox").focus()
    at.press("ArrowDown", "i")
    expect(at.page.locator(".jp-CodeCell")).to_have_count(3)
    assert sum(cell.startswith("%fetch http") for cell in at.cells) == 2
    panel = at.open_panel()
    box = panel.get_by_role("textbox", name="Search the web")
    box.fill("""dew  --heater $x "a b" # c""")
    box.press("Enter")
    tabs = panel.get_by_role("tabpanel", name="Search")
    tabs.get_by_role("button", name="Insert as cell").first.click()
    expect(at.page.locator(".jp-CodeCell")).to_have_count(4)
    line = next(cell for cell in at.cells if "heater" in cell)
    assert line.startswith("%websearch")
    at.add_cell(f"again = {line}\nprint(again.query)")
    expect(at.said()).to_have_text('dew --heater $x "a b" # c')


COMMANDS = (("Insert Web Search Cell", "%websearch "), ("Insert Fetch Cell", "%fetch "))


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("way", ["menu", "palette"])
def test_the_commands_leave_the_caret_where_the_query_goes(desk, app, way):
    at = desk(app)
    at.open(at.site.write(f"command-{app}-{way}.ipynb", "1 + 1", "2 + 2"))
    at.page.locator(".jp-CodeCell").first.locator(".jp-InputPrompt").click()
    for label, magic in COMMANDS:
        if way == "menu":
            at.page.get_by_role("menuitem", name="Edit").click()
            at.page.get_by_role("menuitem", name=label).click()
        else:
            at.press("Control+Shift+C")
            palette = at.page.locator(".lm-CommandPalette")
            palette.locator(".lm-CommandPalette-input").fill(label)
            # Enter runs what was found, which is a little later than the typing.
            expect(palette.locator(".lm-mod-active")).to_contain_text(label)
            at.press("Enter")
        caret = at.page.locator(".jp-Notebook.jp-mod-editMode .jp-Cell.jp-mod-active .cm-content")
        expect(caret).to_contain_text(magic.strip())
        expect(caret).to_be_focused()
        at.page.keyboard.type("a b")
        assert any(cell.endswith(f"{magic}a b") for cell in at.cells), at.cells
    assert at.cells[0] == "1 + 1" and at.cells[-1] == "2 + 2"
    assert "".join(at.cells).count("%load_ext") == 1


@pytest.mark.parametrize("app", APPS)
def test_keys_typed_into_a_view_edit_no_cell(desk, app):
    at = desk(app)
    at.open(at.site.write(f"typing-{app}.ipynb", SEARCH, "%webusage", "1 + 1"))
    at.run_all()
    expect(at.outputs).to_have_count(2)
    before = at.cells
    keys = ("d", "d", "a", "b", "x", "m", "0", "0", "Enter", "Shift+Enter", "z")
    view = at.outputs.first
    expect(view.locator(".wl-live").first).to_be_visible()
    view.get_by_role("listbox").focus()
    at.press("d", "d", "a", "b", "x", "m", "z")
    at.outputs.nth(1).get_by_role("spinbutton").focus()
    at.press("d", "d", "a", "b", "1", "4", "Tab")
    panel = at.open_panel()
    expect(panel.get_by_role("textbox", name="Search the web")).to_be_focused()
    at.press(*keys)
    panel.get_by_role("tab", name="Page", exact=True).click()
    panel.get_by_role("textbox", name="Address of a page").focus()
    at.press("d", "d", "a", "b", "Escape", "d", "d")
    assert at.cells == before
    # What is meant for the application still gets there.
    with at.page.expect_response(lambda answer: "api/contents/typing" in answer.url and answer.request.method == "PUT"):
        at.press("Control+s")
