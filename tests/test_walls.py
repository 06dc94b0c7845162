"""The walls between engine, site code and pages.

The engine imports the standard library alone and its rooms depend on each other one way; the site
code asks the engine and never decides; no rule of the game is written in JavaScript.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, NamedTuple

import pytest

from site_plugins.runtime_archives import engine_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENGINE = "elfern_core"
BESIDE = "elfern_study"
"""What a study needs beyond the standard library; the engine finds it by its entry points."""

FLOORS = (
    {"errors"},
    {"cards", "sentences"},
    {"rules"},
    {"catalogue", "tables", "deal"},
    {"state", "scoring"},
    {"game"},
    {"explain", "rollout", "solver", "view"},
    {"players", "records"},
    {"slate", "steps"},
    {"analysis", "frames", "holdings"},
    {"lab", "study", "table", "verdicts"},
    {"table_scene"},
    {"table_bridge"},
    {"replay_bridge"},
    {"preparing"},
    {"bridge"},
    {"command"},
    {"__main__"},
)
"""Rooms of the engine from the ground up: one may use those below it and its own parts."""

TEXT_ONLY = ("records.model", "records.reader", "records.writer", "records.json")
"""Modules that read and write records; `records.check` alone replays them."""
TEXT_USES = {"errors", "cards", "rules", "catalogue", "deal", "sentences", "records"}
"""Rooms that those may use: the names of cards, seats and rules, nothing that plays."""

SITE_USES = {
    "bridge", "cards", "catalogue", "errors", "frames", "holdings", "records", "rules", "slate",
    "verdicts",
}  # fmt: skip
"""Rooms of the engine that site code may ask: those that hold data or say what to draw."""
GENERATORS = {"mkdocs", "material", "zensical"}
"""What makes the site of the pages; the theme, and the one that may follow it."""
SITE_CARD_NAMES = {
    "card",
    "card_name",
    "code",
    "names_table",
    "rank_name",
    "render_tokens",
    "suit_name",
}
"""What site code may take of `cards`: names for people, and a card by its code."""


class Import(NamedTuple):
    """One import: where it stands, what it names, whether it stands inside a function."""

    where: str
    module: str
    names: tuple[str, ...]
    inside: bool


def imports_of(source: str, where: str) -> Iterator[Import]:
    tree = ast.parse(source)
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        line = f"{where}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(line, alias.name, (), id(node) in inside)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield Import(line, module, tuple(a.name for a in node.names), id(node) in inside)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {
            "__import__",
            "import_module",
            "importlib.import_module",
        }:
            yield Import(line, f"<{ast.unparse(node)}>", (), inside=True)


def modules(root: Path, package: str) -> Iterator[tuple[str, str, str]]:
    """Give dotted name below the package, path for messages, source of every module."""
    for path in sorted((root / package).rglob("*.py")):
        parts = path.relative_to(root / package).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        yield name, str(path.relative_to(root)), path.read_text(encoding="utf-8")


def engine_modules_used(root: Path, item: Import) -> set[str]:
    """Give the engine's modules that an import reaches, dotted, below the package."""
    if item.module != ENGINE and not item.module.startswith(f"{ENGINE}."):
        return set()
    base = item.module.removeprefix(ENGINE).removeprefix(".")
    below = root / ENGINE / base.replace(".", "/")
    submodules = {
        f"{base}.{name}".removeprefix(".")
        for name in item.names
        if (below / f"{name}.py").exists() or (below / name).is_dir()
    }
    return submodules or {base}


def foreign_imports(source: str, where: str) -> list[str]:
    """List what a module of the engine may not import, or not in that way."""
    found = []
    for item in imports_of(source, where):
        top = item.module.partition(".")[0]
        if top not in sys.stdlib_module_names and top != ENGINE:
            found.append(f"{item.where}: imports {item.module}: not the standard library")
        elif item.inside:
            found.append(f"{item.where}: imports {item.module} inside a function")
    return found


