"""The reference of the fictional toolkit Duskline: 24 modules by 14 functions, and the pages made of them."""

from __future__ import annotations

from collections.abc import Mapping

MODULES: Mapping[str, str] = {
    "night": "a night's log", "frame": "a single exposure", "dark": "a dark frame", "flat": "a flat field",
    "bias": "a bias frame", "stack": "a stack of frames", "guide": "a guiding run", "focus": "a focus curve",
    "dome": "a dome position", "weather": "a weather record", "moon": "a moon calendar", "horizon": "a horizon line",
    "catalogue": "a star catalogue", "spectrum": "an extracted spectrum", "photometry": "a light curve",
    "astrometry": "a plate solution", "comet": "a comet's orbit", "meteor": "a meteor trail",
    "archive": "an archive volume", "report": "an observing report", "plot": "a finder chart",
    "export": "an export job", "notify": "a message to observers", "shell": "a recorded session",
}  # fmt: skip

FUNCTIONS: Mapping[str, str] = {
    "open": "Open {noun} by its date or path; a missing one is an error that names the nearest",
    "read": "Read {noun} from disk and check its sum",
    "write": "Write {noun} to disk in one step, so that a power cut leaves the old one",
    "list": "List every entry that belongs to {noun}, oldest first",
    "find": "Find {noun} by words, by time or by place on the sky",
    "merge": "Merge several into {noun}, by median unless told otherwise",
    "split": "Split {noun} where the gap is longer than ten minutes",
    "check": "Check {noun} and say what is wrong, without changing it",
    "repair": "Repair what `check` found in {noun}; the original stays beside it",
    "measure": "Measure {noun} and return values with their errors",
    "compare": "Compare {noun} with another and return the differences",
    "plot": "Draw {noun} as an SVG of at most 40 kilobytes",
    "watch": "Call back whenever {noun} changes, until the returned handle is closed",
    "forget": "Remove {noun} from the index; files are never deleted",
}  # fmt: skip


def sentence(module: str, function: str) -> str:
    """What the function does, one sentence without a full stop."""
    return FUNCTIONS[function].format(noun=MODULES[module])


def llms_txt(base: str) -> str:
    """The index for machines: one link a function, 336 in all, grouped by module."""
    parts = [
        "# Duskline\n\n> Open-source toolkit of the (fictional) Lakeside Observatory for logging nights and calibrating"
        f" frames. Lakeside Observatory demo site, version 3.2.\n\n## Guides\n\n- [Calibrate a night of frames]({base}"
        f"/docs/calibration): masters, options, faults\n- [All contents]({base}/docs/): every page of the manual\n"
    ]
    for module, noun in MODULES.items():
        links = [f"- [duskline.{module}.{name}]({base}/reference/{module}/{name}): {sentence(module, name)}"
                 for name in FUNCTIONS]  # fmt: skip
        parts.append(f"\n## duskline.{module}: work with {noun}\n\n" + "\n".join(links) + "\n")
    return "".join(parts)


def reference_html() -> str:
    """The list of all functions."""
    return "<h1>Reference of all functions</h1>\n" + "\n".join(_module_list(module, 2) for module in MODULES)


def module_html(module: str) -> str:
    """One module with its functions."""
    return (
        f"<p>Module of Duskline 3.2. It works with {MODULES[module]}.</p>\n" + _module_list(module, 1)
        + '\n<p>Back to the <a href="/reference/">reference</a>.</p>'
    )  # fmt: skip


def _module_list(module: str, level: int) -> str:
    rows = "\n".join(
        f'<li><a href="/reference/{module}/{name}"><code>{module}.{name}</code></a> {sentence(module, name)}.</li>'
        for name in FUNCTIONS
    )
    return f'<h{level} id="{module}"><code>duskline.{module}</code></h{level}>\n<ul>\n{rows}\n</ul>'


def function_html(module: str, function: str) -> str:
    """One function: what it does, its signature and an example."""
    signature = f"duskline.{module}.{function}(source, *, quiet: bool = False, timeout_s: float = 30.0) -> Result"
    return f"""<h1><code>duskline.{module}.{function}</code></h1>
<p>{sentence(module, function)}.</p>
<pre><code class="language-python">{signature}</code></pre>
<h2>Parameters</h2>
<table><tr><th>Name</th><th>Type</th><th>Meaning</th></tr>
<tr><td><code>source</code></td><td>path or object</td><td>{MODULES[module]}, or where it lies</td></tr>
<tr><td><code>quiet</code></td><td>bool</td><td>no line in the night's log</td></tr>
<tr><td><code>timeout_s</code></td><td>float</td><td>seconds to wait for the archive</td></tr></table>
<h2>Example</h2>
<pre><code class="language-python">from duskline import {module}

result = {module}.{function}("2026-03-12")
print(result.summary)
</code></pre>
<p>See also: <a href="/reference/{module}">all of {module}</a>, <a href="/docs/calibration">calibration</a>.</p>"""
