"""Positions one by one: how they begin, what they refuse, when they end, and the deal itself."""

from __future__ import annotations

import pytest

from elfern_core.cards import card, code
from elfern_core.catalogue import ruleset
from elfern_core.deal import Deal, deal_pack
from elfern_core.errors import IllegalPlay, TextError
from elfern_core.state import State
from elfern_core.tables import compile_rules
from tests import oracle
from tests.engine import product

EVERY = [card(text) for text in oracle.PACK]


def test_a_deal_begins_with_forehand_and_nothing_taken() -> None:
    """Forehand to lead to trick 1, no card on the table, the whole stock."""
    start = product.start("elfern", oracle.PACK)
    assert (start.to_play, start.led, start.points, start.drawn) == (0, -1, (0, 0), 0)
    assert (start.trick_number, start.phase, start.is_over) == (1, 1, False)
    assert len(start.rest) == 20
    led = start.play(card("CA"))
    assert (led.to_play, led.led, led.points) == (1, card("CA"), (0, 0))
    replied = led.play(card("CQ"))
    assert (replied.to_play, replied.led, replied.points) == (0, -1, (2, 0))
    assert len(replied.rest) == 18


@pytest.mark.parametrize(("won", "points"), [((4, 3), (4, 3)), ((0, 0), (0, 0)), (None, (0, 0))])
def test_a_fragment_begins_with_what_was_won(
    won: tuple[int, int] | None, points: tuple[int, int]
) -> None:
    """Card points taken before count on; unknown ones count as none."""
    hands = product.hand(["HA"]), product.hand(["HK"])
    start = State.start(ruleset("elfern").rules, Deal(hands, (), None, 1, won))
    assert (start.points, start.to_play, start.trick_number) == (points, 1, 16)
    after = start.play(card("HK")).play(card("HA"))
    assert after.points == (points[0] + 2, points[1])
    assert after.trick_number == 17


def test_the_deal_is_over_when_both_hands_are_empty() -> None:
    """Not after the last lead, whoever makes it."""
    for leader, lead, reply in (("F", "HA", "HK"), ("D", "HK", "HA")):
        start = product.state("elfern", product.part("HA", "HK", leader=leader))
        assert not start.is_over
        assert not start.play(card(lead)).is_over
        assert start.play(card(lead)).play(card(reply)).is_over


def test_the_mask_of_legal_cards_is_the_list() -> None:
    """On the lead and on a bound reply, of either seat, in either phase."""
    for leader in "FD":
        deal = product.part("HA S7 C8 D9", "HK H8 SA DT", leader=leader)
        start = product.state("elfern+must-win", deal)
        for position in [start, *(start.play(number) for number in start.legal())]:
            assert [number for number in range(32) if position.legal_mask() >> number & 1] == list(
                position.legal()
            )
            assert position.legal()


@pytest.mark.parametrize(
    ("rules", "lead", "played", "reason"),
    [
        ("elfern", "H8", "S7", "must-follow"),
        ("elfern", "H8", "CA", "not-in-hand"),
        ("elfern", "H8", "H8", "not-in-hand"),
        ("elfern", "", "CA", "not-in-hand"),
        ("elfern+must-win", "H8", "H7", "must-win"),
        ("elfern+trump(D)", "SA", "H7", "must-trump"),
    ],
)
def test_an_illegal_card_is_refused_with_its_reason(
    rules: str, lead: str, played: str, reason: str
) -> None:
    """By code, with the cards that may be played."""
    dealer = "HK H7 S7 D7" if reason != "must-trump" else "HK H7 C7 D7"
    trump = "D" if "trump" in rules else None
    position = product.state(rules, product.part("H8 SA C8 D9", dealer, trump=trump), lead)
    with pytest.raises(IllegalPlay) as caught:
        position.play(card(played))
    assert (caught.value.code, caught.value.card) == (reason, played)
    assert list(caught.value.legal) == product.legal(position)
    for text in caught.value.legal:
        position.play(card(text))


@pytest.mark.parametrize("number", [-1, 32, 33, 100, -32])
def test_what_is_no_card_is_refused(number: int) -> None:
    """As an illegal play, never as another error."""
    with pytest.raises(IllegalPlay) as caught:
        product.start("elfern", oracle.PACK).play(number)
    assert caught.value.code == "not-in-hand"


def test_nothing_may_be_played_after_the_end() -> None:
    """Refused as such."""
    over = product.state("elfern", product.part("HA", "HK"), "HA HK")
    with pytest.raises(IllegalPlay) as caught:
        over.play(card("HA"))
    assert (caught.value.code, caught.value.legal) == ("deal-over", ())


@pytest.mark.parametrize(
    "pack",
    [
        EVERY[:31],
        [*EVERY, EVERY[0]],
        [*EVERY[:31], EVERY[0]],
        [],
        EVERY[::-1][1:] + EVERY[::-1][1:2],
    ],
    ids=["31", "33", "twice", "none", "twice below"],
)
def test_only_a_whole_pack_is_dealt(pack: list[int]) -> None:
    """All 32 cards, each once."""
    with pytest.raises(TextError):
        deal_pack(ruleset("elfern").rules, pack)


