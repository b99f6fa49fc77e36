"""The command line: `webloupe search|fetch|compress|pack|usage|key|config|doctor|demo`.

Results go to stdout, everything said about them to stderr. Exit codes: 0 done, 1 a bug, 2 wrong input or
settings, 3 the web or a service failed, 74 the output could not be written, 130 interrupted, 141 nobody reads it.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import IO, TYPE_CHECKING

from . import config as configuration
from . import printed, several
from .errors import BadInput, Interrupted, WebloupeError
from .options import Parsed, help_text, parse
from .types import Failed
from .verbs import verb, verb_names
from .verbs.context import BUDGET_TOKENS

if TYPE_CHECKING:
    from .sync import Session
    from .types import FetchResult, UsageSummary

DONE, INPUT, UPSTREAM, UNWRITTEN, INTERRUPTED, UNREAD = 0, 2, 3, 74, 130, 141  # 74 as sysexits.h has it
_ALIASES = {"stats": "usage", "websearch-stats": "usage"}
_TEXT_BYTES = 50_000_000  # of a text to shorten
# Mistakes that the caller can mend; every other code is the web's or a service's doing.
_OURS = {"bad_input", "config", "extra_missing", "offline", "address_refused"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code; `argv` None is the process's arguments."""
    if not _have_streams():
        _say("The output cannot be written: it is closed.")
        return UNWRITTEN
    _speak_utf8()
    try:
        return _run([_as_typed(word) for word in (sys.argv[1:] if argv is None else argv)])
    except WebloupeError as error:
        _say(*(line.replace("`%webloupe", "`webloupe") for line in error.lines()))  # as it is typed here
        return INPUT if error.code in _OURS else UPSTREAM
    except KeyboardInterrupt:
        return INTERRUPTED
    except _OutputFailed as failure:
        _to_nowhere(sys.stdout)
        if isinstance(failure.cause, BrokenPipeError):
            return UNREAD
        _say(f"The output cannot be written: {failure.cause.strerror or failure.cause}.")
        return UNWRITTEN


