"""Makes the puzzles of a game: see the modules beside this one.

python -m sandlot_build.puzzles play GAME COUNT [PART PARTS]   plays games of strong house bots, for `find`
python -m sandlot_build.puzzles find GAME [PART PARTS]         finds puzzles in these games; prints how many
python -m sandlot_build.puzzles keep GAME                      confirms, asks house bots, and adds them to the record
python -m sandlot_build.puzzles confirm GAME                   confirms every recorded puzzle; if none is refused, they
                                                               belong to the present rules from then on
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sandlot.game import Game
from sandlot.games import GAMES, rules
from sandlot.links import unlink
from sandlot.links.puzzles import Margin, PlayedOn, Puzzle
from sandlot.match.replay import Replay
from sandlot.puzzles.spec import DATA, Puzzles, games_with_puzzles, read_puzzles, recorded, write_puzzles
from sandlot_build.puzzles import confirm_generals, confirm_snake, confirm_tank, generals, planes, snake, tank
from sandlot_build.puzzles.confirm import refusal
from sandlot_build.puzzles.found import Found, beginning
from sandlot_build.puzzles.games import games_of, kept, play_games
from sandlot_build.puzzles.rungs import finders, rungs_of

FINDERS: Mapping[str, Callable[[Replay], Iterator[Found]]] = {
    "snake": snake.find,
    "planes": planes.find,
    "tank": tank.find,
    "generals": generals.find,
}
DEEPER: Mapping[str, Callable[[Puzzle, Replay], tuple[Margin, Margin, int]]] = {
    "snake": confirm_snake.deeper,
    "generals": confirm_generals.deeper,
    "tank": confirm_tank.deeper,
}
"""The margins and the depth to which the puzzles of a game are confirmed, where that is deeper than they were found."""
MOST_OF_THEME = 120
"""Most puzzles of one theme."""


def find(game: Game[Any], part: int, parts: int) -> None:
    """Find puzzles in the games that were played, and write them as a file of puzzles. Of `parts` processes, this is
    number `part`.
    """
    puzzles: list[Puzzle] = []
    for number, replay in enumerate(games_of(game)):
        if number % parts != part:
            continue
        for each in FINDERS[game.name](replay):
            puzzles.append(_puzzle(f"{game.name}-{replay.setup.seed}-{each.turn}-{each.theme}", each))
        print(number, len(puzzles), *Counter(each.theme for each in puzzles).items(), flush=True)
        # Not confirmed yet.
        file = kept(game).with_suffix(f".found{part}")
        file.write_text(write_puzzles(_file(game, puzzles)), encoding="utf-8")


def _puzzle(name: str, found: Found) -> Puzzle:
    return Puzzle(
        id=name,
        match=beginning(found.replay, found.turn),
        turn=found.turn,
        seat=found.seat,
        theme=found.theme,
        answers=tuple(found.answers),
        best=Margin(*found.best),
        next=Margin(*found.next),
        depth=found.depth,
        lines=tuple(PlayedOn(order, tuple(map(tuple, turns))) for order, turns in found.lines),
    )


def _file(game: Game[Any], puzzles: list[Puzzle]) -> Puzzles:
    return Puzzles(game=game, rules=rules(game.name), rungs=rungs_of(game), puzzles=tuple(puzzles))


def found(game: Game[Any]) -> list[Puzzle]:
    """Return all puzzles that were found, in the order of their matches, and of each match the deepest first."""
    files = sorted(kept(game).parent.glob(f"{game.name}.found*"))
    puzzles = [each for file in files for each in read_puzzles(file.read_text(encoding="utf-8")).puzzles]
    return sorted(puzzles, key=lambda each: (int(each.id.split("-")[1]), -each.depth, -each.turn))


def keep(game: Game[Any]) -> None:
    """Add the found puzzles that are confirmed to the record: of a match at most one of a theme, no position twice."""
    puzzles = list(recorded(game.name).puzzles) if game.name in games_with_puzzles() else []
    used = {(str(unlink(each.match).replay.setup.seed), each.theme) for each in puzzles}
    positions = {(each.match, each.seat) for each in puzzles}
    themes = Counter(each.theme for each in puzzles)
    last = max((int(each.id.split("-")[1]) for each in puzzles), default=0)
    for each in found(game):
        of_game = each.id.split("-")[1], each.theme
        if of_game in used or (each.match, each.seat) in positions or themes[each.theme] >= MOST_OF_THEME:
            continue
        if game.name in DEEPER:
            best, after, depth = DEEPER[game.name](each, unlink(each.match).replay)
            each = replace(each, best=best, next=after, depth=depth)
        if why := refusal(game.name, each):
            print(f"{each.id}: {why}", flush=True)
            continue
        used.add(of_game)
        positions.add((each.match, each.seat))
        themes[each.theme] += 1
        last += 1
        puzzles.append(replace(each, id=f"{game.name}-{last}", found_by=finders(game, each)))
        _write(game, _file(game, puzzles))
    print(len(puzzles), *themes.items())


def confirm(game: Game[Any]) -> int:
    """Confirm every recorded puzzle; return how many are refused. If none is, write that they belong to the present
    rules.
    """
    record, refused = recorded(game.name), 0
    for each in record.puzzles:
        why = refusal(game.name, each)
        refused += bool(why)
        print(each.id, each.theme, why or "confirmed", flush=True)
    if not refused:
        _write(game, replace(record, rules=rules(game.name)))
    return refused


def _write(game: Game[Any], puzzles: Puzzles) -> None:
    DATA.mkdir(exist_ok=True)
    (DATA / f"{game.name}.json").write_text(write_puzzles(puzzles), encoding="utf-8", newline="\n")


def main(command: str, name: str, *more: str) -> int:
    """Do what was typed; return the exit status."""
    game = GAMES[name]
    numbers = [int(each) for each in more]
    match command:
        case "play":
            count, part, parts = numbers if len(numbers) == 3 else (*numbers, 0, 1)
            for replay in play_games(game, count, part=part, parts=parts):
                print(replay.setup.seed, len(replay.turns), flush=True)
        case "find":
            find(game, *(numbers or (0, 1)))
        case "keep":
            keep(game)
        case "confirm":
            return min(confirm(game), 1)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
