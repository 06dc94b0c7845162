"""The examples of standard Elfern bite: without the rule that one shows, it would go otherwise.

What the comments say about plays that were not made is checked too, by playing them out.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elfern_core import records
from elfern_core.cards import ALL_CARDS, card, cards_of, code, mask
from elfern_core.catalogue import SECTIONS, Ruleset, ruleset
from elfern_core.deal import DEALER, FOREHAND, SEATS, Deal, deal_pack
from elfern_core.errors import IllegalPlay, RuleError
from elfern_core.explain import why_not
from elfern_core.game import Game
from elfern_core.rules import Lot, NextDealer, Phases, Ranking, Rules, Tie
from elfern_core.scoring import Session, banners, dealer_by_lot, outcome
from elfern_core.slate import running

if TYPE_CHECKING:
    from elfern_core.records import Checked
    from elfern_core.scoring import Outcome
    from elfern_core.state import State

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "replays" / "examples" / "elfern"
PAGE = ROOT / "docs" / "rules" / "elfern.md"
ELFERN = ruleset("elfern")
EVENING = [f"evening-{number}" for number in range(1, 7)]


@cache
def archive() -> dict[str, Checked]:
    return {
        checked.record.id: checked
        for path in sorted(FOLDER.glob("*.egn"))
        for checked in records.read(path.read_bytes())
    }


def game(identifier: str) -> Game:
    found = archive()[identifier].game
    assert found is not None
    return found


def result(identifier: str) -> Outcome:
    found = game(identifier).outcome
    assert found is not None
    return found


def before(identifier: str, address: str) -> State:
    """The position in which the card of a step is played: `11/lead` is before the lead."""
    played = game(identifier)
    trick, part = address.split("/")
    return played.states[2 * (int(trick) - played.deal.first_trick) + (part == "reply")]


def codes(cards: tuple[int, ...]) -> set[str]:
    return {code(one) for one in cards}


def under(**switches: Any) -> Ruleset:  # noqa: ANN401  (any field of the rules)
    """Elfern with other switches."""
    return Ruleset(ELFERN.game, (), replace(ELFERN.rules, **switches))


def replayed(identifier: str, rules: Ruleset) -> Game:
    """The cards of a record, played under other rules."""
    played = game(identifier)
    return Game.of(rules, played.deal, played.plays, played.held)


def best_end(state: State) -> tuple[int, int]:
    """Card points at the end if both play the second phase as well as can be, hands known."""
    assert state.phase == 2
    known: dict[tuple[int, int, int, int], int] = {}

    def gain(position: State) -> int:
        """Forehand's further card points less the dealer's."""
        if position.is_over:
            return 0
        key = (position.forehand, position.dealer, position.led, position.to_play)
        if key not in known:
            worths = []
            for choice in position.legal():
                after = position.play(choice)
                now = after.points[0] - position.points[0] - after.points[1] + position.points[1]
                worths.append(now + gain(after))
            known[key] = min(worths) if position.to_play else max(worths)
        return known[key]

    more = gain(state)
    left = ELFERN.rules.total - sum(state.points)
    mine = (left + more) // 2
    return state.points[0] + mine, state.points[1] + left - mine


def instead(identifier: str, address: str, other: str) -> tuple[int, int]:
    """How the deal ends at best if this card is played at that step."""
    return best_end(before(identifier, address).play(card(other)))


def complaints(identifier: str, old: str, new: str) -> list[tuple[str, str]]:
    """The faults, with their rule, of the record with one change in its text."""
    text = records.dumps(archive()[identifier].record)
    assert text.count(old) == 1, f"{old} stands {text.count(old)} times in {identifier}"
    (checked,) = records.read(text.replace(old, new))
    return [(finding.code, finding.section) for finding in checked.findings]


# The collection ---------------------------------------------------------------------------------


def test_every_record_is_sound_and_stands_as_the_engine_writes_it() -> None:
    files = sorted(FOLDER.glob("*.egn"))
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        entries = list(records.read(text))
        assert [str(one) for entry in entries for one in entry.findings] == [], path.name
        assert records.dumps([entry.record for entry in entries]) == text, path.name
        for entry in entries:
            record = entry.record
            assert (record.id if len(entries) == 1 else record.session) == path.stem
            assert record.title
            assert record.source == "constructed"
            assert record.comments, f"{record.id} does not say what is to be seen"
    assert len(archive()) == sum(len(list(records.read(path.read_bytes()))) for path in files)


def test_every_section_has_its_records() -> None:
    shown = [section for one in archive().values() for section in one.record.illustrates]
    assert set(shown) == set(SECTIONS)
    for section in (
        "first-phase",
        "winning-a-trick",
        "draw",
        "second-phase",
        "honours",
        "game-points",
        "stander",
    ):
        assert shown.count(section) >= 2, section


def test_each_section_of_the_page_shows_a_record_that_illustrates_it() -> None:
    parts = re.split(
        r"^## .*\{: #([a-z-]+) \}$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert [name for name in sections if name in SECTIONS] == list(SECTIONS)
    for section in SECTIONS:
        named = re.findall(r"^record: (\S+)$", sections[section], flags=re.MULTILINE)
        assert any(section in archive()[one].record.illustrates for one in named), section
        assert "**Who says so.**" in sections[section], section


def test_every_record_is_shown_on_the_page() -> None:
    named = re.findall(r"^record: (\S+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert sorted(named) == sorted(archive())


def test_at_least_three_whole_deals_are_shown() -> None:
    """From the first card to the last, and no part of them left out."""
    page = PAGE.read_text(encoding="utf-8")
    fences = re.findall(r"^```replay\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    uncut = [one for one in fences if "\nsteps:" not in one]
    named = [re.findall(r"record: (\S+)", one)[0] for one in uncut]
    games = [archive()[name].game for name in named]
    whole = [one for one in games if one and one.deal.first_trick == 1 and len(one.tricks) == 16]
    assert len(whole) >= 3


# Pack, ranks, lots, cut, deal -------------------------------------------------------------------


def test_pack_the_dealer_can_name_the_other_hand() -> None:
    state = before("counting-the-pack", "11/lead")
    played = mask(game("counting-the-pack").plays[:20])
    assert ALL_CARDS & ~(state.dealer | played) == state.forehand
    leads = {code(one): instead("counting-the-pack", "11/lead", code(one)) for one in state.legal()}
    assert leads.pop("SA") == (8, 12)
    assert max(points[DEALER] for points in leads.values()) == 6


def test_pack_no_card_twice_and_none_missing() -> None:
    assert complaints("counting-the-pack", "D: CJ CT", "D: CA CT") == [("card-twice", "pack")]
    short = complaints("counting-the-pack", 'C8 S7 DQ"]', 'C8 S7"]')
    assert [section for _, section in short] == ["deal"]


def test_ranks_the_ladder_climbs_one_rank_at_a_time() -> None:
    ladder = game("ladder-of-hearts").tricks
    assert "".join(code(one)[1] for trick in ladder for one in (trick.lead, trick.reply)) == (
        "789TJQKA"
    )
    assert all(trick.winner != trick.leader for trick in ladder)
    wrong = complaints("ladder-of-hearts", "15. F HJ HQ  D 2", "15. F HJ HQ  F 2")
    assert wrong == [("wrong-winner", "winning-a-trick")]


def test_ranks_with_high_tens_the_ten_would_have_held() -> None:
    (first, _) = game("ten-below-the-jack").tricks
    assert (code(first.lead), code(first.reply), first.winner) == ("HT", "HJ", DEALER)
    played = game("ten-below-the-jack")
    high = Game.of(under(ranking=Ranking.ACE_TEN), played.deal, played.plays[:2])
    assert high.tricks[0].winner == FOREHAND
    assert instead("ten-below-the-jack", "15/lead", "S7") == (9, 11)


def lot(identifier: str) -> list[tuple[int, int]]:
    drawn = archive()[identifier].record.lot
    assert drawn is not None
    return list(zip(*drawn, strict=True))


def test_first_dealer_the_lower_card_deals() -> None:
    (draw,) = lot("lower-card-deals")
    assert dealer_by_lot(ELFERN.rules, draw, after_tie=False) == DEALER
    higher = replace(ELFERN.rules, first_dealer=Lot.HIGHER)
    assert dealer_by_lot(higher, draw, after_tie=False) == FOREHAND
    swapped = complaints("lower-card-deals", '"F: SQ / D: H9"', '"F: H9 / D: SQ"')
    assert swapped == [("bad-lot", "first-dealer")]


def test_first_dealer_equal_ranks_draw_again() -> None:
    draws = lot("equal-cards-draw-again")
    fell = [dealer_by_lot(ELFERN.rules, draw, after_tie=False) for draw in draws]
    assert fell == [None, DEALER]
    once = complaints("equal-cards-draw-again", '"F: CT HK / D: DT CJ"', '"F: CT / D: DT"')
    assert once == [("bad-lot", "first-dealer")]


SHUFFLED = (
    "CT HQ SQ CQ H8 HK S7 C9 DK DT D9 DQ HJ "
    "HA C7 CA CJ H9 S9 DA SA SK SJ D7 S8 DJ CK D8 HT H7 C8 ST"
)


def test_cut_two_cards_lower_makes_another_deal() -> None:
    pack = [card(text) for text in SHUFFLED.split()]
    aces = []
    for identifier, at in (("cut-after-thirteen", 13), ("cut-after-fifteen", 15)):
        dealt = deal_pack(ELFERN.rules, pack[at:] + pack[:at])
        assert dealt == game(identifier).deal
        aces.append([sum(one % 8 == 7 for one in cards_of(hand)) for hand in dealt.hands])
    assert aces == [[1, 3], [3, 0]]


DEALT = (
    "HA HK C7 C8 HQ HJ S9 D7 HT H9 S8 CJ "
    "DQ C9 ST D8 SK CT CK DK DA SJ DJ CQ SA H8 H7 SQ CA DT S7 D9"
)


def test_deal_by_twos_puts_six_hearts_together() -> None:
    pack = [card(text) for text in DEALT.split()]
    hearts = mask(card(f"H{rank}") for rank in "AKQJT9")
    by_twos = deal_pack(ELFERN.rules, pack)
    assert by_twos == game("packets-of-two").deal
    assert by_twos.hands[FOREHAND] == hearts
    for packet in (1, 3):
        other = deal_pack(replace(ELFERN.rules, packet=packet), pack)
        shares = [(hand & hearts).bit_count() for hand in other.hands]
        assert (shares == [3, 3]) if packet == 1 else (max(shares) < 6)


# The play ---------------------------------------------------------------------------------------


def test_lead_belongs_to_the_winner_of_the_last_trick() -> None:
    tricks = game("winner-leads").tricks
    assert [SEATS[trick.leader] for trick in tricks] == ["F", "D", "F", "D"]
    assert [SEATS[trick.winner] for trick in tricks] == ["D", "F", "D", "D"]
    assert complaints("winner-leads", "2. D H9", "2. F H9") == [("wrong-leader", "lead")]


@pytest.mark.parametrize(
    ("identifier", "address", "winner"),
    [("lead-a-loser", "14/lead", FOREHAND), ("the-lead-thrown-away", "13/lead", DEALER)],
)
def test_lead_only_the_losing_lead_wins_the_deal(
    identifier: str, address: str, winner: int
) -> None:
    state = before(identifier, address)
    (trick,) = (one for one in game(identifier).tricks if f"{one.number}/lead" == address)
    assert trick.winner != trick.leader
    assert state.to_play == winner
    assert result(identifier).winner == winner
    for other in codes(state.legal()) - {code(trick.lead)}:
        assert instead(identifier, address, other)[winner] == 9


def test_first_phase_any_card_may_be_played() -> None:
    state = before("king-let-go", "1/reply")
    assert state.phase == 1
    assert len(state.legal()) == 6
    for switches in ({"follow": Phases.BOTH}, {"must_win": Phases.BOTH}):
        with pytest.raises(IllegalPlay):
            replayed("king-let-go", under(**switches))
    # The same six cards with the stock gone: only hearts.
    bound = Game.of(ELFERN, Deal((state.forehand | 1 << state.led, state.dealer), ()), [state.led])
    assert codes(bound.state.legal()) == {"HA", "HJ", "HT"}


def test_first_phase_the_king_let_go_made_two_winners() -> None:
    tricks = game("king-let-go").tricks
    assert [SEATS[trick.winner] for trick in tricks] == ["F", "D", "D", "D"]
    assert game("king-let-go").state.points == (1, 4)


def test_phases_turn_when_the_stock_is_gone() -> None:
    free, bound = (before("turn-of-the-phase", f"{trick}/reply") for trick in (10, 11))
    assert (free.phase, bound.phase) == (1, 2)
    assert free.led // 8 == bound.led // 8 == card("S7") // 8
    assert len(free.legal()) == 6
    assert codes(bound.legal()) == {"SJ"}
    refused = [why_not(ELFERN, bound, one) for one in cards_of(bound.forehand)]
    assert [reason.id for reason in refused if reason] == ["second-phase"] * 5
    with pytest.raises(IllegalPlay):
        replayed("turn-of-the-phase", under(follow=Phases.BOTH))


@pytest.mark.parametrize(
    ("identifier", "trumps"), [("ace-falls-to-a-seven", "S"), ("king-beats-a-foreign-ace", "S")]
)
def test_winning_an_ace_of_another_suit_loses(identifier: str, trumps: str) -> None:
    played = game(identifier)
    first = played.tricks[0]
    assert code(first.reply) == f"{trumps}A"
    assert first.winner == first.leader == FOREHAND
    # The deal hangs on it: with that suit for trumps the other player would win.
    trump = ruleset(f"elfern+trump({trumps})")
    deal = replace(played.deal, trump=card(f"{trumps}A") // 8)
    assert Game.of(trump, deal, played.plays[:2]).tricks[0].winner == DEALER
    assert result(identifier).points == (11, 9)


def test_draw_the_winner_takes_the_top_card() -> None:
    tricks = game("winner-draws-first").tricks
    assert [SEATS[trick.winner] for trick in tricks[:2]] == ["D", "F"]
    top = game("winner-draws-first").deal.stock
    assert [trick.drawn for trick in tricks] == [top[0:2], top[2:4], top[4:6]]
    state = before("winner-draws-first", "2/lead")
    assert state.dealer >> card("C8") & 1
    assert state.forehand >> card("SA") & 1
    swapped = complaints("winner-draws-first", "+C8 +SA", "+SA +C8")
    assert set(swapped) == {("wrong-card", "draw")}


def test_draw_the_last_two_cards_decide_the_deal() -> None:
    assert result("last-two-cards").points == (9, 11)
    assert best_end(before("last-two-cards", "11/lead")) == (9, 11)
    played = game("last-two-cards")
    turned = replace(played.deal, stock=played.deal.stock[::-1])
    after = Game.of(ELFERN, turned, played.plays[:2])
    assert best_end(after.state)[FOREHAND] > 10


def test_second_phase_a_king_has_to_follow() -> None:
    state = before("follow-suit-duty", "14/reply")
    assert codes(state.legal()) == {"SK"}
    reason = why_not(ELFERN, state, card("D7"))
    assert reason is not None
    assert (reason.kind, reason.id) == ("section", "second-phase")
    assert result("follow-suit-duty").winner == FOREHAND
    # Without the duty the dealer keeps the king, takes the ten with it and wins.
    free = Game(under(follow=Phases.NEVER), game("follow-suit-duty").deal)
    for text in ("SA", "D7", "ST", "SK"):
        free = free.play(card(text))
    assert free.state.points[DEALER] > 10


def test_second_phase_a_void_throws_off_and_cannot_win() -> None:
    state = before("void-throws-off", "11/reply")
    assert len(state.legal()) == 6
    assert all(state.play(one).to_play == FOREHAND for one in state.legal())
    assert result("void-throws-off").points == (8, 12)
    assert instead("void-throws-off", "11/reply", "DK")[FOREHAND] > 10


def test_second_phase_nobody_has_to_win() -> None:
    state = before("no-duty-to-win", "13/reply")
    assert codes(state.legal()) == {"DA", "D7"}
    assert result("no-duty-to-win").points == (9, 11)
    assert instead("no-duty-to-win", "13/reply", "DA") == (10, 10)
    meyer = ruleset("elfern+must-win")
    led = Game.of(meyer, game("no-duty-to-win").deal, [state.led])
    reason = why_not(meyer, led.state, card("D7"))
    assert reason is not None
    assert (reason.kind, reason.id) == ("variant", "must-win")


# The count --------------------------------------------------------------------------------------


def test_honours_two_one_and_none() -> None:
    assert [trick.points for trick in game("two-one-none").tricks] == [2, 1, 0]
    values = game("two-one-none").state.tables.points
    assert [values[card(f"H{rank}")] for rank in "AKQJT987"] == [1, 1, 1, 1, 1, 0, 0, 0]


def test_honours_a_hand_of_honours_loses_one_to_a_seven() -> None:
    state = before("six-honours-in-hand", "1/reply")
    assert code(state.led) == "D7"
    for one in state.legal():
        after = state.play(one)
        assert after.to_play == FOREHAND
        assert after.points == (1, 0)


@pytest.mark.parametrize(
    ("identifier", "points", "name", "scored"),
    [
        ("king-beats-a-foreign-ace", (11, 9), "simple", (1, 0)),
        ("fourteen-is-simple", (14, 6), "simple", (1, 0)),
        ("schneider-at-fifteen", (15, 5), "schneider", (2, 0)),
        ("nineteen-is-not-schwarz", (19, 1), "schneider", (2, 0)),
        ("schwarz-with-a-trick-lost", (20, 0), "schwarz", (3, 0)),
        ("evening-2", (10, 10), "stander", (0, 0)),
    ],
)
def test_game_points_stand_on_both_sides_of_each_line(
    identifier: str, points: tuple[int, int], name: str, scored: tuple[int, int]
) -> None:
    ended = result(identifier)
    assert (ended.points, ended.name, ended.game_points) == (points, name, scored)


def test_game_points_schneider_is_missed_with_another_lead() -> None:
    for address, good in (("13/lead", "CK"), ("14/lead", "HA")):
        others = codes(before("schneider-at-fifteen", address).legal()) - {good}
        assert others
        assert all(instead("schneider-at-fifteen", address, one)[0] < 15 for one in others)
    at_sixteen = replayed("schneider-at-fifteen", ruleset("elfern+double-at-16"))
    assert at_sixteen.outcome is not None
    assert at_sixteen.outcome.game_points == (1, 0)


def test_game_points_schwarz_counts_honours_not_tricks() -> None:
    lost = [trick for trick in game("schwarz-with-a-trick-lost").tricks if trick.winner == DEALER]
    assert [(trick.number, trick.points) for trick in lost] == [(11, 0)]


def test_stander_holds_a_point_for_the_next_winner() -> None:
    tied, won = result("evening-2"), result("evening-3")
    assert (tied.winner, tied.held_after) == (None, 1)
    assert (won.held_before, won.base, won.game_points) == (1, 2, (3, 0))
    double = replace(ELFERN.rules, tie=Tie.DOUBLE)
    assert outcome(double, won.points, won.held_before).game_points == (4, 0)
    assert complaints("evening-3", '[GamePoints "3-0"]', '[GamePoints "2-0"]') != []
    simple = result("held-point-on-a-simple-win")
    assert (simple.base, simple.game_points) == (1, (2, 0))


def test_stander_a_second_one_clears_the_point() -> None:
    second = result("second-stander")
    assert (second.points, second.held_before, second.held_after) == ((10, 10), 1, 0)
    held = outcome(replace(ELFERN.rules, tie=Tie.HOLD), second.points, second.held_before)
    assert held.held_after == 1


# The evening ------------------------------------------------------------------------------------


def evening(rules: Rules = ELFERN.rules) -> Session:
    """The six deals as a session of the engine, Karl 0 and Anna 1."""
    session = Session(rules)
    for identifier in EVENING:
        session = session.after(
            int(archive()[identifier].record.dealer == "Anna"), result(identifier)
        )
    return session


def test_next_dealer_is_the_winner() -> None:
    dealers = [archive()[identifier].record.dealer for identifier in EVENING]
    winners = []
    for identifier in EVENING[:-1]:
        winner, record = result(identifier).winner, archive()[identifier].record
        winners.append({FOREHAND: record.forehand, DEALER: record.dealer, None: None}[winner])
    assert winners == ["Karl", None, "Anna", "Anna", "Karl"]
    assert dealers == ["Anna", "Karl", "Karl", "Anna", "Anna", "Karl"]
    evening()
    for other in (NextDealer.LOSER, NextDealer.ALTERNATE):
        with pytest.raises(RuleError):
            evening(replace(ELFERN.rules, next_dealer=other))


def test_next_dealer_after_a_tie_the_higher_card_deals() -> None:
    (draw,) = lot("evening-3")
    assert dealer_by_lot(ELFERN.rules, draw, after_tie=True) == DEALER
    assert dealer_by_lot(ELFERN.rules, draw, after_tie=False) == FOREHAND


def test_session_the_open_tie_lapses() -> None:
    session = evening()
    assert session.is_over(deals=6)
    assert session.held == 1
    assert session.totals == (3, 4)
    assert session.leader == 1


def test_slate_a_fourth_point_completes_the_banner() -> None:
    slates = {
        checked.record.id: slate
        for checked, slate in running(archive()[identifier] for identifier in EVENING)
    }
    fourth = slates["evening-4"]
    assert fourth is not None
    assert fourth.after is not None
    assert fourth.names == ("Karl", "Anna")
    assert banners(fourth.before[DEALER]) == (0, 3)
    assert banners(fourth.after[DEALER]) == (1, 0)


def test_the_table_of_the_evening_on_the_page_is_right() -> None:
    row = re.compile(r"^\| <a href=\"#replay-(evening-\d)\">.*$", re.MULTILINE)
    rows = {
        found[1]: [cell.strip() for cell in found[0].split("|")[2:-1]]
        for found in row.finditer(PAGE.read_text(encoding="utf-8"))
    }
    assert list(rows) == EVENING
    for checked, slate in running(archive()[identifier] for identifier in EVENING):
        record = checked.record
        ended = result(record.id)
        assert slate is not None
        assert slate.after is not None
        names = dict(zip(slate.names, slate.after, strict=True))
        dealer, honours, scored, shown = rows[record.id]
        assert dealer == record.dealer
        assert shown == f"{names['Karl']}–{names['Anna']}"
        if ended.winner is None:
            assert (honours, scored) == (f"{ended.points[0]} each", "none")
        else:
            winner = (record.forehand, record.dealer)[ended.winner]
            loser = (record.dealer, record.forehand)[ended.winner]
            high, low = max(ended.points), min(ended.points)
            assert honours == f"{winner} {high}, {loser} {low}"
            held = f" + {ended.held_before}" if ended.held_before else ""
            assert scored == f"{winner} {ended.base}{held}"


def test_the_banners_drawn_on_the_page_are_those_of_seven_points() -> None:
    page = PAGE.read_text(encoding="utf-8")
    figure = page[page.index('<figure class="elfern-banners">') : page.index("</figure>")]
    strokes = [path.count("M") for path in re.findall(r'<path d="([^"]+)"', figure)]
    whole, lines = banners(7, ELFERN.rules.banner)
    assert strokes == [ELFERN.rules.banner] * whole + [lines]


# What comments say of plays that were not made --------------------------------------------------


@pytest.mark.parametrize(
    ("identifier", "address", "other", "points"),
    [
        ("winners-kept-for-the-end", "11/lead", "SJ", (5, 15)),
        ("schneider-at-fifteen", "11/lead", "HA", (13, 7)),
        ("evening-1", "13/lead", "D9", (8, 12)),
        ("evening-1", "13/lead", "DT", (8, 12)),
        ("evening-2", "11/lead", "HK", (11, 9)),
        ("evening-2", "11/lead", "HJ", (11, 9)),
        ("evening-2", "11/lead", "H8", (11, 9)),
        ("evening-2", "11/lead", "H7", (11, 9)),
        ("evening-2", "11/lead", "DQ", (11, 9)),
        ("evening-2", "11/reply", "D7", (9, 11)),
        ("evening-3", "11/lead", "HQ", (10, 10)),
        ("evening-4", "11/reply", "S9", (5, 15)),
        ("evening-5", "11/lead", "CJ", (9, 11)),
        ("evening-6", "12/lead", "SQ", (8, 12)),
        ("evening-6", "12/lead", "ST", (7, 13)),
        ("evening-6", "12/lead", "DK", (8, 12)),
        ("evening-6", "12/lead", "DT", (8, 12)),
    ],
)
def test_another_card_would_have_ended_so(
    identifier: str, address: str, other: str, points: tuple[int, int]
) -> None:
    assert instead(identifier, address, other) == points


@pytest.mark.parametrize(
    "identifier",
    [
        "counting-the-pack",
        "evening-1",
        "evening-2",
        "evening-3",
        "evening-4",
        "evening-5",
        "evening-6",
        "last-two-cards",
        "schneider-at-fifteen",
        "schwarz-with-a-trick-lost",
        "the-lead-thrown-away",
        "turn-of-the-phase",
        "void-throws-off",
        "winners-kept-for-the-end",
    ],
)
def test_the_second_phase_is_played_as_well_as_can_be(identifier: str) -> None:
    assert best_end(before(identifier, "11/lead")) == result(identifier).points


# Pages for those who write records and programs -------------------------------------------------


def test_the_record_in_the_guide_is_sound_and_its_fault_is_told_as_quoted() -> None:
    page = (ROOT / "docs" / "contribute" / "add-a-record.md").read_text(encoding="utf-8")
    found = re.search(r"^```text\n(%egn 1\n.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
    assert found
    text = found[1]
    (checked,) = records.read(text)
    assert checked.findings == ()
    written = records.dumps(checked.record)
    assert "15. F SA {" in written
    assert '[GamePoints "1-0"]' in written
    faulty = text.replace("} SK\n", "} D8\n").replace("ST D8", "ST SK")
    (broken,) = records.read(faulty)
    (finding,) = broken.findings
    assert f"replays/examples/elfern/{checked.record.id}.egn:{finding}\n" in page


def test_the_program_of_the_reference_runs() -> None:
    page = (ROOT / "docs" / "reference" / "index.md").read_text(encoding="utf-8")
    found = re.search(r"^```python\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
    assert found
    run = subprocess.run(
        [sys.executable, "-c", found[1]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    reason, trick = run.stdout.splitlines()
    assert re.search(r"wins: the \w+ of \w+ is ", reason)
    assert re.fullmatch(r"[CSHD][AKQJT987] [CSHD][AKQJT987] \(\d, \d\)", trick)


def test_every_module_of_the_engine_has_its_place_in_the_reference() -> None:
    pages = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "docs" / "reference").glob("*.md"))
    )
    shown = set(re.findall(r"^::: elfern_core\.(\w+)$", pages, flags=re.MULTILINE))
    names = (ROOT / "tests" / "public_names.txt").read_text(encoding="utf-8")
    public = set(re.findall(r"^elfern_core\.(\w+) module$", names, flags=re.MULTILINE))
    assert shown == public
