"""Titles and comments for engine games: what the solver and the score show, in sentences.

Nothing here is more than was computed. A sentence has several wordings; which one is taken
follows from the game's seed, so the same game is always told alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elfern_core.analysis import unit_of
from elfern_core.cards import CODES, render_tokens
from elfern_core.deal import DEALER, FOREHAND
from elfern_core.scoring import outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from elfern_core.analysis import Judged
    from elfern_core.cards import Card
    from elfern_core.deal import Seat
    from elfern_core.game import Game
    from elfern_core.scoring import Outcome
    from tools.harvest.playing import PlayedDeal

PLAYER = {
    "random": "the random player",
    "beginner": "the beginner",
    "sampling": "the sampling player",
    "strong": "the strong player",
}
"""Id of a player → what a sentence calls it."""
SEAT = ("forehand", "the dealer")
"""What a sentence calls the seats."""
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Story:
    """What is said of a deal."""

    title: str
    opening: str
    """Before the first trick."""
    at: Mapping[int, str]
    """Ply → comment on the card played there."""
    closing: str
    """After the last trick."""


@dataclass(frozen=True)
class Facts:
    """A deal, its score and what the solver says of its cards."""

    deal: PlayedDeal
    judged: tuple[Judged, ...]
    """The cards from where they could be judged."""
    seed: int
    """Chooses between wordings."""

    @property
    def game(self) -> Game:
        """The deal as played."""
        return self.deal.game

    @property
    def result(self) -> Outcome:
        """How it ended."""
        result = self.game.outcome
        assert result is not None  # noqa: S101  (the deal was played to its end)
        return result

    @property
    def total(self) -> int:
        """Card points of the pack."""
        return self.game.ruleset.rules.total

    @property
    def unit(self) -> str:
        """What the card points are called."""
        return unit_of(self.game)

    def own(self, seat: Seat, value: int) -> int:
        """Turn forehand's card points into those of a seat."""
        return value if seat == FOREHAND else self.total - value

    def score(self, value: int) -> Outcome:
        """Score a deal in which forehand ends with so many card points."""
        return outcome(self.game.ruleset.rules, (value, self.total - value))

    def stake(self, value: int) -> tuple[Seat | None, int]:
        """Say who wins and what the scale gives for it."""
        scored = self.score(value)
        return scored.winner, scored.base

    @property
    def turn(self) -> Judged | None:
        """The last card that changed who wins, or what the scale gives for it."""
        return next(
            (
                one
                for one in reversed(self.judged)
                if self.stake(one.before) != self.stake(one.after)
            ),
            None,
        )

    @property
    def faultless_from(self) -> int | None:
        """The first trick from which on no card cost anything; `None` if the last one did."""
        costly = [one.trick for one in self.judged if one.cost]
        if not self.judged:
            return None
        first = costly[-1] + 1 if costly else self.judged[0].trick
        return first if first <= self.judged[-1].trick else None

    @property
    def at_turn_of_phase(self) -> tuple[int, int]:
        """Card points when the stock is gone, forehand first."""
        return next(state.points for state in self.game.states if state.phase == 2)  # noqa: PLR2004

    def points(self, number: int) -> str:
        """Count card points in words of the ruleset."""
        unit = self.unit if number != 1 else {"honours": "honour"}.get(self.unit, "card point")
        return f"{number or 'no'} {unit}"


def story(facts: Facts, kind: str) -> Story:
    """Tell a deal that was picked for this reason."""
    titles = [text for text in TITLES[kind](facts) if text]
    title = _pick(titles, facts.seed)
    at = {}
    turn = facts.turn
    if turn is not None:
        at[turn.ply] = f"{_reason(facts, turn)} {_turning(facts, turn)}"
    elif facts.judged:
        dearest = max(facts.judged, key=lambda one: (one.cost, -one.ply))
        at[dearest.ply] = _dearest(facts, dearest)
    return Story(_start(title), _opening(facts), at, _closing(facts))


def card_name(card: Card) -> str:
    """Name a card with its article."""
    return render_tokens("the {" + CODES[card] + "}")


def _pick(texts: list[str], seed: int) -> str:
    return texts[seed % len(texts)]


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]


