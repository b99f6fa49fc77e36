"""The killable converter process: `python -m webloupe.fetch.worker`.

Jobs come on stdin, replies go to stdout (`frames`). Whatever a page does to it, the caller can end it; and it ends by
itself when its caller has gone, when it needs more memory than it may have, or when a job outlasts its caller's wait.
"""

from __future__ import annotations

import faulthandler
import io
import os
import threading
import time
import traceback
from pathlib import Path
from queue import SimpleQueue

import msgspec

from ..errors import TooLarge, Unreadable
from ..store import Visit
from ..types import ErrorInfo
from .convert import CONVERTER_VERSION
from .document import ReadOptions
from .frames import LARGEST, MEMORY_BYTES, OUT_OF_MEMORY, Job, Reply, receive, send
from .page import read

_ORPHAN_S = 1.0  # seconds after which a job that its caller should have ended ends itself


def main() -> None:
    """Answer jobs until the caller has gone."""
    jobs, replies = _own_pipes()
    _limit_memory()
    _load_readers()
    waiting: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(jobs, waiting), daemon=True).start()
    send(replies, CONVERTER_VERSION.encode())
    while True:
        send(replies, _answer(waiting.get()))


def _own_pipes() -> tuple[io.FileIO, io.FileIO]:
    """The pipes to the caller, out of reach of libraries that print or ask: theirs lead to nowhere."""
    jobs, replies = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    return io.FileIO(jobs, "r"), io.FileIO(replies, "w")


def _limit_memory() -> None:
    """A page that wants more gets a MemoryError, here; and no page leaves a core dump of that size."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, limit in ((resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(what)[1]
        try:
            resource.setrlimit(what, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
        except (ValueError, OSError):  # macOS knows the name and refuses the number
            continue


def _load_readers() -> None:
    """Import what nearly every page needs, by reading one."""
    visit = Visit(url="", final_url="", status=200, headers={}, raw_hash="", fetched_at=time.time(), kept_bytes=0)
    read(visit, b"<!doctype html><title>t</title><p>p", ReadOptions())


def _listen(jobs: io.FileIO, waiting: SimpleQueue[bytes]) -> None:
    """Take jobs in. It waits for the next one during a conversion too, and so learns that the caller has gone."""
    try:
        while (message := receive(jobs)) is not None:
            waiting.put(message)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    finally:
        os._exit(0)


def _answer(message: bytes) -> bytes:
    job = msgspec.msgpack.decode(message, type=Job)
    with Path(os.devnull).open("w") as nowhere:
        # Its watch needs no interpreter: a regular expression or a parser that holds it is ended all the same.
        faulthandler.dump_traceback_later(job.limit_s + _ORPHAN_S, exit=True, file=nowhere)
        try:
            reply = msgspec.msgpack.encode(_reply(job))
            if len(reply) <= LARGEST:
                return reply
            error = _failure(job, f"its text and links take more than {LARGEST // 1_000_000} MB")
            return msgspec.msgpack.encode(Reply(error=error))
        except MemoryError:
            os._exit(OUT_OF_MEMORY)  # the heap is full of holes now: the next page shall find a new one
        except UnicodeEncodeError:
            return msgspec.msgpack.encode(Reply(error=_failure(job, "its text cannot be written as UTF-8")))
        finally:
            faulthandler.cancel_dump_traceback_later()


def _reply(job: Job) -> Reply:
    try:
        return Reply(document=read(job.visit, job.body, job.options))
    except (Unreadable, TooLarge) as error:
        return Reply(error=error.info)
    except MemoryError:
        raise
    except Exception as error:  # a mistake of ours or of a library; the place helps whoever mends it
        place = traceback.extract_tb(error.__traceback__)[-1]
        name = f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}"
        return Reply(error=_failure(job, f"the converter failed ({name})"))


def _failure(job: Job, reason: str) -> ErrorInfo:
    url = job.visit.final_url
    return ErrorInfo(
        code="unreadable",
        message=f"The {len(job.body):,} bytes could not be converted, {reason}: {url}",
        hint="--format raw gives the source as it came.",
        url=url,
    )


if __name__ == "__main__":
    main()
