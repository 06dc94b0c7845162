"""Exact values with all cards known, under every ruleset.

`solve` answers for one position, `Solver` for the positions of a deal one after the other. Both
players are taken to see all cards, the order of the stock included: a value is what the cards
allow, not what a player could have known.
"""

from __future__ import annotations

from elfern_core.solver.result import Limits, Result
from elfern_core.solver.solver import Solver, solve

__all__ = ["Limits", "Result", "Solver", "solve"]