def _any_of(cards: Iterable[Card]) -> str:
    names = [card_name(card) for card in cards]
    if len(names) > _MOST_NAMED:
        return f"{names[0]} or any of {len(names) - 1} others"
    return " or ".join([", ".join(names[:-1]), names[-1]]) if names[1:] else names[0]


# Comments ----------------------------------------------------------------------------------------


def _opening(facts: Facts) -> str:
    """Say who plays, and what the cards are worth where that is known from the first one on."""
    one, other = (PLAYER[level] for level in facts.deal.levels)
    if one == other:
        said = f"{_start(one)} sits at both seats."
    else:
        said = _pick(
            [
                f"{_start(one)} has forehand, {other} deals.",
                f"{_start(other)} has dealt, {one} leads first.",
                f"Forehand is {one}, the dealer {other}.",
            ],
            facts.seed // 3,
        )
    if facts.judged and facts.judged[0].ply == 0:
        value = facts.judged[0].before
        score = f"{max(value, facts.total - value)} to {min(value, facts.total - value)}"
        winner = facts.score(value).winner
        if winner is None:
            said += f" With all cards seen, these cards are a tie: {score} by best play."
        else:
            said += f" With all cards seen, best play would give {SEAT[winner]} the deal, {score}."
    return said


_REASONS = {
    "forced": "{card} is the only card that may be played.",
    "alike": "whichever card is played, the deal goes on alike.",
    "take": "{card} takes {led} as cheaply as possible.",
    "keep": "{card} wins the trick, and so its points stay in the house.",
    "win": "in the second phase every trick helps, and {card} wins this one.",
    "throw": "nothing is to be gained here, so {card} goes, which is worth least.",
    "lose": "the trick cannot be won, so {card} goes, which is worth least.",
    "sure": "nothing that may answer beats {card}.",
    "least": "sure winners are kept for the last tricks, and {card} is the least loss.",
    "no-sure": "no card here is sure to win, and {card} is the least loss.",
    "rollouts": "{card} brings {mean} {unit} on average in {worlds} guesses at the hidden cards.",
    "solved-guesses": "{card} brings {mean} {unit} on average in {worlds} guesses, each solved.",
    "solved-all": "{card} brings {mean} {unit} on average in all {worlds} ways the cards can lie.",
}
"""Name of a player's reason → how it is told. The words are this module's own: records are not to
change when the engine's sentences do."""


def _reason(facts: Facts, turn: Judged) -> str:
    """Say why the player chose the card that it played."""
    decision = facts.deal.decisions[turn.ply]
    who = _start(PLAYER[facts.deal.levels[turn.seat]])
    if decision.key == "any":
        return f"{who} picks {card_name(turn.card)} at random."
    text = _REASONS[decision.key]
    if decision.key == "rollouts" and decision.worlds == 1:
        text = "{card} brings {mean} {unit} if both play on by simple tactics."
    why = text.format(
        card=card_name(turn.card),
        led=card_name(decision.led) if decision.led >= 0 else "",
        worlds=decision.worlds,
        mean=f"{decision.means.get(turn.card, 0):.3g}",
        unit=facts.unit,
    )
    return f"{who} thinks: {why}"


