"""From EGN to records: lax about form, strict about meaning, every fault with its place.

The reader knows cards and the shape of a record, no rule of the game. A fault in one record
never hides the next.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from elfern_core.records._building import (
    Parsed,
    fault_alone,
    finished,
    too_large,
)
from elfern_core.records._cursor import Stop
from elfern_core.records._moves import MovesReader
from elfern_core.records._scan import Lines, Piece, decode, pieces, plain_lines
from elfern_core.records._tags import Tags, unescaped
from elfern_core.records._values import HALF_CHARACTER
from elfern_core.records.model import (
    KNOWN_FORMATS,
    MOST_BYTES,
    MOST_RECORDS,
    MOST_VALUE,
    TAG_ORDER,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Parsed", "decode", "parse"]

_HEADER = re.compile(r"%egn[ \t]*(\S*)", re.IGNORECASE)
_TAG = re.compile(
    r'\[[ \t]*+([A-Za-z][A-Za-z0-9_-]*+)[ \t]*+"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t]*+\]'
)
_TAG_START = re.compile(r"\[[ \t]*([A-Za-z][A-Za-z0-9_-]*)")
_TAG_ESCAPE = re.compile(r"\\(.)")
_ONLY_COMMENTS = re.compile(r"(?:\s++|\{[^{}\\]*+(?:\\[\s\S][^{}\\]*+)*+\})*+")


def parse(text: str) -> Iterator[Parsed]:
    """Read every record of an EGN text, one after the other.

    Yields:
        A `Parsed` for each record, whole or up to its first fault in the moves. A text without
        any record gives one `Parsed` that holds the fault.
    """
    if len(text) > MOST_BYTES:
        yield too_large(f"{len(text)} characters")
        return
    text = plain_lines(text)
    lines = Lines(text)
    number = 0
    for piece in pieces(text):
        number += 1
        if number > MOST_RECORDS:
            message = f"a file holds at most {MOST_RECORDS} records; the rest is not read"
            yield fault_alone(lines, piece.begin, "too-many-records", message)
            return
        version = _HEADER.fullmatch(piece.header)
        if piece.header and (version is None or version[1] not in map(str, KNOWN_FORMATS)):
            known = ", ".join(f"%egn {version}" for version in KNOWN_FORMATS)
            message = f"this is not a version of the format that is known: {known}"
            yield fault_alone(lines, piece.begin, "bad-version", message, piece.header, known)
        elif not piece.header and _ONLY_COMMENTS.fullmatch(text, piece.start, piece.end):
            message = (
                "a comment before the first record belongs to none; "
                "a comment on a whole record stands after its tags"
            )
            yield fault_alone(lines, piece.begin, "stray-comment", message, "{", "%egn 1")
        else:
            yield _Reader(text, lines, piece).read()
    if not number:
        yield fault_alone(lines, 0, "no-record", "there is no record in this text", "", "%egn 1")


class _Reader(MovesReader):
    """Reads the record in one piece of a text."""

    def __init__(self, text: str, lines: Lines, piece: Piece) -> None:
        super().__init__(text, lines, piece.start, piece.end)
        self.begin = piece.begin
        self.tags = Tags(self.places, self.fault_at)

    def read(self) -> Parsed:
        unfinished = False
        try:
            broken = HALF_CHARACTER.search(self.text, self.begin, self.end)
            if broken:
                message = "half of a surrogate pair stands here, which is no character"
                raise self.stop(broken.start(), "bad-character", message)
            self._read_tags()
            self.tags.require(self.begin)
            self.read_moves()
        except Stop:
            unfinished = True
            self.close_all()
        self.trick = ""
        record = replace(
            self.tags.record(), tricks=finished(self.lines_read), comments=tuple(self.main.comments)
        )
        return Parsed(
            record,
            [replace(finding, record=record.id) for finding in self.findings],
            self.find,
            self.lines,
            self.lines(self.begin)[0],
            self.ended,
            self.result,
            self.tags.names(),
            frozenset(self.tags.faulty),
            unfinished,
        )

    # Tags -------------------------------------------------------------------------------

    def _read_tags(self) -> None:
        while (next_one := self.skip()) in ("[", "{"):
            if next_one == "{":
                self.main.comments.append(self.comment())
                continue
            start = self.at
            match = _TAG.match(self.text, start, self.end)
            if match is None:
                self._bad_tag(start)
            else:
                self.at = match.end()
                self._tag(match)

    def _bad_tag(self, start: int) -> None:
        line_end = self.text.find("\n", start, self.end)
        self.at = line_end if line_end >= 0 else self.end
        name = _TAG_START.match(self.text, start, self.end)
        if name and name[1] in TAG_ORDER:
            self.tags.faulty.add(name[1])
        found = self.text[start : self.at].strip()
        message = 'this tag cannot be read; a tag is [Name "value"] on one line'
        self.fault_at(start, "bad-tag", message, found=found, expected='[Name "value"]')

    def _tag(self, match: re.Match[str]) -> None:
        name, raw = match.groups()
        value_at = match.start(2)
        if name in self.tags:
            self.fault_at(match.start(), "tag-twice", f"the tag {name} stands twice", found=name)
            return
        if "\\" in raw:
            for escape in _TAG_ESCAPE.finditer(raw):
                if escape[1] not in '"\\':
                    message = 'in a tag value only \\" and \\\\ are escapes'
                    self.fault_at(value_at + escape.start(), "bad-escape", message, found=escape[0])
        value = unescaped(raw)
        if len(value) > MOST_VALUE:
            message = f"the value of {name} has more than {MOST_VALUE} characters"
            self.fault_at(value_at, "value-too-long", message, found=f"{len(value)} characters")
            self.tags.faulty.add(name)
        elif name in TAG_ORDER:
            self.tags.add(name, raw, value_at)
        else:
            self.tags.extra[name] = value
            if not name.startswith("X-"):
                message = f"the tag {name} is not known; it is kept"
                self.fault_at(
                    match.start(1), "unknown-tag", message, found=name, severity="warning"
                )
