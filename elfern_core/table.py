"""The table: a session being played, from the lot for the first deal to the end.

A session is rounds on record and nothing else. Every function here takes the records so far and
gives new ones, so what stands on the table can be written, read back and gone on with at any
card. Rule sections: `first-dealer`, `cut`, `deal`, `next-dealer`, `session`, `slate`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from elfern_core.catalogue import ruleset
from elfern_core.deal import DEALER, FOREHAND, Shuffler, deal_pack
from elfern_core.errors import RuleError, TextError
from elfern_core.game import Game
from elfern_core.players import PLAYERS
from elfern_core.records import Checked, Record, dumps, read, record_of
from elfern_core.rules import PACK_SIZE
from elfern_core.scoring import Session, draw_lots
from elfern_core.steps import address_of, plays_at
from elfern_core.view import view_for

if TYPE_CHECKING:
    from elfern_core.cards import Card
    from elfern_core.catalogue import Ruleset
    from elfern_core.deal import Seat
    from elfern_core.players import Decision
    from elfern_core.scoring import Draws

# Rounds that have ended do not change while the next are played.
_written = lru_cache(maxsize=200)(dumps)

MOST_DEALS = 100
"""Most deals of a session."""
MOST_TARGET = 1000
"""Highest number of game points that a session may be played to."""
MOST_NAME = 40
"""Longest name of a player, in characters."""
RESIGNED = "X-Resigned"
"""Tag of a deal that was resigned: who, and the step of the first card that was played for both."""
PLAYS_ON = "beginner"
"""Id of the computer player that plays a resigned deal to its end, for both."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at the table: a person, or a computer player."""

    name: str
    """The name on record."""
    level: str | None = None
    """Id of the computer player (see `players.PLAYERS`); `None` for a person."""


@dataclass(frozen=True, slots=True)
class End:
    """When a session ends: after so many deals, or at so many game points; one of the two."""

    deals: int | None = None
    """Number of deals."""
    target: int | None = None
    """Game points that end the session once a player has them."""


