"""The figures of a study, added up row by row; every share and mean with its 99 % interval."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

from elfern_core import __version__
from elfern_core.catalogue import ruleset
from elfern_core.deal import DEALER, FOREHAND
from elfern_core.scoring import STANDER, outcome
from elfern_core.study.intervals import Correlation, Interval, Mean, share
from elfern_core.study.rows import FORMAT, UNNAMED, line_of
from elfern_core.study.sessions import Sessions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elfern_core.rules import Rules
    from elfern_core.study.plan import Plan
    from elfern_core.study.rows import Row


class Figures:
    """The figures of one ruleset and one pair of players.

    Attributes:
        rules: ruleset expression.
        pair: the players, forehand first.
        deals: deals counted so far.
        points: how often forehand ended with so many card points.
        results: how often an outcome was of a class.
        bites: how the ruleset's variants made a difference; `None` if nothing was compared.
        sessions: figures of whole sessions; `None` for different players, who would have to
            change seats (a match has them).
        opened: values with all cards seen, beside what was reached; `None` if not solved.
    """

    def __init__(self, plan: Plan, rules: str, pair: tuple[str, str]) -> None:
        """Begin with nothing."""
        self.rules, self.pair = rules, pair
        self._chosen = ruleset(rules)
        self.deals = 0
        self.points: Counter[int] = Counter()
        self.results: Counter[str] = Counter()
        self._wins = [0, 0]
        self._game = Mean(), Mean()
        self._lead = Mean(), Mean()
        self._tricks, self._bound = Mean(), Mean()
        self._bound_deals = 0
        self._touched, self._touched_deals = Mean(), 0
        compared = plan.compare and bool(self._chosen.variants)
        base = self._chosen.game.rules if compared else None
        self.bites = Bites(self._chosen.rules, base) if base else None
        same = pair[0] == pair[1]
        self.sessions = Sessions(self._chosen.rules, base) if same else None
        self.opened = Correlation() if plan.solve else None
        self._opened: Counter[int] = Counter()

    def add(self, row: Row) -> None:
        """Count one row."""
        self.deals += 1
        self.points[row.forehand_points] += 1
        self.results[row.result] += 1
        margin = row.forehand_points - row.dealer_points
        self._wins[FOREHAND] += margin > 0
        self._wins[DEALER] += margin < 0
        self._game[FOREHAND].add(row.forehand_game_points)
        self._game[DEALER].add(row.dealer_game_points)
        self._lead[0].add(margin)
        self._lead[1].add(row.forehand_game_points - row.dealer_game_points)
        self._tricks.add(row.forehand_tricks)
        self._bound.add(row.bound_replies)
        self._bound_deals += row.bound_replies > 0
        self._touched.add(row.touched_tricks)
        self._touched_deals += row.touched_tricks > 0
        if self.bites:
            self.bites.add(row)
        if self.sessions:
            self.sessions.add(lambda _: row, row.number)
        if self.opened and row.open_points is not None:
            self.opened.add(row.open_points, row.forehand_points)
            self._opened[row.open_points] += 1

    def to_json(self) -> dict[str, Any]:
        """Give the figures as plain data."""
        deals = self.deals
        told: dict[str, Any] = {
            "rules": self.rules,
            "title": self._chosen.title(),
            "forehand": self.pair[0],
            "dealer": self.pair[1],
            "deals": deals,
            "total": self._chosen.rules.total,
            "forehandWins": share(self._wins[FOREHAND], deals).to_json(),
            "dealerWins": share(self._wins[DEALER], deals).to_json(),
            "ties": share(deals - sum(self._wins), deals).to_json(),
            "forehandOfDecided": share(self._wins[FOREHAND], sum(self._wins)).to_json(),
            "firstLead": {
                "cardPoints": self._lead[0].interval().to_json(),
                "gamePoints": self._lead[1].interval().to_json(),
            },
            "results": {
                name: share(self.results[name], deals).to_json() for name in self._classes()
            },
            "points": {
                str(own): _rounded(self.points[own], share(self.points[own], deals))
                for own in sorted(self.points)
            },
            "gamePointsADeal": {
                "F": self._game[FOREHAND].interval().to_json(),
                "D": self._game[DEALER].interval().to_json(),
            },
            "forehandTricks": self._tricks.interval().to_json(),
            "boundReplies": self._bound.interval().to_json(),
            "dealsWithBoundReply": share(self._bound_deals, deals).to_json(),
            "touchedTricks": self._touched.interval().to_json(),
            "dealsWithTouchedTrick": share(self._touched_deals, deals).to_json(),
        }
        if self.sessions:
            told["session"] = self.sessions.to_json()
        if self.bites:
            told["bites"] = self.bites.to_json()
            if self.sessions:
                parted = share(self.sessions.parted, self.sessions.count)
                told["bites"]["sessions"] = parted.to_json()
        if self.opened:
            told["open"] = self._open_json(self.opened)
        return told

    def _classes(self) -> list[str]:
        """Name the classes that an outcome may be of, those never reached included."""
        return sorted({STANDER, *(step.name or UNNAMED for step in self._chosen.rules.scale)})

    def _open_json(self, opened: Correlation) -> dict[str, Any]:
        forehand = sum(times for value, times in self._opened.items() if 2 * value > self._total)
        dealer = sum(times for value, times in self._opened.items() if 2 * value < self._total)
        return {
            "value": opened.first.interval().to_json(),
            "deviation": round(math.sqrt(opened.first.variance), 6),
            "reached": opened.second.interval().to_json(),
            "reachedDeviation": round(math.sqrt(opened.second.variance), 6),
            "correlation": opened.interval().to_json(),
            "forehandWins": share(forehand, self.deals).to_json(),
            "dealerWins": share(dealer, self.deals).to_json(),
            "values": {str(value): self._opened[value] for value in sorted(self._opened)},
        }

    @property
    def _total(self) -> int:
        return self._chosen.rules.total


def _rounded(count: int, told: Interval) -> list[float]:
    return [count, *(round(part, 6) for part in told)]


class Bites:
    """How often a ruleset makes a difference to the game without its variants.

    The same pack is played by the same players under both. A deal *parts in play* if a card or
    the winner of a trick is another; it *scores otherwise* if winner, class or game points are
    others, nothing being held over; it *is won otherwise* if the winner alone is looked at.
    """

    def __init__(self, rules: Rules, base: Rules) -> None:
        """Begin with nothing."""
        self._rules, self._base = rules, base
        self._known: dict[tuple[int, int], tuple[bool, bool]] = {}
        self._deals = self._any = self._score = self._winner = 0
        self._tricks: Counter[int] = Counter()

    def add(self, row: Row) -> None:
        """Count one row that was compared."""
        if row.parting_trick is None or row.base_points is None:
            return
        key = row.forehand_points, row.base_points
        if key not in self._known:
            self._known[key] = self._judge(*key)
        score, winner = self._known[key]
        self._deals += 1
        self._tricks[row.parting_trick] += 1
        self._score += score
        self._winner += winner
        self._any += score or row.parting_trick > 0

    def _judge(self, own: int, base: int) -> tuple[bool, bool]:
        one = outcome(self._rules, (own, self._rules.total - own))
        two = outcome(self._base, (base, self._base.total - base))
        score = (one.winner, one.name, one.game_points) != (two.winner, two.name, two.game_points)
        return score, one.winner != two.winner

    def to_json(self) -> dict[str, Any]:
        """Give the figures as plain data."""
        played = sum(times for trick, times in self._tricks.items() if trick)
        return {
            "deals": share(self._any, self._deals).to_json(),
            "play": share(played, self._deals).to_json(),
            "score": share(self._score, self._deals).to_json(),
            "winner": share(self._winner, self._deals).to_json(),
            "tricks": {str(trick): self._tricks[trick] for trick in sorted(self._tricks) if trick},
        }


class Match:
    """Two players who play every deal from both seats.

    A pair of deals is decided if one of them takes more card points over both. For both the cards
    are the same, so what is left of luck is small.

    Attributes:
        won: pairs that the first player won.
        lost: pairs that the second won.
        tied: pairs in which both took the same.
    """

    def __init__(self, rules: str, one: str, two: str) -> None:
        """Begin with nothing."""
        self.rules, self.one, self.two = rules, one, two
        self._total = ruleset(rules).rules.total
        self.won = self.lost = self.tied = 0
        self._margin = Mean()
        self._deals_won = self._deals_lost = 0
        self._seats = Correlation()
        self._sessions = Sessions(ruleset(rules).rules, None)

    def add(self, first: Row, second: Row) -> None:
        """Count a pair: the row in which player one was forehand, and that with two."""
        own = first.forehand_points, second.dealer_points
        margin = 2 * sum(own) - 2 * self._total
        self.won += margin > 0
        self.lost += margin < 0
        self.tied += margin == 0
        self._margin.add(margin)
        self._deals_won += sum(2 * points > self._total for points in own)
        self._deals_lost += sum(2 * points < self._total for points in own)
        self._seats.add(*own)
        self._sessions.add(lambda forehand: second if forehand else first, first.number)

    def decided(self) -> Interval:
        """Give the share of decided pairs that player one won."""
        return share(self.won, self.won + self.lost)

    def to_json(self) -> dict[str, Any]:
        """Give the figures as plain data.

        `luck` is the part of the spread of one deal's card points that the cards make: what is
        a gain in one seat is a loss in the other, so it is the correlation of both, turned round.
        """
        pairs = self.won + self.lost + self.tied
        mean = self._margin.interval()
        together = self._seats.interval()
        luck = Interval(-together.value, -together.high, -together.low)
        won, lost = self._sessions.won
        return {
            "rules": self.rules,
            "title": ruleset(self.rules).title(),
            "one": self.one,
            "two": self.two,
            "pairs": pairs,
            "won": self.won,
            "lost": self.lost,
            "tied": self.tied,
            "ofDecided": self.decided().to_json(),
            "cardPointsADeal": Interval(*(part / 2 for part in mean)).to_json(),
            "deals": {
                "won": share(self._deals_won, 2 * pairs).to_json(),
                "lost": share(self._deals_lost, 2 * pairs).to_json(),
                "ofDecided": share(self._deals_won, self._deals_won + self._deals_lost).to_json(),
            },
            "luck": luck.to_json(),
            "sessions": {
                "won": share(won, self._sessions.count).to_json(),
                "lost": share(lost, self._sessions.count).to_json(),
            },
            "session": self._sessions.to_json(),
        }


class Study:
    """All figures of a study: those of every ruleset and pair, and its matches.

    Attributes:
        plan: what is played.
        figures: for each ruleset and each pair its figures, in the plan's order.
        matches: for each ruleset and each pair that changes seats the match.
    """

    def __init__(self, plan: Plan) -> None:
        """Begin with nothing."""
        self.plan = plan
        self.figures = {
            (rules, *pair): Figures(plan, rules, pair)
            for rules in plan.rules
            for pair in plan.pairs
        }
        self.matches = {
            (rules, *pair): Match(rules, *pair) for rules in plan.rules for pair in plan.matches()
        }
        self._digest = hashlib.sha256()
        self._waiting: dict[tuple[str, str, str], Row] = {}

    def add(self, rows: Iterable[Row]) -> None:
        """Count rows, in the order in which the study gives them."""
        for row in rows:
            key = row.rules, row.forehand, row.dealer
            self.figures[key].add(row)
            if row.number < self.plan.checked:
                self._digest.update(line_of(row).encode())
            other = row.rules, row.dealer, row.forehand
            if key in self.matches:
                self._waiting[key] = row
            elif other in self.matches:
                self.matches[other].add(self._waiting.pop(other), row)

    def to_json(self) -> dict[str, Any]:
        """Give all figures as plain data, with what is needed to play the study again."""
        return {
            "format": FORMAT,
            "engine": __version__,
            "command": self.plan.command(),
            "plan": self.plan.to_json(),
            "check": {
                "deals": self.plan.checked,
                "sha256": self._digest.hexdigest(),
            },
            "figures": [figures.to_json() for figures in self.figures.values()],
            "matches": [match.to_json() for match in self.matches.values()],
        }
