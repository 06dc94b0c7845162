"""Every code that can be emitted is in the table, and each example of the table gives its code."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from elfern_core.errors import Finding
from elfern_core.records import read
from elfern_core.records.codes import CODES, SOUND_EXAMPLE
from tests.records import error_page
from tests.records.code_examples import run_example

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CODE_AT = {
    "Finding": 0,
    "RuleError": 0,
    "IllegalPlay": 0,
    "fault": None,  # by the shape of the first argument: see below
    "_fault": None,
    "stop": None,
    "fault_at": 1,
    "fault_alone": 2,
    "_refuse": 1,
    "judge.compare": 0,
    "_refused": 0,
    "string": 3,
}
"""Functions that are given a code → which argument it is."""
PASSED_ON = {"code", "kind", "too_long", "error.code", "error.finding.code"}
"""Names by which a code goes on from one of these functions to another."""


@pytest.mark.parametrize("code", CODES)
def test_the_example_gives_its_code(code: str) -> None:
    entry = CODES[code]
    assert (code, entry.severity) in {(one.code, one.severity) for one in run_example(entry)}
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)
    assert entry.meaning.endswith(".")


def test_the_sound_example_is_sound() -> None:
    (checked,) = read(SOUND_EXAMPLE)
    assert checked.findings == ()


def test_most_examples_give_nothing_else() -> None:
    noisy = {
        code
        for code, entry in CODES.items()
        if entry.kind == "record" and len({one.code for one in run_example(entry)}) > 1
    }
    # A key that stands twice decides for the second value.
    assert noisy <= {"json-key-twice"}


def given_codes(source: str) -> Iterator[tuple[int, str]]:
    """Give every code that a module hands on, with its line; `?` and its text if it is no word."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            name = "judge.compare" if name.endswith("judge.compare") else name.rpartition(".")[2]
            if name in {"Refused", "_Refused"}:
                for keyword in node.keywords:
                    if keyword.arg == "code":
                        yield node.lineno, constant(keyword.value)
            elif name in CODE_AT and node.args:
                at = CODE_AT[name]
                words = node.args if at is None else node.args[at : at + 1]
                texts = [constant(word) for word in words]
                if at is None:
                    texts = [text for text in texts if not text.startswith("?")][:1]
                for text in texts:
                    yield node.lineno, text


def constant(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return f"?{ast.unparse(node)}"


def test_every_code_of_the_engine_is_in_the_table(root: Path) -> None:
    seen: set[str] = set()
    strange = []
    for path in sorted((root / "elfern_core").rglob("*.py")):
        if path.name in {"codes.py", "_code_examples.py"}:
            continue
        for line, code in given_codes(path.read_text(encoding="utf-8")):
            seen.add(code)
            if code not in CODES and code.removeprefix("?") not in PASSED_ON:
                strange.append(f"{path.relative_to(root)}:{line}: {code}")
    assert strange == [], "a new code? give it a line in elfern_core/records/codes.py"
    # Those of a loop over (code, refused, sentence), and of Deal.faults, are not literal there.
    indirect = {
        "hand-size", "packet", "trump-suit", "scale", "next-rank-trump", "next-rank-duty",
        "bad-hand-size", "bad-stock-size", "bad-trump", "must-follow", "must-trump", "must-win",
    }  # fmt: skip
    assert set(CODES) - seen == indirect


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        ("self.fault(place, 'new', message)", ["new"]),
        ("judge.fault('new', message, ('tag', 'Id'))", ["new"]),
        ("Finding('new', 'x')", ["new"]),
        ("raise RuleError(name, 'x')", ["?name"]),
        ("raise self._refuse(path, 'new', message)", ["new"]),
        ("_Refused(code='new', message='x')", ["new"]),
        ("judge.compare('new', 'the winner is', a, b)", ["new"]),
    ],
)
def test_codes_are_seen_in_the_source(source: str, codes: list[str]) -> None:
    assert [code for _, code in given_codes(source)] == codes


def test_a_finding_says_all_it_knows() -> None:
    (checked,) = read(CODES["must-follow"].example)
    (finding,) = checked.findings
    assert finding == Finding(
        "must-follow",
        "The eight of diamonds may not be played: Dealer holds spades and must follow the suit "
        "led.",
        11,
        10,
        "",
        "15",
        "D8",
        "one of SK",
        "second-phase",
    )


def test_the_page_of_codes_is_that_of_the_table() -> None:
    assert error_page.PAGE.read_text(encoding="utf-8") == error_page.page(), (
        "run `python -m tests.records.error_page --write`"
    )
