"""A slow second opinion on the rules, for tests only.

Everything here is written from the rules page and nothing else: cards are two-letter texts, hands
are lists, every question is answered by looking through a list. It shares no table, no number and
no import with ``elfern_core``; where the two differ, one of them reads the rules wrongly.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SUITS = ["C", "S", "H", "D"]
NATURAL = ["A", "K", "Q", "J", "T", "9", "8", "7"]
TENS_HIGH = ["A", "T", "K", "Q", "J", "9", "8", "7"]
PACK = [suit + rank for suit in SUITS for rank in NATURAL]
HONOURS = {"A": 1, "K": 1, "Q": 1, "J": 1, "T": 1, "9": 0, "8": 0, "7": 0}
ACE_TEN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

BOTH = ["elfern", "bohemian-schneider"]
ELFERN = ["elfern"]
BOHEMIAN = ["bohemian-schneider"]

CATALOGUE = {
    "hand": ELFERN,
    "ace-ten": ELFERN,
    "trump": ELFERN,
    "turn-up-trump": ELFERN,
    "seven-beats-ace": BOTH,
    "seven-takes-led-ace": BOTH,
    "next-rank-any-suit": BOTH,
    "highest-wins": BOHEMIAN,
    "must-win": ELFERN,
    "must-win-throughout": ELFERN,
    "double-at-16": BOTH,
    "altenburg": ELFERN,
    "tie-hold": ELFERN,
    "tie-accumulate": ELFERN,
    "tie-doubles": ELFERN,
    "tie-void": ELFERN,
    "loser-deals": ELFERN,
    "alternate-deal": ELFERN,
}
"""The 18 variants in the catalogue's order, with the games they belong to."""

PARAMETERS = {
    "hand": ["(1)", "(2)", "(3)", "(4)", "(5)"],
    "trump": ["(C)", "(S)", "(H)", "(D)"],
}
"""What stands in parentheses after an id; after the others nothing."""

CLASHES = [
    ("trump", "turn-up-trump"),
    ("seven-beats-ace", "seven-takes-led-ace"),
    ("must-win", "must-win-throughout"),
    ("double-at-16", "altenburg"),
    ("ace-ten", "double-at-16"),
    ("ace-ten", "altenburg"),
    ("tie-hold", "tie-accumulate"),
    ("tie-hold", "tie-doubles"),
    ("tie-hold", "tie-void"),
    ("tie-accumulate", "tie-doubles"),
    ("tie-accumulate", "tie-void"),
    ("tie-doubles", "tie-void"),
    ("loser-deals", "alternate-deal"),
    ("next-rank-any-suit", "trump"),
    ("next-rank-any-suit", "turn-up-trump"),
    ("next-rank-any-suit", "must-win"),
    ("next-rank-any-suit", "must-win-throughout"),
    ("next-rank-any-suit", "highest-wins"),
]
"""Every pair of ids that may not stand together."""


class RefusedError(Exception):
    """An expression that the rules page refuses; the text names the ids at fault."""


@dataclass
class Switches:
    """What a ruleset expression switches on, in plain words."""

    game: str
    hand: int = 6
    packets: list[int] = field(default_factory=lambda: [2, 2, 2])
    ranking: list[str] = field(default_factory=lambda: list(NATURAL))
    values: dict[str, int] = field(default_factory=lambda: dict(HONOURS))
    beats: str = "highest of the suit led"
    follow: str = "second phase"
    trump: str = "none"
    seven: str = "ordinary"
    must_win: str = "never"
    scale: list[tuple[int, int, int]] = field(
        default_factory=lambda: [(11, 14, 1), (15, 19, 2), (20, 20, 3)]
    )
    tie: str = "one held, a second clears it"
    next_dealer: str = "winner"


def canonical(expression: str) -> str:
    """The expression with its variants in the catalogue's order."""
    game, *parts = expression.split("+")
    return "+".join([game, *sorted(parts, key=lambda part: list(CATALOGUE).index(name_of(part)))])


def name_of(part: str) -> str:
    """``hand`` out of ``hand(4)``."""
    return part.split("(", maxsplit=1)[0]


