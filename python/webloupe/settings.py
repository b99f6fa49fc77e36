"""Every setting of webloupe in one table, and one table more for each backend. Pure but for the list of backends.

A setting's value comes from the outside (file, variable, traitlet, option) as text or as a JSON/TOML value; its
`Allowed` turns it into ours. The same rules serve the options of the command line and of the magics.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from .allowed import (
    ENDPOINT,
    FILE,
    NAME,
    NAMES,
    PRIVATE,
    PROGRAM,
    SWITCH,
    Allowed,
    choice,
    entries,
    number,
    seconds,
    whole,
)
from .types import Engine, Main, Method, Tier, Unsupported

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of a table. `project` is False where a file of a cloned repository must not decide.

    `alias` is another name that a file may use.
    """

    name: str
    attribute: str
    default: Any
    allowed: Allowed
    help: str
    env: str = ""
    project: bool = True
    alias: str = ""

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return self.env or self.long_variable

    @property
    def long_variable(self) -> str:
        """The variable made of the whole name, which is read as well."""
        return f"WEBLOUPE_{self.name.replace('.', '_').upper()}"


KEYLESS = ("exa", "parallel", "keenable")
"""The ring as installed: backends that answer without a key or an account."""

PLUG_IN_GROUP = "webloupe.backends"


@functools.cache
def plug_ins() -> Mapping[str, EntryPoint]:
    """The backends that other packages bring, by name; one of ours hides a plug-in of its name.

    Read once a process, when backends are first listed: it looks at every installed package.
    """
    from importlib.metadata import entry_points

    ours = set(_own_backends())
    return {point.name: point for point in entry_points(group=PLUG_IN_GROUP) if point.name not in ours}


def backend_names() -> tuple[str, ...]:
    """The search backends of this installation, in alphabetical order; a new file is a new backend."""
    return tuple(sorted((*_own_backends(), *plug_ins())))


@functools.cache
def _own_backends() -> tuple[str, ...]:
    folder = Path(__file__).with_name("search") / "backends"
    stems = (path.stem for path in folder.glob("*.py"))
    return tuple(stem for stem in stems if stem != "base" and not stem.startswith("_"))


@functools.cache
def hosted_names() -> tuple[str, ...]:
    """The services that read pages for us, in alphabetical order; a new file is a new one."""
    stems = (path.stem for path in (Path(__file__).with_name("fetch") / "hosted").glob("*.py"))
    return tuple(sorted(stem for stem in stems if stem != "base" and not stem.startswith("_")))


DIRECT = "direct"
BROWSER = "browser"


def via_words() -> tuple[str, ...]:
    """The ways in which a page may come: directly, by others where it does not, by the browser or a hosted reader."""
    return (DIRECT, "auto", BROWSER, *hosted_names())


METHODS: tuple[Method, ...] = ("none", "auto", "lossless", "rules", "extract", "instruct")
"""The ways to shorten a text, as they are offered."""


MODEL = "llm"
"""What the key of the configured language model goes by."""


def key_place(name: str) -> str:
    """The dotted name under which `config.json` holds the key of `name`."""
    return "llm.api_key" if name == MODEL else f"search.{name}_api_key"


def key_names() -> tuple[str, ...]:
    """Everything that a key may be kept for: each backend, and the language model."""
    return (*backend_names(), MODEL)


def backends() -> Allowed:
    """A list of backends that exist."""

    def read(raw: object) -> tuple[str, ...]:
        chosen = tuple(dict.fromkeys(entries(raw)))
        if not chosen or not set(chosen) <= set(backend_names()):
            raise ValueError("not a backend")
        return chosen

    return Allowed(f"a list of {', '.join(backend_names())}", read)


def provider() -> Allowed:
    """`auto`, or one backend that exists."""
    return choice("auto", *backend_names())


def backend_words() -> tuple[str, ...]:
    """What a search may ask for: rotation, a comparison of all that take turns, or one backend that exists."""
    return ("auto", "all", *backend_names())


# --- the table -------------------------------------------------------------------------------------------------------

