"""`elfern show`: a record in the terminal, whole, at one step, or step by step."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from elfern_core.command._parsing import Commands, add_names, command
from elfern_core.command._telling import Telling, as_written
from elfern_core.command._terminal import (
    FAULTY,
    FINE,
    STANDARD_INPUT,
    CommandError,
    chosen,
    printable,
    say,
    tell,
)
from elfern_core.command._words import word
from elfern_core.errors import TextError
from elfern_core.frames import frames

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

_EPILOG = """\
Everything is told in sentences, a line each; nothing hangs on colour or place.
An address names a step: 0 is the start, 7/lead and 7/reply are the cards of
trick 7, 7a.9/lead is one in branch a at trick 7, end is the result. Of a
faulty record the faults are printed and the valid beginning is shown.

examples:
  elfern show evening.egn --record 2
  elfern show deal.egn --at 11/lead
  elfern show deal.egn --step --hide D
  elfern show deal.egn --pack german --lang de
"""


def add(commands: Commands) -> None:
    """Add the command."""
    made = command(commands, "show", "tell a record in plain sentences", _EPILOG, run)
    made.add_argument("file", metavar="FILE", help="file of records, or -")
    made.add_argument("--record", metavar="ID", help="one record: its id, or its place from 1")
    made.add_argument("--at", metavar="ADDRESS", help="tell the position at one step only")
    made.add_argument("--step", action="store_true", help="wait for a key after each step")
    made.add_argument(
        "--hide", choices=("F", "D"), default="", help="do not tell this seat's hand, nor the stock"
    )
    made.add_argument("--json", action="store_true", help="print the step frames as JSON")
    add_names(made)


def run(options: argparse.Namespace) -> int:
    """Show the record and give the exit code."""
    if options.step and options.file == STANDARD_INPUT:
        message = "--step waits for keys, so the record cannot come from standard input"
        raise CommandError(message)
    try:
        entries = chosen(options.file, options.record)
    except TextError as error:
        tell(options.file, [error.finding], stream=sys.stderr)
        return FAULTY
    right = True
    told = []
    for number, (checked, slate) in enumerate(entries):
        tell(options.file, checked.findings, stream=sys.stderr)
        right &= checked.ok
        made = frames(checked, options.lang, slate) if checked.game else None
        if options.json:
            told.append(made)
            continue
        if number:
            say()
        if made is None:
            say(word("unchecked", options.lang))
            say("\n".join(as_written(checked.record, options.pack, options.lang)))
            continue
        if not checked.ok:
            say(word("cut", options.lang))
        _show(Telling(made, options.pack, options.lang, options.hide), options)
    if options.json:
        say(json.dumps(told, ensure_ascii=False))
    return FINE if right else FAULTY


def _show(telling: Telling, options: argparse.Namespace) -> None:
    if options.step:
        _step_through(telling)
    elif options.at:
        say("\n".join(_at(telling, options.at)))
    else:
        for line in telling.whole():
            say(line)


def _steps(telling: Telling) -> Iterator[dict[str, Any]]:
    """Give the steps of the main line and of every branch."""
    yield from telling.frames["steps"]
    todo = [*telling.frames["branches"]]
    while todo:
        branch = todo.pop()
        yield from branch["steps"]
        todo += branch["branches"]


def _at(telling: Telling, address: str) -> Iterator[str]:
    for step in _steps(telling):
        if step["address"] == address:
            yield from telling.step(step)
            yield ""
            yield from telling.position(step)
            return
    message = f"the record has no step “{printable(address)}”; the first is 0"
    raise CommandError(message)


def _step_through(telling: Telling) -> None:
    """Tell step by step, as the keys say."""
    steps = telling.frames["steps"]
    for line in telling.head():
        say(line)
    say(telling.word("keys"))
    say()
    for line in telling.position(steps[0]):
        say(line)
    at = 0
    _tell_step(telling, steps[at])
    while True:
        sys.stdout.flush()
        key = sys.stdin.readline()
        if not key or key.strip().lower() in {"q", "quit"}:
            return
        if key.strip().lower() == "h":
            say("\n".join(telling.position(steps[at])))
            continue
        wanted = _wanted(steps, at, key.strip().lower())
        if isinstance(wanted, str):
            say(telling.word(wanted))
        else:
            at = wanted
            _tell_step(telling, steps[at])


def _tell_step(telling: Telling, step: dict[str, Any]) -> None:
    for line in telling.step(step):
        say(line)
    if step["alternatives"] and step["kind"] == "reply":
        say(telling.word("alternatives", labels=", ".join(step["alternatives"])))


def _wanted(steps: list[dict[str, Any]], at: int, key: str) -> int | str:
    """Give the step that a key leads to, or the sentence that says why there is none."""
    if key in {"", "n"}:
        return at + 1 if at + 1 < len(steps) else "last-step"
    if key in {"b", "p"}:
        return at - 1 if at else "first-step"
    for index, step in enumerate(steps):
        if key in (step["address"], str(step["trick"])) and (at or index or key == "0"):
            return index
    return "no-step"
