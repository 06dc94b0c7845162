"""The lines of play of a record in JSON: tricks, and branches told by the trick they replace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfern_core.cards import bad_card_message, card
from elfern_core.deal import SEATS
from elfern_core.errors import TextError
from elfern_core.records._building import LineInTheMaking, TrickInTheMaking, TrickKeys
from elfern_core.records._json_places import JsonFaults, Path
from elfern_core.records.model import MOST_COMMENT, MOST_NESTING, MOST_TRICKS, Trick
from elfern_core.rules import TRICKS

if TYPE_CHECKING:
    from elfern_core.records._scan import Lines

TRICK_KEYS = frozenset(
    (
        "number",
        "lead",
        "reply",
        "leader",
        "winner",
        "points",
        "drawn",
        "leadComments",
        "replyComments",
        "comments",
    )
)
"""The keys of a trick."""
BRANCH_KEYS = frozenset(("at", "label", "comments", "tricks"))
"""The keys of a branch."""
_MOST_POINTS = 9999
_MOST_DRAWN = 2


class _Stop(Exception):  # noqa: N818  (ends the reading of one record's moves)
    """The moves cannot be read further; the fault has been noted."""


class MovesReader(JsonFaults):
    """Reads comments, tricks and branches."""

    def __init__(self, text: str, start: int, end: int, lines: Lines) -> None:
        """Take the record that stands between two offsets."""
        super().__init__(text, start, end, lines)
        self.main = LineInTheMaking()
        self.lines_read = [self.main]
        self._by_address: dict[str, tuple[TrickInTheMaking, int]] = {}
        self._tricks = 0

    def check_keys(self, value: dict[str, Any], known: frozenset[str], path: Path) -> None:
        """Note a fault for each key that is not known."""
        for key in sorted(value.keys() - known):
            message = f"the key {key[:80]} is not known"
            if not path:
                message += "; further tags stand in tags"
            offset = self.places().keys.get((*path, key), self.start)
            expected = "one of " + " ".join(sorted(known))
            self.fault_at(offset, "json-key", message, expected=expected)

    def read_moves(self, value: dict[str, Any]) -> bool:
        """Read the moves of a record as far as possible; say whether that is to the end."""
        try:
            self.main.comments += self._comments(value, "comments", ())
            self._line(self.main, value.get("tricks", []), ("tricks",), 0)
            branches = value.get("branches", [])
            if not isinstance(branches, list):
                raise self._stop(("branches",), "an array of branches")
            for index, branch in enumerate(branches):
                self._branch(branch, ("branches", index))
        except _Stop:
            return False
        return True

    def _stop(self, path: Path, what: str) -> _Stop:
        self.shape(path, what)
        return _Stop()

    def _refuse(self, path: Path, code: str, message: str, expected: str = "") -> _Stop:
        self.fault(path, code, message, expected=expected)
        return _Stop()

    def _comments(self, value: dict[str, Any], key: str, path: Path) -> tuple[str, ...]:
        comments = value.get(key, [])
        path = (*path, key)
        if not isinstance(comments, list):
            raise self._stop(path, "an array of texts")
        texts = []
        for index, one in enumerate(comments):
            text = self.string(one, (*path, index), MOST_COMMENT, "comment-too-long")
            if text is not None:
                texts.append(text.replace("\r\n", "\n").replace("\r", "\n"))
        return tuple(texts)

    # Branches -----------------------------------------------------------------------------

    def _branch(self, value: object, path: Path) -> None:
        self.trick = ""
        if not isinstance(value, dict):
            raise self._stop(path, "an object with at, label and tricks")
        self.check_keys(value, BRANCH_KEYS, path)
        at, label = value.get("at"), value.get("label")
        if not isinstance(at, str) or at not in self._by_address:
            message = "a branch tells the address of the trick it replaces, which stands before it"
            raise self._refuse((*path, "at"), "branch-place", message, "an address such as 7")
        replaced, depth = self._by_address[at]
        self.trick = at
        if not (isinstance(label, str) and len(label) == 1 and "a" <= label <= "z"):
            message = "a branch begins with its label, one lower-case letter"
            raise self._refuse((*path, "label"), "bad-label", message, "a letter a to z")
        if any(label == branch.label for branch in replaced.branches):
            message = f"the label {label} stands twice at trick {at}"
            raise self._refuse((*path, "label"), "label-twice", message)
        if depth >= MOST_NESTING:
            message = f"branches nest at most {MOST_NESTING} deep"
            raise self._refuse(path, "branch-too-deep", message)
        line = LineInTheMaking(f"{at}{label}.", label, keys=TrickKeys(f"{replaced.key}{label}."))
        line.comments += self._comments(value, "comments", path)
        tricks = value.get("tricks")
        if tricks == []:
            message = "this branch holds no trick"
            raise self._refuse((*path, "tricks"), "branch-empty", message, "a trick")
        replaced.branches.append(line)
        self.lines_read.append(line)
        try:
            self._line(line, tricks, (*path, "tricks"), depth + 1)
        finally:
            if not line.tricks:
                replaced.branches.pop()
                self.lines_read.pop()

    # Tricks -------------------------------------------------------------------------------

    def _line(self, line: LineInTheMaking, tricks: object, path: Path, depth: int) -> None:
        if not isinstance(tricks, list):
            raise self._stop(path, "an array of tricks")
        for index, value in enumerate(tricks):
            trick = self._trick(value, (*path, index), line)
            self._by_address[self.trick] = trick, depth
            line.tricks.append(trick)

    def _trick(self, value: object, path: Path, line: LineInTheMaking) -> TrickInTheMaking:
        if not isinstance(value, dict):
            raise self._stop(path, "an object with number, lead and reply")
        number = value.get("number")
        if type(number) is not int:
            raise self._stop((*path, "number"), "a number")
        self.trick = f"{line.address}{number}"
        key = line.keys.next(number)
        self.check_keys(value, TRICK_KEYS, path)
        for part in ("number", "lead", "reply", "leader", "winner", "points"):
            self.paths[key, part] = (*path, part)
        if not 1 <= number <= TRICKS:
            message = f"tricks are numbered 1 to {TRICKS}"
            raise self._refuse((*path, "number"), "bad-number", message)
        self._tricks += 1
        if self._tricks > MOST_TRICKS:
            message = f"a record holds at most {MOST_TRICKS} tricks, branches included"
            raise self._refuse(path, "too-many-tricks", message)
        for part in ("lead", "reply"):
            if part not in value:
                message = f"the {part} of trick {self.trick} is missing"
                raise self._refuse(path, "trick-cut", message, "a card")
        comments = list(self._comments(value, "comments", path))
        lead = self._card(value["lead"], (*path, "lead"))
        reply = None if value["reply"] is None else self._card(value["reply"], (*path, "reply"))
        trick = Trick(
            number,
            lead,
            reply,
            self._seat(value, "leader", path),
            self._seat(value, "winner", path),
            self._points(value, path),
            self._drawn(value, path, key),
            self._comments(value, "leadComments", path),
            self._comments(value, "replyComments", path),
        )
        return TrickInTheMaking(trick, key, comments)

    def _card(self, value: object, path: Path) -> int:
        try:
            return card(value) if isinstance(value, str) else card("")
        except TextError:
            shown = value[:80] if isinstance(value, str) else "this"
            raise self._refuse(path, "bad-card", bad_card_message(shown), "a card") from None

    def _seat(self, value: dict[str, Any], part: str, path: Path) -> int | None:
        if part not in value:
            return None
        seat = value[part]
        if not isinstance(seat, str) or len(seat) != 1 or seat.upper() not in SEATS:
            raise self._stop((*path, part), "F or D")
        return SEATS.index(seat.upper())

    def _points(self, value: dict[str, Any], path: Path) -> int | None:
        if "points" not in value:
            return None
        points = value["points"]
        if type(points) is not int or not 0 <= points <= _MOST_POINTS:
            raise self._stop((*path, "points"), "a number of card points")
        return points

    def _drawn(self, value: dict[str, Any], path: Path, key: str) -> tuple[int, ...] | None:
        if "drawn" not in value:
            return None
        drawn = value["drawn"]
        if not isinstance(drawn, list) or len(drawn) > _MOST_DRAWN:
            raise self._stop((*path, "drawn"), "an array of the cards drawn, at most two")
        cards = []
        for index, one in enumerate(drawn):
            self.paths[key, f"drawn{index}"] = (*path, "drawn", index)
            cards.append(self._card(one, (*path, "drawn", index)))
        return tuple(cards)
