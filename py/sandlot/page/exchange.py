"""The JSON that the engine and the page exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import floor
from typing import Any

from sandlot.draw import read_marks
from sandlot.game import Game
from sandlot.match.parts import Entry, Request, Response, Setup, Stage, seat_seed
from sandlot.match.replay import Replay
from sandlot.match.replay_file import header
from sandlot.match.seat_replies import Printed, read_death, read_reply, read_thought, with_steps
from sandlot.messages import Message, message
from sandlot.packages import modules

MOST_SHOWN = 16
"""Most players that a timeline has a line for, see `static/match/match.ts`. A match may have thousands."""


def page_header(replay: Replay) -> dict[str, Any]:
    """Return what the page knows of a match: the head of its replay, without the secret, which only the replay may
    hold. The seed is a string, because JavaScript would round the number.
    """
    head = header(replay)
    head.pop("secret", None)
    return head | {"seed": str(head["seed"])}


def ask_json(request: Request, turn: int, setup: Setup) -> dict[str, Any]:
    """Return a question. Only a question that starts a bot has a seed: the bot's own."""
    return {
        "player": request.player,
        "k": turn,
        "stage": request.stage,
        "text": request.text,
        "budget": request.budget,
        "fresh": request.fresh,
        "ends": request.framing,
        "left": request.left,
        "hand": request.choices,
        "steps": request.steps,
        "took": request.took,
        **({"seed": str(seat_seed(setup, request.player))} if request.stage == "start" else {}),
    }


def record_json(game: Game[Any], state: Any, record: Sequence[Entry], before: Any) -> dict[str, Any]:
    """Return the record of a turn, and what a timeline shows of the position after it, for the players it shows."""
    stats = game.stats(state, before)
    series = {name: numbers[:MOST_SHOWN] for name, numbers in stats["series"].items()}
    return {"answers": [entry.json() for entry in record], "stats": stats | {"series": series}}


def answer_from(given: Mapping[str, Any], stage: Stage) -> Response:
    """Read what the engine worker gives for a question: {said, ms, output, drawings}, where `said` is the reply of a
    bot's seat; {died} instead of `said`; {reply} of a human; or {fault, why, trace} if the worker itself found a fault.
    `steps` is present if steps are counted, and `thought` if the seat says how long it took on its own side.
    """
    if "said" in given:
        answer = read_reply(given["said"])
    elif "died" in given:
        answer = read_death(given["died"])
    else:
        why = given.get("why")
        answer = Response(
            given.get("reply") or "", 0, given.get("fault"), why and Message(*why), trace=given.get("trace")
        )
    if "steps" in given:
        answer = with_steps(answer, given["steps"])
    return replace(
        answer,
        why=answer.why or _explained(answer.trace, stage),
        # Rounded down: an answer in time must never seem to exceed its budget.
        milliseconds=floor(10 * (given.get("ms") or 0)) / 10,
        output=Printed(given.get("output") or ()).shown(answered=answer.fault is None),
        drawings=read_marks(given.get("drawings") or ()),
        thought=read_thought(given.get("thought")) if "thought" in given else answer.thought,
    )


def _explained(trace: Mapping[str, Any] | None, stage: Stage) -> Message | None:
    """Return advice about a bot that ended because of a missing module; None if Python's own error says enough."""
    module = modules.missing(trace.get("error")) if trace else None
    hint = module and modules.explain(module)
    if not hint:
        return None
    return message({"start": "fault.crash_start", "past": "fault.crash_past", "move": "fault.crash"}[stage], error=hint)
