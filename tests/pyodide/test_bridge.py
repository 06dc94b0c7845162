"""The staged runtime under Node: the engine there says what it says here, letter for letter."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

from elfern_core import __version__, bridge
from elfern_core.records import read
from site_plugins.runtime_archives import node_program

if TYPE_CHECKING:
    from pathlib import Path

    from site_plugins.runtime import Runtime


def answers(
    root: Path, package: str, runtime: Runtime, requests: list[dict[str, Any]]
) -> list[str]:
    """Ask the bridge inside Pyodide, one request after the other."""
    done = subprocess.run(
        [
            node_program(),
            root / "tests" / "pyodide" / "bridge.mjs",
            root / "node_modules" / package,
            runtime.folder,
        ],
        input="".join(json.dumps(request) + "\n" for request in requests),
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def requests(root: Path) -> list[dict[str, Any]]:
    """Give a replay of every example, in both languages, and plays from some of their steps."""
    asked: list[dict[str, Any]] = [{"op": "version"}, {"op": "nonsense"}, {}]
    for path in sorted((root / "replays" / "examples").rglob("*.egn")):
        text = path.read_text(encoding="utf-8")
        asked += [{"op": "replay", "text": text, "lang": lang} for lang in ("en", "de")]
        damaged = text.replace(" 1. ", " 1. 1O ", 1)
        asked.append({"op": "replay", "text": damaged})
        game = next(read(text)).game
        assert game is not None
        if game.plays:
            cards = json.loads(bridge.call(json.dumps({"op": "replay", "text": text})))
            steps = cards["result"]["records"][0]["frames"]["steps"]
            for step in steps[::7]:
                asked += [
                    {"op": "play", "text": text, "at": step["address"], "cards": [code]}
                    for code in (*step["legal"], *(one["card"] for one in step["refused"]))
                ]
    return [{**one, "date": "2026-11-29"} for one in asked]


def same(answer: str, python: str) -> str:
    """Give an answer with one Python's version in place of another's."""
    content = json.loads(answer)
    if "result" in content and "python" in content["result"]:
        content["result"]["python"] = python
    return json.dumps(content)


def test_every_answer_is_what_it_is_here(root: Path, package: str, runtime: Runtime) -> None:
    asked = requests(root)
    assert len(asked) > 200
    found = answers(root, package, runtime, asked)
    assert json.loads(found[0])["result"] == {"engine": __version__, "python": runtime.python}
    expected = [bridge.call(json.dumps(request)) for request in asked]
    for request, there, here in zip(asked, found, expected, strict=True):
        assert same(there, "") == same(here, ""), request


def test_the_package_is_the_one_that_the_site_ships_or_the_one_after(
    root: Path, package: str, runtime: Runtime
) -> None:
    wanted = json.loads((root / "package.json").read_text())["devDependencies"][package]
    assert wanted.rpartition("@")[2] == runtime.pyodide
    assert runtime.python.startswith("3.13." if package == "pyodide" else "3.14.")