@pytest.mark.parametrize("text", oracle.PACK)
def test_any_card_may_be_turned_up(text: str) -> None:
    """Its suit is trump and it lies under the stock, for each of the 32 cards."""
    others = [other for other in oracle.PACK if other != text]
    deal = product.dealt("elfern+turn-up-trump", [*others[:12], text, *others[12:]])
    assert deal.trump is not None
    assert oracle.SUITS[deal.trump] == text[0]
    assert product.codes(deal.stock) == [*others[12:], text]


@pytest.mark.parametrize(
    ("rules", "order"), [("elfern", "789TJQKA"), ("elfern+ace-ten", "789JQKTA")]
)
def test_the_height_of_the_ranks(rules: str, order: str) -> None:
    """From 0 for the seven to 7 for the ace, in the ranking in force."""
    strength = ruleset(rules).rules.strength
    # Places are those of the natural order: 0 the seven, 3 the ten, 7 the ace.
    assert [strength("789TJQKA".index(rank)) for rank in order] == list(range(8))


def test_the_cards_that_count() -> None:
    """The five ranks with points, in all suits, under both counts."""
    for rules in ("elfern", "elfern+ace-ten"):
        tables = compile_rules(ruleset(rules).rules)
        counting = [code(number) for number in range(32) if tables.counting >> number & 1]
        assert sorted(counting) == sorted(text for text in oracle.PACK if text[1] in "AKQJT")
        assert tables.counting < 2**32


def test_a_turned_trump_needs_its_suit_and_others_take_none() -> None:
    """Rules are not compiled with a trump that they do not have, or without the one they need."""
    with pytest.raises(ValueError, match="turned trump"):
        compile_rules(ruleset("elfern+turn-up-trump").rules)
    with pytest.raises(ValueError, match="turned trump"):
        compile_rules(ruleset("elfern").rules, 2)
    with pytest.raises(ValueError, match="turned trump"):
        compile_rules(ruleset("elfern+trump(H)").rules, 3)
    assert compile_rules(ruleset("elfern+trump(H)").rules).trump == 2
    assert compile_rules(ruleset("elfern+trump(H)").rules, 2).trump == 2
    assert compile_rules(ruleset("elfern").rules).trump is None


FAULTY = [
    ("elfern", "HA SA", "HK", "", None, "F"),
    ("elfern", "HA", "HA", "", None, "F"),
    ("elfern", "HA", "HK", "SA SK", None, "F"),
    ("elfern", "HA HK HQ HJ HT H9", "SA SK SQ SJ ST S9", "CA", None, "F"),
    ("elfern", "HA HK HQ HJ HT H9", "SA SK SQ SJ ST S9", "CA HA", None, "F"),
    ("elfern", "HA HK HQ HJ HT H9", "SA SK SQ SJ ST S9", "CA CA", None, "F"),
    ("elfern", "HA HK HQ HJ HT H9 H8", "SA SK SQ SJ ST S9 S8", "", None, "F"),
    ("elfern+hand(2)", "HA HK HQ", "SA SK SQ", "", None, "F"),
    ("elfern+hand(2)", "HA", "SA", "CA CK", None, "F"),
    ("elfern", "", "", "", None, "F"),
    ("elfern", "HA", "HK", "", "H", "F"),
    ("elfern+trump(H)", "HA", "HK", "", None, "F"),
    ("elfern+trump(H)", "HA", "HK", "", "D", "F"),
    ("elfern+turn-up-trump", "HA", "HK", "", None, "F"),
    ("elfern+turn-up-trump+hand(1)", "HA", "HK", "SA SK", "H", "F"),
]


@pytest.mark.parametrize(("rules", "forehand", "dealer", "stock", "trump", "leader"), FAULTY)
def test_a_deal_that_does_not_fit_its_rules_is_found(
    rules: str, forehand: str, dealer: str, stock: str, trump: str | None, leader: str
) -> None:
    """Cards twice, hands or stock of a wrong size, a trump that should not or must be."""
    deal = product.part(forehand, dealer, stock, trump, leader)
    assert deal.faults(ruleset(rules).rules)


def test_a_deal_that_fits_has_no_faults() -> None:
    """Whole deals and closed endgames of each size, with either leader."""
    for size in range(1, 7):
        rest = oracle.PACK[2 * size :]
        hands = " ".join(oracle.PACK[:size]), " ".join(oracle.PACK[size : 2 * size])
        expression = "elfern" if size == 6 else f"elfern+hand({size})"
        rules = ruleset(expression).rules
        for leader in "FD":
            assert product.part(*hands, leader=leader).faults(rules) == []
            assert product.part(*hands, " ".join(rest), leader=leader).faults(rules) == []
