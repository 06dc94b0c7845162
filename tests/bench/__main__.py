"""Measure every budget in one run, print each figure beside what is expected, write the page.

`python -m tests.bench LIGHTHOUSE SITE PAGE` takes about a quarter of an hour: LIGHTHOUSE is the
folder of its npm package, SITE that of the built site, PAGE the Markdown file to write. Seconds
differ between machines, ratios much less.
"""

from __future__ import annotations

import compileall
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from site_plugins.runtime_archives import node_program
from tests.bench import archive_build
from tests.bench.lighthouse import EXPECTED
from tests.bench.random_deals import OPEN_SPIEL, PEER
from tests.bench.report import Report
from tests.browser.runtime_pages import ROOT

SECONDS, ROUNDS, VISITS = "1", "5", "10"
SEEDS, DEALS = ("40", "20"), ("6", "3")
"""Positions solved and deals of the strongest player, in CPython and in Pyodide."""


def last_line(call: list[str]) -> Any:  # noqa: ANN401  (each program's JSON has its own shape)
    """Run a program of ours and give the JSON that ends its output."""
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{call[0]} failed:\n{done.stderr[-3000:]}")
    sys.stderr.write(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def here(module: str, *arguments: str) -> Any:  # noqa: ANN401  (the same)
    """Run a module in this Python."""
    return last_line([sys.executable, "-m", module, *arguments])


def inside(module: str, *arguments: str) -> Any:  # noqa: ANN401  (the same)
    """Run a module inside Pyodide."""
    peers = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    script = Path(__file__).parents[1] / "pyodide" / "python.mjs"
    package = ROOT / "node_modules" / "pyodide"
    return last_line(
        [
            *map(str, (node_program(), script, package, ROOT)),
            json.dumps(peers),
            module,
            *arguments,
        ]
    )


def dealing(report: Report) -> None:
    """Random deals and rollouts, beside the peers."""
    group = "Dealing and playing at random"
    found = {
        "CPython": here("tests.bench.random_deals", SECONDS, ROUNDS),
        "Pyodide": inside("tests.bench.random_deals", SECONDS, ROUNDS),
    }
    for name, deals, rollouts in (("CPython", 8_000, 25_000), ("Pyodide", 3_000, 10_000)):
        rates = found[name]
        ours = rates["elfern"]["decisions"]
        say = f"{name}: {{}}".format
        report.say(group, say("random deals a second"), rates["elfern"]["deals"], least=deals)
        report.say(group, say("rollouts a second"), rates["rollout"]["deals"], least=rollouts)
        report.say(group, say("decisions a second"), ours)
        for peer in (PEER, *OPEN_SPIEL):
            if peer in rates:
                what = (
                    f"decisions, {'schnapsen 0.0.5' if peer == PEER else f'OpenSpiel {peer}'} = 1"
                )
                least = 5 if peer == PEER and name == "CPython" else None
                report.say(group, say(what), ours / rates[peer]["decisions"], ".1f", least=least)
    slower = found["Pyodide"]["elfern"]["deals"] / found["CPython"]["elfern"]["deals"]
    report.say(group, "random deals in Pyodide, CPython = 1", slower, ".2f")


def rulesets(report: Report) -> None:
    """Every ruleset, and the same with the engine of the commit before."""
    group = "Every ruleset"
    module, *arguments = ["tests.bench.random_deals", "0.2", "rulesets"]
    now = here(module, *arguments)
    slowest = min(now, key=lambda name: float(now[name]["deals"]))
    rate = now[slowest]["deals"]
    report.say(group, f"slowest ruleset, deals a second: {slowest}", rate, least=5_000)
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["git", "archive", "HEAD~1", "elfern_core"], cwd=ROOT, capture_output=True, check=False
        )
        if packed.returncode:
            return
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        start = (
            f"import runpy, sys; sys.path.insert(0, {folder!r}); "
            f"sys.argv = {[module, *arguments]!r}; "
            f"runpy.run_module({module!r}, run_name='__main__')"
        )
        before = last_line([sys.executable, "-c", start])
    ratios = {name: now[name]["deals"] / before[name]["deals"] for name in now if name in before}
    worst = min(ratios, key=lambda name: ratios[name])
    middle = statistics.median(ratios.values())
    report.say(group, "deals a second, commit before = 1, median", middle, ".2f")
    report.say(group, f"the same, lowest: {worst}", ratios[worst], ".2f")


def loaded_alone() -> dict[str, float]:
    """Load the engine in a process of its own: milliseconds of each part."""
    program = "import json, tests.bench.solving as one; print(json.dumps(one.LOADED))"
    found: dict[str, float] = last_line([sys.executable, "-c", program])
    return found


