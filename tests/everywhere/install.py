"""Firefox and WebKitGTK for the tests of this folder: `python -m tests.everywhere.install`.

With `--or-skip` a browser may be missing where nothing can be installed, that is for whoever is not
root on Debian: its tests are skipped. An installation that fails is an error all the same.
"""

from __future__ import annotations

import sys

from tests.everywhere.drivers import Firefox, WebKit
from tools import debian

DEBIAN_PACKAGES = ("firefox-esr", "webkit2gtk-driver", "xvfb")


def missing() -> list[str]:
    """Say what is missing on this machine."""
    return [kind.missing() for kind in (Firefox, WebKit) if kind.missing()]


def main() -> int:
    """Install what is missing, say what is still missing; 1 if that may not be."""
    tried = False
    if missing():
        print("== Firefox and WebKitGTK")
        tried = debian.install(*DEBIAN_PACKAGES)
    for what in missing():
        print(what, file=sys.stderr)
    return bool(missing()) and (tried or "--or-skip" not in sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
