"""Bots as beginners write them: solutions of steps of the learning path with one mistake each, and their faults."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import sandlot
from sandlot.game import IllegalMove, read_options
from sandlot.games import GAMES
from sandlot.match.seat_replies import read_reply
from sandlot.messages import Message, as_json, message, player
from sandlot.tasks.steps import PathStep, read_step

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Draft:
    """A solution with a mistake, and the expected explanation: its id and some of its parameters."""

    name: str
    step: str
    old: str
    new: str
    says: str
    words: dict[str, str]

    @property
    def game(self) -> str:
        return self.step.partition("/")[0]

    @property
    def source(self) -> str:
        solution = step_of(self.step).solution
        assert self.old in solution, f"{self.name}: {self.old!r} is not in the solution"
        return solution.replace(self.old, self.new, 1)


def drafts() -> list[Draft]:
    return [Draft(**each) for each in json.loads((Path(__file__).parent / "drafts.json").read_text(encoding="utf-8"))]


@cache
def step_of(name: str) -> PathStep:
    return read_step((ROOT / "static" / "path" / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def views_of(game: str) -> tuple[str, ...]:
    """Return the first player's view on its first turn and on a later one, as JSON."""
    lowest = GAMES[game].house[-1]
    replay = sandlot.play(game, [lowest, lowest], seed=7).replay
    return tuple(json.dumps(replay.look(turn, 0)[0]) for turn in (1, 5))


Replies = list[dict[str, Any]]


def asked_here(game: str, source: str) -> Replies:
    """Send the views to a bot in a process of this Python; return its replies, first the one to its start."""
    about = json.dumps({"game": game, "player": 0, "players": 2, "clock": {}})
    start = {"source": source, "filename": "my_bot.py", "setup": about, "folder": "", "seed": 7, "framing": "marker"}
    lines: Replies = [{"files": {}, "place": {"folder": None, "memory": None, "confined": None}, "start": start}]
    lines += [{"ask": view, "fresh": True, "budget": None, "took": []} for view in views_of(game)]
    given = "".join(f"{json.dumps(line)}\n" for line in lines)
    env = {**os.environ, "PYTHONPATH": str(ROOT / "py"), "PYTHONUTF8": "1"}
    command = [sys.executable, "-P", "-m", "sandlot.seat_process.main", "game", game]
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", env=env, check=False)
    return [json.loads(line[1:]) for line in done.stdout.splitlines() if line.startswith("=")]


def asked_in_page(bots: Sequence[tuple[str, str]]) -> list[Replies]:
    """Return the same for many bots, given as (game, source), in the page's seat and the page's Python."""
    talks = [{"source": source, "questions": [[view, True] for view in views_of(game)]} for game, source in bots]
    command = ["node", "--import", "tsx", str(ROOT / "tests" / "js" / "seat_talks.ts")]
    done = subprocess.run(command, input=json.dumps(talks), capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found: list[Replies] = json.loads(done.stdout)
    return found


def fault_in(game: str, replies: Replies) -> dict[str, Any] | None:
    """Return the first fault in the form that the page gets: {message, error, traceback, line}."""
    for number, reply in enumerate(replies):
        answer = read_reply(json.dumps(reply))
        trace = dict(answer.trace or {})
        if answer.fault:
            given = {"who": player(0), "turn": number}
            error = message("fault.crash" if number else "fault.crash_start", error=trace.get("error") or "?", **given)
            why = answer.why or error
            return {"message": as_json(Message(why.id, {**why.params, **given})), **trace}
        if number:
            rules = GAMES[game]
            try:
                rules.check(rules.start(2, 7, read_options(rules, {})), 0, json.loads(answer.reply))
            except IllegalMove as illegal:
                return {"message": as_json(illegal.text), "error": None, "traceback": None, "line": None}
    return None


def explained(told: Sequence[dict[str, Any]]) -> list[tuple[str, dict[str, Any]] | None]:
    """Return the page's explanations of these faults as ids and parameters; None where it has none."""
    command = ["node", "--import", "tsx", str(ROOT / "tests" / "js" / "explained.ts")]
    done = subprocess.run(command, input=json.dumps(told), capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return [each and (each[0].removeprefix("explained."), each[1]) for each in json.loads(done.stdout)]
