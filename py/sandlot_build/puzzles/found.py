"""What a finder hands over: a position of a game, and what it claims of its orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sandlot.game import Json
from sandlot.links import link
from sandlot.match.parts import Response
from sandlot.match.replay import Replay


@dataclass(frozen=True)
class Found:
    """A puzzle before it is confirmed. `best` and `next` are (what, count), see `sandlot.puzzles.spec`; `lines` are
    (order, turns).
    """

    replay: Replay
    turn: int
    seat: int
    theme: str
    answers: Sequence[Json]
    best: tuple[str, int]
    next: tuple[str, int]
    depth: int
    lines: Sequence[tuple[Json, Sequence[Sequence[Json]]]] = field(default=())


def beginning(replay: Replay, turn: int) -> str:
    """Return the link of a match, stopped after so many turns. Nothing in the link reveals how the match went on."""
    bare = [
        {player: Response(each.reply, running=each.running) for player, each in turn.items()}
        # The first answers are those of the starts.
        for turn in replay.turns[: turn + 1]
    ]
    return link(Replay(replay.setup, replay.package, bare))
