"""Packages of Debian, installed where that can be done without asking."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(*packages: str) -> bool:
    """Install packages as root on Debian; tells whether that was tried."""
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (
        ["update", "-q"],
        ["install", "-q", "-y", "--no-install-recommends", *packages],
    ):
        subprocess.run(["apt-get", *arguments], env=environment, check=False)
    return True
