"""The schema of a contest's bundle: see `series.bundle`, which writes and reads it."""

from __future__ import annotations

from collections.abc import Mapping

from sandlot.formats import bounds
from sandlot.formats.bounds import LARGEST_SEED, MOST_ENTRANTS, MOST_GIVEN_SEEDS, MOST_ORDERS
from sandlot.game import Json
from sandlot.games import GAMES
from sandlot.match.fields import FAULTS
from sandlot.match.parts import SECRET
from sandlot.schemas import replay
from sandlot.schemas.parts import (
    ANY_OF_GAMES,
    FLAG,
    Schema,
    by_game,
    document,
    listed,
    option,
    options_of,
    or_null,
    shaped,
    text,
    tupled,
    whole,
)
from sandlot.schemas.sentences import SENTENCE
from sandlot.series import bundle as files
from sandlot.series import contest
from sandlot.series.plans import KINDS, PRESETS
from sandlot.series.plans.basis import Basis

__all__ = ["bundle", "described", "played"]

ENTRANT = whole(0, MOST_ENTRANTS - 1)


def bundle() -> Schema:
    """Return the schema of a bundle, as an object that has the JSON of every file in the zip by its name."""
    about = f"""A contest as one zip: here as an object that has the JSON of each file by the file's name.
    {files.__doc__} The schemas of the files are #/$defs/contest, blocks, standings, replay, reports and bot."""
    whole_replay = replay.replay()
    own = {
        "contest": described(),
        "blocks": _blocks(),
        "standings": _standings(),
        "reports": listed(_report(), replay.most_players(), 1),
        "bot": _bot(),
        "block": played(),
        "replay": {name: whole_replay[name] for name in ("type", "properties", "required", "allOf")},
    }
    found: Schema = {
        "type": "object",
        "properties": {
            files.CONTEST: {"$ref": "#/$defs/contest"},
            files.BLOCKS: {"$ref": "#/$defs/blocks"},
            files.STANDINGS: {"$ref": "#/$defs/standings"},
        },
        "patternProperties": {
            r"^games/\d{6,}-\d\.json$": {"$ref": "#/$defs/replay"},
            r"^faults/\d{6,}-\d\.json$": {"$ref": "#/$defs/reports"},
            rf"^{files.BOTS}\d{{3,}}\.json$": {"$ref": "#/$defs/bot"},
        },
        "required": [files.CONTEST, files.BLOCKS, files.STANDINGS],
        "additionalProperties": False,
        "maxProperties": files.MOST_FILES,
    }
    return document("Sandlot bundle", about, found, {**own, **replay.parts()})


def described() -> Schema:
    entrant = {
        "name": text(contest.LONGEST_NAME, 1),
        "code": {"description": "The hash of its code and of the rules.", **text(bounds.LONGEST_HASH, 1)},
        "kind": {"enum": list(contest.KINDS)},
    }
    found: dict[str, Schema] = {
        "format": {"const": contest.FORMAT},
        "version": {"const": contest.VERSION},
        "package": text(bounds.LONGEST_HASH, 1),
        "game": ANY_OF_GAMES,
        "rules": {"description": "The hash of the game's rules.", **text(bounds.LONGEST_HASH, 1)},
        "options": {"type": "object"},
        "clock": {"$ref": "#/$defs/clock"},
        "secret": {"type": "string", "pattern": f"^{SECRET.pattern}$"},
        "entrants": listed(shaped(entrant), MOST_ENTRANTS, 1),
        "plan": _plan(),
    }
    of_games = {name: {"properties": {"options": options_of(name)}} for name in GAMES}
    return {**shaped(found), "allOf": by_game(of_games)}


