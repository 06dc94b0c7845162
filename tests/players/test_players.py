"""Players choose legal cards from what their seat may know, tell why, and climb a ladder."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import elfern_core
from elfern_core.cards import card as card_of
from elfern_core.cards import cards_of, code, mask, render_tokens
from elfern_core.catalogue import ruleset
from elfern_core.deal import Deal, Shuffler, deal_pack, shuffled_pack
from elfern_core.game import Game
from elfern_core.players import PLAYERS
from elfern_core.players.base import _TEXTS, Decision
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
from elfern_core.sentences import count
from elfern_core.solver import solve
from elfern_core.state import State
from elfern_core.view import fill, view_for
from tests.perft import RULESETS
from tests.solver.nodes import sensible
from tests.solver.second_opinion import memo

if TYPE_CHECKING:
    from elfern_core.players.worlds import Tactics, World
    from elfern_core.view import View

LADDER = list(PLAYERS)
CORE = Path(elfern_core.__file__).parent


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
@pytest.mark.parametrize("expression", ["elfern", "bohemian-schneider", "elfern+turn-up-trump"])
def test_hidden_cards_swapped_change_nothing(name: str, expression: str) -> None:
    player = PLAYERS[name]
    different = 0
    for plies in (0, 5, 11, 16, 18, 19):
        game = game_at(expression, plies + 3, plies)
        seat = game.state.to_play
        view = view_for(game, seat)
        for seed in (1, 2):
            other = fill(view, Shuffler(seed))
            different += other.deal != game.deal
            chosen = player.decide(view, Shuffler(9))
            assert player.decide(view_for(other, seat), Shuffler(9)) == chosen
            told = player.explain(view_for(other, seat), Shuffler(9))
            assert told == player.explain(view, Shuffler(9))
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


def test_random_picks_each_legal_card_as_often() -> None:
    for plies in (0, 23):
        game = game_at("elfern", 3, plies)
        view = view_for(game, game.state.to_play)
        assert len(view.legal) > 1
        rng = Shuffler(1)
        counts = dict.fromkeys(view.legal, 0)
        for _ in range(300 * len(view.legal)):
            counts[PLAYERS["random"].choose(view, rng)] += 1
        # 300 each expected: the sum is about the number of cards with even odds.
        assert sum((count - 300) ** 2 for count in counts.values()) / 300 < 25


def test_beginner_takes_cheaply_and_gives_away_least() -> None:
    """The tactics that the evidence knows, said once more without the player's own ranking."""
    seen = set()
    for seed in range(900):
        game = game_at("elfern", seed, seed % 32)
        view = view_for(game, game.state.to_play)
        decision = PLAYERS["beginner"].decide(view, Shuffler(0))
        tables, legal, chosen = game.state.tables, view.legal, decision.card
        hidden = game.state.hands[1 - view.seat] | mask(game.state.rest)
        points = tables.points
        seen.add((decision.key, game.state.phase))
        if decision.key in {"take", "keep", "win"}:
            # All that win are of one suit, so the lowest of them is the cheapest.
            assert chosen == min(one for one in legal if tables.beats[view.led] >> one & 1)
        elif decision.key in {"throw", "lose"}:
            assert points[chosen] == min(points[one] for one in legal)
            if decision.key == "throw":
                assert game.state.phase == 1
                assert points[view.led] == points[chosen] == 0
        elif view.led < 0 and decision.key != "forced":
            sure = [one for one in legal if not tables.beats[one] & hidden]
            if game.state.phase == 1:
                # Sure winners are kept for the end.
                assert points[chosen] == min(points[one] for one in legal)
            elif sure:
                assert decision.key == "sure"
                assert points[chosen] == max(points[one] for one in sure)
    assert seen >= {
        ("take", 1), ("take", 2), ("keep", 2), ("win", 2), ("throw", 1), ("lose", 1), ("lose", 2),
        ("least", 1), ("sure", 2), ("no-sure", 2),
    }  # fmt: skip


def test_beginner_leads_what_the_next_rank_no_longer_beats() -> None:
    led = 0
    for seed in range(60):
        game = game_at("bohemian-schneider", seed, 2 * (seed % 15))
        view = view_for(game, game.state.to_play)
        if view.led >= 0 or len(view.legal) == 1:
            continue
        gone = mask(game.plays) | view.hand
        safe = {one for one in view.legal if one % 8 == 7 or gone >> (one + 1) & 1}
        decision = PLAYERS["beginner"].decide(view, Shuffler(0))
        assert (decision.key == "sure") == bool(safe)
        if safe:
            assert decision.card in safe
            led += 1
    assert led > 10


