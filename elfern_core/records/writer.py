"""From records to text: one strict form, so that two programs write the same bytes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elfern_core.cards import CODES, SUITS
from elfern_core.catalogue import ruleset
from elfern_core.deal import SEATS
from elfern_core.errors import Finding, TextError
from elfern_core.records.model import FORMAT, MOST_COMMENT, MOST_VALUE, TAG_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elfern_core.records.model import Branch, Record, Trick

_LINE_BREAK = re.compile(r"[\r\n]")
_UNWRITABLE = re.compile("[\r\ud800-\udfff]")
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def write(record: Record) -> str:
    """Write one complete record in export form, with its final newline.

    What follows from the rules must be filled in: `records.check.complete` does it.

    Raises:
        TextError: if a value cannot be written, such as a line break in a tag.
    """
    lines = [f"%egn {FORMAT}"]
    lines += [f'[{name} "{_escaped_tag(name, value)}"]' for name, value in _tags(record)]
    lines.append("")
    lines += [_comment(comment) for comment in record.comments]
    lines += _tricks(record.tricks)
    lines.append(_result(record.result))
    return "\n".join(lines) + "\n"


def sorted_hand(rules_text: str, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Sort a hand for export: clubs, spades, hearts, diamonds, ranks high to low in force."""
    rules = ruleset(rules_text).rules
    return tuple(sorted(cards, key=lambda card: (card // 8, -rules.strength(card % 8))))


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    seat = None if record.leader is None else SEATS[record.leader]
    values: dict[str, str | None] = {
        "Id": record.id or None,
        "Title": record.title or None,
        "Rules": record.rules,
        "Source": record.source,
        "Illustrates": " ".join(record.illustrates) or None,
        "Date": record.date,
        "Session": record.session or None,
        "Round": None if record.round is None else str(record.round),
        "Forehand": record.forehand,
        "Dealer": record.dealer,
        "Lot": None if record.lot is None else _two_hands(record.lot),
        "Trump": None if record.trump is None else SUITS[record.trump],
        "Held": str(record.held) if record.held else None,
        "Hands": _two_hands(record.hands),
        "Stock": _codes(record.stock),
        "Fragment": None if record.fragment is None else str(record.fragment),
        "Leader": seat if record.fragment is not None else None,
        "Won": None if record.won is None else f"{record.won[0]}-{record.won[1]}",
        "Result": _result(record.result),
        "GamePoints": None
        if record.game_points is None
        else f"{record.game_points[0]}-{record.game_points[1]}",
        "Note": record.note or None,
    }
    for name in TAG_ORDER:
        value = values[name]
        if value is not None:
            yield name, value
    for name, value in sorted(record.extra):
        if not _TAG_NAME.fullmatch(name) or name in TAG_ORDER:
            raise _unwritable(f"“{name}” cannot be the name of a tag of one's own", name)
        yield name, value


def _two_hands(hands: tuple[tuple[int, ...], tuple[int, ...]]) -> str:
    return f"F: {_codes(hands[0])} / D: {_codes(hands[1])}"


def _codes(cards: tuple[int, ...]) -> str:
    return " ".join(CODES[card] for card in cards)


def _result(result: tuple[int, int] | None) -> str:
    return "*" if result is None else f"{result[0]}-{result[1]}"


def _unwritable(message: str, found: str) -> TextError:
    return TextError(Finding("unwritable", message, found=found[:80]))


def _escaped_tag(name: str, value: str) -> str:
    if _LINE_BREAK.search(value) or _UNWRITABLE.search(value):
        message = f"the value of {name} holds a line break or half a character"
        raise _unwritable(message, value)
    if len(value) > MOST_VALUE:
        raise _unwritable(f"the value of {name} has more than {MOST_VALUE} characters", value)
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _comment(text: str) -> str:
    if _UNWRITABLE.search(text):
        message = "a comment holds a carriage return or half a character"
        raise _unwritable(message, text)
    if len(text) > MOST_COMMENT:
        raise _unwritable(f"a comment has more than {MOST_COMMENT} characters", text)
    return "{" + re.sub(r"([{}\\])", r"\\\1", text) + "}"


def _tricks(tricks: tuple[Trick, ...]) -> list[str]:
    lines = []
    for trick in tricks:
        lines.append(_trick(trick))
        lines += [_comment(comment) for comment in trick.comments]
        for branch in trick.branches:
            lines += _branch(branch)
    return lines


def _trick(trick: Trick) -> str:
    """Write one trick; two blanks set off the cards, what they brought, and the draw."""
    leader = "" if trick.leader is None else f" {SEATS[trick.leader]}"
    parts = [f"{trick.number}.{leader} {CODES[trick.lead]}"]
    parts += [_comment(comment) for comment in trick.lead_comments]
    parts.append("*" if trick.reply is None else CODES[trick.reply])
    parts += [_comment(comment) for comment in trick.reply_comments]
    text = " ".join(parts)
    if trick.winner is not None:
        text += f"  {SEATS[trick.winner]} {trick.points or 0}"
    if trick.drawn:
        text += "  " + " ".join(f"+{CODES[card]}" for card in trick.drawn)
    return text


def _branch(branch: Branch) -> list[str]:
    lines = _tricks(branch.tricks)
    opening = " ".join([f"({branch.label}", *map(_comment, branch.comments)])
    lines[0] = f"{opening} {lines[0]}"
    lines[-1] += " )"
    return lines
