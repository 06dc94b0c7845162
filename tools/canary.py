"""Build the pages with Zensical, the theme's successor, and list what is missing: `make canary`.

The theme's support ends; this tells how far the pages could move today. It reads the configuration
as it is, builds into `.cache/canary`, and compares with the built site. It changes nothing and
fails only if there is nothing to compare.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".cache" / "canary"
LOOKED_FOR = {
    "examples": r"<elfern-replay\b",
    "rooms": r"<elfern-(?:lab|play|bring|offline)\b",
    "headings with ids": r"<h[2-4] id=",
    "cited sources": r'class="[^"]*src-',
    "tables": r"<table",
    "policy": r"Content-Security-Policy",
    "our modules": r'src="[^"]*assets/\w+\.mjs"',
    "markers left over": r"<!-- [\w-]+ -->|^```replay",
}
"""What is counted on each page, by a pattern."""


def count(folder: Path, pattern: str) -> int:
    """Count a pattern over all pages of a folder."""
    found = re.compile(pattern, re.MULTILINE)
    return sum(
        len(found.findall(path.read_text(encoding="utf-8"))) for path in folder.rglob("*.html")
    )


def build(zensical: str) -> tuple[Path, str]:
    """Build a copy of the pages; give the folder and what the program said."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(ROOT / "docs", WORK / "docs")
    shutil.copy(ROOT / "mkdocs.yml", WORK)
    for name in ("elfern_core", "replays", "sources"):
        (WORK / name).symlink_to(ROOT / name, target_is_directory=True)
    done = subprocess.run(
        [zensical, "build", "-f", "mkdocs.yml"],
        cwd=WORK,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )
    return WORK / "site", f"{done.stdout}\n{done.stderr}".strip()


def main(zensical: str) -> int:
    """Build, compare, tell."""
    ours = ROOT / "site"
    if not (ours / "index.html").is_file():
        print("There is no built site to compare with: make site", file=sys.stderr)
        return 1
    theirs, said = build(zensical)
    print(f"Zensical says: {said.splitlines()[-1] if said else 'nothing'}")
    pages = {path.relative_to(ours) for path in ours.rglob("index.html")}
    made = {path.relative_to(theirs) for path in theirs.rglob("index.html")}
    missing = sorted(path.parent.as_posix() for path in pages - made)
    print(f"\nPages: {len(pages & made)} of {len(pages)} are there.")
    if missing:
        print(f"Missing: {', '.join(missing[:12])}{' …' if len(missing) > 12 else ''}")  # noqa: PLR2004
    print(f"\n{'':24}{'MkDocs':>8}{'Zensical':>10}")
    for name, pattern in LOOKED_FOR.items():
        print(f"{name:24}{count(ours, pattern):8}{count(theirs, pattern):10}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
