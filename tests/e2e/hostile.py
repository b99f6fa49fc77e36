"""Texts that try to come alive, outputs that hold them everywhere, and a look at whether one did."""

from __future__ import annotations

import json
from pathlib import Path

from nbformat.v4 import new_output

SHARED = Path(__file__).resolve().parents[2].parent / "shared/vectors/xss.json"
MIME_TYPE = "application/vnd.webloupe.v1+json"
OWN = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)><img src=http://evil.test/pixel>',
    "[a](javascript:alert(1)) ![i](http://evil.test/p.gif)",
    '<a href="javascript:alert(1)" onclick="alert(1)">y</a><a href="data:text/html,x">z</a>',
    "<svg/onload=alert(1)><math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe><base href=//evil.test>',
    "<form action=http://evil.test><input name=parentNode autofocus onfocus=alert(1)></form>",
    '<p id=location name=cookie style="background:url(//evil.test)" class=jp-x>x</p>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<link rel=stylesheet href=//evil.test/x.css><meta http-equiv=refresh content='0;url=//evil.test'>",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
)

# Runs in every frame before anything else: whatever fires says so.
TRAP = """
window.fired = [];
for (const name of ['alert', 'confirm', 'prompt', 'print']) {
    window[name] = (...words) => { window.top.fired.push([name, ...words]); };
}
"""

# What could run, load or lead somewhere by itself; what the views are made of is left out.
ALIVE = """() => {
    // CodeMirror sets pictures without a source beside its widgets, to hold the cursor.
    const own = '.wl-icon, .wl-icon *, .wl-figure *, .cm-editor svg, img.cm-widgetBuffer:not([src]), .wl-input, '
        + 'details:is(.wl-section, .wl-touched), '
        + 'form.wl-box, form[role=search], form[role=search] :is(input, select, option)';
    const kinds = 'script, style, img, image, iframe, object, embed, svg, math, base, meta, link, video, audio, '
        + 'template, form, input, frame, applet, marquee, details';
    const all = [...document.querySelectorAll('.jp-Webloupe-output *, #webloupe-panel *')];
    const found = all.filter(node => node.matches(kinds) && !node.matches(own)).map(node => node.outerHTML);
    for (const node of all) {
        for (const { name, value } of node.attributes) {
            const acts = /^(on.*|src|srcdoc|srcset|action|formaction|background|poster|xlink:href)$/i.test(name);
            const leads = /href$/i.test(name) && !/^https?:[/][/]/i.test(value);
            if ((acts || leads) && !node.matches(own)) found.push(`${node.localName} ${name}=${value}`);
        }
    }
    return found;
}"""


def payloads() -> list[str]:
    """The own ones, and a larger collection where it lies beside the project."""
    return [*OWN, *([text for _, text in json.loads(SHARED.read_text("utf-8"))["payloads"]] if SHARED.exists() else [])]


def hit(text: str, position: int) -> dict:
    """A hit that is `text` all over, as no Python of ours would write it into a notebook."""
    words = ("title", "url", "host", "description", "published", "backend", "citation", "magic")
    return {"position": position, "marks": [{"text": text, "title": text}], **dict.fromkeys(words, text)}


def results(texts: list[str]) -> dict:
    tries = [{"backend": text, "outcome": "http", "text": text} for text in texts]
    said = [{"text": text, "quote": text, "position": 1} for text in texts]
    shape = {
        "view": "results", "query": texts[0], "notes": texts, "tokens": 1, "magic": texts[0], "tables": [table(texts)],
        "answer": {"source": texts[0], "sentences": said}, "asked": {"site": texts},
    }  # fmt: skip
    return drawn({**shape, "hits": [hit(text, at + 1) for at, text in enumerate(texts)], "tries": tries})


def table(texts: list[str]) -> dict:
    return {"label": texts[0], "head": [texts[0], texts[-1]], "rows": [[text, text] for text in texts], "words": 1}


def page(text: str, *, tab: str = "read", segments: list[str] | None = None) -> dict:
    diff = {"method": "rules", "tokens_before": 9, "tokens_after": 3, "refused": None, "whole": True, "dropped": 1}
    pieces = [{"op": "dropped", "before": f"{one}\n", "after": "", "reason": one} for one in segments or [text]]
    words = ("url", "final_url", "title", "host", "media_type", "kind_reason", "read_html", "more", "citation", "magic")
    shape = {
        "view": "page", "kind": "narrative", "total_chars": 1, "total_tokens": 1, "notes": [text], "links": 1,
        "diff": {**diff, "rewritten": 0, "segments": pieces}, "backends": [], "page_hash": "0", "magic_on": text,
        "next_start": 3, "options": {}, **dict.fromkeys(words, text),
    }  # fmt: skip
    return drawn(shape, tab=tab)


def failures(texts: list[str]) -> dict:
    """A batch of pages that all failed."""
    return drawn({"view": "pages", "notes": texts, "pages": [
        {"view": "failed", "url": text, "error": error(text)} for text in texts
    ]})  # fmt: skip


def usage(texts: list[str]) -> dict:
    rows = [
        {"day": text, "backend": text, "ok": 1, "empty": 0, "rate_limited": 0, "errors": 0, "total": 1, "quota_low": 1}
        for text in texts
    ]
    bar = {"type": "bar", "x": texts, "y": [1] * len(texts), "name": texts[0], "meta": "ok", "text": texts}
    image = {
        "source": "http://evil.test/pixel",
        "xref": "paper",
        "yref": "paper",
        "x": 0,
        "y": 0,
        "sizex": 1,
        "sizey": 1,
    }
    layout = {"title": {"text": texts[0]}, "images": [image], "xaxis": {"title": {"text": texts[0]}}}
    windows = [{"backend": text, "text": text, "warning": text, "share": 0.1, "level": "low"} for text in texts]
    sums = [{"name": text, "text": text} for text in texts]
    return drawn({
        "view": "usage", "days": 7, "by": "day", "rows": rows, "windows": windows, "backends": table(texts),
        "sums": sums, "notes": texts, "taken": texts[0], "magic": texts[0],
        "figure": {"data": [bar], "layout": layout},
    })  # fmt: skip


def error(text: str) -> dict:
    return {
        "code": "host_down", "message": text, "hint": text, "retryable": True, "retry_after_s": None, "backend": text,
        "url": text,
    }  # fmt: skip


def drawn(data: dict, **state: object) -> dict:
    return {"v": 1, "id": "0" * 16, "data": data, "state": state}


def live() -> dict:
    return {"elapsed_ms": 1, "cached": False, "age_s": None, "left": []}


def outputs(shapes: list[dict]) -> list:
    return [new_output("display_data", {MIME_TYPE: shape, "text/plain": ""}) for shape in shapes]


def batches(texts: list[str], size: int) -> list[list[str]]:
    return [texts[start : start + size] for start in range(0, len(texts), size)]
