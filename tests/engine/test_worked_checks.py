"""Every row of the table of worked checks that closes the rules page."""

from __future__ import annotations

import pytest

from elfern_core.cards import card
from elfern_core.catalogue import ruleset
from elfern_core.scoring import banners
from tests import oracle
from tests.engine import product


def winner(expression: str, lead: str, reply: str, *, last: bool) -> str:
    """Who takes a trick: ``leader`` or ``reply``; the first of a deal, or the last one."""
    if last:
        trump = oracle.switches(expression).trump
        deal = product.part(lead, reply, trump=trump if trump in oracle.SUITS else None)
    else:
        rest = [text for text in oracle.PACK if text not in (lead, reply)]
        packets = oracle.switches(expression).packets
        hands = {"F": [lead, *rest[:5]], "D": [reply, *rest[5:10]]}
        pack = [hands[seat].pop(0) for size in packets for seat in "FD" for _ in range(size)]
        deal = product.dealt(expression, pack + rest[10:])
    start = product.state(expression, deal)
    assert start.phase == (2 if last else 1)
    after = start.play(card(lead)).play(card(reply))
    return "leader" if product.seat(after.to_play) == "F" else "reply"


WINNERS = [
    ("elfern", "HK SA", "leader"),
    ("elfern", "H8 H9", "reply"),
    ("elfern+trump(D)", "HA D7", "reply"),
    ("elfern+seven-beats-ace", "HA H7", "reply"),
    ("elfern+seven-beats-ace", "H7 HA", "leader"),
    ("elfern+seven-beats-ace", "HA S7", "leader"),
    ("bohemian-schneider+seven-beats-ace", "HA H7", "reply"),
    ("bohemian-schneider+seven-beats-ace", "H7 HA", "leader"),
    ("bohemian-schneider+seven-beats-ace", "HA S7", "leader"),
    ("elfern+seven-takes-led-ace", "HA H7", "reply"),
    ("elfern+seven-takes-led-ace", "H7 HA", "reply"),
    ("bohemian-schneider", "SQ SK", "reply"),
    ("bohemian-schneider", "SQ SA", "leader"),
    ("bohemian-schneider", "ST SJ", "reply"),
    ("bohemian-schneider", "SQ HK", "leader"),
    ("elfern+next-rank-any-suit", "SQ HK", "reply"),
    ("elfern+next-rank-any-suit", "SQ SA", "leader"),
    ("elfern+next-rank-any-suit", "S9 CT", "reply"),
    ("bohemian-schneider+next-rank-any-suit", "SQ HK", "reply"),
    ("bohemian-schneider+next-rank-any-suit", "SQ SA", "leader"),
    ("bohemian-schneider+next-rank-any-suit", "S9 CT", "reply"),
    ("elfern+ace-ten+next-rank-any-suit", "S9 SJ", "reply"),
    ("elfern+ace-ten+next-rank-any-suit", "SK HT", "reply"),
    ("elfern+ace-ten+next-rank-any-suit", "ST HA", "reply"),
]


@pytest.mark.parametrize("last", [False, True], ids=["first-trick", "last-trick"])
@pytest.mark.parametrize(("expression", "trick", "expected"), WINNERS)
def test_who_wins_a_trick(expression: str, trick: str, expected: str, last: bool) -> None:  # noqa: FBT001
    """The rows that name a lead and a reply, in both phases."""
    lead, reply = trick.split()
    assert winner(expression, lead, reply, last=last) == expected


LEGAL = [
    # ruleset, forehand, dealer, stock, the card led, what the dealer may play
    ("elfern", "H8 C7 D7", "H9 H7 SA", "", "H8", "H9 H7"),
    ("elfern+must-win", "H8 C7 D7 C8", "HQ H9 H7 SA", "", "H8", "HQ H9"),
    (
        "elfern+must-win",
        "H8 C7 D7 C8 C9 CT",
        "HQ H9 H7 S9 S8 S7",
        "SK ST",
        "H8",
        "HQ H9 H7 S9 S8 S7",
    ),
    ("elfern+must-win-throughout", "H8 C7 D7 C8 C9 CT", "HQ S7 S8 S9 DA DK", "SK ST", "H8", "HQ"),
    ("elfern+must-win-throughout+hand(2)", "H8 C7", "HQ S7", "SK ST", "H8", "HQ"),
    ("elfern+trump(D)", "HA C7", "D7 CA", "", "HA", "D7"),
]


@pytest.mark.parametrize(("expression", "forehand", "dealer", "stock", "lead", "expected"), LEGAL)
def test_what_may_be_replied(
    expression: str, forehand: str, dealer: str, stock: str, lead: str, expected: str
) -> None:
    """The rows that name a hand."""
    trump = oracle.switches(expression).trump
    deal = product.part(forehand, dealer, stock, trump if trump in oracle.SUITS else None)
    assert deal.faults(ruleset(expression).rules) == []
    position = product.state(expression, deal, lead)
    assert sorted(product.legal(position)) == sorted(expected.split())


def test_the_winning_nine_wins() -> None:
    """Of the two hearts that may be played, the nine takes the eight; the seven does not."""
    deal = product.part("H8 C7 D7", "H9 H7 SA")
    assert product.seat(product.state("elfern", deal, "H8 H9").to_play) == "D"
    assert product.seat(product.state("elfern", deal, "H8 H7").to_play) == "F"


def ties_then(expression: str, ties: int, points: tuple[int, int]) -> tuple[int, int]:
    """Game points of a deal decided after some 10–10 deals running."""
    held = 0
    for _ in range(ties):
        tied = product.scored(expression, (10, 10), held)
        assert tied.game_points == (0, 0)
        assert tied.winner is None
        held = tied.held_after
    return product.scored(expression, points, held).game_points


@pytest.mark.parametrize(
    ("expression", "ties", "won", "expected"),
    [
        ("elfern", 1, 16, 3),
        ("elfern+tie-doubles", 1, 16, 4),
        ("elfern", 2, 12, 1),
        ("elfern+tie-hold", 2, 12, 2),
        ("elfern+tie-accumulate", 2, 12, 3),
        ("elfern+tie-doubles", 2, 12, 2),
        ("elfern+tie-void", 2, 12, 1),
    ],
)
def test_what_a_tie_carries(expression: str, ties: int, won: int, expected: int) -> None:
    """The rows on ties, for either seat as the winner."""
    assert ties_then(expression, ties, (won, 20 - won)) == (expected, 0)
    assert ties_then(expression, ties, (20 - won, won)) == (0, expected)


@pytest.mark.parametrize(
    ("points", "whole", "lines"), [(0, 0, 0), (3, 0, 3), (4, 1, 0), (11, 2, 3)]
)
def test_banners(points: int, whole: int, lines: int) -> None:
    """The row on the slate."""
    assert banners(points) == (whole, lines)
