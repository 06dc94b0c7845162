"""The solver: nodes, time and memory. `python -m tests.bench.bench_solver [DEALS | whole]`.

Times are CPU milliseconds of this machine; nodes are the same everywhere. Whole deals are the
packs of seeds 1 to 20 (or as many as told), each solved from the first lead in a process of its
own, so that its memory can be told; the others are reached by the beginner's tactics.
"""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from elfern_core.solver import solve
from tests.perft import RULESETS
from tests.solver.nodes import sensible

if TYPE_CHECKING:
    from elfern_core.state import State


class Cost(NamedTuple):
    """What one answer took."""

    milliseconds: float
    nodes: int
    entries: int
    megabytes: float


def cost(state: State, *, each: bool) -> Cost:
    """Solve a position with a fresh table."""
    start = time.process_time()
    result = solve(state, each=each, line=False)
    spent = (time.process_time() - start) * 1e3
    assert result.complete
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Cost(spent, result.nodes, result.entries, peak)


def whole_deal(seed: int) -> Cost:
    """Solve a whole deal of Elfern."""
    return cost(sensible("elfern", seed, 10), each=False)


def say(what: str, costs: list[Cost]) -> None:
    """Print median and worst of each column."""
    columns = []
    for name, numbers in zip(Cost._fields, zip(*costs, strict=True), strict=True):
        columns.append(f"{name} {statistics.median(numbers):,.1f} / {max(numbers):,.1f}")
    print(f"{what:<52} {' · '.join(columns)}")


def whole_deals(count: int) -> list[Cost]:
    """Solve so many whole deals, each in a process of its own."""
    with ProcessPoolExecutor(1, max_tasks_per_child=1) as pool:
        return list(pool.map(whole_deal, range(1, count + 1)))


def main() -> None:
    """Print all figures, median / worst."""
    if sys.argv[1:] == ["whole"]:
        costs = whole_deals(20)
        seconds = [cost.milliseconds / 1e3 for cost in costs]
        told = {
            "deals": len(costs),
            "median": statistics.median(seconds),
            "worst": max(seconds),
            "megabytes": max(cost.megabytes for cost in costs),
            "nodes": statistics.median(cost.nodes for cost in costs),
        }
        print(json.dumps(told))
        return
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for expression in RULESETS:
        for each in (False, True):
            costs = [cost(sensible(expression, seed, 0), each=each) for seed in range(1, 41)]
            say(f"second phase{', each card' if each else ''}: {expression}", costs)
    for draws, count in ((1, 40), (2, 40), (4, 20), (6, 10)):
        costs = [cost(sensible("elfern", seed, draws), each=False) for seed in range(1, count + 1)]
        say(f"{draws} draws before the second phase: elfern", costs)
    say("whole deal: elfern", whole_deals(deals))


if __name__ == "__main__":
    main()
