"""Ends a process in which a house bot does not stop thinking. There are no walls around house bots, and nobody would
otherwise learn for which of them the build waits.
"""

from __future__ import annotations

import os
import sys
import threading
from time import monotonic, sleep
from types import FrameType

from sandlot.seat.in_place import SeatInPlace

LONGEST_ANSWER = 120.0
"""Seconds for one answer, of which the slowest house bot takes a fraction of one."""
THINKS = (SeatInPlace.start.__code__, SeatInPlace.ask.__code__)


def end_overlong(longest: float = LONGEST_ANSWER) -> None:
    """Watch this thread from now on. When a house bot has thought about one answer for `longest` seconds, the process
    ends with status 1, and standard error says which bot it was.
    """
    threading.Thread(target=_watch, args=(threading.get_ident(), longest, sys.argv[1:3]), daemon=True).start()


def _watch(thread: int, longest: float, called: list[str]) -> None:
    known, since = None, monotonic()
    while True:
        sleep(min(1.0, longest / 4))
        frame = _thinking(thread)
        if frame is not known:
            known, since = frame, monotonic()
        elif frame and monotonic() - since > longest:
            seat: SeatInPlace = frame.f_locals["self"]
            said = f"{seat.filename} has thought for {longest:g} seconds about one answer: does it end?"
            print(*called, said, file=sys.stderr, flush=True)
            os._exit(1)


def _thinking(thread: int) -> FrameType | None:
    """Return the frame of the question that a house bot is answering now."""
    frame = sys._current_frames().get(thread)
    while frame and frame.f_code not in THINKS:
        frame = frame.f_back
    return frame
