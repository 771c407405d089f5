"""`import`, which makes a replay of a log, and what `verify` does with a replay."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from sandlot.api.files import refusing_content, written
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.cli.contest_files import check_replaceable
from sandlot.cli.files import read, read_replay
from sandlot.cli.progress import watch
from sandlot.cli.terminal import as_json, say
from sandlot.game import Json
from sandlot.jobs import done
from sandlot.match import recordings
from sandlot.match.replay import Replay, verifying
from sandlot.match.replay_file import dumps
from sandlot.messages import Message, message, render

MOST_LOG = 256 * 2**20
"""Most bytes of a log."""


def verify_replay(args: argparse.Namespace) -> int:
    """Play a replay again; return the exit status. Raise `Problem` if it does not give its own result."""
    replay = read_replay(args.replay)
    names = [player.name for player in replay.setup.players]
    problem = done(verifying(replay), watch()).problem
    if problem:
        raise Problem(message("cli.file", file=args.replay, why=problem), REFUSED, names)
    told = replay.result["reason"] if replay.result else message("cli.unfinished")
    if args.json:
        say(as_json({"file": args.replay, "kind": "replay", **_described(replay, told)}))
    else:
        say(render(message("cli.reproduces", file=args.replay, game=replay.setup.game.name, told=told), names))
    return DONE


def import_log(args: argparse.Namespace) -> int:
    """Write the replay of a log; return the exit status. Raise `Problem` if the log cannot be imported."""
    check_replaceable(args.replay, "replay")
    text = read(args.log, MOST_LOG)
    if recordings.is_replay(text):
        verify = f"sandlot verify {shlex.quote(args.log)}"
        raise Problem(message("cli.import_replay", file=args.log, verify=verify), REFUSED)
    with refusing_content(args.log):
        replay = done(recordings.reading_log(text), watch())
        written_text = "" if replay is None else dumps(replay)
    if replay is None:
        raise Problem(message("cli.file", file=args.log, why=message("import.unknown")), REFUSED)
    with written(Path(args.replay)) as file:
        file.write(written_text)
    names = [player.name for player in replay.setup.players]
    told = replay.result["reason"] if replay.result else message("cli.no_end")
    if args.json:
        say(as_json({"file": args.replay, **_described(replay, told)}))
    else:
        say(render(message("cli.wrote", file=args.replay, game=replay.setup.game.name, told=told), names))
    return DONE


def _described(replay: Replay, told: Message | Sequence[Json]) -> dict[str, Json]:
    """Return a replay as JSON for programs; `told` is how it ended."""
    names = [player.name for player in replay.setup.players]
    return {"game": replay.setup.game.name, "players": names, "result": replay.result, "reason": render(told, names)}
