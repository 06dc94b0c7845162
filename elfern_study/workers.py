"""What executors share: workers at hand, and a clear word when they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elfern_core import __version__
from elfern_core.study.plan import StudyError

if TYPE_CHECKING:
    from concurrent.futures import Executor


class Workers(NamedTuple):
    """An executor that is ready."""

    executor: Executor
    """Where batches are sent."""
    at_once: int
    """How many batches are worked on at a time."""


def engine_version() -> str:
    """Give the engine's version where this runs, which is in a worker."""
    return __version__


def check_engine(found: str, where: str) -> None:
    """Refuse workers whose engine is another one: their players might choose other cards.

    Raises:
        StudyError: saying which versions there are.
    """
    if found != __version__:
        message = f"{where} runs elfern {found}, and this is {__version__}; they must be the same"
        raise StudyError(message)
