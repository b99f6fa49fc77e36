"""A piece that compression took comes back by a click: in the page, in the Python object, in the saved notebook."""

import pytest
from desk import APPS
from playwright.sync_api import expect

CELL = "%load_ext webloupe\npage = %fetch --full --compress rules {web}/sky-brightness\npage"
TOLD = "print(page.restored, page.compression.tokens_after)"


def compared(at, name):
    """The notebook run, at what its page lost."""
    at.open(at.site.write(name, CELL.format(web=at.web.url)))
    at.run_all()
    view = at.outputs
    view.get_by_role("tab", name="Raw ↔ compressed").click()
    expect(view.locator(".cm-mergeView .wl-restore").first).to_be_visible()
    return view


def tokens(view):
    return int(view.locator(".wl-bar-count").nth(1).inner_text().split()[0].replace(",", ""))


@pytest.mark.parametrize("app", APPS)
def test_a_piece_comes_back_and_goes_again(desk, app):
    at = desk(app)
    view = compared(at, f"restore-{app}.ipynb")
    before = tokens(view)
    view.locator(".wl-restore").first.click()
    expect(view.locator(".wl-given-back")).to_contain_text("1 piece given back.")
    expect(view.locator(".wl-given-back")).not_to_contain_text("those of before")
    after = tokens(view)
    assert after > before
    at.add_cell(TOLD)
    expect(at.page.locator(".jp-OutputArea-output pre").last).to_contain_text(f"] {after}")
    view.get_by_role("button", name="Undo").click()
    expect(view.locator(".wl-given-back")).to_have_count(0)
    at.add_cell(TOLD)
    expect(at.page.locator(".jp-OutputArea-output pre").last).to_have_text(f"[] {before}\n")


def test_without_the_kernel_the_server_gives_back_and_the_notebook_keeps_it(desk):
    at = desk()
    view = compared(at, "restore-saved.ipynb")
    at.end_kernel()
    expect(view.locator(".wl-reach")).to_be_visible()
    view.locator(".wl-restore").first.click()
    expect(view.locator(".wl-given-back")).to_contain_text("1 piece given back.")
    expect(view.locator(".wl-given-back")).not_to_contain_text("those of before")
    at.save()
    at.page.reload()
    at.settle(True)
    expect(at.outputs.locator(".wl-given-back")).to_contain_text("1 piece given back.")
    expect(at.outputs.locator(".wl-given-back")).to_contain_text("those of before")


def test_the_trace_opens_by_keys(desk):
    at = desk()
    view = compared(at, "trace.ipynb")
    at.tab_to(view.locator("summary", has_text="Trace"))
    at.press("Enter")
    expect(view.locator(".wl-trace ol > li").first).to_contain_text("→")