SEARCH_LIMIT = whole(1, 10)
SEARCH_PAGE = whole(1, 10)  # services give a hundred results at most
BUDGET_CHARS = whole(2_000, 500_000)
BUDGET_TOKENS = whole(500, 150_000)
BUDGET_TOKENS_USUAL = 4_000  # about what the usual budget in characters comes to
MAX_BYTES = whole(1, 50_000_000)  # text is cut at 5,000,000; PDF and the like may be asked for up to this
TOTAL_TOKENS = whole(500, 10_000_000)
CRAWL_PAGES = whole(1, 10_000)
CRAWL_DEPTH = whole(0, 100)
SITE_LINKS = whole(1, 50_000)  # as many as one sitemap may hold (sitemaps.org)
TARGET_TOKENS = whole(20, 1_000_000)
TARGET_CHARS = whole(100, 2_000_000)
RATIO = number(0.01, 1)
STORE_BYTES = whole(10_000_000, 10**15)
TIMEOUT_S = seconds(0.1, 120)
MAX_AGE_S = seconds(0, 31_536_000)
COSINE = number(0.01, 1)
PRESETS = ("article",)
EMBEDDINGS = ("lexical", "static", "multilingual", "endpoint")  # endpoint: llm.embedding_model
CLUSTERINGS = ("leader", "hierarchical", "dbscan", "kmeans")
USD_A_CALL = number(0, 1_000)  # more is a misread number


def settings() -> tuple[Setting, ...]:
    """Every setting but the home folder, the keys and those of each backend, in the order that people read them."""
    return (
        Setting("search.backends", "backends", KEYLESS, backends(), "backends that take turns", "WEBLOUPE_BACKENDS"),
        Setting("search.provider", "provider", "auto", provider(), "the backend to ask, or auto for rotation"),
        Setting("search.limit", "search_limit", 5, SEARCH_LIMIT, "results of a search"),
        Setting("search.timeout_s", "search_timeout_s", 30.0, TIMEOUT_S, "deadline of a search"),
        Setting("search.memo_s", "memo_s", 1_200.0, MAX_AGE_S, "age up to which an answer is used again, 0 for never"),
        Setting(
            "search.unsupported", "unsupported", "warn", choice(*get_args(Unsupported)),
            "what to do where a backend cannot narrow a search",
        ),
        Setting("fetch.budget_chars", "budget_chars", 15_000, BUDGET_CHARS, "characters of a page that are shown"),
        Setting("fetch.timeout_s", "fetch_timeout_s", 30.0, TIMEOUT_S, "deadline of a fetch"),
        Setting("fetch.max_bytes", "max_bytes", 5_000_000, MAX_BYTES, "decoded bytes of a body that are kept"),
        Setting("fetch.engine", "engine", "fast", choice(*get_args(Engine)), "converter from HTML to markdown"),
        Setting("fetch.main", "main", "auto", choice(*get_args(Main)), "how strictly page furniture is left out"),
        Setting(
            "fetch.via", "via", "auto", choice(*via_words()),
            "who reads pages: direct, auto (a hosted reader where we cannot), or one by name", project=False,
        ),
        Setting("fetch.max_age_s", "max_age_s", 1_200.0, MAX_AGE_S, "age up to which a stored page is used again"),
        Setting(
            "compress.target_chars", "compress_target_chars", 5_000, TARGET_CHARS,
            "characters that extract and instruct aim at where no target is named",
        ),
        Setting("compress.rules", "compress_rules", None, FILE, "a file with rules of level 1", project=False),
        *_likeness(),
        Setting(
            "store.max_bytes", "store_max_bytes", 2_000_000_000, STORE_BYTES,
            "bytes on disk that stored pages may take", project=False,
        ),
        Setting("llm.base_url", "llm_base_url", None, ENDPOINT, "a language model's endpoint, to /v1", project=False),
        Setting("llm.model", "llm_model", None, NAME, "the model that is asked there", project=False),
        Setting("llm.timeout_s", "llm_timeout_s", 120.0, seconds(0.1, 3_600), "deadline of a text that it shortens"),
        Setting(
            "agents.use_llm_processing", "agents_use_llm_processing", False, SWITCH,
            "whether agents' web_extract asks the model unless it says otherwise",
        ),
        Setting("network.offline", "offline", False, SWITCH, "nothing leaves this machine", "WEBLOUPE_OFFLINE"),
        Setting(
            "network.allow_private", "allow_private", (), PRIVATE,
            "private addresses that may be dialled", "WEBLOUPE_ALLOW_PRIVATE", project=False,
        ),
        *_browse(),
        *_limits(),
    )  # fmt: skip


