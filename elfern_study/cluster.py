"""Studies on a Dask cluster, through the executor that its client offers."""

from __future__ import annotations

from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING

from distributed import Client
from distributed.client import FutureCancelledError
from distributed.comm.core import CommClosedError
from distributed.scheduler import KilledWorker

from elfern_core.study.plan import StudyError
from elfern_study.workers import Workers, check_engine, engine_version

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = "10s"
"""How long a scheduler may take to answer."""


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Connect to a cluster, and let go of it; it runs on.

    Args:
        address: of its scheduler, such as `tcp://10.0.0.5:8786`.

    Raises:
        StudyError: if nothing answers there, if its workers are none or run another engine, or
            if they are lost while the block runs.
    """
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        message = f"no Dask scheduler answers at {address}: {_reason(error)}"
        raise StudyError(message) from None
    with client:
        threads = sum(client.nthreads().values())  # type: ignore[no-untyped-call]
        if not threads:
            message = f"the scheduler at {address} has no workers"
            raise StudyError(message)
        for worker, found in _engines(client, address).items():
            check_engine(found, f"the worker {worker}")
        try:
            with client.get_executor(pure=False) as executor:  # type: ignore[no-untyped-call]
                yield Workers(executor, threads)
        except (KilledWorker, CommClosedError, CancelledError, FutureCancelledError) as error:
            message = f"the cluster at {address} was lost: {_reason(error)}"
            raise StudyError(message) from None


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__


def _engines(client: Client, address: str) -> dict[str, str]:
    try:
        found: dict[str, str] = client.run(engine_version)
    except Exception as error:  # noqa: BLE001  (whatever a worker without the engine raises)
        message = f"the workers at {address} need elfern-core installed: {error}"
        raise StudyError(message) from None
    return found
