"""`elfern study`: many deals played by computer players, as a table of deals and as figures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from elfern_core.command._deal import seed
from elfern_core.command._parsing import Commands, command
from elfern_core.command._study_store import Store
from elfern_core.command._study_words import told
from elfern_core.command._terminal import FINE, CommandError, put, say, warn
from elfern_core.players import PLAYERS
from elfern_core.study import Plan, Study, catalogue_rulesets, run
from elfern_core.study.rows import dictionary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from typing import Any

_MOST_DEALS = 1_000_000_000
_MOST_JOBS = 1024
_WIDTH = 30
_EPILOG = """\
Each deal is played under every ruleset named, by every pair of players, and
compared with the same deal under the game without variants. --match plays
every deal from both seats and tells how many pairs of deals were won. The
same plan gives the same table, byte for byte, on one machine or on many.

--output writes a table with one row for every deal, ruleset and pair, and
beside it FILE.json, which says what the columns hold and which plan is
followed. The same command goes on where an interrupted one stood; a file of
another plan is left alone. --figures writes shares and means with their 99 %
intervals as JSON.

--cluster plays on a Dask cluster (extra "cluster"), --output FILE.parquet
writes Parquet (extra "parquet").

examples:
  elfern study --deals 2000
  elfern study --rules elfern elfern+must-win --deals 10000 --jobs 4 \\
      --output deals.csv --figures figures.json
  elfern study --match strong beginner --deals 100 --no-compare
  elfern study --catalogue --deals 100000 --cluster tcp://10.0.0.5:8786 \\
      --output deals.parquet
