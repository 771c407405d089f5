"""Simulates the error rates of answers longer than the tests do: `python3 build.py bench --evidence`.

Prints the coverage of intervals, how often a confidence sequence misses the truth at some look, and how often a climb
passes a rung, each with its standard error. `--series N` is the number of series for each line. Then it simulates
`--days N` of a league of 200 programs, by default a year. Takes minutes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / room) for room in ("stats", "league")]

from simulated import ANY_LOOK, FIXED, climbs, covered, missed_at_a_look, repeated
from year import Club, seasons

ABOVE = (0, 25, 50, 75, 100, 150, 200, 400)
"""Elo of a bot above a rung."""
GAMES = ((0, 0), (0.5, 0), (0, 0.5))
"""Pairs of the probability that both games of a block end alike, and the rate of draws."""
SHOWN = (1, 2, 7, 30)
"""Days of a season that are printed, besides the last."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="build.py bench --evidence", description=__doc__)
    parser.add_argument("--evidence", action="store_true")
    parser.add_argument("--series", type=int, default=2000)
    parser.add_argument("--days", type=int, default=364)
    args = parser.parse_args()
    series = args.series
    print(f"{series} series a line; in percent, with standard errors")
    for lines in (_fixed(series), _watched(series), _climbs(series), _repeats(series), _year(args.days)):
        for line in lines:
            print(line, flush=True)


def _fixed(series: int) -> Iterator[str]:
    yield "\nintervals of 95 % after a fixed number of blocks hold the share"
    for blocks in FIXED:
        for (share, alike, draws), held in covered(blocks, series).items():
            yield f"  {blocks:3} blocks  {_games(share, alike, draws)}  {_percent(held, series)}"


def _watched(series: int) -> Iterator[str]:
    yield "\nintervals of 95 % that are looked at after each of 100 blocks miss the share at some look: bets, a test"
    for share, alike, draws in ANY_LOOK:
        bets, tested = missed_at_a_look(share, alike, draws, blocks=100, series=series)
        yield f"  {_games(share, alike, draws)}  {_percent(bets, series)}  {_percent(tested, series)}"


def _climbs(series: int) -> Iterator[str]:
    yield "\na climb passes a rung, and the mean number of blocks; before, with 50 blocks at most"
    for alike, draws in GAMES:
        for elo in ABOVE:
            now, before = climbs(elo, alike, draws, series), climbs(elo, alike, draws, series, most=50)
            told = f"{_percent(now.passed, series)}  {now.blocks:5.1f}; {_percent(before.passed, series)}"
            yield f"  {elo:+4} Elo  alike {alike:.1f}  draws {draws:.1f}  {told}"


def _repeats(series: int) -> Iterator[str]:
    yield "\nof two that are equal, one wins by one and the same game: a test of 100 blocks calls one of them better"
    yield f"  repeated games count once {_percent(repeated(series), series)}"


def _games(share: float, alike: float, draws: float) -> str:
    return f"share {share:.2f}  alike {alike:.1f}  draws {draws:.1f}"


def _percent(part: float, series: int) -> str:
    return f"{100 * part:5.1f} ± {100 * sqrt(part * (1 - part) / series):.1f}"


if __name__ == "__main__":
    main()


def _year(days: int) -> Iterator[str]:
    club = Club()
    yield f"\na league of {club.bots} programs, {club.changes} of which change every day, in four seasons"
    yield "  season, day: blocks; seconds to choose them; pairs of different strength in the wrong order; games so far"
    games = 0
    for each in seasons(club, [days // 4] * 4):
        games += 2 * each.blocks
        if each.day in SHOWN or each.day == days // 4:
            told = f"{each.blocks:4}  {each.seconds:5.1f} s  {100 * each.wrong:5.1f} %  {games:7,}"
            yield f"  {each.season}, {each.day:3}: {told}"
