"""The channel between a seat and its driver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, Protocol, TypeAlias

Reply: TypeAlias = dict[str, Any]
"""What goes to the driver as JSON: ``reply`` and ``running`` as in `parts.Response`; for a fault ``fault``, ``why``
(a message) and ``trace`` with ``line``, ``error`` and ``traceback``.
"""


class Closed(SystemExit):
    """The driver has closed the channel: the match is over."""


class Channel(Protocol):
    """The channel between a seat and its driver."""

    def leave(self, status: int) -> NoReturn:
        """End the process of the seat with this exit status, as the bot wants it."""
        ...

    def send(self, reply: str) -> None:
        """Hand over the reply to the open question, as JSON: see `Reply`."""
        ...

    def emit(self, stream: str, text: str) -> None:
        """Hand over something printed, at once, so that it is not lost if the bot hangs later.

        Streams: "out" and "err"; "answer", what a program prints as its answer; "cut", how many characters were not
        sent; "draw", a mark of `draw` as JSON; "profile", what `profiler` has counted so far; "left": the process ends
        after the next reply.
        """
        ...

    def receive(self) -> tuple[str, float | None, Sequence[float | None]]:
        """Wait for the next question and return its text, its budget, and the times of the players' last moves."""
        ...

    def ended(self, error: BaseException | None) -> None:
        """Note that the bot has finished, or has ended with this error. A process that the bot has forked ends here."""
        ...