"""


def add(commands: Commands) -> None:
    """Add the command."""
    made = command(commands, "study", "play many deals and count", _EPILOG, run_study)
    what = made.add_argument_group("what is played")
    rules = what.add_mutually_exclusive_group()
    rules.add_argument(
        "--rules", nargs="+", default=["elfern"], metavar="RULESET", help="elfern by default"
    )
    rules.add_argument(
        "--catalogue", action="store_true", help="both games, and each with each variant alone"
    )
    what.add_argument(
        "--pair",
        nargs=2,
        action="append",
        choices=PLAYERS,
        metavar=("FOREHAND", "DEALER"),
        help="players by their seats; beginner beginner by default",
    )
    what.add_argument(
        "--match",
        nargs=2,
        action="append",
        choices=PLAYERS,
        metavar=("ONE", "TWO"),
        help="players who change seats: every deal twice",
    )
    what.add_argument(
        "--deals", type=_number(_MOST_DEALS), default=1000, metavar="N", help="1000 by default"
    )
    what.add_argument("--seed", type=seed, default=1, metavar="N", help="1 by default")
    what.add_argument(
        "--no-compare", action="store_true", help="do not compare with the game without variants"
    )
    what.add_argument(
        "--solve", action="store_true", help="solve each deal with all cards seen; seconds a deal"
    )
    where = made.add_argument_group("where").add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=_number(_MOST_JOBS), default=1, metavar="N", help="so many processes here"
    )
    where.add_argument("--cluster", metavar="ADDRESS", help="on a Dask cluster: its scheduler")
    out = made.add_argument_group("what is written")
    out.add_argument("-o", "--output", metavar="FILE", help="table, FILE.csv or FILE.parquet")
    out.add_argument("--figures", metavar="FILE", help="figures as JSON; - for the output")
    out.add_argument("-q", "--quiet", action="store_true", help="no progress and no summary")
    out.add_argument(
        "--dictionary", action="store_true", help="print what the columns hold, and end"
    )


def run_study(options: argparse.Namespace) -> int:
    """Play the study and give the exit code."""
    if options.dictionary:
        say(json.dumps(dictionary(), indent=1, ensure_ascii=False))
        return FINE
    plan = _plan(options)
    study = Study(plan)
    store = None
    if options.output is not None:
        store = Store(options.output, plan, options.installed)
        for rows in store.begin():
            study.add(rows)
    done = store.deals if store else 0
    progress = _Progress(plan, quiet=options.quiet)
    try:
        if done < plan.deals:
            with _workers(options) as (executor, ahead):
                progress.show(done)
                for rows in run(plan, executor, done=done, ahead=ahead):
                    if store:
                        store.add(rows)
                    study.add(rows)
                    done += len(rows) // plan.rows
                    progress.show(done)
    except KeyboardInterrupt:
        progress.end()
        again = "; the same command goes on from there" if store else ""
        warn(f"elfern: broken off after {done:,} of {plan.deals:,} deals{again}")
        raise
    finally:
        progress.end()
        if store:
            store.close()
    if store:
        store.finish()
    figures = study.to_json()
    if options.figures is not None:
        put(options.figures, [json.dumps(figures, indent=1, ensure_ascii=False), "\n"])
    if not options.quiet and options.figures != "-":
        say("\n".join(told(figures)))
    return FINE


def _plan(options: argparse.Namespace) -> Plan:
    pairs = [tuple(pair) for pair in options.pair or ()]
    for one, two in options.match or ():
        if one == two:
            message = f"--match needs two different players, not {one} twice"
            raise CommandError(message)
        pairs += [(one, two), (two, one)]
    return Plan(
        catalogue_rulesets() if options.catalogue else tuple(options.rules),
        tuple(pairs) or (("beginner", "beginner"),),
        options.deals,
        options.seed,
        compare=not options.no_compare,
        solve=options.solve,
    )


def _number(most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:20]) <= most:
            message = f"a number from 1 to {most} is needed, not “{text[:40]}”"
            raise argparse.ArgumentTypeError(message)
        return int(text)

    return number


@contextmanager
def _workers(options: argparse.Namespace) -> Iterator[tuple[Executor | None, int]]:
    """Give the executor asked for, and how many batches to hand it at a time."""
    if options.cluster is None and options.jobs == 1:
        yield None, 0
        return
    name, address = "processes", str(options.jobs)
    if options.cluster is not None:
        name, address = "cluster", options.cluster
    with installed(options.installed, "elfern.executors", name)(address) as workers:
        # Enough that a worker which is done finds more while the results are read.
        yield workers.executor, 2 * workers.at_once + 2


def installed(find: Callable[[str, str], Any], group: str, name: str) -> Any:  # noqa: ANN401
    """Load what an installed package offers under an entry point.

    Raises:
        CommandError: saying what has to be installed.
    """
    try:
        return find(group, name)
    except LookupError:
        message = f"nothing installed offers “{name}”; install elfern-core itself"
    except ImportError as error:
        message = f"this needs more packages: pip install 'elfern-core[{name}]' ({error})"
    raise CommandError(message)


class _Progress:
    """A bar on a terminal; elsewhere a line for every tenth."""

    def __init__(self, plan: Plan, *, quiet: bool) -> None:
        self._deals = plan.deals
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._tenth = -1
        self._first: tuple[int, float] | None = None
        self._open = False

    def show(self, done: int) -> None:
        """Tell how far the study is."""
        if self._quiet:
            return
        count = f"{done:,} of {self._deals:,} deals"
        if self._terminal:
            full = done * _WIDTH // self._deals
            bar = "#" * full + "." * (_WIDTH - full)
            share = done * 100 // self._deals
            sys.stderr.write(f"\r[{bar}] {share:3} %  {count}{self._left(done)}\x1b[K")
            sys.stderr.flush()
            self._open = True
        elif done * 10 // self._deals > self._tenth:
            self._tenth = done * 10 // self._deals
            warn(count)

    def _left(self, done: int) -> str:
        now = time.monotonic()
        if self._first is None:
            self._first = done, now
        first, since = self._first
        if done in {first, self._deals}:
            return ""
        seconds = round((now - since) / (done - first) * (self._deals - done))
        return f", {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02} left"

    def end(self) -> None:
        """Leave the terminal's line."""
        if self._open:
            sys.stderr.write("\n")
            sys.stderr.flush()
            self._open = False
