"""Why a card wins, may be played or may not: the rule that decides, and a sentence.

Expected ids are read off the rules page for hand-made positions; for random ones, the sentence
must agree with what happened.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from elfern_core.cards import card, cards_of, render_tokens
from elfern_core.catalogue import SECTIONS, ruleset
from elfern_core.explain import Reason, why_legal, why_not, why_won
from elfern_core.game import Game
from tests.engine import product
from tests.engine.test_bites import position
from tests.strategies import choices, expressions, line, packs
from tests.strategies import examples as settings_for

REFUSED = [
    ("elfern", "H8 C7 D7 / H9 S7 C9 : H8", "S7", "section", "second-phase"),
    ("elfern", "H8 C7 D7 / H9 S7 C9 : H8", "C9", "section", "second-phase"),
    (
        "bohemian-schneider+highest-wins",
        "H8 C7 D7 HA CA DA / H9 S7 C9 HK CK DK / SA SK : H8",
        "S7",
        "variant",
        "highest-wins",
    ),
    ("elfern+trump(D)", "HA C7 S8 / D7 DA CA : HA", "CA", "variant", "trump"),
    ("elfern+turn-up-trump", "HA C7 S8 / D7 DA CA @D : HA", "CA", "variant", "turn-up-trump"),
    ("elfern+trump(D)", "HA C7 S8 / H7 DA CA : HA", "DA", "section", "second-phase"),
    ("elfern+must-win", "H8 C7 D7 / HQ H9 H7 : H8", "H7", "variant", "must-win"),
    ("elfern+must-win", "H8 C7 D7 / HQ S9 H7 : H8", "S9", "section", "second-phase"),
    (
        "elfern+must-win-throughout",
        "H8 C7 D7 HA CA DA / HQ S7 C9 HJ CK DK / SA SK : H8",
        "CK",
        "variant",
        "must-win-throughout",
    ),
    (
        "elfern+must-win-throughout",
        "H8 C7 D7 / HQ H9 H7 : H8",
        "H7",
        "variant",
        "must-win-throughout",
    ),
    ("elfern+trump(D)+must-win", "HA C7 S8 / D7 DA CA : HA", "CA", "variant", "trump"),
]


@pytest.mark.parametrize(("rules", "case", "refused", "kind", "decides"), REFUSED)
def test_why_a_card_may_not_be_played(
    rules: str, case: str, refused: str, kind: str, decides: str
) -> None:
    """The duty that forbids it, by its id."""
    state = position(case, rules)
    reason = why_not(ruleset(rules), state, card(refused))
    assert reason is not None
    assert (reason.kind, reason.id) == (kind, decides)
    assert f"{{{refused}}}" in reason.text
    for number in state.legal():
        assert why_not(ruleset(rules), state, number) is None


WON = [
    ("elfern", "H8 HK", "section", "winning-a-trick"),
    ("elfern", "HK H8", "section", "winning-a-trick"),
    ("elfern", "HK SA", "section", "winning-a-trick"),
    ("bohemian-schneider", "SQ SK", "section", "winning-a-trick"),
    ("bohemian-schneider", "SQ SA", "section", "winning-a-trick"),
    ("elfern+trump(D)", "HA D7", "variant", "trump"),
    ("elfern+turn-up-trump", "HA D7 @D", "variant", "turn-up-trump"),
    ("elfern+trump(D)", "H8 HK", "section", "winning-a-trick"),
    ("elfern+seven-beats-ace", "HA H7", "variant", "seven-beats-ace"),
    ("elfern+seven-beats-ace", "H7 HA", "variant", "seven-beats-ace"),
    ("elfern+seven-beats-ace", "HA S7", "section", "winning-a-trick"),
    ("elfern+seven-beats-ace", "H7 HK", "section", "winning-a-trick"),
    ("elfern+seven-takes-led-ace", "HA H7", "variant", "seven-takes-led-ace"),
    ("bohemian-schneider+seven-takes-led-ace", "HA H7", "variant", "seven-takes-led-ace"),
    ("elfern+next-rank-any-suit", "SQ HK", "variant", "next-rank-any-suit"),
    ("elfern+next-rank-any-suit", "SQ SA", "variant", "next-rank-any-suit"),
    ("bohemian-schneider+next-rank-any-suit", "SQ HK", "variant", "next-rank-any-suit"),
    ("bohemian-schneider+highest-wins", "H8 HT", "variant", "highest-wins"),
]


@pytest.mark.parametrize(("rules", "case", "kind", "decides"), WON)
def test_why_a_trick_was_won(rules: str, case: str, kind: str, decides: str) -> None:
    """The rule that decides, by its id, and the winner by name."""
    cards, _, turned = case.partition("@")
    lead, reply = cards.split()
    state = position(f"{lead} / {reply} {'@' + turned if turned else ''} : {lead}", rules)
    reason = why_won(ruleset(rules), state, card(reply))
    assert (reason.kind, reason.id) == (kind, decides)
    winner = state.play(card(reply)).to_play
    assert reason.text.startswith(("Forehand", "Dealer")[winner])


@settings_for(60)
@given(expressions(), packs(), choices())
def test_every_play_and_trick_is_explained(
    expression: str, pack: list[str], picks: list[int]
) -> None:
    """One sentence in both languages, an id that exists, and the right winner, at every card."""
    found = ruleset(expression)
    plays = [card(text) for text in line(expression, pack, picks)]
    game = Game.of(found, product.dealt(expression, pack), plays)
    for state, played in zip(game.states, plays, strict=False):
        for number in cards_of(state.hands[state.to_play]):
            refused = why_not(found, state, number)
            assert (refused is None) == (number in state.legal())
            if refused is not None:
                sound(refused, expression)
        sound(why_legal(found, state, played), expression)
        if state.led < 0:
            continue
        after = state.play(played)
        reason = why_won(found, state, played)
        sound(reason, expression)
        assert reason.text.startswith(("Forehand", "Dealer")[after.to_play])
        german = why_won(found, state, played, "de")
        sound(german, expression)
        assert (german.kind, german.id) == (reason.kind, reason.id)
        assert german.text.startswith(("Vorhand", "Geber")[after.to_play])


def sound(reason: Reason, expression: str) -> None:
    """A sentence with its tokens closed, resting on a section or on a variant in force."""
    assert reason.text.endswith(".")
    assert reason.text[0].isupper() or reason.text[0] == "{"
    assert not re.search(r"\b[CSHD][AKQJT987]\b", re.sub(r"\{[^{}]*\}", "", reason.text))
    assert "{" not in render_tokens(reason.text)
    if reason.kind == "variant":
        names = [part.split("(")[0] for part in expression.split("+")[1:]]
        assert reason.id in names
    else:
        assert reason.kind == "section"
        assert reason.id in SECTIONS
