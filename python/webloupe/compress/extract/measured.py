"""What a choice without a question was measured to keep: `benchmarks/compress_extract.py`, 2026-11, 301 questions.

Means of XQuAD (English, Chinese), CMRC and HotpotQA, at 30 and at 50 % of the tokens.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Kept(NamedTuple):
    """Percent at 30 and at 50 % of the tokens."""

    at_30: int
    at_50: int


ANSWERS: Final = Kept(58, 73)
ANSWERS_WITH_TASK: Final = Kept(98, 99)
NUMBERS: Final = Kept(62, 89)
NEGATED: Final = Kept(35, 69)

WITHOUT_TASK: Final = (
    "Chosen without a question, which loses much of what will be asked: at 30 % and 50 % of the tokens such a choice "
    f"kept {ANSWERS.at_30} % and {ANSWERS.at_50} % of the answers (with the question as task "
    f"{ANSWERS_WITH_TASK.at_30} % and {ANSWERS_WITH_TASK.at_50} %), {NUMBERS.at_30} % and {NUMBERS.at_50} % of the "
    f"numbers, {NEGATED.at_30} % and {NEGATED.at_50} % of the negated sentences, as measured on XQuAD, CMRC and "
    "HotpotQA."
)
