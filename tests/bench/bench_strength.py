"""Measures the strength of the house bots: each rung of a ladder against the one below it, or against a given file.

`build.py bench --strength` prints it. A win counts 1 and a draw 1/2; a block is one seed with the sides swapped, and
the intervals are computed from whole blocks. The seeds are those of the ladder, on which no bot was tuned. The times
are processor time in CPython; the factor beside them is the time of the same requests in the page's Python.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from sandlot import bots
from sandlot.games import GAMES
from sandlot.jobs import done
from sandlot.match.parts import Setup, seat_seed
from sandlot.seat.in_place import SeatInPlace
from sandlot.stats.blocks import Entrant, Result, Schedule
from sandlot.tournaments.standings import standings
from sandlot.tournaments.verdict import answer
from sandlot_build.in_place import MakeSeat
from sandlot_build.ladder import record_of
from sandlot_build.ladder_games import block_of, neighbours, play_game, recorded

NEAR, FROM_STARTER = 50, 25
"""Numbers of blocks: between neighbours, and between every bot and the starter."""
MOST_ASKED = 30
"""Requests of a game that are sent to a bot again in the page."""
Times = tuple[list[float], list[float]]
"""The times of the answers of two bots, in milliseconds."""
#: Sends the same requests again. It runs in CPython and in the page's Python.
AGAIN = """
import json
from sandlot.seat.in_place import SeatInPlace

def prepare(text):
    global asked, seat
    asked = json.loads(text)
    seat = SeatInPlace(asked["source"], "bot.py", asked["seed"])
    seat.start(asked["start"])

def again():
    for question in asked["questions"]:
        seat.ask(question)
