"""GitHub: files as they are, the README of a repository or folder, issues and pull requests with their comments.

Sources: GitHub's REST reference (repositories/contents "Get a repository README", issues "Get an issue" and "List
issue comments"; 60 calls an hour for each address without a token), "Viewing a file" (raw files). Files and READMEs
go by raw.githubusercontent.com, which does not count against that allowance.
"""

from __future__ import annotations

import base64
from typing import Any

from ...wire import Answer
from ._writing import day, facts, joined, line, text, uncommented
from .base import Page, Place, Plan, Step, no_page

HOSTS = ("github.com",)

API = "https://api.github.com"
RAW = "https://raw.githubusercontent.com"
HEADERS = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
COMMENTS_A_CALL = 100
_README = "README.md"
# First parts of a path that are no owner of repositories.
_OWN_PAGES = frozenset(
    (
        *("about", "account", "apps", "collections", "contact", "copilot", "customer-stories", "dashboard"),
        *("enterprise", "events", "explore", "features", "issues", "join", "login", "logout", "marketplace", "new"),
        *("notifications", "organizations", "orgs", "pricing", "pulls", "readme", "resources", "search", "security"),
        *("sessions", "settings", "signup", "site", "solutions", "sponsors", "stars", "team", "topics", "trending"),
        "users",
    )
)


def plan(place: Place) -> Plan | None:
    """A file, a README or a thread; None for everything else."""
    if len(place.parts) < 2 or place.parts[0].lower() in _OWN_PAGES:
        return None
    owner, name, *rest = place.parts
    repository = f"{owner}/{name.removesuffix('.git')}"
    match rest:
        case []:
            return _readme(repository)
        case ["tree", *folder] if folder:
            return _raw(repository, "/".join([*folder, _README]))
        case ["blob" | "raw", ref, *path] if path:
            return _raw(repository, "/".join([ref, *path]), place.anchor)
        case ["issues" | "pull", number, *_] if number.isdecimal() and number.isascii() and len(rest) == 2:
            return _thread(repository, number, place)
    return None


# --- files -----------------------------------------------------------------------------------------------------------


def _raw(repository: str, file: str, anchor: str = "", otherwise: Plan | None = None) -> Plan:
    """A file by its ref and path. It stands for its page, where its relative links start."""
    url = f"https://github.com/{repository}/blob/{file}{anchor}"
    return Plan(f"{RAW}/{repository}/{file}", lambda answer: Page.taken(answer, url), otherwise=otherwise)


def _readme(repository: str) -> Plan:
    """The README by its usual name; where there is none, by the API, which knows it by any name."""
    by_any_name = Plan(f"{API}/repos/{repository}/readme", _by_any_name, HEADERS)
    return _raw(repository, f"HEAD/{_README}", otherwise=by_any_name)


def _by_any_name(answer: Answer) -> Page:
    told = answer.json
    if told["encoding"] != "base64" or not told["html_url"].startswith("https://github.com/"):
        raise ValueError("a README in another form")
    return Page(base64.b64decode(told["content"]), "text/plain; charset=utf-8", told["html_url"])


# --- threads ---------------------------------------------------------------------------------------------------------


def _thread(repository: str, number: str, place: Place) -> Plan:
    """An issue or a pull request, which is an issue too; then its first hundred comments."""

    def then(answer: Answer) -> Step:
        issue = no_page(answer).json
        alone = Page.written(_written(issue, None), place.href)
        if not issue["comments"]:
            return alone
        return Plan(
            f"{API}/repos/{repository}/issues/{number}/comments?per_page={COMMENTS_A_CALL}",
            lambda answer: Page.written(_written(issue, answer.json), place.href),
            HEADERS,
            otherwise=alone,
        )

    return Plan(f"{API}/repos/{repository}/issues/{number}", then, HEADERS)


def _written(issue: dict[str, Any], comments: list[dict[str, Any]] | None) -> str:
    """The thread in markdown; `comments` None says that they could not be had."""
    told = [joined(_by(one, "##"), _body(one)) for one in comments or ()]
    missing = issue["comments"] - len(told)
    rest = f"[... {missing:,} more comments are not shown ...]" if missing > 0 else ""
    return joined(f"# {line(issue['title'])}", _head(issue), _body(issue), *(one.strip() for one in told), rest)


def _head(issue: dict[str, Any]) -> str:
    labels = ", ".join(line(label["name"]) for label in issue.get("labels") or () if isinstance(label, dict))
    what = "pull request" if issue.get("pull_request") else "issue"
    state = " ".join(part for part in (line(issue["state"]), line(issue.get("state_reason")).replace("_", " ")) if part)
    closed = day(issue.get("closed_at"))
    return facts(
        (
            (what.capitalize(), f"#{issue['number']}, {state}{f' on {closed}' if closed else ''}"),
            ("Opened by", _by(issue)),
            ("Labels", labels),
            ("Comments", f"{issue['comments']:,}"),
        )
    )


def _by(post: dict[str, Any], mark: str = "") -> str:
    who = line((post.get("user") or {}).get("login")) or "ghost"
    return f"{mark} {who}, {day(post.get('created_at'))}".strip(" ,")


def _body(post: dict[str, Any]) -> str:
    return uncommented(text(post.get("body")))
