"""Firefox and WebKitGTK for `make everywhere`: `python -m tests.everywhere.install`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.everywhere.drivers import Firefox, WebKit

DEBIAN_PACKAGES = ("firefox-esr", "webkit2gtk-driver", "xvfb")


def main() -> int:
    """Install what is missing, as root on Debian; say what is still missing, 1 if anything is."""
    if any(kind.missing() for kind in (Firefox, WebKit)):
        print("== Firefox and WebKitGTK")
        if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            for arguments in (
                ["update", "-q"],
                ["install", "-q", "-y", "--no-install-recommends", *DEBIAN_PACKAGES],
            ):
                subprocess.run(["apt-get", *arguments], env=environment, check=False)
    missing = [kind.missing() for kind in (Firefox, WebKit) if kind.missing()]
    print("\n".join(missing), file=sys.stderr, end="\n" if missing else "")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
