"""Logs to standard error what the package does: which sandbox it takes and why, how processes start and end, what a
cluster does.
"""

from __future__ import annotations

import logging
import sys

from sandlot.messages import plain


class _OneLine(logging.Formatter):
    """Keeps each record on one line without terminal commands, because commands and names are untrusted text."""

    def format(self, record: logging.LogRecord) -> str:
        return plain(super().format(record))


def show_log() -> None:
    """From now on, print the records of the logger `sandlot` and those below it to standard error, a line each, in
    English.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine("%(asctime)s.%(msecs)03d %(name)s[%(process)d] %(message)s", "%H:%M:%S"))
    # If the reader of the log has ended, the command continues.
    handler.handleError = lambda record: None  # type: ignore[method-assign]
    log = logging.getLogger("sandlot")
    log.setLevel(logging.DEBUG)
    log.propagate = False
    log.handlers = [handler]
