"""The values of a record as text, each checked: what could not be read back is not written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elfern_core.cards import CODES, SUITS
from elfern_core.deal import SEATS
from elfern_core.errors import Finding, TextError
from elfern_core.records._values import EXPECTED, HALF_CHARACTER, TAG_NAME, number_fits, text_fits
from elfern_core.records.model import MOST_COMMENT, MOST_VALUE, TAG_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elfern_core.records.model import Record

_LINE_BREAK = re.compile(r"[\r\n]")


def tags(record: Record) -> Iterator[tuple[str, str]]:
    """Give the tags of a record in order of export, their values without escapes.

    Raises:
        TextError: if a tag cannot be written so that it is read back.
    """
    values: dict[str, str | None] = {
        "Id": record.id or None,
        "Title": record.title or None,
        "Rules": record.rules,
        "Source": record.source,
        "Illustrates": " ".join(record.illustrates) or None,
        "Date": record.date,
        "Session": record.session or None,
        "Round": _number("Round", record.round),
        "Forehand": record.forehand,
        "Dealer": record.dealer,
        "Lot": None if record.lot is None else _two_hands(record.lot),
        "Trump": _letter("Trump", SUITS, record.trump),
        "Held": _number("Held", record.held or None),
        "Hands": _two_hands(record.hands),
        "Stock": codes(record.stock),
        "Fragment": _number("Fragment", record.fragment),
        "Leader": _letter("Leader", SEATS, record.leader),
        "Won": None if record.won is None else _pair(record.won),
        "Result": result_text(record.result),
        "GamePoints": None if record.game_points is None else _pair(record.game_points),
        "Note": record.note or None,
    }
    for name in TAG_ORDER:
        value = values[name]
        if value is not None:
            yield name, checked_value(name, value)
    names: set[str] = set()
    for name, value in sorted(record.extra):
        if not TAG_NAME.fullmatch(name) or name in TAG_ORDER or name in names:
            message = f"“{name}” cannot be the name of a further tag, or stands twice"
            raise unwritable(message, name)
        names.add(name)
        yield name, checked_value(name, value)


def checked_value(name: str, value: str) -> str:
    """Give back a tag's value if it can be written.

    Raises:
        TextError: if it cannot.
    """
    if _LINE_BREAK.search(value) or HALF_CHARACTER.search(value):
        raise unwritable(f"the value of {name} holds a line break or half a character", value)
    if len(value) > MOST_VALUE:
        raise unwritable(f"the value of {name} has more than {MOST_VALUE} characters", value)
    if not text_fits(name, value):
        raise unwritable(f"{name} is not {EXPECTED[name]}", value)
    return value


def checked_comment(text: str) -> str:
    """Give back a comment if it can be written.

    Raises:
        TextError: if it cannot.
    """
    if "\r" in text or HALF_CHARACTER.search(text):
        raise unwritable("a comment holds a carriage return or half a character", text)
    if len(text) > MOST_COMMENT:
        raise unwritable(f"a comment has more than {MOST_COMMENT} characters", text)
    return text


def codes(cards: tuple[int, ...]) -> str:
    """Give the codes of cards, separated by blanks."""
    return " ".join(map(card_code, cards))


def unwritable(message: str, found: str) -> TextError:
    """Give the error for what cannot be written."""
    return TextError(Finding("unwritable", message, found=found[:80]))


def card_code(card: int) -> str:
    """Give the code of a card."""
    if not 0 <= card < len(CODES):
        raise unwritable(f"{card} is not the number of a card", str(card))
    return CODES[card]


def seat_letter(seat: int) -> str:
    """Give the letter of a seat."""
    return _letter("Leader", SEATS, seat) or ""


def _letter(name: str, letters: str, index: int | None) -> str | None:
    if index is None:
        return None
    if not 0 <= index < len(letters):
        raise unwritable(f"{name} is not {EXPECTED[name]}", str(index))
    return letters[index]


def _number(name: str, number: int | None) -> str | None:
    if number is None:
        return None
    if not number_fits(name, number):
        raise unwritable(f"{name} is not {EXPECTED[name]}", str(number))
    return str(number)


def _two_hands(hands: tuple[tuple[int, ...], tuple[int, ...]]) -> str:
    return f"F: {codes(hands[0])} / D: {codes(hands[1])}"


def _pair(pair: tuple[int, int]) -> str:
    if not all(0 <= number <= 9999 for number in pair):  # noqa: PLR2004
        raise unwritable("two numbers from 0 to 9999 are expected", str(pair))
    return f"{pair[0]}-{pair[1]}"


def result_text(result: tuple[int, int] | None) -> str:
    """Give a result, `*` for none."""
    return "*" if result is None else _pair(result)
