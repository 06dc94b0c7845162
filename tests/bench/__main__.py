"""Print the benchmarks as ratios, each beside the figure that is expected of it.

`python -m tests.bench` takes a few minutes; seconds differ between machines, ratios much less.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from site_plugins.runtime_archives import node_program
from tests.browser.runtime_pages import ROOT

SECONDS = "1"
ROUNDS = "5"


def last_line(call: list[str]) -> dict[str, Any]:
    """Run a program of ours and give the JSON that ends its output."""
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{call[0]} failed:\n{done.stderr[-3000:]}")
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def say(what: str, found: str, expected: str) -> None:
    """Print one figure."""
    print(f"  {what:<58} {found:>12}   expected {expected}")


def engine() -> None:
    """Measure random deals in CPython and inside Pyodide."""
    module = ["tests.bench.random_deals", SECONDS, ROUNDS]
    here = last_line([sys.executable, "-m", *module])
    peers = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    script = Path(__file__).parents[1] / "pyodide" / "python.mjs"
    package = ROOT / "node_modules" / "pyodide"
    inside = last_line(
        [str(node_program()), str(script), str(package), str(ROOT), json.dumps(peers), *module]
    )
    for name, rates, least, most in (
        ("CPython", here, "8,000", "25,000"),
        ("Pyodide", inside, "3,000", "10,000"),
    ):
        deals, ours = rates["elfern"]["deals"], rates["elfern"]["decisions"]
        theirs = rates["schnapsen"]["decisions"]
        say(f"{name}: random deals a second", f"{deals:,.0f}", f"≥ {least}")
        say(f"{name}: decisions a second", f"{ours:,.0f}", "—")
        say(f"{name}: rollouts a second", f"{rates['rollout']['deals']:,.0f}", f"≥ {most}")
        ratio = f"{ours / theirs:.1f}"
        say(f"{name}: decisions, schnapsen 0.0.5 = 1", ratio, "≥ 5" if rates is here else "—")
    slower = inside["elfern"]["deals"] / here["elfern"]["deals"]
    say("random deals in Pyodide, CPython = 1", f"{slower:.2f}", "—")


def rulesets() -> None:
    """Measure every ruleset, and the same with the engine of the commit before."""
    module = ["tests.bench.random_deals", "0.2", "rulesets"]
    now = last_line([sys.executable, "-m", *module])
    slowest = min(now, key=lambda name: float(now[name]["deals"]))
    say(f"slowest ruleset: {slowest}", f"{now[slowest]['deals']:,.0f}", "≥ 5,000")
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["git", "archive", "HEAD~1", "elfern_core"], cwd=ROOT, capture_output=True, check=False
        )
        if packed.returncode:
            say("against the commit before", "no such commit", "—")
            return
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        start = (
            f"import runpy, sys; sys.path.insert(0, {folder!r}); "
            f"sys.argv = {module!r}; runpy.run_module({module[0]!r}, run_name='__main__')"
        )
        before = last_line([sys.executable, "-c", start])
    ratios = {name: now[name]["deals"] / before[name]["deals"] for name in now if name in before}
    worst = min(ratios, key=lambda name: ratios[name])
    middle = sorted(ratios.values())[len(ratios) // 2]
    say("deals a second, commit before = 1, median of rulesets", f"{middle:.2f}", "about 1")
    say(f"the same, lowest: {worst}", f"{ratios[worst]:.2f}", "—")


def browser() -> None:
    """Measure what a reader waits for."""
    found = last_line([sys.executable, "-m", "tests.bench.browser", ROUNDS])
    first = found["first Run, ms"]
    say("first Run to result, stock Pyodide = 1", f"{first['ours'] / first['stock']:.2f}", "≤ 0.4")
    say("first Run to result, ms", f"{first['ours']:,.0f}", "—")
    say("the same, stock Pyodide, ms", f"{first['stock']:,.0f}", "—")
    size = found["bytes"]
    say("bytes of a first Run under Brotli", f"{size['ours']:,}", "≤ 4,000,000")
    say("the same, stock Pyodide", f"{size['stock']:,}", "—")
    say("bytes of Python before Run", f"{found['bytes before Run']:,.0f}", "0")
    say("Run on a second page of the visit, ms", f"{found['second page']:,.0f}", "≤ 300")
    say("Stop to ready, ms", f"{found['stop to ready']:,.0f}", "≤ 2,000")


def main() -> None:
    """Print all benchmarks."""
    print("Engine")
    engine()
    rulesets()
    print("Python in the browser")
    browser()


if __name__ == "__main__":
    main()
