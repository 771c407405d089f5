"""What a worker sends back, as text: plain values, whose sizes and shapes are checked before anything uses them.

A worker of a cluster may send anything. Pickled objects would run whatever they say as they are read.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sandlot.bounded import Bounds, read_json
from sandlot.contest.outcome import Game, Outcome
from sandlot.formats.bounds import FAR, LONGEST_PLAYER
from sandlot.game import Json
from sandlot.match.fields import is_text, is_whole, read_message
from sandlot.messages import as_json
from sandlot.series.blocks import Block, Result
from sandlot.series.faults import Report, read_report
from sandlot.series.record import read_result, result_json

__all__ = ["BadAnswer", "read_answer", "write_answer"]

MOST_BYTES = 2**30
"""Most bytes for one block: as many of the largest games as a block may have take fewer, in base64."""
BOUNDS = Bounds(characters=MOST_BYTES, values=200_000, depth=12)


class BadAnswer(ValueError):
    """Bytes that are not what a worker sends for these blocks."""


def write_answer(blocks: Sequence[Block], outcomes: Sequence[Outcome]) -> list[bytes]:
    """Return what became of these blocks, as bytes for each."""
    parts = [_outcome_json(block, outcome) for block, outcome in zip(blocks, outcomes, strict=True)]
    return [json.dumps(part, separators=(",", ":")).encode() for part in parts]


def read_answer(answer: object, blocks: Sequence[Block], entrants: int) -> list[Outcome]:
    """Return what a worker says of these blocks; raise `BadAnswer` for anything else."""
    if type(answer) is not list or len(answer) != len(blocks):
        raise BadAnswer
    return [_read(data, block, entrants) for data, block in zip(answer, blocks, strict=True)]


def _read(data: object, block: Block, entrants: int) -> Outcome:
    if type(data) is not bytes or len(data) > MOST_BYTES:
        raise BadAnswer
    try:
        return _outcome(read_json(data.decode("ascii"), BOUNDS), block, entrants)
    except (ValueError, TypeError, KeyError):
        raise BadAnswer from None


def _outcome_json(block: Block, outcome: Outcome) -> dict[str, Json]:
    if outcome.void:
        return {"void": as_json(outcome.void), "for_good": outcome.for_good}
    return {
        "result": result_json(Result(block, tuple(game.played for game in outcome.games))),
        "reports": [[report.json() for report in game.reports] for game in outcome.games],
        "replays": [base64.b64encode(game.replay).decode() for game in outcome.games],
        "rules": outcome.rules,
        "package": outcome.package,
        "waiting": outcome.waiting,
    }


def _outcome(value: Any, block: Block, entrants: int) -> Outcome:
    if not isinstance(value, dict):
        raise BadAnswer
    whole: Mapping[str, Any] = value
    if "void" in whole:
        void = read_message(whole["void"])
        if void is None:
            raise BadAnswer
        return Outcome(void=void, for_good=whole["for_good"] is True)
    result, waiting = read_result(whole["result"], entrants), whole["waiting"]
    reports, replays = whole["reports"], whole["replays"]
    if result.block != block or not isinstance(reports, list) or not isinstance(replays, list):
        raise BadAnswer
    if not (is_text(whole["rules"], LONGEST_PLAYER) and is_text(whole["package"], LONGEST_PLAYER)):
        raise BadAnswer
    games = tuple(
        Game(played, _reports(told, len(block.players)), base64.b64decode(replay, validate=True))
        for played, told, replay in zip(result.games, reports, replays, strict=True)
    )
    known = is_whole(waiting, 0, FAR)
    return Outcome(games, None, whole["rules"], whole["package"], waiting if known else None)


def _reports(value: Any, seats: int) -> tuple[Report, ...]:
    if not isinstance(value, list) or len(value) > seats:
        raise BadAnswer
    reports = [read_report(each, seats) for each in value]
    if None in reports:
        raise BadAnswer
    return tuple(each for each in reports if each)
