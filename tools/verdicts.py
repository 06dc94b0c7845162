"""Works out what the solver says of every record and stores it: `python -m tools.verdicts`.

The build embeds what is stored under `replays/analysis/`, so that no build has to solve whole
deals. Only what is missing, was made of other cards or with less work is worked out anew.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elfern_core import verdicts
from elfern_core.analysis import LIVE_LIMITS
from elfern_core.holdings import read_holdings
from elfern_core.solver import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elfern_core.holdings import Holding
    from elfern_core.records import Checked

ROOT = Path(__file__).resolve().parents[1]
REPLAYS = ROOT / "replays"
ANALYSIS = REPLAYS / "analysis"
"""Where the verdicts are stored: a file for each folder of records."""
NODES = 20_000
"""Positions that may be looked into for each position of a record, if nothing else is asked for."""
CACHE = ROOT / ".cache" / "verdicts"
"""Where each verdict is kept as soon as it is there, so that a run broken off is not lost."""


def main() -> int:
    """Bring the stored verdicts up to date; with `--check` say whether they are."""
    parser = argparse.ArgumentParser(prog="python -m tools.verdicts", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if one is old")
    parser.add_argument(
        "--nodes", type=int, default=NODES, help="positions to look into for each of a record"
    )
    options = parser.parse_args()
    files = sorted(REPLAYS.rglob("*.egn"))
    holdings = read_holdings((path.relative_to(REPLAYS), path.read_bytes()) for path in files)
    for fault in holdings.faults:
        print(fault, file=sys.stderr)
    groups: dict[str, list[Holding]] = {}
    for entry in holdings.entries.values():
        groups.setdefault(entry.path.parts[0], []).append(entry)
    old = 0
    for name, entries in sorted(groups.items()):
        path = ANALYSIS / f"{name}.jsonl"
        known = read_stored(path)
        wanted = [entry for entry in entries if is_old(entry, known.get(entry.id), options.nodes)]
        old += len(wanted)
        if options.check:
            for entry in wanted:
                print(f"{entry.path}:{entry.line}: the verdicts on {entry.id} are missing or old")
            continue
        for number, entry in enumerate(wanted, 1):
            known[entry.id] = {**judged(entry.checked, limits(options.nodes)), "id": entry.id}
            print(f"\r{name}: {number} of {len(wanted)}", end="", file=sys.stderr, flush=True)
            if number % 50 == 0:
                _write(path, entries, known)
        _write(path, entries, known)
        print(f"\r{name}: {len(entries)} records", file=sys.stderr)
    return int(bool(options.check and old) or bool(holdings.faults))


def is_old(entry: Holding, stored: dict[str, Any] | None, nodes: int) -> bool:
    """Say whether a record's verdicts are missing, of other cards, or made with less work.

    Where every card was judged, more work changes nothing.
    """
    if stored is None or stored["digest"] != verdicts.digest(entry.checked):
        return True
    return stored["nodes"] < nodes and any(line["first"] for line in stored["lines"])


def limits(nodes: int) -> Limits:
    """Give the solver's limits for so many positions looked into."""
    return Limits(nodes=nodes, entries=20 * nodes)


def _write(path: Path, entries: Iterable[Holding], known: dict[str, dict[str, Any]]) -> None:
    """Write what is known of these records, and of no others."""
    ids = sorted(entry.id for entry in entries if entry.id in known)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    lines = (json.dumps(known[one], separators=(",", ":")) + "\n" for one in ids)
    part.write_text("".join(lines), encoding="utf-8")
    part.replace(path)


def read_stored(path: Path) -> dict[str, dict[str, Any]]:
    """Read a file of verdicts: id of a record → what is stored of it."""
    if not path.is_file():
        return {}
    return {one["id"]: one for one in map(json.loads, path.read_text("utf-8").splitlines())}


def judged(checked: Checked, bounds: Limits) -> dict[str, Any]:
    """Give the verdicts on a record, from the cache if they are there.

    Args:
        checked: the record, replayed.
        bounds: what each position may take.

    Returns:
        What `verdicts.packed` gives, and `nodes`, the positions that might be looked into.
    """
    # With the limits of the build it is the build's own cache.
    work = "live" if bounds == LIVE_LIMITS else f"{bounds.nodes}-{bounds.entries}"
    path = CACHE / work / f"{verdicts.digest(checked)}.json"
    if path.is_file():
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return kept | {"nodes": bounds.nodes}
    made = verdicts.work_out(checked, bounds) | {"nodes": bounds.nodes}
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(made, separators=(",", ":")), encoding="utf-8")
    part.replace(path)
    return made


if __name__ == "__main__":
    sys.exit(main())
