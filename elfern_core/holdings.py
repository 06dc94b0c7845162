"""The records of an archive: read together, checked as such, and described by facets.

An archive asks more of a record than the format does: an id that no other has, a title, a source
that can be named, no warning, and the very bytes that the engine writes, so that no record can
drift from the engine unseen. The site's build and `elfern check --archive` both come here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from elfern_core.catalogue import ruleset
from elfern_core.errors import Finding, TextError
from elfern_core.records import check_all, decode, parse, text_fits, write
from elfern_core.slate import running

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import PurePath

    from elfern_core.records import Checked, Parsed, Record
    from elfern_core.slate import Slate

SOURCES = ("constructed", "self-play", "played")
"""What `Source` may say without a bibliography."""
KINDS = ("lesson", "session", "example", "deal")
"""Kinds of record: a step of a lesson, a deal of a session, one made to illustrate, any other."""
LESSONS = "lessons"
"""Name of the folder that makes a record part of a lesson."""
RESULTS = ("simple", "schneider", "schwarz", "unnamed", "stander", "open")
"""How a deal may have ended; `unnamed` is a line of a scale without a name, `open` no result."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A record of an archive."""

    id: str
    """Its id, which no other record of the archive has."""
    path: PurePath
    """The file it stands in, as it was given."""
    line: int
    """Line on which it begins."""
    text: str
    """The record in export form."""
    checked: Checked
    """The record, replayed."""
    slate: Slate | None = None
    """The slate around the deal, if it is a round of a session in its file."""

    @property
    def digest(self) -> str:
        """SHA-256 of the record's text, in hexadecimal."""
        return sha256(self.text.encode()).hexdigest()

    @property
    def kind(self) -> str:
        """Which of `KINDS` it is."""
        record = self.checked.record
        if LESSONS in self.path.parts:
            return "lesson"
        if record.session:
            return "session"
        return "example" if record.source == "constructed" else "deal"

    @property
    def game(self) -> str:
        """Id of its game."""
        return ruleset(self.checked.record.rules).game.id

    @property
    def variants(self) -> tuple[str, ...]:
        """Ids of its variants, without parameters."""
        return tuple(one.id for one in ruleset(self.checked.record.rules).variants)

    @property
    def source(self) -> str:
        """What its `Source` says."""
        return self.checked.record.source

    @property
    def topics(self) -> tuple[str, ...]:
        """Ids of the rule sections and variants that it illustrates."""
        return self.checked.record.illustrates

    @property
    def result(self) -> str:
        """Which of `RESULTS` it has."""
        outcome = self.checked.game.outcome if self.checked.game else None
        return "open" if outcome is None else outcome.name or "unnamed"

    @property
    def tricks(self) -> int:
        """How many tricks its main line has."""
        return len(self.checked.record.tricks)


class Fault(NamedTuple):
    """What keeps a record, or a file, out of an archive."""

    path: PurePath
    """The file, as it was given."""
    finding: Finding
    """What is wrong, and where in the file."""

    def __str__(self) -> str:
        """Give `file:line:column: message`."""
        return f"{self.path.as_posix()}:{self.finding}"


@dataclass(slots=True)
class Holdings:
    """The records of an archive by id, and what is wrong with those that should be in it."""

    entries: dict[str, Holding] = field(default_factory=dict)
    """Id → record, in the order of the files."""
    faults: list[Fault] = field(default_factory=list)
    """In the order of the files; no record of a file with one is among the entries."""
    records: int = 0
    """How many records were read, faulty ones included."""

    @property
    def sessions(self) -> dict[str, list[Holding]]:
        """Name of a session → its rounds in order."""
        found: dict[str, list[Holding]] = {}
        for entry in self.entries.values():
            if entry.checked.record.session:
                found.setdefault(entry.checked.record.session, []).append(entry)
        return found


def read_holdings(
    files: Iterable[tuple[PurePath, bytes]], sources: Collection[str] = ()
) -> Holdings:
    """Read the files of an archive and check them together.

    Args:
        files: path and content of each, in the order in which they are to stand.
        sources: keys of the bibliography, which `Source` may name besides `SOURCES`.

    Returns:
        The records without fault, and the faults; never raises for a faulty file.
    """
    reader = _Reader({*SOURCES, *sources})
    for path, data in files:
        reader.read(path, data)
    return reader.holdings


class _File(NamedTuple):
    text: str
    parsed: tuple[Parsed, ...]
    entries: tuple[tuple[Checked, Slate | None], ...]
    written: tuple[str, ...]
    """Each record in export form; none if there is a fault."""


