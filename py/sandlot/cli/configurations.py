"""`run` and `map`: the files of generals-tournament. `run` plays a configuration, or all configurations in a folder,
and writes logs in the format of the original engine; `map` prints a random map.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from sandlot.api.files import files, refusing_content, sentence, written
from sandlot.api.named import check_count, clock_of, count_of, program_at
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.api.result import faults, own_turns, players_of, summary_of
from sandlot.cli.contest_files import check_replaceable
from sandlot.cli.files import read, read_python
from sandlot.cli.parsing import drawn_seed, number, option_of, refused_options, seed_of
from sandlot.cli.play import play_match, progress_of
from sandlot.cli.progress import tell
from sandlot.cli.tables import Table, say_table
from sandlot.cli.terminal import as_json, print_error, say
from sandlot.clock import Clock
from sandlot.errors import SandlotError
from sandlot.files.reading import read_some
from sandlot.game import Json, read_options
from sandlot.games import generals
from sandlot.match.parts import Finish, Setup
from sandlot.match.replay import Replay
from sandlot.messages import message, plain, render, worded
from sandlot.stats.blocks import score

MOST_TEXT = 2**20
"""The maximum size, in bytes, of a map or a configuration."""
ENDINGS = (".txt", ".cfg")
NUMBERS = re.compile(rb"(?:\xef\xbb\xbf)?[\d \t]+\r?\n")
"""How a map or a log begins. A configuration begins with a path."""


@dataclass(frozen=True)
class _Typed:
    """The options of the command line besides the configuration."""

    options: dict[str, Json]
    clock: Clock
    seed: int


@dataclass(frozen=True)
class _Match:
    """A configuration's match: the paths of its programs, as written, and how it ended."""

    programs: Sequence[str]
    sources: Sequence[str]
    replay: Replay
    finish: Finish


@dataclass
class _Tally:
    """The results of one program in all matches of a folder."""

    games: int = 0
    points: float = 0
    wins: int = 0
    faults: int = 0


@dataclass
class _Summary:
    """The matches of a folder: each configuration with its verdict, and a tally for every program."""

    verdicts: list[tuple[str, str]] = field(default_factory=list)
    tallies: dict[str, _Tally] = field(default_factory=dict)

    def add(self, name: str, match: _Match) -> None:
        outcome = match.finish.outcome
        names = [plain(player.name) for player in match.replay.setup.players]
        self.verdicts.append((name, render(outcome.text, names)))
        faulty = {entry.player for _, entry in faults(own_turns(match.replay))}
        for seat, program in enumerate(match.programs):
            tally = self.tallies.setdefault(program, _Tally())
            tally.games += 1
            tally.points += score(outcome.places, seat) if len(outcome.places) > 1 else 0
            tally.wins += outcome.places[seat] == 1 and outcome.places.count(1) == 1
            tally.faults += seat in faulty

    def best(self) -> list[tuple[str, _Tally]]:
        return sorted(self.tallies.items(), key=lambda each: (-each[1].points, each[0]))

    def json(self) -> list[dict[str, Json]]:
        return [{"program": path, **asdict(tally)} for path, tally in self.best()]

    def tell(self) -> None:
        head = [worded(f"cli.table.{name}") for name in ("configuration", "verdict")]
        say_table(Table(worded("cli.run_matches"), head, self.verdicts, (0, 1)))
        head = [worded(f"cli.table.{name}") for name in ("program", "points", "games", "wins", "faults")]
        rows = [[path, f"{t.points:g}", str(t.games), str(t.wins), str(t.faults)] for path, t in self.best()]
        say_table(Table(worded("cli.run_programs"), head, rows))


def run_configuration(args: argparse.Namespace) -> int:
    """Play a configuration, or all in a folder, and write the logs; return the exit status."""
    typed = _typed(args)
    if Path(args.config).is_dir():
        return _run_folder(Path(args.config), typed, args)
    match = _played(args.config, typed, args)
    if args.json:
        say(as_json(_described(match)))
    elif not args.quiet:
        tell(match.replay, match.finish, match.sources, args.quiet, args.prints)
    return DONE


