"""Jupyter notebooks: prose as it stands, code in fences, outputs as text; pictures are named and never spelt out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ...types import CodeBlock
from ..detect import NOTEBOOK
from ..document import Document, ReadOptions, Source
from ..links import listed
from ..untouched import decoded
from ..written import written
from . import text as plain

MEDIA_TYPES = (NOTEBOOK,)

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_DATA_URI = re.compile(r"data:[\w.+-]+/[\w.+-]+(?:;[\w=.-]+)*;base64,[A-Za-z0-9+/=\s]{40,}")
_FENCE = re.compile(r"^ {0,3}(`{3,})", re.MULTILINE)
_TITLE = re.compile(r"^# +(.+?)[ #]*$", re.MULTILINE)
_SHOWN = ("text/markdown", "text/plain", "text/latex", "application/json")  # of an output's forms, the first there is


def read(source: Source, options: ReadOptions) -> Document:
    """The cells in order. Raw, and what is no notebook after all, stay as they are."""
    text, encoding = decoded(source)
    cells = _cells(text) if options.format != "raw" else None
    if cells is None:
        return plain.read(source, options)
    language, parts = cells
    code: list[CodeBlock] = []
    pieces = [piece for cell in parts for piece in _cell(cell, language, code) if piece.strip()]
    joined = "\n\n".join(pieces) + "\n"
    title = _TITLE.search(joined)
    return written(
        source,
        options,
        joined,
        encoding=encoding,
        title=title.group(1) if title else "",
        links=listed(joined, url=source.url),
        code=tuple(code),
        notes=(f"Notebook of {len(parts)} cells.",),
    )


def _cells(text: str) -> tuple[str, list[dict[str, Any]]] | None:
    """(language, cells) of a notebook of any version, None for other JSON."""
    try:
        notebook = msgspec.json.decode(text.encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        return None
    if not isinstance(notebook, dict):
        return None
    sheets = notebook.get("worksheets")  # version 3
    holder = sheets[0] if isinstance(sheets, list) and sheets and isinstance(sheets[0], dict) else notebook
    cells = holder.get("cells")
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        return None
    told = _dict(notebook.get("metadata"))
    info, kernel = _dict(told.get("language_info")), _dict(told.get("kernelspec"))
    language = info.get("name") or kernel.get("language") or "python"
    return re.sub(r"[^\w+#.-]", "", str(language))[:30], cells


def _cell(cell: dict[str, Any], language: str, code: list[CodeBlock]) -> Iterator[str]:
    kind = cell.get("cell_type")
    source = _DATA_URI.sub("…", _joined(cell.get("source", cell.get("input"))))
    if kind == "markdown":
        yield source
    elif kind == "heading":
        yield f"{'#' * min(6, max(1, _number(cell.get('level'))))} {source}"
    elif kind == "code" and source.strip():
        code.append(CodeBlock(text=source, language=language))
        yield _fenced(source, language)
    elif kind != "code":
        yield _fenced(source, "")
    for output in cell.get("outputs") or () if isinstance(cell.get("outputs"), list) else ():
        yield _output(_dict(output))


def _output(output: dict[str, Any]) -> str:
    if output.get("output_type") in ("error", "pyerr"):
        trace = "\n".join(map(str, output.get("traceback") or ())) if isinstance(output.get("traceback"), list) else ""
        return _fenced(trace or f"{output.get('ename')}: {output.get('evalue')}", "")
    if "text" in output and "data" not in output and output.get("output_type") == "stream":
        return _fenced(_joined(output["text"]), "")
    forms = _dict(output.get("data")) or {f"text/{name}": output[name] for name in ("plain", "text") if name in output}
    forms = {"text/plain" if name == "text/text" else name: value for name, value in forms.items()}
    pictures = [f"[{name} output]" for name in forms if name.startswith(("image/", "video/", "audio/"))]
    shown = next((name for name in _SHOWN if name in forms), "")
    body = _joined(forms[shown]) if shown else ""
    if shown != "text/markdown":
        body = _fenced(body, "") if body.strip() else ""
    if not body and not pictures and forms:
        return f"[{next(iter(forms))} output]"
    return "\n\n".join([part for part in (_DATA_URI.sub("…", body), *pictures) if part])


def _fenced(text: str, language: str) -> str:
    text = _ESCAPES.sub("", text).strip("\n")
    if not text.strip():
        return ""
    longest = max((len(run) for run in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{_DATA_URI.sub('…', text)}\n{fence}"


def _joined(value: Any) -> str:
    """Text that the format keeps whole or as a list of lines."""
    if isinstance(value, list):
        return "".join(part for part in value if isinstance(part, str))
    if isinstance(value, str):
        return value
    return "" if value is None else msgspec.json.encode(value).decode()


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 1
