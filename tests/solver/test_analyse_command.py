"""`elfern analyse` and the bridge's `analyse`: the same values in sentences, JSON and comments."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elfern_core import bridge
from elfern_core.analysis import LIVE_LIMITS, commented, judge, told
from elfern_core.cards import CODES, card
from elfern_core.frames import frames
from elfern_core.records import dumps, read
from elfern_core.solver import Limits, solve
from tests.commands import Run
from tests.solver.second_opinion import memo

if TYPE_CHECKING:
    from collections.abc import Iterator

FRAGMENT = """%egn 1
[Id "spent-king"]
[Title "A king spent"]
[Rules "elfern"]
[Source "constructed"]
[Date "?"]
[Forehand "?"]
[Dealer "?"]
[Hands "F: CQ CT D7 / D: CK C9 SA"]
[Stock ""]
[Fragment "14"]
[Leader "F"]
[Won "9-7"]
[Result "12-8"]

14. F CT C9  F 1
15. F D7 SA  F 1
(a 15. F CQ CK  D 2
16. D SA D7  D 1 )
16. F CQ CK  D 2
*
"""
RECORDS = Path(__file__).parents[1] / "browser" / "records"


def fragment() -> str:
    """Give a record whose result follows from its tricks, as the engine completes it."""
    text = FRAGMENT.replace('[Result "12-8"]\n', '[Result "*"]\n')
    (checked,) = read(text)
    assert checked.game is not None
    points = "-".join(map(str, checked.game.state.points))
    (checked,) = read(text.replace('[Result "*"]', f'[Result "{points}"]').replace("\n*", ""))
    return dumps(checked.record)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


def late_tricks() -> str:
    return (RECORDS / "late-tricks.egn").read_text(encoding="utf-8")


def stopped(text: str, tricks: int) -> str:
    """Give a record as it would stand after so many of its tricks."""
    head, _, played = text.partition("\n\n")
    head = re.sub(r'\[GamePoints "[^"]*"\]\n?', "", head).rstrip()
    head = re.sub(r'\[Result "[^"]*"\]', '[Result "*"]', head)
    lines = [line for line in played.splitlines() if re.match(r"\d+\. ", line)]
    return "\n".join([head, "", *lines[:tricks], "*", ""])


def ask(**request: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(bridge.call(json.dumps({"op": "analyse", **request})))
    return answer


# --- the command ---------------------------------------------------------------------------------


def test_json_has_one_object_a_card_with_the_value_of_every_legal_card(run: Run) -> None:
    assert run("analyse", "--json", RECORDS / "late-tricks.egn") == 0
    lines = [json.loads(line) for line in run.out.splitlines()]
    (checked,) = read(late_tricks())
    assert checked.game is not None
    assert [list(one) for one in lines] == [["id", "trick", "seat", "card", "values"]] * 16
    assert [card(one["card"]) for one in lines] == list(checked.game.plays)
    for one, state in zip(lines, checked.game.states, strict=False):
        assert list(one["values"]) == [CODES[legal] for legal in state.legal()]
        assert one["id"] == "late-tricks"
        for played, value in one["values"].items():
            # Another route: the position after the card, solved by itself.
            result = solve(state.play(card(played)), each=False, line=False)
            assert result.value is not None
            assert value == result.forehand(result.value)
    assert lines[-1]["values"] == {"H7": 9}


def test_json_of_several_records_follows_their_order_under_other_card_points_too(run: Run) -> None:
    """Every record of every file in turn; values are card points where cards count otherwise."""
    other = FRAGMENT.replace('"elfern"', '"elfern+ace-ten"').replace("spent-king", "other-points")
    other = other.replace('"9-7"', '"44-48"').replace('"12-8"', '"65-55"').replace("\n*", "")
    # What each trick brought is counted otherwise; it may be left out.
    other = re.sub(r"  [FD] \d+", "", other)
    (checked,) = read(other)
    assert checked.game is not None, checked.findings
    stdin = fragment() + "\n" + other
    assert run("analyse", "--json", "-", RECORDS / "late-tricks.egn", stdin=stdin) == 0, run.err
    lines = [json.loads(line) for line in run.out.splitlines()]
    ids = [one["id"] for one in lines]
    assert ids == ["spent-king"] * 6 + ["other-points"] * 6 + ["late-tricks"] * 16
    for one, state in zip(lines[6:12], checked.game.states, strict=False):
        for played, value in one["values"].items():
            following = state.play(card(played))
            assert value == following.points[0] + memo(following, {})
    assert max(value for one in lines[6:12] for value in one["values"].values()) > 20


def test_sentences_name_what_costs_and_what_was_better(run: Run) -> None:
    assert run("analyse", RECORDS / "late-tricks.egn") == 0
    lines = run.out.splitlines()
    assert lines[:2] == [
        "From the ninth trick on",
        "With all cards seen, from trick 9 on (16 of 16 cards):",
    ]
    at = lines.index("Trick 15. Dealer plays eight of diamonds; Forehand ends with 9 honours.")
    assert lines[at + 1] == (
        "  Dealer’s eight of diamonds costs one honour, with all cards seen; "
        "best was: seven of hearts."
    )
    assert lines[at + 2].startswith("  One best line: seven of hearts, ")
    assert lines[-1] == "Cost in all: Forehand 2 honours, Dealer 5 honours."
    assert sum(line.startswith("Trick ") for line in lines) == 16
    assert run("analyse", "--lang", "de", "--pack", "german", "-", stdin=late_tricks()) == 0
    assert "Geber: Schellen-Acht kostet, alle Karten gesehen, eine Figur" in run.out
    assert not re.search(r"\{|\$", run.out)


def test_nodes_say_how_far_back_it_goes(run: Run) -> None:
    counts = []
    for nodes in ("0", "40", "20000"):
        assert run("analyse", "--json", "--nodes", nodes, "-", stdin=late_tricks()) == 0
        counts.append(len(run.out.splitlines()))
    assert counts[0] < counts[1] < counts[2] == 16
    assert run("analyse", "-", stdin=stopped(late_tricks(), 0)) == 0
    assert run.out.splitlines()[-1].startswith("No card of this record could be judged")


def test_comments_stand_at_the_cards_that_cost_and_once_only(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "told.egn"
    assert run("analyse", "--comments", "-o", out, "-", stdin=late_tricks()) == 0
    assert run.out == ""
    text = out.read_text(encoding="utf-8")
    (checked,) = read(text)
    assert checked.ok, checked.findings
    assert checked.game is not None
    costly = {(one.trick, one.seat) for one in judge(checked.game) if one.cost}
    said = set()
    for trick, played in zip(checked.record.tricks, checked.game.tricks, strict=True):
        for seat, comments in (
            (played.leader, trick.lead_comments),
            (1 - played.leader, trick.reply_comments),
        ):
            if any("with all cards seen" in comment for comment in comments):
                said.add((trick.number, seat))
    assert said == costly != set()
    assert "{Forced: the dealer must follow.}" in text
    assert run("analyse", "--comments", out) == 0
    assert run.out == text, "the same again adds nothing"


def test_comments_reach_into_branches() -> None:
    (checked,) = read(fragment())
    assert checked.ok, checked.findings
    record = commented(checked)
    branch = record.tricks[1].branches[0]
    told_here = told(checked)
    for trick in branch.tricks:
        for part, comments in (("lead", trick.lead_comments), ("reply", trick.reply_comments)):
            cost = told_here["steps"][f"15a.{trick.number}/{part}"]["cost"]
            assert len(comments) == (1 if cost else 0)
    assert any(one["cost"] for at, one in told_here["steps"].items() if at.startswith("15a."))


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("none.egn",),
        ("--json", "--comments", "-"),
        ("-o", "x.egn", "-"),
        ("--nodes", "-1", "-"),
        ("--nodes", "many", "-"),
    ],
)
def test_a_wrong_call_is_refused_with_a_sentence(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("analyse", *arguments) == 2
    assert run.out == ""
    assert run.err.strip()


def test_a_faulty_record_is_told_of_and_its_beginning_analysed(run: Run, tmp_path: Path) -> None:
    faulty = late_tricks().replace("15. D D8 DT", "15. D D8 CA")
    assert run("analyse", "--json", "-", stdin=faulty) == 1
    assert re.match(r"-:\d+:\d+: ", run.err)
    lines = [json.loads(line) for line in run.out.splitlines()]
    assert lines[-1]["trick"] == 15
    assert lines[-1]["card"] == "D8"
    out = tmp_path / "told.egn"
    assert run("analyse", "--comments", "-o", out, "-", stdin=faulty) == 1
    assert "nothing was written" in run.err
    assert not out.exists()
    assert run("analyse", "-", stdin=late_tricks().replace("F: CQ CJ", "F: CQ CQ")) == 1
    assert run.out == ""


def test_help_names_the_forms_and_fits_a_terminal(run: Run) -> None:
    assert run("analyse", "--help") == 0
    for part in ("--json", "--comments", "--nodes", "all cards"):
        assert part in run.out
    assert all(len(line) <= 79 for line in run.out.splitlines())


# --- the bridge ----------------------------------------------------------------------------------


def steps_of(made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    todo = [made]
    while todo:
        line = todo.pop()
        yield from line["steps"]
        todo += line["branches"]


def test_bridge_tells_of_every_step_within_reach_by_its_address() -> None:
    text = fragment()
    answer = ask(text=text)
    assert answer["ok"], answer
    result = answer["result"]
    (checked,) = read(text)
    assert checked.game is not None
    made = frames(checked)
    played = {step["address"]: step for step in steps_of(made) if step["card"]}
    assert set(result["steps"]) == set(played)
    assert result["from"] == {"address": "14/lead", "trick": 14}
    assert (result["plays"], result["judged"]) == (6, 6)
    assert (result["unit"], result["total"]) == ("honours", 20)
    judged = judge(checked.game, LIVE_LIMITS)
    main = [one for at, one in result["steps"].items() if "." not in at]
    for one, mine in zip(main, judged, strict=True):
        assert (one["before"], one["after"], one["cost"]) == (mine.before, mine.after, mine.cost)
        assert one["best"] == [CODES[best] for best in mine.best]
        assert one["line"][0] in one["best"]
        assert bool(one["text"]) == (one["cost"] > 0)
    assert result["ahead"] == {}
    for address, one in result["steps"].items():
        assert ("{" + played[address]["card"] + "}" in (one["text"] or "")) == (one["cost"] > 0)


def test_bridge_tells_what_is_best_where_the_record_stops() -> None:
    result = ask(text=stopped(fragment(), 1))["result"]
    assert list(result["ahead"]) == ["14/reply"]
    ahead = result["ahead"]["14/reply"]
    assert ahead["value"] == result["steps"]["14/reply"]["after"]
    assert ahead["line"][0] in ahead["best"]
    assert len(ahead["line"]) == 4
    empty = ask(text=stopped(fragment(), 0))["result"]
    assert empty["from"] is None
    assert list(empty["ahead"]) == ["0"]


def test_bridge_answers_in_german_and_says_what_is_wrong() -> None:
    result = ask(text=late_tricks(), lang="de")["result"]
    assert result["steps"]["15/lead"]["text"] == (
        "Geber: {D8} kostet, alle Karten gesehen, eine Figur; am besten war: {H7}."
    )
    assert not ask(text=late_tricks(), lang="fr")["ok"]
    twice = late_tricks().replace("F: CQ CJ", "F: CQ CQ")
    assert ask(text=twice)["error"]["code"] not in {"", "bad-request"}
    assert not ask(text="")["ok"]
    assert ask(text=late_tricks(), only=3)["error"]["code"] == "no-record"


def test_a_fragment_whose_earlier_tricks_are_unknown_says_so(run: Run) -> None:
    text = stopped(late_tricks(), 8).replace('[Won "2-9"]\n', "")
    result = ask(text=text)["result"]
    assert "this fragment alone" in result["note"]
    assert ask(text=late_tricks())["result"]["note"] is None
    last = result["steps"]["16/reply"]["after"]
    assert last == ask(text=late_tricks())["result"]["steps"]["16/reply"]["after"] - 2
    assert run("analyse", "-", stdin=text) == 0
    assert result["note"] in run.out.splitlines()


def test_what_is_beyond_the_limits_is_said() -> None:
    (checked,) = read((RECORDS / "whole.egn").read_text(encoding="utf-8"))
    result = told(checked, limits=Limits(nodes=400, entries=20_000))
    assert 0 < result["judged"] < result["plays"] == 32
    first = next(iter(result["steps"]))
    assert result["from"]["address"] == first
    assert result["from"]["trick"] == int(first.partition("/")[0]) > 1
