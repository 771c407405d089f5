"""The command line: rules are tested and used without a browser too.

Exit status: 0 done, 1 refused (a file that is not what it should be, a replay that does not reproduce), 2 usage.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import secrets
import shlex
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from sandlot import __version__, bots, imports
from sandlot.clock import Clock
from sandlot.game import BadOption, Game, Json, Option, read_options
from sandlot.games import GAMES, generals
from sandlot.jobs import Step, done
from sandlot.match import LONGEST_SECRET, SECRET, Batch, Entry, Finish, Player, Setup
from sandlot.match import play as begin
from sandlot.messages import LANGUAGES, Message, message, player, render, speak
from sandlot.packages import BadPackage, read_header
from sandlot.replay import LONGEST, BadReplay, Frame, Replay, dumps, fork, loads, reading, verifying
from sandlot.replay import run as play_again

__all__ = ["command", "main"]

DONE, REFUSED, USAGE, INTERRUPTED = 0, 1, 2, 130
QUIET_SECONDS = 2.0


class Problem(Exception):
    """What stopped a command, in one sentence for whoever typed it."""

    def __init__(self, sentence: str, status: int = USAGE) -> None:
        super().__init__(sentence)
        self.status = status


def main() -> int:
    """Run what was typed and return the exit status."""
    for name in ("SIGTERM", "SIGHUP"):
        # So that no bot is left behind.
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _leave)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        return command(sys.argv[1:])
    except KeyboardInterrupt:
        print("sandlot: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python shall not complain about it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def command(arguments: Sequence[str]) -> int:
    """Run one command and return the exit status."""
    try:
        known = _parser().parse_args(arguments)
        with speak(known.lang or _own_language()):
            status: int = known.run(known)
        sys.stdout.flush()
        return status
    except Problem as problem:
        print(f"sandlot: {problem}", file=sys.stderr)
        return problem.status


def _own_language() -> str:
    """Return the language of this terminal, if Sandlot speaks it."""
    chosen = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = chosen.lower().partition("_")[0].partition(".")[0]
    return code if code in LANGUAGES else LANGUAGES[0]


def _leave(number: int, frame: object) -> NoReturn:
    sys.exit(128 + number)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Problem(f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="sandlot", description="An arena for game-playing programs.")
    parser.add_argument("--version", action="version", version=f"sandlot {__version__}")
    parser.set_defaults(lang=None)
    commands = parser.add_subparsers(required=True, metavar="command")

    games = commands.add_parser("games", help="list the games, or tell all about one")
    games.add_argument("game", nargs="?", metavar="GAME")
    games.set_defaults(run=_games)

    new = commands.add_parser("new", help="write a bot to begin with")
    new.add_argument("game", metavar="GAME")
    new.add_argument("file", metavar="FILE", help="a .py file that is not there yet")
    new.set_defaults(run=_new)

    check = commands.add_parser("verify", help="play a replay again by the rules")
    check.add_argument("replay", metavar="REPLAY")
    check.set_defaults(run=_verify)

    taken = commands.add_parser("import", help=IMPORT, description=f"{IMPORT[0].upper()}{IMPORT[1:]}.")
    taken.add_argument("log", metavar="LOG")
    taken.add_argument("replay", metavar="REPLAY", help="the replay to write")
    taken.set_defaults(run=_import)

    play = commands.add_parser("play", help="play a match", description=PLAY, formatter_class=_Raw)
    play.add_argument("game", metavar="GAME")
    play.add_argument("bots", nargs="+", metavar="BOT")
    play.add_argument("--seed", metavar="N", help="a whole number from 0; drawn if not given")
    play.add_argument("--secret", metavar="HEX", help="of a match to repeat; drawn if no seed is given")
    play.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    play.add_argument("--json", action="store_true", help="print one JSON object")
    play.add_argument("--from", dest="source", metavar="REPLAY", help="go on from this replay, by its options and seed")
    play.add_argument("--turn", metavar="N", help="with --from: after how many of its turns")
    _add_match_arguments(play)
    play.set_defaults(run=_play)

    drawn = commands.add_parser("map", help="draw a map of generals")
    drawn.add_argument("game", choices=["generals"], metavar="generals")
    for name, what in (("rows", "N"), ("cols", "M"), ("players", "K")):
        drawn.add_argument(name, metavar=what)
    drawn.add_argument("--seed", metavar="N", help="a whole number from 0; drawn if not given")
    drawn.add_argument("--fair", action="store_true", help="symmetric, with capitals far apart")
    drawn.set_defaults(run=_map)

    what = "play a configuration file of generals"
    run = commands.add_parser("run", help=what, description=RUN, formatter_class=_Raw)
    run.add_argument("config", metavar="CONFIG")
    _add_match_arguments(run)
    run.set_defaults(run=_run)

    language = "language of results and verdicts; else that of the terminal"
    for each in (parser, *commands.choices.values()):
        each.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=language)
    return parser


MOST_LOG = 256 * 2**20
"""Characters of a log."""

IMPORT = "make a replay of a generals-tournament log, or of a match of Tank in Botzone's JSON"

PLAY = """Play a match. A BOT is

  NAME           a house bot: see sandlot games GAME
  FILE.py        a bot in Python: a module with move(view), or a program
  cmd:COMMAND    any program that speaks the game's original protocol, like cmd:./my_bot or "cmd:java -cp build Main"

