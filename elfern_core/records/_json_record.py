"""From one JSON object to a record, with a fault for each value that is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from elfern_core.cards import bad_card_message, card
from elfern_core.errors import TextError
from elfern_core.records._building import Parsed, finished
from elfern_core.records._json_moves import MovesReader
from elfern_core.records._values import EXPECTED, LETTERS, TAG_NAME, number_fits, text_fits
from elfern_core.records.model import JSON_FORMAT, MOST_VALUE, TAG_ORDER, Record, json_key

if TYPE_CHECKING:
    from elfern_core.records._json_places import Path
    from elfern_core.records._scan import Lines

KEYS = frozenset({"format", "tags", "comments", "tricks", "branches"}) | frozenset(
    map(json_key, TAG_ORDER)
)
"""The keys of a record."""
_MOST_PAIR = 9999

type _Object = dict[str, Any]


def read_record(
    value: object, text: str, start: int, end: int, lines: Lines, *, twice: bool
) -> Parsed:
    """Read one record.

    Args:
        value: the JSON value.
        text: the text it was read from.
        start: where it begins there.
        end: where it ends.
        lines: offsets to lines.
        twice: whether a key stands twice somewhere in it.
    """
    return _RecordReader(text, start, end, lines).read(value, twice=twice)


class _RecordReader(MovesReader):
    """Reads one record."""

    def read(self, value: object, *, twice: bool) -> Parsed:
        line = self.lines(self.start)[0]
        if not isinstance(value, dict):
            self.shape((), "a JSON object")
            return Parsed(Record("", ((), ())), self.findings, line=line, unfinished=True)
        if twice:
            for key, offset in self.places().twice:
                message = f"the key {key[:80]} stands twice in one object"
                self.fault_at(offset, "json-key-twice", message)
        self.check_keys(value, KEYS, ())
        if value.get("format", JSON_FORMAT) != JSON_FORMAT:
            message = f"this is not a version of the format that is known: {JSON_FORMAT}"
            self.fault(("format",), "bad-version", message, expected=JSON_FORMAT)
        record = self._tags(value)
        unfinished = not self.read_moves(value)
        self.trick = ""
        record = replace(
            record, tricks=finished(self.lines_read), comments=tuple(self.main.comments)
        )
        tags = (name for name in TAG_ORDER if json_key(name) in value)
        return Parsed(
            record,
            [replace(finding, record=record.id) for finding in self.findings],
            self.find,
            self.lines,
            line,
            ended="result" in value,
            end_result=record.result,
            tags=frozenset(tags) - self.faulty,
            faulty=frozenset(self.faulty),
            unfinished=unfinished,
            bounded=True,
        )

    def _tags(self, value: _Object) -> Record:
        for name in ("Rules", "Hands", "Stock"):
            key = json_key(name)
            if key not in value:
                self.faulty.add(name)
                self.fault((), "missing-tag", f"the key {key} is missing", expected=key)
        return Record(
            rules=self._text(value, "Rules"),
            hands=self._two_hands(value, "Hands") or ((), ()),
            stock=self._cards("Stock", value.get("stock", []), ("stock",)),
            id=self._text(value, "Id"),
            title=self._text(value, "Title"),
            source=self._text(value, "Source", "?"),
            illustrates=self._illustrates(value),
            date=self._text(value, "Date", "?"),
            session=self._text(value, "Session"),
            round=self._number(value, "Round"),
            forehand=self._text(value, "Forehand", "?"),
            dealer=self._text(value, "Dealer", "?"),
            lot=self._two_hands(value, "Lot"),
            trump=self._letter(value, "Trump"),
            held=self._number(value, "Held") or 0,
            fragment=self._number(value, "Fragment"),
            leader=self._letter(value, "Leader"),
            won=self._pair(value, "Won"),
            result=self._pair(value, "Result"),
            game_points=self._pair(value, "GamePoints"),
            note=self._text(value, "Note"),
            extra=self._extra(value),
        )

    def _wrong(self, name: str, expected: str = "") -> None:
        self.faulty.add(name)
        key, expected = json_key(name), expected or EXPECTED[name]
        self.fault((key,), "bad-value", f"{key} is not {expected}", expected=expected)

    def _line_of_text(self, value: object, path: Path) -> str | None:
        text = self.string(value, path, MOST_VALUE, "value-too-long")
        if text is not None and ("\n" in text or "\r" in text):
            self.fault(path, "bad-value", f"{'.'.join(map(str, path))} holds a line break")
            return None
        return text

    def _text(self, value: _Object, name: str, default: str = "") -> str:
        key = json_key(name)
        if key not in value:
            return default
        text = self._line_of_text(value[key], (key,))
        if text is None:
            self.faulty.add(name)
            return default
        if not text_fits(name, text):
            self._wrong(name)
            return default
        return text

    def _number(self, value: _Object, name: str) -> int | None:
        number = value.get(json_key(name))
        if json_key(name) not in value:
            return None
        if type(number) is not int or not number_fits(name, number):
            self._wrong(name)
            return None
        return number

    def _letter(self, value: _Object, name: str) -> int | None:
        key = json_key(name)
        if key not in value:
            return None
        letter = value[key]
        if not isinstance(letter, str) or len(letter) != 1 or letter.upper() not in LETTERS[name]:
            self._wrong(name)
            return None
        return LETTERS[name].index(letter.upper())

    def _pair(self, value: _Object, name: str) -> tuple[int, int] | None:
        key = json_key(name)
        if key not in value or (name == "Result" and value[key] is None):
            return None
        pair = value[key]
        if isinstance(pair, dict) and pair.keys() == {"F", "D"}:
            first, second = pair["F"], pair["D"]
            if _is_count(first) and _is_count(second):
                return first, second
        self._wrong(name, '{"F": number, "D": number}' + (" or null" if name == "Result" else ""))
        return None

    def _illustrates(self, value: _Object) -> tuple[str, ...]:
        ids = value.get("illustrates", [])
        if not isinstance(ids, list):
            self.shape(("illustrates",), "an array of ids")
            return ()
        texts = [self._line_of_text(one, ("illustrates", index)) for index, one in enumerate(ids)]
        return tuple(text for text in texts if text is not None)

    def _extra(self, value: _Object) -> tuple[tuple[str, str], ...]:
        further = value.get("tags", {})
        if not isinstance(further, dict):
            self.shape(("tags",), "an object of texts")
            return ()
        extra = []
        for name, raw in further.items():
            path: Path = ("tags", name)
            text = self._line_of_text(raw, path)
            if not TAG_NAME.fullmatch(name) or name in TAG_ORDER:
                message = f"“{name[:80]}” cannot be the name of a further tag"
                self.fault(path, "json-key", message)
            elif text is not None:
                extra.append((name, text))
                if not name.startswith("X-"):
                    offset = self.places().keys.get(path, self.start)
                    message = f"the tag {name[:80]} is not known; it is kept"
                    self.fault_at(offset, "unknown-tag", message, severity="warning")
        return tuple(sorted(extra))

    def _cards(self, name: str, value: object, path: Path) -> tuple[int, ...]:
        if not isinstance(value, list):
            self.faulty.add(name)
            self.shape(path, "an array of cards")
            return ()
        cards: list[int] = []
        for index, one in enumerate(value):
            try:
                number = card(one) if isinstance(one, str) else -1
            except TextError:
                number = -1
            if number < 0:
                self.faulty.add(name)
                message = bad_card_message(one[:80] if isinstance(one, str) else "this")
                self.fault((*path, index), "bad-card", message, expected="a card")
                continue
            self.paths["tag", name, number, len(cards)] = (*path, index)
            cards.append(number)
        return tuple(cards)

    def _two_hands(
        self, value: _Object, name: str
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        key = json_key(name)
        if key not in value:
            return None
        hands = value[key]
        if not isinstance(hands, dict) or hands.keys() != {"F", "D"}:
            self._wrong(name, '{"F": cards, "D": cards}')
            return None
        return (
            self._cards(name, hands["F"], (key, "F")),
            self._cards(name, hands["D"], (key, "D")),
        )


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST_PAIR
