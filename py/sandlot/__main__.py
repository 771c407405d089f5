"""Runs the command line: `python -m sandlot`, and the program `sandlot` that the wheel installs."""

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # With `-m`, the current folder comes first in `sys.path`, so a file there could take the place of a module of the
    # standard library. Modules that Python has imported before this line may still come from there.
    del sys.path[0]

import signal

INTERRUPTED = 130


def main() -> int:
    """Run the command that was typed, and return the exit status.

    While modules are loading, and while Python is shutting down, there is nothing to clean up. So Ctrl-C then ends the
    process at once, without a traceback.
    """
    is_ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_ours:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from sandlot.game import MissingPiece

    try:
        from sandlot.cli.main import main as run
    except MissingPiece as missing:
        sys.exit(f"sandlot: {missing}")
    try:
        if is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        if is_ours:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
