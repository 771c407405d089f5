"""What confirmers read of a puzzle: the moves of its match."""

from __future__ import annotations

import json

from sandlot.game import Json
from sandlot.match.replay import Replay


def moves_of(replay: Replay) -> list[dict[int, Json]]:
    """Return the moves of a match of house bots, by turn and player, without its starts."""
    return [{player: json.loads(answer.reply) for player, answer in turn.items()} for turn in replay.turns[1:]]
