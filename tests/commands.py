"""The command run in the tests' own process."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from elfern_core.command import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


class Run:
    """Runs the command, keeps what it says, and never meets a traceback."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        """Take what captures the output and what replaces the input."""
        self.capsys, self.patch = capsys, patch
        self.out = self.err = ""

    def __call__(self, *arguments: str | Path, stdin: str | bytes = "") -> int:
        """Run it and give its exit status."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        try:
            code = main([str(one) for one in arguments])
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 2
        self.out, self.err = self.capsys.readouterr()
        assert "Traceback" not in self.out + self.err
        return code
