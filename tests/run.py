"""Run every check of the project and print one summary. Called by `make test` in its own environment.

Each part runs in its own process: pytest's Jupyter part keeps an event loop of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
JLPM = str(BIN / "jlpm")
PART_LIMIT_S = 600


@dataclass(frozen=True)
class Part:
    """One command. `report` names the JUnit option of a test runner; a plain check counts as one test."""

    name: str
    command: list[str]
    report: str | None = None


@dataclass(frozen=True)
class Result:
    part: Part
    passed: int
    failed: int
    skipped: int
    seconds: float


def python(*words: str) -> list[str]:
    return [sys.executable, "-m", *words]


PARTS = [
    Part("ruff", python("ruff", "check", "--no-cache", ".")),
    Part("format", python("ruff", "format", "--no-cache", "--check", ".")),
    Part("mypy", python("mypy", "--no-error-summary")),
    Part("import contracts", [str(BIN / "lint-imports"), "--no-cache"]),
    Part("front end: packages", [JLPM, "install", "--immutable"]),
    Part("front end: tsc, eslint, prettier", [JLPM, "lint"]),
    Part("front end: vitest", [JLPM, "test", "--reporter=default", "--reporter=junit"], "--outputFile.junit="),
    Part("core and contracts", python("pytest", "tests/core", "tests/contract"), "--junitxml="),
    Part("jupyter", python("pytest", "tests/jupyter"), "--junitxml="),
    Part("server", python("pytest", "tests/server", "-p", "pytest_jupyter.jupyter_server"), "--junitxml="),
    Part("browser", python("pytest", "tests/e2e"), "--junitxml="),
]


def main() -> int:
    started = time.monotonic()
    results = [run(part) for part in PARTS]
    print(f"\n{'part':<36}{'passed':>8}{'failed':>8}{'skipped':>9}{'seconds':>9}")
    for result in results:
        print(f"{result.part.name:<36}{result.passed:>8}{result.failed:>8}{result.skipped:>9}{result.seconds:>9.1f}")
    passed, failed, skipped = (sum(getattr(r, name) for r in results) for name in ("passed", "failed", "skipped"))
    print(f"{skipped} skipped, {time.monotonic() - started:.0f} s")
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def run(part: Part) -> Result:
    """Run one part; a part that fails without counting a failure (a crash, a hang) counts as one."""
    print(f"\n== {part.name}", flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [*part.command, f"{part.report}{report}"] if part.report else part.command
        try:
            status = subprocess.run(command, cwd=ROOT, timeout=PART_LIMIT_S, check=False).returncode
        except subprocess.TimeoutExpired:
            print(f"{part.name}: stopped after {PART_LIMIT_S} s", flush=True)
            status = 1
        passed, failed, skipped = counts(report) if part.report else (int(status == 0), int(status != 0), 0)
    return Result(part, passed, failed or int(status != 0), skipped, time.monotonic() - started)


def counts(report: Path) -> tuple[int, int, int]:
    """Passed, failed and skipped tests of a JUnit file; zeros when it was never written."""
    if not report.exists():
        return 0, 0, 0
    suites = list(ElementTree.parse(report).getroot().iter("testsuite"))
    total, failures, errors, skipped = (
        sum(int(suite.get(name) or 0) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    return total - failures - errors - skipped, failures + errors, skipped


if __name__ == "__main__":
    sys.exit(main())
