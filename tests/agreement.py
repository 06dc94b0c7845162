"""One random deal played by engine and oracle side by side."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from elfern_core.cards import card, code
from elfern_core.catalogue import ruleset
from elfern_core.deal import SEATS, deal_pack
from elfern_core.scoring import banners, next_dealer, outcome
from elfern_core.state import State
from tests import oracle, rulesets

if TYPE_CHECKING:
    from collections.abc import Callable

    from elfern_core.rules import Rules

    type Compare = Callable[[str, object, object], None]

NUMBER = {text: card(text) for text in oracle.PACK}


class DisagreementError(AssertionError):
    """Where engine and oracle part: the ruleset, the pack, the cards played, both answers."""


def pick(rng: random.Random, manner: str, table: oracle.Table, legal: list[str]) -> str:
    """Choose a card: at random, or with a bent that reaches lopsided and tied results.

    ``forehand`` lets one seat take what it can and the other give way; ``even`` lets the seat
    behind do so. Both play at random one time in eight.
    """
    if manner == "random" or rng.randrange(8) == 0:
        return rng.choice(legal)
    seat = table.to_play()
    points = table.points
    eager = seat == "F" if manner == "forehand" else points[seat] <= points[oracle.other(seat)]
    rules = table.rules
    if table.lead is None:
        worth = [(rules.ranking.index(text[1]), text) for text in legal]
        return min(worth)[1] if eager else max(worth)[1]
    winning = [text for text in legal if oracle.reply_wins(rules, table.lead, text, table.trump)]
    losing = [text for text in legal if text not in winning]
    wanted = winning if eager else losing
    return rng.choice(wanted or legal)


def agree(seed: int) -> list[str]:
    """Play the deal of this seed under a random ruleset.

    Compared at every card: whose turn it is, trick, phase, legal cards, hands, stock, points;
    at the end: outcome for every held value, next dealer, banners.

    Returns:
        Game and variants of the ruleset, and how the deal ended: ``tie``, ``all`` points to one
        side, or ``won``.

    Raises:
        DisagreementError: at the first difference.
    """
    rng = random.Random(seed)
    expression = rulesets.random_expression(rng)
    pack = rulesets.random_pack(rng)
    manner = rng.choice(["random", "random", "forehand", "even"])
    rules = ruleset(expression).rules
    table = oracle.deal(oracle.switches(expression), pack)
    state = State.start(rules, deal_pack(rules, [NUMBER[text] for text in pack]))
    played: list[str] = []

    def compare(what: str, engine: object, expected: object) -> None:
        if engine != expected:
            raise DisagreementError(
                f"{what}: engine {engine}, oracle {expected}\n  rules {expression}\n"
                f"  pack {' '.join(pack)}\n  played {' '.join(played)}"
            )

    while not table.over():
        legal = sorted(NUMBER[text] for text in table.legal())
        compare("legal cards", list(state.legal()), legal)
        compare("over", (state.is_over,), (False,))
        compare(
            "turn, trick, phase",
            (SEATS[state.to_play], state.trick_number, state.phase),
            (table.to_play(), table.trick, table.phase()),
        )
        compare("points", state.points, (table.points["F"], table.points["D"]))
        card_text = pick(rng, manner, table, [code(number) for number in legal])
        played.append(card_text)
        state = state.play(NUMBER[card_text])
        table.play(card_text)
        if table.lead is None:
            for seat, hand in zip("FD", state.hands, strict=True):
                expected = sum(1 << NUMBER[text] for text in table.hands[seat])
                compare("hand", hand, expected)
            compare("stock", [code(number) for number in state.rest], table.stock)
    compare("over", (state.is_over, state.legal()), (True, ()))
    compare("points", state.points, (table.points["F"], table.points["D"]))
    compare_results(compare, table, rules, state)
    least = min(table.points.values())
    tied = table.points["F"] == table.points["D"]
    return [*expression.split("+"), "tie" if tied else "all" if least == 0 else "won"]


def compare_results(compare: Compare, table: oracle.Table, rules: Rules, state: State) -> None:
    """Outcome, next dealer and banners of a finished deal."""
    points = table.points["F"], table.points["D"]
    for held in oracle.held_values(table.rules, 3):
        expected = oracle.outcome(table.rules, *points, held)
        found = outcome(rules, state.points, held)
        compare(
            f"outcome with {held} held",
            (found.winner, found.game_points, found.held_after, found.base),
            (
                None if expected.winner is None else SEATS.index(expected.winner),
                (expected.game_points["F"], expected.game_points["D"]),
                expected.held_after,
                expected.scale_points,
            ),
        )
        following = next_dealer(rules, found)
        names = oracle.next_dealer(table.rules, "D", "F", expected.winner)
        compare("next dealer", following, None if names is None else SEATS.index(names))
        for game_points in found.game_points:
            compare("banners", banners(game_points), oracle.banners(game_points))