Bots run with your rights: this is a referee, not a sandbox."""

RUN = """Play a match of generals from the configuration file of its source: lines with the path of the log to write,
the path of the map, the number of players k, and k programs, in the order of their players. Paths are relative to where
this is run; programs may be .py files. The time limits are those of the source unless --clock says otherwise."""


class _Raw(argparse.RawDescriptionHelpFormatter):
    pass


def _add_match_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clock", action="append", default=[], metavar="K=V", help="a time limit in ms, or a preset")
    parser.add_argument("--memory", metavar="MB", help="the most a bot may use, where the system can limit that")
    parser.add_argument("--replay", metavar="FILE", help="write the replay there")
    parser.add_argument("--quiet", action="store_true", help="print nothing about the match while it goes on")


# Commands


def _games(known: argparse.Namespace) -> int:
    if known.game is None:
        width = max(len(_count(game)) for game in GAMES.values())
        for game in GAMES.values():
            print(f"{game.name:9} {_count(game):{width}} house bots: {', '.join(game.house)}")
        return DONE
    game = _game(known.game)
    print(f"{game.name}, for {_count(game)}\n")
    print(f"House bots, the strongest first: {', '.join(game.house)}\n")
    print("Options:")
    for name, option in game.options.items():
        print(f"  {name:12} {_default(option.default):10} {render(option.expects())}")
    print("\nTime limits in ms:")
    for name, clock in {"default": game.clock, **game.clocks}.items():
        print(f"  {name:12} {' '.join(f'{key}={value}' for key, value in clock.json().items())}")
    doc = sys.modules[type(game).__module__].__doc__
    print(f"\n{doc or ''}".rstrip())
    return DONE


def _new(known: argparse.Namespace) -> int:
    game, path = _game(known.game), Path(known.file)
    with _files():
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(bots.starter(game.name))
        except FileExistsError:
            raise Problem(f"{path} is there already; nothing was written") from None
    rival = game.house[-1]
    print(f"Wrote {path}. Try it: sandlot play {game.name} {shlex.quote(str(path))} {rival}")
    return DONE


def _verify(known: argparse.Namespace) -> int:
    try:
        replay = done(reading(_read(known.replay, LONGEST)), _watch())
    except BadReplay as bad:
        raise Problem(f"{known.replay}: {render(bad.text)}", REFUSED) from None
    names = [player.name for player in replay.setup.players]
    problem = done(verifying(replay), _watch())
    if problem:
        raise Problem(f"{known.replay}: {render(problem, names)}", REFUSED)
    told = render(replay.result["reason"], names) if replay.result else render(message("cli.stopped"))
    print(render(message("cli.reproduces", file=known.replay, game=replay.setup.game.name, told=told)))
    return DONE


def _import(known: argparse.Namespace) -> int:
    try:
        replay = done(imports.recalling(_read(known.log, MOST_LOG)), _watch())
    except BadReplay as bad:
        raise Problem(f"{known.log}: {render(bad.text)}", REFUSED) from None
    if replay is None:
        raise Problem(f"{known.log}: {render(message('import.unknown'))}", REFUSED)
    with _written(Path(known.replay)) as file:
        file.write(dumps(replay))
    names = [player.name for player in replay.setup.players]
    told = render(replay.result["reason"], names) if replay.result else "no end in the log"
    print(render(message("cli.wrote", file=known.replay, game=replay.setup.game.name, told=told)))
    return DONE


def _watch() -> Callable[[Step], None]:
    """Return what says on standard error how far it has come, where that takes long."""
    began = told = time.monotonic()

    def watch(step: Step) -> None:
        nonlocal told
        now = time.monotonic()
        if step.done and now - told > QUIET_SECONDS:
            told = now
            text = message("cli.replaying", done=step.done, of=step.of, seconds=round(now - began))
            print(render(text), file=sys.stderr, flush=True)

    return watch


def _play(known: argparse.Namespace) -> int:
    game = _game(known.game)
    seats = [_bot(game, text) for text in known.bots]
    options = dict(_option(game, text) for text in known.option)
    clock = _clock(game, known.clock, game.clock)
    setup = Setup(game, _players(seats), _seed(known.seed, game), options, clock, secret=_secret(known))
    progress = _Progress(known.quiet or known.json)
    if known.source is None and known.turn is None:
        replay, finish = _match(setup, seats, known, progress)
    else:
        replay, finish = _go_on(setup, seats, known, progress)
    if known.json:
        print(json.dumps(_summary(replay, finish), ensure_ascii=False))
    else:
        _tell(replay, finish, seats, known.quiet)
    return DONE


def _go_on(setup: Setup, seats: Sequence[Any], known: argparse.Namespace, progress: _Progress) -> tuple[Replay, Finish]:
    """Play a match on from a turn of a replay."""
    if known.source is None or known.turn is None:
        raise Problem("--from and --turn belong together: a replay, and after how many of its turns to go on")
    if known.seed is not None or known.secret is not None or known.option:
        raise Problem("--from takes seed, secret and options from the replay: leave --seed, --secret and --option out")
    turn = _number(known.turn, "--turn")
    try:
        source = loads(_read(known.source, LONGEST))
        if source.setup.game is not setup.game:
            raise Problem(f"{known.source} is of {source.setup.game.name}, not of {setup.game.name}", REFUSED)
        return _match(fork(source, turn, setup), seats, known, progress, source)
    except BadReplay as bad:
        raise Problem(f"{known.source}: {render(bad.text)}", REFUSED) from None


def _map(known: argparse.Namespace) -> int:
    game = generals.game
    rows, cols, players = (_number(getattr(known, name), name) for name in ("rows", "cols", "players"))
    seed = _seed(known.seed, game)
    _check_count(game, players)
    with _options():
        options = read_options(game, {"rows": rows, "cols": cols, "fair": known.fair})
        state = game.start(players, seed, options)
    if known.seed is None:
        print(f"seed {seed}", file=sys.stderr)
    print(generals.write_map(state.board), end="")
    return DONE


def _run(known: argparse.Namespace) -> int:
    log, map_path, programs = _read_config(known.config)
    try:
        board = generals.read_map(_read(map_path, 2**20))
    except generals.BadText as bad:
        raise Problem(f"{map_path}: {render(bad.text)}", REFUSED) from None
    if len(board.owned) != len(programs):
        players = f"{len(board.owned)} players"
        raise Problem(f"{map_path} is for {players}, and {known.config} names {len(programs)} programs", REFUSED)
    seats = [_program(path) for path in programs]
    options = {"map": generals.write_map(board), "order": "id"}
    clock = _clock(generals.game, known.clock, generals.game.clocks["seed"])
    progress = _Progress(known.quiet)
    with _written(Path(log)) as file:
        replay, finish = _match(Setup(generals.game, _players(seats), 0, options, clock), seats, known, progress)
        file.writelines(generals.write_log(board.size, len(seats), progress.frames))
    if not known.quiet:
        _tell(replay, finish, seats, known.quiet)
    return DONE


# Matches


def _local() -> ModuleType:
    """Return the module that plays, where it can."""
    if os.name != "posix":
        raise Problem("playing here needs a POSIX system such as Linux or macOS; on Windows there is WSL")
    from sandlot import local

    return local


class _Progress:
    """What is shown on standard error while a long match goes on; it also keeps the boards that a log needs."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.began = self.told = time.monotonic()
        self.turn = -1
        self.frames: list[Any] = []

    def see(self, batch: Batch | Finish) -> None:
        """Look at the next position."""
        if batch.record is None:
            return
        self.turn += 1
        self.frames += getattr(batch.state, "frames", ())
        now = time.monotonic()
        pause = QUIET_SECONDS if sys.stderr.isatty() else 5 * QUIET_SECONDS
        if not self.quiet and now - self.told > pause and isinstance(batch, Batch):
            self.told = now
            told = message("cli.progress", turn=self.turn, seconds=round(now - self.began))
            print(render(told), file=sys.stderr, flush=True)


