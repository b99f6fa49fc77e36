"""What tells source text and settings from prose, line by line. Pure counting."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

# Comments may be whole paragraphs, so they are taken out first. An end that is missing is the end of the text: else
# each opening mark would be searched to the end anew.
_COMMENT = re.compile(
    r'"""(?:.*?)(?:"""|\Z)|\'\'\'(?:.*?)(?:\'\'\'|\Z)|/\*.*?(?:\*/|\Z)|<!--.*?(?:-->|\Z)|\{-.*?(?:-\}|\Z)', re.DOTALL
)
_COMMENT_LINE = re.compile(r"(?://|\#(?!\#|include|define|if|endif|else|!)|--\s|;+\s|%\s|REM\s|@rem\s)")
_WORD_OF_CODE = re.compile(
    r"(?:import|from|\#include|\#define|using|namespace|package|def|class|func|fn|fun|function|var|let|const|return|if"
    r"|for|foreach|while|else|elif|switch|case|try|except|catch|finally|public|private|protected|static|abstract|struct"
    r"|impl|trait|enum|interface|type|local|my|sub|use|module|export|pub|guard|val|async|await|yield|raise|throw|print"
    r"|with|del|assert|unless|begin|end|then|fi|done|esac|do|echo|cd|sudo|exit|elsif|defer|go|match|where|extern|void|int"
    r"|char|bool|float|double|unsigned|require|declare|readonly|new)\b"
)
_ANY_CASE = re.compile(
    r"(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|FROM|WHERE|(?:LEFT |INNER )?JOIN|GROUP BY|ORDER BY|VALUES|UNION"
    r"|SET|RUN|COPY|ENV|CMD|ENTRYPOINT|WORKDIR|EXPOSE|ARG|BEGIN|COMMIT)\b"
    r"|(?:mov|push|pop|call|ret|jmp|jne|je|lea|cmp|xor|add|sub|ldr|str|bl)\s+[\w%$\[]|(?:ret|nop|leave|syscall)$"
    r"|@@ -\d|(?:\+\+\+|---) \S+$|[-+] {2,}\S|\(\(?[a-z][\w*+/<>=!?:-]*(?:\s|$)"
)
# What programs do and settings do not: call, compare, compute, name a type or a return.
_OF_PROGRAMS = re.compile(
    r"\w\(|=>|->|<-|::|:=|&&|\|\||[!=<>+\-*/%&|^]=|\breturn\b|\$\w+\s*=|\w\[\w|\s=\s.*;$|^(?:class|func|fn|def|function|import|from"
    r"|const|let|var|public|private|static|local|end|sub|pub|export|package|use|interface|type|declare|struct)\b"
)
_SHAPE_OF_CODE = re.compile(
    r"[;{}\[\]]$|^[})\]]|\w\([^()]*(?:\([^()]*\)[^()]*)*\)[\s:,;{.]*$|=>|->|::|:=|&&|\|[|>]|[!=<>+*/|&^-]=|\$\{?\w|^@\w|<-"
    r"|^[\w.$\[\]'\"*&]+\s*=\s*\S|\w\($|^[\w.\"']+,$|^[\"'][^\"']*[\"'],?$|^[\w\"'$]+\??\s*:\s*\S.*,$|\w\(.*,$|^[.&|+?:]\s?\w"
)
_STYLE = re.compile(r"[\w-]+\s*:\s*[^;{}]{1,120};$")
_KEY = re.compile(r"(?:- )*[\"']?[A-Za-z_$@/][\w$.@/ :^~*-]{0,80}?[\"']?:(?:\s|$)")
_PLAIN_WORDS = re.compile(r"(?:[A-Za-z'’-]{2,}[,;:]? ){5}")
_PINNED = re.compile(r"[\w.\[\]-]+\s*(?:[=~<>!]=|[<>])\s*[\d.*]+\S*$")  # a requirement and its version
_MARKDOWN = re.compile(r"[-*+•>] |\d+[.)] |#{1,6} |\|.*\|$|!?\[|<?https?:")
_SENTENCE_END = re.compile(r"[a-z][.!?]$|[。！？]$")


@dataclass(frozen=True, slots=True)
class Source:
    """Figures of a text as source: `code` and `style` (properties of a style sheet) are shares of the lines that are no
    comment, `programs` of those that are code; `comments` is the share of the characters in comments. `bare` is the
    text without comments.
    """

    lines: int
    code: float
    style: float
    programs: float
    comments: float
    bare: str


def as_source(text: str) -> Source:
    """Measures a text as if it were a program."""
    spaced = [raw.strip() for raw in _COMMENT.sub("", text).split("\n")]
    spaced = [line for line in spaced if not _COMMENT_LINE.match(line)]
    lines = [line for line in spaced if line]
    code = [line[:300] for line in lines if is_code(line[:300])]
    filled = max(1, len(lines))
    kept = sum(map(len, lines))
    return Source(
        lines=len(lines),
        code=len(code) / filled,
        style=sum(_STYLE.match(line) is not None for line in code) / filled,
        programs=sum(bool(_OF_PROGRAMS.search(line) or _ANY_CASE.match(line)) for line in code) / max(1, len(code)),
        comments=1 - kept / max(1, sum(len(line.strip()) for line in text.split("\n"))),
        bare="\n".join(spaced),
    )


@lru_cache(maxsize=1_024)  # each line is asked about twice, by itself and as a line of a program
def is_code(line: str) -> bool:
    """Whether a stripped line reads as source and not as a sentence, an item or a heading."""
    if _ANY_CASE.match(line) or (len(line) >= 80 and _crowded(line)):
        return True
    if _MARKDOWN.match(line) or _PINNED.match(line):
        return False
    if _WORD_OF_CODE.match(line) and not _SENTENCE_END.search(line):
        return line.count(" ") <= 2 or _SHAPE_OF_CODE.search(line) is not None or line.endswith(":")
    if _PLAIN_WORDS.search(line) and line[-1] not in ";{}":
        return False
    return _SHAPE_OF_CODE.search(line) is not None


def _crowded(line: str) -> bool:
    """Whether signs stand as close as in a script that was made small."""
    return "](" not in line and sum(map(line.count, "{}();=<>[]")) > 0.08 * len(line)


def nesting(text: str) -> float:
    """The share of the lines that keys, their lists and what is indented under them make up, as in YAML.

    0 unless a quarter of the lines begin with a key, and some keys with what follows them below.
    """
    keyed = opened = within = count = 0
    depth = -1
    for line in text.split("\n", 3_000)[:3_000]:
        bare = line.strip()
        if not bare or bare[0] == "#":
            continue
        count += 1
        indent = len(line) - len(line.lstrip(" "))
        if _KEY.match(bare):
            keyed += 1
            opened += bare[-1] in ":|>"
            depth = indent
        elif indent > depth >= 0 or (bare.startswith("- ") and indent >= depth >= 0) or bare == "---":
            within += 1
    is_nested = opened >= 2 and keyed >= 0.25 * count
    return (keyed + within) / count if is_nested else 0.0
