"""The rules of one deal and one session as data: a frozen dataclass of small switches.

Switches combine freely, so there are no subclasses and no rule is tied to a game's name.
What each switch means for the cards is compiled once in `elfern_core.tables`; which ids of
the catalogue set it is the matter of `elfern_core.catalogue`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from elfern_core.errors import RuleError

PACK_SIZE = 32
"""Cards in the pack."""
TRICKS = PACK_SIZE // 2
"""Tricks in every deal: two players, all cards played."""
MOST_CARDS = 6
"""Largest hand; no source gives more."""


class Ranking(StrEnum):
    """The order of the ranks, high to low (section `ranks`)."""

    NATURAL = "AKQJT987"
    """Ace, king, queen, jack, ten, nine, eight, seven."""
    ACE_TEN = "ATKQJ987"
    """The ten next below the ace, the rest as usual."""


class Beats(StrEnum):
    """What a reply must be to win the trick (section `winning-a-trick`)."""

    HIGHEST_OF_SUIT = "highest-of-suit"
    """A higher card of the suit led, or a trump on a plain lead."""
    NEXT_RANK = "next-rank"
    """The card of the suit led exactly one rank above the lead."""
    NEXT_RANK_ANY_SUIT = "next-rank-any-suit"
    """Any card exactly one rank above the lead."""


class Phases(StrEnum):
    """When a duty binds the reply (sections `first-phase`, `second-phase`)."""

    NEVER = "never"
    """In neither phase."""
    SECOND = "second"
    """In the second phase, when the stock is gone."""
    BOTH = "both"
    """In both phases."""


class Seven(StrEnum):
    """What the seven does to the ace of its suit."""

    PLAIN = "plain"
    """Nothing special."""
    BEATS_ACE = "beats-ace"
    """It wins whenever the two meet, whichever was led."""
    TAKES_LED_ACE = "takes-led-ace"
    """It wins only when played to the led ace."""


class Trump(StrEnum):
    """Whether there is a trump suit and how it is found."""

    NONE = "none"
    """There is no trump."""
    FIXED = "fixed"
    """The ruleset names the suit."""
    TURNED = "turned"
    """The first card after the deal is turned up and drawn last."""


class Tie(StrEnum):
    """What a tied deal leaves for the next one (section `stander`)."""

    CLEARED_BY_SECOND = "cleared-by-second"
    """One game point is held over; a second tie running clears it."""
    HOLD = "hold"
    """One game point is held over and stays through further ties."""
    ACCUMULATE = "accumulate"
    """Each tie holds over one game point more."""
    DOUBLE = "double"
    """The next decided deal counts double."""
    VOID = "void"
    """Nothing."""


class NextDealer(StrEnum):
    """Who deals after a decided deal (section `next-dealer`)."""

    WINNER = "winner"
    """The winner of the deal."""
    LOSER = "loser"
    """The loser of the deal."""
    ALTERNATE = "alternate"
    """The players in turn, after a tie too."""


class Lot(StrEnum):
    """Which card drawn by lot makes its drawer the dealer (section `first-dealer`)."""

    LOWER = "lower"
    """The lower card deals."""
    HIGHER = "higher"
    """The higher card deals."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a scale: from `at_least` card points on, the winner scores `game_points`."""

    at_least: int
    """Card points from which the line holds."""
    game_points: int
    """What the winner scores."""
    name: str
    """`simple`, `schneider`, `schwarz`, or empty where no source names the class."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every switch of the rules. Build one from the catalogue, or by hand to try an idea.

    Raises:
        RuleError: on making one whose switches contradict each other.
    """

    hand_size: int = 6
    """Cards dealt to each, 1 to 6 (section `deal`)."""
    packet: int = 2
    """Cards dealt at a time, non-dealer first; a last packet may be smaller."""
    ranking: Ranking = Ranking.NATURAL
    """Order of the ranks."""
    values: tuple[int, int, int, int, int, int, int, int] = (0, 0, 0, 1, 1, 1, 1, 1)
    """Card points of 7, 8, 9, ten, jack, queen, king, ace (section `honours`)."""
    beats: Beats = Beats.HIGHEST_OF_SUIT
    """What wins against the card led."""
    follow: Phases = Phases.SECOND
    """When the reply must follow suit if able."""
    must_win: Phases = Phases.NEVER
    """When the reply must win if one of the cards it may play wins."""
    seven: Seven = Seven.PLAIN
    """What the seven does to the ace of its suit."""
    trump: Trump = Trump.NONE
    """Whether a suit beats the others."""
    trump_suit: int | None = None
    """The fixed trump suit, 0 to 3; `None` otherwise."""
    scale: tuple[Step, ...] = (
        Step(11, 1, "simple"),
        Step(15, 2, "schneider"),
        Step(20, 3, "schwarz"),
    )
    """Game points by card points, lowest line first (section `game-points`)."""
    tie: Tie = Tie.CLEARED_BY_SECOND
    """What a tie leaves."""
    next_dealer: NextDealer = NextDealer.WINNER
    """Who deals after a decided deal; after a tie under `WINNER` or `LOSER`, a draw."""
    first_dealer: Lot = Lot.LOWER
    """Which of two cards drawn makes the first dealer; equal ranks draw again."""
    tie_dealer: Lot = Lot.HIGHER
    """The same for the draw after a tied deal."""
    even_deals: bool = False
    """Whether a session must have an even number of deals (section `session`)."""
    banner: int = 4
    """Chalk lines in a whole banner; 0 where points are written plainly (section `slate`)."""

    @property
    def total(self) -> int:
        """Card points in the pack."""
        return 4 * sum(self.values)

    @property
    def unit(self) -> str:
        """What card points are called: `honours` where each honour is one, else `card points`."""
        return "honours" if set(self.values) == {0, 1} else "card points"

    @property
    def tie_points(self) -> int:
        """Card points of each player in a tie."""
        return self.total // 2

    @property
    def stock_size(self) -> int:
        """Cards left in the stock after the deal; always even."""
        return PACK_SIZE - 2 * self.hand_size

    @property
    def first_phase_tricks(self) -> int:
        """Tricks followed by a draw."""
        return self.stock_size // 2

    def value(self, rank: str) -> int:
        """Give the card points of a rank letter, such as `T`."""
        return self.values[7 - Ranking.NATURAL.value.index(rank)]

    def strength(self, place: int) -> int:
        """Give the height of a rank in the order in force: 0 lowest, 7 highest."""
        return 7 - self.ranking.value.index(Ranking.NATURAL.value[7 - place])

    def most_held(self) -> int | None:
        """Give the greatest `held` that a tie can leave; `None` where it has no bound."""
        return {Tie.CLEARED_BY_SECOND: 1, Tie.HOLD: 1, Tie.VOID: 0}.get(self.tie)

    def __post_init__(self) -> None:
        """Refuse switches that contradict each other."""
        for code, refused, sentence in self._refusals():
            if refused:
                raise RuleError(code, sentence)

    def _refusals(self) -> tuple[tuple[str, bool, str], ...]:
        floors = [step.at_least for step in self.scale]
        points = [step.game_points for step in self.scale]
        next_rank = self.beats is not Beats.HIGHEST_OF_SUIT
        return (
            (
                "hand-size",
                not 1 <= self.hand_size <= MOST_CARDS,
                f"a hand holds 1 to {MOST_CARDS} cards, not {self.hand_size}",
            ),
            ("packet", self.packet < 1, "a packet holds at least one card"),
            (
                "trump-suit",
                (self.trump is Trump.FIXED) != (self.trump_suit is not None),
                "a fixed trump needs its suit, and only a fixed trump has one in the rules",
            ),
            (
                "scale",
                floors != sorted(set(floors))
                or points != sorted(set(points))
                or floors[:1] != [self.tie_points + 1]
                or floors[-1] > self.total,
                (
                    "a scale rises, begins one card point above the half and ends within the "
                    f"pack's {self.total}"
                ),
            ),
            (
                "next-rank-trump",
                next_rank and self.trump is not Trump.NONE,
                (
                    "where only the next rank wins there can be no trump: the two say "
                    "different things about what beats a card"
                ),
            ),
            (
                "next-rank-duty",
                next_rank and not self.follow is self.must_win is Phases.NEVER,
                "where only the next rank wins there is no duty to follow or to win",
            ),
        )
