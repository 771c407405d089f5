"""Runs the command line: `python -m sandlot`, and the program `sandlot` that the wheel installs."""

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # With `-m` Python looks for every module in the current folder first. What it has loaded before this line cannot be
    # helped; from here on a file named like a module of Python's own is only a file.
    del sys.path[0]

import signal

INTERRUPTED = 130


def main() -> int:
    """Run the command that was typed, and return the exit status.

    While modules load, and while Python ends, there is nothing to keep. So Ctrl-C ends the process then, without a
    traceback.
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
