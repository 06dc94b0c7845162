"""Packages of Debian, installed where that can be done without asking."""

from __future__ import annotations

import os
import shutil
import subprocess


def can_install() -> bool:
    """Tell whether packages can be installed without asking: by root, on Debian."""
    return os.name == "posix" and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def install(*packages: str) -> bool:
    """Install packages where that can be done; tells whether it was tried."""
    if not can_install():
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (
        ["update", "-q"],
        ["install", "-q", "-y", "--no-install-recommends", *packages],
    ):
        subprocess.run(["apt-get", *arguments], env=environment, check=False)
    return True
