"""From text to records: lax about form, strict about meaning, every fault with its place.

The reader knows cards and the shape of a record, no rule of the game. A fault in one record
never hides the next: each `%egn` line outside a comment starts afresh.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from elfern_core.cards import SUITS, bad_card_message, card
from elfern_core.deal import SEATS
from elfern_core.errors import Finding, TextError
from elfern_core.records.model import (
    KNOWN_FORMATS,
    MOST_BYTES,
    MOST_COMMENT,
    MOST_NESTING,
    MOST_RECORDS,
    MOST_VALUE,
    TAG_ORDER,
    Branch,
    Record,
    Trick,
)
from elfern_core.rules import TRICKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

type Place = tuple[str | int, ...]
"""Key of a place: `("tag", name)`, `("tag", name, index)` or `(address, part)`."""

# Tags and comments that close are skipped whole, so that `%egn` in a comment starts no record
# and a brace in a tag opens no comment.
_BOUNDARY = re.compile(
    r'\[[^"\n\[\]{}]*"(?:[^"\\\n]|\\[^\n])*+"|\{(?:[^{}\\]|\\[\s\S])*+\}|^%egn[^\n]*',
    re.MULTILINE,
)
_HEADER = re.compile(r"%egn[ \t]*(\S*)[ \t]*$")
_TAG = re.compile(r'\[[ \t]*([A-Za-z][A-Za-z0-9_-]*)[ \t]*"((?:[^"\\\n]|\\.)*+)"[ \t]*\]')
_COMMENT_BODY = re.compile(r"(?:[^{}\\]|\\[{}\\]|\\(?=[^{}\\]))*+")
_SPACE = re.compile(r"\s*+")
_NUMBER = re.compile(r"(\d{1,4})\.")
_WORD = re.compile(r'[^\s{}()\[\]"]+')
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_SOURCE = re.compile(r"\?|[A-Za-z0-9][A-Za-z0-9:._-]*")
_PAIR = re.compile(r"(\d{1,4})-(\d{1,4})")
_DATE = re.compile(r"\?|(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")
_CARD_WORD = re.compile(r"\S+")


@dataclass(slots=True)
class Parsed:
    """A record as read, with the faults of its text and the places of its parts."""

    record: Record
    """The record as far as it could be read."""
    findings: list[Finding]
    """Faults and warnings of the text."""
    places: dict[Place, int] = field(default_factory=dict)
    """Place → offset in the text."""
    locate: Callable[[int], tuple[int, int]] = lambda _offset: (0, 0)
    """Offset → line and column, from 1."""
    line: int = 0
    """Line on which the record begins."""
    ended: bool = False
    """Whether the end mark stood."""
    end_result: tuple[int, int] | None = None
    """The result at the end; `None` for `*`."""
    tags: frozenset[str] = frozenset()
    """Names of the tags that stood."""
    unfinished: bool = False
    """Whether reading the moves stopped at a fault."""

    def place(self, *keys: Place) -> tuple[int, int]:
        """Give line and column of the first of these places that is known."""
        for key in keys:
            if key in self.places:
                return self.locate(self.places[key])
        return (self.line, 1) if self.line else (0, 0)


class _Lines:
    """Offsets to lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def __call__(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def decode(data: bytes) -> str:
    """Decode the bytes of a file.

    Raises:
        TextError: if they are too many or not UTF-8, with the line.
    """
    if len(data) > MOST_BYTES:
        message = f"the file is larger than {MOST_BYTES // 1024 // 1024} MiB"
        raise TextError(Finding("file-too-large", message, 1, 1, found=f"{len(data)} bytes"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        line = before.count(b"\n") + 1
        start = before.rfind(b"\n") + 1
        column = len(before[start:].decode("utf-8", "replace")) + 1
        finding = Finding("not-utf8", "the file is not UTF-8 text here", line, column)
        raise TextError(finding) from None


def parse(text: str) -> Iterator[Parsed]:
    """Read every record of a text, one after the other.

    Yields:
        A `Parsed` for each record, whole or up to its first fault in the moves. A text without
        any record gives one `Parsed` that holds the fault.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = _Lines(text)
    if len(text) > MOST_BYTES:
        yield _fault(lines, 0, "file-too-large", f"a file has at most {MOST_BYTES} bytes")
        return
    starts = [match for match in _BOUNDARY.finditer(text) if match[0][0] == "%"]
    edges = [match.start() for match in starts] + [len(text)]
    if text[: edges[0]].strip():
        yield _Reader(text, lines, 0, edges[0]).read()
    elif not starts:
        yield _fault(lines, 0, "no-record", "there is no record in this text")
        return
    for index, match in enumerate(starts):
        if index >= MOST_RECORDS:
            message = f"a file holds at most {MOST_RECORDS} records; the rest is not read"
            yield _fault(lines, match.start(), "too-many-records", message)
            return
        header = _HEADER.match(match[0])
        if header is None or header[1] not in map(str, KNOWN_FORMATS):
            known = ", ".join(f"%egn {version}" for version in KNOWN_FORMATS)
            message = f"this is not a version of the format that is known: {known}"
            yield _fault(lines, match.start(), "bad-version", message, match[0].strip(), known)
            continue
        yield _Reader(text, lines, match.end(), edges[index + 1], match.start()).read()


def _fault(
    lines: _Lines, offset: int, code: str, message: str, found: str = "", expected: str = ""
) -> Parsed:
    line, column = lines(offset)
    finding = Finding(code, message, line, column, found=found[:80], expected=expected)
    empty = Record("", ((), ()))
    return Parsed(empty, [finding], locate=lines, line=line, unfinished=True)


class _Stop(Exception):  # noqa: N818  (ends the reading of one record's moves)
    """The moves cannot be read further."""


@dataclass(slots=True)
class _Line:
    """A line of play under construction: the main line, or an open branch."""

    address: str
    label: str = ""
    offset: int = 0
    tricks: list[Trick] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


class _Reader:
    """Reads one record between two offsets."""

    def __init__(self, text: str, lines: _Lines, start: int, end: int, begin: int = -1) -> None:
        self.text, self.lines, self.at, self.end = text, lines, start, end
        first = begin if begin >= 0 else start
        skipped = _SPACE.match(text, first, end)
        self.line = lines(skipped.end() if skipped and begin < 0 else first)[0]
        self.findings: list[Finding] = []
        self.places: dict[Place, int] = {}
        self.tags: dict[str, str] = {}
        self.extra: list[tuple[str, str]] = []
        self.stack = [_Line("")]
        self.ended = False
        self.result: tuple[int, int] | None = None
        self.trick = ""

    def read(self) -> Parsed:
        unfinished = False
        try:
            self._read_tags()
            self._read_moves()
        except _Stop:
            unfinished = True
        while len(self.stack) > 1:
            self._close_branch()
        main = self.stack[0]
        record = _Tags(self).record()
        record = replace(record, tricks=tuple(main.tricks), comments=tuple(main.comments))
        findings = [replace(finding, record=record.id) for finding in self.findings]
        return Parsed(
            record,
            findings,
            self.places,
            self.lines,
            self.line,
            self.ended,
            self.result,
            frozenset(self.tags),
            unfinished,
        )

    def fault(
        self,
        offset: int,
        code: str,
        message: str,
        *,
        found: str = "",
        expected: str = "",
        severity: str = "error",
    ) -> None:
        line, column = self.lines(offset)
        self.findings.append(
            Finding(
                code,
                message,
                line,
                column,
                trick=self.trick,
                found=found[:80],
                expected=expected,
                severity=severity,
            )
        )

    def stop(
        self, offset: int, code: str, message: str, *, found: str = "", expected: str = ""
    ) -> _Stop:
        self.fault(offset, code, message, found=found, expected=expected)
        return _Stop()

    def _skip(self) -> str:
        """Skip blanks and give the next character, empty at the end."""
        match = _SPACE.match(self.text, self.at, self.end)
        if match:
            self.at = match.end()
        return self.text[self.at] if self.at < self.end else ""

    # Tags -------------------------------------------------------------------------------

    def _read_tags(self) -> None:
        while (next_one := self._skip()) in ("[", "{"):
            if next_one == "{":
                # Between tags a comment still belongs to the tags; after them, _read_moves goes on.
                self.stack[0].comments.append(self._comment())
                continue
            start = self.at
            match = _TAG.match(self.text, start, self.end)
            if match is None:
                line_end = self.text.find("\n", start, self.end)
                self.at = line_end if line_end >= 0 else self.end
                found = self.text[start : self.at].strip()
                message = 'this tag cannot be read; a tag is [Name "value"] on one line'
                self.fault(start, "bad-tag", message, found=found, expected='[Name "value"]')
                continue
            self.at = match.end()
            self._tag(match)

    def _tag(self, match: re.Match[str]) -> None:
        name, raw = match.groups()
        value_at = match.start(2)
        if name in self.tags or any(name == known for known, _ in self.extra):
            self.fault(match.start(), "tag-twice", f"the tag {name} stands twice", found=name)
            return
        for escape in re.finditer(r"\\(.)", raw):
            if escape[1] not in '"\\':
                message = 'in a tag value only \\" and \\\\ are escapes'
                self.fault(value_at + escape.start(), "bad-escape", message, found=escape[0])
        value = re.sub(r'\\(["\\])', r"\1", raw)
        if len(value) > MOST_VALUE:
            message = f"the value of {name} has more than {MOST_VALUE} characters"
            self.fault(value_at, "value-too-long", message, found=value[:20] + "…")
            return
        self.places["tag", name] = value_at
        if name in TAG_ORDER:
            self.tags[name] = value
            return
        self.extra.append((name, value))
        if not name.startswith("X-"):
            message = f"the tag {name} is not known; it is kept"
            self.fault(match.start(1), "unknown-tag", message, found=name, severity="warning")

    # Comments ---------------------------------------------------------------------------

    def _comment(self) -> str:
        start = self.at
        body = _COMMENT_BODY.match(self.text, start + 1, self.end)
        stop = body.end() if body else start + 1
        if stop >= self.end or self.text[stop] != "}":
            message = "this comment is never closed"
            if stop < self.end:
                message += "; inside a comment a brace is written \\{ or \\}"
            raise self.stop(start, "comment-unclosed", message, found="{", expected="}")
        raw = self.text[start + 1 : stop]
        self.at = stop + 1
        text = raw
        if "\\" in raw:
            wrong = re.search(r"\\(?:[{}\\])|(\\)", raw)
            while wrong and not wrong[1]:
                wrong = re.compile(r"\\(?:[{}\\])|(\\)").search(raw, wrong.end())
            if wrong:
                message = "in a comment only \\{, \\} and \\\\ are escapes"
                self.fault(start + 1 + wrong.start(), "bad-escape", message, found="\\")
            text = re.sub(r"\\([{}\\])", r"\1", raw)
        if len(text) > MOST_COMMENT:
            message = f"this comment has more than {MOST_COMMENT} characters"
            self.fault(start, "comment-too-long", message, found=f"{len(text)} characters")
        return text

    # Moves ------------------------------------------------------------------------------

    def _read_moves(self) -> None:
        while next_one := self._skip():
            line = self.stack[-1]
            if next_one == "{":
                comment = self._comment()
                if line.tricks:
                    last = line.tricks[-1]
                    line.tricks[-1] = replace(last, comments=(*last.comments, comment))
                else:
                    line.comments.append(comment)
            elif next_one == "(":
                self._open_branch()
            elif next_one == ")":
                if len(self.stack) == 1:
                    message = "this parenthesis closes no branch"
                    raise self.stop(self.at, "branch-unopened", message, found=")")
                self.at += 1
                self._close_branch()
            elif next_one == "[":
                message = "a tag after the moves began; a new record starts with %egn 1"
                raise self.stop(self.at, "late-tag", message, found="[")
            else:
                self._word()
        if len(self.stack) > 1:
            offset = self.stack[-1].offset
            raise self.stop(
                offset, "branch-unclosed", "this branch is never closed", found="(", expected=")"
            )

    def _word(self) -> None:
        start = self.at
        if self.ended:
            found = self._peek()
            message = "nothing may stand after the result"
            raise self.stop(start, "after-end", message, found=found)
        number = _NUMBER.match(self.text, start, self.end)
        if number:
            self.at = number.end()
            self._trick(int(number[1]), start)
            return
        word = self._peek()
        if len(self.stack) == 1 and (word == "*" or _PAIR.fullmatch(word)):
            self.at += len(word)
            self.trick = ""
            self.places["end", "result"] = start
            self.result = _pair(word)
            self.ended = True
            return
        message = "a trick number such as 7. or the result was expected here"
        raise self.stop(start, "bad-token", message, found=word, expected="NUMBER.")

    def _peek(self) -> str:
        match = _WORD.match(self.text, self.at, self.end)
        return match[0] if match else self.text[self.at : self.at + 1]

    def _trick(self, number: int, start: int) -> None:
        line = self.stack[-1]
        self.trick = address = f"{line.address}{number}"
        self.places[address, "number"] = start
        if not 1 <= number <= TRICKS:
            message = f"tricks are numbered 1 to {TRICKS}"
            raise self.stop(start, "bad-number", message, found=f"{number}.")
        leader = self._seat(address, "leader")
        lead = self._card(address, "lead")
        lead_comments = self._comments()
        reply = None
        self._skip()
        if self._peek() == "*":
            self.places[address, "reply"] = self.at
            self.at += 1
        else:
            reply = self._card(address, "reply")
        reply_comments = self._comments()
        winner = self._seat(address, "winner")
        comments = self._comments()
        points = self._points(address)
        comments += self._comments()
        drawn = self._drawn(address)
        trick = Trick(number, lead, reply, leader, winner, points, drawn)
        if winner is None and points is None and drawn is None:
            reply_comments, comments = (), reply_comments
        line.tricks.append(
            replace(
                trick,
                lead_comments=lead_comments,
                reply_comments=reply_comments,
                comments=comments,
            )
        )

    def _comments(self) -> tuple[str, ...]:
        comments = []
        while self._skip() == "{":
            comments.append(self._comment())
        return tuple(comments)

    def _seat(self, address: str, part: str) -> int | None:
        self._skip()
        word = self._peek()
        if word.upper() not in ("F", "D"):
            return None
        self.places[address, part] = self.at
        self.at += 1
        return SEATS.index(word.upper())

    def _card(self, address: str, part: str) -> int:
        if not self._skip():
            message = f"the record stops where the {part} of trick {address} should stand"
            offset = self.places[address, "number"]
            raise self.stop(offset, "trick-cut", message, expected="a card")
        word = self._peek()
        self.places[address, part] = self.at
        try:
            number = card(word)
        except TextError as error:
            message = error.finding.message
            raise self.stop(self.at, "bad-card", message, found=word, expected="a card") from None
        self.at += len(word)
        return number

    def _points(self, address: str) -> int | None:
        self._skip()
        word = self._peek()
        if not (word.isascii() and word.isdigit() and len(word) <= 4):  # noqa: PLR2004
            return None
        self.places[address, "points"] = self.at
        self.at += len(word)
        return int(word)

    def _drawn(self, address: str) -> tuple[int, ...] | None:
        cards: list[int] = []
        while self._skip() == "+":
            self.at += 1
            cards.append(self._card(address, f"drawn{len(cards)}"))
        return tuple(cards) or None

    # Branches ---------------------------------------------------------------------------

    def _open_branch(self) -> None:
        start, line = self.at, self.stack[-1]
        if not line.tricks:
            message = "a branch stands after the trick that it replaces"
            raise self.stop(start, "branch-place", message, found="(")
        if len(self.stack) > MOST_NESTING:
            message = f"branches nest at most {MOST_NESTING} deep"
            raise self.stop(start, "branch-too-deep", message, found="(")
        self.at += 1
        self._skip()
        label = self._peek()
        if not (len(label) == 1 and label.isascii() and label.islower()):
            message = "a branch begins with its label, one lower-case letter"
            raise self.stop(self.at, "bad-label", message, found=label, expected="a letter a to z")
        last = line.tricks[-1]
        if any(label == branch.label for branch in last.branches):
            message = f"the label {label} stands twice at trick {last.number}"
            raise self.stop(self.at, "label-twice", message, found=label)
        self.at += 1
        address = f"{line.address}{last.number}{label}."
        self.places[address, "number"] = start
        self.stack.append(_Line(address, label, start))

    def _close_branch(self) -> None:
        branch = self.stack.pop()
        line = self.stack[-1]
        if not branch.tricks:
            self.fault(branch.offset, "branch-empty", "this branch holds no trick", found="(")
        self.trick = f"{line.address}{line.tricks[-1].number}"
        last = line.tricks[-1]
        made = Branch(branch.label, tuple(branch.tricks), tuple(branch.comments))
        line.tricks[-1] = replace(last, branches=(*last.branches, made))


def _pair(text: str) -> tuple[int, int] | None:
    match = _PAIR.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


class _Tags:
    """Turns the tags of one record into its fields, with a fault for each that cannot be read."""

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader
        reader.trick = ""

    def record(self) -> Record:
        tags = self.reader.tags
        if "Rules" not in tags:
            self._missing("Rules", "the ruleset, such as elfern")
        hands = self._hands()
        return Record(
            rules=tags.get("Rules", ""),
            hands=hands,
            stock=self._cards("Stock"),
            id=self._pattern("Id", _ID, "lower-case words joined by -", ""),
            title=tags.get("Title", ""),
            source=self._pattern(
                "Source", _SOURCE, "constructed, self-play, played or the key of a source", "?"
            ),
            illustrates=tuple(tags.get("Illustrates", "").split()),
            date=self._date(),
            session=tags.get("Session", ""),
            round=self._integer("Round", 1, 9999),
            forehand=tags.get("Forehand", "?"),
            dealer=tags.get("Dealer", "?"),
            lot=self._lot(),
            trump=self._letter("Trump", SUITS),
            held=self._integer("Held", 0, 9999) or 0,
            fragment=self._integer("Fragment", 1, TRICKS),
            leader=self._letter("Leader", SEATS),
            won=self._points("Won"),
            result=self._points("Result", star=True),
            game_points=self._points("GamePoints"),
            note=tags.get("Note", ""),
            extra=tuple(sorted(self.reader.extra)),
        )

    def _fault(self, name: str, message: str, expected: str) -> None:
        offset = self.reader.places["tag", name]
        found = self.reader.tags[name]
        self.reader.fault(offset, "bad-value", message, found=found, expected=expected)

    def _missing(self, name: str, what: str) -> None:
        line = self.reader.line
        self.reader.findings.append(
            Finding("missing-tag", f"the tag {name} is missing: {what}", line, 1, expected=name)
        )

    def _pattern(self, name: str, pattern: re.Pattern[str], what: str, default: str) -> str:
        value = self.reader.tags.get(name)
        if value is None:
            return default
        if not pattern.fullmatch(value):
            self._fault(name, f"{name} is not {what}", what)
            return default
        return value

    def _integer(self, name: str, least: int, most: int) -> int | None:
        value = self.reader.tags.get(name)
        if value is None:
            return None
        if not (value.isascii() and value.isdigit() and len(value) <= 4):  # noqa: PLR2004
            self._fault(name, f"{name} is not a number", f"{least} to {most}")
            return None
        number = int(value)
        if not least <= number <= most:
            self._fault(name, f"{name} is not a number from {least} to {most}", f"{least}…{most}")
            return None
        return number

    def _letter(self, name: str, letters: str) -> int | None:
        value = self.reader.tags.get(name)
        if value is None:
            return None
        if len(value) != 1 or value.upper() not in letters:
            allowed = ", ".join(letters)
            self._fault(name, f"{name} is not one of the letters {allowed}", allowed)
            return None
        return letters.index(value.upper())

    def _points(self, name: str, *, star: bool = False) -> tuple[int, int] | None:
        value = self.reader.tags.get(name)
        if value is None or (star and value == "*"):
            return None
        pair = _pair(value)
        if pair is None:
            expected = "two numbers such as 13-7" + (", or *" if star else "")
            self._fault(name, f"{name} is not {expected}", expected)
        return pair

    def _date(self) -> str:
        value = self.reader.tags.get("Date", "?")
        match = _DATE.fullmatch(value)
        expected = "a date such as 2026-11-29, 2026-11, 2026 or ?"
        if match is None:
            self._fault("Date", f"Date is not {expected}", expected)
            return "?"
        if value != "?":
            year, month, day = (int(part) if part else 1 for part in match.groups())
            try:
                date(year, month, day)
            except ValueError:
                self._fault("Date", "there is no such date", expected)
                return "?"
        return value

    def _cards(self, name: str, start: int = 0, end: int | None = None) -> tuple[int, ...]:
        value = self.reader.tags.get(name)
        if value is None:
            return ()
        cards: list[int] = []
        offset = self.reader.places["tag", name]
        for match in _CARD_WORD.finditer(value, start, len(value) if end is None else end):
            try:
                number = card(match[0])
            except TextError:
                self.reader.fault(
                    offset + match.start(),
                    "bad-card",
                    bad_card_message(match[0]),
                    found=match[0],
                    expected="a card",
                )
                continue
            self.reader.places["tag", name, number, len(cards)] = offset + match.start()
            self.reader.places.setdefault(("tag", name, number), offset + match.start())
            cards.append(number)
        return tuple(cards)

    def _two_hands(self, name: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        value = self.reader.tags[name]
        match = re.fullmatch(r"\s*F:([^/:]*)/\s*D:([^/:]*)", value, re.IGNORECASE)
        if match is None:
            expected = "F: cards / D: cards"
            self._fault(name, f"{name} is not written {expected}", expected)
            return None
        return (
            self._cards(name, *match.span(1)),
            self._cards(name, *match.span(2)),
        )

    def _hands(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if "Hands" not in self.reader.tags:
            self._missing("Hands", "F: cards / D: cards")
            return (), ()
        return self._two_hands("Hands") or ((), ())

    def _lot(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        return self._two_hands("Lot") if "Lot" in self.reader.tags else None
