"""Matches without bots: a function answers, or every move is drawn at random."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from sandlot import page
from sandlot.match.parts import Batch, Finish, Match, Request, Response, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json
from sandlot.match.replay_file import dumps

Responding = Callable[[Batch, Request], Response]
"""Returns the response to a request of a batch."""
Answering = Callable[[int, int, str], Response]
"""Returns a response for a turn (0 is the start), a player and a reply."""


def finished(setup: Setup, respond: Responding) -> tuple[Replay, Finish]:
    """Play a match with the answers of `respond`; return its replay and its end."""
    replay, match = Replay(setup), Match(play(setup))
    while True:
        batch = match.batch
        now = match.answer([respond(batch, request) for request in batch.requests])
        replay.add(batch, now.answers)
        if isinstance(now, Finish):
            replay.result = result_json(now)
            return replay, now


def played(setup: Setup, answering: Answering = lambda turn, player, reply: Response(reply, 1)) -> Replay:
    """Play a match of module bots that move at random, and return its replay."""
    rng = Random(setup.seed)

    def respond(batch: Batch, request: Request) -> Response:
        if request.stage == "start":
            return answering(0, request.player, "module")
        move = setup.game.sample(batch.state, request.player, rng)
        return answering(batch.turn + 1, request.player, json.dumps(move))

    return finished(setup, respond)[0]


def opened(replay: Replay) -> dict[str, Any]:
    """Return a match in the form of the site's recorded matches."""
    shown: dict[str, Any] = json.loads(page.open_replay(dumps(replay)))
    assert shown["problem"] is None, shown["problem"]
    return shown
