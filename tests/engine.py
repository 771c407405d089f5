"""The engine as its worker drives it, without a browser: matches that a test answers, and the page's questions."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sandlot import page
from sandlot.jobs import Job

Answerer = Callable[[dict[str, Any]], dict[str, Any]]


def finished(job: Job[Any]) -> tuple[list[Any], Any]:
    """Do all of a job; return its pieces and its result."""
    pieces: list[Any] = []
    while not job.over:
        pieces += json.loads(job.step())["pieces"]
    return pieces, job.result


def views(text: str, player: int) -> list[str]:
    return finished(page.views(text, player))[0]


def texts(text: str, turn: int) -> list[dict[str, Any]]:
    return json.loads(finished(page.texts(text, turn))[1])  # type: ignore[no-any-return]


def played(driver: page.Driver, answer: Answerer) -> tuple[str, list[dict[str, Any]]]:
    """Play a match to its end; return its replay and all that the driver has said after the header."""
    begun = json.loads(driver.begin())
    said = [{"news": [], "turns": [], **json.loads(driver.asks())}]
    while "asks" in said[-1]:
        answers = [answer(ask) for ask in said[-1]["asks"]]
        said.append(json.loads(driver.answer(json.dumps(answers))))
    turns = [turn for each in said for turn in each["turns"]]
    return begun["head"] + ",".join(turns) + said[-1]["tail"], said
