"""Replays: a header, the answers turn by turn, and the result. Positions are not stored; playing it again gives them.

A replay is driven through `referee.play` like any other match. So the rules, the clock and the protocol judge every
answer again, and a wrong result is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sandlot import __version__
from sandlot.game import Json
from sandlot.jobs import Refused, Step, Work, done
from sandlot.match.parts import Batch, Entry, Finish, Match, Part, Response, Setup
from sandlot.match.referee import play
from sandlot.match.validation import BadReplay
from sandlot.messages import Message, message


@dataclass
class Replay:
    """A recorded match. `turns` are the answers to every batch of questions, by player, in the order of the batches:
    the starts, then every turn. A fork adds the starts and the catching up of the bots that take over.
    """

    setup: Setup
    package: str = __version__
    turns: list[dict[int, Response]] = field(default_factory=list)
    result: dict[str, Json] | None = None

    def add(self, batch: Batch, answers: Sequence[Response]) -> None:
        """Record the answers to one batch, as the batch after it or the finish gives them back in `answers`."""
        self.turns.append({request.player: answer for request, answer in zip(batch.requests, answers, strict=True)})


@dataclass(frozen=True)
class Position:
    """The position after a turn, and the record of that turn; for the first one, of the bots' starts."""

    state: Any
    record: tuple[Entry, ...]


def result_json(finish: Finish) -> dict[str, Json]:
    """Return the result in the form that a replay holds and the page shows."""
    return json.loads(json.dumps({**finish.outcome.json(), "turns": finish.turns}))  # type: ignore[no-any-return]


def run(replay: Replay, texts: Container[int] = ()) -> Iterator[Position | Finish]:
    """Play a replay again. Yield a position for the start and for every turn, then the finish if the replay reaches
    one.

    `texts` are the turns whose entries say what was sent: see `referee.play`.

    Raises `BadReplay` if a turn does not answer exactly what was asked.
    """
    match = Match(play(replay.setup, texts))
    for number, turn in enumerate(replay.turns):
        if match.is_over:
            raise BadReplay("replay.goes_on", turn=number - 1)
        if tuple(turn) != tuple(request.player for request in match.batch.requests):
            raise BadReplay("replay.other_players", turn=number)
        now = match.answer(list(turn.values()))
        if now.record is not None:
            yield Position(now.state, now.record)
        if isinstance(now, Finish):
            yield now


def positions(replay: Replay, texts: Container[int] = ()) -> Iterator[tuple[int, Position]]:
    """Play a replay again like `run`; yield only the positions, each with the number of turns before it."""
    return ((number, each) for number, each in enumerate(run(replay, texts)) if isinstance(each, Position))


def fork(replay: Replay, turn: int, setup: Setup) -> Setup:
    """Return `setup` changed so that its match continues a replay after `turn` turns; `recorded` plays those turns.

    Game, options, seed and secret are the replay's; players, clock and memories are those of `setup`. Raises
    `BadReplay` if the match was over by then. A fork before the first turn is a new match on the same board.
    """
    old = replay.setup
    if len(setup.players) != len(old.players):
        raise BadReplay("fork.players", players=len(old.players))
    # The end that a replay claims may be anything; `recorded` notices a wrong one.
    end = replay.result.get("turns") if isinstance(replay.result, dict) else None
    if isinstance(end, int) and turn >= end:
        raise BadReplay("fork.over", turn=turn, last=end)
    before = tuple(each for each in old.forks if each.turn < turn)
    forks = (*before, replace(part_at(replay, turn), turn=turn)) if turn else ()
    hinted = old.hinted and turn > 0
    same = replace(setup, game=old.game, options=old.options, seed=old.seed, secret=old.secret)
    return replace(same, forks=forks, hinted=hinted)


def recorded(replay: Replay, turn: int, match: Match) -> Iterator[Batch]:
    """Answer the first `turn` turns of a match as in a replay; yield the questions before each answer.

    Raises `BadReplay` if the replay does not reach that turn.
    """
    for number, answers in enumerate(replay.turns):
        before = match.batch
        if before.turn >= turn:
            return
        if tuple(answers) != tuple(request.player for request in before.requests):
            raise BadReplay("replay.other_players", turn=number)
        now = match.answer(list(answers.values()))
        if isinstance(now, Finish):
            raise BadReplay("fork.over", turn=turn, last=now.turns)
        yield before
    if match.batch.turn < turn:
        raise BadReplay("fork.beyond", turn=turn, last=match.batch.turn)


def part_at(replay: Replay, turn: int) -> Part:
    """Return the players of a turn, with their clock; the last players have `turn` -1."""
    setup = replay.setup
    last = setup.last_part
    return next((fork for fork in setup.forks if fork.turn >= turn), last)


class Verified(NamedTuple):
    """What playing a replay again has shown: the result, if the match came to an end, and what is wrong, if
    anything.
    """

    result: dict[str, Json] | None
    problem: Message | None


def verify(replay: Replay) -> Message | None:
    """Return None if playing the replay again gives its recorded result, else a sentence that says what is wrong."""
    return done(verifying(replay)).problem


def verifying(replay: Replay, put_out: Callable[[Position], str] = lambda position: "") -> Work[Verified]:
    """Play a replay again and judge it, piece by piece. Every step carries the text that `put_out` makes of a position.

    Both showing and verifying a replay use this, so they always agree.
    """
    result: dict[str, Json] | None = None
    # Nobody answers in the last position.
    last = max(0, len(replay.turns) - 1)
    try:
        for number, each in enumerate(run(replay)):
            if isinstance(each, Finish):
                result = result_json(each)
            else:
                yield Step(number, last, put_out(each))
    except Refused as bad:
        return Verified(result, bad.text)
    if result == replay.result:
        return Verified(result, None)
    return Verified(result, message("replay.other_result" if result else "replay.no_end"))
