"""Deals and sessions of the computer players, played again from a line of a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elfern_core.catalogue import ruleset
from elfern_core.deal import DEALER, FOREHAND, Shuffler, deal_pack
from elfern_core.game import Game
from elfern_core.players import PLAYERS
from elfern_core.rules import PACK_SIZE
from elfern_core.scoring import Session, draw_lots
from elfern_core.view import view_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elfern_core.cards import Card
    from elfern_core.catalogue import Ruleset
    from elfern_core.players import Decision


class DealPick(NamedTuple):
    """A deal of the archive: a line of `deals.csv`."""

    id: str
    """Id of the record; never changes."""
    rules: str
    """Ruleset expression."""
    forehand: str
    """Id of the player in forehand."""
    dealer: str
    """Id of the player who deals."""
    seed: int
    """Where the shuffler starts."""
    kind: str
    """Why it was picked: a name of `telling.TITLES`, or another where the solver is to say."""
    date: str
    """When it was played."""


class SessionPick(NamedTuple):
    """A session of the archive: a line of `sessions.csv`."""

    id: str
    """Name of the session, and the beginning of its records' ids; never changes."""
    rules: str
    """Ruleset expression."""
    first: str
    """Id of one player."""
    second: str
    """Id of the other."""
    deals: int
    """How many deals; 0 if the session is played to `target`."""
    target: int
    """Game points that end it; 0 if it has a set number of deals."""
    seed: int
    """Where the shuffler starts."""
    date: str
    """When it was played."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal played to its end, with what the players thought."""

    game: Game
    levels: tuple[str, str]
    """Ids of the players, forehand first."""
    decisions: tuple[Decision, ...]
    """One for each card."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A deal of a session."""

    deal: PlayedDeal
    names: tuple[str, str]
    """Names of the players, forehand first."""
    lot: tuple[tuple[Card, ...], tuple[Card, ...]] | None
    """What forehand and dealer drew for the deal, if they did."""
    before: tuple[int, int]
    """Game points on the slate before the deal, forehand first."""


def play_pick(pick: DealPick) -> PlayedDeal:
    """Play a deal of the list."""
    return play_deal(ruleset(pick.rules), (pick.forehand, pick.dealer), Shuffler(pick.seed))


def play_deal(
    rules: Ruleset, levels: tuple[str, str], shuffler: Shuffler, held: int = 0
) -> PlayedDeal:
    """Shuffle, deal and play to the end."""
    pack = shuffler.shuffled(range(PACK_SIZE))
    generators = Shuffler(shuffler.next_word()), Shuffler(shuffler.next_word())
    players = PLAYERS[levels[FOREHAND]], PLAYERS[levels[DEALER]]
    game = Game(rules, deal_pack(rules.rules, pack), (), held)
    decisions = []
    while not game.state.is_over:
        seat = game.state.to_play
        decision = players[seat].decide(view_for(game, seat), generators[seat])
        decisions.append(decision)
        game = game.play(decision.card)
    return PlayedDeal(game, levels, tuple(decisions))


def names_of(first: str, second: str) -> tuple[str, str]:
    """Name the players of a session after their levels, each by a name of its own."""
    one, other = PLAYERS[first].title, PLAYERS[second].title
    return (one, other) if one != other else (f"{one} A", f"{other} B")


def play_session(pick: SessionPick) -> Iterator[PlayedRound]:
    """Play a session of the list, deal by deal."""
    rules, shuffler = ruleset(pick.rules), Shuffler(pick.seed)
    levels, names = (pick.first, pick.second), names_of(pick.first, pick.second)
    tally = Session(rules.rules)
    while not tally.is_over(deals=pick.deals or None, target=pick.target or None):
        dealer, draws = tally.dealer, None
        if dealer is None:
            draws, dealer = draw_lots(rules.rules, shuffler, after_tie=bool(tally.deals))
        fore = 1 - dealer
        before = tally.totals[fore], tally.totals[dealer]
        deal = play_deal(rules, (levels[fore], levels[dealer]), shuffler, tally.held)
        result = deal.game.outcome
        assert result is not None  # noqa: S101  (the deal was played to its end)
        tally = tally.after(dealer, result)
        lot = None if draws is None else (draws[fore], draws[dealer])
        yield PlayedRound(deal, (names[fore], names[dealer]), lot, before)
