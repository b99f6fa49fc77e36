"""npm: a package's README, latest or named version, links and dependencies.

Source: the registry API of npm (npm/registry, docs/REGISTRY-API.md: `GET /{package}`, `GET /{package}/{version}`) and
its package metadata (docs/responses/package-metadata.md). The page itself turns robots away.
"""

from __future__ import annotations

import re
from typing import Any

from ...wire import Answer
from ._writing import day, facts, joined, line, link, text
from .base import Page, Place, Plan, encoded, no_page

HOSTS = ("npmjs.com",)

_REGISTRY = "https://registry.npmjs.org"
_KINDS = {
    "dependencies": "Dependencies",
    "peerDependencies": "Peer dependencies",
    "optionalDependencies": "Optional dependencies",
}


def plan(place: Place) -> Plan | None:
    """`/package/{name}`, `/package/@{scope}/{name}`, either with `/v/{version}`."""
    if not place.parts or place.parts[0] != "package":
        return None
    rest = list(place.parts[1:])
    width = 2 if rest and rest[0].startswith(("@", "%40")) else 1
    name, version = "/".join(rest[:width]), ""
    match rest[width:]:
        case ["v", version]:
            pass
        case [_, *_]:
            return None
    if len(rest) < width:
        return None
    return _of(name, version, place.bare)


def _of(name: str, version: str, url: str) -> Plan:
    """The whole record; that of one version, which has no README, where the whole is too long to be read."""
    address = f"{_REGISTRY}/{encoded(name).replace('%40', '@')}"
    wanted = {"Accept": "application/json"}
    one = Plan(
        f"{address}/{encoded(version or 'latest')}",
        lambda answer: Page.written(_written(no_page(answer).json, {}), url),
        wanted,
    )
    return Plan(address, lambda answer: Page.written(_whole(answer, version), url), wanted, otherwise=one)


def _whole(answer: Answer, version: str) -> str:
    record = no_page(answer).json
    return _written(record["versions"][version or record["dist-tags"]["latest"]], record)


def _written(manifest: dict[str, Any], record: dict[str, Any]) -> str:
    readme = text(record.get("readme")) or text(manifest.get("readme"))
    return joined(
        f"# {line(manifest['name'])} {line(manifest['version'])}",
        line(manifest.get("description")),
        facts(_about(manifest, record)),
        *(_dependencies(title, manifest.get(kind) or {}) for kind, title in _KINDS.items()),
        joined("## README", readme).strip() if readme else "",
    )


def _about(manifest: dict[str, Any], record: dict[str, Any]) -> list[tuple[str, str]]:
    licence, engines = manifest.get("license"), manifest.get("engines")
    node = engines.get("node") if isinstance(engines, dict) else ""
    links = [
        link("homepage", manifest.get("homepage")) if manifest.get("homepage") else "",
        link("repository", _repository(manifest.get("repository"))) if manifest.get("repository") else "",
    ]
    return [
        ("Released", day((record.get("time") or {}).get(manifest["version"]))),
        ("Deprecated", line(manifest.get("deprecated"))),
        ("License", line(licence.get("type") if isinstance(licence, dict) else licence)),
        ("Requires Node", line(node)),
        ("Links", ", ".join(one for one in links if one)),
    ]


def _repository(value: object) -> str:
    """The web address of a repository, which is written as git clones it."""
    address = value.get("url") if isinstance(value, dict) else value
    address = re.sub(r"^git(\+https?|\+ssh)?://(git@)?", "https://", line(address))
    return address.removesuffix(".git")


def _dependencies(title: str, wanted: dict[str, Any]) -> str:
    rows = "\n".join(f"- `{line(name)}` {line(range_)}" for name, range_ in wanted.items())
    return joined(f"## {title}", rows).strip() if rows else ""
