"""The strongest player: exact when all cards are known, all worlds just before, guesses earlier."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from elfern_core.deal import Deal
from elfern_core.players.base import Decision, Player
from elfern_core.players.worlds import (
    all_worlds,
    candidates,
    count_worlds,
    most,
    random_world,
    tables_for,
    tactics_of,
    try_card,
)
from elfern_core.solver import solve
from elfern_core.solver.search import Search, narrow
from elfern_core.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elfern_core.cards import Card
    from elfern_core.deal import Shuffler
    from elfern_core.players.worlds import World
    from elfern_core.tables import RuleTables
    from elfern_core.view import View


class StrongPlayer(Player):
    """Solves guesses at the hidden cards with all cards open.

    Averaging over open cards believes that it will know later what it does not, so this player
    is strong and not perfect. Its work is counted in positions, never in seconds.
    """

    id = "strong"
    """Stable id."""
    title = "Strong"
    """Name in English."""
    title_de = "Stark"
    """Name in German."""

    most_worlds = 60
    """If so few worlds agree with the view, all are solved."""
    solved_draws = 2
    """How many draws before the second phase guesses are solved from the card on."""
    most_nodes = 12_000
    """Positions that may be looked into for one card."""
    guesses = 40
    """Guesses where they are not solved from the card on but played to the second phase."""

    def decide(self, view: View, rng: Shuffler) -> Decision:
        """Choose the card with the best mean over worlds."""
        if len(view.legal) == 1:
            return Decision(view.legal[0], "forced", view.led)
        tables = tables_for(view)
        cards = candidates(view)
        if len(cards) == 1:
            return Decision(cards[0], "alike", view.led)
        if not view.stock_left:
            return self._exact(tables, view, cards)
        if view.stock_left // 2 <= self.solved_draws:
            return self._solved(tables, view, cards, rng)
        return self._played(tables, view, cards, rng)

    def _solved(
        self, tables: RuleTables, view: View, cards: tuple[Card, ...], rng: Shuffler
    ) -> Decision:
        """Choose by worlds solved from the card on: all of them, if they are few."""
        every = count_worlds(view) <= self.most_worlds
        worlds: Iterable[World] = (
            all_worlds(view)
            if every
            else (random_world(view, rng) for _ in range(self.most_worlds))
        )
        sums = dict.fromkeys(cards, 0)
        nodes = count = 0
        for world in worlds:
            search = Search(tables, world.stock)
            for card, value in _open_values(search, view, world, cards).items():
                sums[card] += value
            nodes += search.nodes
            count += 1
            if nodes > self.most_nodes and not every:
                break
        means = {card: total / count for card, total in sums.items()}
        key = "solved-all" if every else "solved-guesses"
        card, unit = most(means, tactics_of(tables)), view.ruleset.rules.unit
        return Decision(card, key, view.led, count, means, unit=unit)

    def _played(
        self, tables: RuleTables, view: View, cards: tuple[Card, ...], rng: Shuffler
    ) -> Decision:
        """Choose by guesses played to the second phase by simple tactics and solved there."""
        tactics = tactics_of(tables)
        search = Search(tables)
        sums = dict.fromkeys(cards, 0)
        count = 0
        while count < self.guesses and search.nodes < self.most_nodes:
            world = random_world(view, rng)
            for card in cards:
                won, hands, stock, leader, led = try_card(tables, view, world, card)
                more, hands, leader = tactics.play_out(hands, stock, leader, led, closed=True)
                first, second = hands[leader], hands[1 - leader]
                last = search.value(first, second, 0)
                if leader:
                    last = search.points(first, second, 0) - last
                sums[card] += won + more + last
            count += 1
        means = {card: total / count for card, total in sums.items()}
        card, unit = most(means, tactics), view.ruleset.rules.unit
        return Decision(card, "rollouts", view.led, count, means, unit=unit)

    def _exact(self, tables: RuleTables, view: View, cards: tuple[Card, ...]) -> Decision:
        """Choose where all cards are known, and give the line expected."""
        (world,) = all_worlds(view)
        values = _open_values(Search(tables), view, world, cards)
        means = {card: float(value) for card, value in values.items()}
        card = most(means, tactics_of(tables))
        hands = (world.other, view.hand) if view.seat else (view.hand, world.other)
        if view.led < 0:
            state = State.start(view.ruleset.rules, Deal(hands, (), view.trump, view.seat))
        else:
            led = 1 << view.led
            hands = (hands[0], hands[1] | led) if not view.seat else (hands[0] | led, hands[1])
            deal = Deal(hands, (), view.trump, 1 - view.seat)
            state = State.start(view.ruleset.rules, deal).play(view.led)
        line = (card, *solve(state.play(card), each=False).line)
        return Decision(card, "exact", view.led, 1, means, line, view.ruleset.rules.unit)


def _open_values(
    search: Search, view: View, world: World, cards: tuple[Card, ...]
) -> dict[Card, int]:
    """Solve each card of a seat in a world: card points that the seat takes from here on."""
    draws = len(world.stock) // 2
    mine, other, led = view.hand, world.other, view.led
    total = search.points(mine, other if led < 0 else other | 1 << led, draws)
    guess = (total + 1) // 2
    values = {}
    for card in cards:
        if led < 0:
            ask = partial(search.lead_bound, mine, other, draws, card)
        else:
            ask = partial(search.reply_bound, other, mine, draws, led, card)
        values[card] = guess = narrow(ask, 0, total, guess)
    return values
