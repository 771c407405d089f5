"""Long work in small pieces, so that the caller can check in between whether it should stop, and show progress.

The name of a function that returns `Work` ends with "-ing" (`rating`, `reading`, `verifying`). If there is also a
function that does the same at once, its name is the plain verb (`rate`, `loads`, `verify`), and it calls `done`.

Work is a generator that yields `Step`s and returns its result. A malicious replay can demand very much work in few
bytes, so a `Job` stops work that takes too long or puts out too much. It throws `TooMuch` into the work, which may
then still return what it has so far.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from functools import wraps
from time import perf_counter
from typing import Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar

from sandlot.errors import MessageError

MOMENT = 0.03
"""How many seconds one call of `Job.step` works."""
CHUNK = 2**18
"""After how many characters of output one call of `Job.step` returns."""
MOST_SECONDS = 120
"""The maximum number of seconds that one job may work."""
MOST_OUTPUT = 128 * 2**20
"""The maximum number of characters that one job may put out."""

P = ParamSpec("P")
T = TypeVar("T")


class Refused(MessageError, ValueError):
    """Work or a call is refused because of its input; `text` is the sentence that says why."""


class TooMuch(Refused):
    """The work takes too long or has too much output."""

    def __init__(self, done: int, of: int, seconds: float = MOST_SECONDS) -> None:
        super().__init__("job.too_much", done=done, of=of, seconds=seconds, megabytes=MOST_OUTPUT // 2**20)


class Step(NamedTuple):
    """The progress of work: how many units (such as turns or games) are done, of how many; and its output as JSON."""

    done: int = 0
    of: int = 0
    text: str = ""


Work: TypeAlias = Generator[Step, None, T]


class Job(Generic[T]):
    """Work that is done piece by piece. `result` is its result, once it is over.

    `most` is how many seconds it may work; None: `MOST_SECONDS`.
    """

    def __init__(self, work: Work[T], clock: Callable[[], float] = perf_counter, *, most: float | None = None) -> None:
        self.work, self.clock = work, clock
        self.most = MOST_SECONDS if most is None else most
        self.seconds, self.room = self.most, MOST_OUTPUT
        self.over = False
        self.result: T | None = None

    def step(self) -> str:
        """Work for a moment; return {over, done, of, pieces} as JSON, where `pieces` is a list of the output.

        Raises what the work raises, which ends the job as well.
        """
        began, chunk = self.clock(), CHUNK
        pieces: list[str] = []
        last = Step()
        while not self.over and chunk > 0 and self.clock() - began < MOMENT:
            try:
                last = next(self.work)
                if last.text:
                    pieces.append(last.text)
                self.room -= len(last.text)
                chunk -= len(last.text)
                if self.room < 0 or self.seconds < self.clock() - began:
                    self.work.throw(TooMuch(last.done, last.of, self.most))
            except StopIteration as end:
                self.over, self.result = True, end.value
            except MemoryError:
                self.over = True
                raise Refused("job.memory") from None
            except BaseException:
                self.over = True
                raise
        self.seconds -= self.clock() - began
        head = json.dumps({"over": self.over, "done": last.done, "of": last.of}, separators=(",", ":"))
        return f'{head[:-1]},"pieces":[{",".join(pieces)}]}}'

    def take(self) -> T | None:
        """Return the result. For JavaScript, where a value that is read from an attribute is freed with its object."""
        return self.result

    def close(self) -> None:
        """Stop the work."""
        self.over = True
        self.work.close()


def job(work: Callable[P, Work[T]]) -> Callable[P, Job[T]]:
    """Decorate a function that returns `Work`: it then returns a `Job`, whose first step begins the work."""

    @wraps(work)
    def begin(*args: P.args, **kwargs: P.kwargs) -> Job[T]:
        return Job(work(*args, **kwargs))

    return begin


def done(work: Work[T], watch: Callable[[Step], None] = lambda step: None) -> T:
    """Do all of the work at once; pass every step to `watch`."""
    while True:
        try:
            watch(next(work))
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
