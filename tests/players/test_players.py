"""Players choose legal cards from what their seat may know, tell why, and climb a ladder."""

from __future__ import annotations

import re

import pytest

from elfern_core.cards import cards_of, code, mask, render_tokens
from elfern_core.catalogue import ruleset
from elfern_core.deal import Deal, Shuffler, deal_pack, shuffled_pack
from elfern_core.game import Game
from elfern_core.players import PLAYERS
from elfern_core.players.base import _TEXTS
from elfern_core.players.strong import StrongPlayer
from elfern_core.players.worlds import (
    all_worlds,
    candidates,
    count_worlds,
    random_world,
    tables_for,
    tactics_of,
    try_card,
)
from elfern_core.solver import solve
from elfern_core.state import State
from elfern_core.view import fill, view_for
from tests.perft import RULESETS
from tests.solver.nodes import sensible
from tests.solver.second_opinion import memo

LADDER = list(PLAYERS)


def game_at(expression: str, seed: int, plies: int) -> Game:
    """A game after so many random cards."""
    rules = ruleset(expression)
    game = Game(rules, deal_pack(rules.rules, shuffled_pack(seed)))
    rng = Shuffler(seed)
    for _ in range(plies):
        legal = game.state.legal()
        game = game.play(legal[rng.below(len(legal))])
    return game


def test_ids_never_change() -> None:
    assert LADDER == ["random", "beginner", "sampling", "strong"]
    assert all(player.id == name for name, player in PLAYERS.items())


@pytest.mark.parametrize("name", LADDER)
@pytest.mark.parametrize("expression", RULESETS[::3])
def test_players_play_whole_deals_under_every_kind_of_rules(name: str, expression: str) -> None:
    rules = ruleset(expression)
    game = Game(rules, deal_pack(rules.rules, shuffled_pack(5)))
    rngs = Shuffler(11), Shuffler(12)
    while not game.state.is_over:
        seat = game.state.to_play
        player = PLAYERS[(name, "random")[seat]]
        game = game.play(player.choose(view_for(game, seat), rngs[seat]))
    assert len(game.plays) == 32
    assert sum(game.state.points) == game.ruleset.rules.total


@pytest.mark.parametrize("name", LADDER)
def test_hidden_cards_swapped_change_nothing(name: str) -> None:
    player = PLAYERS[name]
    different = 0
    for plies in (0, 5, 11, 16, 18, 19):
        game = game_at("elfern+turn-up-trump", plies + 3, plies)
        seat = game.state.to_play
        view = view_for(game, seat)
        for seed in (1, 2):
            other = fill(view, Shuffler(seed))
            different += other.deal != game.deal
            chosen = player.decide(view, Shuffler(9))
            assert player.decide(view_for(other, seat), Shuffler(9)) == chosen
    assert different == 12


@pytest.mark.parametrize("name", LADDER)
def test_each_choice_has_a_reason_in_both_languages(name: str) -> None:
    player = PLAYERS[name]
    keys = set()
    for expression in ("elfern", "bohemian-schneider"):
        for plies in range(0, 32, 3):
            game = game_at(expression, plies, plies)
            view = view_for(game, game.state.to_play)
            decision = player.decide(view, Shuffler(plies))
            assert decision.card in view.legal
            assert player.choose(view, Shuffler(plies)) == decision.card
            keys.add(decision.key)
            for lang in ("en", "de"):
                key, text = player.explain(view, Shuffler(plies), lang)
                assert key == decision.key
                assert "{" + code(decision.card) + "}" in text
                assert "$" not in text
                assert not re.search(r"[{}]", render_tokens(text, lang=lang))
    assert keys <= set(_TEXTS)
    assert len(keys) >= {"random": 1, "beginner": 4, "sampling": 2, "strong": 4}[name]


def test_beginner_says_what_it_does() -> None:
    """Each reason is true of the card it is given for."""
    player = PLAYERS["beginner"]
    seen = set()
    for expression in ("elfern", "bohemian-schneider", "elfern+trump(H)"):
        for seed in range(40):
            game = game_at(expression, seed, seed % 32)
            view = view_for(game, game.state.to_play)
            decision = player.decide(view, Shuffler(0))
            tables = game.state.tables
            wins = view.led >= 0 and bool(tables.beats[view.led] >> decision.card & 1)
            seen.add(decision.key)
            if decision.key in {"take", "keep", "win"}:
                assert wins
                assert bool(tables.points[view.led]) == (decision.key == "take")
            elif decision.key in {"throw", "lose"}:
                assert not wins
                able = any(tables.beats[view.led] >> one & 1 for one in view.legal)
                assert able == (decision.key == "throw")
            elif decision.key == "sure":
                hidden = game.state.hands[1 - view.seat] | mask(game.state.rest)
                assert not tables.beats[decision.card] & hidden
            elif decision.key == "forced":
                assert len(view.legal) == 1
            else:
                assert decision.key in {"least", "no-sure"}
    assert seen >= {"take", "throw", "lose", "sure", "least", "forced", "no-sure"}


# --- worlds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("expression", ["elfern", "elfern+turn-up-trump", "elfern+hand(2)"])
def test_all_worlds_are_those_that_agree_with_the_view(expression: str) -> None:
    size = ruleset(expression).rules.hand_size
    for plies in range(32 - 2 * size - 2, 32):
        game = game_at(expression, 8, plies)
        view = view_for(game, game.state.to_play)
        worlds = list(all_worlds(view))
        assert len(worlds) == len(set(worlds)) == count_worlds(view)
        hands, stock = game.state.hands, game.state.rest
        assert (hands[1 - view.seat], stock) in {(one.other, one.stock) for one in worlds}
        assert random_world(view, Shuffler(plies)) in worlds
        filled = {
            (one.state.hands[1 - view.seat], one.state.rest)
            for one in (fill(view, Shuffler(seed)) for seed in range(60))
        }
        assert filled <= {(one.other, one.stock) for one in worlds}


