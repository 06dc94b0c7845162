"""The slate of a session on record: what each player has before and after each deal.

Rule sections: `slate`, `session`, `stander`. Held points are not chalked; they stand beside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elfern_core.deal import DEALER, FOREHAND

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from elfern_core.records.check import Checked


@dataclass(frozen=True, slots=True)
class Slate:
    """Game points on the slate around one deal, by the seats of that deal, forehand first."""

    names: tuple[str, str]
    """The players."""
    before: tuple[int, int]
    """Their game points before the deal."""
    after: tuple[int, int] | None
    """And after it; `None` if the deal has no result."""


def running(entries: Iterable[Checked]) -> Iterator[tuple[Checked, Slate | None]]:
    """Go through records in order and give each with its slate.

    Yields:
        The slate, if the record is a round of a session whose rounds before it, from the first,
        all came earlier here and have results; else `None`.
    """
    tallies: dict[str, tuple[int, dict[str, int]]] = {}
    for checked in entries:
        record = checked.record
        slate = None
        rounds, points = tallies.get(record.session, (0, {}))
        names = record.forehand, record.dealer
        known = "?" not in names and names[0] != names[1]
        if record.session and record.round == rounds + 1 and known:
            before = points.get(names[FOREHAND], 0), points.get(names[DEALER], 0)
            result = checked.game.outcome if checked.game else None
            after = None
            if result is not None:
                after = (
                    before[FOREHAND] + result.game_points[FOREHAND],
                    before[DEALER] + result.game_points[DEALER],
                )
                tally = {names[FOREHAND]: after[FOREHAND], names[DEALER]: after[DEALER]}
                tallies[record.session] = rounds + 1, points | tally
            slate = Slate(names, before, after)
        yield checked, slate
