"""Random rulesets, packs and lines of play for property tests.

`expressions` covers the whole catalogue: every ruleset that the rules page allows can come out.
"""

from __future__ import annotations

import os

from hypothesis import settings
from hypothesis import strategies as st

from tests import oracle
from tests.rulesets import (
    BOHEMIAN_SCALE,
    BOHEMIAN_TRICKS,
    DEALER,
    HAND,
    SEVEN,
    TIE,
    elfern_counting,
    elfern_tricks,
    join,
)


@st.composite
def expressions(draw: st.DrawFn) -> str:
    """A legal ruleset expression in canonical form."""
    if draw(st.integers(0, 4)) == 4:
        return join(
            "bohemian-schneider",
            draw(st.sampled_from(SEVEN)),
            draw(st.sampled_from(BOHEMIAN_TRICKS)),
            draw(st.sampled_from(BOHEMIAN_SCALE)),
        )
    values, scale = draw(st.sampled_from(elfern_counting()))
    trump, seven, rank, must = draw(st.sampled_from(elfern_tricks()))
    return join(
        "elfern",
        draw(st.sampled_from(HAND)),
        values,
        trump,
        seven,
        rank,
        must,
        scale,
        draw(st.sampled_from(TIE)),
        draw(st.sampled_from(DEALER)),
    )


def packs() -> st.SearchStrategy[list[str]]:
    """The 32 cards in some order, the sorted pack being the simplest."""
    return st.permutations(oracle.PACK)


def choices() -> st.SearchStrategy[list[int]]:
    """32 numbers; number ``i`` picks the card played at ply ``i`` out of the legal ones."""
    return st.lists(st.integers(0, 59), min_size=32, max_size=32)


def plies() -> st.SearchStrategy[int]:
    """How many cards have been played when a deal is looked at."""
    return st.integers(0, 31)


def table(expression: str, pack: list[str]) -> oracle.Table:
    """The oracle's table for a pack dealt under a ruleset."""
    return oracle.deal(oracle.switches(expression), pack)


def line(expression: str, pack: list[str], picks: list[int]) -> list[str]:
    """A whole legal line of play chosen by numbers, as the oracle sees it."""
    deal = table(expression, pack)
    played: list[str] = []
    for pick in picks:
        legal = sorted(deal.legal())
        card = legal[pick % len(legal)]
        deal.play(card)
        played.append(card)
    return played


def examples(count: int) -> settings:
    """Settings of a property test: so many examples, times ``ELFERN_EXAMPLES`` if that is set."""
    return settings(max_examples=count * int(os.environ.get("ELFERN_EXAMPLES", "1")))
