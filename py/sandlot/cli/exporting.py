"""`export`: a match as one page in a file, which opens without a network and without Python: see `api.html`."""

from __future__ import annotations

import argparse
from pathlib import Path

from sandlot.api.html import page_of
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.cli.contest_files import may_replace
from sandlot.cli.files import read, written
from sandlot.cli.progress import watch
from sandlot.cli.terminal import as_json, say
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.jobs import Refused, done
from sandlot.match.replay_file import reading
from sandlot.messages import message

__all__ = ["export"]


def export(known: argparse.Namespace) -> int:
    """Write a replay as a page; return the exit status. Raise `Problem` for a file that is no replay, or is wrong."""
    may_replace(known.html, "page")
    try:
        replay = done(reading(read(known.replay, LONGEST_REPLAY)), watch())
        page = page_of(replay, watch())
    except Refused as bad:
        raise Problem(message("cli.file", file=known.replay, why=bad.text), REFUSED) from None
    with written(Path(known.html)) as file:
        file.write(page)
    if known.json:
        turns = replay.result["turns"] if replay.result else len(replay.turns) - 1
        say(as_json({"file": known.html, "game": replay.setup.game.name, "turns": turns}))
    return DONE
