"""Makes a release of the archive: `python -m tools.release DATE`.

It gets the next number, and a list of the records that it adds and changes. A record that is gone
stops it. Nothing is written with `--check`, which says what the next release would hold.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from site_plugins import releases
from site_plugins.archive import read_archive

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("date", help="date of the release, such as 2026-11-29")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    archive = read_archive(ROOT / "replays", ROOT)
    for fault in archive.faults:
        print(fault, file=sys.stderr)
    if archive.faults:
        return 1
    try:
        made = releases.read(ROOT).with_next(options.date, archive.entries.values())
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    last = made.releases[-1]
    added, changed = len(last.changes.added), len(last.changes.changed)
    print(f"release {last.version}: {last.records} records, {added} added, {changed} changed")
    if not options.check:
        (ROOT / releases.FILE).write_text(made.to_json(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
