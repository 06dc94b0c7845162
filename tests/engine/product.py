"""The engine under test, spoken to in two-letter texts: the one place where tests adapt to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.cards import SUITS, card, code, mask
from elfern_core.catalogue import ruleset
from elfern_core.deal import SEATS, Deal, deal_pack
from elfern_core.game import Game
from elfern_core.scoring import outcome
from elfern_core.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from elfern_core.scoring import Outcome


def codes(cards: Iterable[int]) -> list[str]:
    """Cards as texts."""
    return [code(number) for number in cards]


def seat(number: int) -> str:
    """``F`` or ``D``."""
    return SEATS[number]


def hand(cards: Iterable[str]) -> int:
    """A hand as the engine holds it."""
    return mask(card(text) for text in cards)


def dealt(expression: str, pack: Sequence[str]) -> Deal:
    """A pack dealt, top card first."""
    return deal_pack(ruleset(expression).rules, [card(text) for text in pack])


def start(expression: str, pack: Sequence[str]) -> State:
    """The first position of a whole deal."""
    return State.start(ruleset(expression).rules, dealt(expression, pack))


def part(
    forehand: str,
    dealer: str,
    stock: str = "",
    trump: str | None = None,
    leader: str = "F",
) -> Deal:
    """A deal that begins in the middle, out of cards separated by blanks."""
    return Deal(
        hands=(hand(forehand.split()), hand(dealer.split())),
        stock=tuple(card(text) for text in stock.split()),
        trump=None if trump is None else SUITS.index(trump),
        leader=SEATS.index(leader),
        won=(0, 0),
    )


def state(expression: str, deal: Deal, plays: str = "") -> State:
    """The position after the cards of ``plays``."""
    return game(expression, deal, plays).state


def game(expression: str, deal: Deal, plays: str = "", held: int = 0) -> Game:
    """The game after the cards of ``plays``."""
    return Game.of(ruleset(expression), deal, [card(text) for text in plays.split()], held)


def legal(position: State) -> list[str]:
    """The cards that may be played, in the engine's order."""
    return codes(position.legal())


def scored(expression: str, points: tuple[int, int], held: int = 0) -> Outcome:
    """The outcome of a finished deal."""
    return outcome(ruleset(expression).rules, points, held)
