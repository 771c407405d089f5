"""Matches as JSON Lines for training: each player's views, moves and results.

The first line of a file is its head. Then every match has a line for each move, in order, and one for its end::

    {"format": "sandlot-traces", "version": 1, "package": "0.1.0", "game": "snake"}
    {"match": 1, "turn": 1, "player": 0, "name": "hugger", "view": {...}, "move": 2, "fault": null, "ms": 0.4,
     "score": 1.0, "place": 1}
    {"match": 1, "seed": "7", "options": {...}, "names": ["hugger", "roomy"], "turns": 61, "scores": [1.0, 0.0],
     "places": [1, 2], "reasons": [null, "itself"]}

``view`` is what the game shows that player, as a bot gets it; ``move`` is null where ``fault`` says why there is none
("invalid", "timeout" or "crash"). ``ms`` is the time of the move on the player's clock, in milliseconds. ``score`` and
``place`` are the player's at the end of the match. Seeds are texts, because they may be too large for other languages'
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandlot import __version__
from sandlot.formats.compact import compact_ascii
from sandlot.game import Game, Json, read_options
from sandlot.match.parts import Finish
from sandlot.match.replay import Position, Replay, result_json, run
from sandlot.match.validation import BadReplay

__all__ = ["FORMAT", "head_line", "traces"]

FORMAT, VERSION = "sandlot-traces", 1


def head_line(game: Game[Any]) -> dict[str, Json]:
    """Return the first line of a file of traces."""
    return {"format": FORMAT, "version": VERSION, "package": __version__, "game": game.name}


def traces(replay: Replay, match: int = 1) -> Iterator[str]:
    """Yield the lines of a match as JSON without line ends; `match` is its number. The match is played again by the
    rules: raise `BadReplay` for one that is unfinished, or does not reproduce its result.
    """
    setup, result = replay.setup, replay.result
    names = [player.name for player in setup.players]
    if result is None:
        raise BadReplay("replay.unfinished")
    before: Any = None
    for turn, each in enumerate(run(replay)):
        if isinstance(each, Finish):
            if result_json(each) != result:
                raise BadReplay("replay.other_result")
        elif isinstance(each, Position):
            for entry in each.record if turn else ():
                yield compact_ascii(
                    {
                        "match": match,
                        "turn": turn,
                        "player": entry.player,
                        "name": names[entry.player],
                        "view": dict(setup.game.view(before, entry.player)),
                        "move": None if entry.fault else entry.move,
                        "fault": entry.fault and entry.fault.kind,
                        "ms": entry.answer.milliseconds,
                        "score": result["scores"][entry.player],
                        "place": result["places"][entry.player],
                    }
                )
            before = each.state
    yield compact_ascii(
        {
            "match": match,
            "seed": str(setup.seed),
            "options": read_options(setup.game, setup.options),
            "names": names,
            **{name: result[name] for name in ("turns", "scores", "places", "reasons")},
        }
    )
