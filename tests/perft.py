"""Counts of lines of play, divided by first card, as the slow oracle counts them.

``python -m tests.perft`` counts everything anew and writes ``tests/engine/perft/*.txt``, one file
for each ruleset whose play differs. The test plays the same lines with the engine.

A count alone would not tell who wins tricks where suits do not bind, so each line stands with the
sum of forehand's card points over all its ends.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests import oracle

FOLDER = Path(__file__).with_name("engine") / "perft"

RULESETS = [
    "elfern",
    "elfern+hand(1)",
    "elfern+hand(2)",
    "elfern+hand(3)",
    "elfern+hand(4)",
    "elfern+hand(5)",
    "elfern+ace-ten",
    "elfern+trump(C)",
    "elfern+trump(S)",
    "elfern+trump(H)",
    "elfern+trump(D)",
    "elfern+turn-up-trump",
    "elfern+seven-beats-ace",
    "elfern+seven-takes-led-ace",
    "elfern+next-rank-any-suit",
    "elfern+must-win",
    "elfern+must-win-throughout",
    "elfern+ace-ten+next-rank-any-suit",
    "elfern+ace-ten+trump(S)+must-win-throughout",
    "elfern+turn-up-trump+seven-beats-ace+must-win",
    "elfern+trump(D)+seven-takes-led-ace+must-win-throughout",
    "elfern+seven-beats-ace+next-rank-any-suit",
    "bohemian-schneider",
    "bohemian-schneider+seven-beats-ace",
    "bohemian-schneider+seven-takes-led-ace",
    "bohemian-schneider+next-rank-any-suit",
    "bohemian-schneider+highest-wins",
    "bohemian-schneider+seven-beats-ace+highest-wins",
]


@dataclass
class Position:
    """A deal that begins in the middle, the depth, and the counts by first card."""

    rules: str
    forehand: list[str]
    dealer: list[str]
    stock: list[str]
    trump: str | None
    leader: str
    depth: int
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)

    def table(self) -> oracle.Table:
        """The oracle's table."""
        hands = {"F": list(self.forehand), "D": list(self.dealer)}
        rules = oracle.switches(self.rules)
        return oracle.Table(rules, hands, list(self.stock), self.trump, self.leader)


CLOSED = [
    # Sevens beside aces, neighbours in rank, honours low and high, voids on both sides.
    ("CA CT SK H7 D9", "C7 SA HA DT D8", "F"),
    ("HJ H9 SQ S8 D7", "HQ HT SJ DA D9", "D"),
]
OPEN = [
    # One and two draws before the second phase.
    ("CA CT SK H7 D9 HQ", "C7 SA HA DT D8 HJ", "SQ CJ", "F", 6),
    ("CA CT SK H7 D9 HQ", "C7 SA HA DT D8 HJ", "SQ CJ DK S7", "D", 5),
]


def positions(rules: str) -> list[Position]:
    """The positions counted for a ruleset, hands cut to its size."""
    switches = oracle.switches(rules)
    found: list[Position] = []
    for forehand, dealer, leader in CLOSED:
        size = min(5, switches.hand)
        hands = forehand.split()[:size], dealer.split()[:size]
        found.append(Position(rules, *hands, [], trump(switches, []), leader, 2 * size))
    for forehand, dealer, stock_text, leader, depth in OPEN:
        size = switches.hand
        hands = forehand.split()[:size], dealer.split()[:size]
        stock = stock_text.split()
        cards = len(hands[0]) + len(hands[1]) + len(stock)
        depth = min(cards, depth if size > 4 else 8)  # noqa: PLW2901
        found.append(Position(rules, *hands, stock, trump(switches, stock), leader, depth))
    return found


def trump(switches: oracle.Switches, stock: list[str]) -> str | None:
    """The trump suit: fixed, or that of the last card; diamonds where it has been drawn."""
    if switches.trump == "none":
        return None
    if switches.trump == "turned up":
        return stock[-1][0] if stock else "D"
    return switches.trump


def file_of(rules: str) -> Path:
    """Where the counts of a ruleset stand."""
    return FOLDER / (rules.replace("+", "_").replace("(", "-").replace(")", "") + ".txt")


def write(rules: str) -> str:
    """The text of a file, counted by the oracle."""
    blocks = []
    for position in positions(rules):
        counts = oracle.divide(position.table(), position.depth)
        lines = sum(number for number, _ in counts.values())
        points = sum(sums for _, sums in counts.values())
        blocks.append(
            "\n".join(
                [
                    f"rules {position.rules}",
                    f"forehand {' '.join(position.forehand)}",
                    f"dealer {' '.join(position.dealer)}",
                    f"stock {' '.join(position.stock) or '-'}",
                    f"trump {position.trump or '-'}",
                    f"leader {position.leader}",
                    f"depth {position.depth}",
                    *(f"{card} {number} {sums}" for card, (number, sums) in counts.items()),
                    f"all {lines} {points}",
                ]
            )
        )
    return "\n\n".join(blocks) + "\n"


def read(text: str) -> list[Position]:
    """The positions of a file with their counts."""
    found: list[Position] = []
    for block in text.strip().split("\n\n"):
        fields = dict(line.split(" ", maxsplit=1) for line in block.splitlines())
        counts: dict[str, tuple[int, int]] = {}
        for name, value in fields.items():
            if name in oracle.PACK or name == "all":
                count, total = value.split()
                counts[name] = int(count), int(total)
        found.append(
            Position(
                fields["rules"],
                fields["forehand"].split(),
                fields["dealer"].split(),
                fields["stock"].replace("-", "").split(),
                None if fields["trump"] == "-" else fields["trump"],
                fields["leader"],
                int(fields["depth"]),
                counts,
            )
        )
    return found


def main() -> int:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for rules in RULESETS:
        file_of(rules).write_text(write(rules), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
