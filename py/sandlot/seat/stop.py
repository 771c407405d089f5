"""Ends a run in the middle of a bot's code where no process can end: in the page.

`os._exit` never returns, and a program whose run is only begun again to wait for its input must not go on without it.
So an exception leads out of the bot, nothing counts that is written after it, and no line of the bot runs on, whatever
it catches.
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
        """Write nothing more to these once a run has been stopped."""
        self._outputs = outputs

    def forget(self) -> None:
        """Leave `sys.monitoring` alone, for good. What catches everything then runs on, to no effect."""
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
        """Let every instruction fail in the functions that are being run."""
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
        # A new one, because each that is raised gathers a traceback.
        assert self.error
        raise type(self.error)(*self.error.args)


class StoppableOutput(io.FileIO):
    """A descriptor that takes what a run writes until it is stopped. It has no code of its own, which would count as
    steps of the bot.
    """


class _Stopped(io.FileIO):
    """What it becomes then: it takes everything and writes nothing."""

    def write(self, data: Any) -> int:
        return len(data)
