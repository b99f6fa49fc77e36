"""What is left and until when: the pill of the status bar, the forecast, the windows, the table as a file."""

import re

import pytest
from desk import APPS
from history import log_a_rush, log_days
from playwright.sync_api import expect


@pytest.fixture
def busy(desk):
    """A server whose log knows some days and a rush that will not last its hour."""
    at = desk(at="busy")
    if not (at.site.home / "logs").exists():
        log_days(at.site.home)
        log_a_rush(at.site.home)
    return at


def pill(at):
    return at.page.locator(".jp-Webloupe-pill button")


def test_the_pill_appears_with_the_first_reading_and_opens_the_quota(desk):
    at = desk()
    at.open()
    panel = at.open_panel()
    panel.get_by_role("button", name="Filters").click()
    panel.get_by_role("combobox", name="Backend").select_option("keenable")
    for query in ("pill", "pill again"):
        panel.get_by_role("textbox", name="Search the web").fill(query)
        panel.get_by_role("button", name="Search", exact=True).click()
        expect(panel.get_by_role("heading", name=query, exact=True)).to_be_visible()
        told = panel.locator(".wl-live").filter(has_text="keenable").inner_text()
        left = re.search(r"(\d+)/1,000 left", told)[1]
        expect(pill(at)).to_have_text(re.compile(rf"^{left}/1000 · resets \d\d:\d\d$"))
    expect(pill(at)).to_have_attribute("aria-label", re.compile(r"keenable: \d+ of 1,000 calls left, resets \d\d:\d\d"))
    pill(at).press("Enter")
    expect(panel.get_by_role("tab", name="Quota", selected=True)).to_be_visible()
    expect(panel.get_by_role("list", name="What is left")).to_contain_text(re.compile(r"keenable \d+ of 1,000 left"))


def test_the_pill_warns_in_the_colours_of_each_theme(busy):
    at = busy
    at.open()
    expect(pill(at)).to_have_text(re.compile("^190/1000 · resets "))
    expect(pill(at)).to_have_attribute("data-level", "low")
    expect(pill(at)).to_have_attribute("title", re.compile("dry at .* at this pace"))
    colors = set()
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        at.command("apputils:change-theme", theme=theme)
        expect(at.page.locator("body")).to_have_attribute("data-jp-theme-light", str("Light" in theme).lower())
        expect(at.page.locator("#jupyterlab-splash")).to_have_count(0)
        colors.add(pill(at).evaluate("node => getComputedStyle(node).backgroundColor"))
    assert len(colors) == 2 and "rgba(0, 0, 0, 0)" not in colors
    pill(at).click()
    expect(at.panel.get_by_role("tab", name="Quota", selected=True)).to_be_visible()
    expect(at.panel.get_by_role("list", name="What is left")).to_contain_text("190 of 1,000 left")


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_usage_tells_windows_a_forecast_and_the_same_numbers_beside_the_chart(busy, way):
    at = busy
    at.open(at.site.write(f"usage-{way}.ipynb", "%load_ext webloupe\n%webusage"))
    at.run_all()
    usage = at.outputs
    chart = usage.locator(".wl-figure")
    for words in ("keenable left", "keenable at this pace", "keenable resets", "rate limited"):
        expect(chart).to_contain_text(words)
    left = usage.get_by_role("list", name="What is left")
    expect(left).to_contain_text(
        re.compile(
            r"keenable 190 of 1,000 left · hour window, resets \d\d:\d\d · pool shared with others \(\d+ readings\)"
            r" · dry at \d\d:\d\d at this pace"
        )
    )
    expect(usage.get_by_role("region", name="Backends")).to_contain_text("keenable")
    hour = usage.get_by_role("button", name="by hour")
    if way == "mouse":
        hour.click()
    else:
        at.tab_to(usage.get_by_role("button", name="7 days"))
        at.tab_to(hour)
        at.press("Enter")
    table = usage.get_by_role("region", name="Calls by hour")
    expect(table.get_by_role("row").nth(1)).to_contain_text(re.compile(r"\d\d:00"))
    at.add_cell("_.by, _.days")
    expect(at.said()).to_have_text("('hour', 7)")
    with at.page.expect_download() as saved:
        usage.get_by_role("button", name="CSV").click()
    text = saved.value.path().read_text()
    assert saved.value.suggested_filename.endswith(".csv")
    assert text.startswith("day,backend,ok") and ",keenable," in text and ":00," in text


@pytest.mark.parametrize("app", APPS)
def test_usage_is_counted_by_backend_alone(desk, app):
    at = desk(app)
    cells = ("%load_ext webloupe\n%websearch --backend keenable --refresh by backend", "%webusage --by backend")
    at.open(at.site.write(f"by-{app}.ipynb", *cells))
    at.run_all()
    usage = at.outputs.nth(1)
    expect(usage.get_by_role("region", name="Calls by backend")).to_contain_text("keenable")
    expect(usage.get_by_role("button", name="by backend")).to_have_attribute("aria-pressed", "true")
    expect(usage.get_by_role("button", name="Insert as cell").first).to_have_attribute(
        "title", "%webusage --by backend"
    )
