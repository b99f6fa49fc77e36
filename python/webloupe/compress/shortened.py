"""What comes back of a compression: the values that cross a wire, and two things to do with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import msgspec

from ..errors import BadInput
from ..tokens import count_tokens
from ..types import Compression, CurvePoint, LossReport, Method, Segment, TraceRow
from .curve import curve
from .expand import expand
from .kept import of_last_texts
from .report import Yardstick
from .segments import Piece, merged
from .wish import Wish
from .work import Work

BY_HAND = 0  # the level of what a caller gave back


class Shortened(Compression, frozen=True, kw_only=True, dict=True):
    """A compression that can give back what it took."""

    def curve(self, budgets: Sequence[int]) -> tuple[CurvePoint, ...]:
        """The share of facts of each class that the same way of shortening keeps, at each budget in tokens.

        A point of instruct, which would ask a model, is that of extract.
        """
        from .pipeline import compress

        wish: Wish = self.__dict__.get("wish", Wish(task=self.task))
        how = replace(wish, method="extract", kind=None, ratio=None, target_chars=None, force=True)
        raw = raw_of(self.segments)
        return curve(raw, lambda budget: compress(raw, replace(how, target_tokens=budget)).text, budgets)

    def restore(self, index: int, *more: int) -> Shortened:
        """The same with segment `index`, dropped or rewritten, as it stood in the input; with several at once too.

        Text, tokens, losses and trace follow. BadInput where there is no such segment, or it is there already.
        """
        began = perf_counter()
        back = [*self.segments]
        for place in (index, *more):
            before = self._changed(place).before
            back[place] = Segment(op="kept", before=before, after=before)
        segments = merged(Piece(one.before, one.after, one.reason) for one in back)
        text = "".join(segment.after for segment in segments)
        tokens = count_tokens(text)
        row = TraceRow(
            level=BY_HAND,
            name="restored",
            tokens_in=self.tokens_after,
            tokens_out=tokens,
            elapsed_ms=(perf_counter() - began) * 1000,
            pieces=1 + len(more),
        )
        loss = _measured(raw_of(segments), text)
        said = self.loss is not None and self.invented == self.loss.invented  # else it tells what was left out
        done = msgspec.structs.replace(
            self,
            text=text,
            tokens_after=tokens,
            segments=segments,
            trace=(*self.trace, row),
            loss=loss,
            invented=dict(loss.invented) if said else self.invented,
        )
        return _remembering(done, self.__dict__)

    def _changed(self, index: int) -> Segment:
        if not -len(self.segments) <= index < len(self.segments):
            raise BadInput(f"There is no segment {index:,}.", f"There are {len(self.segments):,}, the first is 0.")
        segment = self.segments[index]
        if segment.op == "kept":
            raise BadInput(f"Segment {index:,} is there already.", "Ask for one that was dropped or rewritten.")
        return segment


def shortened(
    work: Work,
    method: Method,
    wish: Wish,
    *,
    refused: str | None = None,
    model: str = "",
    invented: Mapping[str, tuple[str, ...]] | None = None,
) -> Shortened:
    """What a work came to, and what that lost; `invented` is what was left out because the text does not say it."""
    loss = _measured(work.raw, work.text) if work.text != work.raw else LossReport()
    done = Shortened(
        method=method,
        text=work.text,
        tokens_before=work.tokens_before,
        tokens_after=work.tokens,
        segments=merged(work.pieces),
        trace=tuple(work.trace),
        task=wish.task,
        loss=loss,
        invented=dict(loss.invented if invented is None else invented),
        refused=refused,
        notes=tuple(work.notes),
        model=model,
    )
    return _remembering(done, {"wish": wish})


def _measured(raw: str, short: str) -> LossReport:
    """What was lost; the facts of the last texts are remembered, for further tasks and pieces given back."""
    return _yardstick(raw).measure(short if short == raw else expand(short))


_yardstick = of_last_texts(Yardstick)


def raw_of(segments: Sequence[Segment]) -> str:
    """The input of a compression."""
    return "".join(segment.before for segment in segments)


def _remembering(done: Shortened, known: dict[str, Any]) -> Shortened:
    done.__dict__.update(known)
    return done
