"""Drives the page's engine as its worker does, but without a browser; tests answer its requests."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from sandlot import page
from sandlot.jobs import Job

Answerer = Callable[[dict[str, Any]], dict[str, Any]]


def finished(job: Job[Any]) -> tuple[list[Any], Any]:
    """Run a job to its end, and return the pieces that it yields and its result."""
    pieces: list[Any] = []
    while not job.over:
        pieces += json.loads(job.step())["pieces"]
    return pieces, job.result


def views(text: str, player: int) -> list[str]:
    """Return one player's views of a replay, as the delta of each turn in JSON."""
    pieces = finished(page.views(text, player))[0]
    assert [number for number, _ in pieces] == list(range(len(pieces)))
    return [delta for _, delta in pieces]


def texts(text: str, turn: int) -> list[dict[str, Any]]:
    return json.loads(finished(page.texts(text, turn))[1])  # type: ignore[no-any-return]


def replied(reply: str, **more: Any) -> dict[str, Any]:
    """Return what the worker passes on when a bot has replied; `more` are further fields beside the reply."""
    return {"said": json.dumps({"reply": reply, **more}), "ms": 1}


def replied_again(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same for an answer from a replay."""
    reply = {name: recorded[name] for name in ("reply", "running", "fault", "why", "trace") if name in recorded}
    return {**recorded, "said": json.dumps(reply)}


def give(driver: page.Driver, *answers: Mapping[str, Any]) -> dict[str, Any]:
    """Pass on the answers to all open requests, in their order, and return the driver's next message."""
    for request, answer in zip(driver.match.batch.requests, answers, strict=True):
        driver.take(request.player, json.dumps(answer))
    return json.loads(driver.answer())  # type: ignore[no-any-return]


def played(driver: page.Driver, answer: Answerer) -> tuple[str, list[dict[str, Any]]]:
    """Play a match to its end, and return its replay as JSON and all messages of the driver after the header."""
    begun = json.loads(driver.begin())
    said = [{"news": [], "turns": [], **json.loads(driver.requests())}]
    while "requests" in said[-1]:
        said.append(give(driver, *map(answer, said[-1]["requests"])))
    turns = [turn for each in said for turn in each["turns"]]
    return begun["head"] + ",".join(turns) + said[-1]["tail"], said
