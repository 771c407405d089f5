"""What the page asks about replays. Each is a `Job`, because a replay may take long to play again."""

from __future__ import annotations

import json
from typing import Any

from sandlot.jobs import Job, Refused, Step, Work, done
from sandlot.match.film import Film
from sandlot.match.recordings import loading
from sandlot.match.replay import Position, positions, verifying
from sandlot.match.replay_file import dumps, reading
from sandlot.messages import message
from sandlot.page.exchange import dump, page_header, record_json

__all__ = ["open_replay", "opening", "texts", "views"]


def opening(text: str) -> Job[str]:
    """Read and play a replay.

    Its pieces are [delta, record] of every position, deltas being those of `Film`. The result is {header, result,
    problem, turns, imported}, or {problem} alone if it is no replay. `turns` is how many the replay says it has;
    `imported` is its file if it was a log of another place, else null. One that takes too much ends earlier, and
    `problem` says so.
    """
    return Job(_opening(text))


def open_replay(text: str) -> str:
    """Do all that `opening` does at once, without a limit: {deltas, records} and its result."""
    deltas: list[str] = []
    records: list[Any] = []

    def keep(step: Step) -> None:
        if step.text:
            delta, record = json.loads(step.text)
            deltas.append(delta)
            records.append(record)

    opened = json.loads(done(_opening(text), keep))
    return dump(opened | ({"deltas": deltas, "records": records} if "header" in opened else {}))


def _opening(text: str) -> Work[str]:
    try:
        replay, imported = yield from loading(text)
    except Refused as bad:
        return dump({"problem": bad.text})
    game, film, before = replay.setup.game, Film(), None

    def shown(position: Position) -> str:
        nonlocal before
        delta = film.delta(game.view(position.state, None))
        record = record_json(game, position.state, position.record, before)
        before = position.state
        return dump([delta, record])

    result, problem = yield from verifying(replay, shown)
    if not replay.turns:
        problem = message("replay.empty")
    head = {"header": page_header(replay), "result": result, "problem": problem, "turns": max(0, len(replay.turns) - 1)}
    return dump({**head, "imported": dumps(replay) if imported else None})


def views(text: str, player: int) -> Job[str]:
    """Find out what one player saw, or would have seen, of every position of a replay: pieces are deltas of a film.

    A recording that breaks off, or takes too much, has as many deltas as `opening` gives.
    """
    return Job(_views(text, player))


def _views(text: str, player: int) -> Work[str]:
    film = Film()
    try:
        replay = yield from reading(text)
        game = replay.setup.game
        for number, each in positions(replay):
            yield Step(number, len(replay.turns), json.dumps(film.delta(game.view(each.state, player))))
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
        for number, each in positions(replay, (turn,)):
            yield Step(number, turn)
            if number == turn:
                found = [
                    {"player": entry.player, "sent": entry.sent, "reply": entry.answer.reply} for entry in each.record
                ]
                break
    except Refused:
        pass
    return dump(found)
