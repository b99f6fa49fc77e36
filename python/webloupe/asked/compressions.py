"""A compression as it is wanted. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, get_args

from ..allowed import Allowed
from ..compress.rules import RULE_NAMES
from ..compress.ruleset import USUAL, RuleSet, rule_set
from ..compress.wish import Wish
from ..errors import BadInput
from ..settings import CLUSTERINGS, EMBEDDINGS, METHODS, PRESETS, RATIO, TARGET_CHARS, TARGET_TOKENS
from ..types import ContentKind, Kind, Method
from ..verbs.compress import method_option, shortening
from .values import Notes, brief, clamped, is_number, one_of, refuse_unknown, switch, text

if TYPE_CHECKING:
    from ..config import Config

Rules = str | Path | Mapping[str, Any] | Sequence[Mapping[str, Any] | str]
Embed = str | Callable[..., Any]


class ShorteningKeywords(TypedDict, total=False):
    """How a text is shortened; one that is left out or None asks for nothing.

    `ratio` is the share of the tokens that stays. `kind` is what the text is, where that is known. `rules` and `schema`
    are the path of a file, or what such a file holds; `keywords` a list, or words with commas between them.
    """

    task: str | None
    target_tokens: int | None
    target_chars: int | None
    ratio: float | None
    kind: Kind | None
    rules: Rules | None
    keywords: str | Sequence[str] | None
    embed: Embed | None
    cluster: str | None
    preset: str | None
    template: str | None
    schema: str | Path | Mapping[str, Any] | None
    model: str | Callable[..., Any] | None
    force: bool


class CompressKeywords(ShorteningKeywords, total=False):
    """The keywords of a compression; without `method` it is "auto"."""

    method: Method | None


@dataclass(frozen=True, slots=True)
class Shortening:
    """A wish, but for what stands in files: they are read when it is granted."""

    wish: Wish
    rules: Path | None = None
    schema: Path | None = None


def compression(config: Config, given: CompressKeywords) -> Shortening:
    """The wish behind a compression. BadInput in two lines for a word that cannot be meant."""
    refuse_unknown("compression", given, CompressKeywords)
    chosen = given.get("method")
    return _shortening(config, one_of("method", DEFAULT if chosen is None else chosen, METHODS), given)


DEFAULT: Method = "auto"


def of_page(config: Config, chosen: Method | None, given: ShorteningKeywords) -> Shortening | None:
    """The wish behind the compression of a page; None where there is none.

    A task without a method means extract, a template or a schema instruct, rules the rules.
    """
    told = [name for name in ShorteningKeywords.__annotations__ if given.get(name)]
    meant = _meant(told) if told and chosen is None else "none"
    method: Method = one_of("compress", meant if chosen is None else chosen, METHODS)
    return None if method == "none" else _shortening(config, method, given)


def words_of(given: Mapping[str, Any]) -> str:
    """The options of a page's compression as they are typed, "" where there are none; a task is one line."""
    words: list[str] = []
    for option in (method_option("--compress", "compress", ""), *shortening()):
        value = given.get(option.keyword)
        if value is True:
            words.append(option.long)
        elif isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
            words.append(f'{option.long}="{",".join(value)}"')
        elif isinstance(value, str | int | float | Path) and value is not False:
            typed = " ".join(str(value).replace('"', "'").split())
            words.append(f'{option.long}="{typed}"' if " " in typed else f"{option.long} {typed}")
    return " ".join(words)


def _meant(told: Sequence[str]) -> str:
    """The method that keywords mean by themselves."""
    for names, method in ((("template", "schema"), "instruct"), (("task",), "extract"), (("rules",), "rules")):
        if any(name in told for name in names):
            return method
    raise BadInput(f"{told[0]} says how to shorten, and nothing says that.", "Add compress, such as auto, or a task.")


