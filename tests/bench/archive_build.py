"""What a build of the site costs with many records: `python -m tests.bench.archive_build [N]`.

Builds the site with N and with 2 N generated records besides its own and prints the ratio, then
what a server's rebuild costs after an edit of a page and of a record, in parts of the cold build.
Seconds are processor time; they differ between machines, ratios much less.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

from elfern_core import analysis, records, verdicts
from elfern_core.solver import Limits
from tests.bench.report import Report
from tests.generated import generated_records

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("docs", "replays", "mkdocs.yml")
"""What is edited; all else of the project is linked."""
LEFT_OUT = ("site", ".cache", ".git")
"""What the build does not need."""
A_FILE = 50
"""Records in a file of games."""
BUDGET = 60
"""Seconds for a cold build with 1,000 records."""
REBUILD = 3
"""Seconds for a rebuild."""


def project(folder: Path, count: int) -> None:
    """Make a copy of the project with generated records beside its own.

    Their verdicts are stored, as they are for all records of the archive, but empty: working them
    out is no part of a build.
    """
    for path in ROOT.iterdir():
        if path.name not in (*COPIED, *LEFT_OUT):
            (folder / path.name).symlink_to(path)
    for name in ("docs", "replays"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "mkdocs.yml", folder)
    games = folder / "replays" / "games" / "generated"
    games.mkdir(parents=True)
    made = list(generated_records(count))
    for start in range(0, count, A_FILE):
        text = records.dumps(made[start : start + A_FILE])
        (games / f"{start:05}.egn").write_text(text, encoding="utf-8")
    stored = folder / "replays" / "analysis"
    stored.mkdir(exist_ok=True)
    nothing = Limits(nodes=1, entries=1)
    own = [one for path in sorted((ROOT / "replays").rglob("*.egn")) for one in
           records.read(path.read_bytes())]  # fmt: skip
    known = {
        json.loads(line)["id"]
        for path in stored.glob("*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
    }
    with (stored / "zz-generated.jsonl").open("w", encoding="utf-8") as file:
        for checked in (*own, *map(records.check, made)):
            if checked.record.id not in known:
                told = verdicts.packed(checked, analysis.judge_lines(checked, nothing))
                file.write(json.dumps({"id": checked.record.id, **told}) + "\n")


def measure(folder: Path) -> dict[str, float]:
    """Build a project cold, then again after edits, in this process; give processor seconds."""
    found = {}

    def run(name: str, *, dirty: bool) -> None:
        start = time.process_time()
        config = load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "site"))
        # As the commands do it: a preview leaves out what only a published site needs.
        config.plugins.on_startup(command="serve" if dirty else "build", dirty=dirty)
        build(config, dirty=dirty, serve_url="http://127.0.0.1:8000/" if dirty else None)
        found[name] = time.process_time() - start

    run("cold", dirty=False)
    run("again", dirty=True)
    page = folder / "docs" / "variants" / "must-win.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nOne sentence more.\n", encoding="utf-8")
    run("page", dirty=True)
    path = folder / "replays" / "games" / "generated" / "00000.egn"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("from the seed 0.", "from seed 0."), encoding="utf-8")
    run("record", dirty=True)
    return found


def take(report: Report, count: int = 1000) -> None:
    """Measure with `count` generated records and with twice as many."""
    found = []
    for size in (count, 2 * count):
        with tempfile.TemporaryDirectory(prefix="elfern-archive-") as scratch:
            project(Path(scratch), size)
            call = [sys.executable, "-m", "tests.bench.archive_build", "--measure", scratch]
            done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(done.stderr[-3000:])
            found.append(json.loads(done.stdout.splitlines()[-1]))
    one, two = found
    group = f"Building the site with {count:,} generated records besides its own, processor seconds"
    report.say(group, "cold", one["cold"], ".1f", most=BUDGET)
    report.say(group, "twice as many records, ratio", two["cold"] / one["cold"], ".2f", most=2)
    for name in ("page", "record"):
        what = f"again after an edit of a {name}"
        report.say(group, what, one[name], ".2f", most=REBUILD)
        report.say(group, f"{what}, in parts of cold", one[name] / one["cold"], ".2f")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(Path(sys.argv[2]))))
    else:
        take(Report(), *map(int, sys.argv[1:2]))
