"""Faults that people reported of tools like this one, where the collection lies beside the project: none is ours.

Each report is a file with an input and what should come of it; its number is the name of a test. `test_reports.py` and
`test_reports_….py` run them, kind by kind, with what is here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from loopback import Handler, Server, serve

from webloupe import config as configuration
from webloupe.sync import Session

REPORTS = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "reports"

beside = pytest.mark.skipif(not REPORTS.is_dir(), reason="the collection of reports is not beside this checkout")


@dataclass(frozen=True)
class Report:
    """One report: the values it expects, and the files beside it, by number and place."""

    number: str

    @cached_property
    def expected(self) -> dict[str, Any]:
        text = (REPORTS / f"{self.number}.md").read_text("utf-8")
        block = re.search(r"## Expected value\s+```json\n(.*?)```", text, re.DOTALL)
        assert block is not None
        return json.loads(block[1])

    @property
    def inputs(self) -> list[Path]:
        return sorted(REPORTS.glob(f"{self.number}-*"))

    @property
    def text(self) -> str:
        return self.inputs[0].read_text("utf-8")

    @property
    def data(self) -> Any:
        return json.loads(self.text)

    @property
    def url(self) -> str:
        """The address that the input says it stands at, by http."""
        named = re.search(rb"X-Test-URL: (\S+)", self.inputs[0].read_bytes())
        return (named[1].decode() if named else "https://page.example/").replace("https:", "http:")

    def answers(self) -> list[bytes]:
        """Its HTTP answers as they go over the wire: with a length, and the line closed after each."""
        return [_whole(path.read_bytes()) for path in self.inputs if path.suffix == ".http"]

    def wrong(self, text: str) -> list[str]:
        """What a text lacks, and what it holds that it should not; empty when it is as it should be."""
        return _wrong(self.expected, text)


def _whole(content: bytes) -> bytes:
    head, _, body = content.partition(b"\r\n\r\n") if b"\r\n\r\n" in content else content.partition(b"\n\n")
    lines = [line for line in head.splitlines() if not line.lower().startswith((b"content-length", b"x-test-url"))]
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body), b"Connection: close", b"", b""]) + body


def _wrong(expected: dict[str, Any], text: str) -> list[str]:
    known = {"contains", "absent", "equals", "count", "max_chars", "either"}
    assert expected.keys() & known and expected.keys() <= known, "this report is to be judged by hand"
    wrong = [f"lacks {part!r}" for part in expected.get("contains", ()) if part not in text]
    wrong += [f"holds {part!r}" for part in expected.get("absent", ()) if part in text]
    counts = {part: (text.count(part), wanted) for part, wanted in expected.get("count", {}).items()}
    wrong += [f"holds {part!r} {times} times" for part, (times, wanted) in counts.items() if times != wanted]
    wrong += ["is another"] if text != expected.get("equals", text) else []
    wrong += ["is too long"] if len(text) > expected.get("max_chars", len(text)) else []
    ways = [_wrong(way, text) for way in expected.get("either", ()) if "error_contains" not in way]
    return [*wrong, *(min(ways, key=len) if ways else [])]


def given(*numbers: str) -> pytest.MarkDecorator:
    """Runs a test with each of these reports, under its number."""
    return pytest.mark.parametrize(
        "report", [pytest.param(Report(number), id=number, marks=beside) for number in numbers]
    )


def at(url: str, home: Path) -> Session:
    """A session that may read what stands at this address of this machine."""
    env = {"WEBLOUPE_ALLOW_PRIVATE": url.partition("//")[2]}
    return Session(configuration.load(env=env, cwd=home, home=home))


@contextmanager
def web(handler: Handler, **env: str) -> Iterator[tuple[Server, Session]]:
    """A server behind which all of the http web stands, under its own names, and a session that reads there.

    It is a proxy: the target of a request is the whole address. `env`: variables beside ours.
    """
    with serve(handler) as proxy, TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("http_proxy", proxy.url)
        patch.setenv("https_proxy", "http://127.0.0.1:9")  # nothing leaves the machine
        patch.delenv("no_proxy", raising=False)
        home = Path(folder)
        with Session(configuration.load(env={"WEBLOUPE_FETCH_VIA": "direct", **env}, cwd=home, home=home)) as session:
            yield proxy, session
