"""Sites that are read in a way of their own: one file a site; the files are the registry, loaded at first use.

A site module names its `HOSTS` ("github.com", ".wikipedia.org" for every host below, "*" for any) and has
`plan(place) -> Plan | None`, pure: what to ask in place of the page, None for addresses that it does not know. Where
its way fails, the ordinary page is fetched (`fetch.special`), so a site may trust its documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from .base import Page, Place, Plan, Step

__all__ = ["Page", "Place", "Plan", "Site", "Step", "names", "planned"]


class Site(NamedTuple):
    """One site: its file's name, the hosts that it answers for, and its rule."""

    name: str
    hosts: tuple[str, ...]
    plan: Callable[[Place], Plan | None]


def planned(url: str) -> tuple[str, Plan] | None:
    """The site that knows this address, as `addresses.parse_url` gives it, and what to ask; None for most."""
    place = Place(url)
    for site in _registry():
        if any(_covers(host, place.host) for host in site.hosts) and (plan := site.plan(place)):
            return site.name, plan
    return None


def names() -> tuple[str, ...]:
    """Every special site, in alphabetical order."""
    return tuple(site.name for site in _registry())


def _covers(named: str, host: str) -> bool:
    return named in ("*", host) or (named.startswith(".") and host.endswith(named))


@cache
def _registry() -> tuple[Site, ...]:
    stems = sorted(module.name for module in iter_modules(__path__))
    modules = {stem: import_module(f".{stem}", __name__) for stem in stems if stem != "base" and stem[0] != "_"}
    return tuple(Site(stem, module.HOSTS, module.plan) for stem, module in modules.items())
