"""Why a card may or may not be played, and why a trick was won: one sentence and one id.

Each answer names the rule section, or the variant, that decides. The sentences are derived
from the rules, not from the compiled tables; tests hold the two together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elfern_core.cards import CODES, SUITS, cards_of
from elfern_core.rules import Beats, Phases, Seven
from elfern_core.sentences import SEAT_WORDS, language, sentence

if TYPE_CHECKING:
    from elfern_core.cards import Card
    from elfern_core.catalogue import Ruleset
    from elfern_core.deal import Seat
    from elfern_core.state import State

_SEVEN, _ACE = 0, 7


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence and what it rests on."""

    kind: str
    """`section` or `variant`."""
    id: str
    """Id of the rule section or variant that decides."""
    key: str
    """Name of the sentence, for tests and programs."""
    text: str
    """The sentence, with card tokens."""


def _seat(seat: Seat, lang: str) -> str:
    language(lang)
    return SEAT_WORDS[lang][seat]


def _token(card: Card) -> str:
    return "{" + CODES[card] + "}"


def _suit_token(card: Card) -> str:
    return "{" + SUITS[card // 8] + "}"


def why_won(ruleset: Ruleset, state: State, reply: Card, lang: str = "en") -> Reason:
    """Say why the trick goes to whom it goes when `reply` answers the card led.

    Args:
        ruleset: the ruleset in force.
        state: the position after the lead.
        reply: the reply, a legal one.
        lang: `en` or `de`.
    """
    lead, tables, rules = state.led, state.tables, ruleset.rules
    wins = bool(tables.beats[lead] >> reply & 1)
    winner = _seat(state.to_play if wins else 1 - state.to_play, lang)
    same_suit = lead // 8 == reply // 8
    fields: tuple[str, ...] = ("beats",)
    needed = ""
    if same_suit and {lead % 8, reply % 8} == {_SEVEN, _ACE} and rules.seven is not Seven.PLAIN:
        if wins:
            key, fields = "seven-takes-ace", ("seven",)
        elif rules.seven is Seven.BEATS_ACE:
            key, fields = "seven-holds", ("seven",)
        else:
            key, fields, needed = _plain_reason(ruleset, state, reply)
    else:
        key, fields, needed = _plain_reason(ruleset, state, reply)
    kind, identifier = ruleset.decided_by(*fields)
    text = sentence(
        key,
        lang,
        winner=winner,
        lead=_token(lead),
        reply=_token(reply),
        suit=_suit_token(lead),
        needed=needed,
    )
    return Reason(kind, identifier, key, text)


def _plain_reason(ruleset: Ruleset, state: State, reply: Card) -> tuple[str, tuple[str, ...], str]:
    """Give sentence, deciding fields and the card(s) that would win, sevens aside."""
    lead, tables, rules = state.led, state.tables, ruleset.rules
    wins = bool(tables.beats[lead] >> reply & 1)
    if rules.beats is not Beats.HIGHEST_OF_SUIT:
        winning = cards_of(tables.beats[lead])
        if wins:
            return "next-rank-wins", ("beats",), ""
        if not winning:
            return "top-unbeaten", ("beats",), ""
        needed = ", ".join(map(_token, winning))
        any_suit = rules.beats is Beats.NEXT_RANK_ANY_SUIT or len(winning) > 1
        return ("next-rank-any-only" if any_suit else "next-rank-only"), ("beats",), needed
    ranking = ("ranking",) if rules.ranking is not type(rules.ranking).NATURAL else ()
    if lead // 8 == reply // 8:
        crossed = (reply > lead) != wins
        return ("higher" if wins else "lower"), (ranking if crossed else ("beats",)), ""
    if tables.trumps >> reply & 1:
        return "trumped", ("trump", "trump_suit"), ""
    if tables.trumps >> lead & 1:
        return "lead-is-trump", ("trump", "trump_suit"), ""
    return "other-suit", ("beats",), ""


def why_legal(ruleset: Ruleset, state: State, card: Card, lang: str = "en") -> Reason:
    """Say why this legal card may be played."""
    rules, tables = ruleset.rules, state.tables
    second = state.phase == 2  # noqa: PLR2004
    hand = state.hands[state.to_play]
    values = {"seat": _seat(state.to_play, lang), "card": _token(card), "suit": ""}
    if state.led < 0:
        return Reason("section", "lead", "leads-any", sentence("leads-any", lang, **values))
    values["suit"] = _suit_token(state.led)
    beats = tables.beats[state.led]
    suit = tables.suit[state.led]
    follow = tables.follow[second]
    allowed = (hand & suit or hand & tables.trumps or hand) if follow else hand
    if tables.must_win[second] and allowed & beats and allowed & ~beats:
        key, fields = "wins-as-due", ("must_win",)
    elif not follow:
        key = "free-always" if rules.follow is Phases.NEVER else "free-first"
        fields = ("follow",)
    elif hand & suit:
        key, fields = "follows", ("follow",)
    elif hand & tables.trumps:
        key, fields = "trumps-in", ("trump",)
    else:
        key, fields = "void", ("follow",)
    kind, identifier = _phase_section(ruleset, fields, second=second)
    return Reason(kind, identifier, key, sentence(key, lang, **values))


def why_not(ruleset: Ruleset, state: State, card: Card, lang: str = "en") -> Reason | None:
    """Say why this card may not be played; `None` if it may."""
    tables = state.tables
    hand = state.hands[state.to_play]
    second = state.phase == 2  # noqa: PLR2004
    values = {"seat": _seat(state.to_play, lang), "card": _token(card), "suit": "", "winning": ""}
    if state.is_over:
        return Reason("section", "deal", "deal-over", sentence("deal-over", lang))
    if not hand >> card & 1:
        return Reason("section", "deal", "not-in-hand", sentence("not-in-hand", lang, **values))
    if state.legal_mask() >> card & 1:
        return None
    values["suit"] = _suit_token(state.led)
    suit = tables.suit[state.led]
    follows = tables.follow[second]
    if follows and hand & suit and not suit >> card & 1:
        fields: tuple[str, ...]
        key, fields = "must-follow", ("follow",)
    elif follows and not hand & suit and not tables.trumps >> card & 1:
        key, fields = "must-trump", ("trump", "trump_suit")
    else:
        key, fields = "must-win", ("must_win",)
        winning = state.legal_mask() & tables.beats[state.led]
        values["winning"] = ", ".join(map(_token, cards_of(winning)))
    kind, identifier = _phase_section(ruleset, fields, second=second)
    return Reason(kind, identifier, key, sentence(key, lang, **values))


def _phase_section(ruleset: Ruleset, fields: tuple[str, ...], *, second: bool) -> tuple[str, str]:
    kind, identifier = ruleset.decided_by(*fields)
    if kind == "section":
        return kind, "second-phase" if second else "first-phase"
    return kind, identifier
