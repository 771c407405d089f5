"""Plays matches on this machine, with a process for every bot. For POSIX systems.

    replay, finish = play(Setup(...), [house("tank", "hunter"), program(["./my_bot"])])

    with Stage() as stage:
        for setup in setups:
            replay, finish = stage.play(setup, bots)

A bot in Python runs in an interpreter of its own, see `seat_process.main`, which is forked from one that has loaded all
it needs, see `seat_process.fork_server`; where that cannot be done within a sandbox, it is started anew. Any other
program speaks the game's original protocol through its standard streams, in one of three ways. The protocol says which
one (`wire.Wire.framing`):

- "line": it stays alive and answers with a line;
- "marker", as on Botzone: its answer ends with the keep-running line, and it stays alive; or its answer ends with the
  program, which is started anew for the next turn;
- "turn": as "line", but a program that has ended is started anew. The question is also in ``input.txt`` in the folder
  where it runs (see `folders`), and in its command wherever that says ``{input}``.

Programs run in the current folder if there is no sandbox around them.

A program that is started for every turn may read its input to the end, but one that stays must not see the end. So the
input is left open until the program is seen waiting for more of it. Linux can tell this; on other systems the input is
left open until half of the program's time has passed without output. Then it is closed, and on all later turns it is
closed at once. The time this took is given back.

Without a sandbox, bots run with the rights of the user who starts them. Within one (see `sandbox.kinds`), each has a
folder of its own, and of the user's files only its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType

from sandlot.files.bot import Bot
from sandlot.local.abort import MatchAborted, undisturbed
from sandlot.local.arena import check_steps, step_counter
from sandlot.local.bot import HereBot
from sandlot.local.seats import Seats
from sandlot.match.parts import Batch, Finish, Match, Request, Response, Setup
from sandlot.match.referee import play as play_match
from sandlot.match.replay import Replay, recorded, result_json
from sandlot.messages import Message, message
from sandlot.processes.forked import ForkServer, ForkServerLost
from sandlot.processes.groups import remove_unused
from sandlot.sandbox.kinds import NO_SANDBOX, Sandbox

Watch = Callable[[Batch | Finish], None]
NOBODY = message("void.lost", why="")
FEW = 8
"""With at most this many bots in a match, processes for the next two matches are prepared, else for the next one."""


class Stage:
    """Plays matches one after another, and keeps what makes the start of bots quick between them. It may be used in any
    thread, but in one at a time.

    `memory` is the most bytes that a bot may use, where the system can limit that. `sandbox` is around every bot;
    see `sandbox.kinds`. `arena` as for `arena.step_counter`. Bots see the environment's variables of the first match.
    """

    def __init__(self, *, memory: int | None = None, sandbox: Sandbox = NO_SANDBOX, arena: str = "") -> None:
        self.memory, self.sandbox, self.arena = memory, sandbox, arena
        self._fork_server = ForkServer(sandbox)

    def play(
        self,
        setup: Setup,
        bots: Sequence[Bot],
        *,
        watch: Watch = lambda batch: None,
        source: Replay | None = None,
        lost: Mapping[int, Message] | None = None,
        is_last: bool = False,
    ) -> tuple[Replay, Finish]:
        """Play a match as the function `play` does. What its bots have started has ended before the bots of the next
        match are started, for which processes are prepared meanwhile unless this one `is_last`. The seats in `lost` are
        not started: they lose at their first move, for this reason. Raise `NoSteps` if the clock counts steps and that
        does not work here.
        """
        check_steps(setup.clock, bots, self.arena)
        counter = step_counter(self.arena) if setup.clock and setup.clock.steps else None
        lost = lost or {}
        started = [bot for number, bot in enumerate(bots) if number not in lost and not isinstance(bot, HereBot)]
        watched = [bot.kind != "house" for bot in started if not (bot.command or counter)]
        self._fork_server.game = setup.game.name
        with self._closed_by_errors():
            self._fork_server.prepare(watched)
            replay = Replay(setup)
            match = Match(play_match(setup))
            if source and setup.forks:
                for before in recorded(source, setup.forks[-1].turn, match):
                    watch(before)
                    replay.add(before, match.batch.answers)
            here = {number: bot.seat(setup, number) for number, bot in enumerate(bots) if isinstance(bot, HereBot)}
            # `Seats` neither starts nor asks these.
            lost = {**lost, **dict.fromkeys(here, NOBODY)}
            seats = Seats(setup, bots, self.memory, self.sandbox, self._fork_server, lost, counter)
            try:
                now: Batch | Finish = match.batch
                while isinstance(now, Batch):
                    watch(now)
                    seats.tell(now.notices)
                    before, now = now, match.answer(_answers(now.requests, here, seats))
                    replay.add(before, now.answers)
                watch(now)
                seats.tell(now.notices)
                seats.dismiss_all()
                replay.result = result_json(now)
            finally:
                seats.close()
            if not is_last:
                # After the request to end this match, because the next one waits for that end. The next match starts in
                # processes that are there already, while these are forked and join their groups, which takes
                # milliseconds.
                self._fork_server.prepare(watched * (2 if len(watched) <= FEW else 1))
            return replay, now

    @contextmanager
    def _closed_by_errors(self) -> Iterator[None]:
        """Close the stage on any error, so that no process is left."""
        try:
            yield
        except ForkServerLost:
            self.close()
            raise MatchAborted(message("void.nursery")) from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End everything that was kept. The stage can be used again."""
        with undisturbed():
            self._fork_server.close()
            remove_unused()

    def __enter__(self) -> Stage:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _answers(
    requests: Sequence[Request], here: Mapping[int, Callable[[Request], Response]], seats: Seats
) -> list[Response]:
    """Answer questions: those of this process first, while all others are idle."""
    answers = {request.player: here[request.player](request) for request in requests if request.player in here}
    others = [request for request in requests if request.player not in here]
    answers |= {request.player: answer for request, answer in zip(others, seats.ask(others), strict=True)}
    return [answers[request.player] for request in requests]


def play(
    setup: Setup,
    bots: Sequence[Bot],
    *,
    memory: int | None = None,
    sandbox: Sandbox = NO_SANDBOX,
    watch: Watch = lambda batch: None,
    source: Replay | None = None,
) -> tuple[Replay, Finish]:
    """Play a match between `bots`, in the order of `setup.players`.

    `memory` and `sandbox` as for `Stage`. `watch` is called with every batch and with the finish. `source` is the
    replay that a fork continues. Raises what `referee.play` raises, `BadReplay` if `source` does not reach the turn of
    the fork, `NoSteps` as `Stage.play` does, and `MatchAborted` if something other than itself killed a bot while it
    waited. No process, file or open pipe is left behind, even if this is interrupted.
    """
    with Stage(memory=memory, sandbox=sandbox) as stage:
        return stage.play(setup, bots, watch=watch, source=source, is_last=True)
