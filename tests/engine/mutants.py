"""Break the rules on purpose, one small change at a time, and see that the tests notice.

``python -m tests.engine.mutants`` changes the engine's tables, legality, draws, scoring and
catalogue in memory, each comparison, operator, number, condition and catalogue entry in turn, and
runs the hand-made tests against each change. A change that no test notices is a survivor: it is
printed, and the command fails. Changes that cannot matter stand below with their reason.

``python -m tests.engine.mutants tables:_wins`` tries one module or function only.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.abc
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent.parent
ENGINE = ROOT / "elfern_core"
HERE = Path(__file__).resolve().parent
TESTS = [
    "test_bites.py",
    "test_positions.py",
    "test_worked_checks.py",
    "test_scoring.py",
    "test_playthroughs.py",
]
HERE_AND_NOW = "--here"
SECONDS = 60
"""How long the tests may take with a change; a change that makes them hang is noticed, too."""

TARGETS: dict[str, set[str]] = {
    "tables": {"legal", "compile_rules", "_binding", "_winners", "_wins"},
    "state": {
        "start",
        "phase",
        "is_over",
        "trick_number",
        "rest",
        "legal_mask",
        "legal",
        "play",
        "_after",
    },
    "deal": {"deal_pack"},
    "rules": {"total", "strength", "most_held"},
    "scoring": {
        "outcome",
        "check_held",
        "next_dealer",
        "dealer_by_lot",
        "draw_lots",
        "banners",
        "after",
        "held",
        "dealer",
        "totals",
        "leader",
        "is_over",
    },
    "catalogue": {"VARIANTS", "_BOHEMIAN"},
}
"""Modules and what of them is changed: functions, or names given a value."""

HARMLESS: dict[tuple[str, str, str], str] = {
    (
        "tables:compile_rules",
        "(None, rules.trump_suit)",
        "(rules.trump_suit, None)",
    ): "the order in which a value is looked for",
    ("tables:compile_rules", "32", "33"): "a line of a table that no card reads",
    ("tables:_winners", "32", "33"): "a 33rd reply is a seven of no suit, which wins nothing",
    (
        "tables:_winners",
        "reply != led and _wins(rules, trumps, led, reply)",
        "_wins(rules, trumps, led, reply)",
    ): "no card is one rank above itself or higher than itself",
    ("tables:_wins", "above > 0", "above >= 0"): "two cards of a suit never have one rank",
    ("state:play", "0 <= card < 32", "0 <= card <= 32"): "no mask of legal cards has a 33rd bit",
    ("state:play", "32", "33"): "no mask of legal cards has a 33rd bit",
    (
        "scoring:outcome",
        "points[0] > points[1]",
        "points[0] >= points[1]",
    ): "equal points have been dealt with before",
    (
        "scoring:dealer_by_lot",
        "second > first",
        "second >= first",
    ): "equal ranks have been dealt with before",
    ("scoring:draw_lots", "True", "False"): "the strict zip: every draw is of two cards",
    ("scoring:leader", "second > first", "second >= first"): "equal totals come first",
}
"""Changes that alter nothing: (module:function, before, after) → why."""

COMPARE: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
BINARY: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """One change: where it stands, what was there, what stands there now, the whole source."""

    where: str
    line: int
    before: str
    after: str
    source: str

    @property
    def module(self) -> str:
        """The module changed."""
        return "elfern_core." + self.where.split(":", maxsplit=1)[0]

    @property
    def key(self) -> tuple[str, str, str]:
        """How `HARMLESS` names it."""
        return self.where, self.before, self.after

    def __str__(self) -> str:
        """Tell it on one line."""
        return f"{self.where} (line {self.line}): {self.before}  →  {self.after}"


def swaps(node: ast.AST) -> Iterator[ast.AST]:  # noqa: C901, PLR0912 (a case for each kind of node)
    """What may stand in the place of a node."""
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                for other in COMPARE[type(op)]:
                    changed = [*ops[:index], other(), *ops[index + 1 :]]
                    yield ast.Compare(node.left, changed, node.comparators)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
            for index in range(len(values)):
                left = [*values[:index], *values[index + 1 :]]
                yield left[0] if len(left) == 1 else ast.BoolOp(op, left)
        case ast.BinOp(left=left_side, op=operator, right=right_side):
            if type(operator) in BINARY:
                yield ast.BinOp(left_side, BINARY[type(operator)](), right_side)
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Constant(value=bool() as truth):
            yield ast.Constant(not truth)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
            if number:
                yield ast.Constant(number - 1)
        case ast.If(test=test, body=body, orelse=orelse):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Dict(keys=keys, values=values):
            for index in range(len(keys)):
                yield ast.Dict(
                    [*keys[:index], *keys[index + 1 :]], [*values[:index], *values[index + 1 :]]
                )
        case ast.Tuple(elts=[one, two]):
            yield ast.Tuple([two, one], ast.Load())
        case _:
            pass


def changed(text: str, node: ast.expr | ast.stmt, other: ast.AST) -> tuple[str, str, str]:
    """The source with a node replaced, and both texts. Lines keep their numbers."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    data = text.encode()
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    begin = starts[node.lineno - 1] + node.col_offset
    end = starts[node.end_lineno - 1] + node.end_col_offset
    if isinstance(node, ast.If):
        begin = starts[node.test.lineno - 1] + node.test.col_offset
        assert node.test.end_lineno is not None
        assert node.test.end_col_offset is not None
        end = starts[node.test.end_lineno - 1] + node.test.end_col_offset
        assert isinstance(other, ast.If)
        other = other.test
    before = data[begin:end].decode()
    after = ast.unparse(ast.fix_missing_locations(other))
    source = (data[:begin] + f"({after})".encode() + data[end:]).decode()
    return source, " ".join(before.split()), after


