"""What the page asks about replays. Each is a `Job`, because a replay may take long to play again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sandlot.clock import Timer
from sandlot.jobs import Job, Refused, Step, Work, done
from sandlot.match.answers import read_profile
from sandlot.match.film import Film
from sandlot.match.recordings import loading
from sandlot.match.referee import HUMAN, Player, Setup, resigned, resume
from sandlot.match.replay import BadReplay, Frame, Replay, dumps, other_result, reading, result_json, run, stretch_at
from sandlot.messages import message, player
from sandlot.page.exchange import answer_from, ask_json, dump, page_header, record_json

__all__ = ["Again", "AgainSeat", "again", "open_replay", "opening", "texts", "views"]


def opening(text: str) -> Job[str]:
    """Read and play a replay.

    Its pieces are [frame, record] of every position, frames being those of `Film`. The result is {header, result,
    problem, turns, imported}, or {problem} alone if it is no replay. `turns` is how many the replay says it has;
    `imported` is its file if it was a log of another place, else null. One that takes too much ends earlier, and
    `problem` says so.
    """
    return Job(_opening(text))


def open_replay(text: str) -> str:
    """Do all that `opening` does at once, without a limit: {frames, records} and its result."""
    frames: list[str] = []
    records: list[Any] = []

    def keep(step: Step) -> None:
        if step.text:
            frame, record = json.loads(step.text)
            frames.append(frame)
            records.append(record)

    opened = json.loads(done(_opening(text), keep))
    return dump(opened | ({"frames": frames, "records": records} if "header" in opened else {}))


def _opening(text: str) -> Work[str]:
    try:
        replay, imported = yield from loading(text)
    except Refused as bad:
        return dump({"problem": bad.text})
    game, film = replay.setup.game, Film()
    result, problem, before, last = None, None, None, len(replay.turns)
    try:
        for number, each in enumerate(run(replay)):
            if isinstance(each, Frame):
                frame = film.frame(game.view(each.state, None))
                record = record_json(game, each.state, each.record, before)
                before = each.state
                yield Step(number, last, dump([frame, record]))
            else:
                result = result_json(each)
    except Refused as bad:
        problem = bad.text
    if not replay.turns:
        problem = message("replay.empty")
    elif problem is None:
        problem = other_result(replay, result)
    head = {"header": page_header(replay), "result": result, "problem": problem, "turns": max(0, last - 1)}
    return dump({**head, "imported": dumps(replay) if imported else None})


def views(text: str, player: int) -> Job[str]:
    """Find out what one player saw, or would have seen, of every position of a replay: pieces are frames of a film.

    A recording that breaks off, or takes too much, has as many frames as `opening` gives.
    """
    return Job(_views(text, player))


def _views(text: str, player: int) -> Work[str]:
    film = Film()
    try:
        replay = yield from reading(text)
        game = replay.setup.game
        for number, each in _frames(replay):
            yield Step(number, len(replay.turns), json.dumps(film.frame(game.view(each.state, player))))
    except Refused:
        pass
    return "null"


def texts(text: str, turn: int) -> Job[str]:
    """Find the exact texts of one turn of a replay: the result is [{player, sent, reply}], in the order of the players.

    They are not kept anywhere: a text is a copy of the whole position, and comes out of the rules again.
    """
    return Job(_texts(text, turn))


def _texts(text: str, turn: int) -> Work[str]:
    found: list[dict[str, Any]] = []
    try:
        replay = yield from reading(text)
        for number, each in _frames(replay, (turn,)):
            yield Step(number, turn)
            if number == turn:
                found = [
                    {"player": entry.player, "sent": entry.sent, "reply": entry.answer.reply} for entry in each.record
                ]
                break
    except Refused:
        pass
    return dump(found)


def _frames(replay: Replay, texts: tuple[int, ...] = ()) -> Iterator[tuple[int, Frame]]:
    return ((number, each) for number, each in enumerate(run(replay, texts)) if isinstance(each, Frame))


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
        before: Frame | None = None
        for k, frame in _frames(replay) if turn > 0 else ():
            yield Step(k, turn)
            entry = next((entry for entry in frame.record if entry.player == number), None)
            if k == turn and before and entry:
                return Again(replay, turn, given["name"], past, before.state, entry)
            if k == turn:
                break
            if before:
                # Turns in which he was not asked are nothing to him.
                past.append((before.state, frame.record) if entry else (None, ()))
            before = frame
        raise BadReplay("again.not_asked", who=player(number), turn=turn)
    except Refused as bad:
        return dump(bad.text)


class Again:
    """A bot is asked on one turn of a replay what it would answer there."""

    def __init__(self, replay: Replay, turn: int, name: str, past: Any, state: Any, original: Any) -> None:
        """`past` are the turns before it, see `referee.Past`; `state` is the position of the turn, `original` what was
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
