"""Ask again: a bot answers a turn of a replay once more."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from sandlot.clock import Timer
from sandlot.formats.compact import compact
from sandlot.jobs import Refused, Step, Work, job
from sandlot.match.parts import HUMAN, Match, Player, Setup, resigned
from sandlot.match.referee import resume
from sandlot.match.replay import Position, Replay, part_at, positions
from sandlot.match.replay_file import reading
from sandlot.match.seat_replies import read_profile
from sandlot.match.validation import BadReplay
from sandlot.messages import player
from sandlot.page.exchange import answer_from, ask_json


@job
def again(config: str) -> Work[Reask | str]:
    """Prepare to ask a bot again. The result is `Reask`, or the sentence (as JSON) that says why this is not possible.

    `config`: {replay, turn, player, name}.
    """
    given = json.loads(config)
    turn, number = given["turn"], given["player"]
    try:
        replay = yield from reading(given["replay"])
        past: list[tuple[Any, Any]] = []
        before: Position | None = None
        for k, each in positions(replay) if turn > 0 else ():
            yield Step(k, turn)
            entry = next((entry for entry in each.record if entry.player == number), None)
            if k == turn and before and entry:
                return Reask(replay, turn, given["name"], past, before.state, entry)
            if k == turn:
                break
            if before:
                # Positions in which this player was not asked are not needed.
                past.append((before.state if entry else None, each.record))
            before = each
        raise BadReplay("again.not_asked", who=player(number), turn=turn)
    except Refused as bad:
        return compact(bad.text)


class Reask:
    """A bot is asked what it would answer on one turn of a replay."""

    def __init__(self, replay: Replay, turn: int, name: str, past: Any, state: Any, original: Any) -> None:
        """`past` are the turns before that one, see `parts.Past`; `state` is the position of the turn; `original` is
        the recorded answer.
        """
        self.player, self.original, self.past, self.state = original.player, original, past, state
        part, old = part_at(replay, turn), replay.setup
        # No other bot is started: every other seat has a human.
        players = [Player(each.name, HUMAN) for each in part.players]
        players[self.player] = Player(name)
        self.setup = Setup(
            old.game, tuple(players), old.seed, old.options, part.clock, part.memories, secret=old.secret
        )
        self.asked = sum(entry.player == self.player for _, record in self.past for entry in record)

    def seat(self) -> ReaskSeat:
        """Return the bot's seat, from its start to the turn in question. Several such seats may exist at once."""
        return ReaskSeat(self)

    def profile(self, said: str, source: str) -> str:
        """Return what a bot reports of the lines of its file, checked by `read_profile`: [[line, hits, ms], ...]."""
        return compact(read_profile(said, source))

    def timer(self) -> Timer:
        """Return the player's clock as it was on that turn."""
        clock, budget = self.setup.clock or self.setup.game.clock, self.original.budget
        timer = replace(Timer.of(clock), moves=self.asked)
        return timer if budget is None else replace(timer, bank=max(0.0, budget - timer.limit))


class ReaskSeat:
    """One seat of `Reask`."""

    def __init__(self, again: Reask) -> None:
        self.again = again
        timers = [again.timer()] * len(again.setup.players)
        self.match = Match(resume(again.setup, again.past, again.state, timers))

    def ask(self) -> str:
        """Return the next question, {stage, text, ...}, or null if the bot has ended. `profile` is the number of the
        question whose lines are profiled, among all questions to this seat, and whether the bot was late then.
        """
        again = self.again
        batch = self.match.batch
        requests = [request for request in batch.requests if request.player == again.player]
        late = again.original.fault is not None and again.original.fault.kind == "timeout"
        question = requests and ask_json(requests[0], batch.turn, again.setup) | {"profile": [again.asked + 1, late]}
        return compact(question or None)

    def answer(self, given: str) -> str:
        """Take an answer, or null. Return the answer on the turn in question, in the form of a record entry, or null
        before that turn.
        """
        batch = self.match.batch
        number, over = self.again.player, batch.stage == "move"
        answer = answer_from(json.loads(given) or {}, batch.stage)
        record = self.match.answer(
            [answer if request.player == number else resigned() for request in batch.requests]
        ).record
        found = [entry for entry in record or () if over and entry.player == number]
        original = self.again.original.json()
        return compact(found[0].json() | {"sent": found[0].sent, "original": original} if found else None)
