"""`export`: a match as one HTML file, see `api.html`; or matches as JSON Lines for training, see `api.traces`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from sandlot.api.files import refusing_content, written
from sandlot.api.html import page_of
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.api.traces import head_line, traces
from sandlot.archive.record import game_refs
from sandlot.cli.contest_files import check_replaceable, kind_of, opened, refusing
from sandlot.cli.files import read_replay
from sandlot.cli.progress import watch
from sandlot.cli.terminal import as_json, say
from sandlot.jobs import Refused, Step
from sandlot.match.replay import Replay
from sandlot.match.replay_file import loads
from sandlot.messages import message, worded

MOST_TRACES = 2**33
"""The maximum size, in bytes, of a file of traces."""


def export(args: argparse.Namespace) -> int:
    """Write a page or traces; return the exit status. Raise `Problem` for a file that cannot be read or is invalid."""
    if (args.html is None) == (args.traces is None):
        raise Problem(message("cli.export_needs"))
    return _page(args) if args.traces is None else _traces(args)


def _page(args: argparse.Namespace) -> int:
    check_replaceable(args.html, "page")
    replay = read_replay(args.replay)
    with refusing_content(args.replay):
        page = page_of(replay, watch())
    with written(Path(args.html)) as file:
        file.write(page)
    if args.json:
        turns = replay.result["turns"] if replay.result else len(replay.turns) - 1
        say(as_json({"file": args.html, "game": replay.setup.game.name, "turns": turns}))
    return DONE


def _traces(args: argparse.Namespace) -> int:
    """Write the traces of a replay, or of all games of a contest. If one game is invalid, nothing is written."""
    check_replaceable(args.traces, "traces")
    see, count, lines, size = watch("cli.tracing"), 0, 0, 0
    with written(Path(args.traces)) as file:
        for number, of, replay in _replays(args.replay):
            if not count:
                size += file.write(f"{as_json(head_line(replay.setup.game))}\n")
            count += 1
            try:
                for line in traces(replay, number):
                    size += file.write(f"{line}\n")
                    lines += 1
                    if size > MOST_TRACES:
                        raise Problem(message("cli.traces_long", file=args.traces, most=MOST_TRACES // 2**30), REFUSED)
            except Refused as bad:
                why = message("cli.traces_game", number=number, why=bad.text)
                raise Problem(message("cli.file", file=args.replay, why=why), REFUSED) from None
            see(Step(number, of))
        if not count:
            raise Problem(message("cli.file", file=args.replay, why=message("cli.traces_none")), REFUSED)
    # Besides the lines for its moves, each match has one line for its end.
    moves = lines - count
    if args.json:
        say(as_json({"file": args.traces, "matches": count, "moves": moves}))
    else:
        say(worded("cli.traces_wrote", file=args.traces, matches=count, moves=moves))
    return DONE


def _replays(path: str) -> Iterator[tuple[int, int, Replay]]:
    """Yield the replays in a file, each with its number, from 1, and the number of all games."""
    if not kind_of(path):
        yield 1, 1, read_replay(path)
        return
    with opened(path) as record, refusing(path):
        places = list(game_refs(record.results()))
        for place in places:
            text = record.replay(place.block, place.game)
            if text is not None:
                yield place.number, len(places), loads(text)
