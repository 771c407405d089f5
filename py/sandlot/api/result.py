"""The result of a match: scores, faults and times, for programs and for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sandlot.api.replay import Replay
from sandlot.archive.sources import unique
from sandlot.game import FaultKind, Json, read_options
from sandlot.games import GAMES
from sandlot.match.hints import EARLY, hint
from sandlot.match.parts import Entry, Finish, Player
from sandlot.match.replay import Position, positions
from sandlot.match.replay import Replay as Recorded
from sandlot.messages import render

Turn: TypeAlias = tuple[int, Position]
"""The number of a turn (0 is the start), and the position after it, with the record of the turn."""


@dataclass(frozen=True)
class Fault:
    """A player's first fault in a match: `turn` counts from 1, 0 is the start. `text` is a sentence, and `traceback` is
    Python's, if the bot raised something.
    """

    player: int
    turn: int
    kind: FaultKind
    text: str
    traceback: str | None = None


@dataclass(frozen=True)
class Result:
    """The result of a match. Tuples are in the order in which the players were given.

    `scores` are in the game's own points; `places` start at 1, and ties share one. `reason` is the verdict in a
    sentence; `reasons` say in one word why each player lost (None: did not lose). `milliseconds` is the time of each
    player's moves on the match's clock, which is 0 for functions in this process.
    """

    game: str
    seed: int
    players: tuple[str, ...]
    scores: tuple[float, ...]
    places: tuple[int, ...]
    reason: str
    reasons: tuple[str | None, ...]
    turns: int
    faults: tuple[Fault, ...]
    milliseconds: tuple[float, ...]
    replay: Replay

    @property
    def winner(self) -> int | None:
        """The player who won, from 0; None for a draw."""
        return self.places.index(1) if self.places.count(1) == 1 else None

    def __repr__(self) -> str:
        return f"Result({self.game}, seed {self.seed}, {self.turns} turns: {self.reason})"

    def _repr_html_(self) -> str:
        return self.replay._repr_html_()


def result_of(replay: Recorded, finish: Finish) -> Result:
    """Return the result of a match that was played."""
    setup, outcome = replay.setup, finish.outcome
    names = tuple(player.name for player in setup.players)
    turns = own_turns(replay)
    found = tuple(
        Fault(
            each.player,
            turn,
            each.fault.kind,
            render(each.fault.text, names),
            (each.answer.trace or {}).get("traceback"),  # type: ignore[arg-type]
        )
        for turn, each in faults(turns)
        if each.fault
    )
    return Result(
        setup.game.name,
        setup.seed,
        names,
        outcome.scores,
        outcome.places,
        render(outcome.text, names),
        outcome.reasons,
        finish.turns,
        found,
        tuple(milliseconds(turns, len(names))),
        Replay(replay),
    )


def advice(result: Result, fault: Fault, source: str) -> str | None:
    """Return a sentence about the likely cause of a fault at the start or in the first turn, if the source of the
    player's main file shows one; else None.
    """
    if fault.turn >= EARLY or not (found := hint(GAMES[result.game], source, fault.player)):
        return None
    return render(found, result.players)


def summary_of(replay: Recorded, finish: Finish) -> dict[str, Json]:
    """Return a match as JSON for programs."""
    setup, result = replay.setup, result_of(replay, finish)
    return {
        "game": result.game,
        "seed": result.seed,
        **({"secret": setup.secret} if setup.secret else {}),
        "options": read_options(setup.game, setup.options),
        "players": [{"name": player.name, "kind": player.kind} for player in setup.players],
        "scores": list(result.scores),
        "places": list(result.places),
        "reason": result.reason,
        "reasons": list(result.reasons),
        "turns": result.turns,
        "faults": [
            {"player": each.player, "turn": each.turn, "kind": each.kind, "text": each.text} for each in result.faults
        ],
        "milliseconds": list(result.milliseconds),
    }


def players_of(seats: Sequence[Any]) -> tuple[Player, ...]:
    """Return the players; bots with the same name are numbered."""
    names = unique([seat.name for seat in seats])
    return tuple(Player(name, seat.kind) for name, seat in zip(names, seats, strict=True))


def own_turns(replay: Recorded) -> list[Turn]:
    """Return the start and all turns; of a forked match, only the turns after the last fork, which are those that the
    present players have played. The match is played again for this.
    """
    since = replay.setup.forks[-1].turn + 1 if replay.setup.forks else 0
    return [(turn, position) for turn, position in positions(replay) if turn >= since]


def faults(turns: Sequence[Turn]) -> list[tuple[int, Entry]]:
    """Return the first fault of each player, with its turn."""
    found: dict[int, tuple[int, Entry]] = {}
    for turn, position in turns:
        for entry in position.record:
            if entry.fault:
                found.setdefault(entry.player, (turn, entry))
    return list(found.values())


def milliseconds(turns: Sequence[Turn], players: int) -> list[float]:
    """Return the milliseconds that each player used for all moves together."""
    used = [0.0] * players
    for turn, position in turns:
        for entry in position.record if turn else ():
            used[entry.player] += entry.answer.milliseconds
    return [round(each, 1) for each in used]
