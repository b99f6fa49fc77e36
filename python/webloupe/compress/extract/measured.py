"""What a choice without a question was measured to keep (`benchmarks/compress_extract.py`)."""

from __future__ import annotations

from typing import Final

WITHOUT_TASK: Final = "Chosen without a question: such a choice loses much of what may be asked. Give a task."
