"""Studies on the cores of this machine: a pool of processes."""

from __future__ import annotations

import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING

from elfern_core.study.plan import StudyError
from elfern_study.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def processes(count: str) -> Iterator[Workers]:
    """Start so many processes, and end them.

    Args:
        count: how many, as a number in decimal.

    Raises:
        StudyError: if a process dies while the block runs.
    """
    # Started afresh, and not as copies of this one: the same on every system.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(int(count), mp_context=context, initializer=_heed_no_interrupt)
    try:
        _start(pool, int(count))
        yield Workers(pool, int(count))
    except BrokenProcessPool as error:
        message = f"a process of the study has died: {error}"
        raise StudyError(message) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _start(pool: ProcessPoolExecutor, count: int) -> None:
    """Start all processes at once, deaf to Ctrl-C from their first breath.

    A terminal sends it to all of them, and one that is still waking up would die of it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return  # there the processes start one by one, as they are needed
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for _ in range(count):
            pool.submit(_heed_no_interrupt)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _heed_no_interrupt() -> None:
    """Leave Ctrl-C to the process that hands out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
