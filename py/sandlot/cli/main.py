"""Entry point of the command line.

Exit status: 0 done, 1 refused (an invalid file, a replay that does not reproduce its result), 2 usage, 130 stopped by
Ctrl-C, 128 + N ended by signal N.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from sandlot.api.files import sentence
from sandlot.api.named import check_system
from sandlot.api.problem import DONE, INTERRUPTED, REFUSED, USAGE, Problem
from sandlot.cli.arguments import help_text, language_of, parse
from sandlot.cli.terminal import as_json, print_error, say, say_for_programs
from sandlot.errors import SandlotError
from sandlot.messages import message, render, speak
from sandlot.verbose import show_log

OF_BOTS = ("contests", "grading", "league", "puzzles")
"""The modules of commands that can be imported only on systems where bots can be started."""


def main() -> int:
    """Run the command that was typed, and return the exit status."""
    for name in ("SIGTERM", "SIGHUP"):
        # A signal ends the match properly, so that no bot's process is left behind.
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _leave)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:]
    try:
        return command(arguments)
    except KeyboardInterrupt:
        print_error(f"sandlot: {render(message('cli.stopped'), language=language_of(arguments))}")
        return INTERRUPTED
    except OSError as error:
        # Python must not complain at exit about output that cannot be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            # The reader of the pipe, such as `head`, has ended.
            return DONE
        why = message("cli.system", why=error.strerror or str(error))
        print_error(f"sandlot: {render(why, language=language_of(arguments))}")
        return REFUSED


def command(arguments: Sequence[str]) -> int:
    """Run one command and return the exit status."""
    with speak(language_of(arguments)):
        if "--json" in arguments:
            say_for_programs()
        if not arguments:
            print_error(help_text().rstrip())
            return USAGE
        try:
            args = parse(arguments)
            args.typed = arguments
            if getattr(args, "verbose", False):
                show_log()
            status = _run(args)
            sys.stdout.flush()
        except OSError as error:
            said = sentence(error)
            if said is None:
                raise
            return _refused(arguments, render(said), REFUSED)
        except SandlotError as error:
            return _refused(arguments, str(error), error.status if isinstance(error, Problem) else REFUSED)
    return status


def _refused(arguments: Sequence[str], why: str, status: int) -> int:
    """Print why a command was refused, with --json also as an object on standard output; return `status`."""
    print_error(f"sandlot: {why}")
    if "--json" in arguments:
        say(as_json({"error": why, "status": status}))
    return status


def _leave(number: int, frame: object) -> NoReturn:
    # A second signal must not interrupt the cleanup that the first one has begun.
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


def _run(args: argparse.Namespace) -> int:
    module, _, name = args.run.partition(":")
    if module in OF_BOTS:
        check_system()
    status: int = getattr(import_module(f"sandlot.cli.{module}"), name)(args)
    return status
