"""From records to text: one strict form, so that two programs write the same bytes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elfern_core.catalogue import ruleset
from elfern_core.records._written import (
    card_code,
    checked_comment,
    result_text,
    seat_letter,
    tags,
    unwritable,
)
from elfern_core.records.model import FORMAT, Branch, Trick

if TYPE_CHECKING:
    from elfern_core.records.model import Record

_BRACE = re.compile(r"([{}\\])")
_CLOSE = None
"""Stands in the list of what is to be written for the end of a branch."""


def write(record: Record) -> str:
    """Write one complete record in export form, with its final newline.

    What follows from the rules must be filled in: `records.check.complete` does it.

    Raises:
        TextError: if a value cannot be written, such as a line break in a tag.
    """
    lines = [f"%egn {FORMAT}"]
    lines += [f'[{name} "{_escaped(value)}"]' for name, value in tags(record)]
    lines.append("")
    lines += map(_comment, record.comments)
    lines += _moves(record.tricks)
    lines.append(result_text(record.result))
    return "\n".join(lines) + "\n"


def sorted_hand(rules_text: str, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Sort a hand for export: clubs, spades, hearts, diamonds, ranks high to low in force."""
    rules = ruleset(rules_text).rules
    return tuple(sorted(cards, key=lambda card: (card // 8, -rules.strength(card % 8))))


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _comment(text: str) -> str:
    return "{" + _BRACE.sub(r"\\\1", checked_comment(text)) + "}"


def _moves(tricks: tuple[Trick, ...]) -> list[str]:
    """Write the lines of play, a branch after the trick that it replaces; depth costs no stack."""
    lines: list[str] = []
    opening = ""
    todo: list[Trick | Branch | None] = [*reversed(tricks)]
    while todo:
        item = todo.pop()
        if item is _CLOSE:
            lines[-1] += " )"
        elif isinstance(item, Branch):
            opening = _opening(item)
            todo.append(_CLOSE)
            todo += reversed(item.tricks)
        else:
            lines.append(opening + _trick(item))
            opening = ""
            lines += map(_comment, item.comments)
            todo += reversed(item.branches)
    return lines


def _opening(branch: Branch) -> str:
    label = branch.label
    if not (len(label) == 1 and label.isascii() and label.islower() and branch.tricks):
        raise unwritable("a branch has a lower-case letter for its label and a trick", label)
    return " ".join((f"({label}", *map(_comment, branch.comments), ""))


def _trick(trick: Trick) -> str:
    """Write one trick; two blanks set off the cards, what they brought, and the draw."""
    leader = "" if trick.leader is None else f" {seat_letter(trick.leader)}"
    parts = [f"{trick.number}.{leader} {card_code(trick.lead)}"]
    parts += map(_comment, trick.lead_comments)
    parts.append("*" if trick.reply is None else card_code(trick.reply))
    parts += map(_comment, trick.reply_comments)
    text = " ".join(parts)
    if trick.winner is not None:
        text += f"  {seat_letter(trick.winner)} {trick.points or 0}"
    if trick.drawn:
        text += "  " + " ".join(f"+{card_code(card)}" for card in trick.drawn)
    return text
