"""The engine still plays the stored deals as it did, and the oracle plays them so, too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests import oracle, playthroughs

if TYPE_CHECKING:
    from pathlib import Path

FILES = sorted(playthroughs.FOLDER.glob("*.txt"))


def test_there_is_one_for_each_game_and_variant() -> None:
    """The folder holds these files and no others."""
    wanted = {playthroughs.file_of(rules).name for rules in playthroughs.RULESETS}
    assert {path.name for path in FILES} == wanted


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_engine_plays_it_as_stored(path: Path) -> None:
    """Views, legal lists, totals, reasons: the text written anew is the text on file."""
    text = path.read_text(encoding="utf-8")
    assert playthroughs.write(playthroughs.read(text)) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_stored_is_what_the_oracle_says(path: Path) -> None:
    """A wrong playthrough cannot be stored: turns, phases, points, stock, legal cards, the end."""
    text = path.read_text(encoding="utf-8")
    stored = playthroughs.read(text)
    rules = oracle.switches(stored.rules)
    table = oracle.deal(rules, stored.pack)
    places = re.findall(
        r"^(\d+)/(\w+) ([FD]), phase (\d), points (\d+)-(\d+), stock (.*)$", text, re.MULTILINE
    )
    legal = re.findall(r"^  ([FD]) may play (.*)$", text, re.MULTILINE)
    holdings = re.findall(r"^  ([FD]) holds ([^;]*);", text, re.MULTILINE)
    assert len(places) == len(legal) == len(stored.plays) == 32
    for number, card in enumerate(stored.plays):
        assert list(places[number]) == [
            str(table.trick),
            "lead" if table.lead is None else "reply",
            table.to_play(),
            str(table.phase()),
            str(table.points["F"]),
            str(table.points["D"]),
            " ".join(table.stock) or "-",
        ]
        seat, cards = legal[number]
        assert (seat, sorted(cards.split())) == (table.to_play(), sorted(table.legal()))
        for seat, cards in holdings[2 * number : 2 * number + 2]:
            assert sorted(cards.replace("-", "").split()) == sorted(table.hands[seat])
        table.play(card)
    result = oracle.outcome(rules, table.points["F"], table.points["D"], stored.held)
    following = oracle.next_dealer(rules, "D", "F", result.winner) or "by lot"
    assert text.endswith(
        f"end, points {table.points['F']}-{table.points['D']}, game points "
        f"{result.game_points['F']}-{result.game_points['D']}, held {result.held_after}, "
        f"next dealer {following}\n"
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_variant_makes_a_difference_in_it(path: Path) -> None:
    """Under the base game the same cards are not legal, win otherwise or score otherwise."""
    stored = playthroughs.read(path.read_text(encoding="utf-8"))
    base = stored.rules.split("+", maxsplit=1)[0]
    told = playthroughs.course(stored.rules, stored.pack, stored.plays, stored.held)
    if stored.rules != base:
        assert told != playthroughs.course(base, stored.pack, stored.plays, stored.held)
    assert len(told) == 1 + 3 * 32 + 2
