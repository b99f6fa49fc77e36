"""Content codings undone in bounded steps: a small body that unpacks to gigabytes costs one step, not its size. Pure.

Each decoder is asked for at most `STEP_BYTES` at a time and is left alone once the caller stops asking.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

ACCEPT_ENCODING = "gzip, deflate, br, zstd"
STEP_BYTES = 65_536
MAX_CODINGS = 2
"""Two are met in the wild (a proxy compresses what was compressed); more only multiplies a bomb."""
ZSTD_WINDOW_LOG = 23
"""8 MB, the most RFC 9659 lets a sender of `Content-Encoding: zstd` ask for."""


class CodingError(ValueError):
    """A body whose content coding is unknown, broken or cut short; the message names the coding."""


class Decoder(Protocol):
    """One coding undone."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What `data` unpacks to, in pieces of at most about a step."""
        ...

    def finish(self) -> None:
        """CodingError when the stream has not come to its end."""
        ...


class Inflate:
    """gzip (all members, read as one) and deflate (as zlib or raw: senders never agreed)."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._stream: zlib._Decompress | None = None
        self._head = b""
        self._ended = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Member after member."""
        while data or self._stream:
            if self._stream is None:
                data = self._begin(data)
                if self._stream is None:
                    return
            try:
                out = self._stream.decompress(data, STEP_BYTES)
            except zlib.error as error:
                raise _broken(self._name) from error
            if out:
                yield out
            if self._stream.eof:
                data, self._stream, self._ended = self._stream.unused_data, None, True
                continue
            data = self._stream.unconsumed_tail
            if not data and len(out) < STEP_BYTES:
                return

    def _begin(self, data: bytes) -> bytes:
        """Open the next member once its first two bytes are there. What follows the last member is padding."""
        head = self._head + data
        gzip = self._name != "deflate"
        if self._ended and not (gzip and b"\x1f\x8b".startswith(head[:2])):
            self._head = b""
            return b""
        if len(head) < 2:
            self._head = head
            return b""
        self._head = b""
        self._ended = False
        self._stream = zlib.decompressobj(_window_bits(head) if not gzip else zlib.MAX_WBITS | 16)
        return head

    def finish(self) -> None:
        """CodingError when the end has not come."""
        if self._stream is not None or (self._head and not self._ended):
            raise _cut(self._name)


def _window_bits(head: bytes) -> int:
    """A zlib header is 8 in its low nibble and divisible by 31 as a number; anything else is raw deflate."""
    is_zlib = head[0] & 0x0F == 8 and int.from_bytes(head[:2], "big") % 31 == 0
    return zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS


class Brotli:
    """br: one stream."""

    def __init__(self, name: str) -> None:
        import brotli

        self._name = name
        self._error: type[Exception] = brotli.error
        self._stream = brotli.Decompressor()
        self._fed = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The one stream; bytes after its end are an error to the library, and nobody sends any."""
        if self._stream.is_finished():
            return
        self._fed = True
        while True:
            try:
                out: bytes = self._stream.process(data, output_buffer_limit=STEP_BYTES)
            except self._error as error:
                raise _broken(self._name) from error
            if out:
                yield out
            # A full step may hide more, even where the stream says that it can take further input.
            if self._stream.is_finished() or (len(out) < STEP_BYTES and self._stream.can_accept_more_data()):
                return
            data = b""

    def finish(self) -> None:
        """CodingError when the end has not come."""
        if self._fed and not self._stream.is_finished():
            raise _cut(self._name)


class Zstd:
    """zstd: all frames, read as one."""

    def __init__(self, name: str) -> None:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd

        self._name = name
        self._error: type[Exception] = zstd.ZstdError
        options = {int(zstd.DecompressionParameter.window_log_max): ZSTD_WINDOW_LOG}
        self._next_frame: Callable[[], Any] = partial(zstd.ZstdDecompressor, options=options)
        self._stream = self._next_frame()
        self._inside = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Frame after frame."""
        while True:
            self._inside = self._inside or bool(data)
            try:
                out: bytes = self._stream.decompress(data, STEP_BYTES)
            except self._error as error:
                raise _broken(self._name) from error
            if out:
                yield out
            data = b""
            if self._stream.eof:
                data, self._stream, self._inside = self._stream.unused_data, self._next_frame(), False
                if not data:
                    return
            elif self._stream.needs_input:
                return

    def finish(self) -> None:
        """CodingError when the end has not come."""
        if self._inside:
            raise _cut(self._name)


_DECODERS: dict[str, Callable[[str], Decoder]] = {
    "gzip": Inflate,
    "x-gzip": Inflate,
    "deflate": Inflate,
    "br": Brotli,
    "zstd": Zstd,
}


class Body:
    """A body as it arrives: unpacked, and cut at exactly `cap` bytes.

    `over_cap` says that there was more. CodingError names an unknown coding, or one that is broken.
    """

    def __init__(self, content_encoding: str, cap: int) -> None:
        self._chain = _chain(content_encoding)
        self._cap = cap
        # Packed bytes can outnumber what they unpack to (empty members without end), but no honest sender's do.
        self._packed_left = cap + cap // 100 + STEP_BYTES
        self._data = bytearray()
        self.over_cap = False

    @property
    def so_far(self) -> bytes:
        """What has been unpacked of a body that is still on its way."""
        return bytes(self._data)

    def feed(self, data: bytes) -> bool:
        """Take the next bytes off the wire; False when the cap is passed and the rest is of no use."""
        self._packed_left -= len(data)
        for piece in self._unpack(data, 0):
            self._data += piece
            if len(self._data) > self._cap:
                del self._data[self._cap :]
                self.over_cap = True
                return False
        self.over_cap = self._packed_left < 0
        return not self.over_cap

    def _unpack(self, data: bytes, depth: int) -> Iterator[bytes]:
        if depth == len(self._chain):
            yield data
            return
        for piece in self._chain[depth].feed(data):
            yield from self._unpack(piece, depth + 1)

    def finish(self) -> bytes:
        """The whole body; CodingError when a coding was cut short."""
        if not self.over_cap:
            for decoder in self._chain:
                decoder.finish()
        return bytes(self._data)


def _chain(content_encoding: str) -> list[Decoder]:
    """The decoders of a Content-Encoding header, in the order in which they are undone (last applied first)."""
    names = [name.strip().lower() for name in content_encoding.split(",")]
    names = [name for name in names if name not in ("", "identity")]
    for name in names:
        if name not in _DECODERS:
            raise CodingError(f"content coding {name[:40]!r} is not known")
    if len(names) > MAX_CODINGS:
        raise CodingError(f"{len(names)} content codings, at most {MAX_CODINGS} are undone")
    return [_DECODERS[name](name) for name in reversed(names)]


def _broken(name: str) -> CodingError:
    return CodingError(f"the {name} body is broken")


def _cut(name: str) -> CodingError:
    return CodingError(f"the {name} body ends early")
