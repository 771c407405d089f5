"""`puzzles`: gives a bot all puzzles of a game, and says how many of them it solves."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from sandlot import local
from sandlot.api.files import refusing_content
from sandlot.api.named import game_named
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.cli.files import read
from sandlot.cli.parsing import bot_named, memory_of, number
from sandlot.cli.terminal import as_json, print_error, say
from sandlot.files.bot import Bot
from sandlot.game import Fault, Game, Json
from sandlot.grade.grader import MOST_LATE
from sandlot.links.puzzles import Puzzle
from sandlot.local.bot import HereBot
from sandlot.match.parts import Batch, Entry, Finish, Player, Request, Response, Setup
from sandlot.match.replay import fork
from sandlot.messages import as_json as as_value
from sandlot.messages import language, message, named, render, worded
from sandlot.puzzles.run import Result, result
from sandlot.puzzles.spec import BOUNDS, BadPuzzle, Puzzles, is_right, position, read_puzzles, recorded

OTHER = HereBot("other", "house", seat=lambda setup, number: _nobody)
"""The player in the other seats. Its first order is asked for with the bot's or after it; it is a fault, which ends the
match.
"""

PAST = "fault.timeout_past"
"""The id of the fault of a bot that spent a minute on one of the turns before the puzzle. It is stuck there, and would
be in every puzzle.
"""
SECONDS_BETWEEN_LINES = 10.0
"""The maximum number of seconds between two lines of progress, if puzzles are answered meanwhile."""


def _nobody(request: Request) -> Response:
    return Response(fault="crash") if request.stage == "move" else Response("module")


@dataclass(frozen=True)
class Asked:
    """A bot's order in a puzzle, or its fault."""

    puzzle: Puzzle
    order: Json = None
    fault: Fault | None = None

    @property
    def is_found(self) -> bool:
        """Whether the order is right."""
        return self.fault is None and is_right(self.puzzle, self.order)


def ask(args: argparse.Namespace) -> int:
    """Give the puzzles to the bot, and print how many it solves; return the exit status."""
    game = game_named(args.game)
    bot, whole = bot_named(game, args.bot), _puzzles(game, args.file)
    puzzles = whole.puzzles if args.count is None else _spread(whole.puzzles, number(args.count, "--count", 1))
    sandbox = local.contest_sandbox(False, args.trust, [bot])
    asked: list[Asked] = []
    told = monotonic()
    with local.leaving_nothing(), local.Stage(memory=memory_of(args), sandbox=sandbox) as stage:
        for puzzle in puzzles:
            asked.append(Asked(puzzle) if late_times(asked) else order_of(stage, game, bot, puzzle))
            if not args.quiet and (len(asked) % 10 == 0 or monotonic() - told > SECONDS_BETWEEN_LINES):
                told = monotonic()
                found = sum(each.is_found for each in asked)
                print_error(worded("cli.puzzles_asked", done=len(asked), count=len(puzzles), found=found))
    _tell(args, bot.name, result(puzzles, [each.is_found for each in asked]), asked)
    return DONE


def late_times(asked: Sequence[Asked]) -> int:
    """Return how often a bot was too late, if that is so often that it gets no more puzzles; else 0."""
    late = [each.fault.text.id for each in asked if each.fault and each.fault.kind == "timeout"]
    return len(late) if len(late) >= MOST_LATE or PAST in late else 0


def _puzzles(game: Game[Any], file: str | None) -> Puzzles:
    if file is None:
        return recorded(game.name)
    with refusing_content(file, BadPuzzle):
        found = read_puzzles(read(file, BOUNDS.characters))
    if found.game is not game:
        raise Problem(message("cli.puzzles_other", file=file, theirs=found.game.name, ours=game.name), REFUSED)
    return found


def _spread(puzzles: Sequence[Puzzle], count: int) -> tuple[Puzzle, ...]:
    """Return `count` of the puzzles, evenly spread over the file."""
    count = min(count, len(puzzles))
    return tuple(puzzles[each * len(puzzles) // count] for each in range(count))


def order_of(stage: local.Stage, game: Game[Any], bot: Bot, puzzle: Puzzle) -> Asked:
    """Ask a bot for its order in the position of a puzzle. It takes over the seat of the player in the original match,
    so it gets the requests of all turns before, as in any fork.
    """
    before = position(game, puzzle).replay
    bots = [bot if seat == puzzle.seat else OTHER for seat in range(len(before.setup.players))]
    setup = Setup(game, tuple(Player(each.name, each.kind) for each in bots), before.setup.seed)
    orders: list[Entry] = []

    def see(batch: Batch | Finish) -> None:
        if isinstance(batch, Finish) or batch.turn > puzzle.turn:
            orders.extend(entry for entry in batch.record or () if entry.player == puzzle.seat)

    stage.play(fork(before, puzzle.turn, setup), bots, source=before, watch=see)
    # The bot's first order counts; the other player fails on its first move, which ends the match.
    entry = orders[0]
    return Asked(puzzle, entry.move, entry.fault)


def _tell(args: argparse.Namespace, name: str, found: Result, asked: Sequence[Asked]) -> None:
    if args.json:
        puzzles = [
            {
                "id": each.puzzle.id,
                "theme": each.puzzle.theme,
                "found": each.is_found,
                "order": each.order,
                "fault": each.fault and as_value(each.fault.text),
            }
            for each in asked
        ]
        say(as_json({"bot": name, "game": args.game, **found.json(), "puzzles": puzzles}))
        return
    for share in found.themes:
        say(f"{share.found:4} / {share.of:<4} {theme_name(share.theme)}")
    say(sentence(name, found))
    faults = [each.fault for each in asked if each.fault]
    if faults:
        why = named(faults[0].text, [name] * 2)
        print_error(worded("cli.puzzles_faults", count=len(faults), why=why))
    unasked = [each for each in asked if each.fault is None and each.order is None]
    if unasked and (late := late_times(asked)):
        print_error(worded("cli.puzzles_late", late=late))


def theme_name(theme: str) -> str:
    """Return a theme in words."""
    return render(message(f"puzzle.theme.{theme}"), language=language())


def sentence(name: str, found: Result) -> str:
    """Return a bot's result in a sentence."""
    counts = {"name": name, "found": found.whole.found, "of": found.whole.of}
    if not found.blind:
        return worded("puzzle.finds", **counts)
    comma = "、" if language() == "zh" else ", "
    return worded("puzzle.finds_blind", **counts, themes=comma.join(map(theme_name, found.blind)))
