"""What holds for every ruleset, every deal and every line of play."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise

import pytest
from hypothesis import assume, given, note
from hypothesis import strategies as st

from elfern_core.cards import ALL_CARDS, card, cards_of, mask
from elfern_core.catalogue import Ruleset, ruleset
from elfern_core.deal import Deal, Shuffler, deal_pack, shuffled_pack
from elfern_core.errors import IllegalPlay
from elfern_core.game import Game
from elfern_core.state import State
from elfern_core.view import View, fill, view_for
from tests import oracle
from tests.strategies import choices, examples, expressions, line, packs, plies, table


@dataclass(frozen=True)
class Case:
    """A ruleset, a pack and numbers that choose the cards; a failing test tells them in full."""

    expression: str
    pack: list[str]
    picks: list[int]
    plies: int = 32

    def game(self) -> Game:
        """The deal played as far as the number of plies."""
        found = ruleset(self.expression)
        deal = deal_pack(found.rules, [card(text) for text in self.pack])
        plays = line(self.expression, self.pack, self.picks)[: self.plies]
        note(f"{self.expression}, pack {' '.join(self.pack)}, played {' '.join(plays)}")
        return Game.of(found, deal, [card(text) for text in plays])


@st.composite
def cases(draw: st.DrawFn, most: int = 32) -> Case:
    """A deal played to its end, or to fewer plies."""
    played = 32 if most == 32 else draw(plies())
    return Case(draw(expressions()), draw(packs()), draw(choices()), played)


whole_deals = cases()
parts_of_deals = cases(31)


def taken(game: Game) -> list[int]:
    """The cards of all completed tricks."""
    return [number for trick in game.tricks for number in (trick.lead, trick.reply)]


# --- 1 and 2: the cards ---------------------------------------------------------------------------


@examples(60)
@given(whole_deals)
def test_no_card_is_lost_or_doubled(case: Case) -> None:
    """Hands, stock, the card led and the tricks taken are always the 32 cards."""
    game = case.game()
    for ply, state in enumerate(game.states):
        played = game.undo(32 - ply)
        found = [*cards_of(state.hands[0]), *cards_of(state.hands[1]), *state.rest, *taken(played)]
        if state.led >= 0:
            found.append(state.led)
        assert sorted(found) == list(range(32))


@examples(60)
@given(whole_deals)
def test_hands_tricks_and_points_add_up(case: Case) -> None:
    """Equal hands at each lead, full ones while there is stock, 16 tricks, all the points."""
    game = case.game()
    rules = game.ruleset.rules
    for ply, state in enumerate(game.states):
        sizes = [hand.bit_count() for hand in state.hands]
        if ply % 2 == 0:
            assert sizes[0] == sizes[1]
            assert state.trick_number == ply // 2 + 1
            assert state.led == -1
            if state.rest:
                assert sizes[0] == rules.hand_size
        assert len(state.rest) == max(0, 32 - 2 * rules.hand_size - ply // 2 * 2)
        assert state.phase == (1 if ply // 2 < 16 - rules.hand_size else 2)
    assert game.state.is_over
    assert len(game.tricks) == 16
    total = 120 if rules.values[7] == 11 else 20
    assert sum(game.state.points) == total
    assert sum(trick.points for trick in game.tricks) == total
    assert game.outcome is not None
    assert game.outcome.points == game.state.points


# --- 3: what may be played ------------------------------------------------------------------------


@examples(80)
@given(whole_deals)
def test_legal_cards(case: Case) -> None:
    """Never empty before the end, out of the hand, sorted, as the oracle has it; else refused."""
    game = case.game()
    deal = table(case.expression, case.pack)
    bound = {"highest-wins", "must-win-throughout"} & set(case.expression.split("+"))
    for state, played in zip(game.states, game.plays, strict=False):
        legal = state.legal()
        hand = state.hands[state.to_play]
        assert legal
        assert list(legal) == sorted(legal)
        assert mask(legal) == state.legal_mask()
        assert mask(legal) & ~hand == 0
        assert {card(text) for text in deal.legal()} == set(legal)
        if state.led < 0 or (state.phase == 1 and not bound):
            assert mask(legal) == hand
        for number in range(32):
            if number in legal:
                continue
            with pytest.raises(IllegalPlay) as caught:
                state.play(number)
            assert set(caught.value.legal) == set(deal.legal())
            assert (caught.value.code == "not-in-hand") == (not hand >> number & 1)
        deal.play(oracle_text(played))
    assert game.state.legal() == ()
    for number in range(32):
        with pytest.raises(IllegalPlay):
            game.state.play(number)


def oracle_text(number: int) -> str:
    """The text of a card, found in the oracle's list rather than asked of the engine."""
    return next(text for text in oracle.PACK if card(text) == number)


