"""Answers the page's questions about replays. Each is a `Job`, because playing a replay again may take long."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sandlot.formats.compact import compact
from sandlot.game import Game
from sandlot.jobs import Job, Refused, Step, Work, done, job
from sandlot.links import is_link, unlink
from sandlot.match.delta_log import EVERY, DeltaLog
from sandlot.match.parts import Entry
from sandlot.match.recordings import loading, start_of
from sandlot.match.referee import play
from sandlot.match.replay import Position, Replay, positions, verifying
from sandlot.match.replay_file import dumps, reading
from sandlot.messages import message
from sandlot.page.exchange import page_header, record_json

MOST_KEPT = 20_000
MOST_KEPT_PLAYERS = 16
"""Positions and players of the largest replay whose states are kept: 50 x 50 cells with eight players are 3 kB each."""
LONGEST_KEPT = 16 * 2**20
"""Characters of its text."""


@dataclass(frozen=True)
class _Played:
    """The states of a replay that was played again."""

    text: str
    game: Game[Any]
    states: list[Any]


_last: list[_Played] = []
"""The replay that was opened last, if it is not too large: `views` need not play it again."""


def opening(text: str) -> Job[str]:
    """Read and play a replay.

    The pieces are [delta, record] of every position; deltas are those of `DeltaLog`. The result is {header, result,
    problem, turns, imported, turn, eyes, sources}, or {problem} alone if the text is no replay. `turns` is the number
    of turns that the replay claims. `imported` is the replay file if the text was a log of another platform, or a link;
    else null. A link may say at which `turn` it opens, and with the view of which player (`eyes`); else both are null.
    It may hold the `sources` of bots by their players, for people to read. A replay that takes too much time or memory
    ends early, and `problem` says so.
    """
    return Job(_opening(text))


def open_replay(text: str) -> str:
    """Do all of `opening` at once, without a limit; return {deltas, records} and its result."""
    deltas: list[str] = []
    records: list[Any] = []

    def keep(step: Step) -> None:
        if step.text:
            delta, record = json.loads(step.text)
            deltas.append(delta)
            records.append(record)

    opened = json.loads(done(_opening(text), keep))
    return compact(opened | ({"deltas": deltas, "records": records} if "header" in opened else {}))


def _opening(text: str) -> Work[str]:
    turn = eyes = None
    sources: Mapping[int, str] = {}
    try:
        if is_link(text):
            found = unlink(text)
            replay, imported, turn, eyes, sources = found.replay, True, found.turn, found.eyes, found.sources
        else:
            replay, imported = yield from loading(text)
        own = dumps(replay) if imported else text
    except Refused as bad:
        return compact({"problem": bad.text})
    game, delta_log, before = replay.setup.game, DeltaLog(), None
    states = _keep(own, replay)

    def shown(position: Position) -> str:
        nonlocal before
        if states is not None:
            states.append(position.state)
        delta = delta_log.delta(game.view(position.state, None))
        record = record_json(game, position.state, position.record, before)
        before = position.state
        return compact([delta, record])

    result, problem = yield from verifying(replay, shown)
    if not replay.turns:
        problem = message("replay.empty")
    head = {"header": page_header(replay), "result": result, "problem": problem, "turns": max(0, len(replay.turns) - 1)}
    more = {"turn": turn, "eyes": eyes, "sources": dict(sources)}
    return compact({**head, "imported": own if imported else None, **more})


def start(text: str) -> str:
    """Return {header, delta} of the first position of a replay or a log, of which `text` is the beginning; "null" if
    that does not tell them. They are shown while the whole is being opened, which may take seconds.
    """
    try:
        replay = start_of(text)
        if replay is None:
            return "null"
        state = next(play(replay.setup, ())).state
        view = replay.setup.game.view(state, None)
        return compact({"header": page_header(replay), "delta": DeltaLog().delta(view)})
    except Refused:
        return "null"


def _keep(text: str, replay: Replay) -> list[Any] | None:
    """Return the list that the states of a replay are put into; None: it is too large."""
    _last.clear()
    few = len(replay.turns) <= MOST_KEPT and len(replay.setup.players) <= MOST_KEPT_PLAYERS
    if not few or len(text) > LONGEST_KEPT:
        return None
    _last.append(_Played(text, replay.setup.game, []))
    return _last[0].states


@job
def views(text: str, player: int, at: int = 0) -> Work[str]:
    """Work out what one player saw, or would have seen, of every position of a replay. The pieces are [number, delta]
    of the positions. Deltas are those of `DeltaLog`; each whole view begins a run of `EVERY` positions, and the run
    with the position `at` comes first, then those after it, then those before. A replay that is too large to be kept
    comes in order.

    A replay that breaks off, or takes too much, yields as many deltas as `opening` does.
    """
    kept = next((each for each in _last if each.text == text and each.states), None)
    try:
        if kept:
            game, states = kept.game, kept.states.copy()
            yield from _seen_by(game, player, ((k, states[k]) for k in _around(at, len(states))), len(states) - 1)
        else:
            replay = yield from reading(text)
            frames = ((number, each.state) for number, each in positions(replay))
            yield from _seen_by(replay.setup.game, player, frames, len(replay.turns) - 1)
    except Refused:
        pass
    return "null"


def _seen_by(game: Game[Any], player: int, states: Iterable[tuple[int, Any]], of: int) -> Work[None]:
    delta_log = DeltaLog()
    for count, (number, state) in enumerate(states):
        if number % EVERY == 0:
            delta_log = DeltaLog()
        yield Step(count, of, compact([number, delta_log.delta(game.view(state, player))]))


def _around(at: int, count: int) -> Iterator[int]:
    """Yield the numbers of `count` positions: the run with the position `at`, those after it, then those before it."""
    begin = min(max(at, 0), count - 1) // EVERY * EVERY
    yield from range(begin, count)
    yield from range(begin)


@job
def texts(text: str, turn: int) -> Work[str]:
    """Work out the exact texts of one turn of a replay. The result is [{player, sent, reply}], in the order of players.

    The texts are not stored: each is a copy of the whole position, and the rules make it again.
    """
    found: list[dict[str, Any]] = []
    try:
        replay = yield from reading(text)
        for number, each in positions(replay, (turn,)):
            yield Step(number, turn)
            if number == turn:
                found = [
                    {"player": entry.player, "sent": entry.sent, "reply": entry.answer.reply} for entry in each.record
                ]
                break
    except Refused:
        pass
    return compact(found)


@job
def seen(text: str, turn: int, player: int) -> Work[str]:
    """Work out what a seat is asked after `turn` turns, or, if it is another's turn there, when it was asked last.

    The result is {turn, view, wires, move}, or null if it was never asked. `turn` is the one that it is asked to play,
    from 1. `view` is what `move(view)` gets, as JSON text. `wires` holds by the name of each protocol the exact text
    that a program reads, which has answered the turns before as they were played. `move` is what was played then, as
    JSON text; null if the replay does not go on.
    """
    asked: _Asked | None = None
    try:
        replay = yield from reading(text)
        game = replay.setup.game
        asked = _Asked(game, player)
        for number, each in positions(replay):
            yield Step(number, turn + 1)
            asked.played(each.record)
            if number > turn and (asked.move is not None or not asked.is_open):
                break
            if number <= turn and player in game.to_move(each.state):
                asked.ask(number + 1, game.view(each.state, player))
    except Refused:
        pass
    return compact(asked.json() if asked and asked.turn else None)


class _Asked:
    """The questions to one seat, as a program reads them in each protocol. Only the last one is kept."""

    def __init__(self, game: Any, player: int) -> None:
        self.player = player
        self.sessions = {name: wire.open() for name, wire in game.wires.items()}
        self.turn = 0
        self.is_open = False
        self.view: dict[str, Any] = {}
        self.texts: dict[str, str] = {}
        self.move: str | None = None

    def ask(self, turn: int, view: dict[str, Any]) -> None:
        """Ask for the move of a turn."""
        self.turn, self.view, self.move, self.is_open = turn, view, None, True
        self.texts = {name: session.ask(view).text for name, session in self.sessions.items()}

    def played(self, record: tuple[Entry, ...]) -> None:
        """Take the record of a turn: it may have the answer to the open question."""
        for entry in record:
            if self.is_open and entry.player == self.player:
                self.is_open = False
                self.move = None if entry.fault else compact(entry.move)
                for session in self.sessions.values():
                    session.played(entry.move)

    def json(self) -> dict[str, Any]:
        """Return the last question and its answer."""
        return {"turn": self.turn, "view": compact(self.view), "wires": self.texts, "move": self.move}