def switches(expression: str) -> Switches:
    """Read a ruleset expression; raise `RefusedError` where the rules page refuses it."""
    game, *parts = expression.split("+")
    if game not in BOTH:
        raise RefusedError(game)
    names = [name_of(part) for part in parts]
    for name in names:
        if name not in CATALOGUE:
            raise RefusedError(name)
        if game not in CATALOGUE[name]:
            raise RefusedError(f"{name} {game}")
        if names.count(name) > 1:
            raise RefusedError(f"{name} {name}")
    for one, other in CLASHES:
        if one in names and other in names:
            raise RefusedError(f"{one} {other}")
    result = Switches(game)
    if game == "bohemian-schneider":
        result.packets = [3, 3]
        result.beats = "next rank of the suit led"
        result.follow = "never"
        result.scale = [(11, 16, 1), (17, 19, 2), (20, 20, 3)]
        result.tie = "void"
        result.next_dealer = "alternate"
    for part in parts:
        apply(result, part)
    return result


def apply(result: Switches, part: str) -> None:  # noqa: C901, PLR0912
    """Set what one variant of an expression changes."""
    name = name_of(part)
    bracket = part[len(name) :]
    if bracket not in PARAMETERS.get(name, [""]):
        raise RefusedError(part)
    if name == "hand":
        result.hand = int(bracket[1])
        result.packets = {1: [1], 2: [2], 3: [2, 1], 4: [2, 2], 5: [2, 2, 1]}[result.hand]
    elif name == "ace-ten":
        result.ranking = list(TENS_HIGH)
        result.values = dict(ACE_TEN)
        result.scale = [(61, 90, 1), (91, 119, 2), (120, 120, 3)]
    elif name == "trump":
        result.trump = bracket[1]
    elif name == "turn-up-trump":
        result.trump = "turned up"
    elif name == "seven-beats-ace":
        result.seven = "beats the ace"
    elif name == "seven-takes-led-ace":
        result.seven = "takes a led ace"
    elif name == "next-rank-any-suit":
        result.beats = "next rank of any suit"
        result.follow = "never"
    elif name == "highest-wins":
        result.beats = "highest of the suit led"
        result.follow = "always"
    elif name == "must-win":
        result.must_win = "second phase"
    elif name == "must-win-throughout":
        result.must_win = "always"
    elif name == "double-at-16":
        result.scale = [(11, 15, 1), (16, 19, 2), (20, 20, 3)]
    elif name == "altenburg":
        result.scale = [(11, 13, 1), (14, 15, 2), (16, 17, 3), (18, 19, 4), (20, 20, 5)]
    elif name.startswith("tie-"):
        result.tie = name.removeprefix("tie-")
    elif name == "loser-deals":
        result.next_dealer = "loser"
    elif name == "alternate-deal":
        result.next_dealer = "alternate"


# --- one deal -------------------------------------------------------------------------------


def one_rank_higher(ranking: list[str], low: str, high: str) -> bool:
    """Whether ``high`` stands directly above ``low`` in the ranking."""
    return ranking.index(low) - ranking.index(high) == 1


def reply_wins(rules: Switches, lead: str, reply: str, trump: str | None) -> bool:
    """Whether the reply takes the trick."""
    same_suit = lead[0] == reply[0]
    if same_suit and lead[1] == "A" and reply[1] == "7" and rules.seven != "ordinary":
        return True
    if same_suit and lead[1] == "7" and reply[1] == "A" and rules.seven == "beats the ace":
        return False
    if rules.beats == "next rank of any suit":
        return one_rank_higher(rules.ranking, lead[1], reply[1])
    if rules.beats == "next rank of the suit led":
        return same_suit and one_rank_higher(rules.ranking, lead[1], reply[1])
    if same_suit:
        return rules.ranking.index(reply[1]) < rules.ranking.index(lead[1])
    return reply[0] == trump


