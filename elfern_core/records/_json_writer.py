"""From records to JSON: one form, its keys in the order of the tags of EGN."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from elfern_core.cards import CODES
from elfern_core.deal import SEATS
from elfern_core.records._written import checked_comment, tags, unwritable
from elfern_core.records.model import JSON_FORMAT, TAG_ORDER, json_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from elfern_core.records.model import Branch, Record, Trick


def as_json(record: Record) -> dict[str, Any]:
    """Give one complete record as JSON values, its keys in the order of export.

    What follows from the rules must be filled in: `records.check.complete` does it.

    Raises:
        TextError: if a value cannot be written.
    """
    written = dict(tags(record))
    values: dict[str, Any] = {
        "Illustrates": list(record.illustrates),
        "Round": record.round,
        "Lot": None if record.lot is None else _by_seat(map(_codes, record.lot)),
        "Held": record.held,
        "Hands": _by_seat(map(_codes, record.hands)),
        "Stock": _codes(record.stock),
        "Fragment": record.fragment,
        "Won": None if record.won is None else _by_seat(record.won),
        "Result": None if record.result is None else _by_seat(record.result),
        "GamePoints": None if record.game_points is None else _by_seat(record.game_points),
    }
    made: dict[str, Any] = {"format": JSON_FORMAT}
    for name in TAG_ORDER:
        if name in written:
            made[json_key(name)] = values.get(name, written[name])
    if record.extra:
        made["tags"] = dict(sorted(record.extra))
    if record.comments:
        made["comments"] = _comments(record.comments)
    made["tricks"] = [_trick(trick) for trick in record.tricks]
    branches = list(_branches(record.tricks))
    if branches:
        made["branches"] = branches
    return made


def write_line(record: Record) -> str:
    """Write a record as one line of JSON Lines, with its newline."""
    return _text(as_json(record)) + "\n"


def write_lines(record: Record, margin: str = "") -> str:
    """Write a record as JSON over several lines, a key or a trick a line, without a newline."""
    parts = []
    for key, value in as_json(record).items():
        if key in {"tricks", "branches"} and value:
            items = ",\n".join(f"{margin}  {_text(item)}" for item in value)
            text = f"[\n{items}\n{margin} ]"
        else:
            text = _text(value)
        parts.append(f"{margin} {_text(key)}: {text}")
    return margin + "{\n" + ",\n".join(parts) + f"\n{margin}}}"


def write_json(records: Iterable[Record]) -> Iterator[str]:
    """Write records as JSON, piece by piece: one as an object, several as an array."""
    waiting: Record | None = None
    several = False
    for record in records:
        if waiting is not None:
            yield "[\n" if not several else ",\n"
            several = True
            yield write_lines(waiting, " ")
        waiting = record
    if waiting is None:
        yield "[]\n"
    elif several:
        yield ",\n" + write_lines(waiting, " ") + "\n]\n"
    else:
        yield write_lines(waiting) + "\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _by_seat(pair: Iterable[Any]) -> dict[str, Any]:
    return dict(zip(SEATS, pair, strict=True))


def _codes(cards: tuple[int, ...]) -> list[str]:
    return [CODES[card] for card in cards]


def _comments(texts: tuple[str, ...]) -> list[str]:
    return [checked_comment(text) for text in texts]


def _trick(trick: Trick) -> dict[str, Any]:
    made: dict[str, Any] = {"number": trick.number}
    if trick.leader is not None:
        made["leader"] = SEATS[trick.leader]
    made["lead"] = CODES[trick.lead]
    made["reply"] = None if trick.reply is None else CODES[trick.reply]
    if trick.winner is not None:
        made["winner"] = SEATS[trick.winner]
        made["points"] = trick.points
    if trick.drawn:
        made["drawn"] = _codes(trick.drawn)
    for key, texts in (
        ("leadComments", trick.lead_comments),
        ("replyComments", trick.reply_comments),
        ("comments", trick.comments),
    ):
        if texts:
            made[key] = _comments(texts)
    return made


def _branches(tricks: tuple[Trick, ...]) -> Iterator[dict[str, Any]]:
    """Give every branch in the order of the text, each told by the trick that it replaces."""
    todo: list[tuple[str, Branch]] = _beside(tricks, "")
    while todo:
        at, branch = todo.pop()
        if not branch.tricks:
            raise unwritable("a branch has a lower-case letter for its label and a trick", at)
        made: dict[str, Any] = {"at": at, "label": branch.label}
        if branch.comments:
            made["comments"] = _comments(branch.comments)
        made["tricks"] = [_trick(trick) for trick in branch.tricks]
        yield made
        todo += _beside(branch.tricks, f"{at}{branch.label}.")


def _beside(tricks: tuple[Trick, ...], prefix: str) -> list[tuple[str, Branch]]:
    found = [(f"{prefix}{trick.number}", branch) for trick in tricks for branch in trick.branches]
    return found[::-1]
