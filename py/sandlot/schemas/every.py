"""All JSON Schemas by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from sandlot.game import Json
from sandlot.games import GAMES


def _made(name: str) -> dict[str, Json]:
    # Imported lazily: only `schema` needs these.
    from sandlot.schemas.bundle import bundle
    from sandlot.schemas.links import bot_link, challenge_link, link, plan_link, puzzle_link, puzzles, tasks_link
    from sandlot.schemas.replay import replay
    from sandlot.schemas.view import view

    of_links = {
        "link": link,
        "bot-link": bot_link,
        "challenge-link": challenge_link,
        "plan-link": plan_link,
        "tasks-link": tasks_link,
        "puzzle-link": puzzle_link,
    }
    of_files = {"replay": replay, "bundle": bundle, "puzzles": puzzles, **of_links}
    return of_files[name]() if name in of_files else view(name)


SCHEMAS: Mapping[str, Callable[[], dict[str, Json]]] = {
    name: partial(_made, name)
    for name in (
        "replay",
        "bundle",
        "link",
        "bot-link",
        "challenge-link",
        "plan-link",
        "tasks-link",
        "puzzle-link",
        "puzzles",
        *GAMES,
    )
}
"""What makes each schema, by name. That of a view has the name of its game."""


def file_of(name: str) -> str:
    """Return the name of the file in which the site has a schema."""
    return f"{name}.schema.json"