def _turning(facts: Facts, turn: Judged) -> str:
    """Say what the turning card gave away."""
    seat, who = turn.seat, SEAT[turn.seat]
    before, after = facts.own(seat, turn.before), facts.own(seat, turn.after)
    best, played = _any_of(turn.best), card_name(turn.card)
    was, now = facts.score(turn.before), facts.score(turn.after)
    had, has = facts.points(before), facts.points(after)
    half = facts.total // 2
    if was.winner == seat and now.winner is None:
        texts = [
            (
                f"With all cards seen, that turns a win into a tie: {best} would have brought "
                f"{who} {had}, and now best play on both sides ends {half} all."
            ),
            (
                f"A win becomes a tie here. With all cards seen, {best} was worth {had} to {who}, "
                f"{played} only {has}."
            ),
        ]
    elif was.winner == seat and now.winner == seat:
        texts = [
            (
                f"{_start(who)} still wins, but for less: with all cards seen, {best} would have "
                f"brought {had} and {_game_points(was)}, {played} brings {has} and "
                f"{_game_points(now)}."
            ),
            (
                f"With all cards seen, {best} would have been worth {had} and "
                f"{_game_points(was)} to {who}; {played} leaves {has}, which scores {now.base}."
            ),
        ]
    elif was.winner == seat:
        texts = [
            (
                f"With all cards seen, {best} would have kept {had} and the deal for {who}; after "
                f"{played} the best that is left is {has}."
            ),
            (
                f"The deal turns on this card. Best play from {best} on gives {who} {had}, from "
                f"{played} on {has}, all cards being seen."
            ),
            (
                f"Here the deal slips away: with all cards seen, {best} wins it with {had}, "
                f"{played} loses it with {has}."
            ),
        ]
    elif was.winner is None:
        texts = [
            (
                f"With all cards seen, {best} would have held the tie at {half} all; after "
                f"{played} {who} comes to {has} at best."
            ),
            (
                f"A tie was there to be had with {best}, if all cards are seen. With {played} "
                f"{who} ends with {has} against best play."
            ),
        ]
    else:
        saved = f"with all cards seen, {best} would have saved {had}"
        lost = f"the loss then costs {_game_points(now)} instead of {_game_points(was, short=True)}"
        if not after:
            lost = f"after {played} {who} is left with nothing"
        texts = [
            f"{_start(who)} loses either way, but {saved}; {lost}.",
            f"The deal is lost, its price is not yet settled: {saved}, and {lost}.",
        ]
    return _pick(texts, facts.seed // 7)


def _dearest(facts: Facts, one: Judged) -> str:
    """Say of a deal whose result no card changed what its dearest card cost."""
    first = facts.judged[0].trick
    since = f"from trick {first} on" if facts.judged[0].ply > 1 else "in this deal"
    winner = facts.score(one.after).winner
    settled = "the tie stands" if winner is None else f"{SEAT[winner]} has won"
    if not one.cost:
        return (
            f"With all cards seen, {settled} here already, and neither player gives anything "
            "away any more."
        )
    return (
        f"{_reason(facts, one)} With all cards seen, {settled} before this card and after it. It "
        f"is the dearest {since} all the same: {_any_of(one.best)} would have been worth "
        f"{facts.points(one.cost)} more to {SEAT[one.seat]}."
    )


def _game_points(scored: Outcome, *, short: bool = False) -> str:
    number = scored.base
    if short:
        return str(number)
    return f"{number} game point{'s' if number != 1 else ''}"


def _closing(facts: Facts) -> str:
    """Sum the deal up: the score, and what both gave away."""
    forehand, dealer = facts.result.points
    winner = facts.result.winner
    if winner is None:
        said = f"{forehand} {facts.unit} each."
    else:
        high, low = max(forehand, dealer), min(forehand, dealer)
        said = f"{_start(SEAT[winner])} wins with {facts.points(high)} to {low or 'none'}."
    if not facts.judged:
        return said
    first = facts.judged[0].trick
    lost = [sum(one.cost for one in facts.judged if one.seat == seat) for seat in (0, 1)]
    since = f"From trick {first} on"
    if facts.judged[0].ply <= 1:
        since = ("In the whole deal", "From the first reply on")[facts.judged[0].ply]
    if not any(lost):
        return f"{said} {since} no card gave anything away, as the solver sees it."
    return (
        f"{said} {since} forehand’s cards gave away {facts.points(lost[FOREHAND])}, the dealer’s "
        f"{lost[DEALER] or 'none'}, as the solver sees it."
    )


# Titles ------------------------------------------------------------------------------------------


def _winner(facts: Facts) -> tuple[Seat, int, int]:
    seat = facts.result.winner
    assert seat is not None  # noqa: S101  (only decided deals are told so)
    points = facts.result.points
    return seat, points[seat], points[1 - seat]


def _upset(facts: Facts) -> list[str]:
    seat, high, low = _winner(facts)
    weak, strong = PLAYER[facts.deal.levels[seat]], PLAYER[facts.deal.levels[1 - seat]]
    place = "in forehand" if seat == FOREHAND else "as dealer"
    return [
        f"{weak} beats {strong}, {high} to {low}",
        f"{high} to {low} for {weak} against {strong}",
        f"{strong} falls to {weak}, {low} to {high}",
        f"{weak} {place} wins against {strong}, {high} to {low}",
    ]


def _schwarz(facts: Facts) -> list[str]:
    seat, _, low = _winner(facts)
    player = PLAYER[facts.deal.levels[seat]]
    everything = facts.points(facts.total)
    tricks = sum(trick.winner != seat for trick in facts.game.tricks)
    lost = f", with {tricks} trick{'s' if tricks != 1 else ''} lost" if tricks else ""
    against = _against(facts, seat)
    return [
        f"all {everything} for {SEAT[seat]}{against}{lost}",
        f"{SEAT[seat]} takes all {everything}{against}{lost}",
        f"schwarz, as {player} leaves {facts.points(low)} to {SEAT[1 - seat]}",
    ]


def _against(facts: Facts, seat: Seat) -> str:
    """Name the other player, if it is of another level."""
    one, other = facts.deal.levels[seat], facts.deal.levels[1 - seat]
    return "" if one == other else f" against {PLAYER[other]}"


def _high(facts: Facts) -> list[str]:
    seat, high, low = _winner(facts)
    worth = _game_points(facts.result)
    name = facts.result.name
    return [
        f"{facts.points(high)} bring {SEAT[seat]} {worth}{_against(facts, seat)}",
        f"{high} to {low}{_against(facts, seat)}, {worth} for {SEAT[seat]}",
        f"{SEAT[1 - seat]} is schneider with {facts.points(low)}" if name == "schneider" else "",
    ]


def _tie(facts: Facts) -> list[str]:
    half, turn = facts.total // 2, facts.turn
    players = [PLAYER[level] for level in facts.deal.levels]
    same = players[0] == players[1]
    texts = [
        f"{half} all between {players[0]} and {players[1]}" if not same else "",
        f"{facts.points(half)} each after sixteen tricks",
    ]
    if turn is not None and facts.score(turn.after).winner is None:
        texts = [
            f"{half} all, by {card_name(turn.card)} in trick {turn.trick}",
            f"{card_name(turn.card)} in trick {turn.trick} makes it a tie",
        ]
    return texts


def _turn(facts: Facts) -> list[str]:
    turn = facts.turn
    assert turn is not None  # noqa: S101  (picked for it)
    _, high, low = _winner(facts)
    played, best = card_name(turn.card), card_name(turn.best[0])
    return [
        f"{played} turns the deal in trick {turn.trick}",
        f"{high} to {low}, because of {played} in trick {turn.trick}",
        f"{played} in place of {best} turns the deal in trick {turn.trick}",
        f"trick {turn.trick} decides, with {played} instead of {best}",
    ]


def _comeback(facts: Facts) -> list[str]:
    seat, high, low = _winner(facts)
    then = facts.at_turn_of_phase
    mine, other = then[seat], then[1 - seat]
    return [
        f"{SEAT[seat]}, {mine} to {other} behind when the stock is gone, wins {high} to {low}",
        (
            f"{SEAT[seat]} makes up {other - mine} {facts.unit} in the second phase and wins by "
            f"{high - low}"
        ),
        f"the second phase turns {mine} to {other} into {high} to {low}",
    ]


def _sound(facts: Facts) -> list[str]:
    seat, high, low = _winner(facts)
    first = facts.faultless_from
    return [
        f"{high} to {low}, and from trick {first} on neither player gives anything away",
        f"{high} to {low} for {SEAT[seat]}, without a slip from trick {first} on",
    ]


TITLES: Mapping[str, Callable[[Facts], list[str]]] = {
    "turn": _turn,
    "upset": _upset,
    "tie": _tie,
    "schwarz": _schwarz,
    "high": _high,
    "comeback": _comeback,
    "sound": _sound,
}
"""Why a deal may have been picked → the titles that it may have."""


def kind_of(facts: Facts) -> str:
    """Say what is most worth telling of a deal that was not picked for one reason."""
    result = facts.result
    if result.winner is None:
        return "tie"
    if min(result.points) == 0:
        return "schwarz"
    turn = facts.turn
    if turn is not None and facts.stake(turn.before)[0] != facts.stake(turn.after)[0]:
        return "turn"
    if result.base > 1:
        return "high"
    then = facts.at_turn_of_phase
    if then[result.winner] < then[1 - result.winner]:
        return "comeback"
    return "sound" if facts.faultless_from is not None else "high"
