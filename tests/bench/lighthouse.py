"""Lighthouse's marks: `python -m tests.bench.lighthouse LIGHTHOUSE SITE [PAGE…]`.

LIGHTHOUSE is the folder of the npm package, SITE that of the built site. Prints one line of JSON:
page → category → mark from 0 to 100. Each page is served as a good static host serves it, and
looked at three times: the marks are the medians, since one look is now and then five points off.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from site_plugins.runtime_archives import node_program
from tests.bench.browser import compressed
from tests.browser.serving import StaticServer
from tools import chromium

PAGES = (
    "",
    "rules/elfern/",
    "variants/must-win/",
    "sources/pierer-1858/",
    "archive/void-throws-off/",
    "play/",
    "archive/",
)
"""Home, a rules page, a variant, a source, a record, play, archive."""
LOOKS = 3
"""How often each page is looked at."""
EXPECTED = {"performance": 95, "accessibility": 100, "best-practices": 100}
"""Category → mark expected at least."""


def marks(lighthouse: Path, address: str) -> dict[str, Any]:
    """Let Lighthouse look at one page, as it looks at a telephone, and give its report."""
    program = chromium.find()
    assert program, chromium.MISSING
    flags = " ".join(["--headless=new", *chromium.ARGUMENTS[:-1]])
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch, "report.json")
        call = [
            str(node_program()),
            str(lighthouse / "cli" / "index.js"),
            address,
            "--quiet",
            "--output=json",
            f"--output-path={target}",
            f"--only-categories={','.join(EXPECTED)}",
            f"--chrome-flags={flags}",
        ]
        environment = {**os.environ, "CHROME_PATH": str(program)}
        done = subprocess.run(call, capture_output=True, text=True, check=False, env=environment)
        if done.returncode:
            sys.exit(f"Lighthouse failed at {address}:\n{done.stderr[-2000:]}")
        report: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    return report


def failures(report: dict[str, Any]) -> list[str]:
    """Give what of a report is less than it could be, category by category."""
    found = []
    for name, category in report["categories"].items():
        for part in category["auditRefs"]:
            audit = report["audits"][part["id"]]
            if part["weight"] and audit["score"] is not None and audit["score"] < 1:
                found.append(f"{name}: {audit['id']}: {audit.get('displayValue', audit['title'])}")
    return found


def main() -> None:
    """Print the marks; on the error output what cost some."""
    lighthouse, site = Path(sys.argv[1]), Path(sys.argv[2])
    server = StaticServer(site, "/a/b/")
    server.compressed = compressed
    server.headers["Cache-Control"] = "max-age=600"
    told = {}
    pages = sys.argv[3:] or PAGES
    # A good host has compressed everything before it is asked.
    for pattern in ("assets/*.*", "assets/javascripts/**/*.js", "assets/stylesheets/*", "search/*"):
        for file in site.glob(pattern):
            if file.is_file():
                compressed(file)
    for page in pages:
        compressed(site / page / "index.html")
    with server.running():
        for page in pages:
            reports = [marks(lighthouse, server.url + page) for _ in range(LOOKS)]
            told[page] = {
                name: round(100 * median(one["categories"][name]["score"] for one in reports))
                for name in EXPECTED
            }
            for failure in failures(reports[-1]):
                print(f"{page or 'home'}: {failure}", file=sys.stderr)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