# --- 4: tricks and draws --------------------------------------------------------------------------


@examples(60)
@given(whole_deals)
def test_the_winner_takes_draws_first_and_leads(case: Case) -> None:
    """One seat wins; it takes the points and the upper stock card, and leads."""
    game = case.game()
    for number, trick in enumerate(game.tricks, start=1):
        before, replied, after = game.states[2 * number - 2 : 2 * number + 1]
        assert (trick.number, trick.leader, trick.phase) == (number, before.to_play, before.phase)
        assert (trick.lead, trick.reply) == (replied.led, game.plays[2 * number - 1])
        assert replied.to_play == 1 - trick.leader
        assert trick.winner in (0, 1)
        gained = [now - then for now, then in zip(after.points, before.points, strict=True)]
        assert gained[trick.winner] == trick.points
        assert gained[1 - trick.winner] == 0
        if number < 16:
            assert after.to_play == trick.winner
        if before.rest:
            assert trick.drawn == before.rest[:2]
            assert after.hands[trick.winner] >> before.rest[0] & 1
            assert after.hands[1 - trick.winner] >> before.rest[1] & 1
        else:
            assert trick.drawn is None


# --- 5: positions are values ----------------------------------------------------------------------


@examples(60)
@given(whole_deals)
def test_playing_leaves_the_old_position_alone(case: Case) -> None:
    """Text, equality and hash of every earlier position stay what they were."""
    game = case.game()
    state = State.start(game.ruleset.rules, game.deal)
    seen: list[tuple[State, str, str, int]] = []
    for number in game.plays:
        seen.append((state, str(state), repr(state), hash(state)))
        state = state.play(number)
    again = Game.of(game.ruleset, game.deal, game.plays)
    for (old, text, shown, code), new in zip(seen, again.states, strict=False):
        assert (str(old), repr(old), hash(old)) == (text, shown, code)
        assert old == new
        assert hash(old) == hash(new)
        assert str(new) == text
    assert state == game.state == again.state
    for one, two in pairwise(game.states):
        assert one != two
        assert str(one) != str(two)


@examples(40)
@given(whole_deals, plies(), st.integers(0, 40))
def test_undo_is_the_game_before(case: Case, ply: int, count: int) -> None:
    """Taking cards back gives the game that had been, and playing them again the one there was."""
    game = case.game()
    before = game.undo(count)
    kept = max(0, 32 - count)
    assert before.plays == game.plays[:kept]
    assert before.states == game.states[: kept + 1]
    assert before.outcome is None or count == 0
    again = game.undo(32 - ply)
    for number in game.plays[ply:]:
        again = again.play(number)
    assert again == game
    assert again.states == game.states


@pytest.mark.parametrize(
    "name", ["forehand", "dealer", "stock", "drawn", "to_play", "led", "points"]
)
def test_a_position_cannot_be_changed(name: str) -> None:
    """Neither its fields nor new ones can be set."""
    rules = ruleset("elfern").rules
    state = State.start(rules, deal_pack(rules, shuffled_pack(1)))
    with pytest.raises(AttributeError):
        setattr(state, name, getattr(state, name))
    with pytest.raises(AttributeError):
        state.anything = 1


# --- 6: seats and suits ---------------------------------------------------------------------------


@examples(60)
@given(whole_deals)
def test_swapping_the_seats_swaps_the_result(case: Case) -> None:
    """The same cards with the seats exchanged, the dealer leading: the points change places."""
    game = case.game()
    deal = game.deal
    swapped = Deal((deal.hands[1], deal.hands[0]), deal.stock, deal.trump, 1, (0, 0))
    state = State.start(game.ruleset.rules, swapped)
    for number, other in zip(game.plays, game.states, strict=False):
        assert state.legal() == other.legal()
        assert state.to_play == 1 - other.to_play
        state = state.play(number)
    assert state.points == game.state.points[::-1]