"""


class Timed(SeatInPlace):
    """A seat that records its requests and the times of its answers."""

    def __init__(self, source: str, filename: str, seed: int, times: list[float]) -> None:
        super().__init__(source, filename, seed)
        self.times, self.begun, self.asked = times, "", list[str]()

    def start(self, setup: str) -> str:
        self.begun = setup
        return super().start(setup)

    def ask(self, text: str) -> str:
        self.asked.append(text)
        began = process_time()
        reply = super().ask(text)
        self.times.append(1000 * (process_time() - began))
        return reply


@dataclass
class Duel:
    """Two bots, the blocks that they have played, and their times."""

    game: str
    names: tuple[str, str]
    results: list[Result] = field(default_factory=list)
    times: Times = field(default_factory=lambda: ([], []))

    def line(self) -> str:
        """Describe the result of the first bot."""
        entrants = [Entrant(Path(name).stem, name) for name in self.names]
        found = done(standings(entrants, dict(enumerate(self.results)), Schedule(over=True)))
        lines: Any = found.json()["standings"]
        mine = next(each for each in lines if each["name"] == entrants[0].name)
        said = answer(found)
        assert said is not None
        least, most = (said.params[name] for name in ("least", "most"))
        if said.params["name"] != entrants[0].name:
            least, most = 100 - most, 100 - least
        games = f"{mine['wins']:>4} {mine['draws']:>4} {mine['losses']:>4}"
        share = f"{100 * mine['share']:5.1f} %  {least:g} to {most:g}"
        turns = statistics.mean(each.turns for result in self.results for each in result.games)
        return f"{self.game:9} {entrants[0].name:>12} / {entrants[1].name:12} {games}  {share:24} {turns:6.0f} turns"


def play_block(game: str, pair: tuple[str, str], number: int) -> tuple[Result, Times]:
    """Play a block between two bots, house bots or files, in this process."""
    block = block_of(number)
    times: Times = ([], [])
    games = []
    for at in range(len(block.orders)):
        seats = block.seats(at)
        games.append(play_game(GAMES[game], [pair[each] for each in seats], block.seed, seats_of(seats, times)))
    if faults := [fault for played in games for fault in played.faults if fault]:
        raise SystemExit(f"{game}, {' and '.join(pair)}, seed {block.seed}: {', '.join(faults)}")
    return Result(block, tuple(games)), times


def seats_of(seats: Sequence[int], times: Times, made: list[Timed] | None = None) -> MakeSeat:
    """Return a function that makes timed seats for house bots or files."""

    def seat(setup: Setup, number: int) -> Timed:
        name = setup.players[number].name
        source = Path(name).read_text(encoding="utf-8") if name.endswith(".py") else bots.source(setup.game.name, name)
        new = Timed(source, f"{Path(name).stem}.py", seat_seed(setup, number), times[seats[number]])
        if made is not None:
            made.append(new)
        return new

    return seat


def duels(game: str, against: Sequence[str], blocks: int) -> Iterator[tuple[Duel, int]]:
    """Yield pairs of bots with their number of blocks."""
    house = bots.house_names(GAMES[game])
    for file in against:
        yield from ((Duel(game, (name, file)), blocks) for name in house)
    if not against:
        yield from ((Duel(game, pair), blocks) for pair in neighbours(GAMES[game]))
        yield from ((Duel(game, (name, bots.STARTER)), FROM_STARTER) for name in house)


def in_the_page(game: str, run: Callable[[str], float]) -> Iterator[str]:
    """Describe the times of each house bot's answers in the page, relative to CPython. `run` executes a line after
    `AGAIN` in the page, and returns the milliseconds that it took.
    """
    for name in bots.house_names(GAMES[game]):
        made: list[Timed] = []
        play_game(GAMES[game], [name, name], block_of(0).seed, seats_of((0, 1), ([], []), made))
        seat = made[0]
        questions = seat.asked[:MOST_ASKED]
        asked = {"source": seat.source, "seed": seat.seed, "start": seat.begun, "questions": questions}
        there, here = (_again(each, json.dumps(asked)) for each in (run, here_too()))
        each = there / len(questions)
        yield f"{game:9} {name:>12}: {each:7.2f} ms an answer in the page, {there / here:4.1f} times CPython's"


def _again(run: Callable[[str], float], asked: str) -> float:
    run(f"prepare({asked!r})")
    return run("again()")


def here_too() -> Callable[[str], float]:
    """Return a function that executes a line after `AGAIN` in this process, and returns the milliseconds that
    it took.
    """
    names: dict[str, Any] = {}
    exec(AGAIN, names)

    def run(line: str) -> float:
        began = perf_counter()
        exec(line, names)
        return 1000 * (perf_counter() - began)

    return run


@contextmanager
def page_python() -> Iterator[Callable[[str], float]]:
    """Start the page's Python in a browser; yield a function that executes a line there, and returns the
    milliseconds that it took.
    """
    # Import it only here, because playing needs no browser.
    import bench
    from playwright.sync_api import sync_playwright
    from sandlot_build import needs

    with bench.bench_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=needs.browser_on_this_machine(), args=bench.BROWSER_ARGUMENTS
        )
        with bench.Bench(browser, site, 1).visit("bench.html") as page:
            page.evaluate("(script) => bench.prepareWithoutWalls(script)", AGAIN)
            yield lambda line: float(page.evaluate("(line) => bench.withoutWalls(line)", line))
        browser.close()


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="build.py bench --strength")
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only this game, or these")
    parser.add_argument("--blocks", type=int, default=NEAR, help=f"blocks of every two neighbours ({NEAR})")
    parser.add_argument("--against", action="append", default=[], metavar="FILE", help="play against this bot instead")
    parser.add_argument("--keep", action="store_true", help="write the games into the record that the build rates")
    parser.add_argument("--no-page", action="store_true", help="leave out the times in the page, so the browser")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    args = parse(arguments)
    if args.keep and args.against:
        raise SystemExit("--keep is for the ladder, and --against for other bots: give one of them.")
    games = args.game or list(GAMES)
    if args.against and len(games) > 1:
        raise SystemExit("--against needs --game: a bot plays one game.")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in games:
            found = []
            for duel, blocks in duels(game, args.against, args.blocks):
                pairs = pool.map(play_block, repeat(game), repeat(duel.names), range(blocks))
                for number, (result, times) in enumerate(pairs, 1):
                    duel.results.append(result)
                    for mine, new in zip(duel.times, times, strict=True):
                        mine.extend(new)
                    progress(f"{' / '.join(duel.names)}: {number} of {blocks} blocks")
                progress("")
                print(duel.line(), *(took(each) for each in duel.times), sep="  ", flush=True)
                found.append(duel)
            if args.keep:
                record_of(game).parent.mkdir(exist_ok=True)
                text = recorded(GAMES[game], {duel.names: duel.results for duel in found})
                record_of(game).write_text(text + "\n", encoding="utf-8")
    if not args.no_page and not args.against:
        with page_python() as request:
            for game in games:
                for line in in_the_page(game, request):
                    print(line, flush=True)
    return 0


def progress(text: str) -> None:
    """On a terminal, show this text in place of the last one."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def took(times: list[float]) -> str:
    """Describe the times of answers."""
    high = statistics.quantiles(times, n=100)[-1] if len(times) > 1 else max(times, default=0.0)
    return f"{statistics.mean(times or [0.0]):6.2f} ms, 99 % {high:6.1f}, most {max(times, default=0.0):6.1f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