def allowed_replies(
    rules: Switches, hand: list[str], lead: str, phase: int, trump: str | None
) -> list[str]:
    """The cards of the hand that may be played to the lead."""
    cards = list(hand)
    if rules.follow == "always" or (rules.follow == "second phase" and phase == 2):
        of_suit = [card for card in hand if card[0] == lead[0]]
        trumps = [card for card in hand if card[0] == trump]
        if of_suit:
            cards = of_suit
        elif trumps:
            cards = trumps
    if rules.must_win == "always" or (rules.must_win == "second phase" and phase == 2):
        winning = [card for card in cards if reply_wins(rules, lead, card, trump)]
        if winning:
            cards = winning
    return cards


@dataclass
class Table:
    """A deal in progress; `play` changes it in place. Seats are ``F`` and ``D``."""

    rules: Switches
    hands: dict[str, list[str]]
    stock: list[str]
    trump: str | None
    leader: str = "F"
    trick: int = 1
    points: dict[str, int] = field(default_factory=lambda: {"F": 0, "D": 0})
    taken: dict[str, list[str]] = field(default_factory=lambda: {"F": [], "D": []})
    lead: str | None = None
    winners: list[str] = field(default_factory=list)

    def copy(self) -> Table:
        """A table that can be played on without touching this one."""
        return Table(
            self.rules,
            {seat: list(hand) for seat, hand in self.hands.items()},
            list(self.stock),
            self.trump,
            self.leader,
            self.trick,
            dict(self.points),
            {seat: list(cards) for seat, cards in self.taken.items()},
            self.lead,
            list(self.winners),
        )

    def phase(self) -> int:
        """1 while there is stock, 2 afterwards."""
        return 1 if self.stock else 2

    def to_play(self) -> str:
        """The seat whose turn it is."""
        return self.leader if self.lead is None else other(self.leader)

    def over(self) -> bool:
        """Whether every card has been played."""
        return not self.hands["F"] and not self.hands["D"]

    def legal(self) -> list[str]:
        """The cards that may be played now."""
        hand = self.hands[self.to_play()]
        if self.lead is None:
            return list(hand)
        return allowed_replies(self.rules, hand, self.lead, self.phase(), self.trump)

    def play(self, card: str) -> None:
        """Play a legal card; after the reply the trick is taken and cards are drawn."""
        if card not in self.legal():
            raise ValueError(card)
        self.hands[self.to_play()].remove(card)
        if self.lead is None:
            self.lead = card
            return
        if reply_wins(self.rules, self.lead, card, self.trump):
            winner = other(self.leader)
        else:
            winner = self.leader
        for taken in (self.lead, card):
            self.points[winner] += self.rules.values[taken[1]]
            self.taken[winner].append(taken)
        self.lead = None
        self.trick += 1
        self.leader = winner
        self.winners.append(winner)
        if self.stock:
            self.hands[winner].append(self.stock.pop(0))
            self.hands[other(winner)].append(self.stock.pop(0))


def other(seat: str) -> str:
    """The opponent's seat."""
    return "D" if seat == "F" else "F"


def deal(rules: Switches, pack: list[str]) -> Table:
    """Deal a pack, top card first: packets in turn, forehand first; the rest is the stock."""
    cards = list(pack)
    hands: dict[str, list[str]] = {"F": [], "D": []}
    for packet in rules.packets:
        for seat in ("F", "D"):
            for _ in range(packet):
                hands[seat].append(cards.pop(0))
    trump = rules.trump if rules.trump in SUITS else None
    if rules.trump == "turned up":
        turned = cards.pop(0)
        cards.append(turned)
        trump = turned[0]
    return Table(rules, hands, cards, trump)


# --- points, ties, sessions, the slate ------------------------------------------------------


@dataclass
class Result:
    """What a deal was worth: the seat that won or None, game points, what is held afterwards."""

    winner: str | None
    game_points: dict[str, int]
    held_after: int
    scale_points: int


