"""Matches without bots, where every move is drawn at random."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from sandlot import page
from sandlot.match.parts import Response, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json
from sandlot.match.replay_file import dumps

__all__ = ["opened", "played"]

Answering = Callable[[int, int, str], Response]
"""Makes a response from the turn (0 is the start), the player and the reply."""


def played(setup: Setup, answering: Answering = lambda turn, player, reply: Response(reply, 1)) -> Replay:
    """Play a match of module bots that move at random, and return its replay."""
    rng, replay = Random(setup.seed), Replay(setup)
    match = play(setup)
    batch = next(match)
    try:
        while True:
            replies = [
                json.dumps(setup.game.sample(batch.state, request.player, rng)) if request.stage == "move" else "module"
                for request in batch.requests
            ]
            turn = len(replay.turns)
            answers = [
                answering(turn, request.player, reply) for request, reply in zip(batch.requests, replies, strict=True)
            ]
            replay.add(batch, answers)
            batch = match.send(answers)
    except StopIteration as end:
        replay.result = result_json(end.value)
    return replay


def opened(replay: Replay) -> dict[str, Any]:
    """Return a match in the form that the page gets, as in the site's recorded matches."""
    shown: dict[str, Any] = json.loads(page.open_replay(dumps(replay)))
    assert shown["problem"] is None, shown["problem"]
    return shown
