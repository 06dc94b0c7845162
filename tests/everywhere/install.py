"""Firefox and WebKitGTK for the tests of this folder: `python -m tests.everywhere.install`."""

from __future__ import annotations

import sys

from tests.everywhere.drivers import Firefox, WebKit
from tools import debian

DEBIAN_PACKAGES = ("firefox-esr", "webkit2gtk-driver", "xvfb")


def main() -> int:
    """Install what is missing, as root on Debian; say what is still missing, 1 if anything is."""
    if any(kind.missing() for kind in (Firefox, WebKit)):
        print("== Firefox and WebKitGTK")
        debian.install(*DEBIAN_PACKAGES)
    missing = [kind.missing() for kind in (Firefox, WebKit) if kind.missing()]
    print("\n".join(missing), file=sys.stderr, end="\n" if missing else "")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
