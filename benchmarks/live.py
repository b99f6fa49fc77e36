"""The views in a real JupyterLab: from a click to Python and back, a huge diff, and the bytes that a page loads.

    python benchmarks/live.py

Needs Chromium and the built labextension (`make test` makes both); says so and ends where one is missing.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/e2e"))

import chromium  # noqa: E402
import hostile  # noqa: E402
from desk import Desk  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402
from serving import site  # noqa: E402

from webloupe.demo import DemoWeb  # noqa: E402

LABEXTENSION = ROOT / "python/webloupe_jupyter/labextension/static"
WIDGET = ROOT / "python/webloupe_jupyter/static/widget.js"
CLICKS, PAUSE_MS = 21, 600
RAW_CHARS, KEPT_CHARS, RUNS = 2_000_000, 20_000, 200

# Python answers each choice of the second hit by choosing the fifth: there and back.
SEARCH = """%load_ext webloupe
r = %websearch comet returns
r.observe(lambda change: setattr(r, "selected", 4) if r.selected == 1 else None, "selected")
r"""
ROUND_TRIP = """async pause => {
    const options = [...document.querySelectorAll('.wl-output [role=option]')];
    const chosen = place => options[place].getAttribute('aria-selected') === 'true';
    await new Promise(done => setTimeout(done, pause));
    options[0].click();
    await new Promise(done => setTimeout(done, pause));
    const started = performance.now();
    const answered = new Promise(done => new MutationObserver((_, observer) => {
        if (chosen(4)) { observer.disconnect(); done(performance.now() - started); }
    }).observe(options[4], { attributes: true }));
    options[1].click();
    return answered;
}"""
# From the click on the tab until the frame after the texts were drawn.
PAINTED = """async () => {
    const started = performance.now();
    document.querySelector('.wl-output [role=tab][id$=-diff]').click();
    while (!document.querySelector('.wl-diff .cm-line')) await new Promise(done => setTimeout(done, 1));
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - started;
}"""


def main() -> None:
    """Print each figure beside its promise."""
    browser_path = chromium.find()
    if browser_path is None or not LABEXTENSION.is_dir():
        print("live views: no Chromium, or the labextension is not built; not measured")
        return
    size = sum(file.stat().st_size for file in LABEXTENSION.rglob("*") if file.is_file())
    print(f"labextension {size / 1000:.0f} kB (500), widget.js {WIDGET.stat().st_size / 1000:.0f} kB (60)")
    with DemoWeb() as web, tempfile.TemporaryDirectory() as folder, site(Path(folder) / "site", web) as running:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**chromium.launch_options(browser_path))
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            at = Desk(page, running, web)
            round_trips(at)
            huge_diff(at)
            browser.close()
        running.end_kernels()


def round_trips(at: Desk) -> None:
    at.open(at.site.write("trips.ipynb", SEARCH))
    at.run_all()
    expect(at.outputs.locator(".wl-live").first).to_be_visible()
    took = [at.page.evaluate(ROUND_TRIP, PAUSE_MS) for _ in range(CLICKS)]
    print(
        f"a click to Python and its answer drawn: median {statistics.median(took):.1f} ms, worst {max(took):.1f} ms"
        f" ({CLICKS} clicks, {PAUSE_MS} ms apart; the promise is 30 ms)"
    )


def huge_diff(at: Desk) -> None:
    shape = hostile.page("x", tab="read", segments=["x"])
    shape["data"] |= {"read_html": "", "url": "http://127.0.0.1/", "final_url": "http://127.0.0.1/"}
    shape["data"]["diff"]["segments"] = segments()
    at.open(at.site.write("huge.ipynb", "1", outputs={0: hostile.outputs([shape])}))
    expect(at.outputs.get_by_role("tab", name="Read")).to_be_visible()
    print(f"{RAW_CHARS:,} characters against {KEPT_CHARS:,} kept: {at.page.evaluate(PAINTED):.0f} ms (1,000)")


def segments() -> list[dict[str, str]]:
    """Kept and dropped runs in turn, in lines of 80 characters."""
    kept, gone = (lines(chars // RUNS) for chars in (KEPT_CHARS, RAW_CHARS - KEPT_CHARS))
    pair = [
        {"op": "kept", "before": kept, "after": kept, "reason": ""},
        {"op": "dropped", "before": gone, "after": "", "reason": "site chrome"},
    ]
    return pair * RUNS


def lines(chars: int) -> str:
    line = "The night was clear until two and the log says nothing more about what came after."[:79] + "\n"
    return (line * (chars // len(line) + 1))[: chars - 1] + "\n"


if __name__ == "__main__":
    main()
