"""The engine's games in the archive: played again from their lists, they are the same bytes."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from elfern_core import records, verdicts
from elfern_core.cards import card_name
from elfern_core.catalogue import ruleset
from elfern_core.players import PLAYERS
from tools.harvest import recording
from tools.harvest.playing import names_of
from tools.harvest.recording import deal_record, read_deals, read_sessions, session_records, slug
from tools.harvest.telling import TITLES, Facts
from tools.verdicts import ANALYSIS, ROOT, read_stored

if TYPE_CHECKING:
    from collections.abc import Callable

    from elfern_core.records import Checked, Record

PICKED = 3
"""Deals played again."""


@cache
def shipped() -> dict[str, Checked]:
    found = {}
    for folder in (recording.DEALS, recording.SESSIONS):
        for path in sorted(folder.glob("*.egn")):
            for checked in records.read(path.read_bytes()):
                found[checked.record.id] = checked
    return found


def test_the_lists_name_every_game_once_and_every_game_is_there() -> None:
    deals, sessions = read_deals(), read_sessions()
    ids = [pick.id for pick in deals]
    assert len(ids) == len(set(ids))
    rounds: dict[str, int] = {}
    for checked in shipped().values():
        if checked.record.session:
            rounds[checked.record.session] = rounds.get(checked.record.session, 0) + 1
    assert set(shipped()) == {
        *ids,
        *(f"{name}-deal-{number}" for name, n in rounds.items() for number in range(1, n + 1)),
    }
    assert set(rounds) == {pick.id for pick in sessions}
    for pick in deals:
        assert re.fullmatch(rf"deal-{re.escape(slug(pick.rules))}-\d{{3}}", pick.id)
        assert {pick.forehand, pick.dealer} <= set(PLAYERS)
        record = shipped()[pick.id].record
        assert record.rules == pick.rules == ruleset(pick.rules).expression
        assert dict(record.extra)["X-Seed"] == str(pick.seed)
        assert dict(record.extra)["X-Forehand-Level"] == pick.forehand
        assert dict(record.extra)["X-Dealer-Level"] == pick.dealer


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the solver said before is not asked: it says it again."""
    monkeypatch.setattr("tools.verdicts.CACHE", tmp_path_factory.mktemp("verdicts"))


def test_deals_played_again_are_the_same_bytes() -> None:
    deals = read_deals()
    step = len(deals) // PICKED
    for pick in deals[5::step]:
        assert records.dumps(deal_record(pick)) == records.dumps(shipped()[pick.id].record)


def test_the_first_deal_of_a_session_played_again_is_the_same_bytes() -> None:
    pick = read_sessions()[-1]
    first = next(session_records(pick))
    assert records.dumps(first) == records.dumps(shipped()[first.id].record)


def comments(record: Record) -> list[str]:
    said = [*record.comments]
    for trick in record.tricks:
        said += (*trick.lead_comments, *trick.reply_comments, *trick.comments)
    return said


def test_every_game_is_told_at_its_start_its_turn_and_its_end() -> None:
    for checked in shipped().values():
        record = checked.record
        assert record.source == "self-play"
        assert record.title[0].isupper() or record.title[0].isdigit()
        assert not record.title.endswith(".")
        said = comments(record)
        assert len(said) == 3, record.id
        assert all(text.endswith((".", "”")) for text in said)
        assert not re.search(r"\b(\w+) \1\b|  | ,|\{|\bNone\b", " ".join(said)), record.id


