"""Runs the examples of the table of codes, for its test and for the page that lists it."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from elfern_core import bridge
from elfern_core.cards import card
from elfern_core.catalogue import ruleset
from elfern_core.deal import deal_pack
from elfern_core.errors import Finding, IllegalPlay, RuleError, TextError
from elfern_core.holdings import read_holdings
from elfern_core.records import dumps, loads, read
from elfern_core.records.codes import SOUND_EXAMPLE
from elfern_core.rules import Beats, Phases, Rules, Trump
from elfern_core.scoring import Session, outcome
from elfern_core.steps import game_at
from elfern_core.table import End, Sitter, Table, next_deal, open_table, play, resume

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elfern_core.records import Checked
    from elfern_core.records.codes import Code

ONE_DEAL = End(deals=1)


def sit(first: Sitter, second: Sitter, end: End = ONE_DEAL, rules: str = "elfern") -> Table:
    """Open a table, as the examples do."""
    return open_table(rules, (first, second), end, session="evening", date="?", seed=1)


NAMESPACE: dict[str, Any] = {
    one.__name__: one
    for one in (
        *(Beats, End, Phases, Rules, Session, Sitter, Trump),
        *(
            card,
            deal_pack,
            dumps,
            game_at,
            loads,
            next_deal,
            outcome,
            play,
            read,
            replace,
            resume,
            sit,
        ),
    )
} | {"EXAMPLE": SOUND_EXAMPLE, "bridge": bridge, "json": json}
"""What the examples in Python may use."""


class Given(NamedTuple):
    """What an example gave."""

    code: str
    severity: str
    text: str


def run_example(code: Code) -> list[Given]:
    """Run an example; give all that it gave."""
    if code.kind == "record":
        return _findings(read(code.example))
    if code.kind == "archive":
        holdings = read_holdings([(PurePath("kept.egn"), code.example.encode())])
        return [_finding(fault.finding) for fault in holdings.faults]
    try:
        if code.kind == "ruleset":
            ruleset(code.example)
            return []
        return _python(code.example)
    except TextError as error:
        return [_finding(error.finding)]
    except (RuleError, IllegalPlay) as error:
        return [Given(error.code, "error", str(error))]


def _python(source: str) -> list[Given]:
    *before, last = ast.parse(source).body
    assert isinstance(last, ast.Expr)
    names = dict(NAMESPACE)
    exec(compile(ast.Module(before, []), "example", "exec"), names)  # noqa: S102
    value = eval(compile(ast.Expression(last.value), "example", "eval"), names)  # noqa: S307
    if isinstance(value, str):
        error = json.loads(value)["error"]
        return [Given(error["code"], "error", error["message"])]
    return _findings(value)


def _findings(entries: Iterable[Checked]) -> list[Given]:
    return [_finding(one) for checked in entries for one in checked.findings]


def _finding(finding: Finding) -> Given:
    text = str(finding) if finding.line else finding.message
    return Given(finding.code, finding.severity, text)
