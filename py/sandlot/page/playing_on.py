"""House bots play on from a turn of a match, to find out whether it could still be saved there. Nobody watches."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sandlot.formats.compact import compact
from sandlot.game import Json
from sandlot.jobs import Refused, Step, Work, job
from sandlot.match.parts import Batch, Finish, Match, Past, Player, Response, Setup, seat_seed
from sandlot.match.referee import resume
from sandlot.match.replay import Replay, positions, result_json
from sandlot.match.replay_file import reading
from sandlot.match.validation import BadReplay
from sandlot.page.exchange import answer_from
from sandlot.page.house import HouseSeat

T = TypeVar("T")


@dataclass
class _Recording:
    """A replay with its positions: `states[k]` is the one after turn k, and `past[k]` the turn that follows it."""

    text: str
    replay: Replay
    states: Sequence[Any]
    past: Past
    ends: dict[tuple[tuple[str, ...], bool], dict[str, Json]] = field(default_factory=dict)
    """By the bots that play on, and whether in haste: how it ends from the positions that they have come through."""


_last: _Recording | None = None
"""Many turns of one match are asked about, one after the other."""


@job
def playing_on(text: str, turn: int, names: str, hastes: bool) -> Work[str]:
    """Play on from the position after a turn of a replay, with these house bots in the seats. A step says how many
    turns they have played. `hastes`: bots that search compute much less than usual.

    The result is JSON: {result, after, hastes, exact}, or {problem}, a sentence. `after` is the view after their first
    turn, `hastes` says whether any bot has computed less, and `exact` whether a fork of the replay with these bots goes
    the same way, as it does where none of them draws numbers.
    """
    try:
        recording = yield from _read(text)
        last = len(recording.states) - 1
        if turn >= last:
            raise BadReplay("fork.over", turn=turn, last=last)
        return compact((yield from _play(recording, turn, tuple(json.loads(names)), hastes)))
    except Refused as bad:
        return compact({"problem": bad.text})


def _read(text: str) -> Work[_Recording]:
    global _last
    if _last is None or _last.text != text:
        replay = yield from _untold(reading(text))
        states: list[Any] = []
        past: list[tuple[Any, Any]] = []
        for _, each in positions(replay):
            if states:
                past.append((states[-1], each.record))
            states.append(each.state)
            yield Step()
        _last = _Recording(text, replay, states, past)
    return _last


def _untold(work: Work[T]) -> Work[T]:
    """Do work whose progress is not that of a match."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found
        yield Step()


def _play(recording: _Recording, turn: int, names: tuple[str, ...], hastes: bool) -> Work[dict[str, Json]]:
    old, state = recording.replay.setup, recording.states[turn]
    game = old.game
    players = tuple(Player(name, "house") for name in names)
    setup = Setup(game, players, old.seed, old.options, game.clock, secret=old.secret)
    seats = [HouseSeat(game.name, name, seat_seed(setup, number), hastes=hastes) for number, name in enumerate(names)]
    draws = any(seat.draws_numbers for seat in seats)
    hastes = any(seat.hastes for seat in seats)
    # Where nothing is hidden the position says all that a bot needs. Elsewhere each hears of the turns before, in which
    # it has seen more than it sees now; there the bots are quick.
    past = recording.past[:turn] if game.imperfect_information else ()
    match = Match(resume(setup, past, state, ()))
    # Bots that draw no numbers and know no more than the position always go on in the same way from it.
    ends = None if draws or game.imperfect_information else recording.ends.setdefault((names, hastes), {})
    met: list[str] = []
    after: Json = None
    count = 0
    now: Batch | Finish = match.batch
    while isinstance(now, Batch):
        if ends is not None and now.stage == "move":
            here = compact(game.view(now.state, None))
            if here in ends and after is not None:
                end = ends[here]
                break
            met.append(here)
        answers: list[Response] = []
        for request in now.requests:
            seat = seats[request.player]
            said = seat.start(request.text) if now.stage == "start" else seat.ask(request.text)
            answers.append(answer_from(json.loads(said), now.stage))
            yield Step(count)
        before, now = now, match.answer(answers)
        if before.stage == "move":
            count += 1
            after = game.view(now.state, None) if after is None else after
    else:
        end = result_json(now)
    if ends is not None:
        ends.update(dict.fromkeys(met, end))
    return {"result": end, "after": after, "hastes": hastes, "exact": not draws and not hastes}