class _OutputFailed(Exception):
    """Stdout took nothing more. No other OSError is told so: it would be a bug."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.cause = cause


def _have_streams() -> bool:
    """Whether there is a stdout. What was closed leads to nowhere: else the next file opened would take its number."""
    handle = os.open(os.devnull, os.O_RDWR)
    while handle <= 2:
        handle = os.dup(handle)
    os.close(handle)
    return sys.stdout is not None


def _to_nowhere(stream: IO[str]) -> None:
    """Let the interpreter's own flush at exit succeed."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _speak_utf8() -> None:
    """Write UTF-8 whatever the locale, line ends as they are; what is no text at all is replaced."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")


def _as_typed(word: str) -> str:
    """An argument whose bytes the locale could not read: terminals send UTF-8 whatever the locale says."""
    unread = any("\ud800" <= sign <= "\udfff" for sign in word)
    return os.fsencode(word).decode("utf-8", "replace") if unread else word


def _run(words: list[str]) -> int:
    name = _ALIASES.get(words[0], words[0]) if words else ""
    if name in ("", "-h", "--help", "help"):
        _write(_overview())
        return DONE if name else INPUT
    if name == "--version":
        from ._version import __version__

        _write(f"webloupe {__version__}")
        return DONE
    if name not in _COMMANDS:
        near = get_close_matches(name, _COMMANDS, n=1)
        known = f"The nearest is {near[0]}." if near else f"Known: {', '.join(_COMMANDS)}."
        raise BadInput(f"webloupe has no command {name!r}.", f"{known} `webloupe --help` lists them.")
    parsed = parse(name, words[1:])
    if parsed.help:
        _write(help_text(name, "cli"))
        return DONE
    _say(*(f"note: {note}" for note in parsed.notes))
    return _COMMANDS[name](parsed)


def _overview() -> str:
    width = max(map(len, verb_names()))
    verbs = [f"  {name:<{width}}  {verb(name).about}" for name in verb_names()]
    return "\n".join(
        [
            "webloupe COMMAND [options] …",
            "Search and read the web.",
            "",
            *verbs,
            "",
            "`webloupe COMMAND --help` lists a command's options. stats is another name of usage.",
        ]
    )


def _say(*lines: str) -> None:
    """Print to stderr, a line each. Where that fails nobody can be told."""
    if sys.stderr is None:
        return
    try:
        for line in lines:
            print(" ".join(printed.harmless(line).splitlines()), file=sys.stderr, flush=True)
    except OSError:
        _to_nowhere(sys.stderr)


def _write(text: str, *, raw: bool = False) -> None:
    """Print to stdout. Raw text keeps its control signs, but not on a terminal, which would obey them."""
    try:
        print(text if raw and not sys.stdout.isatty() else printed.harmless(text), flush=True)
    except OSError as error:
        raise _OutputFailed(error) from None


def _session() -> Session:
    from .sync import Session

    config = configuration.load()
    _say(*(f"warning: {warning}" for warning in config.warnings))
    return Session(config, face="cli")


# --- commands --------------------------------------------------------------------------------------------------------


def _search(parsed: Parsed) -> int:
    as_json = parsed.values.pop("json", False)
    with _session() as session:
        response = session.search(parsed.rest[0] if parsed.rest else "", **parsed.values)
    _say(printed.search_header(response, datetime.now().timestamp()), *(f"note: {note}" for note in response.notes))
    _write(response.to_json() if as_json else printed.results(response), raw=as_json)
    return DONE


def _fetch(parsed: Parsed) -> int:
    if not parsed.rest:
        raise BadInput("webloupe fetch needs an address.", "Example: webloupe fetch https://example.org/")
    with _session() as session:
        if not several.are_meant(parsed.rest, parsed.values):
            _page(session.fetch(parsed.rest[0], **parsed.values))
            return DONE
        try:
            with several.TerminalLine(sys.stderr) as line:
                outcomes = several.read(session, parsed.rest, parsed.values, line)
        except Interrupted as stop:
            _pages(stop.results)
            raise
    _pages(outcomes)
    return UPSTREAM if any(isinstance(outcome, Failed) for outcome in outcomes) else DONE


def _pages(outcomes: Sequence[FetchResult | Failed]) -> None:
    for outcome in outcomes:
        _write(f"==> {outcome.url} <==")
        if isinstance(outcome, Failed):
            _say(outcome.error.message, *filter(None, [outcome.error.hint]))
        else:
            _page(outcome)


def _page(page: FetchResult) -> None:
    _say(printed.page_header(page), *(f"note: {note}" for note in page.notes))
    _write(page.text, raw=page.format == "raw")


def _compress(parsed: Parsed) -> int:
    if len(parsed.rest) > 1:
        raise BadInput("webloupe compress takes one file, or what comes through a pipe.", "Join the texts first.")
    as_json = parsed.values.pop("json", False)
    text = _text_of(parsed.rest[0]) if parsed.rest and parsed.rest[0] != "-" else _piped()
    with _session() as session:
        done = session.compress(text, **parsed.values)
    _say(printed.compression(done), *(f"note: {note}" for note in done.notes))
    _write(printed.compression_json(done) if as_json else done.text, raw=as_json)
    return DONE


def _pack(parsed: Parsed) -> int:
    values = {"budget_tokens": BUDGET_TOKENS, **parsed.values}
    as_json = values.pop("json", False)
    if not values.get("query", "").strip():
        raise BadInput("webloupe pack needs a query.", 'Example: webloupe pack --query "tides" notes.md https://…')
    urls = [word for word in parsed.rest if "://" in word]
    texts = [
        {
            "text": _piped() if word == "-" else _text_of(word),
            "source": word,
            "title": Path(word).name,
            "authority": "user",
        }
        for word in parsed.rest or ("-",)
        if word not in urls
    ]
    with _session() as session:
        pages = session.fetch_many(urls) if urls else []
        done = session.pack([*texts, *pages], **values)
    failed = [page.error for page in pages if isinstance(page, Failed)]
    _say(*(error.message for error in failed), printed.packed(done), *(f"note: {note}" for note in done.notes))
    _write(printed.as_json(done) if as_json else done.text, raw=as_json)
    return UPSTREAM if failed else DONE


def _text_of(path: str) -> str:
    """What a file holds, as UTF-8."""
    from .files import read_plain

    try:
        return read_plain(Path(path), _TEXT_BYTES).decode("utf-8-sig", "replace")
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror or error}.", "Name a text file, or use a pipe."
        ) from None


def _piped() -> str:
    if sys.stdin is None or sys.stdin.isatty():
        raise BadInput(
            "A text is needed.",
            "Name a file, such as webloupe compress notes.txt, or use a pipe: … | webloupe compress",
        )
    return sys.stdin.buffer.read(_TEXT_BYTES).decode("utf-8-sig", "replace")


def _usage(parsed: Parsed) -> int:
    shapes: dict[str, Callable[[UsageSummary], str]] = {"json": printed.usage_json, "csv": printed.usage_csv}
    asked = [name for name in shapes if parsed.values.pop(name, False)]
    if len(asked) > 1:
        raise BadInput("webloupe usage prints one shape at a time.", "Choose --json or --csv.")
    with _session() as session:
        summary = session.usage(**parsed.values)
    _write(shapes[asked[0]](summary) if asked else summary.table())
    if not asked:
        from .usage import told

        _say(*told.lines(summary, datetime.now()))
    if summary.skipped_lines:
        _say(f"note: {summary.skipped_lines:,} lines of the log could not be read")
    return DONE


def _config(parsed: Parsed) -> int:
    config = configuration.load()
    _write(printed.columns([(row.name, row.value, row.origin) for row in config.rows()]))
    _say(*(f"warning: {warning}" for warning in config.warnings))
    return DONE


def _key(parsed: Parsed) -> int:
    from . import key_commands

    config = configuration.load()
    if key_commands.lists(parsed.rest, "cli"):
        _write(printed.columns([(row.name, row.key, row.tier) for row in key_commands.key_rows(config)]))
    else:
        _write(key_commands.change(config, parsed.rest, _asked, "cli"))
    return DONE


def _asked(prompt: str) -> str:
    """What is typed without being shown, or comes through a pipe."""
    if sys.stdin is None or not sys.stdin.isatty():
        return sys.stdin.readline(10_000) if sys.stdin else ""
    import getpass

    with suppress(EOFError):
        return getpass.getpass(prompt)
    return ""


def _doctor(parsed: Parsed) -> int:
    from . import doctor

    with _session() if parsed.values.get("ask") else nullcontext() as session:
        checks = doctor.checks(configuration.load(), ask=session.search if session else None)
    rows = []
    for check in checks:
        rows.append(("ok" if check.ok else "!!", check.name, check.message))
        if check.hint:
            rows.append(("", "", f"-> {check.hint}"))
    _write(printed.columns(rows))
    return DONE if all(check.ok for check in checks) else INPUT


def _demo(parsed: Parsed) -> int:
    from .demo import serve

    serve(parsed.values.get("port", 0), dict(parsed.values.get("mode", [])), _write)
    return DONE


_COMMANDS: dict[str, Callable[[Parsed], int]] = {
    "search": _search,
    "fetch": _fetch,
    "compress": _compress,
    "pack": _pack,
    "usage": _usage,
    "key": _key,
    "config": _config,
    "doctor": _doctor,
    "demo": _demo,
}
