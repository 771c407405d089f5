"""Changes what Ctrl-C does for a while. Only Python's main thread can do so; in other threads nothing changes."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

__all__ = ["on_interrupt", "undisturbed"]


@contextlib.contextmanager
def on_interrupt(
    handler: Callable[[int, object], object] | signal.Handlers, number: int = signal.SIGINT
) -> Iterator[None]:
    """While this lasts, Ctrl-C (or the signal `number`) calls `handler`, as with `signal.signal`."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def undisturbed() -> contextlib.AbstractContextManager[None]:
    """While this lasts, ignore Ctrl-C, so that cleaning up comes to its end."""
    return on_interrupt(signal.SIG_IGN)
