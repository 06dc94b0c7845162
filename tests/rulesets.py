"""Every ruleset of the catalogue as the rules page combines it, and random ones."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from tests import oracle

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

HAND = ["", "hand(1)", "hand(2)", "hand(3)", "hand(4)", "hand(5)"]
VALUES = ["", "ace-ten"]
TRUMP = ["", "trump(C)", "trump(S)", "trump(H)", "trump(D)", "turn-up-trump"]
SEVEN = ["", "seven-beats-ace", "seven-takes-led-ace"]
ANY_SUIT = ["", "next-rank-any-suit"]
MUST_WIN = ["", "must-win", "must-win-throughout"]
SCALE = ["", "double-at-16", "altenburg"]
TIE = ["", "tie-hold", "tie-accumulate", "tie-doubles", "tie-void"]
DEALER = ["", "loser-deals", "alternate-deal"]
BOHEMIAN_TRICKS = ["", "next-rank-any-suit", "highest-wins"]
BOHEMIAN_SCALE = ["", "double-at-16"]

BASES = ["elfern", "bohemian-schneider"]
SINGLES = [
    f"{game}+{part}"
    for game, choices in (
        (
            "elfern",
            [*HAND, *VALUES, *TRUMP, *SEVEN, *ANY_SUIT, *MUST_WIN, *SCALE, *TIE, *DEALER],
        ),
        ("bohemian-schneider", [*SEVEN, *BOHEMIAN_TRICKS, *BOHEMIAN_SCALE]),
    )
    for part in choices
    if part
]
"""Each game with each of its variants alone."""


def join(game: str, *parts: str) -> str:
    """An expression out of a game and variants, empty ones left out."""
    return "+".join([game, *(part for part in parts if part)])


def elfern_tricks() -> list[tuple[str, str, str, str]]:
    """Trump, seven, next rank and must-win as they go together, in the catalogue's order."""
    free = [(trump, seven, "", must) for trump in TRUMP for seven in SEVEN for must in MUST_WIN]
    return free + [("", seven, "next-rank-any-suit", "") for seven in SEVEN]


def elfern_counting() -> list[tuple[str, str]]:
    """Card values and scale as they go together."""
    return [("", scale) for scale in SCALE] + [("ace-ten", "")]


def all_expressions() -> Iterator[str]:
    """Every ruleset of the catalogue, in canonical form."""
    for hand, (values, scale), (trump, seven, rank, must), tie, dealer in product(
        HAND, elfern_counting(), elfern_tricks(), TIE, DEALER
    ):
        yield join("elfern", hand, values, trump, seven, rank, must, scale, tie, dealer)
    for seven, tricks, scale in product(SEVEN, BOHEMIAN_TRICKS, BOHEMIAN_SCALE):
        yield join("bohemian-schneider", seven, tricks, scale)


def random_expression(rng: random.Random) -> str:
    """A legal ruleset; one in six is of Bohemian Schneider, one in ten of the rest plain."""
    if rng.randrange(6) == 0:
        return join(
            "bohemian-schneider",
            rng.choice(SEVEN),
            rng.choice(BOHEMIAN_TRICKS),
            rng.choice(BOHEMIAN_SCALE),
        )
    if rng.randrange(10) == 0:
        return rng.choice([single for single in SINGLES if single.startswith("elfern")])
    values, scale = rng.choice(elfern_counting())
    trump, seven, rank, must = rng.choice(elfern_tricks())
    hand = rng.choice(HAND) if rng.randrange(2) else ""
    return join(
        "elfern",
        hand,
        values,
        trump,
        seven,
        rank,
        must,
        scale,
        rng.choice(TIE),
        rng.choice(DEALER),
    )


def random_pack(rng: random.Random) -> list[str]:
    """The 32 cards in some order."""
    pack = list(oracle.PACK)
    rng.shuffle(pack)
    return pack
