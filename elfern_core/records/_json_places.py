"""Faults in a JSON record with their places; those are looked up only when there is a fault."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elfern_core.records._building import MOST_FOUND, Faults, Place
from elfern_core.records._values import HALF_CHARACTER
from elfern_core.records.model import json_key

if TYPE_CHECKING:
    from elfern_core.records._scan import Lines

type Path = tuple[str | int, ...]
"""Way to a value inside a record: keys of objects and indexes of arrays."""

_TOKEN = re.compile(r'[ \t\n\r]*+(?:("[^"\\]*+(?:\\.[^"\\]*+)*+")|([\[\]{},:])|[^\s"\[\]{},:]++)')
_SNIPPET = re.compile(r"[^\n]*+")
_DEEPEST = 8
"""No value of a record lies deeper."""


@dataclass(slots=True)
class Places:
    """Offsets of the values of one JSON value."""

    values: dict[Path, int] = field(default_factory=dict)
    keys: dict[Path, int] = field(default_factory=dict)
    """Offsets of the keys that lead to them."""
    twice: list[tuple[str, int]] = field(default_factory=list)
    """Keys that stand twice in an object, with the offset of the second."""


@dataclass(slots=True)
class _Container:
    is_object: bool
    at_key: bool
    index: int = 0
    keys: set[str] = field(default_factory=set)


def places(text: str, start: int, end: int) -> Places:
    """Find the values of the JSON value between two offsets, which must be valid JSON."""
    found = Places()
    path: list[str | int] = []
    inside: list[_Container] = []
    at = start
    while at < end and (token := _TOKEN.match(text, at, end)):
        at = token.end()
        string, sign = token.groups()
        begin = at - len(token[0].lstrip())
        top = inside[-1] if inside else None
        if sign in ("]", "}"):
            inside.pop()
            path.pop()
        elif sign == "," and top:
            top.at_key = top.is_object
            if not top.is_object:
                top.index += 1
                path[-1] = top.index
        elif string and top and top.at_key:
            key = json.loads(string) if "\\" in string else string[1:-1]
            if key in top.keys:
                found.twice.append((key, begin))
            top.keys.add(key)
            top.at_key = False
            path[-1] = key
            if len(path) <= _DEEPEST:
                found.keys[tuple(path)] = begin
        elif sign != ":":
            if len(path) <= _DEEPEST:
                found.values[tuple(path)] = begin
            if sign:
                inside.append(_Container(sign == "{", sign == "{"))
                path.append(0)
    return found


class JsonFaults(Faults):
    """Collects the faults of one record in a JSON text."""

    def __init__(self, text: str, start: int, end: int, lines: Lines) -> None:
        """Take the record that stands between two offsets."""
        super().__init__(lines)
        self.text, self.start, self.end = text, start, end
        self.faulty: set[str] = set()
        """Names of the tags that are wrong."""
        self.paths: dict[Place, Path] = {}
        """Place → path, for places that are no tags."""
        self._places: Places | None = None

    def places(self) -> Places:
        """Give the places of all values; they are looked up once, at the first fault."""
        if self._places is None:
            self._places = places(self.text, self.start, self.end)
        return self._places

    def find(self, place: Place) -> int | None:
        """Give the offset of a place; `None` if it has none."""
        if place[0] == "tag" and len(place) == 2:  # noqa: PLR2004
            path: Path | None = (json_key(str(place[1])),)
        else:
            path = self.paths.get(place)
        return None if path is None else self.places().values.get(path)

    def fault(self, path: Path, code: str, message: str, *, expected: str = "") -> None:
        """Note a fault at a value, or at the nearest value around it."""
        values = self.places().values
        near = path
        while near and near not in values:
            near = near[:-1]
        self.fault_at(values.get(near, self.start), code, message, expected=expected)

    def quote(self, offset: int) -> str:
        """Give the line that begins at an offset."""
        snippet = _SNIPPET.match(self.text, offset, min(self.end, offset + MOST_FOUND))
        return snippet[0] if snippet else ""

    def shape(self, path: Path, what: str) -> None:
        """Note that a value is not what it should be."""
        name = ".".join(map(str, path)) or "a record"
        self.fault(path, "json-shape", f"{name} is not {what}", expected=what)

    def string(self, value: object, path: Path, most: int, too_long: str) -> str | None:
        """Give a text; `None`, and a fault, if it is none, holds what is no character, or is long.

        Args:
            value: the JSON value.
            path: where it stands.
            most: characters that it may have.
            too_long: code of the fault if it has more.
        """
        if not isinstance(value, str):
            self.shape(path, "text")
        elif HALF_CHARACTER.search(value):
            message = "half of a surrogate pair stands here, which is no character"
            self.fault(path, "bad-character", message)
        elif len(value) > most:
            name = ".".join(map(str, path))
            self.fault(path, too_long, f"{name} has more than {most} characters")
        else:
            return value
        return None
