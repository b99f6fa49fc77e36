"""Level 1: cleaning by rule, each a pure function from text to edits. The order of the table is the order of work.

The text that a rule gets has its code and tables veiled (`veil`): they stand as runs of one odd character that no
rule knows, and edits that touch them are not made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

from ..types import TraceAction
from .chrome import site_chrome
from .fragments import fragments, long_paragraphs
from .markup import markup
from .own_rules import own_edits
from .page_marks import page_marks
from .paragraphs import lines, repeated_paragraphs
from .ruleset import FRAGMENT_CHARS, PARAGRAPH_CHARS, RuleSet
from .segments import Edit


class Rule(NamedTuple):
    """A named rule; the name is the reason that segments carry, `dropping` what the trace calls it when text goes.

    One that `takes_lines` takes them with the code that stands in them.
    """

    name: str
    edits: Callable[[str], Iterable[Edit]]
    dropping: TraceAction = "dropped"
    takes_lines: bool = False


# The bytes 0x80–0xff as windows-1252 shows them, the five it leaves open as Latin-1 does.
_AS_1252: Final = {bytes([byte]).decode("cp1252", "ignore") or chr(byte): byte for byte in range(0x80, 0x100)}
_HIGH: Final = re.escape("".join(_AS_1252))
_MISREAD: Final = re.compile(rf"[ÂÃâðï][{_HIGH}]+")
_GARBAGE: Final = re.compile("\ufffd{2,}|(?:锟斤拷)+锟?|烫{3,}|屯{3,}")


def mojibake(text: str) -> Iterator[Edit]:
    """Puts UTF-8 that was read as windows-1252 right again, and drops runs whose characters cannot be known."""
    for run in _GARBAGE.finditer(text):
        yield Edit(run.start(), run.end())
    misread = [(run, _reread(run[0])) for run in _MISREAD.finditer(text)]
    fixed = [(run, right) for run, right in misread if right is not None]
    for run, right in fixed:
        # One pair alone may be meant (a capital Ã before »); three characters or a second case may not.
        if len(run[0]) > 2 or len(fixed) > 1:
            yield Edit(run.start(), run.end(), right)


def _reread(run: str) -> str | None:
    """The run as the UTF-8 it was, misread up to three times; None where it was none."""
    right = None
    for _ in range(3):
        try:
            run = bytes(_AS_1252[character] for character in run).decode("utf-8")
        except (KeyError, UnicodeDecodeError):
            break
        right = run
    return right


_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]+")


def control_characters(text: str) -> Iterator[Edit]:
    """Drops control characters but tab and line ends; a page or line feed between words becomes a line end."""
    for run in _CONTROL.finditer(text):
        around = text[max(0, run.start() - 1) : run.start()], text[run.end() : run.end() + 1]
        feeds = ("\x0c" in run[0] or "\x0b" in run[0]) and not any(side.isspace() for side in around)
        yield Edit(run.start(), run.end(), "\n" if feeds else "")


_BLANKS: Final = " \t\u00a0\u3000"


def trailing_blanks(text: str) -> Iterator[Edit]:
    """Drops blanks at line ends; a line with tabs inside is a row of values and keeps its empty last cells."""
    for line in lines(text):
        content = line.text.rstrip("\r\n")
        bare = content.rstrip(_BLANKS)
        if len(bare) < len(content) and "\t" not in bare.lstrip():
            yield Edit(line.start + len(bare), line.start + len(content))


_BLANK_LINES: Final = re.compile(r"(\r?\n\r?\n)(?:\r?\n)+")


def blank_lines(text: str) -> Iterator[Edit]:
    """Makes three and more line ends two."""
    for run in _BLANK_LINES.finditer(text):
        yield Edit(run.end(1), run.end())


USUAL_RULES: Final = (
    Rule("HTML remnants", markup),
    Rule("mojibake", mojibake),
    Rule("control characters", control_characters),
    Rule("site chrome", site_chrome),
    Rule("page marks", page_marks),
    Rule("repeated paragraph", repeated_paragraphs),
    Rule("fragment", partial(fragments, longest=FRAGMENT_CHARS), "set_aside"),
    Rule("trailing blanks", trailing_blanks),
    Rule("blank lines", blank_lines),
    Rule("long paragraph", partial(long_paragraphs, longest=PARAGRAPH_CHARS)),
)
RULE_NAMES: Final = tuple(rule.name for rule in USUAL_RULES)


def rules_of(wanted: RuleSet) -> Iterator[Rule]:
    """The rules that a set asks for, in the order of their work: the user's own after what is damaged is mended."""
    lengths = {
        "fragment": partial(fragments, longest=wanted.fragment_chars),
        "long paragraph": partial(long_paragraphs, longest=wanted.paragraph_chars),
    }
    off = wanted.off | {name for name, rule in lengths.items() if not rule.keywords["longest"]}
    for rule in USUAL_RULES:
        if rule.name not in off:
            yield rule._replace(edits=lengths.get(rule.name, rule.edits))
        if rule.name == "control characters":
            yield from (Rule(own.name, partial(own_edits, own=own), takes_lines=own.lines) for own in wanted.own)
