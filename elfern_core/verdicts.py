"""Verdicts kept: the analysis of a record as compact data, with a digest that tells when it is old.

What was judged is stored as numbers in the order of the legal cards; everything else is made
anew from the record, so what is read back is exactly what the solver said.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from elfern_core.analysis import Ahead, Judged, judge_lines, lines_of, tell
from elfern_core.cards import CODES, card, cards_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elfern_core.analysis import JudgedLine
    from elfern_core.cards import Card
    from elfern_core.records import Checked
    from elfern_core.solver import Limits
    from elfern_core.state import State

VERSION = 1
"""Version of the analysis: raised when the same cards come to other values or lines."""


class StaleError(ValueError):
    """Verdicts that belong to other cards than those of the record, or cannot be read."""


def digest(checked: Checked) -> str:
    """Give a digest of all that the verdicts on a record depend on.

    Rules, cards and the cards played in every line count; titles, comments and names do not.

    Returns:
        32 hexadecimal digits.

    Raises:
        ValueError: if ruleset or cards are at fault, so that there is no position to solve.
    """
    parts: list[object] = [VERSION]
    for line in lines_of(checked):
        if len(parts) == 1:
            deal = line.game.deal
            hands = ["".join(CODES[one] for one in cards_of(hand)) for hand in deal.hands]
            stock = "".join(CODES[one] for one in deal.stock)
            parts += [line.game.ruleset.expression, *hands, stock, deal.trump, deal.leader]
            parts.append(deal.won)
        parts += [line.addresses, _codes(line.game.plays)]
    return sha256(repr(parts).encode()).hexdigest()[:32]


def work_out(checked: Checked, limits: Limits | None = None) -> dict[str, Any]:
    """Judge a record and give the verdicts as `packed` does.

    Args:
        checked: a record, replayed.
        limits: what each position may take; by default `analysis.LIVE_LIMITS`.

    Raises:
        ValueError: if ruleset or cards are at fault, so that there is no position to solve.
    """
    return packed(checked, judge_lines(checked, limits))


def told(checked: Checked, stored: Mapping[str, Any], lang: str = "en") -> dict[str, Any]:
    """Give verdicts that were kept in the form of `analysis.told`.

    Raises:
        StaleError: as `unpacked` does.
    """
    return tell(unpacked(checked, stored), lang)


def packed(checked: Checked, lines: Sequence[JudgedLine]) -> dict[str, Any]:
    """Give judged lines as plain data for JSON.

    Returns:
        `id` and `digest` of the record; `lines`, for each line an object with `first`, the ply of
        its first card judged; `values`, for each card from there on the values of the legal cards
        in ascending order; `best`, for each a line of best play, empty where the card played
        begins one that the next goes on with; and `ahead`, `values` and `best` of the
        position that the line has come to, or `null`.
    """
    return {
        "id": checked.record.id,
        "digest": digest(checked),
        "lines": [_packed_line(line) for line in lines],
    }


def _packed_line(line: JudgedLine) -> dict[str, Any]:
    best = []
    following: tuple[Card, ...] = line.ahead.line if line.ahead else ()
    for one in reversed(line.judged):
        best.append("" if one.line == (one.card, *following) else _codes(one.line))
        following = one.line
    ahead = line.ahead
    return {
        "first": line.judged[0].ply if line.judged else len(line.game.plays),
        "values": [list(one.values.values()) for one in line.judged],
        "best": best[::-1],
        "ahead": ahead and {"values": list(ahead.values.values()), "best": _codes(ahead.line)},
    }


def unpacked(checked: Checked, stored: Mapping[str, Any]) -> tuple[JudgedLine, ...]:
    """Give the judged lines of a record from what `packed` gave.

    Raises:
        StaleError: if they were made of other cards, or by another version of the analysis.
    """
    if stored.get("digest") != digest(checked):
        message = f"the verdicts on {checked.record.id} were made of other cards"
        raise StaleError(message)
    try:
        return tuple(
            _unpacked_line(line, one)
            for line, one in zip(lines_of(checked), stored["lines"], strict=True)
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        message = f"the verdicts on {checked.record.id} cannot be read: {error!r}"
        raise StaleError(message) from error


def _unpacked_line(line: JudgedLine, stored: Mapping[str, Any]) -> JudgedLine:
    states, plays = line.game.states, line.game.plays
    ahead = None
    following: tuple[Card, ...] = ()
    if stored["ahead"] is not None:
        following = _cards(stored["ahead"]["best"])
        values = _values(states[-1], stored["ahead"]["values"])
        ahead = Ahead(values[following[0]], values, following)
    judged = []
    first = stored["first"]
    rows = list(zip(stored["values"], stored["best"], strict=True))
    for ply, (numbers, best) in reversed(list(enumerate(rows, first))):
        state, played = states[ply], plays[ply]
        following = _cards(best) or (played, *following)
        values = _values(state, numbers)
        judged.append(
            Judged(
                ply,
                state.trick_number,
                state.to_play,
                played,
                values[following[0]],
                values[played],
                values,
                following,
            )
        )
    return replace(line, judged=tuple(reversed(judged)), ahead=ahead)


def _values(state: State, numbers: Sequence[int]) -> dict[Card, int]:
    return dict(zip(sorted(state.legal()), numbers, strict=True))


def _codes(cards: Sequence[Card]) -> str:
    return "".join(CODES[one] for one in cards)


def _cards(codes: str) -> tuple[Card, ...]:
    return tuple(card(codes[at : at + 2]) for at in range(0, len(codes), 2))
