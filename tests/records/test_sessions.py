"""Rounds of a session checked against each other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from elfern_core.records import dumps, loads, read
from elfern_core.records import json as records_json
from elfern_core.slate import running

if TYPE_CHECKING:
    from pathlib import Path

ROUND = """\
%egn 1
[Rules "elfern"]
[Source "constructed"]
[Date "2026-11-29"]
[Session "evening"]
[Round "{round}"]
[Forehand "{forehand}"]
[Dealer "{dealer}"]
{held}[Hands "F: SA / D: SK"]
[Stock ""]
[Fragment "16"]
[Leader "F"]
[Won "{won}"]
[Result "{result}"]
[GamePoints "{points}"]

16. F SA SK  F 2
{result}
"""


def deal(number: int, forehand: str, dealer: str, won: int, points: str, held: int = 0) -> str:
    """Write a round of one trick: forehand had `won` honours and takes two more."""
    return ROUND.format(
        round=number,
        forehand=forehand,
        dealer=dealer,
        held=f'[Held "{held}"]\n' if held else "",
        won=f"{won}-{18 - won}",
        result=f"{won + 2}-{18 - won}",
        points=points,
    )


def evening(*rounds: str, rules: str = "elfern") -> str:
    return "\n".join(rounds).replace('[Rules "elfern"]', f'[Rules "{rules}"]')


def codes(text: str) -> list[tuple[str, str, str]]:
    return [(f.code, f.found, f.expected) for checked in read(text) for f in checked.findings]


WON = deal(1, "Anna", "Karl", 9, "1-0")
TIED = deal(1, "Anna", "Karl", 8, "0-0")


def test_the_winner_deals_next() -> None:
    assert codes(evening(WON, deal(2, "Karl", "Anna", 9, "1-0"))) == []
    assert codes(evening(WON, deal(2, "Anna", "Karl", 9, "1-0"))) == [
        ("wrong-dealer", "Karl", "Anna")
    ]


@pytest.mark.parametrize(
    ("rules", "dealer"),
    [("elfern", "Anna"), ("elfern+loser-deals", "Karl"), ("elfern+alternate-deal", "Anna")],
)
def test_who_deals_is_a_matter_of_the_ruleset(rules: str, dealer: str) -> None:
    other = {"Anna": "Karl", "Karl": "Anna"}
    for name in ("Anna", "Karl"):
        second = deal(2, other[name], name, 9, "1-0")
        right = name == dealer
        assert (codes(evening(WON, second, rules=rules)) == []) == right


def test_after_a_tie_a_lot_decides() -> None:
    for names in (("Anna", "Karl"), ("Karl", "Anna")):
        assert codes(evening(TIED, deal(2, *names, 9, "2-0", held=1))) == []


@pytest.mark.parametrize(
    ("rules", "held", "points"),
    [
        ("elfern", [1, 0], "0-0"),
        ("elfern+tie-hold", [1, 1], "2-0"),
        ("elfern+tie-accumulate", [1, 2], "3-0"),
        ("elfern+tie-doubles", [1, 2], "2-0"),
        ("elfern+tie-void", [0, 0], "1-0"),
    ],
)
def test_what_a_tie_leaves(rules: str, held: list[int], points: str) -> None:
    second = deal(2, "Anna", "Karl", 8, "0-0", held=held[0])
    base = 1 if rules == "elfern" else int(points[0])
    third = deal(3, "Anna", "Karl", 9, f"{base}-0", held=held[1])
    assert codes(evening(TIED, second, third, rules=rules)) == []
    wrong = deal(2, "Anna", "Karl", 8, "0-0", held=1 - min(held[0], 1))
    found = codes(evening(TIED, wrong, rules=rules))
    assert found[0][0] in {"wrong-held", "bad-held"}


def test_nothing_is_held_before_the_first_round() -> None:
    assert codes(deal(1, "Anna", "Karl", 9, "2-0", held=1)) == [("wrong-held", "1", "0")]
    # A session may be told from a later round on.
    assert codes(deal(4, "Anna", "Karl", 9, "2-0", held=1)) == []


def test_rounds_count_up() -> None:
    assert codes(evening(WON, deal(3, "Karl", "Anna", 9, "1-0"))) == [("wrong-round", "3", "2")]
    assert codes(evening(WON, WON)) == [("wrong-round", "1", "2")]


def test_sessions_do_not_disturb_each_other() -> None:
    other = WON.replace("evening", "morning")
    lone = re.sub(r"\[(Session|Round) [^\]]*\]\n", "", WON)
    second = deal(2, "Karl", "Anna", 9, "1-0")
    assert codes(evening(WON, other, lone, second, second.replace("evening", "morning"))) == []


def test_players_and_ruleset_stay() -> None:
    assert codes(evening(WON, deal(2, "Karl", "Otto", 9, "1-0"))) == [
        ("session-players", "Karl and Otto", "Anna and Karl")
    ]
    second = deal(2, "Karl", "Anna", 9, "1-0").replace('"elfern"', '"elfern+tie-void"')
    assert codes(evening(WON, second)) == [("session-rules", "elfern+tie-void", "elfern")]
    assert codes(evening(WON, deal(2, "?", "Anna", 9, "1-0"))) == [], "unknown is not wrong"


def test_a_faulty_round_does_not_make_the_next_one_faulty() -> None:
    faulty = WON.replace("SA SK  F 2", "SA SK  D 2")
    assert [one[0] for one in codes(evening(faulty, deal(2, "Anna", "Karl", 9, "1-0")))] == [
        "wrong-winner"
    ]


def test_a_lot_is_drawn_only_where_it_decides() -> None:
    lot = '[Lot "F: C7 / D: CA"]\n'
    second = deal(2, "Karl", "Anna", 9, "1-0").replace("[Hands", lot + "[Hands")
    assert codes(evening(WON, second)) == [("bad-lot", "Lot", "no lot")]
    second = deal(2, "Karl", "Anna", 9, "2-0", held=1).replace("[Hands", lot + "[Hands")
    assert codes(evening(TIED, second)) == []


def test_a_file_cut_between_records_gives_two_valid_files(root: Path) -> None:
    text = (root / "tests/records/vectors/sessions.egn").read_text(encoding="utf-8")
    starts = [match.start() for match in re.finditer("^%egn", text, re.MULTILINE)]
    for start in starts[1:]:
        first, second = loads(text[:start]), loads(text[start:])
        assert first + second == loads(text)


def test_sessions_in_json_are_checked_too(root: Path) -> None:
    text = (root / "tests/records/vectors/sessions.egn").read_text(encoding="utf-8")
    lines = records_json.dumps(loads(text), lines=True)
    assert dumps(records_json.loads(lines)) == text
    spoiled = lines.replace('"round": 2', '"round": 5', 1)
    assert [f.code for checked in read(spoiled) for f in checked.findings][:1] == ["wrong-round"]
    finding = next(f for checked in read(spoiled) for f in checked.findings)
    assert (finding.line, finding.found) == (2, "5")


def test_the_slate_follows_the_rounds(root: Path) -> None:
    text = (root / "tests/records/vectors/sessions.egn").read_text(encoding="utf-8")
    sums: dict[str, dict[str, int]] = {}
    for checked, slate in running(read(text)):
        record = checked.record
        assert slate is not None
        assert record.game_points is not None
        tally = sums.setdefault(record.session, {})
        names = (record.forehand, record.dealer)
        assert slate.before == tuple(tally.get(name, 0) for name in names)
        for name, points in zip(names, record.game_points, strict=True):
            tally[name] = tally.get(name, 0) + points
        assert slate.after == tuple(tally[name] for name in names)
    assert len(sums) == 3
