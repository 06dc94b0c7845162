"""From JSON and JSON Lines to records: the same checks as for EGN, each fault with its place.

Like the reader of EGN it knows cards and the shape of a record, no rule of the game.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from elfern_core.records._building import Parsed, fault_alone, too_large
from elfern_core.records._json_record import read_record
from elfern_core.records._scan import Lines, plain_lines
from elfern_core.records.model import MOST_BYTES, MOST_RECORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

_BLANK = re.compile(r"[ \t\n\r]*+")
_LINE_OF_RECORD = re.compile(r"^\{", re.MULTILINE)
_LINE = re.compile(r"[^\n]*+")
_JSON_START = re.compile(r'\s*+(?:\[\s*+(?:[\[{\]"]|\Z)|\{\s*+(?:"[^"\\\n]*+"\s*+:|\}|\Z))')
_LONGEST_NUMBER = 15
_DEEPEST = 50
"""Deepest nesting that is decoded; a record needs 6. The decoder recurses, and a browser's stack
is small."""
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z|\\\Z)', re.DOTALL)
_NO_BRACKET = re.compile(r"[^\[\]{}]++")
_STRING_OR_BRACKET = re.compile(_STRING.pattern + r"|[\[\]{}]")


def is_json(text: str) -> bool:
    """Say whether a text looks like JSON rather than EGN, by its first characters."""
    return _JSON_START.match(text.removeprefix("\ufeff")) is not None


def is_json_lines(text: str) -> bool:
    """Say whether a JSON text holds a record a line."""
    starts = _LINE_OF_RECORD.finditer(text)
    first = next(starts, None)
    return first is not None and not text[: first.start()].strip() and bool(next(starts, None))


def parse_json(text: str) -> Iterator[Parsed]:
    """Read every record of a JSON text: an object, an array of objects, or an object a line.

    Yields:
        A `Parsed` for each record. Where the text is not JSON, one that holds the fault; in
        JSON Lines the next line is read all the same.
    """
    if len(text) > MOST_BYTES:
        yield too_large(f"{len(text)} characters")
        return
    text = plain_lines(text)
    lines = Lines(text)
    deep = _too_deep(text)
    if deep is not None:
        message = f"values are nested more than {_DEEPEST} deep, which no record is"
        yield fault_alone(lines, deep, "json-too-deep", message, text[deep])
        return
    number = 0
    for item in _lines(text) if is_json_lines(text) else _document(text):
        number += 1
        if item.wrong:
            message = f"this is not JSON: {item.wrong}"
            yield fault_alone(lines, item.end, "json-syntax", message, text[item.end :][:1])
        elif number > MOST_RECORDS:
            message = f"a file holds at most {MOST_RECORDS} records; the rest is not read"
            yield fault_alone(lines, item.start, "too-many-records", message)
            return
        else:
            yield read_record(item.value, text, item.start, item.end, lines, twice=item.twice)
    if not number:
        yield fault_alone(lines, 0, "no-record", "there is no record in this text", "", "{")


@dataclass(frozen=True, slots=True)
class _Item:
    """A value of a text, or what is wrong where one should stand."""

    start: int
    end: int
    """Where it ends, or where it goes wrong."""
    value: object = None
    twice: bool = False
    """Whether a key stands twice in an object."""
    wrong: str = ""


class _Decoder:
    """Decodes one JSON value after the other."""

    def __init__(self) -> None:
        self.twice = False
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_int=_number, parse_constant=_Constant
        )

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        self.twice |= len(made) != len(pairs)
        return made

    def decode(self, text: str, start: int) -> _Item:
        """Give the value that begins here."""
        self.twice = False
        try:
            value, end = self._decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            why = error.msg[:1].lower() + error.msg[1:]
            return _Item(start, min(error.pos, len(text)), wrong=why)
        return _Item(start, end, value, self.twice)


def _too_deep(text: str) -> int | None:
    """Give the offset of the first bracket that is nested too deep; `None` if none is."""
    brackets = _NO_BRACKET.sub("", _STRING.sub("", text))
    for _ in range(8):
        brackets = brackets.replace("[]", "").replace("{}", "")
    if len(brackets) <= _DEEPEST:
        return None
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > _DEEPEST:
                return token.start()
        elif token[0] in "]}":
            depth -= 1
    return None


class _Constant(str):
    """`NaN` or `Infinity`, which are no JSON."""

    __slots__ = ()


def _number(digits: str) -> int | float:
    """Read a whole number; one far beyond any that a record holds only as infinite."""
    return int(digits) if len(digits) <= _LONGEST_NUMBER else float("inf")


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _document(text: str) -> Iterator[_Item]:
    """Give the one value of a text, or the items of its one array."""
    decoder = _Decoder()
    at = _skip(text, 0)
    if text[at : at + 1] == "[":
        at = _skip(text, at + 1)
        while text[at : at + 1] != "]":
            item = decoder.decode(text, at)
            yield item
            if item.wrong:
                return
            at = _skip(text, item.end)
            sign = text[at : at + 1]
            if sign not in (",", "]"):
                yield _Item(at, at, wrong="a comma or ] was expected; the rest is not read")
                return
            if sign == ",":
                at = _skip(text, at + 1)
        at += 1
    elif at < len(text):
        item = decoder.decode(text, at)
        yield item
        if item.wrong:
            return
        at = item.end
    at = _skip(text, at)
    if at < len(text):
        yield _Item(at, at, wrong="something stands after its end")


def _lines(text: str) -> Iterator[_Item]:
    """Give the value of each line that is not blank."""
    decoder = _Decoder()
    for line in _LINE.finditer(text):
        first = line.start()
        at = _skip(line[0], 0)
        if at >= len(line[0]):
            continue
        item = decoder.decode(line[0], at)
        end = item.end if item.wrong else _skip(line[0], item.end)
        if not item.wrong and end < len(line[0]):
            item = _Item(at, end, wrong="something stands after its end")
        yield replace(item, start=first + item.start, end=first + item.end)
