"""What looks at the project from outside: `make canary` and `make audit`, with stand-ins."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tools import audit, canary

if TYPE_CHECKING:
    from pathlib import Path

# The canary --------------------------------------------------------------------------------------

OURS = {
    "": '<elfern-replay id="a"></elfern-replay><h2 id="x">X</h2><table></table>',
    "rules": '<elfern-replay id="b"></elfern-replay>',
    "archive/one": "<p>One</p>",
}
STAND_IN = """\
#!/bin/sh
mkdir -p site/rules
ls > site/seen.txt
echo '<h2 id="x">X</h2><!-- rooms-engine -->' > site/index.html
echo '<elfern-replay id="b"></elfern-replay>' > site/rules/index.html
echo "Build finished"
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a project with a built site, and the other generator, which does less."""
    for name in ("docs", "elfern_core", "replays", "sources"):
        (tmp_path / name).mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: Test\n", encoding="utf-8")
    for name, html in OURS.items():
        (tmp_path / "site" / name).mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name / "index.html").write_text(html, encoding="utf-8")
    program = tmp_path / "zensical"
    program.write_text(STAND_IN, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(canary, "ROOT", tmp_path)
    monkeypatch.setattr(canary, "WORK", tmp_path / "work")
    return tmp_path


def test_the_canary_counts_what_the_other_generator_leaves_out(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert canary.main(str(project / "zensical")) == 0
    said = capsys.readouterr().out
    assert "Zensical says: Build finished" in said
    assert "Pages: 2 of 3 are there." in said
    assert "Missing: archive/one" in said
    counts = {
        line[:24].strip(): line[24:].split()
        for line in said.splitlines()
        if len(line.split()) >= 3 and line.split()[-1].isdigit()
    }
    assert counts["examples"] == ["2", "1"]
    assert counts["tables"] == ["1", "0"]
    assert counts["markers left over"] == ["0", "1"]
    assert set(canary.LOOKED_FOR) <= set(counts)
    # It built from the content and the configuration, away from the site.
    seen = (project / "work" / "site" / "seen.txt").read_text(encoding="utf-8").split()
    assert {"docs", "mkdocs.yml", "replays", "sources"} <= set(seen)
    assert not (project / "site" / "seen.txt").exists()


def test_the_canary_needs_something_to_compare_with(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "site" / "index.html").unlink()
    assert canary.main(str(project / "zensical")) == 1
    assert "make site" in capsys.readouterr().err


def test_what_the_canary_looks_for_is_on_the_pages(built_folder: Path) -> None:
    """A pattern that finds nothing on our own pages would find nothing missing."""
    for name, pattern in canary.LOOKED_FOR.items():
        assert bool(canary.count(built_folder, pattern)) == (name != "markers left over"), name


# The audit ---------------------------------------------------------------------------------------

SOUND: dict[str, Any] = {"dependencies": [{"name": "a", "version": "1", "vulns": []}]}
KNOWN = {
    "dependencies": [
        {"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]},
        {"name": "b", "version": "1", "vulns": []},
    ]
}
SKIPPED = {"dependencies": [{"name": "a", "skip_reason": "not found"}]}
NODE: dict[str, Any] = {"vulnerabilities": {}}
NODE_KNOWN = {"vulnerabilities": {"c": {"range": "<2", "severity": "high"}}}


@pytest.mark.parametrize(
    ("python", "node", "end", "told"),
    [
        (SOUND, NODE, 0, "1 of 1 packages asked about, 0 with advisories"),
        (KNOWN, NODE, 1, "a 1: PYSEC-1, mended in 2"),
        (SOUND, NODE_KNOWN, 1, "c <2: high"),
        (SKIPPED, NODE, 2, "Not asked about: a"),
        ({}, NODE, 2, "the database was not reached"),
        (SOUND, {}, 2, "Node: the database could not be reached"),
        ({}, NODE_KNOWN, 1, "c <2: high"),
    ],
)
def test_the_audit_tells_advisories_from_silence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    python: dict[str, Any],
    node: dict[str, Any],
    end: int,
    told: str,
) -> None:
    asked: list[tuple[str, ...]] = []

    def run(*command: str | Path) -> dict[str, Any]:
        asked.append(tuple(map(str, command)))
        return node if command[0] == "npm" else python

    monkeypatch.setattr(audit, "run", run)
    assert audit.main("pip-audit") == end
    assert told in capsys.readouterr().out
    assert any(word.endswith("requirements.lock") for word in asked[0])
    assert "--require-hashes" in asked[0]
    assert asked[1] == ("npm", "audit", "--json")


def test_a_program_that_writes_no_json_says_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "asks"
    program.write_text("#!/bin/sh\necho 'no network' >&2\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    assert audit.run(program) == {}
    assert "no network" in capsys.readouterr().err
    program.write_text(f"#!/bin/sh\necho '{json.dumps(NODE)}'\nexit 1\n", encoding="utf-8")
    assert audit.run(program) == NODE


def test_both_are_commands(root: Path) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    assert "\naudit: " in makefile
    assert "pip-audit" in makefile
    assert "\ncanary: " in makefile
    assert "zensical" in makefile


# What is written for who carries on ---------------------------------------------------------------

GUIDES = ("CONTRIBUTING.md", "README.md", "docs/contribute/index.md", "docs/contribute/hosting.md")
PATH = re.compile(r"`([\w.-]+/[\w./-]*|[\w-]+\.(?:py|toml|yml|cff|lock|json|txt|md))`")
MADE = {"site/", "offline-worker.js", "studies/NAME.json"}
"""What a build or a reader makes."""


def test_the_guide_has_a_way_for_each_thing_to_add(root: Path) -> None:
    text = (root / "docs" / "contribute" / "index.md").read_text(encoding="utf-8")
    parts = dict(
        re.findall(r"^## .*?\{: #(\w+) \}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    )
    for name in ("reading", "variant", "source", "record", "language"):
        assert len(PATH.findall(parts[name])) + parts[name].count("](") >= 1, name
        assert len(parts[name].split()) > 15, name
    linked = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "(docs/contribute/index.md)" in linked


@pytest.mark.parametrize("guide", GUIDES)
def test_what_guides_name_is_there(root: Path, guide: str) -> None:
    text = (root / guide).read_text(encoding="utf-8")
    named = {name for name in PATH.findall(text) if name not in MADE}
    # A page speaks of files from the project's root, of assets as the site has them.
    places = (root, root / "docs", root / "replays", root / "docs" / "assets")
    missing = {name for name in named if not any((place / name).exists() for place in places)}
    assert {name for name in missing if not name.startswith("assets/")} == set()
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    commands = re.findall(r"(?:`|^    )make ([a-z-]+)", text, re.MULTILINE)
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert set(commands) <= targets
