"""How a seat talks to whoever drives it."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

__all__ = ["Channel", "Reply"]

Reply: TypeAlias = dict[str, Any]
"""What goes to the driver as JSON: ``reply`` and ``running`` as in `parts.Answer`, and for a fault ``fault``, ``why``
(a message) and ``trace`` with ``line``, ``error`` and ``traceback``.
"""


class Channel(Protocol):
    """How a seat talks to whoever drives it."""

    def send(self, reply: str) -> None:
        """Hand over the reply to the question being answered, as JSON: see `Reply`."""
        ...

    def emit(self, stream: str, text: str) -> None:
        """Hand over something printed, at once: what a bot said before it hung should not be lost with it.

        Streams: "out" and "err"; "answer", what a program prints as its answer; "cut", how many characters were not
        sent; "draw", a mark of `draw` as JSON; "profile", what `profiler` has counted so far.
        """
        ...

    def receive(self) -> tuple[str, float | None]:
        """Wait for the next question and return its text and budget."""
        ...

    def ended(self, error: BaseException | None) -> None:
        """What the bot was asked for has been done, or has ended in this error: a process that it has forked has
        nothing more to do.
        """
        ...
