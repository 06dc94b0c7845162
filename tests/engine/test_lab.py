"""The rule lab: the catalogue for choosing, rulesets in words, one deal under two rulesets."""

from __future__ import annotations

import json
import random
import re
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from elfern_core import bridge, lab
from elfern_core.cards import ALL_CARDS, mask, render_tokens
from elfern_core.catalogue import GAMES, SECTIONS, VARIANTS, refusal, ruleset
from elfern_core.deal import Shuffler
from elfern_core.errors import RuleError
from elfern_core.frames import parting
from elfern_core.game import Game
from elfern_core.lab import comparing
from elfern_core.records import loads, read
from elfern_core.view import view_for
from tests.rulesets import SINGLES

if TYPE_CHECKING:
    from elfern_core.catalogue import Ruleset

LANGS = ("en", "de")


def ask(op: str, **fields: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(bridge.call(json.dumps({"op": op, **fields})))
    return answer


def told(expression: str, lang: str = "en") -> dict[str, dict[str, str]]:
    """Give the points of a ruleset by name."""
    return {point["name"]: point for point in lab.describe(expression, lang)["points"]}


# The catalogue --------------------------------------------------------------------------------


def test_catalogue_holds_every_variant_in_order_and_every_game() -> None:
    given = lab.catalogue()
    assert [game["id"] for game in given["games"]] == list(GAMES)
    assert [variant["id"] for variant in given["variants"]] == list(VARIANTS)
    assert given["sections"] == {name: titles[0] for name, titles in SECTIONS.items()}
    kinds = {kind["id"] for kind in given["kinds"]}
    assert kinds == {variant["kind"] for variant in given["variants"]}
    for kind in given["kinds"]:
        assert set(kind["standard"]) == set(GAMES)


def test_catalogue_in_german_has_german_names_and_the_same_ids() -> None:
    english, german = lab.catalogue("en"), lab.catalogue("de")
    assert [one["id"] for one in german["variants"]] == [one["id"] for one in english["variants"]]
    assert german["variants"][2]["title"] == "Fester Trumpf"
    assert {kind["title"] for kind in german["kinds"]} != {
        kind["title"] for kind in english["kinds"]
    }


@pytest.mark.parametrize("game", GAMES)
def test_what_the_catalogue_lets_choose_is_a_ruleset_and_the_rest_is_refused(game: str) -> None:
    """A page that keeps to `conflicts` and to one of each kind never makes a bad expression."""
    variants = [one for one in lab.catalogue()["variants"] if game in one["games"]]
    written = {
        one["id"]: one["id"] + (f"({one['parameters'][0]})" if one["parameters"] else "")
        for one in variants
    }
    for one, two in combinations(variants, 2):
        expression = f"{game}+{written[one['id']]}+{written[two['id']]}"
        sentence = one["conflicts"].get(two["id"])
        assert bool(sentence) == bool(two["conflicts"].get(one["id"]))
        if sentence is None:
            assert ruleset(expression).expression == expression
        else:
            assert sentence == refusal(one["id"], two["id"])
            with pytest.raises(RuleError) as refused:
                ruleset(expression)
            assert str(refused.value) == sentence
        if one["kind"] == two["kind"]:
            assert sentence, "two of one kind never go together"


# Reading and describing -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("elfern", "elfern"),
        ("  Elfern ", "elfern"),
        ("elfern must-win", "elfern+must-win"),
        ("ELFERN + Must-Win, trump ( h )", "elfern+trump(H)+must-win"),
        ("elfern+must-win+trump(d)", "elfern+trump(D)+must-win"),
        ("Bohemian Schneider, seven-beats-ace", "bohemian-schneider+seven-beats-ace"),
        ("bohemian-schneider;highest-wins", "bohemian-schneider+highest-wins"),
        ("elfern+\n+hand(4)+", "elfern+hand(4)"),
    ],
)
def test_people_write_rulesets_in_many_ways(written: str, meant: str) -> None:
    assert lab.describe(written)["expression"] == meant


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "unknown-game"),
        ("skat", "unknown-game"),
        ("elfern+mustwin", "unknown-variant"),
        ("elfern+hand(9)", "bad-parameter"),
        ("elfern+trump(H)+next-rank-any-suit", "refused"),
        ("elfern+highest-wins", "wrong-game"),
        ("elfern+" + " " * 100_000, "too-long"),
        ("<b>elfern</b>", "unknown-game"),
    ],
)
def test_what_is_no_ruleset_is_refused_with_its_reason(written: str, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        lab.describe(written)
    assert refused.value.code == code


def test_choices_are_given_apart_for_a_page_that_sets_its_switches() -> None:
    given = lab.describe("elfern+must-win+trump(H)")
    assert given["choices"] == [
        {"id": "trump", "argument": "H"},
        {"id": "must-win", "argument": ""},
    ]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("expression", SINGLES)
def test_a_variant_is_told_in_its_point_and_decides_it(expression: str, lang: str) -> None:
    """Forgetting a variant's words, or who decides, shows here."""
    game = expression.partition("+")[0]
    (chosen,) = ruleset(expression).choices
    variant = chosen.variant
    base, with_it = told(game, lang), told(expression, lang)
    assert with_it[variant.kind]["text"] != base[variant.kind]["text"]
    assert (with_it[variant.kind]["kind"], with_it[variant.kind]["id"]) == ("variant", variant.id)
    assert with_it[variant.kind]["by"] == (variant.title_de if lang == "de" else variant.title)
    for name, point in with_it.items():
        assert "$" not in point["text"], name
        if point["kind"] == "section":
            assert point["text"] == base[name]["text"], name
            assert point["by"] == SECTIONS[point["id"]][LANGS.index(lang)]


def test_words_and_figures_of_the_two_games() -> None:
    elfern, bohemian = told("elfern"), told("bohemian-schneider")
    assert elfern["scale"]["text"] == "11–14: 1; 15–19: 2 (schneider); 20: 3 (schwarz)"
    assert bohemian["scale"]["text"] == "11–16: 1; 17–19: 2 (schneider); 20: 3 (schwarz)"
    assert elfern["packets"]["text"].startswith("in packets of 2, 2 and 2")
    assert bohemian["packets"]["text"].startswith("in packets of 3 and 3")
    assert told("elfern+hand(5)")["packets"]["text"].startswith("in packets of 2, 2 and 1")
    assert told("elfern+hand(1)")["hand"]["text"] == "one card each"
    assert "12 tricks are followed by a draw, the last 4" in told("elfern+hand(4)")["stock"]["text"]
    assert told("elfern+ace-ten")["values"]["text"] == (
        "ace 11, ten 10, king 4, queen 3, jack 2; 120 in the pack"
    )
    assert told("elfern+ace-ten")["ranking"]["text"].startswith("ace, ten, king")
    # The point on what wins names the suit led alone: a trump has to say that it wins.
    assert told("elfern+trump(H)")["trump"]["text"].startswith("hearts, beating the other suits;")
    assert "it beats the other suits" in told("elfern+turn-up-trump")["trump"]["text"]
    assert told("elfern+next-rank-any-suit")["follow"]["id"] == "next-rank-any-suit"


# One deal under two rulesets ------------------------------------------------------------------


def two(left: str, right: str) -> tuple[Ruleset, Ruleset]:
    return ruleset(left), ruleset(right)


def pairs(count: int) -> list[tuple[str, str, int]]:
    """Give pairs of single variants and bare games, of one game or of both, and deals."""
    chance = random.Random(11)
    all_of_them = [*GAMES, *SINGLES]
    return [
        (chance.choice(all_of_them), chance.choice(all_of_them), chance.randrange(1 << 32))
        for _ in range(count)
    ]


def test_the_quick_look_agrees_with_the_frames() -> None:
    """`do_part` is true exactly where `frames.parting` finds a place."""
    met = set()
    for left, right, number in pairs(120):
        games = comparing.played(two(left, right), number)
        answer = lab.compare(left, right, number)
        parts = comparing.do_part(*games)
        assert parts == (answer["parting"] is not None), (left, right, number)
        met.add(parts)
    assert met == {True, False}


@pytest.mark.parametrize(("left", "right", "number"), pairs(40))
def test_both_sides_are_sound_records_of_one_pack(left: str, right: str, number: int) -> None:
    answer = lab.compare(left, right, number, date="2026-11-29")
    both = list(read(answer["egn"]))
    assert [one.findings for one in both] == [(), ()]
    assert [one.record.rules for one in both] == [left, right]
    assert len({one.record.id for one in both}) == (1 if left == right else 2)
    games = [one.game for one in both]
    for game, side in zip(games, ("left", "right"), strict=True):
        assert game is not None
        assert game.state.is_over
        assert game.deal.hands[0] | game.deal.hands[1] | mask(game.deal.stock) == ALL_CARDS
        assert loads(answer[side]["egn"])[0].plays == game.plays
        assert answer[side]["frames"]["record"]["source"] == "self-play"
        assert answer[side]["frames"]["record"]["date"] == "2026-11-29"
    first, other = games
    assert first is not None
    assert other is not None
    if ruleset(left).rules.hand_size == ruleset(right).rules.hand_size:
        assert first.deal.hands == other.deal.hands
        assert first.deal.stock == other.deal.stock


@pytest.mark.parametrize(("left", "right", "number"), pairs(40))
def test_the_replays_are_alike_up_to_where_they_part(left: str, right: str, number: int) -> None:
    answer = lab.compare(left, right, number)
    steps = [answer[side]["frames"]["steps"] for side in ("left", "right")]
    where = parting(answer["left"]["frames"], answer["right"]["frames"])
    if answer["parting"] is None:
        assert where is None
        assert [step["card"] for step in steps[0]] == [step["card"] for step in steps[1]]
        return
    assert where is not None
    assert answer["parting"]["address"] == where[0]["address"]
    index = next(i for i, step in enumerate(steps[0]) if step["address"] == where[0]["address"])
    before = [[(step["card"], step["winner"]) for step in side[:index]] for side in steps]
    assert before[0] == before[1]
    if steps[0][0]["hands"] == steps[1][0]["hands"]:
        may = [[step["legal"] for step in side[:index]] for side in steps]
        assert may[0] == may[1]
    assert answer["parting"]["left"] != answer["parting"]["right"]
    sentence = {
        "trick": f"at trick {answer['parting']['trick']}.",
        "result": "at the result.",
    }[answer["parting"]["where"]]
    assert sentence in answer["text"]


def test_the_sentence_names_the_rule_that_bites() -> None:
    answer = lab.compare("elfern+must-win", "elfern", 1, tries=50)
    assert "may not be played: it loses" in render_tokens(answer["parting"]["left"])
    assert "may play" in answer["parting"]["right"]
    answer = lab.compare("elfern+loser-deals", "elfern", 1)
    assert answer["parting"] == {
        "address": "end",
        "trick": None,
        "where": "result",
        "left": "Forehand of this deal deals the next.",
        "right": "Dealer of this deal deals the next.",
    }
    answer = lab.compare("elfern+hand(4)", "elfern", 1)
    assert "hands differ in size" in answer["text"]
    assert answer["parting"]["left"].startswith("4 cards each. ")


def test_a_turned_trump_is_the_last_card_of_the_stock_on_both_sides() -> None:
    for left, right in (("elfern+turn-up-trump", "elfern"), ("elfern", "elfern+turn-up-trump")):
        first, other = comparing.played(two(left, right), 9)
        assert first.deal.stock == other.deal.stock
        turned = first if left.endswith("trump") else other
        assert turned.deal.trump == turned.deal.stock[-1] // 8


def test_search_stops_at_the_first_deal_that_parts() -> None:
    found = lab.compare("elfern+altenburg", "elfern", 100, tries=50)
    assert found["number"] == 99 + found["tried"]
    assert found["parting"]["where"] == "result"
    for number in range(100, found["number"]):
        assert lab.compare("elfern+altenburg", "elfern", number)["parting"] is None


def test_search_that_finds_nothing_says_how_many_were_tried() -> None:
    answer = lab.compare("elfern+tie-hold", "elfern", 7, tries=12)
    assert (answer["number"], answer["tried"], answer["parting"]) == (7, 12, None)
    assert "none of these 12 deals" in answer["text"]


def test_the_same_rules_never_part_and_are_not_searched() -> None:
    answer = lab.compare("Elfern + trump(h)", "elfern+trump(H)", 3, tries=50)
    assert (answer["tried"], answer["parting"]) == (0, None)
    assert "same on both sides" in answer["text"]


def test_a_deal_is_the_same_every_time_and_others_differ() -> None:
    one, again, other = (lab.compare("elfern", "elfern", n)["egn"] for n in (5, 5, 6))
    assert one == again
    assert loads(one)[0].hands != loads(other)[0].hands


@pytest.mark.parametrize("number", [-1, 1 << 32, 2.5, "7", True, None])
def test_what_is_no_number_of_a_deal_is_refused(number: object) -> None:
    answer = ask("compare", left="elfern", right="elfern", number=number)
    assert answer["error"]["code"] == "bad-number"
    assert "whole number from 0 to 4294967295" in answer["error"]["message"]


def test_the_greatest_number_can_be_searched_from() -> None:
    answer = lab.compare("elfern+tie-hold", "elfern", comparing.MOST_NUMBER, tries=5)
    assert (answer["number"], answer["tried"]) == (comparing.MOST_NUMBER, 1)


def test_both_seats_are_played_by_the_player_from_what_it_may_see() -> None:
    chosen = ruleset("elfern+trump(S)+must-win-throughout")
    game = comparing.played((chosen, chosen), 77)[0]
    rng = Shuffler(77)
    for index, card in enumerate(game.plays):
        seen = Game.of(chosen, game.deal, game.plays[:index])
        assert comparing.PLAYER.choose(view_for(seen, seen.state.to_play), rng) == card


# The bridge -----------------------------------------------------------------------------------


def session() -> str:
    """Give three records: sound, the lead of trick 1 led again, sound with a warning."""
    texts = [lab.compare("elfern", "elfern", n)["left"]["egn"] for n in (1, 2, 3)]
    first = re.search(r"^1\. . (..)", texts[1], re.MULTILINE)
    assert first
    lead = first[1]
    texts[1] = re.sub(r"^2\. .*$", f"2. {lead} C7", texts[1], flags=re.MULTILINE)
    texts[2] = texts[2].replace("[Date", '[Weather "fair"]\n[Date')
    return "\n".join(texts)


def test_check_tells_a_line_for_each_record() -> None:
    text = session()
    result = ask("check", text=text)["result"]
    assert result["form"] == "egn"
    first, second, third = result["records"]
    assert (first["ok"], first["errors"], first["warnings"], first["plays"]) == (True, 0, 0, 32)
    assert (second["ok"], second["errors"], second["plays"]) == (False, 1, 2)
    assert (third["ok"], third["warnings"]) == (True, 1)
    assert [one["line"] for one in result["records"]] == [
        number for number, line in enumerate(text.split("\n"), 1) if line == "%egn 1"
    ]


def test_replay_of_one_record_is_that_of_the_whole_text() -> None:
    text = session()
    whole = ask("replay", text=text)["result"]["records"]
    for index, expected in enumerate(whole):
        (one,) = ask("replay", text=text, only=index)["result"]["records"]
        egn = one.pop("egn")
        assert one == expected
        if one["ok"]:
            assert (
                loads(egn)[0].plays
                == loads(text.split("\n\n%egn 1")[0] if not index else egn)[0].plays
            )
        else:
            assert [len(record.plays) for record in loads(egn)] == [2]
            assert one["frames"]["steps"][-1]["address"] == "1/reply"


@pytest.mark.parametrize("only", [-1, 3, "0", 1.5])
def test_a_record_that_is_not_there(only: object) -> None:
    for op in ("replay", "convert"):
        answer = ask(op, text=session(), only=only, to="egn")
        assert answer["error"]["code"] == "no-record"


@pytest.mark.parametrize("form", ["egn", "json", "jsonl"])
def test_convert_writes_the_sound_records_and_counts_the_others(form: str) -> None:
    result = ask("convert", text=session(), to=form)["result"]
    assert (result["form"], result["count"], result["leftOut"]) == (form, 2, 1)
    again = ask("check", text=result["text"])["result"]
    assert again["form"] == form
    assert [one["ok"] for one in again["records"]] == [True, True]
    back = ask("convert", text=result["text"], to="egn")["result"]["text"]
    assert back == ask("convert", text=session(), to="egn")["result"]["text"]


def test_convert_refuses_what_cannot_be() -> None:
    assert ask("convert", text=session(), to="json", only=1)["error"]["code"] == "nothing-sound"
    assert ask("convert", text="", to="egn")["error"]["code"] == "nothing-sound"
    assert "no form “pdf”" in ask("convert", text=session(), to="pdf")["error"]["message"]


def test_bytes_are_read_as_a_file_is() -> None:
    """A file that is not UTF-8 is refused at its place."""
    answer = ask("check", base64="JWVnbiAxClvkCg==")  # %egn 1, then [ and a Latin-1 letter
    assert answer["error"]["code"] == "not-utf8"
    assert (answer["error"]["finding"]["line"], answer["error"]["finding"]["column"]) == (2, 2)
    assert answer["error"]["finding"]["found"] == "byte E4"
    assert ask("check", base64="no base64!")["error"]["code"] == "bad-request"


def test_describe_and_catalogue_through_the_bridge() -> None:
    assert ask("catalogue", lang="de")["result"] == lab.catalogue("de")
    assert ask("describe", expression="Elfern")["result"] == lab.describe("elfern")
    refused = ask("describe", expression="elfern+trump")["error"]
    assert (refused["code"], refused["names"]) == ("bad-parameter", ["trump"])