@dataclass(frozen=True)
class Table:
    """Two players, when they stop, and the rounds of their session on record."""

    sitters: tuple[Sitter, Sitter]
    """Players 0 and 1; they stay, their seats change from deal to deal."""
    end: End
    """When the session ends."""
    rounds: tuple[Checked, ...]
    """The rounds, at least one; the last is being played or has just ended."""

    @property
    def text(self) -> str:
        """The session on record, in EGN."""
        return "\n".join(_written(one.record) for one in self.rounds)

    @property
    def record(self) -> Record:
        """The record of the deal on the table."""
        return self.rounds[-1].record

    @property
    def game(self) -> Game:
        """The deal on the table."""
        game = self.rounds[-1].game
        assert game is not None  # noqa: S101  (`resume` lets no other in)
        return game

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the session."""
        return self.game.ruleset

    @property
    def dealer(self) -> int:
        """The player who deals the deal on the table."""
        return self._dealer(self.rounds[-1])

    def _dealer(self, one: Checked) -> int:
        return int(one.record.dealer == self.sitters[1].name)

    def player(self, seat: Seat) -> int:
        """Give the player who has a seat in the deal on the table."""
        return self.dealer if seat == DEALER else 1 - self.dealer

    def seat(self, player: int) -> Seat:
        """Give the seat that a player has in the deal on the table."""
        return DEALER if player == self.dealer else FOREHAND

    @property
    def to_play(self) -> int | None:
        """The player whose turn it is; `None` after the last card of a deal."""
        state = self.game.state
        return None if state.is_over else self.player(state.to_play)

    @cached_property
    def session(self) -> Session:
        """The tally of the deals that have ended, the one on the table included if it has."""
        tally = Session(self.ruleset.rules)
        for one in self.rounds:
            result = one.game.outcome if one.game else None
            if result is not None:
                tally = tally.after(self._dealer(one), result)
        return tally

    @property
    def is_over(self) -> bool:
        """Whether the session has ended (section `session`)."""
        if not self.game.state.is_over:
            return False
        # Part of a deal is a session by itself, and may have no result to count.
        part = not self.game.deal.is_whole
        return part or self.session.is_over(deals=self.end.deals, target=self.end.target)

    @property
    def resigned(self) -> tuple[int, int] | None:
        """The player who resigned the deal on the table, and how many cards had been played."""
        value = dict(self.record.extra).get(RESIGNED)
        if value is None:
            return None
        name, _, address = value.rpartition(" ")
        return int(name == self.sitters[1].name), plays_at(self.game, address) - 1


def open_table(
    rules: str, sitters: tuple[Sitter, Sitter], end: End, *, session: str, date: str, seed: int
) -> Table:
    """Draw lots for the first deal, shuffle, cut and deal.

    Args:
        rules: ruleset expression.
        sitters: the two players.
        end: when the session ends.
        session: name of the session on record.
        date: date on record.
        seed: where the shuffler starts.

    Raises:
        RuleError: if the ruleset cannot be used, or players or end cannot be.
    """
    chosen = ruleset(rules)
    _check(chosen, sitters, end)
    shuffler = Shuffler(seed)
    draws, dealer = draw_lots(chosen.rules, shuffler, after_tie=False)
    first = Record(
        rules=chosen.expression,
        hands=((), ()),
        title=f"{session}, deal 1",
        source="played",
        date=date,
        session=session,
        round=1,
    )
    return Table(sitters, end, (_deal(chosen, sitters, first, dealer, draws, shuffler),))


def next_deal(table: Table, seed: int, date: str | None = None) -> Table:
    """Deal the next round; who deals, and whether by lot, the rules say.

    Args:
        table: the table after the last card of a deal.
        seed: where the shuffler starts.
        date: date on record; that of the round before if left out.

    Raises:
        RuleError: if the deal is still going on or the session has ended.
    """
    if not table.game.state.is_over:
        raise RuleError("deal-on", "the deal on the table is not over")
    if table.is_over:
        raise RuleError("session-over", "the session is over")
    shuffler = Shuffler(seed)
    tally, old = table.session, table.record
    dealer, draws = tally.dealer, None
    if dealer is None:
        draws, dealer = draw_lots(table.ruleset.rules, shuffler, after_tie=True)
    number = (old.round or 0) + 1
    like = Record(
        rules=old.rules,
        hands=((), ()),
        title=f"{old.session}, deal {number}",
        source=old.source,
        date=date or old.date,
        session=old.session,
        round=number,
        held=tally.held,
    )
    dealt = _deal(table.ruleset, table.sitters, like, dealer, draws, shuffler)
    return Table(table.sitters, table.end, (*table.rounds, dealt))


def again(
    whence: str,
    game: Game,
    sitters: tuple[Sitter, Sitter],
    *,
    forehand: int | None,
    session: str,
    date: str,
) -> Table:
    """Begin a session with a deal, or part of one, that has been played so far.

    A whole deal makes a session of one deal, of two where the rules want an even number; part of
    a deal is a session by itself.

    Args:
        whence: what the record says of where the deal comes from; may be empty.
        game: the deal and the cards that stand (see `steps.game_at`); play goes on from there.
        sitters: the two players.
        forehand: which of them, 0 or 1, takes forehand; `None` gives player 0 the seat that is
            to play.
        session: name of the session on record.
        date: date on record.

    Raises:
        RuleError: if players cannot be.
    """
    chosen, whole = game.ruleset, game.deal.is_whole
    end = End(deals=2 if chosen.rules.even_deals and whole else 1)
    _check(chosen, sitters, end, whole=whole)
    if forehand is None:
        forehand = int(game.state.to_play == DEALER)
    # Nothing is held over for the first deal of a session.
    kept = Game(chosen, game.deal, game.plays)
    like = Record(
        rules=chosen.expression,
        hands=((), ()),
        title=f"{session}, deal 1",
        source="played",
        date=date,
        session=session,
        round=1,
        forehand=sitters[forehand].name,
        dealer=sitters[1 - forehand].name,
        extra=(("X-Played-From", whence),) if whence else (),
    )
    return Table(sitters, end, (Checked(record_of(kept, like), kept, (), 0),))


def resume(text: str, sitters: tuple[Sitter, Sitter], end: End) -> Table:
    """Take up a session from its records.

    Raises:
        TextError: at the first fault of the records.
        RuleError: if these are not the rounds of one session of these players.
    """
    rounds = tuple(read(text))
    for one in rounds:
        for finding in one.findings:
            if finding.severity == "error":
                raise TextError(finding)
    if not rounds:
        raise RuleError("no-session", "there is no record of a session here")
    names = {sitter.name for sitter in sitters}
    for number, one in enumerate(rounds, 1):
        record = one.record
        same = {record.forehand, record.dealer} == names and record.round == number
        # Part of a deal is a session by itself.
        fits = record.fragment is None or len(rounds) == 1
        if not same or record.session != rounds[0].record.session or not fits:
            message = f"record {number} is not round {number} of a session of these players"
            raise RuleError("no-session", message)
        if number < len(rounds) and (one.game is None or one.game.outcome is None):
            raise RuleError("no-session", f"round {number} was not played to its end")
    if rounds[0].game is None:
        raise RuleError("no-session", "there is no deal here that could be played")
    table = Table(sitters, end, rounds)
    _check(table.ruleset, sitters, end, whole=table.game.deal.is_whole)
    return table


def play(table: Table, card: Card) -> Table:
    """Play a card for the player whose turn it is.

    Raises:
        IllegalPlay: if it may not be played.
    """
    return _with(table, table.game.play(card))


def resign(table: Table, player: int, seed: int) -> Table:
    """Let a player give up the deal on the table.

    No source says what a resigned deal counts, and nothing is made up for it: `PLAYS_ON` plays
    both hands to the end, each from its own view, and the deal counts as played. The record says
    so, and from which card on; to take back any of those cards takes back the resignation.

    Raises:
        RuleError: if the deal is over.
    """
    if table.game.state.is_over:
        raise RuleError("deal-over", "the deal is over")
    address = address_of(table.game.play(table.game.state.legal()[0]), len(table.game.plays) + 1)
    name = table.sitters[player].name
    while table.to_play is not None:
        table = play(table, decide(table, PLAYS_ON, seed).card)
    record = table.record
    told = replace(
        record,
        note=f"{name} resigned; from {address} on the computer ({PLAYS_ON}) played both hands.",
        extra=tuple(sorted((*record.extra, (RESIGNED, f"{name} {address}")))),
    )
    changed = replace(table.rounds[-1], record=told)
    return Table(table.sitters, table.end, (*table.rounds[:-1], changed))


def undo(table: Table, plays: int) -> Table:
    """Take cards back until so many are played in the deal on the table."""
    game, resigned = table.game, table.resigned
    if resigned is None or plays >= len(game.plays):
        return _with(table, game.undo(len(game.plays) - max(0, plays)))
    plays = max(0, min(plays, resigned[1]))
    record = table.record
    extra = tuple(tag for tag in record.extra if tag[0] != RESIGNED)
    changed = replace(table.rounds[-1], record=replace(record, note="", extra=extra))
    before = Table(table.sitters, table.end, (*table.rounds[:-1], changed))
    return _with(before, game.undo(len(game.plays) - plays))


def undo_turn(table: Table, player: int) -> Table:
    """Take back the last card that a player chose, or resigning, and all that came after it."""
    if table.resigned is not None:
        return undo(table, table.resigned[1])
    game = table.game
    for plays in range(len(game.plays) - 1, -1, -1):
        if table.player(game.states[plays].to_play) == player:
            return undo(table, plays)
    return table


def decide(table: Table, level: str, seed: int) -> Decision:
    """Let a computer player choose a card for whose turn it is, from that seat's view alone.

    Raises:
        RuleError: if there is no such player, or the deal is over.
    """
    player = PLAYERS.get(level)
    if player is None:
        message = f"there is no player “{level}”; {', '.join(PLAYERS)}"
        raise RuleError("level", message, (level,))
    if table.game.state.is_over:
        raise RuleError("deal-over", "the deal is over")
    view = view_for(table.game, table.game.state.to_play)
    return player.decide(view, Shuffler(seed))


def answer(table: Table, seed: int) -> Table:
    """Let the computer play its card, if it is its turn."""
    turn = table.to_play
    level = None if turn is None else table.sitters[turn].level
    return table if level is None else play(table, decide(table, level, seed).card)


def _with(table: Table, game: Game) -> Table:
    """Put a game in the place of the one on the table; its record says all that it says."""
    record = record_of(game, table.record)
    changed = replace(table.rounds[-1], record=record, game=game, findings=())
    return Table(table.sitters, table.end, (*table.rounds[:-1], changed))


def _check(
    chosen: Ruleset, sitters: tuple[Sitter, Sitter], end: End, *, whole: bool = True
) -> None:
    names = [sitter.name for sitter in sitters]
    if names[0] == names[1]:
        raise RuleError("names", "the two players need different names")
    for name in names:
        if not name.strip() or name == "?" or len(name) > MOST_NAME:
            message = f"a player needs a name of at most {MOST_NAME} characters, other than “?”"
            raise RuleError("names", message, (name,))
    for sitter in sitters:
        if sitter.level is not None and sitter.level not in PLAYERS:
            message = f"there is no player “{sitter.level}”; {', '.join(PLAYERS)}"
            raise RuleError("level", message, (sitter.level,))
    if (end.deals is None) == (end.target is None):
        message = "a session ends after a number of deals or at a number of game points"
        raise RuleError("end", message)
    if end.deals is not None and not 1 <= end.deals <= MOST_DEALS:
        raise RuleError("end", f"a session has 1 to {MOST_DEALS} deals, not {end.deals}")
    if end.target is not None and not 1 <= end.target <= MOST_TARGET:
        message = f"a session is played to 1 to {MOST_TARGET} game points, not {end.target}"
        raise RuleError("end", message)
    if chosen.rules.even_deals and whole and (end.deals is None or end.deals % 2):
        message = f"in {chosen.game.title} a session has a set, even number of deals"
        raise RuleError("even-deals", message)


def _deal(
    chosen: Ruleset,
    sitters: tuple[Sitter, Sitter],
    like: Record,
    dealer: int,
    draws: Draws | None,
    shuffler: Shuffler,
) -> Checked:
    """Shuffle, cut and deal: the start of a round on record."""
    pack = shuffler.shuffled(range(PACK_SIZE))
    cut = 1 + shuffler.below(PACK_SIZE - 1)
    record = replace(
        like,
        forehand=sitters[1 - dealer].name,
        dealer=sitters[dealer].name,
        lot=None if draws is None else (draws[1 - dealer], draws[dealer]),
    )
    deal = deal_pack(chosen.rules, pack[cut:] + pack[:cut])
    game = Game(chosen, deal, (), like.held)
    return Checked(record_of(game, record), game, (), 0)
