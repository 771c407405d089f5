"""The command line: rules are tested and used without a browser too.

Exit status: 0 done, 1 refused (a file that is not what it should be, a replay that does not reproduce), 2 usage.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import shlex
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from sandlot.cli.arguments import Handler, help_text, language_of, parse
from sandlot.cli.files import read, written
from sandlot.cli.languages import STARTER, compiled
from sandlot.cli.new import new
from sandlot.cli.problem import DONE, INTERRUPTED, REFUSED, USAGE, Problem
from sandlot.cli.telling import Progress, faults, milliseconds, tell, watch
from sandlot.cli.terminal import as_json, complain, say
from sandlot.cli.typed import (
    bot_named,
    check_count,
    clock_of,
    count_of,
    drawn_secret,
    drawn_seed,
    game_named,
    local,
    number,
    option_of,
    program_at,
    refused_options,
)
from sandlot.game import Json, read_options
from sandlot.games import GAMES, generals
from sandlot.jobs import done
from sandlot.match import recordings
from sandlot.match.referee import Finish, Player, Setup
from sandlot.match.referee import play as begin
from sandlot.match.replay import LONGEST, BadReplay, Replay, dumps, fork, loads, reading, verifying
from sandlot.messages import message, render, speak

__all__ = ["command", "main"]

MOST_LOG = 256 * 2**20
"""Bytes of a log."""

MOST_TEXT = 2**20
"""Bytes of a map or a configuration."""


def main() -> int:
    """Run what was typed and return the exit status."""
    for name in ("SIGTERM", "SIGHUP"):
        # So that no bot is left behind.
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _leave)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:]
    try:
        return command(arguments)
    except KeyboardInterrupt:
        complain(f"sandlot: {render(message('cli.stopped'), language=language_of(arguments))}")
        return INTERRUPTED
    except OSError as error:
        # Python shall not complain at its end about output that cannot be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            # Whoever read it has seen enough.
            return DONE
        why = message("cli.system", why=error.strerror or str(error))
        complain(f"sandlot: {render(why, language=language_of(arguments))}")
        return REFUSED


def command(arguments: Sequence[str]) -> int:
    """Run one command and return the exit status."""
    with speak(language_of(arguments)):
        if not arguments:
            complain(help_text(HANDLERS).rstrip())
            return USAGE
        try:
            known = parse(arguments, HANDLERS)
            status: int = known.run(known)
            sys.stdout.flush()
        except Problem as problem:
            complain(f"sandlot: {problem}")
            return problem.status
    return status


def _leave(number: int, frame: object) -> NoReturn:
    sys.exit(128 + number)


# Commands


def _games(known: argparse.Namespace) -> int:
    if known.game is None:
        counts = {name: render(count_of(*game.players)) for name, game in GAMES.items()}
        wide = max(map(len, counts.values()))
        for game in GAMES.values():
            house = render(message("cli.house_short", bots=", ".join(game.house)))
            say(f"{game.name:9} {counts[game.name]:{wide}} {house}")
        return DONE
    game = game_named(known.game)
    say(render(message("cli.game_for", game=game.name, players=count_of(*game.players))))
    say("\n" + render(message("cli.house", bots=", ".join(game.house))))
    say(f"\n{render(message('cli.options'))}:")
    for name, option in game.options.items():
        default = "-" if option.default is None else as_json(option.default)
        say(f"  {name:12} {default:10} {render(option.expects())}")
    say(f"\n{render(message('cli.limits'))}:")
    for name, clock in {render(message("cli.limits_default")): game.clock, **game.clocks}.items():
        limits = (f"{key}={value}" for key, value in clock.json().items() if key != "steps")
        say(f"  {name:12} {' '.join(limits)}")
    say(f"\n{render(message('cli.programs'))}:")
    made = compiled(Path(STARTER))
    play = f'sandlot play {game.name} "{made.bot}" {game.house[-1]}'
    for line in (f"sandlot new {game.name} {STARTER}", made.compile, play):
        say(f"  {line}")
    doc = sys.modules[f"sandlot.games.{game.name}"].__doc__
    say(f"\n{doc or ''}".rstrip())
    return DONE


def _verify(known: argparse.Namespace) -> int:
    try:
        replay = done(reading(read(known.replay, LONGEST)), watch())
    except BadReplay as bad:
        raise Problem(message("cli.file", file=known.replay, why=bad.text), REFUSED) from None
    names = [player.name for player in replay.setup.players]
    problem = done(verifying(replay), watch())
    if problem:
        raise Problem(message("cli.file", file=known.replay, why=problem), REFUSED, names)
    told = replay.result["reason"] if replay.result else message("cli.unfinished")
    say(render(message("cli.reproduces", file=known.replay, game=replay.setup.game.name, told=told), names))
    return DONE


def _import(known: argparse.Namespace) -> int:
    text = read(known.log, MOST_LOG)
    if recordings.is_replay(text):
        verify = f"sandlot verify {shlex.quote(known.log)}"
        raise Problem(message("cli.import_replay", file=known.log, verify=verify), REFUSED)
    try:
        replay = done(recordings.recalling(text), watch())
    except BadReplay as bad:
        raise Problem(message("cli.file", file=known.log, why=bad.text), REFUSED) from None
    if replay is None:
        raise Problem(message("cli.file", file=known.log, why=message("import.unknown")), REFUSED)
    with written(Path(known.replay)) as file:
        file.write(dumps(replay))
    names = [player.name for player in replay.setup.players]
    told = replay.result["reason"] if replay.result else message("cli.no_end")
    say(render(message("cli.wrote", file=known.replay, game=replay.setup.game.name, told=told), names))
    return DONE


def _play(known: argparse.Namespace) -> int:
    game = game_named(known.game)
    seats = [bot_named(game, text) for text in known.bots]
    options = dict(option_of(game, text) for text in known.option)
    clock = clock_of(game, known.clock, game.clock)
    seed, secret = drawn_seed(known.seed, game), drawn_secret(known.secret, known.seed)
    setup = Setup(game, _players(seats), seed, options, clock, secret=secret)
    progress = _progress(setup, known)
    if known.source is None and known.turn is None:
        replay, finish = _match(setup, seats, known, progress)
    else:
        replay, finish = _go_on(setup, seats, known, progress)
    if known.json:
        say(as_json(_summary(replay, finish)))
    else:
        tell(replay, finish, [seat.source for seat in seats], known.quiet, known.prints)
    return DONE


def _go_on(setup: Setup, seats: Sequence[Any], known: argparse.Namespace, progress: Progress) -> tuple[Replay, Finish]:
    """Play a match on from a turn of a replay."""
    if known.source is None or known.turn is None:
        raise Problem(message("cli.from_needs"))
    if known.seed is not None or known.secret is not None or known.option:
        raise Problem(message("cli.from_takes"))
    turn = number(known.turn, "--turn")
    try:
        source = loads(read(known.source, LONGEST))
        if source.setup.game is not setup.game:
            names = {"theirs": source.setup.game.name, "ours": setup.game.name}
            raise Problem(message("cli.other_game", file=known.source, **names), REFUSED)
        return _match(fork(source, turn, setup), seats, known, progress, source)
    except BadReplay as bad:
        raise Problem(message("cli.file", file=known.source, why=bad.text), REFUSED) from None


def _map(known: argparse.Namespace) -> int:
    game = generals.game
    rows, cols, players = (number(getattr(known, name), name) for name in ("rows", "cols", "players"))
    seed = drawn_seed(known.seed, game)
    check_count(game, players)
    with refused_options():
        options = read_options(game, {"rows": rows, "cols": cols, "fair": known.fair})
        state = game.start(players, seed, options)
    if known.seed is None:
        complain(render(message("cli.seed", seed=seed)))
    say(generals.write_map(state.board).removesuffix("\n"))
    return DONE


def _run(known: argparse.Namespace) -> int:
    game = generals.game
    try:
        config = generals.read_config(read(known.config, MOST_TEXT))
    except generals.BadText as bad:
        raise Problem(message("cli.file", file=known.config, why=bad.text), REFUSED) from None
    try:
        board = generals.read_map(read(config.map, MOST_TEXT))
    except generals.BadText as bad:
        raise Problem(message("cli.file", file=config.map, why=bad.text), REFUSED) from None
    count = len(board.owned)
    if count != len(config.programs):
        params = {"map": config.map, "owned": count_of(count, count), "config": known.config}
        raise Problem(message("cli.config_players", **params, programs=len(config.programs)), REFUSED)
    seats = [program_at(game, path) for path in config.programs]
    options = {"map": generals.write_map(board), "order": "id", **_run_options(known)}
    clock = clock_of(game, known.clock, game.clocks["seed"])
    setup = Setup(game, _players(seats), 0 if known.seed is None else number(known.seed, "--seed"), options, clock)
    progress = _progress(setup, known)
    with written(Path(config.log)) as file:
        replay, finish = _match(setup, seats, known, progress)
        file.writelines(generals.write_log(board.size, len(seats), progress.frames))
    if not known.quiet:
        tell(replay, finish, [seat.source for seat in seats], known.quiet, known.prints)
    return DONE


def _run_options(known: argparse.Namespace) -> dict[str, Json]:
    """Return the options that go with a configuration file: all but those that make a map."""
    options = dict(option_of(generals.game, text) for text in known.option)
    for name in ("map", "rows", "cols", "fair"):
        if name in options:
            raise Problem(message("cli.run_option", name=name))
    if known.rounds is not None:
        if "max_rounds" in options:
            raise Problem(message("cli.rounds_twice"))
        options["max_rounds"] = number(known.rounds, "--rounds", low=1)
    return options


HANDLERS: Mapping[str, Handler] = {
    "games": _games,
    "new": new,
    "play": _play,
    "verify": _verify,
    "import": _import,
    "map": _map,
    "run": _run,
}


# Matches


def _progress(setup: Setup, known: argparse.Namespace) -> Progress:
    names = [player.name for player in setup.players]
    return Progress(names, known.quiet or getattr(known, "json", False), known.prints)


def _match(
    setup: Setup, seats: Sequence[Any], known: argparse.Namespace, progress: Progress, source: Replay | None = None
) -> tuple[Replay, Finish]:
    check_count(setup.game, len(seats))
    memory = None if known.memory is None else number(known.memory, "--memory", low=1) * 2**20
    with refused_options():
        begin(setup).close()
    here = local()
    with written(Path(known.replay)) if known.replay is not None else contextlib.nullcontext() as file:
        try:
            with here.leaving_nothing():
                replay, finish = here.play(setup, seats, memory=memory, watch=progress.see, source=source)
        except here.Void as void:
            raise Problem(void.text, REFUSED, progress.names) from None
        if file:
            file.write(dumps(replay))
    return replay, finish


def _summary(replay: Replay, finish: Finish) -> dict[str, Json]:
    """Return a match as programs want to know it."""
    setup, outcome = replay.setup, finish.outcome
    names = [player.name for player in setup.players]
    return {
        "game": setup.game.name,
        "seed": setup.seed,
        **({"secret": setup.secret} if setup.secret else {}),
        "options": read_options(setup.game, setup.options),
        "players": [{"name": player.name, "kind": player.kind} for player in setup.players],
        "scores": list(outcome.scores),
        "places": list(outcome.places),
        "reason": render(outcome.text, names),
        "reasons": list(outcome.reasons),
        "turns": finish.turns,
        "faults": [
            {"player": each.player, "turn": turn, "kind": each.fault.kind, "text": render(each.fault.text, names)}
            for turn, each in faults(replay)
            if each.fault
        ],
        "milliseconds": milliseconds(replay),
    }


def _players(seats: Sequence[Any]) -> tuple[Player, ...]:
    """Return who plays; those of the same name are numbered."""
    names = [seat.name for seat in seats]
    before = [names[: number + 1].count(name) for number, name in enumerate(names)]
    shown = [f"{name} {n}" if names.count(name) > 1 else name for name, n in zip(names, before, strict=True)]
    return tuple(Player(name, seat.kind) for name, seat in zip(shown, seats, strict=True))
