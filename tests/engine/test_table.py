"""The table: whole sessions, who deals, when it ends, taking back, and what a player is shown."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from elfern_core import bridge
from elfern_core.cards import CODES, cards_of
from elfern_core.deal import DEALER, FOREHAND
from elfern_core.errors import IllegalPlay, RuleError, TextError
from elfern_core.frames import frames
from elfern_core.game import Game
from elfern_core.records import dumps, loads, read
from elfern_core.steps import game_at, plays_at
from elfern_core.table import (
    End,
    Sitter,
    Table,
    again,
    answer,
    decide,
    next_deal,
    open_table,
    play,
    resign,
    resume,
    undo,
    undo_turn,
)
from elfern_core.table_scene import scene

RULES = [
    "elfern",
    "elfern+hand(3)+ace-ten",
    "elfern+turn-up-trump+must-win",
    "elfern+tie-doubles+loser-deals",
    "elfern+alternate-deal+tie-accumulate",
    "bohemian-schneider",
    "bohemian-schneider+highest-wins",
]
COMPUTERS = (Sitter("Anna", "random"), Sitter("Bert", "random"))
PEOPLE = (Sitter("Anna"), Sitter("Bert"))
TOKEN = re.compile(r"\{([CSHD][AKQJT987])\}")


def opened(
    rules: str = "elfern",
    *,
    sitters: tuple[Sitter, Sitter] = COMPUTERS,
    end: End | None = None,
    seed: int = 1,
) -> Table:
    return open_table(
        rules, sitters, end or End(deals=4), session="Test", date="2026-11-29", seed=seed
    )


def played_out(table: Table, seed: int = 0) -> Table:
    """Let the computer play both hands to the end of the deal."""
    while table.to_play is not None:
        seed += 1
        table = answer(table, seed)
    return table


def whole_session(rules: str, end: End, seed: int = 1) -> Table:
    table = played_out(opened(rules, end=end, seed=seed), seed)
    while not table.is_over:
        seed += 1000
        table = played_out(next_deal(table, seed), seed)
    return table


@pytest.mark.parametrize("rules", RULES)
def test_a_session_is_a_sound_record_with_the_dealers_that_the_rules_make(rules: str) -> None:
    table = whole_session(rules, End(deals=6), seed=len(rules))
    entries = list(read(table.text))
    assert [one.record.round for one in entries] == [1, 2, 3, 4, 5, 6]
    assert [one.findings for one in entries] == [()] * 6
    lots = [one.record.lot is not None for one in entries]
    assert lots[0]
    for before, now, lot in zip(entries, entries[1:], lots[1:], strict=False):
        assert before.game is not None
        result = before.game.outcome
        assert result is not None
        assert now.record.held == result.held_after
        players = (before.record.forehand, before.record.dealer)
        alternates = "alternate" in rules or rules.startswith("bohemian")
        assert lot == (result.winner is None and not alternates)
        if alternates:
            assert now.record.dealer == players[FOREHAND]
        elif result.winner is not None:
            turned = "loser-deals" in rules
            assert now.record.dealer == players[result.winner ^ turned]


@pytest.mark.parametrize(("rules", "lower"), [("elfern", True), ("bohemian-schneider", False)])
def test_the_first_dealer_is_drawn_by_lot(rules: str, lower: bool) -> None:  # noqa: FBT001
    dealers = set()
    for seed in range(60):
        table = opened(rules, seed=seed)
        lot = table.record.lot
        assert lot is not None
        ranks = [[card % 8 for card in drawn] for drawn in lot]
        assert ranks[FOREHAND][:-1] == ranks[DEALER][:-1], "equal ranks alone draw again"
        assert (ranks[DEALER][-1] < ranks[FOREHAND][-1]) == lower
        dealers.add(table.dealer)
    assert dealers == {0, 1}


def test_after_a_tie_the_higher_card_deals() -> None:
    found = 0
    for seed in range(200):
        table = played_out(opened(seed=seed), seed)
        if table.session.dealer is None:
            found += 1
            dealt = next_deal(table, seed)
            lot = dealt.record.lot
            assert lot is not None
            assert lot[DEALER][-1] % 8 > lot[FOREHAND][-1] % 8
            assert dealt.record.held == 1
    assert found > 0


def test_a_session_to_a_target_ends_when_it_is_reached() -> None:
    table = whole_session("elfern", End(target=4))
    assert max(table.session.totals) >= 4
    before = resume("\n".join(_texts(table.text)[:-1]), table.sitters, table.end)
    assert not before.is_over
    with pytest.raises(RuleError, match="over"):
        next_deal(table, 1)


def _texts(text: str) -> list[str]:
    return [part for part in re.split(r"^(?=%egn )", text, flags=re.MULTILINE) if part]


def test_a_drawn_session_says_so_and_its_open_tie_lapses() -> None:
    sessions = (played_out(opened(end=End(deals=1), seed=seed), seed) for seed in range(200))
    table = next(table for table in sessions if table.session.held)
    assert table.is_over
    assert table.session.leader is None
    shown = scene(table, 0)
    assert shown["overText"] == "The session is over and drawn, 0 to 0. The tie still open lapses."
    assert shown["slate"]["held"] is None
    assert shown["outcome"]["say"] == [
        "The deal is over. 10 to 10: a stander, and nobody scores."
    ], "nothing of a next deal is told"
    longer = Table(table.sitters, End(deals=2), table.rounds)
    going_on = scene(longer, 0)
    assert "held over" in going_on["slate"]["held"]
    assert len(going_on["outcome"]["say"]) == 3


@pytest.mark.parametrize("rules", RULES[:3])
def test_text_brings_the_table_back_at_every_card(rules: str) -> None:
    table = opened(rules)
    for number in range(33):
        again = resume(table.text, table.sitters, table.end)
        assert again.text == table.text
        assert scene(again, 0) == scene(table, 0)
        assert loads(table.text)[-1].plays == table.game.plays
        assert len(table.game.plays) == number
        table = answer(table, number)


def test_taking_back_gives_the_record_that_stood_there() -> None:
    table = opened()
    texts = []
    while table.to_play is not None:
        texts.append(table.text)
        table = answer(table, len(texts))
    for plays, text in enumerate(texts):
        back = undo(table, plays)
        assert back.text == text
        assert back.record.result is None
    assert undo(table, -1).text == texts[0]
    assert undo(table, 99).text == table.text


def test_taking_back_a_turn_stops_where_that_player_chooses() -> None:
    table = opened()
    for number in range(21):
        table = answer(table, number)
    for player in (0, 1):
        back = undo_turn(table, player)
        assert back.to_play == player
        assert all(
            table.player(state.to_play) != player
            for state in table.game.states[len(back.game.plays) + 1 : -1]
        )
    start = opened()
    assert undo_turn(start, 0) == start


def test_an_earlier_round_stays_when_cards_are_taken_back() -> None:
    table = next_deal(played_out(opened()), 7)
    first = _texts(table.text)[0]
    table = undo(answer(table, 1), 0)
    assert _texts(table.text)[0] == first


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("eye", [0, 1, None])
def test_a_scene_names_no_card_that_its_player_has_not_seen(rules: str, eye: int | None) -> None:
    table = opened(rules)
    number = 0
    while table.to_play is not None:
        shown: dict[str, Any] = scene(table, eye)
        del shown["text"]
        state = table.game.state
        hidden = state.hands[1 - table.seat(eye or 0)]
        if eye is None:
            hidden |= state.hands[table.seat(0)]
        secret = {CODES[card] for card in (*cards_of(hidden), *state.rest)} - {shown["turned"]}
        if state.phase == 2 and table.game.deal.trump is not None:
            # The card turned up was seen by both before it was drawn.
            secret -= {CODES[table.game.deal.stock[-1]]}
        unseen = set(shown.pop("unseen"))
        if eye is not None and state.phase == 1:
            assert unseen == secret, "what is not seen is told as a whole, not where it lies"
        # The lot was drawn before the deal: the cards went back into the pack.
        shown["opening"] = [one for one in shown["opening"] if "draws" not in one]
        if shown["last"]:
            # Where only the next rank wins, the rule names the card that would have won,
            # wherever that card lies: it tells nothing of the hands.
            del shown["last"]["why"]
        told = json.dumps(shown)
        assert not {code for code in secret if f'"{code}"' in told or f"{{{code}}}" in told}
        number += 1
        table = answer(table, number)


def test_a_scene_lights_legal_cards_and_says_why_the_others_are_not() -> None:
    seen = False
    table = opened("elfern+must-win", sitters=PEOPLE)
    while table.to_play is not None:
        shown = scene(table, table.to_play, "de")
        legal = {one["card"] for one in shown["hand"] if one["legal"]}
        assert legal == {CODES[card] for card in table.game.state.legal()}
        for one in shown["hand"]:
            assert one["why"]["id"]
            if not one["legal"]:
                seen = True
                assert "darf nicht" in one["why"]["text"]
                with pytest.raises(IllegalPlay):
                    play(table, CODES.index(one["card"]))
        assert all(not one["legal"] for one in scene(table, 1 - table.to_play)["hand"])
        table = play(table, table.game.state.legal()[-1])
    assert seen


@pytest.mark.parametrize(
    ("sitters", "end", "rules", "code"),
    [
        ((Sitter("A"), Sitter("A")), End(deals=1), "elfern", "names"),
        ((Sitter("A"), Sitter(" ")), End(deals=1), "elfern", "names"),
        ((Sitter("A"), Sitter("?")), End(deals=1), "elfern", "names"),
        ((Sitter("A"), Sitter("B", "genius")), End(deals=1), "elfern", "level"),
        (PEOPLE, End(), "elfern", "end"),
        (PEOPLE, End(deals=2, target=3), "elfern", "end"),
        (PEOPLE, End(deals=0), "elfern", "end"),
        (PEOPLE, End(target=0), "elfern", "end"),
        (PEOPLE, End(deals=3), "bohemian-schneider", "even-deals"),
        (PEOPLE, End(target=3), "bohemian-schneider", "even-deals"),
    ],
)
def test_what_cannot_be_a_session_is_refused(
    sitters: tuple[Sitter, Sitter], end: End, rules: str, code: str
) -> None:
    with pytest.raises(RuleError) as refused:
        opened(rules, sitters=sitters, end=end)
    assert refused.value.code == code


def test_records_that_are_no_session_of_these_players_are_refused() -> None:
    table = next_deal(played_out(opened()), 7)
    first, second = _texts(table.text)
    for text, message in [
        ("", "no record"),
        (second, "not round 1"),
        (first.replace('"Anna"', '"Carl"'), "not round 1"),
        (second.replace('[Round "2"]', '[Round "9"]'), "not round 1"),
    ]:
        with pytest.raises((RuleError, TextError), match=message):
            resume(text, table.sitters, table.end)
    unfinished = undo(played_out(opened()), 31).text
    with pytest.raises((RuleError, TextError), match="round"):
        resume(f"{unfinished}\n{second}", table.sitters, table.end)
    with pytest.raises(RuleError, match="not over"):
        next_deal(table, 1)


def test_the_computer_answers_only_in_its_turn_and_from_its_view() -> None:
    table = opened(sitters=(Sitter("Anna"), Sitter("Bert", "beginner")))
    if table.to_play == 1:
        table = answer(table, 1)
    assert answer(table, 1) == table
    with pytest.raises(RuleError, match="no player"):
        decide(table, "genius", 1)


@pytest.mark.parametrize("rules", ["elfern", "bohemian-schneider"])
def test_a_deal_on_record_is_taken_up_at_any_card(rules: str) -> None:
    table = played_out(next_deal(played_out(opened(rules)), 7))
    old = table.rounds[1]
    assert old.game is not None
    for plays in (0, 1, 12, 32):
        stands = old.game.undo(32 - plays)
        begun = again("Test 2", stands, PEOPLE, forehand=1, session="Again", date="2026-11-29")
        assert begun.record.plays == old.game.plays[:plays]
        assert begun.record.hands == old.record.hands
        assert (begun.record.forehand, begun.record.dealer) == ("Bert", "Anna")
        assert begun.record.extra == (("X-Played-From", "Test 2"),)
        assert resume(begun.text, begun.sitters, begun.end).text == begun.text
        assert begun.end.deals == (1 if rules == "elfern" else 2)
    assert plays_at(old.game, "0") == 0
    assert plays_at(old.game, "7/lead") == 13
    assert plays_at(old.game, "16/reply") == plays_at(old.game, "end") == 32
    with pytest.raises(RuleError, match="no step"):
        plays_at(old.game, "17/lead")


ARCHIVE = [
    one
    for path in sorted((Path(__file__).parents[2] / "replays").rglob("*.egn"))
    for one in read(path.read_text(encoding="utf-8"))
]


def _steps(told: dict[str, Any], before: list[str]) -> list[tuple[str, list[str]]]:
    """Give every step of frames or of a branch, with the cards that lead to it."""
    found, cards, at = [], list(before), {}
    for step in told["steps"]:
        if step["kind"] == "lead":
            at[str(step["trick"])] = list(cards)
        if step["card"]:
            cards.append(step["card"])
        found.append((step["address"], list(cards)))
    for branch in told["branches"]:
        found += _steps(branch, at[branch["at"].rpartition(".")[2]])
    return found


def test_every_record_of_the_archive_is_taken_up_at_every_step() -> None:
    parts = branches = 0
    for one in ARCHIVE:
        for address, cards in _steps(frames(one), []):
            game = game_at(one, address)
            assert [CODES[card] for card in game.plays] == cards, (one.record.id, address)
            branches += "." in address
        parts += one.record.fragment is not None
        begun = again(
            one.record.id, game_at(one, "0"), PEOPLE, forehand=None, session="S", date="?"
        )
        assert begun.to_play == 0
        assert resume(begun.text, begun.sitters, begun.end).text == begun.text
    assert parts > 10
    assert branches > 10
    with pytest.raises(RuleError, match="no step"):
        game_at(ARCHIVE[0], "1z.1/lead")
    with pytest.raises(RuleError, match="no step"):
        game_at(ARCHIVE[0], "nowhere")


@pytest.mark.parametrize("told", [True, False])
def test_part_of_a_deal_is_a_session_by_itself(told: bool) -> None:  # noqa: FBT001
    one = next(one for one in ARCHIVE if one.record.won is not None)
    if not told:
        bare = replace(one.record, won=None, result=None, game_points=None)
        one = next(iter(read(dumps(bare))))
        assert one.ok
    begun = again(one.record.id, game_at(one, "0"), COMPUTERS, forehand=0, session="S", date="?")
    assert not begun.is_over
    ended = played_out(begun)
    assert ended.is_over
    assert (ended.record.result is not None) == told
    shown = scene(resume(ended.text, ended.sitters, ended.end), 0)
    assert shown["over"]
    assert (shown["outcome"]["points"] is not None) == told
    assert shown["outcome"]["say"]
    assert (shown["overText"] is not None) == told
    with pytest.raises(RuleError, match="over"):
        next_deal(ended, 1)


# Giving up a deal -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("plays", [0, 1, 13, 20, 31])
def test_a_resigned_deal_is_played_to_its_end_and_says_so(rules: str, plays: int) -> None:
    table = opened(rules, sitters=PEOPLE)
    for number in range(plays):
        table = play(table, decide(table, "random", number).card)
    ended = resign(table, 1, seed=5)
    assert ended.record.plays[:plays] == table.record.plays
    assert len(ended.record.plays) == 32
    game = ended.game
    # Nothing but the cards decides: the outcome is that of the same cards without resigning.
    assert game.outcome == Game.of(game.ruleset, game.deal, game.plays).outcome
    assert ended.session.totals == resume(ended.text, PEOPLE, ended.end).session.totals
    assert ended.resigned == (1, plays)
    trick, part = plays // 2 + 1, ("lead", "reply")[plays % 2]
    assert dict(ended.record.extra) == {"X-Resigned": f"Bert {trick}/{part}"}
    assert ended.record.note.startswith(f"Bert resigned; from {trick}/{part} on")
    again_read = next(iter(read(ended.text)))
    assert again_read.findings == ()
    for lang, word in (("en", "No source says"), ("de", "Keine Quelle sagt")):
        told = scene(ended, 0, lang)["resigned"]
        assert (told["player"], told["plays"]) == (1, plays)
        assert word in told["say"]
    assert resign(table, 1, seed=5).text == ended.text
    with pytest.raises(RuleError, match="over"):
        resign(ended, 0, seed=1)


def test_to_take_back_a_card_played_after_resigning_takes_back_resigning() -> None:
    table = opened(sitters=PEOPLE)
    for number in range(9):
        table = answer_any(table, number)
    ended = resign(table, table.to_play or 0, seed=3)
    assert undo_turn(ended, 0).text == undo_turn(ended, 1).text == table.text
    assert undo(ended, 30).text == table.text
    assert undo(ended, 4).text == undo(table, 4).text
    assert undo(ended, 32).text == ended.text, "nothing is taken back"
    assert scene(undo(ended, 9), 0)["resigned"] is None


def test_a_session_goes_on_after_a_resigned_deal() -> None:
    table = resign(opened(sitters=PEOPLE), 0, seed=3)
    following = next_deal(table, 8)
    assert following.resigned is None
    assert following.record.note == ""
    assert [one.findings for one in read(following.text)] == [(), ()]
    assert resume(following.text, PEOPLE, following.end).rounds[0].record == table.record


def answer_any(table: Table, seed: int) -> Table:
    return play(table, decide(table, "random", seed).card)


def test_what_has_gone_and_what_is_not_seen_are_the_whole_pack() -> None:
    table = opened(sitters=PEOPLE)
    for number in range(32):
        shown = scene(table, 0)
        on_table = [shown["table"]["lead"]] if shown["table"] else []
        own = [one["card"] for one in shown["hand"]]
        together = [*shown["gone"], *shown["unseen"], *own, *on_table]
        assert sorted(together) == sorted(CODES)
        assert len(shown["gone"]) == number - number % 2
        table = answer_any(table, number)
    assert len(scene(table, None)["gone"]) == 32


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_card_can_be_told_without_counting_what_it_brought(lang: str) -> None:
    table = opened(sitters=PEOPLE)
    for number in range(32):
        table = answer_any(table, number)
    log = scene(table, 0, lang)["log"]
    counted = re.compile(r"honour|Figur")
    assert sum(bool(counted.search(" ".join(one["say"]))) for one in log) == 16
    assert not any(counted.search(" ".join(one["quiet"])) for one in log)
    assert all(len(one["say"]) == len(one["quiet"]) for one in log)


def ask(op: str, **fields: object) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(bridge.call(json.dumps({"op": op, **fields})))
    return answered


def test_the_bridge_plays_a_session_in_both_languages() -> None:
    base: dict[str, Any] = {
        "players": [{"name": "Guest"}, {"name": "Computer", "level": "beginner"}],
        "end": {"deals": 1},
        "eye": 0,
    }
    shown = ask("table.open", rules="elfern", session="S", seed=3, **base)["result"]
    while shown["toPlay"] is not None:
        lang = "de" if shown["plays"] % 2 else "en"
        if shown["toPlay"] == 0:
            hint = ask("table.hint", text=shown["text"], level="beginner", seed=1, **base)["result"]
            legal = {one["card"] for one in shown["hand"] if one["legal"]}
            assert hint["card"] in legal
            assert f"{{{hint['card']}}}" in hint["text"]
            shown = ask(
                "table.play", text=shown["text"], card=hint["card"], **base | {"lang": lang}
            )["result"]
        else:
            refused = ask("table.hint", text=shown["text"], level="beginner", seed=1, **base)
            assert refused["error"]["code"] == "turn"
            shown = ask("table.answer", text=shown["text"], seed=1, **base | {"lang": lang})[
                "result"
            ]
        said = " ".join(shown["log"][-1]["say"])
        assert ("Stich" in said) == (lang == "de")
        assert TOKEN.search(said)
    assert shown["over"]
    german = ask("table.show", text=shown["text"], **base | {"lang": "de"})["result"]
    assert german["overText"].startswith("Die Partie ist zu Ende")
    assert german["text"] == shown["text"]
    back = ask("table.undo", text=shown["text"], plays=5, **base)["result"]
    assert back["plays"] == 5
    assert loads(back["text"])[0].plays == loads(shown["text"])[0].plays[:5]
    fresh = ask("table.from", text=shown["text"], at="3/lead", forehand=1, session="T", **base)[
        "result"
    ]
    assert fresh["plays"] == 5
    assert fresh["end"] == {"deals": 1, "target": None}
    assert ask("table.show", text=shown["text"], **base | {"eye": 2})["error"]["code"] == "eye"
    given_up = ask("table.resign", text=back["text"], player=0, seed=1, **base)["result"]
    assert given_up["over"]
    assert given_up["resigned"]["plays"] == 5
    taken_back = ask("table.undo", text=given_up["text"], player=0, **base)["result"]
    assert taken_back["text"] == back["text"]
    nobody = ask("table.resign", text=back["text"], player=None, seed=1, **base)
    assert nobody["error"]["code"] == "eye"
    german_levels = ask("table.levels", lang="de")["result"]["levels"]
    assert [one["id"] for one in german_levels] == [
        one["id"] for one in ask("table.levels")["result"]["levels"]
    ]
