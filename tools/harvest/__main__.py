"""`python -m tools.harvest`: write the engine's games anew from the lists, or pick more of them.

    python -m tools.harvest make                 write all records of replays/picks/
    python -m tools.harvest deals RULES NUMBER SEED DATE
    python -m tools.harvest session ID RULES FIRST SECOND --deals N | --target N  SEED DATE

`deals` and `session` look for games and add them to the lists; nothing that stands there is
ever changed, so ids stay. `make` writes what the lists say, always the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from elfern_core.catalogue import ruleset
from tools.harvest.choosing import choose_deals, choose_session
from tools.harvest.playing import SessionPick
from tools.harvest.recording import (
    DEALS,
    PICKS,
    SESSIONS,
    deal_files,
    read_deals,
    read_sessions,
    session_files,
    slug,
    write_list,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.harvest",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("make", help="write all records of the lists")
    deals = commands.add_parser("deals", help="look for deals and add them to the list")
    deals.add_argument("rules")
    deals.add_argument("number", type=int)
    deals.add_argument("seed", type=int)
    deals.add_argument("date")
    session = commands.add_parser("session", help="look for a session and add it to the list")
    session.add_argument("rules")
    session.add_argument("first")
    session.add_argument("second")
    session.add_argument("seed", type=int)
    session.add_argument("date")
    session.add_argument("--deals", type=int, default=0)
    session.add_argument("--target", type=int, default=0)
    session.add_argument("--tries", type=int, default=12)
    options = parser.parse_args()
    if options.command == "make":
        _write(DEALS, deal_files(read_deals()))
        _write(SESSIONS, session_files(read_sessions()))
    elif options.command == "deals":
        add_deals(options.rules, options.number, options.seed, options.date)
    else:
        add_session(options)
    return 0


def _write(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files:
        # The site may be building: a file is there whole or not at all.
        part = folder / f"{name}.part"
        part.write_text(text, encoding="utf-8")
        part.replace(folder / name)
        print(folder.name, name, file=sys.stderr, flush=True)


def add_deals(rules: str, number: int, seed: int, date: str) -> None:
    """Look for deals of a ruleset and add them to the list."""
    path = PICKS / "deals.csv"
    known = read_deals(path) if path.is_file() else []
    rules = ruleset(rules).expression
    before = sum(pick.rules == rules for pick in known)
    seeds = {pick.seed for pick in known if pick.rules == rules}
    chosen = [pick for pick in choose_deals(rules, number, seed, date) if pick.seed not in seeds]
    named = [
        pick._replace(id=f"deal-{slug(rules)}-{before + place:03}")
        for place, pick in enumerate(chosen, 1)
    ]
    write_list(path, [*known, *named])
    print(f"{rules}: {len(named)} deals", file=sys.stderr, flush=True)


def add_session(options: argparse.Namespace) -> None:
    """Look for a session and add it to the list."""
    path = PICKS / "sessions.csv"
    known = read_sessions(path) if path.is_file() else []
    rules = ruleset(options.rules).expression
    number = 1 + sum(pick.rules == rules for pick in known)
    asked = SessionPick(
        f"session-{slug(rules)}-{number}",
        rules,
        options.first,
        options.second,
        options.deals,
        options.target,
        options.seed,
        options.date,
    )
    write_list(path, [*known, choose_session(asked, options.tries)])
    print(f"{rules}: a session", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
