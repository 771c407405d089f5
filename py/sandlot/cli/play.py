"""`play`: plays a match on this machine, from the start or from a turn of a replay."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Sequence
from pathlib import Path

from sandlot.api.files import refusing_content, written
from sandlot.api.named import check_count, check_system, clock_of, game_named
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.api.result import players_of, summary_of
from sandlot.cli.contest_files import check_replaceable
from sandlot.cli.files import read
from sandlot.cli.parsing import bot_named, drawn_secret, drawn_seed, memory_of, number, option_of, refused_options
from sandlot.cli.progress import MatchProgress, tell
from sandlot.cli.terminal import as_json, say
from sandlot.files.bot import Bot
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.match.parts import Finish, Setup
from sandlot.match.referee import play as begin
from sandlot.match.replay import Replay, fork
from sandlot.match.replay_file import dumps, loads
from sandlot.match.validation import BadReplay
from sandlot.messages import message


def play(args: argparse.Namespace) -> int:
    """Play the match that the command line describes, and print it; return the exit status."""
    game = game_named(args.game)
    seats = [bot_named(game, text) for text in args.bots]
    options = dict(option_of(game, text) for text in args.option)
    clock = clock_of(game, args.clock, game.clock)
    seed, secret = drawn_seed(args.seed, game), drawn_secret(args.secret, args.seed)
    setup = Setup(game, players_of(seats), seed, options, clock, secret=secret)
    progress = progress_of(setup, args)
    if args.source is None and args.turn is None:
        replay, finish = play_match(setup, seats, args, progress)
    else:
        replay, finish = _go_on(setup, seats, args, progress)
    if args.json:
        say(as_json(summary_of(replay, finish)))
    else:
        tell(replay, finish, [seat.source for seat in seats], args.quiet, args.prints)
    return DONE


def _go_on(
    setup: Setup, seats: Sequence[Bot], args: argparse.Namespace, progress: MatchProgress
) -> tuple[Replay, Finish]:
    """Continue a match from a turn of a replay."""
    if args.source is None or args.turn is None:
        raise Problem(message("cli.from_needs"))
    if args.seed is not None or args.secret is not None or args.option:
        raise Problem(message("cli.from_takes"))
    turn = number(args.turn, "--turn")
    with refusing_content(args.source, BadReplay):
        source = loads(read(args.source, LONGEST_REPLAY))
        if source.setup.game is not setup.game:
            names = {"theirs": source.setup.game.name, "ours": setup.game.name}
            raise Problem(message("cli.other_game", file=args.source, **names), REFUSED)
        return play_match(fork(source, turn, setup), seats, args, progress, source)


def progress_of(setup: Setup, args: argparse.Namespace) -> MatchProgress:
    """Return the progress report of a match on standard error, as the command's options demand."""
    names = [player.name for player in setup.players]
    return MatchProgress(names, args.quiet or getattr(args, "json", False), args.prints)


def play_match(
    setup: Setup, seats: Sequence[Bot], args: argparse.Namespace, progress: MatchProgress, source: Replay | None = None
) -> tuple[Replay, Finish]:
    """Play a match and write its replay if asked to. Raise `Problem` if it cannot be played or has no verdict."""
    check_count(setup.game, len(seats))
    memory = memory_of(args)
    with refused_options():
        begin(setup).close()
    if args.replay is not None:
        check_replaceable(args.replay, "replay")
        # If the replay could not be written, such as for its options, refuse before the match is played.
        _kept(Replay(setup), args.replay)
    check_system()
    from sandlot import local

    sandbox = local.isolating_sandbox() if args.isolate else local.NO_SANDBOX
    local.check_steps(setup.clock, seats)
    with written(Path(args.replay)) if args.replay is not None else contextlib.nullcontext() as file:
        try:
            with local.leaving_nothing():
                replay, finish = local.play(
                    setup, seats, memory=memory, sandbox=sandbox, watch=progress.see, source=source
                )
        except local.MatchAborted as void:
            raise Problem(void.text, REFUSED, progress.names) from None
        if file:
            file.write(_kept(replay, args.replay))
    return replay, finish


def _kept(replay: Replay, path: str) -> str:
    with refusing_content(path, BadReplay):
        return dumps(replay)
