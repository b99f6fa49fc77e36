"""Pages that need a browser: drawn by script in seven ways, and things to click, fill and scroll."""

from __future__ import annotations

import json

from .exchange import Ask, Reply, json_reply, site_file, text_reply
from .layout import SITE

FACTS = {
    "/app/late": "The late list names 14 targets; the last is the Ember nebula.",
    "/app/routes": "Route of the night: dome, rail, mirror, kettle.",
    "/app/scrolled": "The third part came when it was scrolled to: focus 4.17 mm.",
    "/app/shadow": "Inside the shadow root the humidity reads 71 per cent.",
    "/app/framed": "The frame says that the wind blows at 6.2 metres per second.",
    "/app/passed": "Behind the check stands the tide table: zero, zero, zero.",
}
"""A sentence that each page shows only where its script has run."""

_FILLER = " ".join(
    f"Paragraph {number} of this page was written by a script, long after the shell had come." for number in range(1, 9)
)


def shell(ask: Ask) -> Reply:
    """An empty shell whose script draws the page in the way that the path names."""
    return text_reply(
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Drawn by script · {SITE}</title></head>\n'
        f'<body><div id="root"></div><script>{_SCRIPTS[ask.path]}</script></body></html>'
    )


def data(ask: Ask) -> Reply:
    """What the scripts ask for, a while later."""
    ask.pause(ask.number("ms", 150.0, 5_000.0) / 1_000)
    return json_reply({"fact": FACTS.get(ask.query.get("of", ""), ""), "filler": _FILLER})


def check(ask: Ask) -> Reply:
    """A robot check that a browser passes by itself: its script sets a cookie and asks again."""
    if "lakeside_pass=1" in ask.headers.get("cookie", ""):
        return text_reply(
            f"<!DOCTYPE html><title>Tides · {SITE}</title><main><h1>Tides</h1><p>{FACTS[ask.path]} {_FILLER}</p></main>"
        )
    return text_reply(site_file("self-check.html"), status=403, cf_mitigated="challenge")


def inside(_: Ask) -> Reply:
    """What stands in the frame."""
    return text_reply(
        f"<!DOCTYPE html><title>Frame · {SITE}</title><p>{FACTS['/app/framed']}</p>"
        "<label>Gust <input id='gust' value='9'></label> <button onclick=\"this.textContent='Framed and clicked'\">"
        "In the frame</button>"
    )


def workshop(_: Ask) -> Reply:
    """Forms, dropdowns, a frame, a shadow root, dialogs, new tabs."""
    return text_reply(site_file("workshop.html"))


def lists(ask: Ask) -> Reply:
    """A list that grows as it is scrolled, or one that draws only the rows in view."""
    return text_reply(site_file("endless.html" if ask.path.endswith("endless") else "virtual.html"))


def _quoted(path: str) -> str:
    return json.dumps(FACTS[path])


_DRAW = f"""
const root = document.getElementById("root"), filler = {json.dumps(_FILLER)};
const draw = (title, ...texts) => {{
  root.append(Object.assign(document.createElement("h1"), {{textContent: title}}));
  for (const text of texts) root.append(Object.assign(document.createElement("p"), {{textContent: text}}));
}};
"""
_SCRIPTS = {
    "/app/late": _DRAW + """
setTimeout(async () => {
  const told = await (await fetch("/app/data?of=/app/late")).json();
  draw("Targets of the night", told.fact, told.filler);
}, 200);""",
    "/app/routes": _DRAW + f"""
history.replaceState(null, "", "#/night");
addEventListener("hashchange", () => draw("Elsewhere", "Another route"));
requestAnimationFrame(() => {{
  if (location.hash === "#/night") draw("Route", {_quoted("/app/routes")}, filler);
}});""",
    "/app/scrolled": _DRAW + f"""
draw("In three parts", "Part one. " + filler);
for (let part = 2; part < 4; part++) {{
  const place = Object.assign(document.createElement("div"), {{style: "min-height: 1200px"}});
  root.append(place);
  new IntersectionObserver((seen, all) => {{
    if (!seen[0].isIntersecting) return;
    all.disconnect();
    place.textContent = part === 3 ? {_quoted("/app/scrolled")} : "Part two. " + filler;
  }}, {{threshold: 0.5}}).observe(place);
}}""",
    "/app/shadow": _DRAW + f"""
customElements.define("dome-gauge", class extends HTMLElement {{
  connectedCallback() {{
    this.attachShadow({{mode: "open"}}).innerHTML = `<h2>Gauge</h2><p id="fact"></p><slot></slot>`;
    this.shadowRoot.getElementById("fact").textContent = {_quoted("/app/shadow")};
  }}
}});
const gauge = document.createElement("dome-gauge");
gauge.append(Object.assign(document.createElement("p"), {{textContent: filler}}));
root.append(gauge);""",
    "/app/framed": _DRAW + """
draw("With a frame", filler);
root.append(Object.assign(document.createElement("iframe"), {src: "/app/frame", width: 600, height: 200}));""",
}  # fmt: skip