def _likeness() -> tuple[Setting, ...]:
    """When pieces say the same. What each figure does is measured in docs/compression.md."""
    return (
        Setting("compress.embed", "compress_embed", "lexical", choice(*EMBEDDINGS), "what measures likeness"),
        Setting("compress.cluster", "compress_cluster", "leader", choice(*CLUSTERINGS), "how groups form"),
        Setting(
            "compress.lexical_similarity", "compress_lexical_similarity", 0.6, COSINE,
            "likeness by words from which pieces are merged",
        ),
        Setting(
            "compress.similarity", "compress_similarity", 0.85, COSINE,
            "likeness by embeddings from which pieces are merged",
        ),
        Setting(
            "compress.multilingual_similarity", "compress_multilingual_similarity", 0.93, COSINE,
            "the same by the embeddings of the extra multilingual",
        ),
        Setting(
            "llm.embedding_model", "llm_embedding_model", None, NAME,
            "the model that makes embeddings at llm.base_url", project=False,
        ),
    )  # fmt: skip


def _browse() -> tuple[Setting, ...]:
    """The browser. A project must not open what is shut, nor name a program to run."""
    return (
        Setting("browse.timeout_s", "browse_timeout_s", 30.0, TIMEOUT_S, "deadline of an action in the browser"),
        Setting("browse.headed", "browse_headed", False, SWITCH, "whether its window shows", project=False),
        Setting(
            "browse.profile", "browse_profile", True, SWITCH,
            "whether cookies and logins are kept in chrome-profile of the home folder", project=False,
        ),
        Setting("browse.program", "browse_program", None, PROGRAM, "the browser to start", project=False),
        Setting("browse.hosts", "browse_hosts", (), NAMES, "the only hosts it may ask; none for all", project=False),
        Setting("browse.evaluate", "browse_evaluate", False, SWITCH, "whether scripts may be run in it", project=False),
        Setting("browse.upload", "browse_upload", False, SWITCH, "whether files may be given to pages", project=False),
    )  # fmt: skip


def _limits() -> tuple[Setting, ...]:
    """Caps on what is spent. A project must not decide them: a clone could lift those of the user."""
    scopes = {"cell": "this cell", "notebook": "this notebook today", "day": "this machine today"}
    units = {
        "calls": (whole(0, 10**6), "calls"),
        "tokens": (whole(0, 10**10), "tokens of answers"),
        "usd": (number(0, 10**6), "US dollars"),
    }
    return tuple(
        Setting(f"limits.{scope}_{unit}", f"{scope}_{unit}", None, allowed, f"most {what} of {where}", project=False)
        for scope, where in scopes.items()
        for unit, (allowed, what) in units.items()
    )


def of_backends() -> Mapping[str, tuple[Setting, ...]]:
    """The settings that each backend has: by table, one row a backend, whose attribute is the backend's name.

    Where its pages are read by a service of the same name, `endpoints` has a row for that too: `exa_fetch`.
    A project must decide none of them: they send queries elsewhere, or say what spends the user's money.
    """
    return _tables(backend_names())


@functools.cache
def _tables(backends: tuple[str, ...]) -> Mapping[str, tuple[Setting, ...]]:
    readers = tuple(f"{name}_fetch" for name in hosted_names())
    return {
        table: tuple(_of_backend(name, table, suffix, allowed, about) for name in names)
        for table, names, suffix, allowed, about in (
            ("endpoints", backends + readers, "url", ENDPOINT, "another address, for tests and proxies"),
            ("tiers", backends, "tier", choice(*get_args(Tier)), "whether its calls are paid for, or free and shared"),
            ("prices", backends, "price", USD_A_CALL, "US dollars that a call costs"),
        )
    }


def _of_backend(name: str, table: str, suffix: str, allowed: Allowed, about: str) -> Setting:
    variable, alias = f"WEBLOUPE_{name.upper()}_{suffix.upper()}", f"search.{name}_{suffix}"
    return Setting(f"{table}.{name}", name, None, allowed, about, variable, project=False, alias=alias)
