"""Long work in small pieces, so that whoever has it done can look up in between: to hear somebody who wants to stop it,
and to say how far it has come.

A piece of work is a generator that gives `Step`s and returns what came of it. A strange replay can have very much work
in few bytes, so a `Job` gives up when it has taken too long or has put out too much: it throws `TooMuch` into the work,
which may then still return what it has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from sandlot.messages import message

__all__ = ["LONGEST", "MOST_SECONDS", "Job", "Refused", "Step", "TooMuch", "Work", "done"]

MOMENT = 0.03
"""Seconds of work between two looks at what else there is to do."""
CHUNK = 2**18
"""Characters that are put out at once."""
MOST_SECONDS = 120
"""Seconds that one job may work."""
LONGEST = 128 * 2**20
"""Characters that one job may put out."""

T = TypeVar("T")


class Refused(ValueError):
    """What ends a piece of work with a sentence, `text`."""

    def __init__(self, id: str, /, **params: Any) -> None:
        self.text = message(id, **params)
        super().__init__(id)


class TooMuch(Refused):
    """The work takes longer, or puts out more, than anybody wants to wait for or has room for."""

    def __init__(self, done: int, of: int) -> None:
        super().__init__("job.too_much", done=done, of=of, seconds=MOST_SECONDS, megabytes=LONGEST // 2**20)


class Step(NamedTuple):
    """How far a piece of work has come: so many turns of so many; and what it puts out, as JSON."""

    done: int = 0
    of: int = 0
    text: str = ""


Work: TypeAlias = Generator[Step, None, T]


class Job(Generic[T]):
    """Work that is done piece by piece. `result` is what came of it, once it is over."""

    def __init__(self, work: Work[T], clock: Callable[[], float] = perf_counter) -> None:
        self.work, self.clock = work, clock
        self.seconds, self.room = float(MOST_SECONDS), LONGEST
        self.over = False
        self.result: T | None = None

    def step(self) -> str:
        """Go on for a moment; return {over, done, of, pieces}, pieces being what it has put out.

        Raises whatever the work does; then it is over, too.
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
                    self.work.throw(TooMuch(last.done, last.of))
            except StopIteration as end:
                self.over, self.result = True, end.value
            except BaseException:
                self.over = True
                raise
        self.seconds -= self.clock() - began
        head = json.dumps({"over": self.over, "done": last.done, "of": last.of}, separators=(",", ":"))
        return f'{head[:-1]},"pieces":[{",".join(pieces)}]}}'

    def take(self) -> T | None:
        """Return the result; for JavaScript, where what an attribute gives ends with its object."""
        return self.result

    def close(self) -> None:
        """Give it up."""
        self.over = True
        self.work.close()


def done(work: Work[T], watch: Callable[[Step], None] = lambda step: None) -> T:
    """Do all of it at once, showing every step to `watch`."""
    while True:
        try:
            watch(next(work))
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
