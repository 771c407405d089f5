"""The schemas of the JSON in links (matches, bots, challenges, contests, tasks, puzzles: see `links.packing`) and of a
file of puzzles.
"""

from __future__ import annotations

from sandlot.game import Json
from sandlot.games import GAMES
from sandlot.links import bots, challenges, matches, packing, plans, tasks
from sandlot.links import puzzles as linked
from sandlot.puzzles import spec
from sandlot.schemas.bundle import described, parts
from sandlot.schemas.parts import Schema, by_game, clock, document, either, options_of, shaped
from sandlot.schemas.replay import answer, head, result
from sandlot.schemas.replay import parts as parts_of_replay


def link() -> Schema:
    """Return the schema of what is in a link besides the columns of its answers."""
    rest: dict[str, Json] = {**answer()["properties"], "player": False, "reply": False}
    own = {"head": head(), "result": result(), "rest": shaped(rest, rest), **parts_of_replay()}
    return document("Sandlot link", matches.__doc__ or "", matches.HELD.schema, own)


def bot_link() -> Schema:
    """Return the schema of what is in the link of a bot."""
    return _document("Sandlot link of a bot", bots.__doc__, bots.LINK.schema, {"bot": _bot()})


def challenge_link() -> Schema:
    """Return the schema of what is in the link of a challenge."""
    conditions = by_game({name: {"properties": {"options": options_of(name)}} for name in GAMES})
    found = {**challenges.LINK.schema, "allOf": conditions}
    return _document("Sandlot link of a challenge", challenges.__doc__, found, {"bot": _bot(), "clock": clock()})


def plan_link() -> Schema:
    """Return the schema of what is in the link of a contest."""
    own = {"bot": _bot(), "contest": described(), **parts()}
    return _document("Sandlot link of a contest", plans.__doc__, plans.HELD.schema, own)


def tasks_link() -> Schema:
    """Return the schema of what is in the link of tasks."""
    return _document("Sandlot link of tasks", tasks.__doc__, tasks.LINK.schema, {})


def puzzle_link() -> Schema:
    """Return the schema of what is in the link of a puzzle."""
    return _document("Sandlot link of a puzzle", linked.__doc__, linked.LINK.schema, {})


def puzzles() -> Schema:
    """Return the schema of a file of puzzles, each as in its link."""
    return document("Sandlot puzzles", f"{spec.__doc__} {linked.__doc__}", spec.PUZZLES.schema, {})


def _document(title: str, about: str | None, found: Schema, own: dict[str, Schema]) -> Schema:
    return document(title, f"{about} {packing.__doc__}", found, own)


def _bot() -> Schema:
    one, several = bots.ONE_FILE.schema, bots.SEVERAL.schema
    one = {**one, "properties": {**one["properties"], "files": False}}
    return {"description": "A bot of one file, or of several.", **either([one, several])}
