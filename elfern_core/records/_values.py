"""What the tags of a record may hold: the same for every written form, for readers and writers."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from elfern_core.cards import SUITS
from elfern_core.deal import SEATS
from elfern_core.rules import TRICKS

if TYPE_CHECKING:
    from collections.abc import Mapping

EXPECTED: Mapping[str, str] = {
    "Id": "lower-case words of letters and digits, joined by -",
    "Source": "constructed, self-play, played, the key of a source, or ?",
    "Date": "a date such as 2026-11-29, 2026-11, 2026, or ?",
    "Round": "a number from 1 to 9999",
    "Held": "a number from 0 to 999",
    "Fragment": f"a number from 2 to {TRICKS}; a deal from trick 1 on is whole",
    "Trump": "one of the letters C, S, H, D",
    "Leader": "F or D",
    "Won": "two numbers such as 4-3",
    "Result": "two numbers such as 13-7, or *",
    "GamePoints": "two numbers such as 1-0",
    "Hands": "F: cards / D: cards",
    "Lot": "F: cards / D: cards",
}
"""Tag → what it may hold, in words."""
RANGES: Mapping[str, tuple[int, int]] = {
    "Round": (1, 9999),
    "Held": (0, 999),
    "Fragment": (2, TRICKS),
}
"""Tag with a number → least and most."""
LETTERS: Mapping[str, str] = {"Trump": SUITS, "Leader": SEATS}
"""Tag with a letter → the letters allowed, in the order of what they stand for."""

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
"""The name of a tag, known or not."""
PAIR = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")
"""Two numbers, forehand's first."""
HALF_CHARACTER = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair: no character, and not to be written as UTF-8."""
_PATTERNS = {
    "Id": re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*"),
    "Source": re.compile(r"\?|[A-Za-z0-9][A-Za-z0-9:._-]*"),
}
_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


def text_fits(name: str, value: str) -> bool:
    """Say whether the tag `name` may hold this text; free text always fits."""
    if name == "Date":
        return value == "?" or _is_date(value)
    pattern = _PATTERNS.get(name)
    return pattern is None or pattern.fullmatch(value) is not None


def _is_date(value: str) -> bool:
    match = _DATE.fullmatch(value)
    if match is None:
        return False
    year, month, day = (int(part) if part else 1 for part in match.groups())
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def number_fits(name: str, number: int) -> bool:
    """Say whether the tag `name` may hold this number."""
    least, most = RANGES[name]
    return least <= number <= most


def pair(text: str) -> tuple[int, int] | None:
    """Read two numbers such as `13-7`; `None` if it is not that."""
    match = PAIR.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def small_number(text: str) -> int | None:
    """Read a number of at most four plain digits; `None` if it is not that."""
    short = len(text) <= 4  # noqa: PLR2004
    return int(text) if short and text.isascii() and text.isdigit() else None