def _shortening(config: Config, method: Method, given: ShorteningKeywords) -> Shortening:
    target, notes = _target("target_tokens", given.get("target_tokens"), TARGET_TOKENS)
    chars, more = _target("target_chars", given.get("target_chars"), TARGET_CHARS)
    rules, rules_file = _rules(given.get("rules"), config.compress_rules)
    schema, schema_file = _schema(given.get("schema"))
    embed, preset = given.get("embed") or config.compress_embed, given.get("preset")
    if isinstance(embed, str):
        one_of("embed", embed, EMBEDDINGS)
    wish = Wish(
        method=method,
        task=" ".join(_word("task", given.get("task"), "").split()),
        target_tokens=target,
        target_chars=chars,
        ratio=_ratio(given.get("ratio")),
        kind=_kind(given.get("kind")),
        rules=rules,
        keywords=_keywords(given.get("keywords")),
        embed=embed,
        cluster=_cluster(given.get("cluster"), None if preset else config.compress_cluster),
        preset=None if preset is None else one_of("preset", preset, PRESETS),
        threshold=_threshold(config, embed),
        template=given.get("template"),
        schema=schema,
        model=given.get("model"),
        force=switch("force", given.get("force")),
        usual_chars=config.compress_target_chars,
        notes=notes + more,
    )
    return Shortening(wish, rules_file, schema_file)


def _cluster(value: object, default: str | None) -> str | None:
    """How groups form."""
    chosen: str | None = default if value is None else one_of("cluster", value, CLUSTERINGS)
    return chosen


def _threshold(config: Config, embed: Embed) -> float:
    """The likeness from which pieces are merged, by what measures it."""
    by_provider = {
        "lexical": config.compress_lexical_similarity,
        "multilingual": config.compress_multilingual_similarity,
    }
    return by_provider.get(embed, config.compress_similarity) if isinstance(embed, str) else config.compress_similarity


def with_files(asked: Shortening, read: Callable[[Path], object]) -> Wish:
    """The whole wish; `read` gives what a file holds."""
    wish = asked.wish
    if asked.rules is not None:
        wish = replace(wish, rules=rule_set(read(asked.rules), RULE_NAMES))
    if asked.schema is not None:
        wish = replace(wish, schema=_table(read(asked.schema)))
    return wish


def _target(what: str, value: object, allowed: Allowed) -> tuple[int | None, Notes]:
    """A length as a whole number within its bounds, None where none is asked for. BadInput for what is no number."""
    if value is None:
        return None, ()
    if not is_number(value):
        raise BadInput(f"{what} cannot be {brief(value)}.", "It is a whole number, such as 1000.")
    return clamped(what, value, int(allowed.high or 0), allowed)


def _ratio(value: object) -> float | None:
    if value is None:
        return None
    try:
        return float(RATIO.read(value))
    except (ValueError, OverflowError):
        raise BadInput(f"ratio cannot be {brief(value)}.", "It is the share that stays, such as 0.3.") from None


def _kind(value: object) -> ContentKind | None:
    if value is None:
        return None
    kind: Kind = one_of("kind", value, get_args(Kind))
    return ContentKind(kind=kind, lossy_ok=kind == "narrative", reason="as it was said to be", confidence=1.0)


def _rules(value: Rules | None, setting: str | None) -> tuple[RuleSet, Path | None]:
    told = setting if value is None else value
    if told is None:
        return USUAL, None
    if isinstance(told, str | Path):
        return USUAL, _file("rules", told)
    return rule_set(told, RULE_NAMES), None


def _schema(value: object) -> tuple[Mapping[str, Any] | None, Path | None]:
    if value is None:
        return None, None
    return (None, _file("schema", value)) if isinstance(value, str | Path) else (_table(value), None)


def _table(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadInput(f"A schema cannot be {brief(value)}.", "It is a JSON schema: an object with its properties.")
    return value


def _file(what: str, value: str | Path) -> Path:
    if not str(value).strip() or "\0" in str(value):
        raise BadInput(f"{what} cannot be {brief(value)}.", "It is the path of a file.")
    return Path(value).expanduser()


def _keywords(value: object) -> tuple[str, ...]:
    words = value.replace("，", ",").split(",") if isinstance(value, str) else value
    if words is None:
        return ()
    if not isinstance(words, Sequence) or not all(isinstance(word, str) for word in words):
        raise BadInput(f"keywords cannot be {brief(value)}.", "They are words, with commas between them.")
    return tuple(word.strip() for word in words if word.strip())


def _word(what: str, value: object, default: str) -> str:
    return default if value is None else text(f"The {what}", value)
