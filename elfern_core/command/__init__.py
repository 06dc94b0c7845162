"""The `elfern` command: check, show, convert, deal and play records, and explain the rules."""

from elfern_core.command._main import main

__all__ = ["main"]
