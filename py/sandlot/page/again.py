"""A bot is asked once more, on a turn of a replay."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from sandlot.clock import Timer
from sandlot.jobs import Job, Refused, Step, Work
from sandlot.match.answers import read_profile
from sandlot.match.fields import BadReplay
from sandlot.match.parts import HUMAN, Player, Setup, resigned
from sandlot.match.referee import resume
from sandlot.match.replay import Position, Replay, positions, stretch_at
from sandlot.match.replay_file import reading
from sandlot.messages import player
from sandlot.page.exchange import answer_from, ask_json, dump

__all__ = ["Again", "AgainSeat", "again"]


def again(config: str) -> Job[Again | str]:
    """Find out how to ask a bot once more; the result is `Again`, or the sentence (as JSON) that says why that cannot
    be.

    `config`: {replay, turn, player, name}.
    """
    return Job(_again(config))


def _again(config: str) -> Work[Again | str]:
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
                return Again(replay, turn, given["name"], past, before.state, entry)
            if k == turn:
                break
            if before:
                # Turns in which he was not asked are nothing to him.
                past.append((before.state, each.record) if entry else (None, ()))
            before = each
        raise BadReplay("again.not_asked", who=player(number), turn=turn)
    except Refused as bad:
        return dump(bad.text)


class Again:
    """A bot is asked on one turn of a replay what it would answer there."""

    def __init__(self, replay: Replay, turn: int, name: str, past: Any, state: Any, original: Any) -> None:
        """`past` are the turns before it, see `parts.Past`; `state` is the position of the turn, `original` what was
        answered then.
        """
        self.player, self.original, self.past, self.state = original.player, original, past, state
        stretch, old = stretch_at(replay, turn), replay.setup
        # Nobody else is started: there is a person in every other seat.
        players = [Player(each.name, HUMAN) for each in stretch.players]
        players[self.player] = Player(name)
        self.setup = Setup(
            old.game, tuple(players), old.seed, old.options, stretch.clock, stretch.memories, secret=old.secret
        )
        self.asked = sum(entry.player == self.player for _, record in self.past for entry in record)

    def seat(self) -> AgainSeat:
        """Return the bot's seat, from its start to the turn in question. There may be several at once."""
        return AgainSeat(self)

    def profile(self, said: str, source: str) -> str:
        """Return what a bot says of the lines of its file, as far as it can be: [[line, hits, milliseconds], ...]."""
        return dump(read_profile(said, source))

    def timer(self) -> Timer:
        """Return the clock as it was then."""
        clock, budget = self.setup.clock or self.setup.game.clock, self.original.budget
        timer = replace(Timer.of(clock), moves=self.asked)
        return timer if budget is None else replace(timer, bank=max(0.0, budget - timer.limit))


class AgainSeat:
    """One seat of `Again`."""

    def __init__(self, again: Again) -> None:
        self.again = again
        timers = [again.timer()] * len(again.setup.players)
        self.match = resume(again.setup, again.past, again.state, timers)
        self.batch = next(self.match)

    def ask(self) -> str:
        """Return the next question, {stage, text, ...}; or null, if the bot is gone already. `profile`: the number of
        the one that is asked again, among all that this seat is asked.
        """
        again = self.again
        asks = [ask for ask in self.batch.asks if ask.player == again.player]
        question = asks and ask_json(asks[0], self.batch.turn, again.setup) | {"profile": again.asked + 1}
        return dump(question or None)

    def answer(self, given: str) -> str:
        """Take an answer, or null; return the answer on the turn in question as it would stand in a record, or null
        before that.
        """
        number, over = self.again.player, self.batch.stage == "move"
        answer = answer_from(json.loads(given) or {}, self.batch.stage)
        answers = [answer if ask.player == number else resigned() for ask in self.batch.asks]
        try:
            self.batch = self.match.send(answers)
            record = self.batch.record
        except StopIteration as end:
            record = end.value.record
        found = [entry for entry in record or () if over and entry.player == number]
        original = self.again.original.json()
        return dump(found[0].json() | {"sent": found[0].sent, "original": original} if found else None)
