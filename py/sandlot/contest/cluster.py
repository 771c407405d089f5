"""Workers on other machines: Dask's distributed, started as its own documentation says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, cast

from sandlot.jobs import Refused

__all__ = ["NoCluster", "cluster"]

CONNECT_SECONDS = 30


class NoCluster(Refused):
    """The cluster cannot be used; `text` says why, and what to do."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Connect to a scheduler. Yield an executor on its workers, and a function that returns how many blocks they can
    play at the same time. Raises `NoCluster` if there is no scheduler, or if distributed is not installed; the function
    raises it once the scheduler has been gone for as long as Dask waits for it.
    """
    try:
        from distributed import Client
        from distributed.comm.addressing import parse_address, parse_host_port
        from distributed.comm.registry import get_backend
    except ImportError:
        raise NoCluster("contest.no_distributed") from None
    try:
        # A client that cannot be made for its address waits a minute for itself, and then prints a traceback.
        scheme, place = parse_address(address)
        get_backend(scheme)
        parse_host_port(place)
    except ValueError:
        raise NoCluster("contest.bad_address", address=address) from None
    try:
        client: Any = cast(Any, Client)(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster("contest.no_scheduler", address=address, why=str(error) or type(error).__name__) from None

    def workers() -> int:
        if client.status == "closed":
            raise NoCluster("contest.scheduler_lost", address=address)
        # Every worker plays one block at a time, whatever its threads: see `task.play_task`. While the connection is
        # made anew, nothing is known of them.
        return len(client.scheduler_info(n_workers=-1).get("workers", ()))

    try:
        yield client.get_executor(pure=False, retries=0), workers
    finally:
        client.close()
