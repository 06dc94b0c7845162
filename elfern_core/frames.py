"""Step frames: a record as plain JSON that any viewer can draw without knowing the rules.

One step for the start, one for each card, one for the end. Sentences hold card tokens (see
`cards.render_tokens`); a sentence that tells what one seat alone can see says whose it is and
how it reads when that hand is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfern_core import __version__
from elfern_core.cards import CODES, SUITS, cards_of
from elfern_core.deal import DEALER, FOREHAND, SEATS
from elfern_core.explain import why_legal, why_not, why_won
from elfern_core.records.writer import sorted_hand
from elfern_core.rules import Phases, Tie, Trump
from elfern_core.scoring import banners, next_dealer
from elfern_core.sentences import SEAT_WORDS, class_word, count, language, sentence

if TYPE_CHECKING:
    from elfern_core.cards import Card
    from elfern_core.deal import Seat
    from elfern_core.game import Game
    from elfern_core.records.check import Checked
    from elfern_core.records.model import Branch, Record, Trick
    from elfern_core.rules import Rules
    from elfern_core.scoring import Outcome
    from elfern_core.slate import Slate
    from elfern_core.state import State

FORMAT = "elfern-frames/1"
"""Name and version of the form of the frames."""

type Step = dict[str, Any]
"""One step as JSON."""


def frames(checked: Checked, lang: str = "en", slate: Slate | None = None) -> dict[str, Any]:
    """Make the step frames of a record that has been checked.

    Args:
        checked: what `records.check` or `records.read` gave; a faulty record gives the frames
            of its valid beginning.
        lang: `en` or `de`.
        slate: the slate around this deal, if it is a round of a session (see `slate.running`).

    Raises:
        ValueError: if ruleset or cards are at fault, so that there is no position to show.
    """
    language(lang)
    game, record = checked.game, checked.record
    if game is None:
        message = "there is no position to show: ruleset or cards are at fault"
        raise ValueError(message)
    return _Frames(game, record, lang).whole() | {"slate": _slate(game.ruleset.rules, slate)}


_PLAYED = ("address", "card", "winner", "trickPoints", "outcome")
_TOLD = (*_PLAYED, "drawn", "toPlay", "legal")


def parting(left: dict[str, Any], right: dict[str, Any]) -> tuple[Step, Step] | None:
    """Find where two replays of one deal, or of one pack, part.

    Args:
        left: frames of one record.
        right: frames of another with the same hands and stock, or dealt from the same pack.

    Returns:
        The first steps if the players sit differently; else the first steps at the same place
        that differ in the card played, who wins and what it brings, the result, and, where the
        hands are the same, in the draw and the cards that may be played next; `None` if none do.
    """
    one, other = left["steps"], right["steps"]
    if any(left["record"][seat] != right["record"][seat] for seat in ("forehand", "dealer")):
        return one[0], other[0]
    told = _TOLD if one[0]["hands"] == other[0]["hands"] else _PLAYED
    for mine, its in zip(one, other, strict=False):
        if any(mine[name] != its[name] for name in told):
            return mine, its
    return None


class _Frames:
    """Makes the frames of one record; `game` is its main line."""

    def __init__(self, game: Game, record: Record, lang: str) -> None:
        self.game, self.record, self.lang = game, record, lang
        self.ruleset = game.ruleset
        self.rules: Rules = game.ruleset.rules
        self.unit = self.rules.unit

    def whole(self) -> dict[str, Any]:
        """Make the frames of the whole record."""
        record, ruleset, lang = self.record, self.ruleset, self.lang
        start = self.game.undo(len(self.game.plays))
        steps, branches = self.line(start, record.tricks, "", [self.start(start)], (0, 0))
        ended = self.game.state.is_over
        if ended:
            steps.append(self.end(steps[-1]))
        names = SEAT_WORDS[lang]
        result = self.game.outcome
        return {
            "format": FORMAT,
            "engine": __version__,
            "lang": lang,
            "record": {
                "id": record.id,
                "title": record.title,
                "rules": ruleset.expression,
                "source": record.source,
                "date": record.date,
                "forehand": record.forehand,
                "dealer": record.dealer,
                "trump": None if record.trump is None else SUITS[record.trump],
                "held": record.held,
                "fragment": record.fragment,
                "result": f"{result.points[0]}-{result.points[1]}" if result else "*",
                "gamePoints": f"{result.game_points[0]}-{result.game_points[1]}"
                if result
                else None,
                "illustrates": list(record.illustrates),
                "note": record.note or None,
                "session": record.session or None,
                "round": record.round,
            },
            "ruleset": {
                "expression": ruleset.expression,
                "title": ruleset.title(lang),
                "game": ruleset.game.id,
                "unit": self.unit,
                "total": self.rules.total,
                "variants": [
                    {"id": one.id, "title": one.title_de if lang == "de" else one.title}
                    for one in ruleset.variants
                ],
            },
            "seats": {"F": names[FOREHAND], "D": names[DEALER]},
            "steps": steps,
            "branches": branches,
            "complete": ended,
        }

    # Lines --------------------------------------------------------------------------------

    def line(
        self,
        game: Game,
        tricks: tuple[Trick, ...],
        prefix: str,
        steps: list[Step],
        taken: tuple[int, int],
    ) -> tuple[list[Step], list[dict[str, Any]]]:
        """Add the steps of a line played from `game`; give them and the branches beside it.

        Args:
            game: where the line begins.
            tricks: its tricks.
            prefix: address before the trick number, such as `7a.`.
            steps: the list to add to.
            taken: masks of the counting cards taken before, forehand first.
        """
        branches: list[dict[str, Any]] = []
        for trick in tricks:
            address = f"{prefix}{trick.number}"
            before, taken_before = game, taken
            game = game.play(trick.lead)
            labels = [branch.label for branch in trick.branches]
            step = self.lead(before.state, game.state, address, trick, taken)
            step["alternatives"] = labels
            steps.append(step)
            if trick.reply is not None:
                led = game.state
                game = game.play(trick.reply)
                taken = _added(taken, led, game.state, trick)
                step = self.reply(led, game.state, address, trick, taken)
                step["alternatives"] = labels
                steps.append(step)
            step["comments"] += trick.comments
            branches += [
                self.branch(before, branch, address, taken_before) for branch in trick.branches
            ]
        return steps, branches

    def branch(
        self, before: Game, branch: Branch, at: str, taken: tuple[int, int]
    ) -> dict[str, Any]:
        """Make the steps of a branch that replaces the trick at address `at`."""
        label = f"{at}{branch.label}"
        steps, inner = self.line(before, branch.tricks, f"{label}.", [], taken)
        return {
            "label": label,
            "at": at,
            "comments": list(branch.comments),
            "steps": steps,
            "branches": inner,
        }

    # Steps --------------------------------------------------------------------------------

    def position(self, state: State, taken: tuple[int, int]) -> Step:
        """Give what stands on the table, the same in every kind of step."""
        rules, expression = self.rules, self.ruleset.expression
        hands = [sorted_hand(expression, cards_of(hand)) for hand in state.hands]
        open_trump = rules.trump is Trump.TURNED and state.phase == 1
        refused = [
            {"card": CODES[card], "section": reason.id, "kind": reason.kind, "text": reason.text}
            for card in hands[state.to_play]
            if (reason := why_not(self.ruleset, state, card, self.lang))
        ]
        legal = state.legal()
        return {
            "phase": state.phase,
            "toPlay": None if state.is_over else SEATS[state.to_play],
            "hands": {SEATS[seat]: _codes(hands[seat]) for seat in (FOREHAND, DEALER)},
            "stock": _codes(state.rest),
            "turned": CODES[state.stock[-1]] if open_trump else None,
            "points": _by_seat(state.points),
            "taken": {
                SEATS[seat]: _codes(sorted_hand(expression, cards_of(taken[seat])))
                for seat in (FOREHAND, DEALER)
            },
            "legal": _codes(legal),
            "refused": refused,
            "free": self._free(state, legal),
            "outcome": None,
            "alternatives": [],
        }

    def _free(self, state: State, legal: tuple[Card, ...]) -> Step | None:
        """Why the legal cards may be played, where one sentence says it for all of them."""
        if not legal:
            return None
        reasons = {why_legal(self.ruleset, state, card, self.lang).key: card for card in legal}
        if len(legal) > 1 and next(iter(reasons)) in {"follows", "trumps-in", "wins-as-due"}:
            return None
        reason = why_legal(self.ruleset, state, legal[0], self.lang)
        return {"section": reason.id, "kind": reason.kind, "text": reason.text}

    def start(self, game: Game) -> Step:
        """Make the step before the first card."""
        state, lang = game.state, self.lang
        number = state.trick_number
        seat = SEAT_WORDS[lang][state.to_play]
        key = "start" if number == 1 else "start-fragment"
        says = [_say(sentence(key, lang, seat=seat, trick=number))]
        if self.record.held and self.rules.tie is not Tie.DOUBLE:
            held = count(self.record.held, "game points", lang)
            says.append(_say(sentence("start-held", lang, held=_capital(held))))
        elif self.record.held:
            says.append(_say(sentence("tie-doubles", lang)))
        return {
            "address": "0",
            "kind": "start",
            "trick": number,
            "ply": 0,
            "seat": None,
            "card": None,
            "table": None,
            "winner": None,
            "trickPoints": None,
            "drawn": None,
            "why": None,
            "say": says,
            "comments": list(self.record.comments),
            **self.position(state, (0, 0)),
        }

    def lead(
        self, before: State, after: State, address: str, trick: Trick, taken: tuple[int, int]
    ) -> Step:
        """Make the step of a lead."""
        seat = before.to_play
        words = SEAT_WORDS[self.lang]
        text = sentence(
            "leads", self.lang, trick=trick.number, seat=words[seat], card=_token(trick.lead)
        )
        return {
            "address": f"{address}/lead",
            "kind": "lead",
            "trick": trick.number,
            "ply": self._ply(after),
            "seat": SEATS[seat],
            "card": CODES[trick.lead],
            "table": {"leader": SEATS[seat], "lead": CODES[trick.lead], "reply": None},
            "winner": None,
            "trickPoints": None,
            "drawn": None,
            "why": None,
            "say": [_say(text)],
            "comments": list(trick.lead_comments),
            **self.position(after, taken),
        }

    def reply(
        self, led: State, after: State, address: str, trick: Trick, taken: tuple[int, int]
    ) -> Step:
        """Make the step of a reply, which completes the trick."""
        assert trick.reply is not None  # noqa: S101  (the caller's condition)
        lang, words = self.lang, SEAT_WORDS[self.lang]
        seat, winner = led.to_play, after.to_play
        tables = led.tables
        points = tables.points[trick.lead] + tables.points[trick.reply]
        drawn = after.stock[led.drawn : after.drawn]
        says = [
            _say(
                sentence(
                    "replies", lang, trick=trick.number, seat=words[seat], card=_token(trick.reply)
                )
            ),
            _say(
                sentence("takes", lang, winner=words[winner], points=count(points, self.unit, lang))
            ),
        ]
        for card, who in zip(drawn, (winner, 1 - winner), strict=False):
            says.append(self._draw(after, card, who))
        if drawn and after.drawn == len(after.stock):
            says.append(_say(sentence(self._stock_gone(), lang)))
        reason = why_won(self.ruleset, led, trick.reply, lang)
        return {
            "address": f"{address}/reply",
            "kind": "reply",
            "trick": trick.number,
            "ply": self._ply(after),
            "seat": SEATS[seat],
            "card": CODES[trick.reply],
            "table": {
                "leader": SEATS[1 - seat],
                "lead": CODES[trick.lead],
                "reply": CODES[trick.reply],
            },
            "winner": SEATS[winner],
            "trickPoints": points,
            "drawn": {SEATS[winner]: CODES[drawn[0]], SEATS[1 - winner]: CODES[drawn[1]]}
            if drawn
            else None,
            "why": {
                "section": reason.id,
                "kind": reason.kind,
                "game": self.ruleset.game.id,
                "text": reason.text,
            },
            "say": says,
            "comments": list(trick.reply_comments),
            **self.position(after, taken),
        }

    def end(self, last: Step) -> Step:
        """Make the step that tells the result."""
        result = self.game.outcome
        says = self._end_sentences(result)
        return {
            **last,
            "address": "end",
            "kind": "end",
            "ply": last["ply"],
            "seat": None,
            "card": None,
            "table": None,
            "winner": None,
            "trickPoints": None,
            "drawn": None,
            "why": self._end_reason(result),
            "say": [_say(text) for text in says],
            "comments": [],
            "outcome": None if result is None else self._outcome(result, says),
            "alternatives": [],
        }

    # Parts --------------------------------------------------------------------------------

    def _ply(self, state: State) -> int:
        left = state.forehand.bit_count() + state.dealer.bit_count() + len(state.rest)
        deal = self.game.deal
        dealt = deal.hands[0].bit_count() + deal.hands[1].bit_count() + len(deal.stock)
        return dealt - left

    def _draw(self, after: State, card: Card, who: Seat) -> Step:
        seat, token = SEAT_WORDS[self.lang][who], _token(card)
        if self.rules.trump is Trump.TURNED and card == after.stock[-1]:
            return _say(sentence("draws-turned", self.lang, seat=seat, card=token))
        return {
            "text": sentence("draws", self.lang, seat=seat, card=token),
            "seat": SEATS[who],
            "masked": sentence("draws-masked", self.lang, seat=seat),
        }

    def _stock_gone(self) -> str:
        if self.rules.must_win is Phases.SECOND:
            return "stock-gone-win"
        return "stock-gone-follow" if self.rules.follow is Phases.SECOND else "stock-gone"

    def _outcome(self, result: Outcome, says: list[str]) -> Step:
        after = next_dealer(self.rules, result)
        return {
            "winner": None if result.winner is None else SEATS[result.winner],
            "class": result.name,
            "points": _by_seat(result.points),
            "gamePoints": _by_seat(result.game_points),
            "heldAfter": result.held_after,
            "nextDealer": None if after is None else SEATS[after],
            "banners": _banners(self.rules, result.game_points),
            "bannerLines": self.rules.banner or None,
            "text": " ".join(says),
        }

    def _end_reason(self, result: Outcome | None) -> Step | None:
        if result is None:
            return None
        field = "tie" if result.winner is None else "scale"
        kind, identifier = self.ruleset.decided_by(field)
        return {
            "section": identifier,
            "kind": kind,
            "game": self.ruleset.game.id,
            "text": self._end_sentences(result)[0],
        }

    def _end_sentences(self, result: Outcome | None) -> list[str]:
        lang = self.lang
        if result is None:
            return [sentence("end-unknown", lang)]
        high, low = max(result.points), min(result.points)
        if result.winner is None:
            return [
                sentence("end-tied", lang, high=high, low=low),
                self._tie_sentence(result),
                self._next_sentence(result),
            ]
        scored = count(max(result.game_points), "game points", lang)
        base = _capital(count(result.base, "game points", lang))
        name = result.name if result.name not in {"", "simple"} else ""
        says = [
            sentence(
                "end-won-class" if name else "end-won",
                lang,
                winner=SEAT_WORDS[lang][result.winner],
                high=high,
                low=low,
                scored=scored,
                **({"class": class_word(name, lang)} if name else {}),
            )
        ]
        if result.held_before and self.rules.tie is Tie.DOUBLE:
            says.append(sentence("end-doubled", lang, base=base))
        elif result.held_before:
            held = count(result.held_before, "game points", lang)
            says.append(sentence("end-held", lang, base=base, held=held))
        return [*says, self._next_sentence(result)]

    def _next_sentence(self, result: Outcome) -> str:
        seat = next_dealer(self.rules, result)
        if seat is None:
            return sentence("lot-next", self.lang)
        return sentence("deals-next", self.lang, seat=SEAT_WORDS[self.lang][seat])

    def _tie_sentence(self, result: Outcome) -> str:
        lang = self.lang
        if self.rules.tie is Tie.DOUBLE:
            return sentence("tie-doubles", lang)
        if result.held_after:
            held = _capital(count(result.held_after, "game points", lang))
            return sentence("tie-held", lang, held=held)
        return sentence("tie-cleared" if result.held_before else "tie-void", lang)


def _added(taken: tuple[int, int], led: State, after: State, trick: Trick) -> tuple[int, int]:
    """Add the counting cards of a completed trick to those taken."""
    cards = 1 << trick.lead | (0 if trick.reply is None else 1 << trick.reply)
    counting = cards & led.tables.counting
    if after.to_play == FOREHAND:
        return taken[0] | counting, taken[1]
    return taken[0], taken[1] | counting


def _say(text: str) -> Step:
    return {"text": text, "seat": None, "masked": None}


def _token(card: Card) -> str:
    return "{" + CODES[card] + "}"


def _codes(cards: tuple[Card, ...]) -> list[str]:
    return [CODES[card] for card in cards]


def _banners(rules: Rules, points: tuple[int, int]) -> dict[str, list[int]] | None:
    """Give whole banners and lines of the next for each seat; `None` where there are none."""
    if not rules.banner:
        return None
    return {SEATS[seat]: list(banners(points[seat], rules.banner)) for seat in (FOREHAND, DEALER)}


def _slate(rules: Rules, slate: Slate | None) -> dict[str, Any] | None:
    if slate is None:
        return None
    sides = {"before": slate.before, "after": slate.after}
    return {
        "names": {"F": slate.names[FOREHAND], "D": slate.names[DEALER]},
        "bannerLines": rules.banner or None,
        **{
            when: points and {"points": _by_seat(points), "banners": _banners(rules, points)}
            for when, points in sides.items()
        },
    }


def _by_seat(pair: tuple[int, int]) -> dict[str, int]:
    return {"F": pair[0], "D": pair[1]}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
