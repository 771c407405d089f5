"""The order of a tournament's entrants, best first, from the ratings of a contest that was played before."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from sandlot.api.problem import REFUSED, Problem
from sandlot.archive.record import summing
from sandlot.cli.records import opened, refusing
from sandlot.cli.telling import watch
from sandlot.cli.terminal import complain
from sandlot.game import Game, Json
from sandlot.jobs import done
from sandlot.messages import message, plain, render
from sandlot.stats.blocks import Entrant
from sandlot.tournaments.kinds import KINDS, kind_named

__all__ = ["seeding"]


def seeding(known: argparse.Namespace, game: Game[Any], entrants: Sequence[Entrant]) -> dict[str, Json]:
    """Return the setting that --seeding means, if it was given. Who has no rating in its file comes last, as it was
    typed, and is named.
    """
    path = getattr(known, "seeding", None)
    if path is None:
        return {}
    if any(text.partition("=")[0] == "seeding" for text in known.plan):
        raise Problem(message("cli.plan_twice", option="--seeding", name="seeding"))
    plan = kind_named(known.kind)
    if plan and "seeding" not in plan.names():
        kinds = ", ".join(name for name, each in KINDS.items() if "seeding" in each.names())
        raise Problem(message("cli.seeding_kind", kind=known.kind, known=kinds))
    ratings = _ratings(path, game)
    unknown = [plain(each.name) for each in entrants if each.code not in ratings]
    if len(unknown) == len(entrants):
        raise Problem(message("cli.seeding_none", file=path), REFUSED)
    if unknown and not (known.quiet or known.json):
        complain(render(message("cli.seeding_last", file=path, count=len(unknown), names=", ".join(unknown))))
    return {"seeding": sorted(range(len(entrants)), key=lambda each: -ratings.get(entrants[each].code, -inf))}


def _ratings(path: str, game: Game[Any]) -> Mapping[str, float]:
    """Return the ratings in the file of a contest, by code: they belong to one version of a bot and of the rules."""
    with opened(path) as record, refusing(path):
        if record.contest.game is not game:
            theirs = record.contest.game.name
            raise Problem(message("cli.seeding_game", file=path, theirs=theirs, ours=game.name), REFUSED)
        found = done(summing(record), watch("cli.rating"))
    ratings: dict[str, float] = {}
    for entrant, line, rated in zip(found.entrants, found.tally.lines, found.intervals.entrants, strict=True):
        if line.all.games:
            ratings[entrant.code] = max(rated.elo, ratings.get(entrant.code, -inf))
    return ratings
