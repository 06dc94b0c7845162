"""Rules compiled once into small tables that everything else reads.

What beats what, which cards follow a lead, when duties bind, what a card counts: legality is
one function over these tables, and nothing else in the engine looks at the switches while
cards are played. Rule sections: `winning-a-trick`, `first-phase`, `second-phase`, `honours`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from elfern_core.cards import SUIT_MASKS
from elfern_core.rules import Beats, Phases, Rules, Seven, Trump

_SEVEN, _ACE = 0, 7


@dataclass(frozen=True, slots=True, eq=False)
class RuleTables:
    """The rules of one deal, trump suit included, as tables. Compare by identity."""

    rules: Rules
    """The switches that were compiled."""
    trump: int | None
    """The trump suit in force, 0 to 3, or `None`."""
    beats: tuple[int, ...]
    """For each card led, the mask of the replies that win against it."""
    suit: tuple[int, ...]
    """For each card, the mask of its suit."""
    trumps: int
    """Mask of the trump suit, 0 without one."""
    points: tuple[int, ...]
    """Card points of each card."""
    follow: tuple[bool, bool]
    """Whether the reply must follow suit in the first and in the second phase."""
    must_win: tuple[bool, bool]
    """Whether the reply must win if able in the first and in the second phase."""
    counting: int
    """Mask of the cards that count."""

    def legal(self, hand: int, led: int, second: bool) -> int:  # noqa: FBT001 (hot path)
        """Give the mask of the cards that may be played.

        Args:
            hand: mask of the player's cards.
            led: the card led, or -1 if the player is to lead (any card, section `lead`).
            second: whether the second phase has begun.
        """
        if led < 0:
            return hand
        allowed = hand
        if self.follow[second]:
            allowed = hand & self.suit[led] or hand & self.trumps or hand
        if self.must_win[second]:
            return allowed & self.beats[led] or allowed
        return allowed


@lru_cache(maxsize=256)
def compile_rules(rules: Rules, trump: int | None = None) -> RuleTables:
    """Compile rules into tables.

    Args:
        rules: the switches.
        trump: the suit turned up, under a turned trump; a fixed trump is taken from the rules.

    Raises:
        ValueError: if a trump is missing under a turned trump, or given without one.
    """
    fits = trump is not None if rules.trump is Trump.TURNED else trump in (None, rules.trump_suit)
    if not fits:
        message = "a turned trump needs its suit, and only a turned trump takes one"
        raise ValueError(message)
    in_force = rules.trump_suit if rules.trump is Trump.FIXED else trump
    trumps = 0 if in_force is None else SUIT_MASKS[in_force]
    points = tuple(rules.values[card % 8] for card in range(32))
    return RuleTables(
        rules=rules,
        trump=in_force,
        beats=tuple(_winners(rules, trumps, led) for led in range(32)),
        suit=tuple(SUIT_MASKS[card // 8] for card in range(32)),
        trumps=trumps,
        points=points,
        follow=_binding(rules.follow),
        must_win=_binding(rules.must_win),
        counting=sum(1 << card for card in range(32) if points[card]),
    )


def _binding(phases: Phases) -> tuple[bool, bool]:
    return phases is Phases.BOTH, phases is not Phases.NEVER


def _winners(rules: Rules, trumps: int, led: int) -> int:
    """Mask of the replies that win against `led`."""
    winners = 0
    for reply in range(32):
        if reply != led and _wins(rules, trumps, led, reply):
            winners |= 1 << reply
    return winners


def _wins(rules: Rules, trumps: int, led: int, reply: int) -> bool:
    same_suit = led // 8 == reply // 8
    led_place, reply_place = led % 8, reply % 8
    if same_suit and rules.seven is not Seven.PLAIN:
        if (led_place, reply_place) == (_ACE, _SEVEN):
            return True
        if rules.seven is Seven.BEATS_ACE and (led_place, reply_place) == (_SEVEN, _ACE):
            return False
    above = rules.strength(reply_place) - rules.strength(led_place)
    if rules.beats is Beats.NEXT_RANK:
        return same_suit and above == 1
    if rules.beats is Beats.NEXT_RANK_ANY_SUIT:
        return above == 1
    if same_suit:
        return above > 0
    return bool(trumps >> reply & 1)
