"""Braces in a magic's text that may be meant to be filled in: `{expr}`. Pure.

Prose, JSON, sets and TeX keep their braces; which names exist is for `magics.fill` to say.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

_TEX_COMMAND = re.compile(r"\\[A-Za-z]+\*?$")


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression between braces: where they start and end, and the names that it takes from the outside."""

    start: int
    end: int
    tree: ast.Expression
    names: frozenset[str]


def expressions(text: str) -> Iterator[Expression]:
    """Each outermost pair of braces that holds an expression over a name, and no tuple, set or dict."""
    for start, end in _braces(text):
        tree = None if _TEX_COMMAND.search(text, 0, start) else _tree(text[start + 1 : end - 1])
        if tree is None or isinstance(tree.body, ast.Tuple | ast.Set | ast.Dict | ast.Starred):
            continue
        if names := _names(tree):
            yield Expression(start, end, tree, names)


def asked_in(text: str) -> bool:
    """Whether a notebook that has the names would fill in anything here."""
    return any(True for _ in expressions(text))


def _braces(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each outermost pair of braces."""
    depth = start = 0
    for index, sign in enumerate(text):
        if sign == "{":
            start = start if depth else index
            depth += 1
        elif sign == "}" and depth:
            depth -= 1
            if not depth:
                yield start, index + 1


def _tree(source: str) -> ast.Expression | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # prose is no source text to warn about
            return ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _names(tree: ast.Expression) -> frozenset[str]:
    """The names that are read and not bound by the expression itself."""
    nodes = list(ast.walk(tree))
    used = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    return frozenset(used - bound - {node.arg for node in nodes if isinstance(node, ast.arg)})
