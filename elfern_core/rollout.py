"""A deal played out at random, as fast as plain Python goes: for players and for figures.

It reads the same tables as `State` and plays the same rules; only the position objects are
left out. Lists serve better here than masks, in Pyodide most of all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.cards import cards_of

if TYPE_CHECKING:
    from elfern_core.state import State

_MODULUS = 0x7FFFFFFF
_FACTOR = 48271


def rollout(state: State, seed: int) -> tuple[int, int]:
    """Play a position to its end, each card chosen evenly among the legal ones.

    Args:
        state: where to start; in mid-trick too.
        seed: the same seed plays the same cards, in every Python.

    Returns:
        The card points of forehand and dealer at the end.
    """
    tables = state.tables
    beats, points, suits, trumps = tables.beats, tables.points, tables.suit, tables.trumps
    hands = [list(cards_of(state.forehand)), list(cards_of(state.dealer))]
    stock, drawn, last = state.stock, state.drawn, len(state.stock)
    seat, led = state.to_play, state.led
    won = list(state.points)
    draw = (seed * 0x9E3779B1 + 1) % _MODULUS or 1
    follow, must_win = tables.follow[drawn == last], tables.must_win[drawn == last]
    while True:
        hand = hands[seat]
        if led < 0:
            if not hand:
                return won[0], won[1]
            draw = draw * _FACTOR % _MODULUS
            led = hand.pop(draw * len(hand) >> 31)
            seat = 1 - seat
            continue
        choice = hand
        if follow:
            suit = suits[led]
            choice = (
                [card for card in hand if suit >> card & 1]
                or (trumps and [card for card in hand if trumps >> card & 1])
                or hand
            )
        wins = beats[led]
        if must_win:
            choice = [card for card in choice if wins >> card & 1] or choice
        draw = draw * _FACTOR % _MODULUS
        if choice is hand:
            card = hand.pop(draw * len(hand) >> 31)
        else:
            card = choice[draw * len(choice) >> 31]
            hand.remove(card)
        if not wins >> card & 1:
            seat = 1 - seat
        won[seat] += points[led] + points[card]
        led = -1
        if drawn < last:
            hands[seat].append(stock[drawn])
            hands[1 - seat].append(stock[drawn + 1])
            drawn += 2
            if drawn == last:
                follow, must_win = tables.follow[1], tables.must_win[1]
