"""Ask the advisory databases about all packages: `make audit`. It needs the network.

Ends with 0 if all were asked about and nothing is known, 1 if something is, 2 if a database could
not be reached or knows nothing of the packages: then nothing is said about them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOUND, UNREACHED = 1, 2


def run(*command: str | Path) -> dict[str, Any]:
    """Run a command that writes JSON; empty if it wrote none."""
    done = subprocess.run(
        [str(part) for part in command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        print(done.stderr.strip() or "It said nothing.", file=sys.stderr)
        return {}
    return answer if isinstance(answer, dict) else {}


def python_packages(answer: dict[str, Any]) -> int:
    """Tell what pip-audit answered about requirements.lock."""
    packages = answer.get("dependencies", [])
    unknown = [one["name"] for one in packages if "skip_reason" in one]
    known = [one for one in packages if one.get("vulns")]
    for one in known:
        for advisory in one["vulns"]:
            mended = ", ".join(advisory.get("fix_versions", [])) or "no version yet"
            print(f"{one['name']} {one['version']}: {advisory['id']}, mended in {mended}")
    asked = len(packages) - len(unknown)
    print(f"Python: {asked} of {len(packages)} packages asked about, {len(known)} with advisories.")
    if unknown or not packages:
        print(f"Not asked about: {', '.join(unknown) or 'all; the database was not reached'}.")
    return FOUND if known else UNREACHED if unknown or not packages else 0


def node_packages(answer: dict[str, Any]) -> int:
    """Tell what npm audit answered about package-lock.json."""
    if "vulnerabilities" not in answer:
        print("Node: the database could not be reached, so nothing is said about the packages.")
        return UNREACHED
    for name, one in answer["vulnerabilities"].items():
        print(f"{name} {one.get('range', '')}: {one.get('severity')}")
    print(f"Node: all packages asked about, {len(answer['vulnerabilities'])} with advisories.")
    return FOUND if answer["vulnerabilities"] else 0


def main(pip_audit: str) -> int:
    """Ask both."""
    lock = ROOT / "requirements.lock"
    python = run(pip_audit, "--require-hashes", "--disable-pip", "-f", "json", "-r", lock)
    node = run("npm", "audit", "--json")
    ends = {python_packages(python), node_packages(node)}
    return FOUND if FOUND in ends else max(ends)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
