"""Ctrl-C, and the signals by which a system ends a program, while a contest is played."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from typing import NoReturn

from sandlot.cli.typed import local

__all__ = ["Interrupts", "interruptible"]


SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Interrupts:
    """Which signal has asked the command to end."""

    heard: int | None = None

    def check(self) -> None:
        """Raise `KeyboardInterrupt` if one has. Python raises it at once, but it is lost if it comes while an object is
        finalized.
        """
        if self.heard is not None:
            raise KeyboardInterrupt

    @property
    def status(self) -> int:
        """The exit status of a command that was ended by it."""
        return 128 + (signal.SIGINT if self.heard is None else self.heard)

    def over(self) -> None:
        """From now on, each of these signals ends this process at once."""
        for each in SIGNALS:
            signal.signal(each, signal.SIG_DFL)


@contextlib.contextmanager
def interruptible() -> Iterator[Interrupts]:
    """While this lasts, the first of the signals raises `KeyboardInterrupt`. Those after it do nothing until there is
    another handler.
    """
    found = Interrupts()
    tell_lost = sys.unraisablehook

    def hear(number: int, frame: object) -> NoReturn:
        found.heard = number
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    def hear_lost(lost: sys.UnraisableHookArgs) -> None:
        # After the signal the only news would be a traceback of an object that was just being made or finalized.
        if found.heard is None:
            tell_lost(lost)

    sys.unraisablehook = hear_lost
    try:
        with contextlib.ExitStack() as stack:
            for each in SIGNALS:
                stack.enter_context(local().on_interrupt(hear, each))
            yield found
    finally:
        sys.unraisablehook = tell_lost
