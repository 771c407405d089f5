"""The worker's side of `workers`: a process that does one task after another until its connection ends."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from multiprocessing.connection import Connection
from typing import NoReturn

from sandlot.verbose import show_log

SECONDS_BETWEEN_LOOKS = 0.5
"""Seconds between two checks whether the parent process is still alive."""


def main(arguments: list[str]) -> None:
    """Do tasks until the connection ends. `arguments` are the descriptor of the connection, the process id of the
    parent, "verbose" to show this process's log as well (or else "quiet"), and the user's PYTHONPATH if there is one.
    """
    descriptor, parent, is_shown, *paths = arguments
    _begin(int(parent))
    # Restored for the bots: the parent has changed it for this process.
    del os.environ["PYTHONPATH"]
    for each in paths:
        os.environ["PYTHONPATH"] = each
    if is_shown == "verbose":
        show_log()
    _serve(Connection(int(descriptor)))
    # The worker is ending: a signal must not interrupt its cleanup.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _serve(connection: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        while True:
            fn, args, kwargs = connection.recv()
            try:
                reply = True, fn(*args, **kwargs)
            except Exception as error:
                reply = False, error
            connection.send(reply)


def _begin(parent: int) -> None:
    """Set up a worker. Ctrl-C is the parent's to handle; the worker ends when it is told to, or when the parent has
    died.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(SECONDS_BETWEEN_LOOKS)
        # SIGTERM raises an exception in the match, so that no process of a bot is left behind.
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def _leave(number: int, frame: object) -> NoReturn:
    # A second signal must not interrupt the cleanup that the first one has begun.
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


if __name__ == "__main__":
    main(sys.argv[1:])