def _match(
    setup: Setup, seats: Sequence[Any], known: argparse.Namespace, progress: _Progress, source: Replay | None = None
) -> tuple[Replay, Finish]:
    _check_count(setup.game, len(seats))
    memory = None if known.memory is None else _number(known.memory, "--memory", low=1) * 2**20
    with _options():
        begin(setup).close()
    with _written(Path(known.replay)) if known.replay else contextlib.nullcontext() as file:
        replay, finish = _local().play(setup, seats, memory=memory, watch=progress.see, source=source)
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
            for turn, each in _faults(replay)
            if each.fault
        ],
        "milliseconds": _milliseconds(replay),
    }


def _own_turns(replay: Replay) -> list[tuple[int, Frame]]:
    """Return the turns that those who sit there now have played, and their start."""
    since = replay.setup.forks[-1].turn + 1 if replay.setup.forks else 0
    frames = (each for each in play_again(replay) if isinstance(each, Frame))
    return [(turn, frame) for turn, frame in enumerate(frames) if turn >= since]


def _faults(replay: Replay) -> list[tuple[int, Entry]]:
    """Return what went wrong: for each player the first time, since after that the game is mostly over."""
    found: dict[int, tuple[int, Entry]] = {}
    for turn, frame in _own_turns(replay):
        for entry in frame.record:
            if entry.fault:
                found.setdefault(entry.player, (turn, entry))
    return list(found.values())


