"""Stops a run in the middle of a bot's code where no process can be ended: in the page.

`os._exit` must never return. And a program that cannot wait for its input is run again from the beginning when there is
more, so its run must not continue without that input. So an exception is raised in the bot, nothing that is written
after it counts, and no further line of the bot runs, even if it catches the exception.
"""

from __future__ import annotations

import io
import sys
import types
from typing import Any, NoReturn

from sandlot.seat.crash import Stopped, running


class Stop:
    """Whether and how the present run was stopped."""

    def __init__(self) -> None:
        self.error: Stopped | None = None
        self._tools: Any = getattr(sys, "monitoring", None)
        self._halted: list[types.CodeType] = []
        self._outputs: tuple[StoppableOutput, ...] = ()

    def use(self, *outputs: StoppableOutput) -> None:
        """Register these outputs: they write nothing more once a run has been stopped."""
        self._outputs = outputs

    def forget(self) -> None:
        """Never use `sys.monitoring` again. A bot that catches everything then runs on, without effect."""
        self._tools = None

    def begin(self) -> None:
        """Begin a run."""
        self.error = None

    def now(self, error: Stopped) -> NoReturn:
        """Stop the run."""
        if self.error is None:
            self.error = error
            for each in self._outputs:
                each.__class__ = _Stopped  # type: ignore[assignment]
            self._halt()
        self._raise()

    def end(self) -> Stopped | None:
        """End a run, and return how it was stopped."""
        if self._halted:
            for code in self._halted:
                self._tools.set_local_events(self._tools.OPTIMIZER_ID, code, 0)
            self._halted.clear()
            self._tools.free_tool_id(self._tools.OPTIMIZER_ID)
        return self.error

    def _halt(self) -> None:
        """Make every instruction fail in the functions that are running."""
        # Where steps are counted there are no tools, and stopping takes the same steps however deep the bot is.
        frames = running() if self._tools else []
        if not frames:
            return
        try:
            self._tools.use_tool_id(self._tools.OPTIMIZER_ID, "sandlot")
        except ValueError:
            return  # the bot uses it itself
        event = self._tools.events.INSTRUCTION
        self._tools.register_callback(self._tools.OPTIMIZER_ID, event, self._fail)
        for frame in frames:
            self._halted.append(frame.f_code)
            self._tools.set_local_events(self._tools.OPTIMIZER_ID, frame.f_code, event)

    def _fail(self, code: types.CodeType, offset: int) -> NoReturn:
        self._raise()

    def _raise(self) -> NoReturn:
        # A new exception each time: raising one again would add to its traceback.
        assert self.error
        raise type(self.error)(*self.error.args)


class StoppableOutput(io.FileIO):
    """A descriptor that takes the output of a run until it is stopped. It has no Python code of its own, which would
    count as steps of the bot.
    """


class _Stopped(io.FileIO):
    """The class that a `StoppableOutput` gets when its run is stopped: it accepts everything and writes nothing."""

    def write(self, data: Any) -> int:
        return len(data)
