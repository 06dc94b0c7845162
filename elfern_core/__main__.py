"""Run the `elfern` command as `python -m elfern_core`."""

from __future__ import annotations

import sys

from elfern_core.command import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