def solving(report: Report) -> None:
    """The solver's answers and the strongest player's replies."""
    for number, (name, run, bounds) in enumerate(
        (
            ("CPython", here, (2, 15, 15, 500, 30, None)),
            ("Pyodide", inside, (6, 40, 40, 1_500, 150, 500)),
        )
    ):
        found = run("tests.bench.solving", SEEDS[number], DEALS[number])
        group = f"Solver and strongest player in {name}"
        median, worst, each, draws, loaded, reply = bounds
        for kind, limit in (("position", worst), ("each card", each)):
            rows = found["second"][kind]
            last = max(rows, key=lambda one: rows[one]["median"])
            what = "second phase, exact" if kind == "position" else "value of every card there"
            if kind == "position":
                form = f"{what}, median ms of the slowest ruleset: {last}"
                report.say(group, form, rows[last]["median"], ".2f", most=median)
            peak = max(rows, key=lambda one: rows[one]["worst"])
            form = f"{what}, worst ms: {peak}"
            report.say(group, form, rows[peak]["worst"], ".2f", most=limit)
            nodes = max(rows.values(), key=lambda row: row["most nodes"])["most nodes"]
            report.say(group, f"{what}, most nodes", nodes)
        four = found["four draws"]
        report.say(group, "4 draws before the second phase, worst ms", four["worst"], most=draws)
        report.say(group, "the same, most nodes", four["most nodes"])
        # Python's start varies with all else: the best of several, where that costs little.
        tries = [found["loaded"], *(loaded_alone() for _ in range(4 if run is here else 0))]
        first, rest = (min(one[key] for one in tries) for key in found["loaded"])
        report.say(group, "loading what a first Run needs of the engine, ms", first, most=loaded)
        report.say(group, "loading the rest, ms", rest)
        times = found["reply"]
        what = f"strongest player, 95th percentile of {times['measured']} choices, ms"
        report.say(group, what, times["95th percentile"], most=reply)
        report.say(group, "the same, median, ms", times["median"])
    whole = here("tests.bench.bench_solver", "whole")
    group = "Whole deals with all cards known (CPython)"
    report.say(group, f"median of {whole['deals']} deals, s", whole["median"], ".1f", most=5)
    report.say(group, "worst, s", whole["worst"], ".1f")
    report.say(group, "most memory, MB", whole["megabytes"], most=1_024)
    report.say(group, "nodes, median", whole["nodes"])


def waiting(report: Report, site: str) -> None:
    """What a reader waits for."""
    group = "In the browser"
    found = here("tests.bench.browser", VISITS, site)
    first, size = found["first Run, ms"], found["bytes"]
    ratio = first["ours"] / first["stock"]
    report.say(group, "first Run to result, stock Pyodide = 1", ratio, ".2f", most=0.4)
    report.say(group, "first Run to result, ms", first["ours"])
    report.say(group, "the same, stock Pyodide, ms", first["stock"])
    report.say(group, "bytes of a first Run under Brotli", size["ours"], most=4_000_000)
    report.say(group, "the same, stock Pyodide", size["stock"])
    if "fence" in size:
        # That page starts Python when it is opened, with nobody asking.
        report.say(group, "markdown-exec's fence, from opening to result, ms", first["fence"])
        report.say(group, "first Run, that = 1", first["ours"] / first["fence"], ".2f")
        report.say(group, "bytes of that page", size["fence"])
    report.say(group, "bytes of Python before Run", found["bytes before Run"], most=0)
    report.say(group, "Run on a second page of the visit, ms", found["second page"], most=300)
    report.say(group, "Stop to ready, ms", found["stop to ready"], most=2_000)
    weight = found["rules page, bytes"]
    report.say(group, "rules page under Brotli, bytes", weight, most=350 * 1024)
    report.say(group, "first step on it, ms", found["first step"], most=100)


def lighthouse(report: Report, package: str, site: str) -> None:
    """Lighthouse's marks."""
    found = here("tests.bench.lighthouse", package, site)
    for page, marks in found.items():
        for name, mark in marks.items():
            what = f"{'/' + page}: {name}"
            report.say("Lighthouse, as on a telephone", what, mark, least=EXPECTED[name])


def main() -> None:
    """Print all figures and write the page."""
    # As it is installed: no reader's machine compiles it at each start.
    compileall.compile_dir(ROOT / "elfern_core", quiet=1)
    package, site, page = sys.argv[1:4]
    report = Report()
    dealing(report)
    rulesets(report)
    solving(report)
    waiting(report, site)
    archive_build.take(report)
    lighthouse(report, package, site)
    Path(page).write_text(report.page(), encoding="utf-8")
    print(f"{page} is written.")


if __name__ == "__main__":
    main()
