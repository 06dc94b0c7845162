"""Find a Chromium for the browser tests, or install one: `python -m tools.chromium`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools import debian

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Programs to look for on the path, in this order."""
DEBIAN_PACKAGES = ("chromium", "fonts-dejavu-core")
"""What Debian needs for a browser that can also show text."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is not the machine's own, for what browsers allow only there.
    "--host-resolver-rules=MAP elsewhere.test 127.0.0.1",
)
"""How the tests start it."""
MISSING = """\
No Chromium was found or could be installed, and the browser tests need one.
  Debian:              apt-get install chromium
  elsewhere:           python -m playwright install chromium
  one that you have:   make test CHROMIUM=/path/to/chromium
"""


def works(program: Path) -> bool:
    """Tell whether the program starts: some systems ship a name that only asks to install it."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def playwright_chromium() -> Path:
    """Give the path at which Playwright keeps its own download, present or not."""
    # Here, since it is slow to import and needed only where no browser is installed.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)


def find() -> Path | None:
    """Give a Chromium that starts: the one named by CHROMIUM, an installed one, Playwright's."""
    if named := os.environ.get("CHROMIUM"):
        return Path(named) if works(Path(named)) else None
    on_path = (shutil.which(name) for name in NAMES)
    installed = next((Path(path) for path in on_path if path and works(Path(path))), None)
    if installed:
        return installed
    own = playwright_chromium()
    return own if own.exists() and works(own) else None


def install() -> None:
    """Install Debian's package as root, else let Playwright download its own."""
    if debian.install(*DEBIAN_PACKAGES) and find():
        return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main() -> int:
    """Print the path of a Chromium, installing one first if need be; 1 if that failed."""
    found = find()
    if not found and not os.environ.get("CHROMIUM"):
        print("== Chromium for the browser tests", file=sys.stderr)
        install()
        found = find()
    if not found:
        print(MISSING, file=sys.stderr, end="")
        return 1
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
