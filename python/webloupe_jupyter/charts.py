"""Plotly figures from usage. Colours are a small palette by role; a front end may set its own by a trace's `meta`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from webloupe.types import UsageSummary

if TYPE_CHECKING:
    import plotly.graph_objects as go

# One colour a role, told apart by colour-blind eyes (Okabe and Ito), readable on white and on black.
PALETTE = {"ok": "#009e73", "empty": "#56b4e9", "rate_limited": "#e69f00", "errors": "#d55e00", "left": "#cc79a7"}
_OUTCOMES = {"ok": "answered", "empty": "found nothing", "rate_limited": "rate limited", "errors": "failed"}
_DAY_MS = 86_400_000
_DASHES = ("solid", "dash", "dot", "dashdot")
# No button that uploads the chart, no link to the vendor, nothing fetched.
_CONFIG = {
    "displaylogo": False,
    "modeBarButtonsToRemove": ["sendChartToCloud"],
    "plotlyServerURL": "",
    "responsive": True,
}


def usage_figure(summary: UsageSummary) -> go.Figure:
    """Calls a day stacked by outcome, and what each backend said is left as a line on a second axis.

    The `meta` of a trace is its role in `PALETTE`.
    """
    import plotly.graph_objects as go

    figure = go.Figure(layout=_layout(has_readings=any(row.quota_low is not None for row in summary.rows)))
    days = sorted({row.day for row in summary.rows})
    for role, name in _OUTCOMES.items():
        counts = [sum(getattr(row, role) for row in summary.rows if row.day == day) for day in days]
        if any(counts) or role == "ok":
            color = {"color": PALETTE[role]}
            figure.add_bar(x=days, y=counts, name=name, meta=role, marker=color, width=0.8 * _DAY_MS)
    for at, backend in enumerate(sorted({row.backend for row in summary.rows if row.quota_low is not None})):
        readings = {row.day: row.quota_low for row in summary.rows if row.backend == backend}
        known = [day for day in days if readings.get(day) is not None]
        figure.add_scatter(
            x=known,
            y=[readings[day] for day in known],
            name=f"{_plain(backend)} left",
            meta="left",
            yaxis="y2",
            mode="lines+markers",
            line={"color": PALETTE["left"], "dash": _DASHES[at % len(_DASHES)]},
        )
    return figure


def figure_json(figure: go.Figure) -> dict[str, Any]:
    """A figure as plain JSON, with the settings that keep it at home."""
    drawn: dict[str, Any] = json.loads(figure.to_json())
    return {**drawn, "config": _CONFIG}


def _layout(*, has_readings: bool) -> dict[str, Any]:
    layout: dict[str, Any] = {
        "template": {},  # the default one is 7 kB of colours
        "barmode": "stack",
        "height": 280,
        "margin": {"l": 48, "r": 56 if has_readings else 16, "t": 16, "b": 40},
        "legend": {"orientation": "h", "y": -0.2},
        # Dates and not names of days: a day without calls is a gap.
        "xaxis": {"type": "date", "tickformat": "%d %b", "minor": {"dtick": _DAY_MS}},
        "yaxis": {"title": {"text": "calls"}, "rangemode": "tozero"},
    }
    if has_readings:
        # Ticks of its own: in step with the left axis they would stand at odd numbers.
        side = {"overlaying": "y", "side": "right", "rangemode": "tozero", "showgrid": False, "tickmode": "auto"}
        layout["yaxis2"] = {"title": {"text": "left"}, **side}
    return layout


def _plain(name: str) -> str:
    """A name without the signs that plotly reads as markup."""
    return "".join(sign for sign in name if sign.isalnum() or sign in " -_.")
