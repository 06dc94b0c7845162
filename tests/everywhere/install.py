"""Firefox and WebKitGTK for the tests of this folder: `python -m tests.everywhere.install`.

With `--or-skip` a browser may be missing where nothing can be installed, that is for whoever is not
root on Debian: its tests are skipped. An installation that fails is an error all the same, and a
browser that is missing where `CI` is set: nobody reads there what was skipped.
"""

from __future__ import annotations

import os
import sys

from tests.everywhere.drivers import Firefox, WebKit
from tools import debian

DEBIAN_PACKAGES = ("firefox-esr", "webkit2gtk-driver", "xvfb")


def missing() -> list[str]:
    """Say what is missing on this machine."""
    return [kind.missing() for kind in (Firefox, WebKit) if kind.missing()]


def may_be_missing() -> bool:
    """Tell whether the tests of a browser that is missing may be skipped here."""
    return not debian.can_install() and not os.environ.get("CI")


def main() -> int:
    """Install what is missing, say what is still missing; 1 if that may not be."""
    if missing():
        print("== Firefox and WebKitGTK")
        debian.install(*DEBIAN_PACKAGES)
    for what in missing():
        print(what, file=sys.stderr)
    return bool(missing()) and not ("--or-skip" in sys.argv[1:] and may_be_missing())


if __name__ == "__main__":
    sys.exit(main())
