"""Answers the page's questions about the steps of a path and their tasks. The page plays the games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sandlot.formats.compact import compact
from sandlot.jobs import Job, Refused, Work
from sandlot.match.replay_file import reading
from sandlot.messages import Message, as_json
from sandlot.tasks.judge import PASSED, GameMark, Pair, decided, seeing_game
from sandlot.tasks.spec import LONGEST_SPEC, BadSpec, Spec, read_spec
from sandlot.tasks.steps import PathStep, read_step_or_spec, spec_json


def step(text: str) -> str:
    """Return the step of a path in a file, as `PathStep.json` has it; of tasks that are graded {game, options, clock,
    tasks, graded, holds_kept}: `graded` is their title, or "", and `holds_kept` tells whether kept seeds are in the
    file. Or it is {problem}.
    """
    try:
        found = read_step_or_spec(text[: LONGEST_SPEC + 1])
        if isinstance(found, PathStep):
            return compact(found.json())
        return compact({**spec_json(found), "graded": found.title, "holds_kept": found.holds_kept})
    except BadSpec as bad:
        return compact({"problem": as_json(bad.text)})


def judge(text: str, number: int, before: str, replays: Sequence[str]) -> Job[str]:
    """Judge both games of a program on the next seed of a task, by their replays: in the first it has seat 0, in the
    second seat 1. `text` is the file of tasks, `before` is a JSON list of the `pair` of each earlier seed.

    The result is {pair, games: [{points, ok, turn, why, trace}, ...], text, passed}, where `text` is the verdict on the
    task, null as long as it is open; or {problem}.
    """
    return Job(_judge(read_spec(text), number, json.loads(before), [str(each) for each in replays]))


def _judge(spec: Spec, number: int, before: Sequence[Any], replays: Sequence[str]) -> Work[str]:
    task = spec.tasks[number]
    marks: list[GameMark] = []
    try:
        for seat, replay in enumerate(replays):
            marks.append((yield from seeing_game(task, (yield from reading(replay)), seat)))
    except Refused as bad:
        return compact({"problem": as_json(bad.text)})
    pair = Pair.of(task, marks)
    text = decided(task, [*(_pair(each) for each in before), pair])
    games = [
        {
            "points": each.points,
            "ok": each.ok,
            "turn": each.turn,
            "trace": each.trace,
            "why": each.why and as_json(each.why),
        }
        for each in marks
    ]
    return compact(
        {
            "pair": {name: as_json(each) if isinstance(each, Message) else each for name, each in asdict(pair).items()},
            "games": games,
            "text": text and as_json(text),
            "passed": text is not None and text.id in PASSED,
        }
    )


def _pair(given: dict[str, Any]) -> Pair:
    fault, why = (given[name] and Message(*given[name]) for name in ("fault", "why"))
    return Pair(given["points"], given["ok"], fault, given["at_start"], why)
