"""What a record is, as plain data that knows no rules: it can hold an illegal deal too."""

from __future__ import annotations

from dataclasses import dataclass

FORMAT = 1
"""Version of EGN that this engine writes."""
KNOWN_FORMATS = (1,)
"""Versions that it reads."""

JSON_FORMAT = "egn/1"
"""What the key `format` of a record in JSON says."""

MOST_BYTES = 16 * 1024 * 1024
"""Largest file that is read, in bytes."""
MOST_RECORDS = 10_000
"""Most records in a file."""
MOST_VALUE = 1_000
"""Longest tag value, in characters."""
MOST_COMMENT = 20_000
"""Longest comment, in characters."""
MOST_NESTING = 250
"""Deepest nesting of branches."""
MOST_TRICKS = 10_000
"""Most tricks in a record, those of its branches included."""

TAG_ORDER = (
    "Id",
    "Title",
    "Rules",
    "Source",
    "Illustrates",
    "Date",
    "Session",
    "Round",
    "Forehand",
    "Dealer",
    "Lot",
    "Trump",
    "Held",
    "Hands",
    "Stock",
    "Fragment",
    "Leader",
    "Won",
    "Result",
    "GamePoints",
    "Note",
)
"""The tags of the format in the order of export."""


def json_key(tag: str) -> str:
    """Give the key that a tag has in JSON: `gamePoints` for `GamePoints`."""
    return tag[:1].lower() + tag[1:]


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick as written; what follows from the rules may be absent (`None`)."""

    number: int
    """Its number, 1 to 16."""
    lead: int
    """The card led."""
    reply: int | None = None
    """The card played to it; `None` where the record stops after the lead."""
    leader: int | None = None
    """Seat that leads, 0 forehand, 1 dealer."""
    winner: int | None = None
    """Seat that wins."""
    points: int | None = None
    """Card points of the two cards."""
    drawn: tuple[int, ...] | None = None
    """Cards drawn after it, the winner's first; empty in the second phase."""
    lead_comments: tuple[str, ...] = ()
    """Comments on the card led."""
    reply_comments: tuple[str, ...] = ()
    """Comments on the reply."""
    comments: tuple[str, ...] = ()
    """Comments on the trick."""
    branches: tuple[Branch, ...] = ()
    """What might have been played instead of this trick."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A line that replaces the trick after which it stands and goes on from there."""

    label: str
    """One lower-case letter, unique at its trick."""
    tricks: tuple[Trick, ...]
    """The tricks, the first with the number of the one replaced."""
    comments: tuple[str, ...] = ()
    """Comments before its first trick."""


@dataclass(frozen=True, slots=True)
class Record:
    """A deal or fragment on record: tags, cards, tricks, comments."""

    rules: str
    """Ruleset expression."""
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    """Cards of forehand and dealer."""
    stock: tuple[int, ...] = ()
    """The stock, top first."""
    tricks: tuple[Trick, ...] = ()
    """The tricks of the main line in order of play."""
    id: str = ""
    """Stable id; empty if it has none."""
    title: str = ""
    """A line for people; empty if it has none."""
    source: str = "?"
    """`constructed`, `self-play`, `played`, the key of a source, or `?`."""
    illustrates: tuple[str, ...] = ()
    """Ids of rule sections or variants."""
    date: str = "?"
    """When it was played or made: `2026-11-29`, `2026-11`, `2026` or `?`."""
    session: str = ""
    """Name of its session; empty if it belongs to none."""
    round: int | None = None
    """Number of the deal in its session, from 1."""
    forehand: str = "?"
    """Name of the player in forehand."""
    dealer: str = "?"
    """Name of the player who deals."""
    lot: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """Cards that forehand and dealer drew by lot for the deal, redraws in order."""
    trump: int | None = None
    """Trump suit, 0 to 3."""
    held: int = 0
    """What earlier ties left for this deal."""
    fragment: int | None = None
    """Number of the first trick, in a fragment."""
    leader: int | None = None
    """Seat that leads first, in a fragment."""
    won: tuple[int, int] | None = None
    """Card points taken before, in a fragment."""
    result: tuple[int, int] | None = None
    """Card points, forehand first; `None` for `*`."""
    game_points: tuple[int, int] | None = None
    """Game points, forehand first; `None` without a result."""
    note: str = ""
    """A remark on the whole record; empty if it has none."""
    extra: tuple[tuple[str, str], ...] = ()
    """Unknown tags, sorted by name."""
    comments: tuple[str, ...] = ()
    """Comments before the first trick."""

    @property
    def plays(self) -> tuple[int, ...]:
        """The cards of the main line in order of play."""
        cards: list[int] = []
        for trick in self.tricks:
            cards.append(trick.lead)
            if trick.reply is not None:
                cards.append(trick.reply)
        return tuple(cards)