def test_the_turn_is_told_as_the_solver_sees_it() -> None:
    """Numbers and cards of the comment at the turn, against the verdicts stored with the record."""
    told = 0
    stored: dict[str, dict[str, Any]] = {}
    for path in ANALYSIS.glob("*.jsonl"):
        stored |= read_stored(path)
    for checked in list(shipped().values())[::3]:
        lines = verdicts.unpacked(checked, stored[checked.record.id])
        for one in lines[0].judged:
            trick = checked.record.tricks[one.ply // 2]
            said = trick.lead_comments if one.ply % 2 == 0 else trick.reply_comments
            if not said:
                continue
            if "neither player gives anything away any more" in said[0]:
                assert not any(each.cost for each in lines[0].judged[-4:])
                continue
            told += 1
            assert one.cost
            assert checked.game is not None
            total = checked.game.ruleset.rules.total
            own = [v if one.seat == 0 else total - v for v in (one.before, one.after)]
            thought, _, solver_says = said[0].partition(". ")
            assert " thinks: " in thought or thought.endswith(" at random")
            numbers = set(map(int, re.findall(r"\d+", solver_says)))
            half = total // 2
            if "the dearest" in solver_says:
                assert one.cost in numbers
                continue
            assert own[0] in numbers or own[0] == half, (checked.record.id, said)
            if "loses either way" not in solver_says and "The deal is lost" not in solver_says:
                assert own[1] in numbers or own[1] in (0, half), (checked.record.id, said)
            names = [card_name(card) for card in one.best]
            assert any(name in solver_says for name in names)
    assert told > 100


def test_titles_are_true() -> None:
    """Scores in titles are those of the result, and cards were played in the trick named."""
    scored = cards = 0
    for checked in shipped().values():
        record = checked.record
        assert record.result is not None
        title = record.title.partition(", deal ")[2].partition(": ")[2] or record.title
        high, low = sorted(record.result, reverse=True)
        pairs = re.findall(r"(\d+) to (\d+)", title)
        if pairs and "turns" not in title:
            scored += 1
            assert tuple(map(int, pairs[-1])) in {(high, low), (low, high)}, title
        found = re.search(r"(the \w+ of \w+) .*?trick (\d+)", title)
        if found and "decides" not in title:
            cards += 1
            (trick,) = [one for one in record.tricks if one.number == int(found[2])]
            assert trick.reply is not None
            names = {f"the {card_name(card)}" for card in (trick.lead, trick.reply)}
            assert found[1].lower() in names or title.lower().startswith(tuple(names)), title
        if "schwarz" in title.lower() or re.search(r"\ball \d+ (honours|card)", title):
            assert low == 0, title
        if re.search(r"\d+ all\b|each after|a tie\b", title):
            assert high == low, title
    assert scored > 40
    assert cards > 40


def test_every_kind_has_titles() -> None:
    kinds = {pick.kind for pick in read_deals()}
    assert kinds >= {"upset", "tie", "schwarz", "high", "comeback"}
    assert set(TITLES) <= kinds | {"turn", "sound"}
    assert Facts.__doc__


KEPT_FOR: dict[str, Callable[[tuple[int, int], tuple[int, int], tuple[int, int]], bool]] = {
    "tie": lambda result, *_: result[0] == result[1],
    "schwarz": lambda result, *_: min(result) == 0,
    "upset": lambda result, levels, _: (
        levels[result[1] > result[0]] < levels[result[0] > result[1]]
    ),
    "comeback": lambda result, _, turn: (turn[0] - turn[1]) * (result[0] - result[1]) < 0,
    "close": lambda result, *_: 0 < abs(result[0] - result[1]) <= sum(result) // 5,
}
"""Why a deal was kept → what its result, its players' levels and its points at the turn show."""


def test_deals_are_what_they_were_kept_for() -> None:
    seen: Counter[str] = Counter()
    levels = list(PLAYERS)
    for pick in read_deals():
        checked = shipped()[pick.id]
        result, scored = checked.record.result, checked.record.game_points
        assert result
        assert scored
        assert checked.game
        if pick.kind == "high":
            assert max(scored) > 1, pick.id
        elif pick.kind != "plain":
            turn = next(state.points for state in checked.game.states if state.phase == 2)
            ranks = levels.index(pick.forehand), levels.index(pick.dealer)
            assert KEPT_FOR[pick.kind](result, ranks, turn), pick.id
        seen[pick.kind] += 1
    assert min(seen[kind] for kind in (*KEPT_FOR, "high")) >= 20, seen
    assert seen["plain"] <= len(read_deals()) / 20


def test_many_deals_turn_on_one_card_and_say_on_which() -> None:
    """The solver: before the card one side wins, after it the other or nobody."""
    stored: dict[str, dict[str, Any]] = {}
    for path in ANALYSIS.glob("*.jsonl"):
        stored |= read_stored(path)
    turning = 0
    for name, checked in shipped().items():
        assert checked.game
        half = checked.game.ruleset.rules.total / 2
        (line, *_) = verdicts.unpacked(checked, stored[name])
        for one in line.judged:
            trick = checked.record.tricks[one.ply // 2]
            said = trick.lead_comments if one.ply % 2 == 0 else trick.reply_comments
            turns = (one.before > half, one.before < half) != (one.after > half, one.after < half)
            turning += bool(turns and said)
    assert turning >= 100, turning


def test_players_of_a_session_have_names_of_their_own() -> None:
    assert names_of("beginner", "strong") == ("Beginner", "Strong")
    assert names_of("beginner", "beginner") == ("Beginner A", "Beginner B")


def test_where_the_games_are() -> None:
    assert {recording.DEALS.parent, recording.SESSIONS.parent} == {ROOT / "replays"}
