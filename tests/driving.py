"""The page's driver of a match, as the engine worker uses it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sandlot.page import Driver


def answer(driver: Driver, turn: Mapping[str, Any], answers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Hand over the answers to all questions of a turn, in their order, and go on to the next one."""
    for ask, given in zip(turn["asks"], answers, strict=True):
        driver.take(ask["player"], json.dumps(given))
    return json.loads(driver.answer())


def said(reply: str, **more: Any) -> dict[str, Any]:
    """What the worker hands over when a bot has answered."""
    return {"said": json.dumps({"reply": reply, **more}), "ms": 1}


def said_again(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """The same for an answer as a replay has it."""
    reply = {name: recorded[name] for name in ("reply", "running", "fault", "why", "trace") if name in recorded}
    return {**recorded, "said": json.dumps(reply)}