def _run_folder(folder: Path, typed: _Typed, args: argparse.Namespace) -> int:
    """Play every configuration of a folder, in the order of their names. An invalid one is reported, and the others are
    still played.
    """
    paths = _configurations(folder)
    if args.replay is not None:
        _make_folder(Path(args.replay))
    summary, logs = _Summary(), set[Path]()
    matches: list[dict[str, Json]] = []
    problems: list[dict[str, Json]] = []
    for path in paths:
        try:
            match = _played(str(path), typed, _with_replay(args, path), logs)
        except SandlotError as problem:
            print_error(f"sandlot: {problem if str(path) in str(problem) else f'{path}: {problem}'}")
            problems.append({"configuration": str(path), "error": str(problem)})
            continue
        summary.add(path.name, match)
        if args.json:
            matches.append({"configuration": str(path), **_described(match)})
        elif not args.quiet:
            say(f"{path}:")
            tell(match.replay, match.finish, match.sources, args.quiet, args.prints)
            say("")
    if args.json:
        say(as_json({"matches": matches, "programs": summary.json(), "bad": problems}))
    elif not args.quiet and summary.verdicts:
        summary.tell()
    if problems:
        print_error(f"sandlot: {worded('cli.run_bad', folder=str(folder), bad=len(problems), of=len(paths))}")
    return REFUSED if problems else DONE


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise Problem(message("cli.run_replays_file", folder=str(folder))) from None
    except OSError as error:
        why = sentence(error, str(folder)) or error.strerror or str(error)
        raise Problem(message("cli.run_replays", folder=str(folder), why=why)) from None


def _described(match: _Match) -> dict[str, Json]:
    return {"programs": list(match.programs), **summary_of(match.replay, match.finish)}


def _with_replay(args: argparse.Namespace, config: Path) -> argparse.Namespace:
    replay = args.replay and str(Path(args.replay) / f"{config.stem}.json")
    return argparse.Namespace(**{**vars(args), "replay": replay})


def _configurations(folder: Path) -> list[Path]:
    """Return the configurations of a folder. Maps and logs, which may stand beside them, are left out."""
    with files():
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in ENDINGS and path.is_file())
        found = [path for path in paths if not NUMBERS.match(read_some(path, 200))]
    if not found:
        raise Problem(message("cli.run_empty", folder=str(folder), endings=" ".join(ENDINGS)), REFUSED)
    return found


def _played(path: str, typed: _Typed, args: argparse.Namespace, logs: set[Path] | None = None) -> _Match:
    """Play one configuration and write its log. `logs` are the paths of the logs written so far, which must not be
    written again; this log is added.
    """
    game = generals.game
    config, board = _read(path)
    log = Path(config.log)
    if logs is not None and log.absolute() in logs:
        raise Problem(message("cli.run_same_log", config=path, log=config.log), REFUSED)
    seats = [program_at(game, each, read_python) for each in config.programs]
    options = {"map": generals.write_map(board), "order": "id", **typed.options}
    setup = Setup(game, players_of(seats), typed.seed, options, typed.clock)
    progress = progress_of(setup, args)
    check_replaceable(config.log, "log")
    with written(log) as file:
        replay, finish = play_match(setup, seats, args, progress)
        file.writelines(generals.write_log(board.size, len(seats), progress.frames))
    if logs is not None:
        logs.add(log.absolute())
    return _Match(config.programs, [seat.source for seat in seats], replay, finish)


def _read(path: str) -> tuple[generals.Config, generals.Board]:
    with refusing_content(path, generals.BadText):
        config = generals.read_config(read(path, MOST_TEXT))
    with refusing_content(config.map, generals.BadText):
        board = generals.read_map(read(config.map, MOST_TEXT))
    count = len(board.owned)
    if count != len(config.programs):
        params = {"map": config.map, "owned": count_of(count, count), "config": path}
        raise Problem(message("cli.config_players", **params, programs=len(config.programs)), REFUSED)
    return config, board


def _typed(args: argparse.Namespace) -> _Typed:
    """Read the options besides the configuration: a clock, a seed, and all game options that neither the map nor the
    log decides.
    """
    game = generals.game
    options = dict(option_of(game, text) for text in args.option)
    for name in ("map", "rows", "cols", "fair"):
        if name in options:
            raise Problem(message("cli.run_option", name=name))
    if options.get("order") == "seed":
        raise Problem(message("cli.run_order"))
    if args.rounds is not None:
        if "max_rounds" in options:
            raise Problem(message("cli.rounds_twice"))
        options["max_rounds"] = number(args.rounds, "--rounds", low=1)
    with refused_options():
        read_options(game, options)
    seed = 0 if args.seed is None else seed_of(args.seed)
    return _Typed(options, clock_of(game, args.clock, game.clocks["seed"]), seed)


def draw_map(args: argparse.Namespace) -> int:
    """Print a random map; return the exit status."""
    game = generals.game
    rows, cols, players = (number(getattr(args, name), name) for name in ("rows", "cols", "players"))
    seed = drawn_seed(args.seed, game)
    check_count(game, players)
    with refused_options():
        options = read_options(game, {"rows": rows, "cols": cols, "fair": args.fair})
        state = game.start(players, seed, options)
    drawn = generals.write_map(state.board)
    if args.json:
        say(as_json({"rows": rows, "cols": cols, "players": players, "seed": seed, "map": drawn}))
        return DONE
    if args.seed is None:
        print_error(worded("cli.seed", seed=seed))
    say(drawn.removesuffix("\n"))
    return DONE
