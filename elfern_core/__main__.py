"""Run the `elfern` command as `python -m elfern_core`.

Here alone the engine looks at what else is installed: what a study needs beyond the standard
library stands in other packages, which are found by their entry points.
"""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from elfern_core import command

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with all that is installed; see `elfern_core.command.main`."""
    return command.main(arguments, _installed)


def _installed(group: str, name: str) -> Any:  # noqa: ANN401
    """Load an entry point.

    Raises:
        LookupError: if nothing installed offers it.
        ImportError: if what offers it lacks a package.
    """
    for point in entry_points(group=group, name=name):
        return point.load()
    message = f"{group}: {name}"
    raise LookupError(message)


if __name__ == "__main__":
    sys.exit(main())
