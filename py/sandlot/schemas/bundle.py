"""The schema of a contest's bundle: see `archive.bundle`, which writes and reads it."""

from __future__ import annotations

from collections.abc import Mapping

from sandlot.archive import bundle as files
from sandlot.archive import record
from sandlot.archive.faults import REPORT
from sandlot.archive.sources import PACK
from sandlot.formats import bounds
from sandlot.formats.bounds import LARGEST_SEED, MOST_GIVEN_SEEDS
from sandlot.game import Json
from sandlot.games import GAMES
from sandlot.schemas import replay
from sandlot.schemas.parts import Schema, by_game, document, joined, listed, option, options_of, shaped, whole
from sandlot.tournaments import contest
from sandlot.tournaments.kinds import ALL_KINDS, PRESETS
from sandlot.tournaments.plan import Plan
from sandlot.tournaments.standings import SUMMARY


def bundle() -> Schema:
    """Return the JSON Schema of a bundle, the zip of a contest.

    The schema describes one object, whose keys are the names of the files in the zip ("contest.json") and whose values
    are their content as JSON. Its definitions are `contest`, `blocks`, `standings`, `replay`, `reports` and `bot`.
    """
    about = f"""A contest as one zip: here as an object that has the JSON of each file by the file's name.
    {files.__doc__} The schemas of the files are #/$defs/contest, blocks, standings, replay, reports and bot."""
    whole_replay = replay.replay()
    own = {
        "contest": described(),
        "blocks": _blocks(),
        "standings": _standings(),
        "reports": listed(REPORT.schema, bounds.MOST_PLAYERS, 1),
        "bot": PACK.schema,
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
    return document("Sandlot bundle", about, found, {**own, **parts()})


def described() -> Schema:
    """Return the schema of the description of a contest; `parts` has what it refers to."""
    head = shaped({"format": {"const": contest.FORMAT}, "version": {"const": contest.VERSION}})
    of_games = {name: {"properties": {"options": options_of(name)}} for name in GAMES}
    return {**joined(head, contest.CONTEST.schema), "allOf": by_game(of_games)}


def parts() -> dict[str, Schema]:
    """Return the schemas that those of a contest and of its blocks refer to."""
    return {"plan": _plan(), "block": played(), **replay.parts()}


def _plan() -> Schema:
    """Return the schema of what was decided of the games: see `kinds.plan_from`."""
    kinds: list[Schema] = [{"properties": {"kind": {"enum": [*ALL_KINDS, *PRESETS]}}, "required": ["kind"]}]
    for name, kind in (*ALL_KINDS.items(), *((name, ALL_KINDS[preset["kind"]]) for name, preset in PRESETS.items())):
        kinds.append({"if": {"properties": {"kind": {"const": name}}}, "then": _settings(kind)})
    return {"type": "object", "allOf": kinds}


def _settings(kind: type[Plan]) -> Schema:
    seed = whole(0, LARGEST_SEED)
    seeds = shaped({"first": seed, "given": listed(seed, MOST_GIVEN_SEEDS)}, ("first", "given"), closed=True)
    # Settings such as lists (`Plan.others`) have no bounds here.
    others: Mapping[str, Json] = dict.fromkeys(kind.others, True)
    plain = {name: option(each) for name, each in kind.options.items()}
    return {"properties": {"kind": True, "seeds": seeds, **plain, **others}, "additionalProperties": False}


def _blocks() -> Schema:
    blocks = listed({"$ref": "#/$defs/block"}, bounds.MOST_BUNDLED_GAMES)
    return joined(files.HEAD.schema, shaped({"blocks": {"description": "In the order of their numbers.", **blocks}}))


def played() -> Schema:
    """Return the schema of a block that was played, with its games."""
    found = joined(record.BLOCK.schema, shaped({"games": record.ALL_PLAYED.schema}))
    return {"description": "One seed with its games, one for every order of seats.", **found}


def _standings() -> Schema:
    about = "What the bundle claims; `sandlot verify` computes it anew. `sandlot show --json` says more."
    return {"description": about, **SUMMARY.schema}
