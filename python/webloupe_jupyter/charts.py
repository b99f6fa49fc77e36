"""Plotly figures from usage. Colours are a small palette by role; a front end may set its own by a trace's `meta`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from webloupe.types import By, QuotaWindow, UsageSummary

if TYPE_CHECKING:
    import plotly.graph_objects as go

# One colour a role, told apart by colour-blind eyes (Okabe and Ito), readable on white and on black.
PALETTE = {
    "ok": "#009e73",
    "empty": "#56b4e9",
    "rate_limited": "#e69f00",
    "errors": "#d55e00",
    "left": "#cc79a7",
    "forecast": "#cc79a7",
    "reset": "#0072b2",
}
_OUTCOMES = {"ok": "answered", "empty": "found nothing", "rate_limited": "rate limited", "errors": "failed"}
_HOUR_MS = 3_600_000
_SPAN_MS: dict[By, int] = {"day": 24 * _HOUR_MS, "hour": _HOUR_MS}
_MIDDLE: dict[By, str] = {"day": "{} 12:00", "hour": "{:.13}:30"}
"""Bars stand in the middle of their day or hour, so that times on the same axis lie where they were."""
_DASHES = ("solid", "dash", "dashdot", "longdash")
_RESETS = 12
"""More marks than these stand so close that they say nothing."""
# No button that uploads the chart, no link to the vendor, nothing fetched.
_CONFIG = {
    "displaylogo": False,
    "modeBarButtonsToRemove": ["sendChartToCloud"],
    "plotlyServerURL": "",
    "responsive": True,
}


def usage_figure(summary: UsageSummary, now: datetime | None = None) -> go.Figure:
    """Calls a day, hour or backend stacked by outcome, what each backend said is left, and when it ends at this pace.

    What is left, its forecast and the resets of windows have the second axis; calls by backend go without. Times are
    in `now`'s zone, this machine's when it is None. The `meta` of a trace is its role in `PALETTE`.
    """
    import plotly.graph_objects as go

    moment = now or datetime.now().astimezone()
    lines = [] if summary.by == "backend" else list(_lines(summary, moment))
    figure = go.Figure(layout=_layout(summary, moment, has_readings=bool(lines)))
    for trace in _bars(summary):
        figure.add_bar(**trace)
    for trace in lines:
        figure.add_scatter(yaxis="y2", **trace)
    return figure


def figure_json(figure: go.Figure) -> dict[str, Any]:
    """A figure as plain JSON, with the settings that keep it at home."""
    drawn: dict[str, Any] = json.loads(figure.to_json())
    return {**drawn, "config": _CONFIG}


def _bars(summary: UsageSummary) -> Iterator[dict[str, Any]]:
    by = summary.by
    place = {row: _plain(row.backend) if by == "backend" else _MIDDLE[by].format(row.day) for row in summary.rows}
    places = sorted(set(place.values()))
    width = {"width": 0.8 * _SPAN_MS[by]} if by in _SPAN_MS else {}
    for role, name in _OUTCOMES.items():
        counts = [sum(getattr(row, role) for row in summary.rows if place[row] == one) for one in places]
        if any(counts) or role == "ok":
            yield {"x": places, "y": counts, "name": name, "meta": role, "marker": {"color": PALETTE[role]}, **width}


def _lines(summary: UsageSummary, now: datetime) -> Iterator[dict[str, Any]]:
    """For each backend that says so: what was left, where that leads, when it came back."""
    low = {row.backend for row in summary.rows if row.quota_low is not None}
    said = low | {one.backend for one in summary.left} | {one.backend for one in summary.windows}
    for at, backend in enumerate(sorted(said)):
        dash = _DASHES[at % len(_DASHES)]
        windows = [one for one in summary.windows if one.backend == backend]
        left = _left(summary, backend, now)
        line = {"mode": "lines+markers", "line": {"color": PALETTE["left"], "dash": dash}}
        if left:
            yield {**_points(left), "name": f"{_plain(backend)} left", "meta": "left", **line}
        if left and windows and (end := _dry(windows[0], now)):
            line = {"mode": "lines", "line": {"color": PALETTE["forecast"], "dash": "dot"}}
            yield {**_points([left[-1], end]), "name": f"{_plain(backend)} at this pace", "meta": "forecast", **line}
        if resets := _resets(summary, windows, now):
            mark = {
                "mode": "markers",
                "cliponaxis": False,
                "marker": {"color": PALETTE["reset"], "symbol": "triangle-up", "size": 9},
            }
            points = _points([(_time(one, now), 0) for one in resets])
            yield {**points, "name": f"{_plain(backend)} resets", "meta": "reset", **mark}


def _left(summary: UsageSummary, backend: str, now: datetime) -> list[tuple[str, int]]:
    """The least of each day or hour, and the last reading."""
    rows = [row for row in summary.rows if row.backend == backend]
    low = [(_MIDDLE[summary.by].format(row.day), row.quota_low) for row in rows]
    last = [(_time(one.at, now), one.remaining) for one in summary.left if one.backend == backend]
    # The middle of the last reading's own day may lie after it: that one gives way.
    known = sorted(
        (when, count) for when, count in low if count is not None and not any(when >= then for then, _ in last)
    )
    return [*known, *last]


def _dry(window: QuotaWindow, now: datetime) -> tuple[str, int] | None:
    end = window.runs_dry_at
    return (_time(end, now), 0) if end is not None and window.remaining and end >= now.timestamp() else None


def _resets(summary: UsageSummary, windows: Sequence[QuotaWindow], now: datetime) -> list[float]:
    """When windows ended or will, as far as the axis goes: the newest of them, of long ones all."""
    span_s = _SPAN_MS[summary.by] / 1000
    shown = [one for at, one in enumerate(windows) if at == 0 or (one.length_s or 0) >= span_s]
    start, end = _days(summary, now)
    return sorted(one.resets_at for one in shown if one.resets_at and start <= one.resets_at < end)[-_RESETS:]


def _points(points: Sequence[tuple[str, int]]) -> dict[str, list[Any]]:
    return {"x": [when for when, _ in points], "y": [count for _, count in points]}


def _time(ts: float, now: datetime) -> str:
    """A moment as plotly reads it; to the minute, so that texts of one axis have one order."""
    return f"{datetime.fromtimestamp(ts, now.tzinfo):%Y-%m-%d %H:%M}"


def _days(summary: UsageSummary, now: datetime) -> tuple[float, float]:
    """From the beginning of the first day to the end of today, or of the hours to come of a forecast (Unix times)."""
    midnight = datetime.combine(now.date(), time(), now.tzinfo)
    first = midnight - timedelta(days=summary.days - 1)
    ahead = (midnight + timedelta(days=1)).timestamp()
    ends = [one.runs_dry_at for one in summary.windows if one.remaining and one.runs_dry_at]
    near = [end for end in ends if end < ahead + _HOUR_MS / 1000 * 24]
    return first.timestamp(), max([ahead, *near])


def _layout(summary: UsageSummary, now: datetime, *, has_readings: bool) -> dict[str, Any]:
    by = summary.by
    layout: dict[str, Any] = {
        "template": {},  # the default one is 7 kB of colours
        "barmode": "stack",
        "height": 280,
        "margin": {"l": 48, "r": 56 if has_readings else 16, "t": 16, "b": 40},
        "legend": {"orientation": "h", "y": -0.2, "traceorder": "normal"},
        "xaxis": _time_axis(summary, now) if by in _SPAN_MS else {"type": "category"},
        "yaxis": {"title": {"text": "calls"}, "rangemode": "tozero"},
    }
    if has_readings:
        # Ticks of its own: in step with the left axis they would stand at odd numbers.
        side = {"overlaying": "y", "side": "right", "rangemode": "tozero", "showgrid": False, "tickmode": "auto"}
        layout["yaxis2"] = {"title": {"text": "left"}, **side}
    return layout


def _time_axis(summary: UsageSummary, now: datetime) -> dict[str, Any]:
    """Dates and not names of days: a day without calls is a gap. A label stands below the middle of its day."""
    if summary.by == "hour":
        return {"type": "date", "tickformat": "%H:%M\n%d %b"}
    shown = [_time(end, now) for end in _days(summary, now)]
    labels = {"tickformat": "%d %b", "ticklabelmode": "period", "minor": {"dtick": _SPAN_MS["day"]}}
    return {"type": "date", "range": shown, **labels}


def _plain(name: str) -> str:
    """A name without the signs that plotly reads as markup."""
    return "".join(sign for sign in name if sign.isalnum() or sign in " -_.")
