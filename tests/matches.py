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
"""Makes an answer of the turn, 0 being the start, the player and what he answers."""


def played(setup: Setup, answering: Answering = lambda turn, player, reply: Response(reply, 1)) -> Replay:
    """Return a match of modules that move at random."""
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
    """Return a match as the page gets it: what the site has as the recorded match of a game."""
    shown: dict[str, Any] = json.loads(page.open_replay(dumps(replay)))
    assert shown["problem"] is None, shown["problem"]
    return shown
