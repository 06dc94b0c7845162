"""A deal played out at random, as fast as plain Python goes: for players and for figures.

It reads the same tables as `State` and plays by the same function; only the position objects are
left out. A card is drawn from a list, in Pyodide most of all; what may be drawn is told by masks.
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
    beats, points, legal = tables.beats, tables.points, tables.legal
    masks = [state.forehand, state.dealer]
    hands = [list(cards_of(mask)) for mask in masks]
    stock, drawn, last = state.stock, state.drawn, len(state.stock)
    seat, led = state.to_play, state.led
    won = list(state.points)
    draw = (seed * 0x9E3779B1 + 1) % _MODULUS or 1
    while True:
        hand, mask = hands[seat], masks[seat]
        if led < 0:
            if not hand:
                return won[0], won[1]
            draw = draw * _FACTOR % _MODULUS
            led = hand.pop(draw * len(hand) >> 31)
            masks[seat] = mask ^ 1 << led
            seat = 1 - seat
            continue
        allowed = legal(mask, led, drawn == last)
        draw = draw * _FACTOR % _MODULUS
        if allowed == mask:
            card = hand.pop(draw * len(hand) >> 31)
        else:
            choice = [card for card in hand if allowed >> card & 1]
            card = choice[draw * len(choice) >> 31]
            hand.remove(card)
        masks[seat] = mask ^ 1 << card
        if not beats[led] >> card & 1:
            seat = 1 - seat
        won[seat] += points[led] + points[card]
        led = -1
        if drawn < last:
            for taker in (seat, 1 - seat):
                hands[taker].append(stock[drawn])
                masks[taker] |= 1 << stock[drawn]
                drawn += 1
