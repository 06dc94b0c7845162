"""Stored playthroughs: what both seats see, what may be played and what is counted, card by card.

``python -m tests.playthroughs`` writes ``tests/engine/playthroughs/*.txt`` anew, one whole deal for
each game and each of its variants, chosen so that the variant makes a difference in it. Review the
difference before keeping it: the files are the engine's behaviour as it stands.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from pathlib import Path

from elfern_core.cards import card, cards_of, code
from elfern_core.catalogue import ruleset
from elfern_core.deal import SEATS, deal_pack
from elfern_core.explain import why_won
from elfern_core.game import Game
from elfern_core.scoring import next_dealer
from elfern_core.view import view_for
from tests import oracle
from tests.agreement import pick

FOLDER = Path(__file__).with_name("engine") / "playthroughs"

RULESETS = [
    f"{game}+{name}" + {"hand": "(3)", "trump": "(H)"}.get(name, "")
    for name, games in oracle.CATALOGUE.items()
    for game in games
]
RULESETS = [*oracle.BOTH, *RULESETS]


@dataclass(frozen=True)
class Playthrough:
    """All that a file is made from."""

    rules: str
    pack: list[str]
    plays: list[str]
    held: int

    def head(self) -> str:
        """The lines that say what is played."""
        return (
            f"rules {self.rules}\nheld {self.held}\npack {' '.join(self.pack)}\n"
            f"plays {' '.join(self.plays)}\n"
        )


def read(text: str) -> Playthrough:
    """What the head of a file says."""
    fields = dict(line.split(" ", 1) for line in text.split("\n\n", maxsplit=1)[0].splitlines())
    return Playthrough(
        fields["rules"], fields["pack"].split(), fields["plays"].split(), int(fields["held"])
    )


def file_of(rules: str) -> Path:
    """Where the playthrough of a ruleset stands."""
    return FOLDER / (rules.replace("+", "_").replace("(", "-").replace(")", "") + ".txt")


# --- choosing a deal, by the oracle ---------------------------------------------------------------


def course(rules: str, pack: list[str], plays: list[str], held: int) -> list[object]:
    """Everything that a ruleset decides in a deal, as far as the cards may be played."""
    switches = oracle.switches(rules)
    table = oracle.deal(switches, pack)
    told: list[object] = [table.trump]
    for text in plays:
        legal = sorted(table.legal())
        told += [table.to_play(), legal, dict(table.points)]
        if text not in legal:
            return told
        table.play(text)
    result = oracle.outcome(switches, table.points["F"], table.points["D"], held)
    told += [result, oracle.next_dealer(switches, "D", "F", result.winner)]
    return told


def choose(rules: str) -> Playthrough:
    """The first deal of a row in which the ruleset comes to something else than its base."""
    rng = random.Random(rules)
    base = rules.split("+", maxsplit=1)[0]
    while True:
        pack = list(oracle.PACK)
        rng.shuffle(pack)
        switches = oracle.switches(rules)
        table = oracle.deal(switches, pack)
        held = 1 if "+tie-" in rules and "void" not in rules else 0
        plays: list[str] = []
        while not table.over():
            plays.append(pick(rng, "even", table, table.legal()))
            table.play(plays[-1])
        if rules == base or course(rules, pack, plays, held) != course(base, pack, plays, held):
            return Playthrough(rules, pack, plays, held)


# --- what the engine says -------------------------------------------------------------------------


def texts(cards: object) -> str:
    """Cards (a mask or a row of them) as texts, a dash for none."""
    numbers = cards_of(cards) if isinstance(cards, int) else cards
    assert isinstance(numbers, tuple)
    return " ".join(code(number) for number in numbers) or "-"


def seen(game: Game, seat: int) -> str:
    """A seat's view on one line."""
    view = view_for(game, seat)
    turned = "" if view.turned is None else f", turned {code(view.turned)}"
    return (
        f"  {SEATS[seat]} holds {texts(view.hand)}; knows of the other "
        f"{texts(view.other_known)}; unseen {view.unseen.bit_count()}; stock {view.stock_left}"
        f"{turned}"
    )


def write(playthrough: Playthrough) -> str:
    """The text of a file, as the engine plays it."""
    found = ruleset(playthrough.rules)
    deal = deal_pack(found.rules, [card(text) for text in playthrough.pack])
    game = Game(found, deal, (), playthrough.held)
    lines = [playthrough.head()]
    for text in playthrough.plays:
        state = game.state
        seat = SEATS[state.to_play]
        place = "lead" if state.led < 0 else "reply"
        lines += [
            (
                f"{state.trick_number}/{place} {seat}, phase {state.phase}, points "
                f"{state.points[0]}-{state.points[1]}, stock {texts(state.rest)}"
            ),
            seen(game, 0),
            seen(game, 1),
            f"  {seat} may play {texts(state.legal())}",
        ]
        number = card(text)
        if state.led >= 0:
            reason = why_won(found, state, number)
            lines.append(f"  {seat} plays {text}: {reason.id}")
        else:
            lines.append(f"  {seat} plays {text}")
        game = game.play(number)
    result = game.outcome
    assert result is not None
    following = next_dealer(found.rules, result)
    lines += [
        (
            f"end, points {result.points[0]}-{result.points[1]}, game points "
            f"{result.game_points[0]}-{result.game_points[1]}, held {result.held_after}, "
            f"next dealer {'by lot' if following is None else SEATS[following]}"
        ),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for rules in RULESETS:
        file_of(rules).write_text(write(choose(rules)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
