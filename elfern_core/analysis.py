"""Values along a record with all cards known: what each card played was worth, and what it cost.

The end of a deal is solved first and the way back from there, with one table kept, so each
position finds most of its work done. Where a position goes beyond the limits, it and all before
it are left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from elfern_core.cards import CODES, render_tokens
from elfern_core.deal import SEATS
from elfern_core.sentences import SEAT_WORDS, count, language, sentence
from elfern_core.solver import Limits, Solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from elfern_core.cards import Card
    from elfern_core.deal import Seat
    from elfern_core.game import Game
    from elfern_core.records import Checked, Record, Trick

BUILD_LIMITS = Limits()
"""Limits where time is plenty: whole deals of standard Elfern are solved within them."""
LIVE_LIMITS = Limits(nodes=20_000, entries=400_000)
"""Limits for an answer while a reader waits: the second phase and the last draws."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One card played, judged with all cards known.

    All values are card points that forehand ends with when both play best from there on; in a
    fragment whose earlier tricks are unknown, those of the fragment alone.
    """

    ply: int
    """How many cards were played before it."""
    trick: int
    """Number of the trick, 1 to 16."""
    seat: Seat
    """Who played it."""
    card: Card
    """The card played."""
    before: int
    """The value before the card."""
    after: int
    """The value after it."""
    values: Mapping[Card, int]
    """The value of each card that might have been played, in ascending number."""
    line: tuple[Card, ...]
    """One line of best play from before the card to the end."""

    @property
    def cost(self) -> int:
        """Card points that the card cost its player; 0 for a best card."""
        return abs(self.before - self.after)

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that cost nothing."""
        return tuple(card for card, value in self.values.items() if value == self.before)


def judge(game: Game, limits: Limits | None = None) -> tuple[Judged, ...]:
    """Judge the cards of a game from where its positions are within the limits, in order.

    Args:
        game: the deal and the cards played.
        limits: what each position may take; by default `BUILD_LIMITS`.

    Returns:
        The last cards played, as many as could be judged; each of them with a value for every
        legal card.
    """
    return _judge(game, _solver(game, limits))


def _solver(game: Game, limits: Limits | None) -> Solver:
    return Solver(game.state.tables, game.deal.stock, limits or BUILD_LIMITS)


def _judge(game: Game, solver: Solver, first: int = 0) -> tuple[Judged, ...]:
    """Judge the cards of a game, none before ply `first`."""
    judged: list[Judged] = []
    for ply in range(len(game.plays) - 1, first - 1, -1):
        state, card = game.states[ply], game.plays[ply]
        result = solver.solve(state)
        if not result.complete or result.value is None:
            break
        values = {
            legal: result.forehand(value)
            for legal, value in result.values.items()
            if value is not None
        }
        judged.append(
            Judged(
                ply,
                state.trick_number,
                state.to_play,
                card,
                result.forehand(result.value),
                values[card],
                values,
                result.line,
            )
        )
    return tuple(reversed(judged))


def analyse(checked: Checked, limits: Limits | None = None) -> Iterator[dict[str, object]]:
    """Give for every card that can be judged what the commands write: one plain object.

    Args:
        checked: a record, replayed; of a faulty one its valid beginning is analysed.
        limits: what each position may take; by default `BUILD_LIMITS`.

    Yields:
        `id` of the record, `trick`, `seat` (`F` or `D`), `card` (its code) and `values`: the code
        of each legal card with the card points that forehand ends with when both play best
        with all cards known. Nothing for a record whose cards or ruleset are at fault.
    """
    if checked.game is None:
        return
    for one in judge(checked.game, limits):
        yield {
            "id": checked.record.id,
            "trick": one.trick,
            "seat": SEATS[one.seat],
            "card": CODES[one.card],
            "values": {CODES[card]: value for card, value in one.values.items()},
        }


def unit_of(game: Game) -> str:
    """Say what the card points of a game are: `honours` where each counts one, or `card points`."""
    return game.ruleset.rules.unit


def note_on(game: Game, lang: str = "en") -> str:
    """Say that the card points are those of a fragment alone; empty where they are the deal's."""
    return sentence("judged-alone", lang) if game.deal.won is None else ""


