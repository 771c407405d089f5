"""The schema of a replay, with the bounds of `match.validation`; `match.replay_file` writes and reads replays."""

from __future__ import annotations

from sandlot.draw import COLOURS, FARTHEST
from sandlot.formats.bounds import LONGEST_REPLAY, MOST_PLAYERS
from sandlot.formats.shapes import Shape
from sandlot.games import GAMES
from sandlot.match import validation
from sandlot.match.parts import Player
from sandlot.schemas import sentences
from sandlot.schemas.parts import (
    Schema,
    by_game,
    clock,
    document,
    joined,
    listed,
    options_of,
    or_null,
    shaped,
    tupled,
    whole,
)

PLAYER: Shape[Player] = Shape(Player)


def replay() -> Schema:
    """Return the schema of a replay."""
    about = f"""A match: its head, the answers of every turn, and its result. Positions are not stored: playing it
    again by the rules gives them, and `sandlot verify` does that. The file has at most {LONGEST_REPLAY} characters.
    Players and turns count from 0; the first list of answers is that of the bots' starts, where the reply is "module"
    or "program", and what a bot has drawn and printed is kept with its answer."""
    played = shaped({"turns": listed(listed({"$ref": "#/$defs/answer"})), "result": result()}, ("result",))
    return document("Sandlot replay", about, joined(head(), played), parts())


def parts() -> dict[str, Schema]:
    """Return the schemas that those of this module refer to."""
    return {"clock": clock(), "player": PLAYER.schema, "answer": answer(), "mark": _mark(), **sentences.parts()}


def head() -> Schema:
    """Return the schema of the head: what decides a match before its first answer."""
    found = joined(validation.HEAD.schema, validation.SETUP.schema)
    return {**found, "allOf": by_game({name: _of_game(name) for name in GAMES})}


def _of_game(name: str) -> Schema:
    """Return what the replays of one game have in common."""
    fewest, most = GAMES[name].players
    seats = {"minItems": fewest, "maxItems": most}
    forks = {"items": {"properties": {"players": seats, "memories": {"maxItems": most}}}}
    ends: dict[str, Schema] = {
        "scores": seats,
        "places": {**seats, "items": {"maximum": most}},
        "losses": {"maxItems": most},
        "reasons": {"maxItems": most},
    }
    return {
        "properties": {
            "options": options_of(name),
            "players": seats,
            "memories": {"maxItems": most},
            "forks": forks,
            "result": {"properties": ends},
        }
    }


def answer() -> Schema:
    """Return the schema of an answer."""
    return joined(shaped({"player": whole(0, MOST_PLAYERS - 1)}), validation.ANSWER.schema)


def _mark() -> Schema:
    at: Schema = {"type": "number", "minimum": -FARTHEST, "maximum": FARTHEST}
    cell, colour, words = tupled(at, at), {"enum": list(COLOURS)}, {"type": "string"}
    return {
        "description": "What a bot drew by sandlot.draw: a cell, a line, a text, or a note; places are [row, column].",
        "anyOf": [
            tupled({"const": "cell"}, at, at, colour, words),
            tupled({"const": "line"}, cell, cell, colour),
            tupled({"const": "text"}, cell, words, colour),
            tupled({"const": "note"}, words),
        ],
    }


def result() -> Schema:
    """Return the schema of a result; a match that was stopped has none."""
    return or_null(validation.RESULT.schema)
