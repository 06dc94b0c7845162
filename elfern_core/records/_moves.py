"""The moves of a record in EGN: tricks, comments, branches and the end mark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elfern_core.cards import bad_card_message, card
from elfern_core.deal import SEATS
from elfern_core.errors import TextError
from elfern_core.records._building import (
    LineInTheMaking,
    Place,
    TrickInTheMaking,
    TrickKeys,
)
from elfern_core.records._cursor import Cursor
from elfern_core.records._values import PAIR, pair, small_number
from elfern_core.records.model import MOST_NESTING, MOST_TRICKS, Trick
from elfern_core.rules import TRICKS

if TYPE_CHECKING:
    from elfern_core.records._scan import Lines

_NUMBER = re.compile(r"([0-9]{1,4})\.")
_PLAIN_TRICK = re.compile(
    r"([1-9]|1[0-6])\. ([FD]) ([CSHD][AKQJT987]) ([CSHD][AKQJT987])  ([FD]) ([0-9]{1,4})"
    r"(?:  \+([CSHD][AKQJT987]) \+([CSHD][AKQJT987]))?(?=[\s()]|\Z)(?!\s*+[+{])"
)
"""A trick in export form without comments: read in one go, as most are."""
_PLAIN_PARTS = {
    part: group
    for group, part in enumerate(
        ("number", "leader", "lead", "reply", "winner", "points", "drawn0", "drawn1"), 1
    )
}
_NO_WORD = frozenset('(){}[]"+')
"""Characters at which no word begins."""


class MovesReader(Cursor):
    """Reads moves."""

    def __init__(self, text: str, lines: Lines, start: int, end: int) -> None:
        """Stand at `start`, never to go beyond `end`."""
        super().__init__(text, lines, start, end)
        self.places: dict[Place, int] = {}
        self.main = LineInTheMaking()
        self.lines_read = [self.main]
        """The main line, then every branch after the line that it leaves."""
        self.ended = False
        """Whether the end mark stood."""
        self.result: tuple[int, int] | None = None
        """The result at the end; `None` for `*`."""
        self._open = [self.main]
        self._plain: dict[str, re.Match[str]] = {}
        self._tricks = 0

    def find(self, place: Place) -> int | None:
        """Give the offset of a place; `None` if it has none."""
        offset = self.places.get(place)
        if offset is None and len(place) == 2:  # noqa: PLR2004
            trick = self._plain.get(str(place[0]))
            group = _PLAIN_PARTS.get(str(place[1]))
            if trick is not None and group is not None and trick[group] is not None:
                return trick.start(group)
        return offset

    def read_moves(self) -> None:
        """Read tricks to the end of the record.

        Raises:
            Stop: at what cannot be read.
        """
        while next_one := self.skip():
            if next_one == "{":
                self._loose_comment()
            elif self.ended:
                message = "nothing may stand after the result"
                raise self.stop(self.at, "after-end", message, found=self.peek())
            elif next_one == "(":
                self._open_branch()
            elif next_one == ")":
                if len(self._open) == 1:
                    message = "this parenthesis closes no branch"
                    raise self.stop(self.at, "branch-unopened", message, found=")")
                self.at += 1
                self._close_branch()
            elif next_one == "[":
                message = "a tag after the moves began; a new record starts with %egn 1"
                raise self.stop(self.at, "late-tag", message, found="[", expected="%egn 1")
            else:
                self._word()
        if len(self._open) > 1:
            message = "this branch is never closed"
            offset = self._open[-1].offset
            raise self.stop(offset, "branch-unclosed", message, found="(", expected=")")

    def _loose_comment(self) -> None:
        """Read a comment on what stands before it: a trick, or the head of the line."""
        line, start = self._open[-1], self.at
        home = line.tricks[-1].comments if line.tricks else line.comments
        home.append(self.comment())
        if self.ended:
            where = "the last trick" if line.tricks else "the tags"
            message = f"this comment after the result is kept as one on {where}"
            self.fault_at(start, "comment-after-end", message, found="{", severity="warning")

    def _word(self) -> None:
        start = self.at
        plain = _PLAIN_TRICK.match(self.text, start, self.end)
        if plain:
            self._plain_trick(plain)
            return
        number = _NUMBER.match(self.text, start, self.end)
        if number:
            self.at = number.end()
            self._trick(int(number[1]), start)
            return
        word = self.peek()
        if len(self._open) == 1 and (word == "*" or PAIR.fullmatch(word)):
            self.at += len(word)
            self.trick = ""
            self.places["end", "result"] = start
            self.result = pair(word)
            self.ended = True
            return
        message = "a trick number such as 7. or the result was expected here"
        raise self.stop(start, "bad-token", message, found=word, expected="NUMBER.")

    def _count(self, start: int) -> None:
        self._tricks += 1
        if self._tricks > MOST_TRICKS:
            message = f"a record holds at most {MOST_TRICKS} tricks, branches included"
            raise self.stop(start, "too-many-tricks", message)

    def _plain_trick(self, plain: re.Match[str]) -> None:
        line = self._open[-1]
        number, leader, lead, reply, winner, points, first, second = plain.groups()
        self.trick = line.address + number
        key = line.keys.next(int(number))
        self._count(plain.start())
        self.at = plain.end()
        self._plain[key] = plain
        trick = Trick(
            int(number),
            card(lead),
            card(reply),
            SEATS.index(leader),
            SEATS.index(winner),
            int(points),
            (card(first), card(second)) if first else None,
        )
        line.tricks.append(TrickInTheMaking(trick, key))

    def _trick(self, number: int, start: int) -> None:
        line = self._open[-1]
        self.trick = f"{line.address}{number}"
        key = line.keys.next(number)
        self.places[key, "number"] = start
        if not 1 <= number <= TRICKS:
            message = f"tricks are numbered 1 to {TRICKS}"
            raise self.stop(start, "bad-number", message, found=f"{number}.")
        self._count(start)
        comments = self.comments()
        leader = self._seat(key, "leader")
        comments += self.comments()
        lead = self._card(key, "lead")
        lead_comments = self.comments()
        reply = None
        if self.peek() == "*":
            self.places[key, "reply"] = self.at
            self.at += 1
        else:
            reply = self._card(key, "reply")
        reply_comments = self.comments()
        winner = self._seat(key, "winner")
        after = self.comments()
        points = self._points(key)
        after += self.comments()
        drawn = self._drawn(key, after)
        if reply is None or (winner is None and points is None and drawn is None):
            # Nothing sets the reply off from the trick: the comment is on the whole of it.
            reply_comments, after = [], reply_comments + after
        trick = Trick(
            number,
            lead,
            reply,
            leader,
            winner,
            points,
            drawn,
            tuple(lead_comments),
            tuple(reply_comments),
        )
        line.tricks.append(TrickInTheMaking(trick, key, comments + after))

    def _seat(self, key: str, part: str) -> int | None:
        self.skip()
        word = self.peek().upper()
        if word not in ("F", "D"):
            return None
        self.places[key, part] = self.at
        self.at += 1
        return SEATS.index(word)

    def _card(self, key: str, part: str) -> int:
        self.skip()
        word = self.peek()
        if not word or word in _NO_WORD:
            name = "card drawn" if part.startswith("drawn") else part
            message = f"the {name} of trick {self.trick} is missing"
            offset = self.at if word else self.places[key, "number"]
            raise self.stop(offset, "trick-cut", message, found=word, expected="a card")
        self.places[key, part] = self.at
        try:
            number = card(word)
        except TextError:
            message = bad_card_message(word)
            raise self.stop(self.at, "bad-card", message, found=word, expected="a card") from None
        self.at += len(word)
        return number

    def _points(self, key: str) -> int | None:
        word = self.peek()
        number = small_number(word)
        if number is not None:
            self.places[key, "points"] = self.at
            self.at += len(word)
        return number

    def _drawn(self, key: str, comments: list[str]) -> tuple[int, ...] | None:
        """Read the cards drawn; comments among them go to `comments`."""
        cards: list[int] = []
        while self.skip() == "+":
            self.at += 1
            cards.append(self._card(key, f"drawn{len(cards)}"))
            comments += self.comments()
        return tuple(cards) or None

    # Branches ---------------------------------------------------------------------------

    def _open_branch(self) -> None:
        start, line = self.at, self._open[-1]
        if not line.tricks:
            message = "a branch stands after the trick that it replaces"
            raise self.stop(start, "branch-place", message, found="(")
        if len(self._open) > MOST_NESTING:
            message = f"branches nest at most {MOST_NESTING} deep"
            raise self.stop(start, "branch-too-deep", message, found="(")
        self.at += 1
        self.skip()
        label = self.peek()
        if not (len(label) == 1 and label.isascii() and label.islower()):
            message = "a branch begins with its label, one lower-case letter"
            raise self.stop(self.at, "bad-label", message, found=label, expected="a letter a to z")
        last = line.tricks[-1]
        if any(label == branch.label for branch in last.branches):
            message = f"the label {label} stands twice at trick {last.trick.number}"
            raise self.stop(self.at, "label-twice", message, found=label)
        self.at += 1
        address = f"{line.address}{last.trick.number}{label}."
        branch = LineInTheMaking(address, label, start, TrickKeys(f"{last.key}{label}."))
        last.branches.append(branch)
        self._open.append(branch)
        self.lines_read.append(branch)

    def close_all(self) -> None:
        """Close every branch that is open, where reading stopped."""
        while len(self._open) > 1:
            self._close_branch(cut=True)

    def _close_branch(self, *, cut: bool = False) -> None:
        """Close the innermost branch.

        Args:
            cut: whether reading stopped, so that an empty branch is no fault of its own.
        """
        branch = self._open.pop()
        line = self._open[-1]
        last = line.tricks[-1]
        self.trick = f"{line.address}{last.trick.number}"
        if not branch.tricks:
            last.branches.pop()
            self.lines_read.pop()  # it holds nothing, so no line came after it
            if not cut:
                message = "this branch holds no trick"
                self.fault_at(branch.offset, "branch-empty", message, found="(", expected="a trick")
