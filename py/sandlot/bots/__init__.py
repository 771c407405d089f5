"""House bots: `<game>/<name>.py`, each a file that a user could have pasted. `starter.py` is what a new user begins with."""

from __future__ import annotations

from importlib.resources import files

__all__ = ["names", "source", "starter"]

STARTER = "starter"
STRONGEST_FIRST = {"tank": ("hunter", "random")}


def names(game: str) -> list[str]:
    """Return a game's house bots, the strongest first."""
    found = {path.name.removesuffix(".py") for path in (files(__name__) / game).iterdir() if path.name.endswith(".py")}
    ranked = STRONGEST_FIRST[game]
    assert found == {*ranked, STARTER}, f"the house bots of {game} are {found}, not {ranked}"
    return list(ranked)


def source(game: str, name: str) -> str:
    """Return a house bot's file."""
    return (files(__name__) / game / f"{name}.py").read_text(encoding="utf-8")


def starter(game: str) -> str:
    """Return the file in a new user's editor."""
    return source(game, STARTER)