def test_one_draw_before_the_second_phase_there_are_56_worlds() -> None:
    game = game_at("elfern", 1, 18)
    assert count_worlds(view_for(game, game.state.to_play)) == 56


def test_random_worlds_are_even() -> None:
    game = game_at("elfern", 1, 18)
    view = view_for(game, game.state.to_play)
    rng = Shuffler(3)
    counts = dict.fromkeys(all_worlds(view), 0)
    for _ in range(56 * 100):
        counts[random_world(view, rng)] += 1
    # 100 each expected: the sum of squares over 100 is about 55 with even odds.
    assert sum((count - 100) ** 2 for count in counts.values()) / 100 < 110


@pytest.mark.parametrize("expression", RULESETS)
def test_playing_out_keeps_to_the_rules(expression: str) -> None:
    """Played out card by card through the checked positions, the tactics give the same end."""
    rules = ruleset(expression)
    for seed in range(4):
        game = game_at(expression, seed, 3 * seed)
        state = game.state
        view = view_for(game, state.to_play)
        tactics = tactics_of(tables_for(view))
        world = random_world(view, Shuffler(seed))
        for card in candidates(view):
            won, hands, stock, leader, led = try_card(tactics.tables, view, world, card)
            before = hands[0].bit_count() + hands[1].bit_count() + len(stock) + (led >= 0)
            assert before % 2 == 0
            assert won in range(rules.rules.total + 1)
        end = state
        seat = state.to_play
        leader = seat if state.led < 0 else 1 - seat
        while not end.is_over:
            mine, other = end.hands[end.to_play], end.hands[1 - end.to_play]
            second = end.phase == 2
            if end.led < 0:
                played = tactics.lead(mine, other | mask(end.rest), second=second)
            else:
                played = tactics.reply(mine, end.led, second=second)
            end = end.play(played)
        hands = state.hands[seat], state.hands[1 - seat]
        taken, left, _ = tactics.play_out(hands, state.rest, 0 if leader == seat else 1, state.led)
        assert left == (0, 0)
        assert taken == end.points[seat] - state.points[seat]


# --- strength ------------------------------------------------------------------------------------


def test_strong_is_exact_in_the_second_phase() -> None:
    for expression in RULESETS:
        rules = ruleset(expression)
        state = sensible(expression, 11, 0)
        game = Game(rules, deal_pack(rules.rules, shuffled_pack(11)))
        # The same deal played to the same place.
        while len(game.state.rest):
            tactics = tactics_of(game.state.tables)
            seat = game.state.to_play
            hand = game.state.hands[seat]
            if game.state.led >= 0:
                game = game.play(tactics.reply(hand, game.state.led, second=False))
            else:
                met = game.state.hands[1 - seat] | mask(game.state.rest)
                game = game.play(tactics.lead(hand, met, second=False))
        assert game.state == state
        for card in (None, game.state.legal()[0]):
            if card is not None:
                game = game.play(card)
            view = view_for(game, game.state.to_play)
            decision = PLAYERS["strong"].decide(view, Shuffler(1))
            result = solve(game.state)
            assert decision.card in result.best
            if decision.key != "exact":
                continue
            assert decision.means[decision.card] == result.value
            end = game
            for played in decision.line:
                end = end.play(played)
            assert end.state.is_over
            assert result.value is not None
            assert end.state.points[0] == result.forehand(result.value)


def test_strong_averages_all_worlds_one_draw_before() -> None:
    game = game_at("elfern+hand(2)", 4, 26)
    view = view_for(game, game.state.to_play)
    assert view.stock_left == 2
    decision = PLAYERS["strong"].decide(view, Shuffler(1))
    assert decision.key == "solved-all"
    for card, mean in decision.means.items():
        total = 0
        for world in all_worlds(view):
            hands = (world.other, view.hand) if view.seat else (view.hand, world.other)
            deal = Deal(hands, world.stock, view.trump, view.seat)
            following = State.start(view.ruleset.rules, deal).play(card)
            forehand = memo(following, {})
            points = following.tables.points
            left = sum(points[one] for one in cards_of(hands[0] | hands[1] | mask(world.stock)))
            total += left - forehand if view.seat else forehand
        assert mean == pytest.approx(total / count_worlds(view))


def test_work_of_the_strong_player_is_bounded() -> None:
    few = StrongPlayer()
    few.guesses = 3
    game = game_at("elfern", 2, 4)
    view = view_for(game, game.state.to_play)
    assert few.decide(view, Shuffler(1)).worlds == 3
    assert PLAYERS["strong"].decide(view, Shuffler(1)).worlds == StrongPlayer.guesses
    few.most_nodes = 1
    assert few.decide(view, Shuffler(1)).worlds == 1


def test_choices_repeat_with_the_generator_and_not_without() -> None:
    game = game_at("elfern", 6, 0)
    view = view_for(game, 0)
    strong = PLAYERS["strong"]
    assert strong.decide(view, Shuffler(4)) == strong.decide(view, Shuffler(4))
    means = {tuple(strong.decide(view, Shuffler(seed)).means.values()) for seed in range(3)}
    assert len(means) == 3
