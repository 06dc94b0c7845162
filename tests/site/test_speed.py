"""The page on speed: what a report says is met, and that the stored page has every budget."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.bench.report import Report

if TYPE_CHECKING:
    from pathlib import Path

BUDGETS = (
    "CPython: random deals a second",
    "Pyodide: random deals a second",
    "CPython: decisions, schnapsen 0.0.5 = 1",
    "CPython: rollouts a second",
    "Pyodide: rollouts a second",
    "second phase, exact",
    "value of every card there",
    "4 draws before the second phase",
    "loading what a first Run needs",
    "strongest player, 95th percentile",
    "median of 20 deals, s",
    "most memory, MB",
    "first Run to result, stock Pyodide = 1",
    "bytes of a first Run under Brotli",
    "bytes of Python before Run",
    "Run on a second page of the visit",
    "Stop to ready",
    "rules page under Brotli",
    "first step on it",
    "cold",
    "again after an edit of a page",
    "/: performance",
    "/archive/: accessibility",
)
"""What a row about each begins with."""


@pytest.mark.parametrize(
    ("found", "least", "most", "met"),
    [
        (5.0, 5.0, None, True),
        (4.9, 5.0, None, False),
        (2.0, None, 2.0, True),
        (2.1, None, 2, False),
    ],
)
def test_a_report_says_what_is_met(
    capsys: pytest.CaptureFixture[str],
    found: float,
    least: float | None,
    most: float | None,
    met: bool,  # noqa: FBT001  (a column of the table above)
) -> None:
    report = Report()
    report.say("Group", "what", found, ".1f", least=least, most=most)
    assert report.rows[0].met is met
    assert ("NOT met" in capsys.readouterr().out) is not met
    page = report.page()
    assert "## Group" in page
    assert f"| what | {found} | {report.rows[0].expected} | {'yes' if met else '**no**'} |" in page


def test_the_stored_page_has_every_budget(root: Path) -> None:
    page = (root / "docs" / "speed.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \| (.*?) \|$", page, re.MULTILINE)
    for budget in BUDGETS:
        about = [row for row in rows if row[0].startswith(budget)]
        assert about, budget
        # Each is held against what is expected of it.
        assert any(row[2] != "—" and row[3] in {"yes", "**no**"} for row in about), budget


def test_the_stored_page_says_that_every_budget_is_met(root: Path) -> None:
    """What is not met is mended, or measured again on a machine with nothing else to do."""
    assert "**no**" not in (root / "docs" / "speed.md").read_text(encoding="utf-8")