def _milliseconds(replay: Replay) -> list[float]:
    """Return what each player used for all moves."""
    used = [0.0] * len(replay.setup.players)
    for turn, frame in _own_turns(replay):
        for entry in frame.record if turn else ():
            used[entry.player] += entry.answer.milliseconds
    return [round(each, 1) for each in used]


def _tell(replay: Replay, finish: Finish, seats: Sequence[Any], quiet: bool) -> None:
    """Print a match for people."""
    names = [player.name for player in replay.setup.players]
    if not quiet:
        for _, entry in _faults(replay):
            trace = (entry.answer.trace or {}).get("traceback")
            if trace:
                print(f"{names[entry.player]}:\n{trace}", file=sys.stderr)
            if entry.fault:
                print(render(entry.fault.text, names))
                if hint := _missing(entry, seats[entry.player]):
                    print(render(hint, names), file=sys.stderr)
    print(render(finish.outcome.text, names))
    wide = max(map(len, names))
    for name, score, used in zip(names, finish.outcome.scores, _milliseconds(replay), strict=True):
        print(f"  {name:{wide}}  {score:g}  {used:.0f} ms")
    print(render(message("cli.turns", turns=finish.turns, seed=replay.setup.seed)))
    if replay.setup.secret:
        print(render(message("cli.secret", secret=replay.setup.secret)))


