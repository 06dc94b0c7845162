"""Print the benchmarks as ratios, each beside the figure that is expected of it.

`python -m tests.bench` takes a few minutes; seconds differ between machines, ratios much less.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
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
    for name, rates, least in (("CPython", here, "8,000"), ("Pyodide", inside, "3,000")):
        deals, ours = rates["elfern"]["deals"], rates["elfern"]["decisions"]
        theirs = rates["schnapsen"]["decisions"]
        say(f"{name}: random deals a second", f"{deals:,.0f}", f"≥ {least}")
        say(f"{name}: decisions a second", f"{ours:,.0f}", "—")
        ratio = f"{ours / theirs:.1f}"
        say(f"{name}: decisions, schnapsen 0.0.5 = 1", ratio, "≥ 5" if rates is here else "—")
    slower = inside["elfern"]["deals"] / here["elfern"]["deals"]
    say("random deals in Pyodide, CPython = 1", f"{slower:.2f}", "—")


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
    print("Python in the browser")
    browser()


if __name__ == "__main__":
    main()
