"""PyPI: a project's description, releases, links and dependencies.

Source: PyPI's JSON API reference (`/pypi/{project}/json`, `/pypi/{project}/{version}/json`), core metadata
specifications (the fields of `info`).
"""

from __future__ import annotations

from typing import Any

from ...wire import Answer
from ._writing import day, facts, joined, line, link, text
from .base import Page, Place, Plan, encoded, no_page

HOSTS = ("pypi.org",)


def plan(place: Place) -> Plan | None:
    """`/project/{name}` and `/project/{name}/{version}`."""
    match place.parts:
        case ["project", *rest] if 1 <= len(rest) <= 2:
            path = "/".join(map(encoded, rest))
            return Plan(
                f"https://pypi.org/pypi/{path}/json",
                lambda answer: Page.written(_written(answer), f"https://pypi.org/project/{path}/"),
                {"Accept": "application/json"},
            )
    return None


def _written(answer: Answer) -> str:
    told = no_page(answer).json
    info = told["info"]
    description = text(info.get("description"))
    return joined(
        f"# {line(info['name'])} {line(info['version'])}",
        line(info.get("summary")),
        facts(_about(info, told.get("urls") or [])),
        _dependencies(info.get("requires_dist") or []),
        joined("## Description", description).strip() if description and description != "UNKNOWN" else "",
    )


def _about(info: dict[str, Any], files: list[dict[str, Any]]) -> list[tuple[str, str]]:
    licence = line(info.get("license_expression")) or line(info.get("license"))
    links = {**(info.get("project_urls") or {}), **({"Homepage": info["home_page"]} if info.get("home_page") else {})}
    return [
        ("Released", day(files[0].get("upload_time")) if files else ""),
        ("Yanked", line(info.get("yanked_reason")) or "yes" if info.get("yanked") else ""),
        ("Requires Python", line(info.get("requires_python"))),
        ("License", licence if len(licence) <= 100 else f"{licence[:99]}…"),  # some paste the whole text of theirs
        ("Author", line(info.get("author")) or line(info.get("author_email"))),
        ("Links", ", ".join(link(name, address) for name, address in links.items())),
    ]


def _dependencies(wanted: list[Any]) -> str:
    rows = "\n".join(f"- `{line(one)}`" for one in wanted if line(one))
    return joined("## Dependencies", rows).strip() if rows else ""
