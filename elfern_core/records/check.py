"""Replay a record under its rules: the valid beginning, every fault, and what was left out.

Reading is lax, so what follows from the rules may be missing; what is there must agree.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from elfern_core.cards import cards_of
from elfern_core.catalogue import SECTIONS, VARIANTS, ruleset
from elfern_core.errors import Finding, RuleError, TextError
from elfern_core.game import Game
from elfern_core.records._building import Parsed
from elfern_core.records._check_cards import cards_once, deal_of, judge_lot
from elfern_core.records._check_line import LineJudge
from elfern_core.records._judge import Judge, pair_text
from elfern_core.records.model import Record, Trick
from elfern_core.records.writer import sorted_hand
from elfern_core.scoring import check_held
from elfern_core.state import State

if TYPE_CHECKING:
    from elfern_core.catalogue import Ruleset


@dataclass(frozen=True, slots=True)
class Checked:
    """A record replayed."""

    record: Record
    """The record, filled in with all that follows from the rules. A faulty one is cut to its
    valid beginning, which then has no result."""
    game: Game | None
    """The main line as far as it is valid; `None` if ruleset or cards are at fault."""
    findings: tuple[Finding, ...]
    """Faults and warnings in the order of the text."""
    derivations: int
    """How many written derivations (leaders, winners, points, draws, results) were compared."""
    line: int = 0
    """Line of the text on which the record begins; 0 if it did not come from a text."""

    @property
    def ok(self) -> bool:
        """Whether there is no fault; warnings do not count."""
        return all(finding.severity != "error" for finding in self.findings)


def check(record: Record | Parsed) -> Checked:
    """Replay a record (or what a reader made of one) under its ruleset.

    Never raises for a faulty record: the faults are in the result, located if the record came
    from a text.
    """
    parsed = record if isinstance(record, Parsed) else Parsed(record, [])
    judge = Judge(parsed)
    game = _replay(judge)
    if game is None or judge.broken:
        judge.record = replace(judge.record, result=None, game_points=None)
    findings = sorted(judge.findings, key=lambda one: (one.line, one.column))
    return Checked(judge.record, game, tuple(findings), judge.derivations, parsed.line)


def _replay(judge: Judge) -> Game | None:
    right = cards_once(judge)
    rules = _ruleset(judge)
    if rules is None:
        return None
    _plain_tags(judge)
    held = _held(judge, rules)
    deal = deal_of(judge, rules) if right else None
    if deal is None:
        return None
    record = judge.record
    judge.record = replace(
        record,
        rules=rules.expression,
        hands=(
            sorted_hand(rules.expression, record.hands[0]),
            sorted_hand(rules.expression, record.hands[1]),
        ),
        trump=deal.trump,
        held=held,
        leader=deal.leader if record.fragment is not None else None,
        extra=tuple(sorted(record.extra)),
    )
    judge_lot(judge, rules)
    tricks, plays = LineJudge(judge, rules, State.start(rules.rules, deal)).play()
    judge.record = replace(judge.record, tricks=tricks)
    game = Game(rules, deal, plays, held)
    if not judge.broken:
        _end(judge, game)
    return game


def _ruleset(judge: Judge) -> Ruleset | None:
    written = judge.record.rules
    if "Rules" in judge.parsed.faulty or (judge.parsed.unfinished and not written):
        return None
    try:
        return ruleset(written)
    except RuleError as error:
        message = f"the ruleset cannot be used: {error}"
        judge.fault("bad-rules", message, ("tag", "Rules"), found=written[:80])
        return None


def _plain_tags(judge: Judge) -> None:
    record = judge.record
    for identifier in record.illustrates:
        if identifier not in SECTIONS and identifier not in VARIANTS:
            message = f"“{identifier}” is neither a rule section nor a variant"
            expected = "ids of rule sections or variants, separated by blanks"
            place = ("tag", "Illustrates")
            judge.fault("bad-illustrates", message, place, found=identifier, expected=expected)
    lonely = bool(record.session) != (record.round is not None)
    if lonely and not judge.parsed.faulty & {"Session", "Round"}:
        found, expected = ("Session", "Round") if record.session else ("Round", "Session")
        message = f"Session and Round stand together or not at all; {expected} is missing"
        judge.fault("bad-session", message, ("tag", found), found=found, expected=expected)


def _held(judge: Judge, rules: Ruleset) -> int:
    """Give what an earlier tie left; if that cannot be, the deal's score is not judged."""
    held = judge.record.held
    if "Held" in judge.parsed.faulty:
        judge.broken = True
        return 0
    try:
        check_held(rules.rules, held)
    except RuleError as error:
        section = rules.decided_by("tie")[1]
        judge.fault("bad-held", str(error), ("tag", "Held"), found=str(held), section=section)
        judge.broken = True
        return 0
    return held