def outcome(rules: Switches, forehand: int, dealer: int, held: int) -> Result:
    """The game points of a finished deal with ``held`` left over from earlier ties."""
    if forehand == dealer:
        if rules.tie == "one held, a second clears it":
            after = 1 if held == 0 else 0
        elif rules.tie == "hold":
            after = 1
        elif rules.tie in ("accumulate", "doubles"):
            after = held + 1
        else:
            after = 0
        return Result(None, {"F": 0, "D": 0}, after, 0)
    winner = "F" if forehand > dealer else "D"
    won = max(forehand, dealer)
    base = next(worth for low, high, worth in rules.scale if low <= won <= high)
    if rules.tie == "void":
        total = base
    elif rules.tie == "doubles":
        total = base * 2 if held > 0 else base
    else:
        total = base + held
    return Result(winner, {winner: total, other(winner): 0}, 0, base)


def held_values(rules: Switches, most: int) -> list[int]:
    """The values of ``held`` that can come about, none above ``most``."""
    values = [0]
    while True:
        half = sum(rules.values[rank] for rank in NATURAL) * 2
        after = outcome(rules, half, half, values[-1]).held_after
        if after in values or after > most:
            return sorted(values)
        values.append(after)


def next_dealer(rules: Switches, dealer: str, forehand: str, winner: str | None) -> str | None:
    """Who deals next (names of players); None where the cards drawn decide."""
    if rules.next_dealer == "alternate":
        return forehand
    if winner is None:
        return None
    loser = dealer if winner == forehand else forehand
    return winner if rules.next_dealer == "winner" else loser


def drawn_dealer(draws: list[tuple[str, str]], names: tuple[str, str], *, higher: bool) -> str:
    """Who deals by the cards drawn: equal ranks draw again; suits do not matter."""
    for one, two in draws:
        if one[1] == two[1]:
            continue
        one_is_higher = NATURAL.index(one[1]) < NATURAL.index(two[1])
        return names[0] if one_is_higher == higher else names[1]
    raise ValueError("equal ranks only")


@dataclass
class Round:
    """One deal of a session."""

    number: int
    forehand: str
    dealer: str
    held: int
    result: Result
    totals: dict[str, int]


def session(
    rules: Switches,
    names: tuple[str, str],
    first_dealer: str,
    totals: list[tuple[int, int]],
    drawn: list[str],
) -> list[Round]:
    """Play a session out of the card points of its deals, forehand's first.

    ``drawn`` names the dealer found by drawing, once for each time that cards are drawn.
    """
    rounds: list[Round] = []
    dealer = first_dealer
    held = 0
    score = dict.fromkeys(names, 0)
    waiting = list(drawn)
    for number, (forehand_points, dealer_points) in enumerate(totals, start=1):
        forehand = names[1] if dealer == names[0] else names[0]
        result = outcome(rules, forehand_points, dealer_points, held)
        score[forehand] += result.game_points["F"]
        score[dealer] += result.game_points["D"]
        rounds.append(Round(number, forehand, dealer, held, result, dict(score)))
        held = result.held_after
        winner = {"F": forehand, "D": dealer}.get(result.winner or "")
        following = next_dealer(rules, dealer, forehand, winner)
        if following is None:
            following = waiting.pop(0) if waiting else dealer
        dealer = following
    return rounds


def session_winner(score: dict[str, int]) -> str | None:
    """The player with most game points; None for a drawn session."""
    most = max(score.values())
    best = [name for name, points in score.items() if points == most]
    return best[0] if len(best) == 1 else None


def banners(points: int) -> tuple[int, int]:
    """Whole banners of four lines, and the lines of the one begun."""
    whole = 0
    while points >= 4:
        points -= 4
        whole += 1
    return whole, points


# --- counting lines of play -----------------------------------------------------------------


def count(table: Table, depth: int) -> tuple[int, int]:
    """Play every line of ``depth`` cards; the number of lines and forehand's points summed."""
    if depth == 0 or table.over():
        return 1, table.points["F"]
    lines = 0
    points = 0
    for card in table.legal():
        following = table.copy()
        following.play(card)
        more, sums = count(following, depth - 1)
        lines += more
        points += sums
    return lines, points


def divide(table: Table, depth: int) -> dict[str, tuple[int, int]]:
    """`count` for each first card."""
    result: dict[str, tuple[int, int]] = {}
    for card in table.legal():
        following = table.copy()
        following.play(card)
        result[card] = count(following, depth - 1)
    return result
