"""For each switch a hand-made position where forgetting it changes the answer: ``bites.txt``.

Each case is asked twice: under the ruleset, and under a ruleset that lacks the switch. Both
answers are written down and differ, so a switch that is not read fails here. Random deals often
pass with a rule forgotten; these do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from elfern_core.catalogue import VARIANTS, ruleset
from elfern_core.scoring import next_dealer
from tests import oracle
from tests.engine import product

if TYPE_CHECKING:
    from elfern_core.state import State

FILE = Path(__file__).with_name("bites.txt")


@dataclass(frozen=True)
class Bite:
    """A line of the file."""

    question: str
    switch: str
    rules: str
    without: str
    case: str
    answer: str
    other: str

    def __str__(self) -> str:
        """Name the case in a test report."""
        return f"{self.question}: {self.switch}: {self.rules}: {self.case or self.answer}"


def read() -> list[Bite]:
    """All lines of the file."""
    bites: list[Bite] = []
    question = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            question = line.strip("[]")
        elif line and not line.startswith("#"):
            bites.append(Bite(question, *(field.strip() for field in line.split("|"))))
    return bites


BITES = read()


def position(case: str, rules: str) -> State:
    """The position of a case that names cards."""
    case, _, turned = case.partition("@")
    cards, _, turned_plays = case.partition(":")
    suit, _, plays = turned.partition(":")
    plays = plays or turned_plays
    forehand, dealer, *stock = cards.split("/") if "/" in cards else cards.split()
    if not plays.strip():
        plays = cards
    trump = oracle.switches(rules).trump
    known = {"none": None, "turned up": suit.strip() or None}.get(trump, trump)
    deal = product.part(forehand, dealer, "".join(stock), known)
    assert deal.faults(ruleset(rules).rules) == []
    return product.state(rules, deal, plays)


def ask(bite: Bite, rules: str) -> str:
    """The engine's answer under a ruleset, in the words of the file."""
    match bite.question:
        case "legal":
            return " ".join(sorted(product.legal(position(bite.case, rules))))
        case "winner":
            return product.seat(position(bite.case, rules).to_play)
        case "points":
            return "{}-{}".format(*position(bite.case, rules).points)
        case "score" | "dealer":
            return ask_score(bite, rules)
        case "hands":
            deal = product.dealt(rules, oracle.PACK)
            return " / ".join(
                " ".join(text for text in oracle.PACK if product.hand([text]) & held)
                for held in deal.hands
            )
        case "stock":
            deal = product.dealt(rules, oracle.PACK)
            trump = "-" if deal.trump is None else oracle.SUITS[deal.trump]
            shown = (deal.stock[0], deal.stock[1], deal.stock[-1])
            return " ".join([*product.codes(shown), trump])
    raise ValueError(bite.question)


def ask_score(bite: Bite, rules: str) -> str:
    """Game points or next dealer after totals like ``12-8 2 ties``."""
    totals, *ties = bite.case.split()
    held = 0
    for _ in range(int(ties[0]) if ties else 0):
        held = product.scored(rules, (10, 10), held).held_after
    forehand, dealer = totals.split("-")
    result = product.scored(rules, (int(forehand), int(dealer)), held)
    if bite.question == "dealer":
        following = next_dealer(ruleset(rules).rules, result)
        return "draw" if following is None else product.seat(following)
    return "{}-{}".format(*result.game_points)


def in_order(bite: Bite, answer: str) -> str:
    """An expected answer with its cards in the order that `ask` gives them."""
    return " ".join(sorted(answer.split())) if bite.question == "legal" else answer


@pytest.mark.parametrize("bite", BITES, ids=str)
def test_the_switch_bites(bite: Bite) -> None:
    """The answer under the ruleset."""
    assert ask(bite, bite.rules) == in_order(bite, bite.answer)


@pytest.mark.parametrize("bite", BITES, ids=str)
def test_without_the_switch_the_answer_is_the_other(bite: Bite) -> None:
    """The answer under the ruleset that lacks the switch: told apart by this position."""
    assert ask(bite, bite.without) == in_order(bite, bite.other)
    assert in_order(bite, bite.answer) != in_order(bite, bite.other)


def test_every_variant_bites() -> None:
    """No variant of the catalogue is without its case, in each game that has it."""
    biting = {(bite.rules.split("+")[0], bite.switch) for bite in BITES}
    assert {(game, name) for name, entry in VARIANTS.items() for game in entry.games} <= biting


def test_variants_of_play_bite_in_play() -> None:
    """Whatever changes legal plays or winners has a case of that kind."""
    seen = {bite.switch for bite in BITES if bite.question in ("legal", "winner")}
    assert seen >= {
        "ace-ten",
        "trump",
        "turn-up-trump",
        "seven-beats-ace",
        "seven-takes-led-ace",
        "next-rank-any-suit",
        "highest-wins",
        "must-win",
        "must-win-throughout",
    }


def test_the_leader_is_free_in_both_phases() -> None:
    """Duties lie on the reply: under every ruleset the leader may play any card."""
    for rules in (
        "elfern+trump(H)+must-win-throughout",
        "elfern+must-win",
        "bohemian-schneider+highest-wins",
    ):
        for stock in ("", "CQ CJ"):
            trump = "H" if "trump" in rules else None
            hands = ("SA S7 HA H7 C9 D9", "SK ST HK HT C8 D8")
            start = product.state(rules, product.part(*hands, stock, trump))
            assert len(product.legal(start)) == 6


def test_the_turned_card_is_drawn_last_by_the_loser_of_the_last_free_trick() -> None:
    """Trick ten of a turned-up trump: its winner takes the card above, the loser the trump."""
    deal = product.part(
        "HA H8 H7 S8 C8 DA", "HK H9 S7 SK C7 DQ", stock="C9 D9", trump="D", leader="D"
    )
    after = product.state("elfern+turn-up-trump", deal, "HK HA")
    assert product.seat(after.to_play) == "F"
    assert after.phase == 2
    forehand, dealer = after.hands
    assert forehand & product.hand(["C9"])
    assert dealer & product.hand(["D9"])


def test_the_winner_draws_first_and_leads() -> None:
    """The upper card of the stock goes to whoever took the trick, leader or not."""
    deal = product.part("HA H8 H7 S8 C8 DA", "HK H9 S7 SK C7 DQ", stock="C9 D9 CA DT")
    for plays, winner in (("HA HK", 0), ("H8 HK", 1)):
        after = product.state("elfern", deal, plays)
        assert after.to_play == winner
        assert after.hands[winner] & product.hand(["C9"])
        assert after.hands[1 - winner] & product.hand(["D9"])
        assert product.codes(after.rest) == ["CA", "DT"]
        assert after.phase == 1