def test_engine_imports_the_standard_library_alone_at_the_top(root: Path) -> None:
    found = [
        fault
        for _, where, source in modules(root, ENGINE)
        for fault in foreign_imports(source, where)
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "import js",
        "import yaml.reader",
        "from site_plugins import plugin",
        "from .cards import card",
        "def f():\n    import json",
        "import importlib\nimportlib.import_module('json')",
    ],
)
def test_foreign_imports_are_seen(source: str) -> None:
    assert foreign_imports(source, "sample.py")


def test_engine_starts_where_nothing_is_installed(root: Path) -> None:
    program = (
        "import importlib, pkgutil, sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        f"import {ENGINE} as engine\n"
        "names = [m.name for m in pkgutil.walk_packages(engine.__path__, engine.__name__ + '.')]\n"
        "for name in names:\n"
        "    importlib.import_module(name)\n"
        "print(len(names))\n"
        "print(*{n.partition('.')[0] for n in sys.modules} - sys.stdlib_module_names)\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, root],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    count, loaded = done.stdout.splitlines()
    assert int(count) >= len(list(modules(root, ENGINE))) - 1
    assert set(loaded.split()) == {"__main__", ENGINE} - sys.stdlib_module_names


def test_rooms_of_the_engine_depend_one_way(root: Path) -> None:
    floor_of = {room: number for number, floor in enumerate(FLOORS) for room in floor}
    found, unplaced = [], set()
    for name, where, source in modules(root, ENGINE):
        room = name.partition(".")[0]
        if not room:
            continue  # the package itself only shows what its rooms hold
        if room not in floor_of:
            unplaced.add(room)
            continue
        for item in imports_of(source, where):
            if item.names == ("__version__",):
                continue
            for used in engine_modules_used(root, item):
                other = used.partition(".")[0]
                if other != room and floor_of.get(other, len(FLOORS)) >= floor_of[room]:
                    found.append(f"{item.where}: {room} may not use {other or ENGINE}")
    assert unplaced == set(), "new rooms: give them a floor in FLOORS"
    assert found == []


def test_readers_and_writers_of_records_do_not_play(root: Path) -> None:
    found = [
        f"{item.where}: {name} may not use {used}"
        for name, where, source in modules(root, ENGINE)
        if name in TEXT_ONLY
        for item in imports_of(source, where)
        for used in engine_modules_used(root, item)
        if used.partition(".")[0] not in TEXT_USES or used == "records.check"
    ]
    assert found == []


def test_wheel_holds_the_engine_and_the_rooms_it_finds_by_name(root: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=root,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("elfern_core-*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = (n for n in names if n.endswith(".dist-info/METADATA"))
        head = archive.read(metadata).decode().partition("\n\n")[0].splitlines()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {ENGINE, BESIDE}
    needed = [line for line in head if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert needed == []


def test_what_browsers_load_holds_the_engine_alone(root: Path) -> None:
    files = engine_files(root)
    assert {name.partition("/")[0] for name in files if "/" in name} == {ENGINE}


# --- site code ---------------------------------------------------------------------------------


def reaches_into_the_engine(root: Path, source: str, where: str) -> list[str]:
    """List what site code takes of the engine that is not its business."""
    found = []
    taken_of_cards = {
        (f"{where}:{node.lineno}", node.attr)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) in {"cards", f"{ENGINE}.cards"}
    }
    for item in imports_of(source, where):
        for used in engine_modules_used(root, item):
            room = used.partition(".")[0]
            if room and room not in SITE_USES:
                found.append(f"{item.where}: site code may not use {ENGINE}.{used}")
            elif used == "cards" and "cards" not in item.names:
                taken_of_cards |= {(item.where, name) for name in item.names}
        if item.module.startswith(ENGINE) and any(name.startswith("_") for name in item.names):
            found.append(f"{item.where}: a private name of the engine")
    found += [
        f"{place}: of cards, site code takes names for people, not {name}"
        for place, name in sorted(taken_of_cards)
        if name not in SITE_CARD_NAMES
    ]
    return found


ORDERED = re.compile(
    r"""(?<![A-Za-z0-9])(?:AKQJ|KQJT|QJT9|JT98|T987|789T|89TJ|9TJQ|TJQK|JQKA|ATKQ|TKQJ|AZKO|CSHD|DHSC)"""
)
"""Suits or ranks in an order, at least four of them, once quotes and commas are taken out."""
DECIDING = re.compile(
    r"\b(?:beats|can_?play|may_?play|is_?legal|legal_?(?:cards|plays|moves)|must_?(?:follow|win|trump)|"
    r"follows_?suit|(?:trick_?)?winner_?of|who_?won|card_?points|points_?of|game_?points|"
    r"rank_?(?:of|value|order)|card_?strength|count_?points|score_?(?:deal|of))\b",
    re.IGNORECASE,
)
"""Names of functions that would decide something of the game."""
WORTH = re.compile(r"""["']?\bA["']?\s*:\s*\d+\s*,\s*["']?[KTQO]["']?\s*:\s*\d+""")
"""A table of what cards count."""
SAME_SUIT = re.compile(
    r"(?:\[0\]|\.at\(0\)|\.charAt\(0\))\s*[!=]={1,2}\s*[\w.?]+(?:\[0\]|\.at\(0\)|\.charAt\(0\))"
)
"""Two cards compared by their suit."""
JS_FUNCTION = re.compile(
    r"(?:function\s*\*?\s*|(?:const|let|var)\s+|^\s*(?:static\s+|async\s+|#)*)([A-Za-z_$][\w$]*)"
    r"\s*(?:=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)|\()"
)
JS_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""",
    re.DOTALL,
)


def without_comments(source: str) -> str:
    """Take the comments out of JavaScript, keeping strings and line numbers."""

    def keep(match: re.Match[str]) -> str:
        text = match.group()
        return "\n" * text.count("\n") if text.startswith("/") else text

    return JS_TOKEN.sub(keep, source)


def rules_in(source: str, where: str) -> list[str]:
    """List the lines of JavaScript or Python that look like a rule of the game."""
    found = []
    for number, line in enumerate(source.splitlines(), start=1):
        bare = re.sub(r"""(?<=[A-Z0-9])["'`]\s*,\s*["'`](?=[A-Z0-9])""", "", line)
        bare = re.sub(r"\[[A-Z0-9]+\]", "", bare)  # a set of letters in a pattern has no order
        if ORDERED.search(bare):
            found.append(f"{where}:{number}: suits or ranks in an order: {line.strip()}")
        if WORTH.search(line):
            found.append(f"{where}:{number}: what cards count: {line.strip()}")
        if SAME_SUIT.search(line):
            found.append(f"{where}:{number}: two cards' suits compared: {line.strip()}")
        defined = re.match(r"\s*(?:async\s+)?def\s+(\w+)", line) or JS_FUNCTION.search(line)
        if defined and DECIDING.fullmatch(defined.group(1)):
            found.append(f"{where}:{number}: decides something of the game: {line.strip()}")
    return found


def test_site_code_asks_the_engine_and_does_not_reach_into_it(root: Path) -> None:
    found = [
        fault
        for _, where, source in modules(root, "site_plugins")
        for fault in reaches_into_the_engine(root, source, where)
    ]
    assert found == []


def generator_imports(source: str, where: str) -> list[str]:
    """List what a module imports of the site's generator or its theme, for types too."""
    return [
        f"{item.where}: imports {item.module}: what a page holds is made without the generator"
        for item in imports_of(source, where)
        if item.module.partition(".")[0] in GENERATORS
    ]


def test_the_logic_of_pages_is_free_of_the_site_generator(root: Path) -> None:
    """Only the plugins know MkDocs: they wire its events to functions that know nothing of it."""
    rooms = list(modules(root, "site_plugins"))
    found = [
        fault
        for name, where, source in rooms
        if not name.endswith("plugin")
        for fault in generator_imports(source, where)
    ]
    assert found == []
    plugins = [name for name, _, _ in rooms if name.endswith("plugin")]
    assert len(plugins) < len(rooms) / 4


@pytest.mark.parametrize(
    "source",
    [
        "from mkdocs.utils import get_relative_url",
        "import material",
        "if TYPE_CHECKING:\n    from mkdocs.structure.pages import Page",
        "def f():\n    from mkdocs import config",
    ],
)
def test_the_generator_in_the_logic_of_pages_is_seen(source: str) -> None:
    assert generator_imports(source, "sample.py")


WEIGH_DUTIES = {
    "tables": "the one function that tells which cards may be played",
    "state": "why a play is refused",
    "explain": "why a card may be played or not",
    "view": "what a reply tells of the other hand",
    "players.beginner": "tactics: what a duty will cost later",
    "players.worlds": "which hands agree with what was seen",
    "solver.equality": "which cards are equal under the duties",
}
"""Module → what it needs the duties for."""


def duties_weighed(source: str) -> int:
    """Count where a program asks the tables whether a duty binds in a phase."""
    return sum(
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr in {"follow", "must_win"}
        for node in ast.walk(ast.parse(source))
    )


def test_what_may_be_played_is_decided_in_one_function(root: Path) -> None:
    """Positions, rollouts and the solver all ask `RuleTables.legal`, and weigh nothing again."""
    weighing = {name for name, _, source in modules(root, ENGINE) if duties_weighed(source)}
    assert weighing == set(WEIGH_DUTIES)
    for name in ("state", "rollout", "solver.search"):
        source = (root / ENGINE / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")
        assert "tables.legal" in source, name


def test_duties_weighed_again_are_seen() -> None:
    assert duties_weighed("follow, must = tables.follow[drawn == last], tables.must_win[1]") == 2


def test_no_rule_of_the_game_in_site_code(root: Path) -> None:
    found = [
        fault
        for _, where, source in modules(root, "site_plugins")
        for fault in rules_in(source, where)
    ]
    assert found == []


def test_no_rule_of_the_game_in_javascript(root: Path) -> None:
    scripts = [
        path
        for folder in ("docs", "site_plugins")
        for pattern in ("*.mjs", "*.js")
        for path in sorted((root / folder).rglob(pattern))
    ]
    assert scripts
    found = [
        fault
        for path in scripts
        for fault in rules_in(
            without_comments(path.read_text(encoding="utf-8")), str(path.relative_to(root))
        )
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "from elfern_core.tables import compile_rules",
        "from elfern_core import state",
        "import elfern_core.scoring",
        "from elfern_core.cards import RANKS",
        "from elfern_core import cards\nplace = cards.RANKS.index(rank)",
        "from elfern_core.records import _lines",
    ],
)
def test_reaching_into_the_engine_is_seen(root: Path, source: str) -> None:
    assert reaches_into_the_engine(root, source, "sample.py")


def test_asking_the_engine_is_allowed(root: Path) -> None:
    source = (
        "from elfern_core import bridge, cards, frames\n"
        "from elfern_core.cards import names_table\n"
        "name = cards.card_name(number)\n"
    )
    assert reaches_into_the_engine(root, source, "sample.py") == []


@pytest.mark.parametrize(
    "source",
    [
        'const RANKS = "AKQJT987";',
        "const order = ['7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];",
        'SUITS = ("C", "S", "H", "D")',
        "const worth = { A: 11, T: 10, K: 4 };",
        "if (card[0] === lead[0]) {",
        "return hand.some((c) => c.charAt(0) == led.charAt(0));",
        "const beats = (a, b) => a > b;",
        "  isLegal(card) {",
        "function trickWinner_of(trick) {",
        "def must_follow(hand, led):",
    ],
)
def test_a_rule_of_the_game_is_seen(source: str) -> None:
    assert rules_in(source, "sample")


@pytest.mark.parametrize(
    "source",
    [
        "const face = faces.french[code];",
        "const name = names.cards[step.card];",
        'if (step.winner === "F") row.classList.add("won");',
        "for (const code of step.legal) light(code);",
        "const { gamePoints, points } = step.outcome;",
        "legal.textContent = step.legal.length;",
        "const TOKEN = /[{]([CSHD])([AKQJT987]?)[}]/g;",
    ],
)
def test_drawing_what_the_engine_says_is_allowed(source: str) -> None:
    assert rules_in(source, "sample") == []


def test_comments_do_not_count_and_strings_do() -> None:
    source = "// AKQJ\n/* CSHD\n*/ const a = 'http://x'; const b = \"AKQJ\";\n"
    (fault,) = rules_in(without_comments(source), "s")
    assert fault.startswith("s:3: ")