def _missing(entry: Entry, seat: Any) -> Message | None:
    """Return what to say to a bot that did not find a package it declares."""
    error = str((entry.answer.trace or {}).get("error"))
    if not error.startswith("ModuleNotFoundError"):
        return None
    with contextlib.suppress(BadPackage):
        if wanted := read_header(seat.source).dependencies:
            return message("cli.packages", who=player(entry.player), packages=", ".join(wanted))
    return None


def _players(seats: Sequence[Any]) -> tuple[Player, ...]:
    """Return who plays; those of the same name are numbered."""
    names = [seat.name for seat in seats]
    before = [names[: number + 1].count(name) for number, name in enumerate(names)]
    shown = [f"{name} {n}" if names.count(name) > 1 else name for name, n in zip(names, before, strict=True)]
    return tuple(Player(name, seat.kind) for name, seat in zip(shown, seats, strict=True))


# Reading what was typed


def _game(name: str) -> Game[Any]:
    if name not in GAMES:
        raise Problem(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return GAMES[name]


def _bot(game: Game[Any], text: str) -> Any:
    if text in (*game.house, bots.STARTER):
        return _local().house(game.name, text)
    if text.startswith("cmd:"):
        return _shell_words(text.removeprefix("cmd:"))
    if text.endswith(".py"):
        return _python(text)
    raise Problem(
        f"there is no bot {text!r}: house bots of {game.name} are {', '.join(game.house)}, the name of a file ends "
        "with .py, and any other program begins with cmd:"
    )


def _program(path: str) -> Any:
    """Return a program of a configuration file."""
    if path.endswith(".py") and (Path(path).is_file() or len(path.split()) == 1):
        return _python(path)
    if Path(path).is_file():
        return _command([str(Path(path).absolute())], path)
    return _shell_words(path)


def _python(path: str) -> Any:
    with _files():
        return _local().python_file(Path(path))


def _shell_words(text: str) -> Any:
    """Return the program of a command as one writes it in a shell."""
    try:
        return _command(shlex.split(text), text)
    except ValueError as error:
        raise Problem(f"the command {text!r} cannot be read: {error}") from None


def _command(command: Sequence[str], text: str) -> Any:
    if not command or shutil.which(command[0]) is None:
        raise Problem(f"there is no program to run in {text!r}")
    return _local().program(command)


def _read_config(path: str) -> tuple[str, str, list[str]]:
    """Read the source's configuration file: log, map, number of players, their programs."""
    lines = [line.strip() for line in _read(path, 2**20).splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    for number, what in enumerate(("the path of the log", "the path of the map", "the number of players"), 1):
        if len(lines) < number or not lines[number - 1]:
            raise Problem(f"{path}, line {number}: {what} is missing", REFUSED)
    if not lines[2].isascii() or not lines[2].isdecimal() or not 1 <= int(lines[2][:9]) <= 2500:
        raise Problem(f"{path}, line 3: {lines[2][:40]!r} is not a number of players", REFUSED)
    log, map_path, count, *programs = lines
    if len(programs) != int(count):
        raise Problem(f"{path}: {count} players are announced, and {len(programs)} programs follow", REFUSED)
    for number, program in enumerate(programs, 4):
        if not program:
            raise Problem(f"{path}, line {number}: the path of a program is missing", REFUSED)
    return log, map_path, programs


def _option(game: Game[Any], text: str) -> tuple[str, Json]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Problem(f"--option takes name=value, not {text!r}")
    with _options():
        if name not in game.options:
            raise BadOption("option.unknown", game=game.name, name=name, known=", ".join(game.options) or "-")
    return name, _value(game.options[name], value)


def _value(option: Option, text: str) -> Json:
    """Read an option's value; what cannot be read is left for `read_options` to refuse in its own words."""
    match option.kind:
        case "int":
            return _whole(text)
        case "bool":
            return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
        case "ints":
            return [_whole(part) for part in text.replace(",", " ").split()]
        case "text" if text.startswith("@"):
            return _read(text[1:], 2**20)
    return text


def _whole(text: str) -> int | str:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 30 else text


def _clock(game: Game[Any], texts: Sequence[str], clock: Clock) -> Clock:
    """Return the time limits: a preset by its name, and changes to single limits."""
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals and name in game.clocks:
            clock = game.clocks[name]
            continue
        if not equals:
            presets = "".join(f", or {preset}" for preset in game.clocks)
            raise Problem(f"--clock takes limit=milliseconds{presets}, not {text!r}")
        try:
            clock = clock.with_changes({name: _whole(value)})
        except ValueError as bad:
            raise Problem(str(bad)) from None
    if clock.steps:
        raise Problem("steps are counted in the page only: here --clock takes times")
    return clock


def _seed(text: str | None, game: Game[Any]) -> int:
    """Return a seed; where the game hides something, one that no bot finds by trying all of them."""
    return secrets.randbelow(2**64 if game.hides else 2**32) if text is None else _number(text, "--seed")


def _secret(known: argparse.Namespace) -> str:
    """Return the secret of a match: a drawn one beside a drawn seed, and none beside one that somebody knows."""
    if known.secret is None:
        return secrets.token_hex(16) if known.seed is None else ""
    if not SECRET.fullmatch(known.secret):
        raise Problem(f"--secret is at most {LONGEST_SECRET} digits, 0 to 9 and a to f, not {known.secret!r}")
    return str(known.secret)


def _number(text: str, name: str, low: int = 0) -> int:
    number = _whole(text)
    if not isinstance(number, int) or number < low:
        raise Problem(f"{name} is a whole number from {low}, not {text!r}")
    return number


def _check_count(game: Game[Any], count: int) -> None:
    fewest, most = game.players
    if not fewest <= count <= most:
        raise Problem(f"{game.name} is for {_count(game)}, not {count}")


def _count(game: Game[Any]) -> str:
    fewest, most = game.players
    return f"{fewest} players" if fewest == most else f"{fewest} to {most} players"


def _default(value: Json) -> str:
    return "-" if value is None else json.dumps(value)


# Files


def _read(path: str, most: int) -> str:
    with _files():
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise Problem(f"{path} is longer than {most // 2**20} MB", REFUSED)
        return data.decode("utf-8-sig")


@contextlib.contextmanager
def _written(path: Path) -> Iterator[Any]:
    """Open a file beside `path` that takes its place once it is complete; so a place that cannot be written is known
    before a match, and a match that is stopped leaves what was there.
    """
    with _files():
        # A device or a pipe is not replaced; and opening a folder fails as it should.
        special = path.exists() and not path.is_file()
        new = path if special else path.with_name(f".{path.name}.{os.getpid()}")
        file = new.open("w", encoding="utf-8", newline="\n")
    try:
        with file:
            yield file
        if not special:
            with _files():
                new.replace(path)
    finally:
        if not special:
            new.unlink(missing_ok=True)


@contextlib.contextmanager
def _files() -> Iterator[None]:
    """Turn what can be wrong with a file into a sentence."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise Problem(f"this file is not UTF-8 text: {error.reason} at byte {error.start}", REFUSED) from None
    except OSError as error:
        raise Problem(f"{error.filename}: {error.strerror}") from None


@contextlib.contextmanager
def _options() -> Iterator[None]:
    try:
        yield
    except BadOption as bad:
        raise Problem(render(bad.text)) from None
    except ValueError as bad:
        raise Problem(str(bad)) from None


if __name__ == "__main__":
    sys.exit(main())
