"""One block as work for another process: everything it needs goes in, and its games come out."""

from __future__ import annotations

import platform
import shutil
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandlot.clock import Clock
from sandlot.contest.outcome import Game, Outcome, Report
from sandlot.game import Json
from sandlot.games import GAMES
from sandlot.local import NO_WALL, Bot, Void, Wall, leaving_nothing, play
from sandlot.match.parts import Batch, Entry, Finish, Player, Setup
from sandlot.match.replay_file import dumps
from sandlot.messages import message
from sandlot.series.blocks import Block, Played
from sandlot.series.contest import Contest

__all__ = ["Task", "play_task", "task_of"]

MOST_ERRORS = 4000
"""Most characters kept of what a bot printed on standard error before its fault: the last ones."""


#: A process plays one block at a time: at its end it ends every process that has become its child meanwhile.
_one_block = threading.Lock()


@dataclass(frozen=True)
class Task:
    """A block to play. `players` and `bots` are in the order of the block's players, `memory` is in bytes."""

    game: str
    block: Block
    players: tuple[Player, ...]
    bots: tuple[Bot, ...]
    options: Mapping[str, Json]
    clock: Clock
    secret: str
    memory: int | None = None
    wall: Wall = NO_WALL
    needs: tuple[str, ...] = ()
    """Files that the commands of programs name: they have to be on the machine that plays."""


def task_of(contest: Contest, block: Block, bots: Sequence[Bot], memory: int | None, wall: Wall = NO_WALL) -> Task:
    """Return the work of one block. `bots` are those of all entrants."""
    setup = contest.setup(block, 0)
    entrants = [contest.entrants[each] for each in block.players]
    return Task(
        contest.game.name,
        block,
        tuple(Player(each.name, each.kind) for each in entrants),
        tuple(bots[each] for each in block.players),
        setup.options,
        setup.clock or contest.game.clock,
        setup.secret,
        memory,
        wall,
        tuple(_needed(bots[each] for each in block.players)),
    )


def _needed(bots: Iterable[Bot]) -> Iterator[str]:
    for bot in bots:
        for number, word in enumerate(bot.command):
            if number == 0 or Path(word).is_file():
                yield word


def play_task(task: Task) -> Outcome:
    """Play all games of a block, one after the other. Nothing of the bots is left behind."""
    for file in task.needs:
        if shutil.which(file) is None and not Path(file).is_file():
            return Outcome(void=message("void.no_program", file=file, machine=platform.node() or "?"))
    try:
        with _one_block, leaving_nothing():
            return Outcome(tuple(_play(task, order) for order in task.block.orders))
    except Void as void:
        return Outcome(void=void.text)
    except (OSError, MemoryError) as error:
        # No bot can cause these here: its own files and memory belong to its own processes.
        return Outcome(void=message("void.machine", why=f"{type(error).__name__}: {error}"))


def _play(task: Task, order: Sequence[int]) -> Game:
    players = tuple(task.players[place] for place in order)
    setup = Setup(GAMES[task.game], players, task.block.seed, task.options, task.clock, secret=task.secret)
    faults = _Faults()
    replay, finish = play(
        setup, [task.bots[place] for place in order], memory=task.memory, wall=task.wall, watch=faults.see
    )
    outcome = finish.outcome
    kinds = tuple(faults.kinds.get(seat) for seat in range(len(order)))
    played = Played(outcome.places, outcome.scores, kinds, outcome.reasons, finish.turns)
    return Game(played, tuple(faults.reports), zlib.compress(dumps(replay).encode(), 6))


class _Faults:
    """Gathers the first fault of each seat while a match runs."""

    def __init__(self) -> None:
        self.kinds: dict[int, Any] = {}
        self.reports: list[Report] = []
        self.turn = -1

    def see(self, batch: Batch | Finish) -> None:
        if batch.record is None:
            return
        self.turn += 1
        for entry in batch.record:
            if entry.fault and entry.player not in self.kinds:
                self.kinds[entry.player] = entry.fault.kind
                self.reports.append(_report(entry, self.turn))


def _report(entry: Entry, turn: int) -> Report:
    assert entry.fault
    errors = "".join(text for stream, text in entry.answer.output if stream == "err")
    traceback = (entry.answer.trace or {}).get("traceback") or (entry.answer.trace or {}).get("error")
    return Report(entry.player, turn, entry.fault.text, traceback, errors[-MOST_ERRORS:])