def test_no_player_and_no_solver_looks_at_a_clock_or_at_another_generator() -> None:
    """Equal views and generators give equal choices on every machine, however fast."""
    files = [
        CORE / "analysis.py", CORE / "verdicts.py",
        *(path for room in ("players", "solver", "study") for path in (CORE / room).glob("*.py")),
    ]  # fmt: skip
    assert len(files) > 15
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [one.name for one in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            odd = {name.partition(".")[0] for name in names} & {"time", "datetime", "random"}
            assert not odd, path


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


def in_world(view: View, world: World) -> State:
    """The position of a world, with the card led on the table, through the checked way."""
    other = world.other if view.led < 0 else world.other | 1 << view.led
    hands = (other, view.hand) if view.seat else (view.hand, other)
    leader = view.seat if view.led < 0 else 1 - view.seat
    state = State.start(view.ruleset.rules, Deal(hands, world.stock, view.trump, leader))
    return state if view.led < 0 else state.play(view.led)


def played_on(state: State, tactics: Tactics, *, closed: bool) -> State:
    """Play on by the tactics to the end, or until the stock is empty."""
    while not state.is_over:
        second = state.phase == 2
        mine, other = state.hands[state.to_play], state.hands[1 - state.to_play]
        if state.led >= 0:
            played = tactics.reply(mine, state.led, second=second)
        elif second and closed:
            break
        else:
            played = tactics.lead(mine, other | mask(state.rest), second=second)
        state = state.play(played)
    return state


@pytest.mark.parametrize("name", ["sampling", "strong"])
@pytest.mark.parametrize("expression", ["elfern", "bohemian-schneider", "elfern+turn-up-trump"])
@pytest.mark.parametrize("plies", [8, 9])
def test_guesses_are_played_by_the_rules_and_added_up_for_the_right_seat(
    name: str, expression: str, plies: int
) -> None:
    """Every guess made once more, card by card through the checked positions."""
    game = game_at(expression, 7, plies)
    view = view_for(game, game.state.to_play)
    decision = PLAYERS[name].decide(view, Shuffler(5))
    assert decision.key == "rollouts"
    assert decision.worlds > 3
    rng = Shuffler(5)
    worlds = [random_world(view, rng) for _ in range(decision.worlds)]
    tactics = tactics_of(tables_for(view))
    for card, mean in decision.means.items():
        total = 0
        for world in worlds:
            state = in_world(view, world)
            end = played_on(state.play(card), tactics, closed=name == "strong")
            forehand, dealer = end.points
            if not end.is_over:
                result = solve(end, each=False, line=False)
                assert result.value is not None
                forehand = result.forehand(result.value)
                dealer = end.points[1] + result.left - (forehand - end.points[0])
            total += (forehand, dealer)[view.seat] - state.points[view.seat]
        assert mean == pytest.approx(total / len(worlds)), code(card)
    best = max(decision.means.values())
    assert decision.means[decision.card] == best


def test_a_reason_counts_as_the_rules_do_and_speaks_of_one_as_of_one() -> None:
    """What players have before them are honours, unless the rules count card points."""
    for expression, words in (
        ("elfern", ("honour", "Figur")),
        ("elfern+ace-ten", ("card point", "Aug")),
    ):
        keys = set()
        for name in ("sampling", "strong"):
            for plies in (4, 16, 18, 24, 26, 28):
                game = game_at(expression, 3, plies)
                view = view_for(game, game.state.to_play)
                decision = PLAYERS[name].decide(view, Shuffler(1))
                if not decision.means:
                    continue
                keys.add(decision.key)
                for lang, word in zip(("en", "de"), words, strict=True):
                    points = count(decision.means[decision.card], f"{words[0]}s", lang)
                    assert word in points
                    assert f" {points}" in decision.text(lang)
        assert keys == {"rollouts", "solved-guesses", "solved-all", "exact"}
    line = (card_of("CA"), card_of("C9"))
    one = Decision(line[0], "exact", means={line[0]: 1.0}, line=line, unit="honours")
    assert "takes one honour from here on: {CA}, {C9}." in one.text()
    assert "bekommt diese Hand von hier an eine Figur." in one.text("de")


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


@pytest.mark.parametrize(("plies", "worlds"), [(18, 56), (19, 42)])
def test_strong_looks_at_every_world_one_draw_before_the_second_phase(
    plies: int, worlds: int
) -> None:
    """At a lead eight cards are unseen, six of them in the other hand; at a reply seven, five."""
    game = game_at("elfern", 1, plies)
    view = view_for(game, game.state.to_play)
    assert view.stock_left == 2
    decision = PLAYERS["strong"].decide(view, Shuffler(1))
    assert (decision.key, decision.worlds) == ("solved-all", worlds)
    # Nothing is left to chance then.
    assert decision == PLAYERS["strong"].decide(view, Shuffler(2))
    card = decision.card
    total = 0
    for world in all_worlds(view):
        following = in_world(view, world).play(card)
        result = solve(following, each=False, line=False)
        assert result.value is not None
        forehand = result.forehand(result.value)
        left = sum(following.points) + result.left
        total += left - forehand if view.seat else forehand
    assert decision.means[card] == pytest.approx(total / worlds)


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
