"""Real pages and shared cases go through; without turbohtml the reduced conversion stands in."""

from __future__ import annotations

import gzip
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from webloupe.fetch.html import html_to_markdown

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
PAGES = sorted((SHARED / "data" / "pages").glob("*/*.html.gz"))
FEATURES = SHARED / "cases" / "html" / "features.py"
KNOWN_GAPS = {"fast": 1, "markdownify": 5}


@pytest.mark.skipif(not PAGES, reason="the shared pages are not here")
@pytest.mark.parametrize("engine", ["fast", "markdownify"])
def test_every_real_page_goes_through(engine):
    empty = []
    for path in PAGES:
        text = html_to_markdown(gzip.decompress(path.read_bytes()), url="https://example.org/", engine=engine)
        if not text.strip():
            empty.append(path.name)
    # Two of the pages are drawn by script and hold no text at all.
    assert len(empty) <= len(PAGES) * 0.01, empty


def shared_features() -> Any:
    spec = spec_from_file_location("shared_features", FEATURES)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not FEATURES.exists(), reason="the shared feature cases are not here")
@pytest.mark.parametrize("engine", ["fast", "markdownify"])
def test_the_shared_features_are_right(engine):
    features = shared_features()
    wrong = [
        name
        for name, case in features.F.items()
        if not case["check"](features.R(html_to_markdown(case["html"], url=features.U, engine=engine)))
    ]
    wrong_charsets = [
        name for name, (body, text) in features.BYTES.items() if text not in html_to_markdown(body, engine=engine)
    ]
    assert len(wrong) <= KNOWN_GAPS[engine], wrong
    assert not wrong_charsets


WITHOUT = """
import sys
sys.modules["turbohtml"] = None
from webloupe.fetch.html import convert, html_to_markdown
page = '''<html lang=en><head><title>T</title></head><body><nav>NAV</nav><script>NO</script><p hidden>SECRET</p>
<main><h1>Head</h1><p>Some <b>words</b> and a <a href="/l">link</a>, <a href="javascript:x">no</a>.</p>
<pre>a_b
  c</pre></main></body></html>'''
document = convert(page, url="https://example.org/a/")
assert "# Head" in document.text and "**words**" in document.text, document.text
assert "(https://example.org/l)" in document.text and "a_b\\n  c" in document.text, document.text
assert not any(word in document.text for word in ("NAV", "NO", "SECRET", "javascript")), document.text
assert document.title == "T" and document.lang == "en"
assert [hidden.text for hidden in document.hidden] == ["SECRET"]
assert "NAV" in html_to_markdown(page, main=False)
assert "deep" in html_to_markdown("<div>" * 200 + "deep")
assert "<script" not in convert(page, format="html").text and "Head" in convert(page, format="text").text
assert html_to_markdown("<p>\\u0421</p>".encode("koi8-r"), content_type="text/html; charset=koi8-r") == "\\u0421"
print("reduced")
"""


def test_without_turbohtml_a_reduced_conversion_serves():
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.strip() == "reduced", done.stderr
