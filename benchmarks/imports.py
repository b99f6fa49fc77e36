"""What loading costs: `import webloupe` over the bare interpreter, and `%load_ext webloupe` in a shell.

    python benchmarks/imports.py

Prints the median of 9 fresh processes each, in milliseconds, beside the budget.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

RUNS = 9
LOAD_EXT = """
import time
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
started = time.perf_counter()
shell.run_line_magic("load_ext", "webloupe")
print(1000 * (time.perf_counter() - started))
"""


def process_ms(code: str) -> float:
    """Milliseconds that a fresh interpreter takes to run `code` and end."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return 1000 * (time.perf_counter() - started)


def told_ms(code: str) -> float:
    """The milliseconds that `code` prints."""
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


def main() -> None:
    process_ms("import webloupe")  # warms the disk cache and the byte code
    # In pairs, so that a slow moment of the machine falls on both sides.
    pairs = [(process_ms("import webloupe"), process_ms("pass")) for _ in range(RUNS)]
    over = statistics.median(ours - bare for ours, bare in pairs)
    load = statistics.median(told_ms(LOAD_EXT) for _ in range(RUNS))
    print(f"import webloupe over the bare interpreter: {over:6.1f} ms (budget 60)")
    print(f"%load_ext webloupe:                        {load:6.1f} ms (budget 300)")


if __name__ == "__main__":
    main()