def _end(judge: Judge, game: Game) -> None:
    """Compare what the record says of its end: result, game points, end mark."""
    outcome = game.outcome
    points = outcome.points if outcome else None
    game_points = outcome.game_points if outcome else None
    expected = pair_text(points)
    parsed, record = judge.parsed, judge.record
    trick = "" if game.state.is_over else str(game.state.trick_number)
    why = f"trick {trick} is not complete, so " if trick else ""
    if parsed.line and not parsed.ended and not parsed.bounded:
        _no_end_mark(judge, expected, whole=game.state.is_over)
        if trick:
            judge.broken = True
            return
    told = "Won" not in parsed.faulty
    section = game.ruleset.decided_by("values")[1]
    if told and ("Result" in parsed.tags or (not parsed.line and record.result is not None)):
        judge.compare(
            "wrong-result",
            f"{why}the result is",
            pair_text(record.result),
            expected,
            ("tag", "Result"),
            trick=trick,
            section=section,
        )
    if told and record.game_points is not None:
        judge.compare(
            "wrong-game-points",
            f"{why}the game points are",
            pair_text(record.game_points),
            pair_text(game_points) if game_points else "left out",
            ("tag", "GamePoints"),
            trick=trick,
            section=game.ruleset.decided_by(
                "tie" if outcome and outcome.winner is None else "scale"
            )[1],
        )
    if told and parsed.ended and not parsed.bounded:
        judge.compare(
            "wrong-result",
            f"{why}at the end the result is",
            pair_text(parsed.end_result),
            expected,
            ("end", "result"),
            trick=trick,
            section=section,
        )
    judge.record = replace(judge.record, result=points, game_points=game_points)


def _no_end_mark(judge: Judge, expected: str, *, whole: bool) -> None:
    if whole:
        message = "the result is missing at the end of the record"
    else:
        message = "the record breaks off: neither a result nor * stands at its end"
    tricks = judge.record.tricks
    number = str(tricks[-1].number) if tricks else ""
    judge.fault(
        "no-end",
        message,
        (number, "number"),
        ("tag", "Hands"),
        trick=number,
        expected=expected,
        severity="warning" if whole else "error",
    )


def complete(record: Record) -> Record:
    """Fill in all that follows from the rules.

    Raises:
        TextError: at the first fault.
    """
    checked = check(record)
    for finding in checked.findings:
        if finding.severity == "error":
            raise TextError(finding)
    return checked.record


def record_of(game: Game, like: Record) -> Record:
    """Put a game on record, with tags, id and players taken from another record."""
    tricks = []
    plays, states = game.plays, game.states
    for index in range(0, len(plays), 2):
        reply = plays[index + 1] if index + 1 < len(plays) else None
        tricks.append(Trick(states[index].trick_number, plays[index], reply))
    deal = game.deal
    rules = game.ruleset.expression
    fragment = None if deal.is_whole else deal.first_trick
    hands = tuple(sorted_hand(rules, cards_of(hand)) for hand in deal.hands)
    return complete(
        replace(
            like,
            rules=rules,
            hands=(hands[0], hands[1]),
            stock=deal.stock,
            trump=deal.trump,
            held=game.held,
            fragment=fragment,
            leader=None if fragment is None else deal.leader,
            won=None if fragment is None else deal.won,
            result=None if game.outcome is None else game.outcome.points,
            game_points=None,
            tricks=tuple(tricks),
        )
    )
