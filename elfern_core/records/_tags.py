"""From the tags of an EGN record to the fields of a record, with a fault for each that is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elfern_core.cards import bad_card_message, card
from elfern_core.errors import TextError
from elfern_core.records._values import (
    EXPECTED,
    LETTERS,
    number_fits,
    pair,
    small_number,
    text_fits,
)
from elfern_core.records.model import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from elfern_core.records._building import Place

_TWO_HANDS = re.compile(r"\s*F:([^/:]*)/\s*D:([^/:]*)", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_ESCAPED = re.compile(r'\\(["\\])')


class Tags:
    """The tags of one record as read."""

    __slots__ = ("_fault", "_places", "_raw", "extra", "faulty")

    def __init__(self, places: dict[Place, int], fault: Callable[..., None]) -> None:
        """Start without tags.

        Args:
            places: where to note the places of tags and of their cards.
            fault: what to call with offset, code, message, and `found` and `expected`.
        """
        self._raw: dict[str, str] = {}
        self._places = places
        self._fault = fault
        self.extra: dict[str, str] = {}
        """Unknown tags by name."""
        self.faulty: set[str] = set()
        """Names of the tags that could not be read, or that are missing."""

    def __contains__(self, name: str) -> bool:
        """Say whether a tag of this name stood, known or not, readable or not."""
        return name in self._raw or name in self.extra or name in self.faulty

    def add(self, name: str, raw: str, offset: int) -> None:
        """Add a tag of the format.

        Args:
            name: its name.
            raw: its value with the escapes.
            offset: where the value begins in the text.
        """
        self._raw[name] = raw
        self._places["tag", name] = offset

    def names(self) -> frozenset[str]:
        """Give the names of the known tags that could be read."""
        return frozenset(self._raw.keys() - self.faulty)

    def require(self, line_start: int) -> None:
        """Note a fault for each tag that cannot be left out.

        Args:
            line_start: the place of such a fault.
        """
        for name, what in (
            ("Rules", "the ruleset, such as elfern"),
            ("Hands", EXPECTED["Hands"]),
            ("Stock", "the stock, top card first, or nothing between the quotes"),
        ):
            if name not in self:
                self.faulty.add(name)
                message = f"the tag {name} is missing: {what}"
                self._fault(line_start, "missing-tag", message, expected=name)

    def record(self) -> Record:
        """Make a record of the tags, without its tricks."""
        return Record(
            rules=self._text("Rules"),
            hands=self._two_hands("Hands") or ((), ()),
            stock=self._cards("Stock"),
            id=self._text("Id"),
            title=self._text("Title"),
            source=self._text("Source", "?"),
            illustrates=tuple(self._text("Illustrates").split()),
            date=self._text("Date", "?"),
            session=self._text("Session"),
            round=self._number("Round"),
            forehand=self._text("Forehand", "?"),
            dealer=self._text("Dealer", "?"),
            lot=self._two_hands("Lot"),
            trump=self._letter("Trump"),
            held=self._number("Held") or 0,
            fragment=self._number("Fragment"),
            leader=self._letter("Leader"),
            won=self._pair("Won"),
            result=self._pair("Result"),
            game_points=self._pair("GamePoints"),
            note=self._text("Note"),
            extra=tuple(sorted(self.extra.items())),
        )

    def value(self, name: str) -> str | None:
        """Give the value of a known tag without escapes; `None` if it does not stand."""
        raw = self._raw.get(name)
        return None if raw is None else unescaped(raw)

    def _wrong(self, name: str) -> None:
        self.faulty.add(name)
        value = self.value(name) or ""
        expected = EXPECTED[name]
        message = f"{name} is not {expected}"
        self._fault(self._places["tag", name], "bad-value", message, found=value, expected=expected)

    def _text(self, name: str, default: str = "") -> str:
        value = self.value(name)
        if value is None:
            return default
        if not text_fits(name, value):
            self._wrong(name)
            return default
        return value

    def _number(self, name: str) -> int | None:
        value = self.value(name)
        if value is None:
            return None
        number = small_number(value)
        if number is None or not number_fits(name, number):
            self._wrong(name)
            return None
        return number

    def _letter(self, name: str) -> int | None:
        value = self.value(name)
        if value is None:
            return None
        letter = value.upper()
        if len(value) != 1 or letter not in LETTERS[name]:
            self._wrong(name)
            return None
        return LETTERS[name].index(letter)

    def _pair(self, name: str) -> tuple[int, int] | None:
        value = self.value(name)
        if value is None or (name == "Result" and value == "*"):
            return None
        numbers = pair(value)
        if numbers is None:
            self._wrong(name)
        return numbers

    def _cards(self, name: str, start: int = 0, end: int | None = None) -> tuple[int, ...]:
        raw = self._raw.get(name)
        if raw is None:
            return ()
        cards: list[int] = []
        offset = self._places["tag", name]
        for match in _WORD.finditer(raw, start, len(raw) if end is None else end):
            place = offset + match.start()
            try:
                number = card(match[0])
            except TextError:
                self.faulty.add(name)
                message = bad_card_message(match[0])
                self._fault(place, "bad-card", message, found=match[0], expected="a card")
                continue
            self._places["tag", name, number, len(cards)] = place
            self._places.setdefault(("tag", name, number), place)
            cards.append(number)
        return tuple(cards)

    def _two_hands(self, name: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        raw = self._raw.get(name)
        if raw is None:
            return None
        match = _TWO_HANDS.fullmatch(raw)
        if match is None:
            self._wrong(name)
            return None
        return self._cards(name, *match.span(1)), self._cards(name, *match.span(2))


def unescaped(raw: str) -> str:
    r"""Give a tag value as it is meant: `\"` for a quote, `\\` for a backslash."""
    return _ESCAPED.sub(r"\1", raw) if "\\" in raw else raw