def targets(tree: ast.Module, names: set[str]) -> Iterator[tuple[str, ast.AST]]:
    """The functions and values to change, with their names."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) if name in names:
                for statement in node.body:
                    yield name, statement
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name in names and node.value is not None:
                    yield name, node.value
            case _:
                pass


def mutants(only: str = "") -> Iterator[Mutant]:
    """Every change of every target."""
    for module, names in TARGETS.items():
        text = (ENGINE / f"{module}.py").read_text(encoding="utf-8")
        tree = ast.parse(text)
        for name, top in targets(tree, names):
            where = f"{module}:{name}"
            if only and only not in (module, where):
                continue
            skipped = {
                id(part)
                for node in ast.walk(top)
                if isinstance(node, ast.Raise | ast.JoinedStr)
                for part in ast.walk(node)
            }
            for node in ast.walk(top):
                if id(node) in skipped or not isinstance(node, ast.expr | ast.If):
                    continue
                for other in swaps(node):
                    source, before, after = changed(text, node, other)
                    if ast.dump(ast.parse(source)) == ast.dump(tree):
                        continue
                    yield Mutant(where, node.lineno, before, after, source)


class Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Gives one module of the engine with its change, all others as they are."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Answer for the changed module only."""
        del path, target
        if fullname != self.mutant.module:
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def get_source(self, fullname: str) -> str:
        """Give the changed text."""
        del fullname
        return self.mutant.source


def run(mutant: Mutant | None) -> int:
    """Run the tests in a child of this process; 0 if they pass, that is, notice nothing."""
    child = os.fork()
    if child:
        return child
    assert not any(name.startswith("elfern_core") for name in sys.modules)
    if mutant is not None:
        sys.meta_path.insert(0, Changed(mutant))
    sys.dont_write_bytecode = True
    signal.alarm(SECONDS)
    with (ROOT / os.devnull).open("w", encoding="utf-8") as nowhere:
        if mutant is not None:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        files = [str(HERE / name) for name in TESTS]
        code = pytest.main(
            ["-x", "-q", "-p", "no:hypothesispytest", "-W", "ignore:Module already", *files]
        )
    os._exit(int(code))


def main(arguments: list[str]) -> int:
    """Try every change on a copy of engine and tests, so that work on them may go on."""
    if arguments[:1] == [HERE_AND_NOW]:
        return hunt(arguments[1:])
    with tempfile.TemporaryDirectory() as folder:
        for name in ("elfern_core", "tests", "tools"):
            shutil.copytree(ROOT / name, Path(folder) / name)
        shutil.copy(ROOT / "pyproject.toml", folder)
        command = [sys.executable, "-m", "tests.engine.mutants", HERE_AND_NOW, *arguments]
        return subprocess.run(command, cwd=folder, check=False).returncode


def hunt(arguments: list[str]) -> int:
    """Try every change here; print the survivors."""
    assert hypothesis.__version__  # loaded here once, not in every child
    child = run(None)
    if os.waitpid(child, 0)[1]:
        print("the tests fail without any change", file=sys.stderr)
        return 2
    waiting = deque(mutants(*arguments[:1]))
    running: dict[int, Mutant] = {}
    survivors: list[Mutant] = []
    used: set[tuple[str, str, str]] = set()
    killed = 0
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            mutant = waiting.popleft()
            if mutant.key in HARMLESS:
                used.add(mutant.key)
                continue
            running[run(mutant)] = mutant
        if not running:
            break
        child, status = os.wait()
        mutant = running.pop(child)
        if status == 0:
            survivors.append(mutant)
        else:
            killed += 1
    for mutant in survivors:
        print(f"survived: {mutant}")
    stale = [] if arguments else [key for key in HARMLESS if key not in used]
    for key in stale:
        print(f"no such change any more: {key}")
    print(f"{killed} changes noticed, {len(used)} harmless, {len(survivors)} survivors")
    return 1 if survivors or stale else 0


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main(sys.argv[1:]))