def _plan() -> Schema:
    """Return the schema of what was decided of the games: see `plans.plan_from`."""
    kinds: list[Schema] = [{"properties": {"kind": {"enum": [*KINDS, *PRESETS]}}, "required": ["kind"]}]
    for name, kind in (*KINDS.items(), *((name, KINDS[preset["kind"]]) for name, preset in PRESETS.items())):
        kinds.append({"if": {"properties": {"kind": {"const": name}}}, "then": _settings(kind)})
    return {"type": "object", "allOf": kinds}


def _settings(kind: type[Basis]) -> Schema:
    seed = whole(0, LARGEST_SEED)
    seeds = shaped({"first": seed, "given": listed(seed, MOST_GIVEN_SEEDS)}, ("first", "given"), closed=True)
    # Settings that are no plain values have no bounds here.
    others: Mapping[str, Json] = {name: True for name in kind.names() if name not in kind.options}
    plain = {name: option(each) for name, each in kind.options.items()}
    return {
        "properties": {"kind": True, "seeds": seeds, **plain, **others},
        "additionalProperties": False,
    }


def _blocks() -> Schema:
    return shaped(
        {
            "format": {"const": files.FORMAT},
            "version": {"const": files.VERSION},
            "finished": {"description": "The plan wants no more games.", **FLAG},
            "sources": {"description": "The entrants' sources are in the bundle.", **FLAG},
            "withdrawn": {
                "description": "[entrant, the first round in which it no longer plays].",
                **listed(tupled(ENTRANT, whole()), MOST_ENTRANTS),
            },
            "voids": {
                "description": "Tries that the platform has spoilt: [block, why].",
                **listed(tupled(whole(), SENTENCE), bounds.MOST_VOIDS),
            },
            "blocks": {
                "description": "In the order of their numbers.",
                **listed({"$ref": "#/$defs/block"}, bounds.MOST_BUNDLED_GAMES),
            },
        },
        ("finished", "sources"),
    )


def played() -> Schema:
    most = replay.most_players()
    score = {"type": "number", "minimum": -bounds.FAR, "maximum": bounds.FAR}
    game = {
        "places": listed(whole(1, most), most),
        "scores": listed(score, most),
        "faults": listed({"enum": [None, *FAULTS]}, most),
        "reasons": listed(or_null(text(bounds.LONGEST_REASON)), most),
        "turns": whole(),
        "digest": {"description": "A hash of the moves and of the last position.", **whole(0, bounds.LARGEST_DIGEST)},
    }
    seat = whole(0, most - 1)
    return {
        "description": "One seed with its games, one for every order of seats.",
        **shaped(
            {
                "number": whole(0, bounds.FAR),
                "round": whole(0, bounds.FAR),
                "players": {"description": "Entrants.", **listed(ENTRANT, most), "uniqueItems": True},
                "seed": whole(0, LARGEST_SEED),
                "orders": {
                    "description": "For each game who sits where: for each seat a place in `players`.",
                    **listed({**listed(seat, most), "uniqueItems": True}, MOST_ORDERS, 1),
                },
                "games": {"description": "By seat.", **listed(shaped(game, ("digest",)), MOST_ORDERS, 1)},
            }
        ),
    }


def _standings() -> Schema:
    return {
        "description": "What the bundle claims; `sandlot verify` computes it anew. `sandlot show --json` says more.",
        **shaped({"over": FLAG, "standings": listed({"type": "object"}, MOST_ENTRANTS)}),
    }


def _report() -> Schema:
    return shaped(
        {
            "seat": whole(0, replay.most_players() - 1),
            "turn": whole(),
            "text": SENTENCE,
            "trace": or_null(text(bounds.LONGEST_TRACE)),
            "errors": text(bounds.LONGEST_ERRORS),
        }
    )


def _bot() -> Schema:
    string: Schema = {"type": "string"}
    files_of_bot = {"type": "object", "additionalProperties": {"type": "string", "contentEncoding": "base64"}}
    parts: dict[str, Schema] = dict.fromkeys(("name", "kind", "path", "source"), string)
    return shaped({**parts, "command": listed(string), "files": files_of_bot})
