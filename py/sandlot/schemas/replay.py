"""The schema of a replay: see `match.replay_file`, which writes and reads it, and `match.fields`, whose bounds these
are.
"""

from __future__ import annotations

from functools import cache

from sandlot.draw import COLOURS, FARTHEST, MOST
from sandlot.formats import bounds
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.games import GAMES
from sandlot.match import fields
from sandlot.match.parts import SECRET
from sandlot.match.replay_file import FORMAT, VERSION
from sandlot.schemas import sentences
from sandlot.schemas.parts import (
    ANY_OF_GAMES,
    FLAG,
    NUMBER,
    Schema,
    by_game,
    clock,
    document,
    either,
    listed,
    options_of,
    or_null,
    shaped,
    text,
    tupled,
    whole,
)
from sandlot.schemas.sentences import SENTENCE

__all__ = ["answer_parts", "head", "most_players", "parts", "replay", "result"]

NAME = text(bounds.LONGEST_PLAYER)


def replay() -> Schema:
    """Return the schema of a replay."""
    about = f"""A match: its head, the answers of every turn, and its result. Positions are not stored: playing it
    again by the rules gives them, and `sandlot verify` does that. The file has at most {LONGEST_REPLAY} characters.
    Players and turns count from 0; the first list of answers is that of the bots' starts, where the reply is "module"
    or "program", and what a bot has drawn and printed is kept with its answer."""
    whole_file = head()
    turns = {"turns": listed(listed({"$ref": "#/$defs/answer"}))}
    found = shaped({**whole_file["properties"], **turns, "result": result()})
    found["required"] = [*whole_file["required"], "turns"]
    found["allOf"] = whole_file["allOf"]
    return document("Sandlot replay", about, found, parts())


@cache
def most_players() -> int:
    """Return the most players of any game. Only now the games are loaded."""
    return max(max(game.players) for game in GAMES.values())


def parts() -> dict[str, Schema]:
    """Return the schemas that those of this module refer to."""
    return {
        "clock": clock(),
        "player": _player(),
        "answer": shaped(answer_parts(), [name for name in answer_parts() if name != "player"]),
        "mark": _mark(),
        **sentences.parts(),
    }


def head() -> Schema:
    """Return the schema of the head: what decides a match before its first answer."""
    stretch = _stretch()
    fork = {"turn": {"description": "It has played until so many turns were made.", **whole(1)}, **stretch}
    found: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "package": {"description": "The version of Sandlot that played it.", **NAME},
        "game": ANY_OF_GAMES,
        "options": {"type": "object"},
        "seed": whole(0, bounds.LARGEST_TYPED_SEED),
        "secret": {"type": "string", "pattern": f"^{SECRET.pattern}$"},
        **stretch,
        "in_turn": {"description": "Bots of a simultaneous turn thought one after another.", **FLAG},
        "hinted": {"description": "A person was shown hints.", **FLAG},
        "forks": {"description": "Who played before these players, earliest first.", "items": shaped(fork, _OPTIONAL)},
    }
    found["forks"]["type"] = "array"
    optional = ("secret", "in_turn", "hinted", "forks", *_OPTIONAL)
    return {**shaped(found, optional), "allOf": by_game({name: _of_game(name) for name in GAMES})}


_OPTIONAL = ("memories", "human_clock")


def _stretch() -> dict[str, Schema]:
    memory = or_null(text(bounds.LONGEST_MEMORY))
    return {
        "players": listed({"$ref": "#/$defs/player"}, most_players(), 1),
        "clock": {"$ref": "#/$defs/clock"},
        "memories": {
            "description": "What each bot kept from its last match, as JSON.",
            **listed(memory, most_players()),
        },
        "human_clock": {"description": "The clock runs for people, too.", **FLAG},
    }


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


def _player() -> Schema:
    packages = listed(NAME, bounds.MOST_PACKAGES)
    return shaped(
        {"name": NAME, "kind": {"enum": list(fields.KINDS), "default": "code"}, "packages": packages},
        ("kind", "packages"),
    )


def answer_parts() -> dict[str, Schema]:
    """Return the schemas of what an answer has."""
    string = text(bounds.LONGEST_TEXT)
    place = or_null(either([string, whole()]))
    trace = dict.fromkeys(("file", "line", "error", "traceback"), place)
    return {
        "player": whole(0, most_players() - 1),
        "ms": {"type": "number", "minimum": 0, "exclusiveMaximum": bounds.MOST_MS},
        "reply": {"description": "A module's move as JSON, or what a program printed.", **string},
        "running": {"description": "The program waits for its next question.", **FLAG},
        "fault": {"enum": [None, *fields.FAULTS]},
        "why": or_null({"$ref": "#/$defs/reason"}),
        "output": {
            "description": "What it printed: [stream, text]; the text of `cut` is how many characters were left out, "
            "and that of `quota` how many characters and marks, because the player's share of the match was used up.",
            **listed(tupled(string, string), bounds.MOST_PRINTS),
        },
        "trace": or_null(shaped(trace, trace, closed=True)),
        "drawings": listed({"$ref": "#/$defs/mark"}, MOST),
        "steps": or_null(whole(0, bounds.MOST_STEPS)),
        "thought": {
            "description": "The milliseconds that its own side measured, without the way there and back.",
            **or_null({"type": "number", "minimum": 0, "exclusiveMaximum": bounds.MOST_MS}),
        },
    }


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
    return or_null(
        shaped(
            {
                "scores": listed(NUMBER, most_players()),
                "places": listed(whole(1, most_players()), most_players()),
                "reasons": listed(or_null(text(bounds.LONGEST_WORDS)), most_players()),
                "losses": listed(or_null(SENTENCE), most_players()),
                "reason": SENTENCE,
                "turns": whole(),
            },
            ("reasons", "losses"),
        )
    )
