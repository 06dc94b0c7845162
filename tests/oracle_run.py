"""Compare engine and oracle on many random deals: ``python -m tests.oracle_run 1000000``.

A second number starts at another seed; a seed alone reproduces its deal in every run. Work is
spread over the machine's cores. The first difference ends the run with status 1.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.agreement import DisagreementError, agree

BLOCK = 2_000


def block(first: int, count: int) -> Counter[str]:
    """Play some seeds in a row; how often each game, variant and kind of end came up."""
    seen: Counter[str] = Counter()
    for seed in range(first, first + count):
        seen.update(agree(seed))
    return seen


def main(arguments: list[str]) -> int:
    """Run ``N [FIRST]``; print what was compared."""
    try:
        count = int(arguments[0])
        first = int(arguments[1]) if len(arguments) > 1 else 0
    except (IndexError, ValueError):
        print("usage: python -m tests.oracle_run COUNT [FIRST-SEED]", file=sys.stderr)
        return 2
    starts = range(first, first + count, BLOCK)
    sizes = [min(BLOCK, first + count - start) for start in starts]
    seen: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        try:
            for found in pool.map(block, starts, sizes):
                seen += found
        except DisagreementError as difference:
            pool.shutdown(wait=False, cancel_futures=True)
            print(difference)
            return 1
    print(f"{count:,} deals agree (seeds {first} to {first + count - 1})")
    for name, times in sorted(seen.items()):
        print(f"  {name:24}{times:>10,}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
