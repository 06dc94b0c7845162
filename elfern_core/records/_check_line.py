"""Play the lines of a record card by card: the main line and every branch.

The lines are worked off one by one, without recursion, so that depth costs no stack.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from elfern_core.cards import CODES, render_tokens
from elfern_core.deal import FOREHAND, SEATS
from elfern_core.errors import IllegalPlay
from elfern_core.explain import why_not, why_won
from elfern_core.records._building import TrickKeys
from elfern_core.records._judge import code_of, letter_of
from elfern_core.records.model import MOST_NESTING, MOST_TRICKS, Branch, Trick
from elfern_core.sentences import SEAT_WORDS

if TYPE_CHECKING:
    from elfern_core.catalogue import Ruleset
    from elfern_core.records._judge import Judge
    from elfern_core.state import State


@dataclass(slots=True)
class _Line:
    """A line to play, and what came of it."""

    state: State
    """Where it begins; later, where it ends."""
    tricks: tuple[Trick, ...]
    prefix: str = ""
    """What stands before the numbers of its tricks in addresses."""
    keys: TrickKeys = field(default_factory=TrickKeys)
    """Keys of its tricks in places."""
    depth: int = 0
    done: list[Trick] = field(default_factory=list)
    """Its valid beginning, filled in, without branches."""
    plays: list[int] = field(default_factory=list)
    branches: list[tuple[int, Branch, _Line]] = field(default_factory=list)
    """Index of the trick that it replaces, the branch, its line."""
    broken: bool = False
    """Whether it stops at a fault."""


@dataclass(frozen=True, slots=True)
class _Played:
    """What stays of a trick, and the position after it."""

    trick: Trick
    after: State
    sound: bool = True
    """Whether all of it stays."""


class LineJudge:
    """Plays the lines of one record."""

    def __init__(self, judge: Judge, rules: Ruleset, start: State) -> None:
        """Take the record that `judge` checks, from the position it starts with."""
        self.judge, self.rules = judge, rules
        self.main = _Line(start, judge.record.tricks)
        self.tricks = 0
        self.key = ""
        """Key of the trick being played."""

    def play(self) -> tuple[tuple[Trick, ...], tuple[int, ...]]:
        """Play every line as far as it is valid.

        Returns:
            The tricks of the main line, filled in, and its cards. `judge.broken` is set if the
            main line stops at a fault.
        """
        lines = [self.main]
        for line in lines:  # which grows as branches are met
            self._play_line(line, lines)
        made: dict[int, tuple[Trick, ...]] = {}
        for line in reversed(lines):
            for index, branch, inner in line.branches:
                tricks = made[id(inner)]
                if tricks:
                    trick = line.done[index]
                    whole = replace(branch, tricks=tricks)
                    line.done[index] = replace(trick, branches=(*trick.branches, whole))
            made[id(line)] = tuple(line.done)
        self.judge.broken |= self.main.broken
        return made[id(self.main)], tuple(self.main.plays)

    def _play_line(self, line: _Line, lines: list[_Line]) -> None:
        for trick in line.tricks:
            address = f"{line.prefix}{trick.number}"
            self.key = line.keys.next(trick.number)
            self.tricks += 1
            before = line.state
            if self.tricks > MOST_TRICKS:
                message = f"a record holds at most {MOST_TRICKS} tricks, branches included"
                self._fault("too-many-tricks", message, address, "number")
                line.broken = True
                return
            played = self._trick(before, trick, address)
            if played is not None:
                line.state = played.after
                line.done.append(played.trick)
                line.plays.append(trick.lead)
                if played.trick.reply is not None:
                    line.plays.append(played.trick.reply)
            if played is None or not played.sound:
                line.broken = True
                return
            if trick.branches:
                self._branches(line, before, trick, address, lines)
            if trick.reply is None:
                if trick is not line.tricks[-1]:
                    message = f"trick {address} has no reply, so no trick can follow it"
                    self._fault("no-reply", message, address, "reply", "*", "a card")
                    line.broken = True
                return

    def _branches(
        self, line: _Line, before: State, trick: Trick, address: str, lines: list[_Line]
    ) -> None:
        labels: set[str] = set()
        for branch in trick.branches:
            label = branch.label
            if len(label) != 1 or not (label.isascii() and label.islower()):
                message = "the label of a branch is one lower-case letter"
                self._fault("bad-label", message, address, "number", label, "a letter a to z")
            elif label in labels:
                message = f"the label {label} stands twice at trick {address}"
                self._fault("label-twice", message, address, "number", label)
            elif not branch.tricks:
                message = f"branch {label} of trick {address} holds no trick"
                self._fault("branch-empty", message, address, "number", expected="a trick")
            elif line.depth >= MOST_NESTING:
                message = f"branches nest at most {MOST_NESTING} deep"
                self._fault("branch-too-deep", message, address, "number")
            else:
                keys = TrickKeys(f"{self.key}{label}.")
                inner = _Line(before, branch.tricks, f"{address}{label}.", keys, line.depth + 1)
                line.branches.append((len(line.done) - 1, branch, inner))
                lines.append(inner)
            labels.add(label)

    def _fault(
        self,
        code: str,
        message: str,
        address: str,
        part: str,
        found: str = "",
        expected: str = "",
        section: str = "",
    ) -> None:
        self.judge.fault(
            code,
            message,
            (self.key, part),
            (self.key, "number"),
            trick=address,
            found=found,
            expected=expected,
            section=section,
        )

    def _trick(self, state: State, trick: Trick, address: str) -> _Played | None:
        """Play a trick; of one whose reply or outcome is at fault, the lead stays."""
        number = f"{trick.number}."
        if state.is_over:
            message = "all cards have been played, so no trick can follow"
            self._fault("extra-trick", message, address, "number", number, "the result", "deal")
            return None
        if trick.number != state.trick_number:
            expected = f"{state.trick_number}."
            message = f"trick {state.trick_number} was expected here, not trick {trick.number}"
            self._fault("wrong-number", message, address, "number", number, expected)
            return None
        leader = state.to_play
        right = self.judge.compare(
            "wrong-leader",
            "the leader is",
            None if trick.leader is None else letter_of(SEATS, trick.leader),
            SEATS[leader],
            (self.key, "leader"),
            trick=address,
            section="lead",
        )
        if not right:
            return None
        led = self._card(state, trick.lead, address, "lead")
        if led is None:
            return None
        alone = Trick(trick.number, trick.lead, None, leader, lead_comments=trick.lead_comments)
        if trick.reply is None:
            if (trick.winner, trick.points) != (None, None) or trick.drawn:
                message = f"trick {address} has no reply, so nobody wins it and nothing is drawn"
                self._fault("no-reply", message, address, "reply", "*", "a card")
                return _Played(alone, led, sound=False)
            comments = (*trick.reply_comments, *trick.comments)
            return _Played(replace(alone, comments=comments), led)
        after = self._card(led, trick.reply, address, "reply")
        filled = None if after is None else self._brought(led, after, trick, address)
        if after is None or filled is None:
            return _Played(alone, led, sound=False)
        return _Played(filled, after)

    def _card(self, state: State, card: int, address: str, part: str) -> State | None:
        try:
            return state.play(card)
        except IllegalPlay as error:
            reason = why_not(self.rules, state, card) if 0 <= card < len(CODES) else None
            legal = " ".join(error.legal)
            self._fault(
                error.code,
                render_tokens(reason.text) if reason else str(error),
                address,
                part,
                code_of(card),
                f"one of {legal}" if legal else "",
                reason.id if reason else error.section,
            )
            return None

    def _brought(self, led: State, after: State, trick: Trick, address: str) -> Trick | None:
        """Compare winner, points and draw of a complete trick."""
        assert trick.reply is not None  # noqa: S101  (the caller's condition)
        judge, rules, tables = self.judge, self.rules, led.tables
        winner = after.to_play
        points = tables.points[trick.lead] + tables.points[trick.reply]
        drawn = after.stock[led.drawn : after.drawn]
        section = why = ""
        if trick.winner is not None and trick.winner != winner:
            reason = why_won(rules, led, trick.reply)
            section, why = reason.id, f". {render_tokens(reason.text)}"
        right = judge.compare(
            "wrong-winner",
            "the winner is",
            None if trick.winner is None else letter_of(SEATS, trick.winner),
            SEATS[winner],
            (self.key, "winner"),
            trick=address,
            section=section,
            why=why,
        )
        right &= judge.compare(
            "wrong-points",
            "the trick's points are",
            None if trick.points is None else str(trick.points),
            str(points),
            (self.key, "points"),
            trick=address,
            section=rules.decided_by("values")[1],
        )
        if trick.drawn is not None:
            right &= self._drawn(trick.drawn, drawn, address, winner)
        if not right:
            return None
        return Trick(
            trick.number,
            trick.lead,
            trick.reply,
            1 - led.to_play,
            winner,
            points,
            drawn,
            trick.lead_comments,
            trick.reply_comments,
            trick.comments,
        )

    def _drawn(
        self, found: tuple[int, ...], expected: tuple[int, ...], address: str, winner: int
    ) -> bool:
        right = True
        for index in range(max(len(found), len(expected))):
            seat = winner if index == 0 else 1 - winner
            who = SEAT_WORDS["en"][seat].lower() if index < len(expected) else "nobody"
            what = f"{'' if seat == FOREHAND or who == 'nobody' else 'the '}{who} draws"
            place = (self.key, f"drawn{min(index, len(found) - 1)}")
            right &= self.judge.compare(
                "wrong-card",
                what,
                code_of(found[index]) if index < len(found) else "nothing",
                code_of(expected[index]) if index < len(expected) else "a card",
                place,
                (self.key, "number"),
                trick=address,
                section="draw",
            )
        return right
