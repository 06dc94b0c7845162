"""Rules in figures: many deals of some rulesets played by computer players, counted.

Deals are numbered, and everything about a deal follows from the study's seed and its number, so
a study gives the same figures on one machine or on many, in one go or resumed. Work is cut into
batches for any executor of `concurrent.futures`.
"""

from __future__ import annotations

from elfern_core.study.figures import Figures, Match, Study
from elfern_core.study.intervals import Interval
from elfern_core.study.plan import Plan, catalogue_rulesets
from elfern_core.study.playing import play_deal, run
from elfern_core.study.rows import COLUMNS, Column, Row

__all__ = [
    "COLUMNS",
    "Column",
    "Figures",
    "Interval",
    "Match",
    "Plan",
    "Row",
    "Study",
    "catalogue_rulesets",
    "play_deal",
    "run",
]