@examples(60)
@given(whole_deals, st.permutations(oracle.SUITS))
def test_renaming_the_suits_changes_nothing(case: Case, suits: list[str]) -> None:
    """With every suit renamed, a fixed trump too, the same tricks are won and lost."""
    renamed = dict(zip(oracle.SUITS, suits, strict=True))
    game = case.game()
    expression = case.expression
    for suit in oracle.SUITS:
        if f"trump({suit})" in case.expression:
            expression = case.expression.replace(f"trump({suit})", f"trump({renamed[suit]})")
    found = ruleset(expression)
    other_pack = [card(renamed[text[0]] + text[1]) for text in case.pack]
    plays = [oracle_text(number) for number in game.plays]
    other = Game.of(
        found,
        deal_pack(found.rules, other_pack),
        [card(renamed[text[0]] + text[1]) for text in plays],
    )
    assert [trick.winner for trick in other.tricks] == [trick.winner for trick in game.tricks]
    for one, two in zip(game.states, other.states, strict=True):
        assert one.points == two.points
        texts = [oracle_text(number) for number in one.legal()]
        assert {renamed[text[0]] + text[1] for text in texts} == {
            oracle_text(number) for number in two.legal()
        }


# --- 7 and 8: what a seat may know ----------------------------------------------------------------


def hidden(game: Game, seat: int) -> list[int]:
    """The cards that ``seat`` has neither held nor seen."""
    deal = game.deal
    seen = {*cards_of(deal.hands[seat]), *game.plays}
    for trick in game.tricks:
        if trick.drawn is not None:
            seen.add(trick.drawn[0] if trick.winner == seat else trick.drawn[1])
    if game.ruleset.rules.trump == "turned":
        seen.add(deal.stock[-1])
    return [number for number in range(32) if number not in seen]


def other_world(game: Game, seat: int, order: list[int]) -> Game | None:
    """The game with the cards hidden from ``seat`` exchanged among their places.

    None if the cards played would not have been legal there.
    """
    places = hidden(game, seat)
    moved = dict(zip(places, sorted(places, key=lambda number: order[number]), strict=True))
    deal = game.deal
    hands = tuple(mask(moved.get(number, number) for number in cards_of(h)) for h in deal.hands)
    stock = tuple(moved.get(number, number) for number in deal.stock)
    world = Deal((hands[0], hands[1]), stock, deal.trump, deal.leader, deal.won)
    try:
        return Game.of(game.ruleset, world, game.plays, game.held)
    except IllegalPlay:
        return None


@examples(150)
@given(parts_of_deals, st.integers(0, 1), st.permutations(range(32)))
def test_a_view_tells_nothing_of_hidden_cards(case: Case, seat: int, order: list[int]) -> None:
    """Two worlds that differ in hidden cards only look the same: value, text and repr."""
    game = case.game()
    world = other_world(game, seat, order)
    assume(world is not None)
    assert world is not None
    one, two = view_for(game, seat), view_for(world, seat)
    assert one == two
    assert str(one) == str(two)
    assert repr(one) == repr(two)


@examples(80)
@given(parts_of_deals, st.integers(0, 1))
def test_a_view_tells_what_a_seat_knows(case: Case, seat: int) -> None:
    """Own hand, cards played, turn, legal cards; the other's cards only where they follow."""
    game = case.game()
    view = view_for(game, seat)
    state = game.state
    assert view.hand == state.hands[seat]
    assert view.plays == game.plays
    assert (view.to_play, view.led, view.points) == (state.to_play, state.led, state.points)
    assert view.legal == (state.legal() if state.to_play == seat else ())
    assert view.stock_left == len(state.rest)
    assert view.other_size == state.hands[1 - seat].bit_count()
    theirs = state.hands[1 - seat]
    assert view.other_known & ~theirs == 0
    if not state.rest:
        assert view.other_known == theirs
    assert theirs & ~(view.other_known | view.unseen) == 0
    assert view.other_known & view.unseen == 0
    played = mask(game.plays)
    turned = 0 if view.turned is None else 1 << view.turned
    known = view.hand | view.other_known | played | (turned & ~played)
    assert known | view.unseen == ALL_CARDS
    assert (known & ~(turned & mask(state.rest))) & view.unseen == 0


