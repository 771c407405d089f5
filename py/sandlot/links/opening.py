"""Reads a link of any kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from sandlot.links.bots import BOT, BotLink, read_bot
from sandlot.links.challenges import CHALLENGE, Challenge, read_challenge
from sandlot.links.matches import MATCH, Link, unlink
from sandlot.links.packing import BadLink, fragment_of, kind_of
from sandlot.links.plans import PLAN, PlanLink, read_plan
from sandlot.links.puzzles import PUZZLE, PuzzleLink, read_puzzle
from sandlot.links.tasks import TASKS, TasksLink, read_tasks

AnyLink: TypeAlias = Link | BotLink | Challenge | PlanLink | TasksLink | PuzzleLink

READERS: Mapping[str, Callable[[str], AnyLink]] = {
    MATCH: unlink,
    BOT: read_bot,
    CHALLENGE: read_challenge,
    PLAN: read_plan,
    TASKS: read_tasks,
    PUZZLE: read_puzzle,
}


def opened(address: str) -> AnyLink:
    """Read an address, or its fragment. Raises `Refused` with a sentence for any other text."""
    reader = READERS.get(kind_of(address))
    if reader is None:
        # It says whether this is a kind of a later Sandlot, or no link.
        fragment_of(address)
        raise BadLink("link.none")
    try:
        return reader(address)
    except MemoryError:
        raise BadLink("job.memory") from None