def cost_sentence(judged: Judged, unit: str, lang: str = "en") -> str:
    """Say what a card cost, with tokens for the cards; empty if it cost nothing.

    Args:
        judged: a card, judged.
        unit: `honours` or `card points`, see `unit_of`.
        lang: `en` or `de`.
    """
    if not judged.cost:
        return ""
    return sentence(
        "judged-cost",
        lang,
        seat=SEAT_WORDS[lang][judged.seat],
        card=_tokens((judged.card,)),
        points=count(judged.cost, unit, lang),
        best=_tokens(judged.best),
    )


def line_sentence(judged: Judged, lang: str = "en") -> str:
    """Say one line of best play from before a card, with tokens for the cards."""
    return sentence("judged-line", lang, line=_tokens(judged.line))


def _tokens(cards: Iterable[Card]) -> str:
    return ", ".join("{" + CODES[card] + "}" for card in cards)


@dataclass(frozen=True, slots=True)
class Ahead:
    """A position from which a line is not played on, solved with all cards known."""

    value: int
    """Card points that forehand ends with."""
    values: Mapping[Card, int]
    """The value of each legal card, in ascending number."""
    line: tuple[Card, ...]
    """One line of best play to the end."""

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that cost nothing."""
        return tuple(card for card, value in self.values.items() if value == self.value)


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """The main line of a record or one of its branches, judged from within the limits."""

    game: Game
    """The line from the start of the deal."""
    addresses: tuple[str, ...]
    """Addresses of the steps of its own cards, as in the frames."""
    judged: tuple[Judged, ...] = ()
    """Its last cards, as many as could be judged."""
    ahead: Ahead | None = None
    """The position it has come to, if the deal goes on there and it could be solved."""

    @property
    def first(self) -> int:
        """How many cards it shares with the line that it leaves."""
        return len(self.game.plays) - len(self.addresses)

    def address(self, judged: Judged) -> str:
        """Give the address of the step of a card."""
        return self.addresses[judged.ply - self.first]


def lines_of(checked: Checked) -> Iterator[JudgedLine]:
    """Give the lines of a record, the main line and then the branches, nothing judged yet.

    Raises:
        ValueError: if ruleset or cards are at fault, so that there is no position to solve.
    """
    game = checked.game
    if game is None:
        message = "there is no position to solve: ruleset or cards are at fault"
        raise ValueError(message)
    todo = [("", game.undo(len(game.plays)), checked.record.tricks)]
    while todo:
        prefix, line, own = todo.pop()
        addresses: list[str] = []
        for trick in own:
            at = f"{prefix}{trick.number}"
            todo += [(f"{at}{branch.label}.", line, branch.tricks) for branch in trick.branches]
            line = line.play(trick.lead)
            addresses.append(f"{at}/lead")
            if trick.reply is not None:
                line = line.play(trick.reply)
                addresses.append(f"{at}/reply")
        yield JudgedLine(line, tuple(addresses))


def judge_lines(checked: Checked, limits: Limits | None = None) -> tuple[JudgedLine, ...]:
    """Judge the cards of a record line by line: the main line, then the branches.

    Args:
        checked: a record, replayed; of a faulty one its valid beginning is judged.
        limits: what each position may take; by default `LIVE_LIMITS`.

    Raises:
        ValueError: if ruleset or cards are at fault, so that there is no position to solve.
    """
    lines = tuple(lines_of(checked))
    solver = _solver(lines[0].game, limits or LIVE_LIMITS)
    judged = []
    for line in lines:
        ahead = _ahead(line.game, solver)
        judged.append(replace(line, judged=_judge(line.game, solver, line.first), ahead=ahead))
    return tuple(judged)


def _ahead(game: Game, solver: Solver) -> Ahead | None:
    """Solve the position that a game has come to, if it goes on there."""
    if game.state.is_over:
        return None
    result = solver.solve(game.state)
    if not result.complete or result.value is None:
        return None
    values = {
        card: result.forehand(value) for card, value in result.values.items() if value is not None
    }
    return Ahead(result.forehand(result.value), values, result.line)


def told(checked: Checked, lang: str = "en", limits: Limits | None = None) -> dict[str, Any]:
    """Give the analysis of a record as plain data that a viewer can draw beside the frames.

    All numbers are card points that forehand ends with when both play best with all cards known,
    but for `cost`, card points lost by the player of the card.

    Args:
        checked: a record, replayed; of a faulty one its valid beginning is analysed.
        lang: `en` or `de`.
        limits: what each position may take; by default `LIVE_LIMITS`.

    Returns:
        `unit` and `total` of the card points; `from`, the `address` and `trick` of the first card
        of the main line that could be judged, or `null`; `plays`, the cards of the main line, and
        `judged`, how many of them were; `note`, what is to be said of the points, or `null`;
        `steps`, by the address of a step in the frames: `before` and `after` the card, `cost`,
        `best` (codes of the cards that cost nothing), `line` (codes, one line of best play from
        before the card) and `text` (what it cost, with tokens, or `null`); `ahead`, by the
        address of the last step of each line that is not played to the end: `value`, `best` and
        `line` of that position.

    Raises:
        ValueError: if ruleset or cards are at fault, so that there is no position to solve.
    """
    return tell(judge_lines(checked, limits), lang)


def tell(lines: tuple[JudgedLine, ...], lang: str = "en") -> dict[str, Any]:
    """Give lines judged before, the main line first, in the form of `told`."""
    language(lang)
    main = lines[0]
    game, unit = main.game, unit_of(main.game)
    first = main.judged[0] if main.judged else None
    return {
        "unit": unit,
        "total": game.ruleset.rules.total,
        "from": {"address": main.address(first), "trick": first.trick} if first else None,
        "plays": len(game.plays),
        "judged": len(main.judged),
        "note": note_on(game, lang) or None,
        "steps": {
            line.address(one): {
                "before": one.before,
                "after": one.after,
                "cost": one.cost,
                "best": [CODES[card] for card in one.best],
                "line": [CODES[card] for card in one.line],
                "text": cost_sentence(one, unit, lang) or None,
            }
            for line in lines
            for one in line.judged
        },
        "ahead": {
            line.addresses[-1] if line.addresses else "0": {
                "value": line.ahead.value,
                "best": [CODES[card] for card in line.ahead.best],
                "line": [CODES[card] for card in line.ahead.line],
            }
            for line in lines
            if line.ahead
        },
    }


def commented(
    checked: Checked, limits: Limits | None = None, pack: str = "french", lang: str = "en"
) -> Record:
    """Give a record with a comment at each card that costs card points, in branches too.

    What is said already is not said again.

    Args:
        checked: a record without fault, replayed.
        limits: what each position may take; by default `BUILD_LIMITS`.
        pack: whose names the cards have in the comments, `french` or `german`.
        lang: `en` or `de`.

    Raises:
        ValueError: if ruleset or cards are at fault.
    """
    lines = judge_lines(checked, limits or BUILD_LIMITS)
    unit, record = unit_of(lines[0].game), checked.record
    said = {
        line.address(one): render_tokens(
            f"{cost_sentence(one, unit, lang)} {line_sentence(one, lang)}", pack, lang
        )
        for line in lines
        for one in line.judged
        if one.cost
    }
    return replace(record, tricks=_with_comments(record.tricks, "", said))


def _with_comments(
    tricks: tuple[Trick, ...], prefix: str, said: Mapping[str, str]
) -> tuple[Trick, ...]:
    """Add to the tricks of a line, and of the branches within, what is said at each address."""
    made = []
    for trick in tricks:
        at = f"{prefix}{trick.number}"
        branches = []
        for branch in trick.branches:
            inner = _with_comments(branch.tricks, f"{at}{branch.label}.", said)
            branches.append(replace(branch, tricks=inner))
        made.append(
            replace(
                trick,
                lead_comments=_added(trick.lead_comments, said.get(f"{at}/lead")),
                reply_comments=_added(trick.reply_comments, said.get(f"{at}/reply")),
                branches=tuple(branches),
            )
        )
    return tuple(made)


def _added(comments: tuple[str, ...], text: str | None) -> tuple[str, ...]:
    return comments if text is None or text in comments else (*comments, text)
