"""Blocks as tasks for other processes: a task has everything that is needed to play it, its outcome has the games."""

from __future__ import annotations

import platform
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sandlot import __version__
from sandlot.archive.faults import Faults, culprit
from sandlot.clock import Clock, Timer
from sandlot.contest.worker_reply import PlayedGame, TaskOutcome, write_worker_reply
from sandlot.game import BadOption, Json, read_options
from sandlot.games import GAMES, rules
from sandlot.local import (
    NO_SANDBOX,
    Bot,
    MatchAborted,
    NoSandbox,
    NoSteps,
    Sandbox,
    Stage,
    leaving_nothing,
    on_own_processor,
    sandbox_here,
    waiting,
)
from sandlot.match.parts import Batch, Finish, Player, Setup
from sandlot.match.replay_file import packed
from sandlot.match.validation import BadReplay
from sandlot.messages import Message, message, named
from sandlot.stats.blocks import Block
from sandlot.tournaments.contest import Contest, refused_on

AROUND = 300
"""Seconds that a task may take besides the time on the clocks, because the machine may be slow."""

#: A process plays one block at a time, because at the end of a block it ends all its new child processes.
_one_block = threading.Lock()
_stages: dict[tuple[int | None, Sandbox, int | None, str], Stage] = {}


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
    rules: str
    package: str
    memory: int | None = None
    sandbox: Sandbox = NO_SANDBOX
    needs: tuple[str, ...] = ()
    """Files that the commands of programs name: they have to be on the machine that plays."""
    warned: frozenset[str] = frozenset()
    """The names of players that have caused a void game of this contest: see `faults.culprit`."""
    arena: str = ""
    """The arena that counts steps, if the clock does: as for `local.arena.step_counter`."""

    @property
    def most_seconds(self) -> float:
        """How many seconds a worker may take: twice the time that the clocks allow all players, and `AROUND`."""
        game, clock = GAMES[self.game], self.clock
        asked = game.most_moves(read_options(game, self.options))
        timer = Timer.of(clock)
        if clock.steps:
            each = timer.start + asked * timer.budget
        else:
            each = clock.start + clock.first + clock.bank + asked * (clock.move + clock.increment)
        return AROUND + 2 * each / 1000 * len(self.players) * len(self.block.orders)


def task_of(
    contest: Contest,
    block: Block,
    bots: Sequence[Bot],
    memory: int | None,
    sandbox: Sandbox = NO_SANDBOX,
    arena: str = "",
) -> Task:
    """Return the task of one block. `bots` are those of all entrants; `memory` is in bytes."""
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
        contest.rules,
        contest.package,
        memory,
        sandbox,
        tuple(_needed(bots[each] for each in block.players)),
        arena=arena,
    )


def _needed(bots: Iterable[Bot]) -> Iterator[str]:
    for bot in bots:
        for number, word in enumerate(bot.command):
            if number == 0 or Path(word).is_file():
                yield word


def play_tasks(tasks: Sequence[Task]) -> list[bytes]:
    """Play blocks one after another; return what became of each, see `worker_reply`."""
    return write_worker_reply([task.block for task in tasks], [play_task(task) for task in tasks])


def play_task(task: Task) -> TaskOutcome:
    """Play all games of a block, one after the other. No process or file of a bot is left behind."""
    if (task.rules, task.package) != (rules(task.game), __version__):
        # On a cluster every machine has its own installation.
        return TaskOutcome(void=message("void.other_version", machine=platform.node() or "?", version=__version__))
    for file in task.needs:
        if shutil.which(file) is None and not Path(file).is_file():
            return TaskOutcome(void=message("void.no_program", file=file, machine=platform.node() or "?"))
    try:
        sandbox = sandbox_here(task.sandbox)
        # Measured before the block, so that its own bots do not count.
        load = waiting()
        with _one_block, on_own_processor() as processor, _stage_for(task, sandbox, processor) as stage:
            games = tuple(_play(task, order, stage) for order in task.block.orders)
            return TaskOutcome(games, None, rules(task.game), __version__, load)
    except (MatchAborted, NoSandbox, NoSteps) as void:
        return TaskOutcome(void=void.text)
    except BadOption as bad:
        return TaskOutcome(void=refused_on(task.block.seed, bad), for_good=True)
    except BadReplay as bad:
        # The replay is too large. What bots print is bounded, see `quota`, so the match has too many answers.
        names = ", ".join(each.name for each in task.players)
        return TaskOutcome(void=message("void.not_kept", names=names, why=bad.text), for_good=True)
    except Exception as error:
        # This is an error of the platform: bots have their files and memory in processes of their own.
        return TaskOutcome(void=message("void.machine", why=f"{type(error).__name__}: {error}"))


@contextmanager
def _stage_for(task: Task, sandbox: Sandbox, processor: int | None) -> Iterator[Stage]:
    """Yield the stage of this process for `processor`, which is kept for the next blocks. A block with programs gets a
    new stage, which is closed after the block, because programs may leave anything behind.
    """
    if any(bot.command for bot in task.bots):
        with leaving_nothing(), Stage(memory=task.memory, sandbox=sandbox, arena=task.arena) as stage:
            yield stage
        return
    key = task.memory, sandbox, processor, task.arena
    for other in [each for each in _stages if each != key]:
        _stages.pop(other).close()
    if key not in _stages:
        _stages[key] = Stage(memory=task.memory, sandbox=sandbox, arena=task.arena)
    yield _stages[key]


def end_stages() -> None:
    """Close the stages that this process keeps between blocks."""
    with _one_block:
        while _stages:
            _stages.popitem()[1].close()


def _seeing(faults: Faults) -> Callable[[Batch | Finish], None]:
    return lambda batch: faults.see(batch.record)


def _play(task: Task, order: Sequence[int], stage: Stage) -> PlayedGame:
    players = tuple(task.players[place] for place in order)
    setup = Setup(GAMES[task.game], players, task.block.seed, task.options, task.clock, secret=task.secret)
    bots, names = [task.bots[place] for place in order], [each.name for each in players]
    lost: dict[int, Message] = {}
    while True:
        faults = Faults(len(players))
        try:
            replay, finish = stage.play(setup, bots, watch=_seeing(faults), lost=lost)
            return PlayedGame(faults.played(finish, setup.game), tuple(faults.reports), packed(replay))
        except MatchAborted as void:
            # With names in place of seats, because in the next game of the block the seats are swapped.
            why = named(void.text, names)
            by = culprit(why)
            if by not in task.warned or names.index(by) in lost:
                raise MatchAborted(why) from void
            lost[names.index(by)] = message("fault.burned", other=why.params["who"], used=why.params["used"])
