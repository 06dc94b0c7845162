"""Replay a record under its rules: the valid beginning, every fault, and what was left out.

Reading is lax, so what follows from the rules may be missing; what is there must agree.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from elfern_core.cards import CODES, cards_of, mask, render_tokens
from elfern_core.catalogue import SECTIONS, VARIANTS, ruleset
from elfern_core.deal import DEALER, FOREHAND, SEATS, Deal
from elfern_core.errors import Finding, IllegalPlay, RuleError, TextError
from elfern_core.explain import why_not
from elfern_core.game import Game
from elfern_core.records.model import Branch, Record, Trick
from elfern_core.records.reader import Parsed
from elfern_core.records.writer import sorted_hand
from elfern_core.rules import PACK_SIZE, Trump
from elfern_core.scoring import check_held, dealer_by_lot

if TYPE_CHECKING:
    from elfern_core.catalogue import Ruleset
    from elfern_core.records.reader import Place
    from elfern_core.state import State


@dataclass(frozen=True, slots=True)
class Checked:
    """A record replayed."""

    record: Record
    """The record, its valid beginning filled in with all that follows from the rules."""
    game: Game | None
    """The main line as far as it is valid; `None` if ruleset or cards are at fault."""
    findings: tuple[Finding, ...]
    """Faults and warnings in the order of the text."""
    derivations: int
    """How many written derivations (leaders, winners, points, draws, results) were compared."""

    @property
    def ok(self) -> bool:
        """Whether there is no fault; warnings do not count."""
        return all(finding.severity != "error" for finding in self.findings)


class _Checker:
    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.record = parsed.record
        self.findings = list(parsed.findings)
        self.derivations = 0
        self.broken = parsed.unfinished

    def fault(
        self,
        code: str,
        message: str,
        *keys: Place,
        trick: str = "",
        found: str = "",
        expected: str = "",
        section: str = "",
        severity: str = "error",
    ) -> None:
        line, column = self.parsed.place(*keys)
        self.findings.append(
            Finding(
                code,
                message,
                line,
                column,
                self.record.id,
                trick,
                found,
                expected,
                section,
                severity,
            )
        )

    def compare(
        self, what: str, found: str | None, expected: str, key: Place, trick: str, section: str
    ) -> bool:
        """Count and judge one written derivation (`the winner is`); what is absent agrees."""
        if found is None:
            return True
        self.derivations += 1
        if found == expected:
            return True
        message = f"{what} {expected}, not {found}"
        code = f"wrong-{what.split()[-2].lower()}"
        self.fault(code, message, key, trick=trick, found=found, expected=expected, section=section)
        return False

    def check(self) -> Checked:
        rules = self._ruleset()
        if rules is None:
            return self._done(None)
        deal = self._deal(rules)
        if deal is None:
            return self._done(None)
        game = Game(rules, deal, (), self.record.held)
        tricks, game = self._line(game, self.record.tricks, "")
        self.record = replace(self.record, tricks=tricks)
        if not self.broken:
            self._end(game)
        return self._done(game)

    def _done(self, game: Game | None) -> Checked:
        findings = sorted(self.findings, key=lambda one: (one.line, one.column))
        return Checked(self.record, game, tuple(findings), self.derivations)

    # Ruleset and cards --------------------------------------------------------------------

    def _ruleset(self) -> Ruleset | None:
        record = self.record
        if not record.rules:
            return None
        try:
            rules = ruleset(record.rules)
        except RuleError as error:
            message = f"the ruleset cannot be used: {error}"
            self.fault("bad-rules", message, ("tag", "Rules"), found=record.rules)
            return None
        for identifier in record.illustrates:
            if identifier not in SECTIONS and identifier not in VARIANTS:
                message = f"“{identifier}” is neither a rule section nor a variant"
                place: Place = ("tag", "Illustrates")
                self.fault("bad-illustrates", message, place, found=identifier)
        if bool(record.session) != (record.round is not None):
            message = "Session and Round stand together or not at all"
            self.fault("bad-session", message, ("tag", "Session"), ("tag", "Round"))
        try:
            check_held(rules.rules, record.held)
        except RuleError as error:
            self.fault(
                "bad-held",
                str(error),
                ("tag", "Held"),
                found=str(record.held),
                section=rules.decided_by("tie")[1],
            )
            return None
        self.record = replace(record, rules=rules.expression)
        return rules

    def _deal(self, rules: Ruleset) -> Deal | None:
        record = self.record
        before = len(self.findings)
        self._fragment_tags()
        for name, cards in (
            ("Hands", (*record.hands[0], *record.hands[1])),
            ("Stock", record.stock),
        ):
            seen: set[int] = set() if name == "Hands" else {*record.hands[0], *record.hands[1]}
            self._twice(name, cards, seen)
        trump = record.trump
        if rules.rules.trump is Trump.FIXED and trump is None:
            trump = rules.rules.trump_suit
        elif rules.rules.trump is Trump.TURNED and trump is None and record.stock:
            trump = record.stock[-1] // 8
        leader = record.leader
        if leader is None and record.tricks and record.fragment is not None:
            leader = record.tricks[0].leader
        deal = Deal(
            (mask(record.hands[0]), mask(record.hands[1])),
            record.stock,
            trump,
            FOREHAND if leader is None else leader,
            record.won if record.fragment is not None else (0, 0),
        )
        if len(self.findings) == before:
            self._deal_faults(rules, deal)
        if any(one.severity == "error" for one in self.findings[before:]) or any(
            one.code in {"bad-card", "missing-tag"} or (one.code == "bad-value")
            for one in self.parsed.findings
        ):
            return None
        self.record = replace(
            record,
            hands=(
                sorted_hand(rules.expression, record.hands[0]),
                sorted_hand(rules.expression, record.hands[1]),
            ),
            trump=trump,
            leader=deal.leader if record.fragment is not None else None,
        )
        self._lot(rules)
        return deal

    def _twice(self, name: str, cards: tuple[int, ...], seen: set[int]) -> None:
        for index, card in enumerate(cards):
            if card in seen:
                # The same card may stand in both hands: its place then is that of the second.
                places: tuple[Place, ...] = (
                    ("tag", name, card, index),
                    ("tag", name, card, index - len(self.record.hands[0])),
                    ("tag", name, card),
                    ("tag", name),
                )
                message = f"the card {CODES[card]} stands twice"
                self.fault("card-twice", message, *places, found=CODES[card], section="pack")
            seen.add(card)

    def _fragment_tags(self) -> None:
        record = self.record
        if record.fragment is None:
            for name, value in (("Leader", record.leader), ("Won", record.won)):
                if value is not None:
                    message = f"{name} stands only in a fragment; the tag Fragment is missing"
                    self.fault("not-a-fragment", message, ("tag", name), expected="Fragment")
        elif record.leader is None and not (record.tricks and record.tricks[0].leader is not None):
            message = "a fragment needs the tag Leader, F or D"
            self.fault("missing-tag", message, ("tag", "Fragment"), expected="Leader")

    def _deal_faults(self, rules: Ruleset, deal: Deal) -> None:
        names = {"hands": "Hands", "stock": "Stock", "trump": "Trump", "won": "Won"}
        sections = {"trump": rules.decided_by("trump")[1]}
        faults = deal.faults(rules.rules)
        for code, part, message in faults:
            section = sections.get(part, "deal")
            keys: tuple[Place, ...] = (("tag", names[part]), ("tag", "Hands"))
            self.fault(f"bad-{code}", message, *keys, section=section)
        if faults:
            return
        listed = sum(map(len, self.record.hands)) + len(deal.stock)
        if self.record.fragment is None:
            if listed != PACK_SIZE:
                missing = [
                    CODES[card]
                    for card in range(PACK_SIZE)
                    if not (deal.hands[0] | deal.hands[1] | mask(deal.stock)) >> card & 1
                ]
                message = f"a whole deal has {PACK_SIZE} cards, missing here: {' '.join(missing)}"
                keys = (("tag", "Stock"), ("tag", "Hands"))
                self.fault("card-missing", message, *keys, section="pack")
        elif deal.first_trick != self.record.fragment:
            message = (
                f"with these hands and this stock the fragment begins at trick {deal.first_trick}, "
                f"not {self.record.fragment}"
            )
            self.fault(
                "bad-fragment",
                message,
                ("tag", "Fragment"),
                found=str(self.record.fragment),
                expected=str(deal.first_trick),
            )
        elif deal.won is not None:
            points = [rules.rules.values[card % 8] for card in range(PACK_SIZE)]
            in_play = deal.hands[0] | deal.hands[1] | mask(deal.stock)
            gone = sum(points[card] for card in range(PACK_SIZE) if not in_play >> card & 1)
            if sum(deal.won) != gone:
                message = (
                    f"the cards out of play count {gone} card points together, not {sum(deal.won)}"
                )
                self.fault(
                    "bad-won",
                    message,
                    ("tag", "Won"),
                    found=f"{deal.won[0]}-{deal.won[1]}",
                    section=rules.decided_by("values")[1],
                )

    def _lot(self, rules: Ruleset) -> None:
        """The lot must have fallen on the dealer; which reading holds depends on the round."""
        lot = self.record.lot
        if lot is None:
            return
        forehand, dealer = lot
        place: Place = ("tag", "Lot")
        if len(forehand) != len(dealer) or not forehand:
            message = "each player draws as many cards by lot as the other"
            self.fault("bad-lot", message, place, section="first-dealer")
            return
        after_tie = (self.record.round or 1) > 1
        section = "next-dealer" if after_tie else "first-dealer"
        draws = list(zip(forehand, dealer, strict=True))
        for index, pair in enumerate(draws):
            who = dealer_by_lot(rules.rules, pair, after_tie=after_tie)
            last = index == len(draws) - 1
            if pair[0] == pair[1] or (who is None) == last or (last and who != DEALER):
                message = (
                    "this lot does not make the dealer the dealer: equal ranks draw again, and "
                    f"the {'higher' if after_tie else rules.rules.first_dealer.value} card deals"
                )
                self.fault("bad-lot", message, place, section=section)
                return

    # Tricks -------------------------------------------------------------------------------

    def _line(
        self, game: Game, tricks: tuple[Trick, ...], prefix: str
    ) -> tuple[tuple[Trick, ...], Game]:
        """Play a line from where `game` stands; stop at its first fault."""
        done: list[Trick] = []
        for trick in tricks:
            address = f"{prefix}{trick.number}"
            before = game
            played = self._trick(game, trick, address)
            if played is None:
                self.broken = True
                break
            filled, game = played
            branches = tuple(
                self._branch(before, branch, f"{address}{branch.label}.")
                for branch in trick.branches
            )
            done.append(replace(filled, branches=tuple(one for one in branches if one.tricks)))
            if trick.reply is None:
                if trick is not tricks[-1]:
                    message = f"trick {address} has no reply, so no trick can follow it"
                    self.fault("no-reply", message, (address, "reply"), trick=address, found="*")
                    self.broken = True
                break
        return tuple(done), game

    def _branch(self, before: Game, branch: Branch, prefix: str) -> Branch:
        broken = self.broken
        tricks, _ = self._line(before, branch.tricks, prefix)
        self.broken = broken
        return replace(branch, tricks=tricks)

    def _trick(self, game: Game, trick: Trick, address: str) -> tuple[Trick, Game] | None:
        state = game.state
        expected = state.trick_number
        if state.is_over:
            message = "all cards have been played, so no trick can follow"
            self.fault(
                "extra-trick",
                message,
                (address, "number"),
                trick=address,
                found=f"{trick.number}.",
                section="deal",
            )
            return None
        if trick.number != expected:
            message = f"trick {expected} was expected here"
            self.fault(
                "wrong-number",
                message,
                (address, "number"),
                trick=address,
                found=f"{trick.number}.",
                expected=f"{expected}.",
            )
            return None
        leader = state.to_play
        written = None if trick.leader is None else SEATS[trick.leader]
        right = self.compare(
            "the leader is", written, SEATS[leader], (address, "leader"), address, "lead"
        )
        led = self._play(game, trick.lead, address, "lead") if right else None
        if led is None:
            return None
        if trick.reply is None:
            return replace(trick, leader=leader, winner=None, points=None, drawn=None), led
        replied = self._play(led, trick.reply, address, "reply")
        if replied is None:
            return None
        return self._brought(led.state, replied, trick, address, leader)

    def _play(self, game: Game, card: int, address: str, part: str) -> Game | None:
        try:
            return game.play(card)
        except IllegalPlay as error:
            reason = why_not(game.ruleset, game.state, card)
            message = render_tokens(reason.text) if reason else str(error)
            legal = " ".join(error.legal)
            self.fault(
                error.code,
                message,
                (address, part),
                trick=address,
                found=CODES[card],
                expected=f"one of {legal}" if legal else "",
                section=reason.id if reason else error.section,
            )
            return None

    def _brought(
        self, led: State, replied: Game, trick: Trick, address: str, leader: int
    ) -> tuple[Trick, Game] | None:
        """Compare winner, points and draw of a complete trick."""
        after, tables = replied.state, led.tables
        assert trick.reply is not None  # noqa: S101  (the caller's condition)
        winner = after.to_play
        points = tables.points[trick.lead] + tables.points[trick.reply]
        drawn = after.stock[led.drawn : after.drawn]
        rules = replied.ruleset
        right = self.compare(
            "the winner is",
            None if trick.winner is None else SEATS[trick.winner],
            SEATS[winner],
            (address, "winner"),
            address,
            rules.decided_by("beats")[1],
        )
        right &= self.compare(
            "the trick's points are",
            None if trick.points is None else str(trick.points),
            str(points),
            (address, "points"),
            address,
            rules.decided_by("values")[1],
        )
        if trick.drawn is not None:
            found = [CODES[card] for card in trick.drawn]
            expected = [CODES[card] for card in drawn]
            for index in range(max(len(found), len(expected))):
                one = found[index] if index < len(found) else "nothing"
                other = expected[index] if index < len(expected) else "nothing"
                keys = (address, f"drawn{min(index, len(found) - 1)}")
                right &= self.compare("the drawn card is", one, other, keys, address, "draw")
        filled = replace(trick, leader=leader, winner=winner, points=points, drawn=drawn)
        return (filled, replied) if right else None

    # The end ------------------------------------------------------------------------------

    def _end(self, game: Game) -> None:
        result = game.outcome
        points = result.points if result else None
        game_points = result.game_points if result else None
        expected = _pair_text(points)
        written = self.record.result
        tags = self.parsed.tags
        why = "" if game.state.is_over else f"trick {game.state.trick_number} is not complete, so "
        if "Result" in tags or (not self.parsed.line and written is not None):
            self.compare(
                f"{why}the result is",
                _pair_text(written),
                expected,
                ("tag", "Result"),
                "",
                "honours",
            )
        section = game.ruleset.decided_by("scale")[1]
        if self.record.game_points is not None:
            self.compare(
                f"{why}the GamePoints are",
                _pair_text(self.record.game_points),
                _pair_text(game_points) if game_points else "left out",
                ("tag", "GamePoints"),
                "",
                section,
            )
        if self.parsed.line:
            self._end_mark(game, expected, why)
        self.record = replace(self.record, result=points, game_points=game_points)

    def _end_mark(self, game: Game, expected: str, why: str) -> None:
        if self.parsed.ended:
            self.compare(
                f"{why}at the end the result is",
                _pair_text(self.parsed.end_result),
                expected,
                ("end", "result"),
                "",
                "honours",
            )
            return
        whole = game.state.is_over
        message = (
            "at the end the result is missing"
            if whole
            else "the record breaks off: neither a result nor * stands at its end"
        )
        number = self.record.tricks[-1].number if self.record.tricks else 0
        self.fault(
            "no-end",
            message,
            (str(number), "number"),
            expected=expected,
            severity="warning" if whole else "error",
        )


def _pair_text(pair: tuple[int, int] | None) -> str:
    return "*" if pair is None else f"{pair[0]}-{pair[1]}"


def check(record: Record | Parsed) -> Checked:
    """Replay a record (or what the reader made of one) under its ruleset.

    Never raises for a faulty record: the faults are in the result, located if the record came
    from a text.
    """
    return _Checker(record if isinstance(record, Parsed) else Parsed(record, [])).check()


def complete(record: Record) -> Record:
    """Fill in all that follows from the rules.

    Raises:
        TextError: at the first fault.
    """
    checked = check(record)
    for finding in checked.findings:
        if finding.severity == "error":
            raise TextError(finding)
    return checked.record


def record_of(game: Game, like: Record) -> Record:
    """Put a game on record, with tags, id and players taken from another record."""
    tricks = []
    plays, states = game.plays, game.states
    for index in range(0, len(plays), 2):
        reply = plays[index + 1] if index + 1 < len(plays) else None
        tricks.append(Trick(states[index].trick_number, plays[index], reply))
    deal = game.deal
    rules = game.ruleset.expression
    fragment = None if deal.is_whole else deal.first_trick
    hands = tuple(sorted_hand(rules, cards_of(hand)) for hand in deal.hands)
    return complete(
        replace(
            like,
            rules=rules,
            hands=(hands[0], hands[1]),
            stock=deal.stock,
            trump=deal.trump,
            held=game.held,
            fragment=fragment,
            leader=None if fragment is None else deal.leader,
            won=None if fragment is None else deal.won,
            result=None if game.outcome is None else game.outcome.points,
            game_points=None,
            tricks=tuple(tricks),
        )
    )
