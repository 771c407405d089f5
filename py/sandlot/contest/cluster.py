"""Workers on other machines: Dask's distributed, started as its own documentation says.

A worker of a cluster may be lost, may never finish, and may send anything. So we choose the worker for each task: it is
known who has sent a reply, and a worker that has sent a wrong one, or was late, gets no more tasks.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar, cast
from weakref import WeakKeyDictionary

from sandlot.contest.worker_reply import BadWorkerReply
from sandlot.contest.workers import WorkerDied
from sandlot.jobs import Refused
from sandlot.messages import Message, message, render

P = ParamSpec("P")
T = TypeVar("T")

CONNECT_SECONDS = 30
LEAST_SECONDS = 60
"""The minimum number of seconds that a worker gets for a task before it is given up."""
WAIT_SECONDS = 300
"""How long a contest waits for a first worker, or for another one after all are gone. Only then it gives up: a worker
takes seconds to start, and a machine may have to start first.
"""
LONGEST_LOOK = 5
"""How many seconds between two looks at the workers count as waiting. Longer ones mean that this process itself was
stopped, or had no processor.
"""
log = logging.getLogger("sandlot.cluster")

MOST_EXCLUDED = 256
"""After so many bad workers the contest stops, because new ones might join for ever."""


class NoCluster(Refused):
    """The cluster cannot be used; `text` says why, and what to do."""


@dataclass
class _Given:
    """A task that was given to a worker. `inner` is Dask's own future. `since` is when it became the oldest unfinished
    task of its worker; None: it is not the oldest.
    """

    future: Future[Any]
    inner: Any
    seconds: float
    since: float | None = None


class Cluster(Executor):
    """The workers of a scheduler. `seconds` returns, for the arguments of a task, how long a worker may take for it."""

    def __init__(self, client: Any, address: str, seconds: Callable[..., float]) -> None:
        self._client, self._address, self._seconds = client, address, seconds
        self._given: dict[str, list[_Given]] = {}
        self._worker_of: WeakKeyDictionary[Future[Any], str] = WeakKeyDictionary()
        self._why: WeakKeyDictionary[Future[Any], Message] = WeakKeyDictionary()
        self._failures: Counter[str] = Counter()
        self.excluded: dict[str, Message] = {}
        """Workers that get no more tasks, by address, and why."""
        self._looked = time.monotonic()
        self._waited = 0.0
        """For how many seconds there have been no workers."""

    def workers(self) -> int:
        """Return how many blocks can be played at the same time, and give up the tasks of workers that are lost or
        late. Raises `NoCluster` once the scheduler has been gone for as long as Dask waits for it, if every worker was
        excluded, or if there was none for `WAIT_SECONDS`.
        """
        if self._client.status == "closed":
            raise NoCluster("contest.scheduler_lost", address=self._address)
        # Every worker plays one block at a time, however many threads it has: see `task.play_task`. While Dask
        # reconnects, no workers are known.
        there = self._client.scheduler_info(n_workers=-1).get("workers", ())
        now = time.monotonic()
        for worker, tasks in self._given.items():
            tasks[:] = [each for each in tasks if not each.future.done()]
            if worker not in there:
                log.debug("worker %s is gone with %d tasks", worker, len(tasks))
                self._give_up(tasks, message("void.lost", why=worker), stop=False)
            elif tasks:
                tasks[0].since = tasks[0].since or now
                if now - tasks[0].since > tasks[0].seconds:
                    late = message("void.late", worker=worker, minutes=max(1, round(tasks[0].seconds / 60)))
                    log.debug("worker %s is set aside: %s", worker, render(late, language="en"))
                    self.excluded[worker] = late
                    self._give_up(tasks, late)
        self._given = {each: self._given.get(each, []) for each in there if each not in self.excluded}
        if (there and not self._given) or len(self.excluded) >= MOST_EXCLUDED:
            raise NoCluster("contest.all_set_aside", why=next(reversed(self.excluded.values())))
        self._waited = 0.0 if there else self._waited + min(now - self._looked, LONGEST_LOOK)
        self._looked = now
        if self._waited > WAIT_SECONDS:
            raise NoCluster("contest.no_workers", address=self._address, minutes=round(WAIT_SECONDS / 60))
        return len(self._given)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give a task to the worker with the fewest tasks and failures. Failures count because a worker that replies at
        once that it cannot play would otherwise get most tasks. There has to be a worker: see `workers`.
        """
        worker, tasks = min(self._given.items(), key=lambda each: len(each[1]) + 2 * self._failures[each[0]])
        where: Any = {"workers": [worker], "allow_other_workers": False, "pure": False, "retries": 0}
        inner = self._client.submit(fn, *args, **kwargs, **where)
        # Dask may never complete the future of a task whose worker is gone, or whose reply it cannot read.
        future: Future[T] = Future()
        client = self._client
        inner.add_done_callback(lambda ended: client.loop.add_callback(_pass_on, client, ended, future))
        log.debug("worker %s gets a task; it has %d", worker, len(tasks) + 1)
        tasks.append(_Given(future, inner, max(LEAST_SECONDS, self._seconds(*args))))
        self._worker_of[future] = worker
        return future

    def exclude_untrue(self, future: Future[Any], why: Message) -> Message:
        """Exclude the worker that had this task, because its reply was wrong, as `why` says; return the sentence that
        names the worker.
        """
        return self.exclude(future, message("void.untrue", worker=self._worker_of[future], why=why))

    def exclude(self, future: Future[Any], why: Message) -> Message:
        """Exclude the worker that had this task from further tasks, for the reason `why`; return that."""
        worker = self._worker_of[future]
        log.debug("worker %s is set aside: %s", worker, render(why, language="en"))
        self.excluded[worker] = why
        self._give_up(self._given.pop(worker, []), why)
        return why

    def is_excluded(self, future: Future[Any]) -> bool:
        """Tell whether the worker that had this task is excluded."""
        return self._worker_of[future] in self.excluded

    def failed(self, future: Future[Any]) -> Message | None:
        """Count a failure of the worker that had this task. Return why the task was given up, if it was; else None."""
        self._failures[self._worker_of[future]] += 1
        log.debug("worker %s had a task that has no result", self._worker_of[future])
        return self._why.pop(future, None)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel the tasks that were given out, or wait for them."""
        tasks = [each for given in self._given.values() for each in given]
        if cancel_futures:
            self._client.cancel([each.inner for each in tasks])
        elif wait:
            concurrent.futures.wait([each.future for each in tasks])

    def _give_up(self, tasks: list[_Given], why: Message, *, stop: bool = True) -> None:
        # A task whose worker is gone is not cancelled: Dask may be about to fetch its result, and would print a
        # traceback.
        for each in tasks:
            self._why[each.future] = why
            with contextlib.suppress(InvalidStateError):
                each.future.set_exception(WorkerDied())
            if stop:
                each.inner.cancel()
        tasks.clear()


async def _pass_on(client: Any, inner: Any, future: Future[Any]) -> None:
    """Pass the outcome of a Dask task on to a future, unless that is done already; `BadWorkerReply` if the reply cannot
    be read.

    Each reply is requested alone. Dask itself requests several at once, and if one of them cannot be read, it raises
    the error for all of them, or for none.
    """
    with contextlib.suppress(InvalidStateError):
        if inner.status == "error":
            future.set_exception(await inner.exception())
        elif inner.status != "finished":
            future.set_exception(WorkerDied())
        else:
            try:
                found = await client.scheduler.gather(keys=[inner.key])
            except OSError:
                future.set_exception(WorkerDied())
            except BaseException:
                # Unpickling what a worker has sent may raise anything.
                future.set_exception(BadWorkerReply())
            else:
                there = found["status"] == "OK"
                future.set_result(found["data"][inner.key]) if there else future.set_exception(WorkerDied())


@contextmanager
def cluster(
    address: str, tls: Mapping[str, str] | None = None, seconds: Callable[..., float] = lambda *given: float("inf")
) -> Iterator[Cluster]:
    """Connect to a scheduler; yield an executor on its workers. `tls`: files in PEM, as `Security` of Dask names them.
    Raises `NoCluster` if there is no scheduler, or if distributed is not installed.
    """
    try:
        from distributed import Client, Security
        from distributed.comm.addressing import parse_address, parse_host_port
        from distributed.comm.registry import get_backend
    except ImportError:
        raise NoCluster("contest.no_distributed") from None
    try:
        # Checked here, because a client with a bad address hangs for a minute, and then prints a traceback.
        scheme, place = parse_address(address)
        get_backend(scheme)
        parse_host_port(place)
    except ValueError:
        raise NoCluster("contest.bad_address", address=address) from None
    # These libraries log a traceback for every reply that they cannot read, and if Ctrl-C comes while they wait.
    # Some loggers below theirs have handlers of their own.
    for name in [each for each in logging.root.manager.loggerDict if re.match(r"(distributed|tornado)\b", each)]:
        of_dask = logging.getLogger(name)
        of_dask.handlers, of_dask.propagate = [logging.NullHandler()], False
    more: dict[str, Any] = {"security": cast(Any, Security)(require_encryption=True, **tls)} if tls else {}
    try:
        client: Any = cast(Any, Client)(address, timeout=CONNECT_SECONDS, set_as_default=False, **more)
    except TypeError:
        # This is how Dask fails for a TLS address without certificates.
        raise NoCluster("contest.needs_tls", address=address) from None
    except (OSError, ValueError) as error:
        raise NoCluster("contest.no_scheduler", address=address, why=str(error) or type(error).__name__) from None
    log.debug("connected to the scheduler at %s", address)
    try:
        yield Cluster(client, address, seconds)
    finally:
        client.close()
