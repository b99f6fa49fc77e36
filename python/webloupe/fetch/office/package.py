"""The archive of an office document or a book: its parts, and what they refer to. Bombs are refused unopened."""

from __future__ import annotations

import io
import posixpath
import zipfile
from typing import TYPE_CHECKING
from urllib.parse import unquote

from ...errors import TooLarge, Unreadable
from ..document import Source
from ..xml_tree import MOST_BYTES, MOST_TAGS, attribute, first, text_of, tree

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

UNPACKED_BYTES = 250_000_000
"""An archive that says it unpacks to more is refused, pictures included. zipfile never unpacks more than is said."""

_PARTS = 20_000
_OPENED_WITH = "Download it and open it with an office program."


def whole(source: Source, what: str) -> None:
    """Raises TooLarge when only a part of the body is there, of which nothing can be read."""
    if source.over_cap:
        raise TooLarge(
            f"The {what} is larger than the cap of {len(source.body):,} bytes: {source.url}",
            "A part of it is of no use: allow the whole, up to 50,000,000 bytes (--max-bytes).",
            url=source.url,
        )


class Package:
    """A document's parts by name. `what` names it in messages, such as "Word document"."""

    def __init__(self, source: Source, what: str) -> None:
        whole(source, what)
        self._source = source
        self._what = what
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(source.body))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise self.unreadable("is broken or cut off") from error
        members = self._archive.infolist()
        if len(members) > _PARTS or sum(member.file_size for member in members) > UNPACKED_BYTES:
            raise self.unreadable(f"would unpack to more than {UNPACKED_BYTES // 1_000_000} MB")
        self._sizes = {member.filename: member.file_size for member in members}

    def __contains__(self, name: str) -> bool:
        return name in self._sizes

    def size(self, name: str) -> int:
        """How many bytes a part unpacks to; 0 when there is none."""
        return self._sizes.get(name, 0)

    def part(self, name: str) -> bytes | None:
        """The bytes of a part, None when there is none. Raises Unreadable for one that is torn, locked or huge."""
        if name not in self._sizes:
            return None
        if self._sizes[name] > MOST_BYTES:
            raise self.unreadable(f"holds a part of more than {MOST_BYTES // 1_000_000} MB")
        try:
            return self._archive.read(name)
        except Exception as error:  # zlib, lzma, zipfile and struct each have their own
            raise self.unreadable(f"is broken or locked ({type(error).__name__})") from error

    def xml(self, name: str) -> Element | None:
        """The root of a part that is XML; None when it is missing or is none."""
        data = self.part(name)
        if data and data.count(b"<") > MOST_TAGS:
            raise self.unreadable(f"holds a part of more than {MOST_TAGS:,} tags")
        return tree(data) if data else None

    def relations(self, name: str) -> dict[str, tuple[str, str]]:
        """What a part refers to, by id: (kind, target). A target within the package is the name of its part."""
        folder, base = posixpath.split(name)
        root = self.xml(f"{folder}/_rels/{base}.rels" if folder else f"_rels/{base}.rels")
        found: dict[str, tuple[str, str]] = {}
        for relation in root if root is not None else ():
            kind = attribute(relation, "Type").rpartition("/")[2]
            target = attribute(relation, "Target")
            if attribute(relation, "TargetMode") != "External":
                target = within(folder, target)
            found[attribute(relation, "Id")] = (kind, target)
        return found

    def property(self, name: str) -> str:
        """A property such as "title" or "language" of the document."""
        root = self.xml("docProps/core.xml")
        return text_of(first(root, name)).strip() if root is not None else ""

    def unreadable(self, reason: str) -> Unreadable:
        """The error that this document cannot be read."""
        return Unreadable(
            f"The {self._what} of {len(self._source.body):,} bytes {reason}: {self._source.url}",
            _OPENED_WITH,
            url=self._source.url,
        )


def within(folder: str, target: str) -> str:
    """The name of the part that a part in `folder` calls `target`."""
    path = unquote(target.partition("#")[0])
    return posixpath.normpath(path.lstrip("/") if path.startswith("/") else posixpath.join(folder, path))
