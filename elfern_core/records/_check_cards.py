"""Check the cards of a record before any is played: hands, stock, trump, fragment, lot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.cards import CODES, SUITS, mask
from elfern_core.deal import DEALER, FOREHAND, SEATS, Deal
from elfern_core.records._judge import code_of, codes_of, letter_of, pair_text
from elfern_core.records._values import EXPECTED
from elfern_core.rules import PACK_SIZE, NextDealer, Trump
from elfern_core.scoring import dealer_by_lot

if TYPE_CHECKING:
    from elfern_core.catalogue import Ruleset
    from elfern_core.records._building import Place
    from elfern_core.records._judge import Judge

_NEEDED = frozenset({"Hands", "Stock", "Trump", "Fragment", "Leader"})
"""Tags without which there is no position to play from."""


def cards_once(judge: Judge) -> bool:
    """Say whether all cards listed are cards, each listed once; note the faults."""
    record = judge.record
    hands = (*record.hands[0], *record.hands[1])
    seen: set[int] = set()
    right = True
    for name, cards in (("Hands", hands), ("Stock", record.stock)):
        for index, card in enumerate(cards):
            if not 0 <= card < PACK_SIZE:
                message = f"{card} is not the number of a card"
                judge.fault("bad-card", message, ("tag", name), found=str(card), section="pack")
                right = False
            elif card in seen:
                places: tuple[Place, ...] = (
                    ("tag", name, card, index),
                    # In the second hand the places count from its own first card.
                    ("tag", name, card, index - len(record.hands[0])),
                    ("tag", name),
                )
                message = f"the card {CODES[card]} stands twice"
                judge.fault("card-twice", message, *places, found=CODES[card], section="pack")
                right = False
            seen.add(card)
    return right


def deal_of(judge: Judge, rules: Ruleset) -> Deal | None:
    """Give the deal that the record starts from; `None`, and faults, if there is none."""
    record = judge.record
    before = len(judge.findings)
    _fragment_tags(judge)
    for name, letters, value in (
        ("Leader", SEATS, record.leader),
        ("Trump", SUITS, record.trump),
    ):
        if value is not None and not 0 <= value < len(letters):
            expected = EXPECTED[name]
            message = f"{name} is not {expected}"
            judge.fault("bad-value", message, ("tag", name), found=str(value), expected=expected)
    if judge.parsed.faulty & _NEEDED or len(judge.findings) > before:
        return None
    trump = record.trump
    if trump is None and rules.rules.trump is Trump.FIXED:
        trump = rules.rules.trump_suit
    elif trump is None and rules.rules.trump is Trump.TURNED and record.stock:
        trump = record.stock[-1] // 8
    leader = record.leader
    if leader is None and record.tricks and record.fragment is not None:
        leader = record.tricks[0].leader
    deal = Deal(
        (mask(record.hands[0]), mask(record.hands[1])),
        record.stock,
        trump,
        FOREHAND if leader is None else leader,
        record.won if record.fragment is not None else (0, 0),
    )
    _deal_faults(judge, rules, deal)
    return None if len(judge.findings) > before else deal


def _fragment_tags(judge: Judge) -> None:
    record = judge.record
    if "Fragment" in judge.parsed.faulty:
        return
    if record.fragment is None:
        for name, value in (("Leader", record.leader), ("Won", record.won)):
            if value is not None:
                message = f"{name} stands only in a fragment; the tag Fragment is missing"
                judge.fault("not-a-fragment", message, ("tag", name), expected="Fragment")
    elif (
        record.leader is None
        and "Leader" not in judge.parsed.faulty
        and not (record.tricks and record.tricks[0].leader is not None)
    ):
        message = "the tag Leader is missing: who leads to the first trick of a fragment, F or D"
        judge.fault("missing-tag", message, ("tag", "Fragment"), expected="Leader")


def _deal_faults(judge: Judge, rules: Ruleset, deal: Deal) -> None:
    record = judge.record
    size, stock = rules.rules.hand_size, rules.rules.stock_size
    sizes = f"{len(record.hands[0])} and {len(record.hands[1])} cards"
    hand = f"{size}" if deal.stock or record.fragment is None else f"1 to {size}"
    trump = letter_of(SUITS, record.trump)
    about = {
        "hands": ("Hands", "bad-hand-size", "deal", sizes, f"{hand} cards each"),
        "stock": (
            "Stock",
            "bad-stock-size",
            "deal",
            f"{len(deal.stock)} cards",
            f"an even number up to {stock}" if record.fragment else f"{stock} cards",
        ),
        "trump": ("Trump", "bad-trump", rules.decided_by("trump")[1], trump, _trump(rules, deal)),
        "won": ("Won", "bad-won", rules.decided_by("values")[1], pair_text(deal.won), ""),
    }
    faults = deal.faults(rules.rules)
    for _, part, message in faults:
        name, code, section, found, expected = about[part]
        places: tuple[Place, ...] = (("tag", name), ("tag", "Hands"))
        judge.fault(code, message, *places, found=found, expected=expected, section=section)
    if faults:
        return
    in_play = deal.hands[0] | deal.hands[1] | mask(deal.stock)
    gone = tuple(card for card in range(PACK_SIZE) if not in_play >> card & 1)
    if record.fragment is None:
        if gone:
            message = f"a whole deal has {PACK_SIZE} cards, missing here: {codes_of(gone)}"
            places = (("tag", "Stock"), ("tag", "Hands"))
            listed = f"{PACK_SIZE - len(gone)} cards"
            expected = f"{PACK_SIZE} cards"
            judge.fault(
                "card-missing", message, *places, found=listed, expected=expected, section="pack"
            )
    elif deal.first_trick != record.fragment:
        found, expected = str(record.fragment), str(deal.first_trick)
        message = (
            f"with these hands and this stock the fragment begins at trick {expected}, not {found}"
        )
        judge.fault("bad-fragment", message, ("tag", "Fragment"), found=found, expected=expected)
    elif deal.won is not None:
        points = sum(rules.rules.values[card % 8] for card in gone)
        if sum(deal.won) != points:
            message = (
                f"the cards out of play count {points} card points together, not {sum(deal.won)}"
            )
            section = rules.decided_by("values")[1]
            judge.fault(
                "bad-won",
                message,
                ("tag", "Won"),
                found=pair_text(deal.won),
                expected=f"two numbers that make {points}",
                section=section,
            )


def _trump(rules: Ruleset, deal: Deal) -> str:
    """Say what the trump should be."""
    if rules.rules.trump is Trump.NONE:
        return "none"
    if rules.rules.trump_suit is not None:
        return SUITS[rules.rules.trump_suit]
    return SUITS[deal.stock[-1] // 8] if deal.stock else "a suit"


def judge_lot(judge: Judge, rules: Ruleset) -> None:
    """Check that the lot fell on the dealer.

    The lot before a session (or a lone deal) follows the rule for the first dealer; in a later
    round a lot is drawn only after a tie.
    """
    lot = judge.record.lot
    if lot is None:
        return
    later = (judge.record.round or 1) > 1
    section = "next-dealer" if later else "first-dealer"
    what = rules.rules.tie_dealer if later else rules.rules.first_dealer
    message = _lot_fault(lot, rules, later=later)
    if message:
        found = f"F: {codes_of(lot[0])} / D: {codes_of(lot[1])}"
        expected = f"the dealer's last card the {what.value}"
        judge.fault(
            "bad-lot", message, ("tag", "Lot"), found=found, expected=expected, section=section
        )


def _lot_fault(lot: tuple[tuple[int, ...], tuple[int, ...]], rules: Ruleset, *, later: bool) -> str:
    if later and rules.rules.next_dealer is NextDealer.ALTERNATE:
        return "no lot is drawn after the first round: under this ruleset the deal alternates"
    forehand, dealer = lot
    if len(forehand) != len(dealer) or not forehand:
        return "each player draws as many cards by lot as the other, at least one"
    draws = list(zip(forehand, dealer, strict=True))
    for index, pair in enumerate(draws, 1):
        if pair[0] == pair[1]:
            return f"both players cannot draw the {code_of(pair[0])}"
        who = dealer_by_lot(rules.rules, pair, after_tie=later)
        if who is None and index == len(draws):
            return "equal ranks draw again, so the last two cards of a lot are of different ranks"
        if who is not None and index < len(draws):
            return f"draw {index} decides the lot, so no card is drawn after it"
        if who is not None and who != DEALER:
            lot_rule = rules.rules.tie_dealer if later else rules.rules.first_dealer
            return f"the {lot_rule.value} card makes its drawer the dealer, and it is forehand's"
    return ""
