"""Ctrl-C while a contest is played."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from typing import NoReturn

from sandlot.cli.typed import local

__all__ = ["interruptible"]


@contextlib.contextmanager
def interruptible() -> Iterator[Callable[[], None]]:
    """Yield a function that raises `KeyboardInterrupt` after Ctrl-C. Python raises it at once, but it is lost if it
    comes while an object is finalized. A second Ctrl-C does nothing until there is another handler.
    """
    heard = False
    tell_lost = sys.unraisablehook

    def hear(number: int, frame: object) -> NoReturn:
        nonlocal heard
        heard = True
        signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    def check() -> None:
        if heard:
            raise KeyboardInterrupt

    def hear_lost(lost: sys.UnraisableHookArgs) -> None:
        # After Ctrl-C the only news would be a traceback of an object that was just being made or finalized.
        if not heard:
            tell_lost(lost)

    sys.unraisablehook = hear_lost
    try:
        with local().on_interrupt(hear):
            yield check
    finally:
        sys.unraisablehook = tell_lost
