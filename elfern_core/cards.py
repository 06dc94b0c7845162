"""The 32 cards: numbers inside, two-letter codes outside, names for both packs.

A card is an int from 0 to 31: suit times 8 plus place, suits in the order clubs, spades,
hearts, diamonds, places from 0 (seven) to 7 (ace). The number is an address, not a strength:
the ace–ten order of a variant lives in the compiled tables. Numbers never leave the process;
records, JSON, links and messages use the codes. Rule sections: `pack`, `ranks`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elfern_core.errors import Finding, TextError

if TYPE_CHECKING:
    from collections.abc import Iterable

type Card = int
"""A card's number, 0 to 31: suit × 8 + place."""

SUITS = "CSHD"
"""Suit letters in order: clubs (acorns), spades (leaves), hearts, diamonds (bells)."""
RANKS = "AKQJT987"
"""Rank letters of the natural order, high to low: ace (Daus), king, queen (Ober), …, seven."""
PACKS = ("french", "german")
"""The two packs whose names and faces the cards can wear."""
LANGUAGES = ("en", "de")
"""Languages in which cards and sentences have names."""

_PLACE = {letter: 7 - index for index, letter in enumerate(RANKS)}
CODES: tuple[str, ...] = tuple(suit + RANKS[7 - place] for suit in SUITS for place in range(8))
"""The two-letter code of each card number."""
_NUMBERS = {text: number for number, text in enumerate(CODES)}
ALL_CARDS = (1 << 32) - 1
"""The mask of the whole pack."""
SUIT_MASKS: tuple[int, ...] = tuple(0xFF << (8 * suit) for suit in range(4))
"""The mask of each suit."""

# Four tables of 256: a hand is listed byte by byte, a suit a byte.
_LISTS = tuple(
    tuple(tuple(8 * suit + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
    for suit in range(4)
)

_SUIT_WORDS = {
    ("french", "en"): ("clubs", "spades", "hearts", "diamonds"),
    ("german", "en"): ("acorns", "leaves", "hearts", "bells"),
    ("french", "de"): ("Kreuz", "Pik", "Herz", "Karo"),
    ("german", "de"): ("Eichel", "Laub", "Herz", "Schellen"),
}
_RANK_WORDS = {
    ("french", "en"): ("ace", "king", "queen", "jack", "ten", "nine", "eight", "seven"),
    ("german", "en"): ("ace", "king", "Ober", "Unter", "ten", "nine", "eight", "seven"),
    ("french", "de"): ("Ass", "König", "Dame", "Bube", "Zehn", "Neun", "Acht", "Sieben"),
    ("german", "de"): ("Daus", "König", "Ober", "Unter", "Zehn", "Neun", "Acht", "Sieben"),
}
_TOKEN = re.compile(r"\{([CSHD])([AKQJT987]?)\}")


def card(text: str) -> Card:
    """Give the number of the card written `text`, such as `HA`; lower case is accepted.

    Raises:
        TextError: if the text is not two of the allowed letters.
    """
    number = _NUMBERS.get(text) if text in _NUMBERS else _NUMBERS.get(text.upper())
    if number is None:
        raise TextError(Finding("bad-card", bad_card_message(text), found=text))
    return number


def bad_card_message(text: str) -> str:
    """Say why `text` is not a card, naming the letters that are allowed."""
    return (
        f"“{text}” is not a card: a card is two letters, the suit C, S, H or D, "
        "then the rank A, K, Q, J, T, 9, 8 or 7"
    )


def code(number: Card) -> str:
    """Give the two-letter code of a card number."""
    return CODES[number]


def mask(numbers: Iterable[Card]) -> int:
    """Give the 32-bit mask that holds these cards."""
    result = 0
    for number in numbers:
        result |= 1 << number
    return result


def cards_of(hand: int) -> tuple[Card, ...]:
    """List the cards of a mask in ascending number."""
    return (
        _LISTS[0][hand & 255]
        + _LISTS[1][hand >> 8 & 255]
        + _LISTS[2][hand >> 16 & 255]
        + _LISTS[3][hand >> 24]
    )


def suit_name(suit: int, pack: str = "french", lang: str = "en") -> str:
    """Name a suit (0 to 3), such as `hearts` or `Schellen`."""
    return _SUIT_WORDS[pack, lang][suit]


def rank_name(place: int, pack: str = "french", lang: str = "en") -> str:
    """Name a rank by its place (0 seven to 7 ace), such as `queen` or `Ober`."""
    return _RANK_WORDS[pack, lang][7 - place]


def card_name(number: Card, pack: str = "french", lang: str = "en") -> str:
    """Name a card in words: `ace of hearts`, `Herz-Ass`, `Ober of acorns`, `Eichel-Ober`."""
    suit, place = divmod(number, 8)
    suit_word, rank_word = suit_name(suit, pack, lang), rank_name(place, pack, lang)
    return f"{suit_word}-{rank_word}" if lang == "de" else f"{rank_word} of {suit_word}"


def names_table() -> dict[str, dict[str, dict[str, dict[str, str]]]]:
    """Give all names as JSON: pack → language → `cards`, `suits`, `ranks` → letter(s) → name.

    This is all that a page needs to replace the tokens of the engine's sentences.
    """
    return {
        pack: {
            lang: {
                "cards": {CODES[n]: card_name(n, pack, lang) for n in range(32)},
                "suits": {letter: suit_name(i, pack, lang) for i, letter in enumerate(SUITS)},
                "ranks": {letter: rank_name(7 - i, pack, lang) for i, letter in enumerate(RANKS)},
            }
            for lang in LANGUAGES
        }
        for pack in PACKS
    }


def render_tokens(text: str, pack: str = "french", lang: str = "en") -> str:
    """Replace the tokens of an engine sentence: `{HA}` by a card's name, `{H}` by a suit's."""

    def name(match: re.Match[str]) -> str:
        suit, rank = match.groups()
        if rank:
            return card_name(_NUMBERS[suit + rank], pack, lang)
        return suit_name(SUITS.index(suit), pack, lang)

    return _TOKEN.sub(name, text)
