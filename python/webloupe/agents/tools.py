"""Five tools as plain functions: each takes what a model says, never raises, and answers in JSON.

    from webloupe.agents import tools

    tools.schemas("openai")                                  # for the request to the model
    tools.call("web_search", {"query": "tides at Vossholm"})  # for each call that it makes
    tools.web_fetch(url="https://…", start=11250)

Search finds, fetch reads: descriptions are short, page text comes within a limit and tells how to read on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Literal, get_args

from ..errors import WebloupeError
from ..sync import Session, default_session
from ..types import Method
from . import answers
from .parameters import Parameter, Wrong, schema, sound

Form = Literal["openai", "openai-responses", "anthropic"]

MOST_URLS: Final = 5
TOO_MANY: Final = {
    "code": "bad_input",
    "message": f"not done, at most {MOST_URLS} a call",
    "hint": "Ask for it in a further call.",
}
CHARS: Final = 15_000
_FORMAT: Final = Parameter("format", "string", "Form of the text.", "markdown", words=("text", "markdown", "html"))
_LIMIT: Final = Parameter(
    "char_limit", "integer", "Characters of text that come back.", CHARS, least=2_000, most=500_000
)
_TIMEOUT: Final = Parameter("timeout", "number", "Seconds to wait.", 30, least=1, most=120)
_TASK: Final = Parameter("task", "string", "What the text is read for; what is about it is kept.")
_FORCE: Final = Parameter("force", "boolean", "Shorten with loss what should stay whole, too.", default=False)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what a model is told of it, and what it does with sound arguments."""

    name: str
    about: str
    parameters: tuple[Parameter, ...]
    run: Callable[[Session, dict[str, Any]], dict[str, Any]]

    def __call__(self, *, session: Session | None = None, **given: Any) -> str:
        """The answer as JSON, a failure too. Without a session of its own the process's is used."""
        return self.answer(given, session)

    def answer(self, given: Mapping[Any, Any], session: Session | None = None) -> str:
        """The answer to the arguments of a call, however odd they are."""
        try:
            values, notes = sound(self.parameters, given)
        except Wrong as wrong:
            return _json({"error": {"code": "bad_input", "message": wrong.message, "hint": wrong.hint}})
        try:
            done = self.run(session or default_session("agent"), values)
        except WebloupeError as error:
            done = {"error": answers.error(error.info)}
        return _json({**done, "notes": [*notes, *done.get("notes", ())]} if notes or done.get("notes") else done)


