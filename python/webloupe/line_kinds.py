"""What one line of a text is: an item, a row, a setting, a signature, a clause, a link, a record of a log."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .source_lines import is_code

_IMAGE = re.compile(r"!\[[^\[\]\n]{0,500}\]\([^()\n]{0,2000}\)")
_LINK = re.compile(r"\[([^\[\]\n]{0,500})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,2000}\)|<?(https?://[^\s<>()]{1,2000})>?")
_NAME = r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|/|-)[\w$]+)*"
_RECORD = re.compile(
    r"\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[?[A-Z][a-z]{2}\ +\d{1,2}\ \d\d:\d\d:\d\d|\[?\d\d:\d\d:\d\d[\].,]"
    r"|\[\ *\d+\.\d+\]\ |(?:DEBUG|INFO|WARN(?:ING)?|ERROR)[ :]\S"  # a log of a program or of a kernel
    r"|\d{1,3}(?:\.\d{1,3}){3}\ \S+\ \S+\ \["  # a log of a web server
    r"|[0-9a-f]{32,128}\ |[0-9a-f]{6,8}:?(?:\ +[0-9a-f]{2,4}){4}|[-dl](?:[r-][w-][xsStT-]){3}",  # sums, dumps, files
    re.VERBOSE,
)
_SIGNATURE = re.compile(
    r"(?:\#{1,6}\ |[-*+]\ |\d+\.\ |\|\ ?)?[`*\[]{0,4}"
    rf"(?:(?<=\[`){_NAME}(?:\(\))?`\]\([^)]*\)"  # a name that is a link
    r"|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[`*]{0,3}\ +[`*]{0,3}/[\w{}/:.<>?=&-]*"
    rf"|(?:(?:class|def|func|fn|function|async|static|public|method)\ +)*{_NAME}\([^()\n]{{0,200}}\)"
    r"(?:\ *(?:->|=>|:)\ *[\w\[\]., |`\"<>]+)?(?=[`*\]]|$|\ *[-–—:：|])"  # a call, and what it gives
    rf"|(?<=`){_NAME}`$|(?<=`){_NAME}`(?:\ ?\([^()\n]{{1,60}}\))?\*{{0,2}}\ *[-–—:：|]"
    rf"|{_NAME}\*\*\ ?\(`?[^()\n]{{1,60}}\)"  # a name, and perhaps its type
    r"|-{1,2}[A-Za-z][\w-]*(?<!-)(?:,?\ +-{1,2}[\w-]+)*"
    r"(?:[=\ ]?[<\[]?[\w|.-]*[>\]]?)?`?(?:\ {2,}\S|\ *[-–—:：|]\ |$))"  # an option of a command
    r"|\.\.\ (?:function|method|class|attribute|data|option|module|c:function|describe)::",
    re.VERBOSE,
)
_ARTICLE = re.compile(
    r"(?:#{1,6} )?(?:§|(?:section|article|artikel|artículo|articolo|art\.|clause) \d|第\S{1,4}[条款])", re.IGNORECASE
)
_PAGE_TAG = re.compile(
    r"</?(?:div|span|p|template|script|style|[ou]l|li|a|button|input|img|section|form|table|t[rdh]|body|head|h\d|nav)\b"
    r"[^<>]{0,200}>",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(
    r"(?:[\d*/,-]+\s+){5}\S"  # when a job runs
    r"|(?:UUID|LABEL)=\S+\s+/|/dev/\S+\s+/"  # what is mounted where
    r"|[A-Z][a-z]+[A-Z]\w*\s+\S+(?:\s\S+)?$|[A-Za-z_][\w.-]*\s+(?:yes|no|on|off|true|false|\d[\w.:]*|/\S+|\"[^\"]*\")$"
)
_SETTING = re.compile(
    r"(?:export |- )?[\"']?[A-Za-z_][\w.\-/]*[\"']?\s*[:=](?:\s*\S.{0,80})?(?<!,)$|\[{1,2}[\w.\-\" :]+\]{1,2}$|;"
)
# The first that matches the start of a line names it. Signatures come early: they stand in headings, items and rows.
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("record", _RECORD),
    ("signature", _SIGNATURE),
    ("row", re.compile(r"\|.*\|")),
    ("number", re.compile(r"[-+]?\d[-+\d.,eE\s;:/%]*$")),
    ("page tag", _PAGE_TAG),
    ("tag", re.compile(r"</?[A-Za-z][\w:.-]*(?:\s[^<>]{0,200})?/?>")),
    ("article", _ARTICLE),
    ("clause", re.compile(r"(?:#{1,6} )?(?:\d+\.\d+[.\d]* |\([a-z0-9]{1,3}\) |第\S{1,4}章)", re.IGNORECASE)),
    ("heading", re.compile(r"#{1,6} ")),
    ("item", re.compile(r"(?:[-*+•]|\d+[.)])(?: |$)")),
    ("setting", _SETTING),
    ("setting", _DIRECTIVE),
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_DATE = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\d{1,2}:\d\d|\d{4}-\d\d-\d\d"
    r"|\b(?:ago|yesterday|today)\b|\d[年月日]",
    re.IGNORECASE,
)
_TITLE_WORDS = 4  # words of a link that leads to a page and not to a person, tag or button
_SEEN = 300  # characters by which a line is named


@dataclass(frozen=True, slots=True)
class Line:
    """A line as read: its kind, what is seen of it, how much of that is linked, and whether a link is a title."""

    kind: str
    seen: str
    linked: int = 0
    is_title: bool = False


_EMPTY = Line("empty", "")


def as_line(line: str) -> Line:
    """A stripped line; `seen` is "" for an empty one and for one of pictures alone."""
    if not line:
        return _EMPTY
    if "](" not in line and "http" not in line:
        return Line(_kind(line[:_SEEN]), line)
    pictureless = _IMAGE.sub("", line) if "![" in line else line
    labels: list[str] = []
    parts: list[str] = []
    at = 0
    for link in _LINK.finditer(pictureless):
        labels.append(link[1] or link[2] or "")
        parts += (pictureless[at : link.start()], labels[-1])
        at = link.end()
    if not labels:
        return Line(_kind(pictureless[:_SEEN]), pictureless.strip(" -*"))
    seen = "".join([*parts, pictureless[at:]]).strip()
    linked = sum(map(len, labels))
    kind = _kind(line[:_SEEN])
    if kind in ("signature", "row", "record"):
        return Line(kind, seen, linked)
    leads = _LINK.match(_unmarked(pictureless)) is not None
    if linked >= 0.6 * len(seen.lstrip("-*#>+0123456789. ")) or (
        leads and kind in ("item", "clause", "article", "") and len(seen) < 400
    ):
        return Line("link", seen, linked, any(map(_is_title, labels)))
    return Line(kind, seen, linked)


def _unmarked(line: str) -> str:
    """The line without the marks of lists, headings and emphasis at its start."""
    return line.lstrip("-*#>+•_ ") if not line[:1].isdigit() else line.lstrip("0123456789.) *_")


def _is_title(label: str) -> bool:
    """Whether a link names what it leads to in words; a date or an hour is that of a post."""
    if _DATE.search(label) and len(label) < 60:
        return False
    return label.count(" ") >= _TITLE_WORDS - 1 or len(_CJK.findall(label)) >= 5 or label.startswith("http")


def _kind(line: str) -> str:
    named = next((name for name, pattern in _KINDS if pattern.match(line)), "")
    return "code" if named == "" and is_code(line) else named
