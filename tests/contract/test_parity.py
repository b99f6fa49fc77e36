"""Every keyword has its option in magic and command line, and its argument in a tool, or a reason why not."""

from __future__ import annotations

import inspect

import pytest

import webloupe
from webloupe.agents.tools import TOOLS
from webloupe.asked import CompressKeywords, FetchKeywords, SearchKeywords
from webloupe.verbs import verb

KEYWORDS = {
    "search": set(SearchKeywords.__annotations__),
    "fetch": set(FetchKeywords.__annotations__),
    "compress": set(CompressKeywords.__annotations__),
    "pack": set(inspect.signature(webloupe.pack).parameters) - {"items"},  # what stands after the options
}
# What a tool calls by another name, since models know it by that.
AS = {"budget_chars": "char_limit", "timeout_s": "timeout", "compress": "use_llm_processing"}
TOOL_OF = {"search": ("web_search",), "fetch": ("web_fetch", "web_extract"), "compress": ("web_compress",), "pack": ()}
NOT_AN_OPTION = {"now": "a moment is a program's to choose: the newest item's time is taken"}
ONLY_AS_OPTION = {
    "help": "prints the options",
    "bind": "binds the result in a notebook",
    "json": "how the command line prints",
    "csv": "how the command line prints",
    "budget_tokens_total": "a keyword of fetch_many and crawl",
    "crawl": "crawl is a function of its own",
    "depth": "a keyword of crawl",
}
FILTERS = "operators in the query narrow a search"
READING = "a program's choice: agents get the text as it is read best"
PRIVATE = "an agent is given no one's keys and cookies"
STORE = "agents see the page as it is now, or as the store's settings have it"
SHORTENING = "agents say what for and how long, the settings say how"
NOT_FOR_TOOLS = {
    "search": {
        **dict.fromkeys(("sites", "not_sites", "since", "until", "lang", "country", "safe", "topic", "mode"), FILTERS),
        **dict.fromkeys(("backend", "page", "answer", "hedge", "fuse", "unsupported", "timeout_s", "refresh"), READING),
    },
    "fetch": {
        **dict.fromkeys(
            ("budget_tokens", "section", "main", "engine", "select", "remove", "max_bytes", "via", "wait_for"), READING
        ),
        **dict.fromkeys(("headers", "cookies"), PRIVATE),
        **dict.fromkeys(("max_age_s", "refresh", "offline", "robots"), STORE),
    },
    "compress": {},
    "pack": dict.fromkeys(
        ("query", "budget_tokens", "top_k", "pinned", "weights", "now", "embed"),
        "an agent's context is packed by the program that runs it",
    ),
}
NOT_FOR_TOOLS_EITHER = dict.fromkeys(
    (
        *("target_chars", "target_tokens", "ratio", "kind", "rules", "keywords", "embed", "cluster", "preset"),
        *("template", "schema", "model"),
    ),
    SHORTENING,
)


@pytest.mark.parametrize("name", KEYWORDS)
def test_every_keyword_is_an_option_and_every_option_a_keyword(name):
    options = {option.keyword for option in verb(name).options}
    assert KEYWORDS[name] - options - set(NOT_AN_OPTION) == set()
    assert options - KEYWORDS[name] - set(ONLY_AS_OPTION) == set()


@pytest.mark.parametrize("name", KEYWORDS)
def test_every_keyword_is_an_argument_of_a_tool_or_has_a_reason(name):
    arguments = {parameter.name for tool in TOOL_OF[name] for parameter in TOOLS[tool].parameters}
    reasons = NOT_FOR_TOOLS[name] | NOT_FOR_TOOLS_EITHER
    told = {keyword for keyword in KEYWORDS[name] if AS.get(keyword, keyword) in arguments}
    assert KEYWORDS[name] - told - set(reasons) == set()
    assert set(NOT_FOR_TOOLS[name]) <= KEYWORDS[name] - told, "a reason that is needed no more"


def test_the_exceptions_name_what_there_is():
    known = set().union(*KEYWORDS.values())
    assert set(NOT_FOR_TOOLS_EITHER) <= known and set(AS) <= known
