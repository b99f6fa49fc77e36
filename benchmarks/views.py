"""How fast the views draw: fifty hits, built and laid out in a real browser, one that has just started and a warm one.

    python benchmarks/views.py

The first draw is the one that a person meets: code not compiled yet, no font found yet. So each of several browsers
draws once from cold; what it draws again after that is the warm figure. Loading the script is not in it: a front end
loads it with the page. Two times a run, from the same start: until what fills the screen is laid out, which is what the
promise is about, and until all fifty hits are, the wait for the next frame included.
Needs what the front end's build leaves in node_modules, Playwright, and Chromium; says so and ends where one is not.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ESBUILD = ROOT / "node_modules/.bin/esbuild"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# The sandbox does not work for root; the page is ours and loads nothing.
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PAGE = "<!doctype html><meta charset=utf-8><link rel=stylesheet href=bench.css><body><script src=bench.js></script>"
FRESH = 10
AGAIN = 5
LIMIT_MS = 50

Run = tuple[float, float]
"""Milliseconds until the screen is filled, and until all hits are there."""


def main() -> None:
    """Print least, median and worst of the first draws and of the warm ones."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None or not ESBUILD.exists() or importlib.util.find_spec("playwright") is None:
        print("views: no Chromium, no Playwright, or no node_modules (`make test` makes them); not measured")
        return
    with tempfile.TemporaryDirectory() as folder:
        address = build(Path(folder))
        runs = [measure(browser, address) for _ in range(FRESH)]
    print(f"fifty hits in {FRESH} fresh browsers, load {os.getloadavg()[0]:.1f}; the promise is {LIMIT_MS} ms")
    report("first draw", [first for first, *_ in runs])
    report("warm", [run for _, *again in runs for run in again])


def build(folder: Path) -> str:
    """The address of the page that draws."""
    script = [str(ESBUILD), "extension/dev/bench.ts", "--bundle", "--minify", f"--outdir={folder}"]
    jsx = ["--jsx=automatic", "--jsx-import-source=preact", "--log-level=error"]
    subprocess.run([*script, *jsx], cwd=ROOT, check=True)
    page = folder / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    return page.as_uri()


def measure(browser: str, address: str) -> list[Run]:
    """The runs in a browser that has just started, the cold one first."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        page = chromium.new_page()
        page.goto(address)
        runs = [tuple(page.evaluate("measure()")) for _ in range(1 + AGAIN)]
        chromium.close()
    return runs


def report(name: str, runs: list[Run]) -> None:
    """One line for each of the two times."""
    for what, times in zip(("screen filled", "all there"), zip(*runs, strict=True), strict=True):
        least, middle, worst = min(times), statistics.median(times), max(times)
        print(f"{name}, {what}: {least:.1f} ms at least, median {middle:.1f} ms, {worst:.1f} ms at worst")


if __name__ == "__main__":
    main()
