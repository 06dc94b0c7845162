"""A record told in plain sentences, line by line, for a terminal and whoever listens to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfern_core.cards import SUITS, card, card_name, render_tokens, suit_name
from elfern_core.command._terminal import printable
from elfern_core.command._words import word
from elfern_core.sentences import SEAT_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elfern_core.records import Record

UNKNOWN = "?"
"""What stands in a tag whose value nobody knows."""

type Step = dict[str, Any]
"""A step of frames."""


class Telling:
    """Tells the step frames of a record."""

    def __init__(
        self, frames: dict[str, Any], pack: str = "french", lang: str = "en", hide: str = ""
    ) -> None:
        """Take frames.

        Args:
            frames: what `elfern_core.frames.frames` made, in the same language.
            pack: whose names the cards have.
            lang: `en` or `de`.
            hide: letters of the seats whose hands and draws are not told; nor is the stock then.
        """
        self.frames, self.pack, self.lang, self.hide = frames, pack, lang, hide

    # Words --------------------------------------------------------------------------------

    def word(self, key: str, **values: object) -> str:
        """Give a sentence of the command."""
        return word(key, self.lang, **values)

    def name(self, code: str) -> str:
        """Name a card."""
        return card_name(card(code), self.pack, self.lang)

    def names(self, codes: list[str]) -> str:
        """Name cards in a row."""
        return ", ".join(map(self.name, codes)) or self.word("no-cards")

    def seat(self, letter: str) -> str:
        """Name a seat."""
        return str(self.frames["seats"][letter])

    def spoken(self, text: str) -> str:
        """Put the names of cards into a sentence of the engine."""
        return render_tokens(text, self.pack, self.lang)

    # Parts --------------------------------------------------------------------------------

    def head(self) -> Iterator[str]:
        """Tell what the record is."""
        record, rules = self.frames["record"], self.frames["ruleset"]
        title = record["title"] or record["id"]
        if title:
            yield printable(title)
        if record["id"] and record["title"]:
            yield record["id"]
        about = [self.word("rules", rules=rules["title"])]
        about += [
            self.word(tag, **{tag: record[tag]})
            for tag in ("source", "date")
            if record[tag] != UNKNOWN
        ]
        yield " ".join(about)
        yield from self.players(printable(record["forehand"]), printable(record["dealer"]))
        if record["session"]:
            session = printable(record["session"])
            yield self.word("round", round=record["round"], session=session)
        yield from self.slate("before")
        if record["illustrates"]:
            yield self.word("illustrates", ids=", ".join(record["illustrates"]))
        if record["note"]:
            yield self.word("note", text=printable(record["note"]))

    def players(self, forehand: str, dealer: str) -> Iterator[str]:
        """Tell who sits where, as far as the record knows it."""
        if UNKNOWN not in {forehand, dealer}:
            yield self.word("players", forehand=forehand, dealer=dealer)
        elif dealer != UNKNOWN:
            yield self.word("deals", name=dealer)
        elif forehand != UNKNOWN:
            yield self.word("is-forehand", name=forehand)

    def slate(self, when: str) -> Iterator[str]:
        """Tell what is on the slate `before` or `after` the deal, if it is known."""
        slate = self.frames.get("slate")
        if slate and slate[when]:
            names, points = slate["names"], slate[when]["points"]
            first, second = printable(names["F"]), printable(names["D"])
            yield self.word("slate", first=first, a=points["F"], second=second, b=points["D"])

    def trumps(self, step: Step) -> Iterator[str]:
        """Tell the trump suit, if there is one, and the trump card that lies open."""
        trump = self.frames["record"]["trump"]
        if trump is not None:
            suit = suit_name(SUITS.index(trump), self.pack, self.lang)
            yield self.word("trump", suit=suit)
        if step["turned"]:
            yield self.word("turned", card=self.name(step["turned"]))

    def position(self, step: Step) -> Iterator[str]:
        """Tell what lies where."""
        yield from self.trumps(step)
        for letter in "FD":
            hand = step["hands"][letter]
            hidden = "card-hidden" if len(hand) == 1 else "hand-hidden"
            key = hidden if letter in self.hide and hand else "hand"
            yield self.word(key, seat=self.seat(letter), n=len(hand), cards=self.names(hand))
        stock = step["stock"]
        if not stock:
            yield self.word("stock-gone")
        elif self.hide:
            yield self.word("stock-hidden", n=len(stock))
        else:
            yield self.word("stock", cards=self.names(stock))
        points = step["points"]
        yield self.word("points", f=points["F"], d=points["D"])
        table = step["table"]
        if step["kind"] == "lead" and table:
            yield self.word("table", card=self.name(table["lead"]), seat=self.seat(table["leader"]))
        if step["toPlay"]:
            yield self.word("to-play", seat=self.seat(step["toPlay"]))

    def step(self, step: Step) -> Iterator[str]:
        """Tell what happened in a step."""
        for sentence in step["say"]:
            masked = (sentence["seat"] or "-") in self.hide
            yield self.spoken(sentence["masked"] if masked else sentence["text"])
        if step["kind"] == "reply":
            yield self.spoken(step["why"]["text"])
            points = step["points"]
            yield self.word("points", f=points["F"], d=points["D"])
        if step["kind"] == "end":
            yield from self.slate("after")
        for comment in step["comments"]:
            yield self.word("comment", text=printable(comment))

    def whole(self) -> Iterator[str]:
        """Tell the record from its start to its end, branches after the trick they replace."""
        yield from self.head()
        yield ""
        steps = self.frames["steps"]
        yield from self.position(steps[0])
        yield from self.line(steps, self.frames["branches"])
        if not self.frames["complete"]:
            yield ""
            yield self.word("stops")

    def line(self, steps: list[Step], branches: list[dict[str, Any]]) -> Iterator[str]:
        """Tell a line of play, a blank line before each trick."""
        # What is still to be told, the next thing last: no recursion, branches may nest deep.
        todo: list[Step | str] = _trick_by_trick(steps, branches)[::-1]
        while todo:
            item = todo.pop()
            if isinstance(item, str):
                yield item
            elif "steps" in item:
                yield ""
                yield self.word("branch", label=item["label"], at=item["at"])
                for comment in item["comments"]:
                    yield self.word("comment", text=printable(comment))
                todo.append(self.word("branch-end", label=item["label"]))
                todo += _trick_by_trick(item["steps"], item["branches"])[::-1]
            else:
                if item["kind"] in {"lead", "end"}:
                    yield ""
                yield from self.step(item)


def as_written(record: Record, pack: str, lang: str) -> Iterator[str]:
    """Tell a record that cannot be replayed: its cards as they stand, nothing worked out."""

    def names(cards: tuple[int, ...]) -> str:
        return ", ".join(card_name(one, pack, lang) for one in cards) or word("no-cards", lang)

    if record.title or record.id:
        yield printable(record.title or record.id)
    seats = SEAT_WORDS[lang]
    for seat, hand in zip(seats, record.hands, strict=True):
        yield word("hand", lang, seat=seat, cards=names(hand))
    if record.stock:
        yield word("stock", lang, cards=names(record.stock))
    for trick in record.tricks:
        cards = (trick.lead,) if trick.reply is None else (trick.lead, trick.reply)
        yield f"{trick.number}. {names(cards)}"


def _trick_by_trick(steps: list[Step], branches: list[dict[str, Any]]) -> list[Step | str]:
    """Put each branch after the last step of the trick that it replaces."""
    beside: dict[str, list[Step | str]] = {}
    for branch in branches:
        beside.setdefault(branch["at"], []).append(branch)
    told: list[Step | str] = []
    for index, step in enumerate(steps):
        told.append(step)
        trick = step["address"].partition("/")[0]
        following = steps[index + 1]["address"].partition("/")[0] if index + 1 < len(steps) else ""
        if trick != following:
            told += beside.pop(trick, [])
    return told
