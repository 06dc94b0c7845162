"""What both readers make of a text: a record in the making, then a `Parsed` with its faults."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elfern_core.errors import Finding
from elfern_core.records.model import MOST_BYTES, Branch, Record, Trick

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elfern_core.records._scan import Lines

type Place = tuple[str | int, ...]
"""Key of a place: `("tag", name)`, `("tag", name, card, index)`, `(trick, part)`, where `trick` is
what `TrickKeys` gives: the address, unless a number stands twice in one line."""

MOST_FOUND = 80
"""Characters of the text that a finding quotes at most."""


class Faults:
    """Faults of one record, noted while its text is read."""

    def __init__(self, lines: Lines) -> None:
        """Begin with none."""
        self.lines = lines
        self.findings: list[Finding] = []
        """Faults and warnings noted so far."""
        self.trick = ""
        """Address of the trick being read, for the findings."""

    def fault_at(
        self,
        offset: int,
        code: str,
        message: str,
        *,
        found: str = "",
        expected: str = "",
        severity: str = "error",
    ) -> None:
        """Note a fault at an offset and go on; unless `found` is told, `quote` gives it."""
        line, column = self.lines(offset)
        self.findings.append(
            Finding(
                code,
                message,
                line,
                column,
                trick=self.trick,
                found=(found or self.quote(offset))[:MOST_FOUND],
                expected=expected,
                severity=severity,
            )
        )

    def quote(self, offset: int) -> str:  # noqa: ARG002  (for those who can)
        """Give what stands at an offset, for a fault that does not tell it; here nothing."""
        return ""


def _nowhere(_place: Place) -> int | None:
    return None


@dataclass(slots=True)
class Parsed:
    """A record as read, with the faults of its text and the places of its parts."""

    record: Record
    findings: list[Finding]
    find: Callable[[Place], int | None] = _nowhere
    """Place → offset in the text; `None` if it has none."""
    locate: Callable[[int], tuple[int, int]] = lambda _offset: (0, 0)
    """Offset → line and column, from 1."""
    line: int = 0
    """Line on which the record begins; 0 if it did not come from a text."""
    ended: bool = False
    """Whether the end mark stood."""
    end_result: tuple[int, int] | None = None
    """The result at the end; `None` for `*`."""
    tags: frozenset[str] = frozenset()
    """Names of the tags that stood and could be read."""
    faulty: frozenset[str] = frozenset()
    """Names of the tags that stood and could not be read, or should have stood."""
    unfinished: bool = False
    """Whether reading stopped at a fault, so that moves may be missing."""
    bounded: bool = False
    """Whether the form itself shows where a record ends, so that it needs no end mark."""

    def place(self, *places: Place) -> tuple[int, int]:
        """Give line and column of the first of these places that is known."""
        for place in places:
            offset = self.find(place)
            if offset is not None:
                return self.locate(offset)
        return (self.line, 1) if self.line else (0, 0)


def fault_alone(
    lines: Lines, offset: int, code: str, message: str, found: str = "", expected: str = ""
) -> Parsed:
    """Give a fault in place of a record."""
    line, column = lines(offset)
    finding = Finding(code, message, line, column, found=found[:MOST_FOUND], expected=expected)
    return Parsed(Record("", ((), ())), [finding], locate=lines, line=line, unfinished=True)


def too_large(found: str) -> Parsed:
    """Say in place of a record that the file is larger than the limit."""
    limit = f"{MOST_BYTES // 1024 // 1024} MiB"
    message = f"the file is larger than {limit}, the most that is read"
    finding = Finding("file-too-large", message, 1, 1, found=found, expected=f"at most {limit}")
    return Parsed(Record("", ((), ())), [finding], line=1, unfinished=True)


class TrickKeys:
    """Tells apart the tricks of one line, even where a number stands twice by mistake."""

    __slots__ = ("_seen", "prefix")

    def __init__(self, prefix: str = "") -> None:
        """Begin a line.

        Args:
            prefix: what stands before the numbers of its tricks, such as `7a.`.
        """
        self.prefix = prefix
        self._seen: dict[int, int] = {}

    def next(self, number: int) -> str:
        """Give the key of the line's next trick, its address if the number is new."""
        times = self._seen.get(number, 0)
        self._seen[number] = times + 1
        return f"{self.prefix}{number}" + f"~{times}" * (times > 0)


@dataclass(slots=True)
class TrickInTheMaking:
    """A trick being read."""

    trick: Trick
    """The trick without comments on the whole of it and without branches."""
    key: str
    """Its key in places."""
    comments: list[str] = field(default_factory=list)
    branches: list[LineInTheMaking] = field(default_factory=list)


@dataclass(slots=True)
class LineInTheMaking:
    """A line of play being read: the main line, or a branch."""

    address: str = ""
    """What stands before the numbers of its tricks, such as `7a.`; empty for the main line."""
    label: str = ""
    offset: int = 0
    """Where it opens in the text."""
    keys: TrickKeys = field(default_factory=TrickKeys)
    tricks: list[TrickInTheMaking] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


def finished(lines: Sequence[LineInTheMaking]) -> tuple[Trick, ...]:
    """Make tricks and branches of the lines read.

    Args:
        lines: the main line, then every branch after the line that it leaves.

    Returns:
        The tricks of the main line. Works without recursion, so depth costs no stack.
    """
    made: dict[int, tuple[Trick, ...]] = {}
    for line in reversed(lines):
        made[id(line)] = tuple(
            _with(
                one.trick,
                tuple(one.comments),
                tuple(
                    Branch(branch.label, made[id(branch)], tuple(branch.comments))
                    for branch in one.branches
                ),
            )
            for one in line.tricks
        )
    return made[id(lines[0])]


def _with(trick: Trick, comments: tuple[str, ...], branches: tuple[Branch, ...]) -> Trick:
    if not comments and not branches:
        return trick
    return Trick(
        trick.number,
        trick.lead,
        trick.reply,
        trick.leader,
        trick.winner,
        trick.points,
        trick.drawn,
        trick.lead_comments,
        trick.reply_comments,
        comments,
        branches,
    )
