"""How fast the views draw: fifty hits, built and laid out in a real browser.

    python benchmarks/views.py

Needs what the front end's build leaves in node_modules, and Chromium; says so and ends where they are missing.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ESBUILD = ROOT / "node_modules/.bin/esbuild"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LIMIT_MS = 50


def main() -> None:
    """Print first run, median and worst."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None or not ESBUILD.exists():
        print("views: no Chromium, or no node_modules (`make test` makes them); not measured")
        return
    with tempfile.TemporaryDirectory() as folder:
        took = measure(browser, Path(folder))
    print(
        f"fifty hits: first {took[0]:.1f} ms, median {statistics.median(took):.1f} ms, worst {max(took):.1f} ms"
        f" ({len(took)} runs; the promise is {LIMIT_MS} ms)"
    )


def measure(browser: str, folder: Path) -> list[float]:
    """Milliseconds of each run, in a browser that has just started."""
    script = [str(ESBUILD), "extension/dev/bench.ts", "--bundle", "--minify", f"--outdir={folder}"]
    jsx = ["--jsx=automatic", "--jsx-import-source=preact", "--log-level=error"]
    subprocess.run([*script, *jsx], cwd=ROOT, check=True)
    page = folder / "page.html"
    page.write_text(
        "<!doctype html><meta charset=utf-8><link rel=stylesheet href=bench.css><body><script src=bench.js></script>",
        encoding="utf-8",
    )
    # Its own sandbox does not work for root; the page is ours and loads nothing.
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    command = [browser, *flags, f"--user-data-dir={folder / 'profile'}", "--dump-dom", page.as_uri()]
    dom = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    title = re.search(r"<title>([\d. ]+)</title>", dom)
    if title is None:
        raise SystemExit("views: the page did not finish; open extension/dev/bench.ts in a browser to see why")
    return [float(word) for word in title[1].split()]


if __name__ == "__main__":
    main()