@lru_cache(maxsize=4096)
def _replayed(data: bytes) -> _File:
    """Read and check one file; a server that rebuilds meets most files unchanged."""
    text = decode(data)
    parsed = tuple(parse(text))
    entries = tuple(running(map(_slim, check_all(parsed))))
    # Only what has no fault can be written.
    sound = not any(checked.findings for checked, _ in entries)
    written = tuple(write(checked.record) for checked, _ in entries) if sound else ()
    return _File(text, parsed, entries, written)


def _slim(checked: Checked) -> Checked:
    """Drop the positions that checking left in memory: there may be thousands of records."""
    return replace(checked, game=replace(checked.game)) if checked.game else checked


class _Reader:
    """Reads the files of an archive one after the other."""

    def __init__(self, sources: Collection[str]) -> None:
        self.holdings = Holdings()
        self.sources = sources
        # Where each id and each session was met first, in faulty files too.
        self.ids: dict[str, str] = {}
        self.sessions: dict[str, PurePath] = {}

    def read(self, path: PurePath, data: bytes) -> None:
        """Read one file."""
        try:
            text, parsed, entries, written = _replayed(data)
        except TextError as error:
            self.holdings.faults.append(Fault(path, error.finding))
            return
        findings: list[Finding] = []
        for one, (checked, _) in zip(parsed, entries, strict=True):
            findings += checked.findings
            if checked.line:
                findings += self._judge(path, one, checked.record)
        self.holdings.records += len(entries)
        if written and not findings:
            findings += _form_faults(text, "\n".join(written))
        if findings:
            findings.sort(key=lambda finding: (finding.line, finding.column))
            self.holdings.faults += [Fault(path, finding) for finding in findings]
            return
        for (checked, slate), own in zip(entries, written, strict=True):
            name = checked.record.id
            self.holdings.entries[name] = Holding(name, path, checked.line, own, checked, slate)

    def _judge(self, path: PurePath, parsed: Parsed, record: Record) -> Iterator[Finding]:
        """Ask of one record what an archive asks beyond the format."""

        def fault(code: str, tag: str, message: str, found: str, expected: str) -> Finding:
            line, column = parsed.place(("tag", tag))
            return Finding(code, message, line, column, record.id, "", found, expected)

        first = self.ids.get(record.id)
        if not record.id and "Id" not in parsed.faulty:
            yield fault("no-id", "Id", "a record of an archive needs an Id", "", "Id")
        elif first:
            message = f"the id {record.id} stands in {first} already"
            yield fault("id-twice", "Id", message, record.id, "an id of its own")
        elif record.id:
            self.ids[record.id] = f"{path.as_posix()}, line {parsed.line},"
        if not record.title and "Title" not in parsed.faulty:
            yield fault("no-title", "Title", "a record of an archive needs a Title", "", "Title")
        if record.source not in self.sources and "Source" not in parsed.faulty:
            message = f"“{record.source}” is no source that a record of this archive can name"
            expected = ", ".join(sorted(self.sources))
            yield fault("no-source", "Source", message, record.source, expected)
        elif record.source == "self-play" and "?" in (record.forehand, record.dealer):
            message = "a game of the engine against itself names both players"
            seat = "Forehand" if record.forehand == "?" else "Dealer"
            yield fault("no-players", seat, message, "?", "the names of both players")
        if record.session:
            # It becomes an address and the name of a file.
            if not text_fits("Id", record.session):
                message = f"the session “{record.session}” needs a name in the form of an id"
                yield fault("session-name", "Session", message, record.session, "evening-1")
            home = self.sessions.get(record.session)
            if home is None and record.round != 1:
                message = f"the session {record.session} does not begin with its first round"
                yield fault("session-split", "Round", message, str(record.round), "1")
            elif home not in (None, path):
                message = f"rounds of the session {record.session} stand in {home} already"
                expected = "all rounds in one file"
                yield fault("session-split", "Session", message, record.session, expected)
            self.sessions.setdefault(record.session, path)


def _form_faults(text: str, expected: str) -> Iterator[Finding]:
    """Compare a file with what the engine writes, and name the first place where they differ."""
    if text == expected:
        return
    lines, others = text.split("\n"), expected.split("\n")
    same = 0
    for one, other in zip(lines, others, strict=False):
        if one != other:
            break
        same += 1
    # A text too long by blank lines, or without its last line break, differs at its last line.
    number = min(same, text.count("\n") - text.endswith("\n"))
    left, right = lines[number], "".join(others[number : number + 1])
    column = next(
        (n for n, (a, b) in enumerate(zip(left, right, strict=False), 1) if a != b),
        min(len(left), len(right)) + 1,
    )
    message = (
        "this is not what the engine writes; `elfern convert --to egn FILE` gives the export form"
    )
    yield Finding(
        "not-export-form", message, number + 1, column, found=left[:80], expected=right[:80]
    )