def _json(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _search(session: Session, given: dict[str, Any]) -> dict[str, Any]:
    return answers.searched(session.search(given["query"], limit=given["limit"]))


def _fetch(session: Session, given: dict[str, Any]) -> dict[str, Any]:
    page = session.fetch(
        given["url"],
        format=given["format"],
        budget_chars=given["char_limit"],
        timeout_s=given["timeout"],
        start=given["start"],
    )
    return answers.page(page)


def _extract(session: Session, given: dict[str, Any]) -> dict[str, Any]:
    urls, chosen = given["urls"], given["use_llm_processing"]
    if chosen is None:
        chosen = session.config.agents_use_llm_processing
    wanted: dict[str, Any] = {"format": given["format"], "budget_chars": given["char_limit"]}
    if chosen:
        wanted |= {"compress": "auto" if chosen == "auto" else "instruct", "force": given["force"]}
    if given["task"]:
        wanted |= {"task": given["task"], "compress": wanted.get("compress", "none")}
    pages = session.fetch_many(urls[:MOST_URLS], timeout_s=given["timeout"], **wanted)
    told = [answers.outcome(page) for page in pages]
    return {"pages": [*told, *({"url": url, "error": TOO_MANY} for url in urls[MOST_URLS:])]}


def _compress(session: Session, given: dict[str, Any]) -> dict[str, Any]:
    done = session.compress(
        given["text"],
        method=given["method"],
        task=given["task"],
        target_tokens=given["target_tokens"],
        force=given["force"],
    )
    return answers.compressed(done)


def _usage(session: Session, given: dict[str, Any]) -> dict[str, Any]:
    return answers.used(session.usage(given["days"]))


web_search: Final = Tool(
    "web_search",
    "Search the web. Gives ranked results: position, title, url, a short description, published. Never page text: "
    'read a result with web_fetch. Operators such as site:, -word and "phrase" may stand in the query.',
    (
        Parameter("query", "string", "What to search for.", required=True),
        Parameter("limit", "integer", "Number of results.", 5, least=1, most=10),
    ),
    _search,
)
web_fetch: Final = Tool(
    "web_fetch",
    "Read one page, as it is: the text itself and not a summary. Longer pages keep head and tail, and tell from which "
    "start to read on. Also reads PDF, office files, feeds, JSON, CSV and notebooks.",
    (
        Parameter("url", "string", "Address of the page.", required=True),
        _FORMAT,
        _LIMIT,
        _TIMEOUT,
        Parameter(
            "start", "integer", "Character to read on from, as a former answer says.", 0, least=0, most=2_000_000
        ),
    ),
    _fetch,
)
web_extract: Final = Tool(
    "web_extract",
    f"Read up to {MOST_URLS} pages at once, each within char_limit. use_llm_processing=false (the default) gives the "
    "text itself: use it for indexes, API references, tables, code, laws and contracts, configuration and data, and "
    "whenever numbers or wording matter. true has the configured model put narrative pages (articles, posts, threads) "
    "into a structure of facts; what must stay whole, or where there is no model, comes back in full with the reason. "
    '"auto" decides by the kind of each page, without a model.',
    (
        Parameter("urls", "strings", f"Addresses, at most {MOST_URLS}.", required=True, most_items=MOST_URLS),
        _FORMAT,
        Parameter("use_llm_processing", "true, false or auto", "Whether a model shortens narrative pages; see above."),
        _TASK,
        _LIMIT,
        _TIMEOUT,
        _FORCE,
    ),
    _extract,
)
web_compress: Final = Tool(
    "web_compress",
    "Shorten a text and say what was lost. auto shortens without loss, and with a task keeps what is about it; texts "
    "that must stay whole (indexes, tables, code, laws, data) lose nothing unless forced.",
    (
        Parameter("text", "string", "The text.", required=True),
        Parameter("method", "string", "How.", "auto", words=get_args(Method)),
        _TASK,
        Parameter("target_tokens", "integer", "Tokens aimed at.", least=50, most=200_000),
        _FORCE,
    ),
    _compress,
)
web_usage: Final = Tool(
    "web_usage",
    "What the last days' searches were and how much of each backend's free allowance is left. Costs no call.",
    (Parameter("days", "integer", "Days to look back.", 7, least=1, most=365),),
    _usage,
)
TOOLS: Final[Mapping[str, Tool]] = {
    tool.name: tool for tool in (web_search, web_fetch, web_extract, web_compress, web_usage)
}


def schemas(form: Form = "openai", names: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """The tools as a model provider wants them described; all of them, or those named."""
    chosen = [TOOLS[name] for name in names] if names is not None else TOOLS.values()
    return [_described(tool, form) for tool in chosen]


def call(name: str, arguments: Mapping[str, Any] | str | None = None, *, session: Session | None = None) -> str:
    """The answer to a model's call, its arguments as a mapping or as the JSON it wrote. It never raises for them."""
    tool = TOOLS.get(name)
    if tool is None:
        near = get_close_matches(str(name), TOOLS, n=1, cutoff=0.0)[0]
        hint = f"Nearest match: {near} (known: {', '.join(TOOLS)})."
        return _json({"error": {"code": "bad_input", "message": f"There is no tool {str(name)[:60]!r}.", "hint": hint}})
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}")
        except (ValueError, RecursionError):
            arguments = None
    if arguments is not None and not isinstance(arguments, Mapping):
        arguments = None
    return tool.answer(arguments or {}, session)


def _described(tool: Tool, form: Form) -> dict[str, Any]:
    parameters = schema(tool.parameters)
    if form == "anthropic":
        return {"name": tool.name, "description": tool.about, "input_schema": parameters}
    function = {"name": tool.name, "description": tool.about, "parameters": parameters}
    return (
        {"type": "function", **function} if form == "openai-responses" else {"type": "function", "function": function}
    )