def test_a_view_holds_no_position() -> None:
    """Nothing in a view leads back to the cards of the other seat."""
    rules = ruleset("elfern+turn-up-trump")
    game = Game(rules, deal_pack(rules.rules, shuffled_pack(3)))
    for field in fields(View):
        value = getattr(view_for(game, 0), field.name)
        assert isinstance(value, (int, tuple, Ruleset, type(None)))
        assert not isinstance(value, (State, Game, Deal))


@examples(150)
@given(parts_of_deals, st.integers(0, 1), st.integers(0, 2**64 - 1))
def test_a_filled_view_is_a_legal_world_with_the_same_view(
    case: Case, seat: int, seed: int
) -> None:
    """Unseen cards dealt at random: a whole legal game that looks the same from that seat."""
    game = case.game()
    view = view_for(game, seat)
    world = fill(view, Shuffler(seed))
    assert world.deal.is_whole
    assert world.deal.faults(world.ruleset.rules) == []
    assert world.plays == game.plays
    assert view_for(world, seat) == view
    assert world.state.hands[seat] == game.state.hands[seat]


@examples(100)
@given(whole_deals, st.integers(0, 15), plies(), st.integers(0, 1), st.integers(0, 2**64 - 1))
def test_views_of_fragments_are_filled_alike(
    case: Case, trick: int, ply: int, seat: int, seed: int
) -> None:
    """The same for a deal that begins in the middle: cards out of play stay out."""
    game = case.game()
    begin = game.states[2 * trick]
    deal = Deal(begin.hands, begin.rest, game.deal.trump, begin.to_play, begin.points)
    plays = game.plays[2 * trick :][:ply]
    fragment = Game.of(game.ruleset, deal, plays)
    assert fragment.state.hands == game.states[2 * trick + len(plays)].hands
    assert fragment.state.points == game.states[2 * trick + len(plays)].points
    view = view_for(fragment, seat)
    world = fill(view, Shuffler(seed))
    assert world.plays == plays
    assert world.deal.faults(world.ruleset.rules) == []
    assert view_for(world, seat) == view
    assert world.state.hands[seat] == fragment.state.hands[seat]


def test_filling_a_view_reaches_different_worlds() -> None:
    """The unseen cards move from world to world, and the generator alone decides."""
    rules = ruleset("elfern")
    game = Game(rules, deal_pack(rules.rules, shuffled_pack(5)))
    worlds = [fill(view_for(game, 0), Shuffler(seed)).deal for seed in range(40)]
    assert len(set(worlds)) == 40
    assert worlds == [fill(view_for(game, 0), Shuffler(seed)).deal for seed in range(40)]
    for number in cards_of(ALL_CARDS & ~game.deal.hands[0]):
        assert any(world.hands[1] >> number & 1 for world in worlds)


# --- the shuffle ----------------------------------------------------------------------------------


def test_the_generator_is_the_published_one() -> None:
    """SplitMix64 with seed 1234567, its first five words as published."""
    rng = Shuffler(1234567)
    assert [rng.next_word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@examples(50)
@given(st.integers(0, 2**64 - 1))
def test_a_seed_is_one_pack(seed: int) -> None:
    """A shuffled pack is the 32 cards, the same each time."""
    assert sorted(shuffled_pack(seed)) == list(range(32))
    assert shuffled_pack(seed) == shuffled_pack(seed)


def test_every_card_comes_to_every_place() -> None:
    """In 2,000 packs each card lies on top, and at the bottom, about as often as any other."""
    tops = [0] * 32
    bottoms = [0] * 32
    for seed in range(2_000):
        pack = shuffled_pack(seed)
        tops[pack[0]] += 1
        bottoms[pack[-1]] += 1
    # 62.5 is the mean and 7.8 the standard deviation.
    for counts in (tops, bottoms):
        assert min(counts) > 62.5 - 5 * 7.8
        assert max(counts) < 62.5 + 5 * 7.8
