"""Reads the files named on the command line, and warns if an encoding had to be guessed."""

from __future__ import annotations

from sandlot.api.files import decoded, refusing_content
from sandlot.cli.progress import watch
from sandlot.cli.terminal import print_error
from sandlot.files.bot import LONGEST_SOURCE
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.jobs import done
from sandlot.match.replay import Replay
from sandlot.match.replay_file import reading
from sandlot.messages import worded


def read(path: str, most: int) -> str:
    """Return the text of a map, a configuration, a log or a replay of at most `most` bytes; raise `Problem`."""
    found = decoded(path, most, python=False)
    if found.guessed:
        print_error(worded("cli.guessed_text", file=path, encoding=found.encoding.upper()))
    return found.text


def read_replay(path: str) -> Replay:
    """Return the replay in a file; raise `Problem` for any other file."""
    with refusing_content(path):
        return done(reading(read(path, LONGEST_REPLAY)), watch())


def read_python(path: str) -> str:
    """Return the source in a Python file; raise `Problem` if it cannot be read."""
    found = decoded(path, LONGEST_SOURCE, python=True)
    if found.guessed:
        line = f"# coding: {found.encoding}"
        print_error(worded("cli.guessed", file=path, encoding=found.encoding.upper(), line=line))
    return found.text
