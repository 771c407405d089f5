"""The plan of a contest as a link, `#p1.`: {contest, bots, results, withdrawn}.

`contest` is what decides it before its first game, as a bundle holds it: who plays, by name and by the hash of the
code, the kind, seeds, options and clock. Its secret stays with the sender. `bots` are the sources of entrants by their
numbers, where the sender wants them to be there; `results` the blocks that were played, as a bundle holds them. A link
has no moves, so nobody can verify its results; a bundle has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sandlot.files.bot import Bot
from sandlot.game import Json
from sandlot.links.bots import bot_from, bot_json
from sandlot.links.packing import BadLink, packed, unpacked
from sandlot.match.fields import is_whole
from sandlot.series.blocks import Result
from sandlot.series.contest import FORMAT, VERSION, Contest, contest_from
from sandlot.series.plans import plan_from
from sandlot.series.record import read_result, result_json
from sandlot.series.repeats import without_others
from sandlot.series.sources import codes_in, pack

__all__ = ["PLAN", "PlanLink", "link_plan", "plan_json", "read_plan"]

PLAN = "p"
"""The letter of this kind of link."""


@dataclass(frozen=True)
class PlanLink:
    """A contest, sources of its entrants by their numbers, and what was played of it."""

    contest: Contest
    bots: Mapping[int, Bot] = field(default_factory=dict)
    results: Mapping[int, Result] = field(default_factory=dict)
    withdrawn: Mapping[int, int] = field(default_factory=dict)


def plan_json(found: PlanLink) -> dict[str, Json]:
    """Return the object that such a link holds; raise `BadLink` for a source that no link can hold."""
    bots = {str(each): bot_json(bot) for each, bot in sorted(found.bots.items())}
    results = [result_json(each) for _, each in sorted(without_others(found.results).items())]
    withdrawn = [list(each) for each in sorted(found.withdrawn.items())]
    more = {"bots": bots, "results": results, "withdrawn": withdrawn}
    return {"contest": replace(found.contest, secret="").json(), **{name: each for name, each in more.items() if each}}


def link_plan(found: PlanLink) -> str:
    """Return the fragment of a contest; raise `BadLink` if no link can hold it."""
    return packed(PLAN, plan_json(found))


def read_plan(address: str) -> PlanLink:
    """Read the plan of a contest; raise `Refused` with a sentence for any other text."""
    held = unpacked(address, PLAN)
    whole = held.get("contest")
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise BadLink("link.broken")
    if whole.get("version") != VERSION:
        raise BadLink("contest.other_version", version=repr(whole.get("version"))[:20], known=VERSION)
    contest = replace(contest_from(whole), secret="")
    count = len(contest.entrants)
    plan = plan_from(contest.plan, count)
    results = _results(held.get("results", []), count, plan.players)
    return PlanLink(
        contest, _bots(held.get("bots", {}), contest), results, _withdrawn(held.get("withdrawn", []), count)
    )


def _results(value: Any, entrants: int, players: int) -> dict[int, Result]:
    if not isinstance(value, list):
        raise BadLink("link.broken")
    found = [read_result(each, entrants) for each in value]
    if any(len(each.block.players) != players for each in found):
        raise BadLink("link.broken")
    results = {each.block.number: each for each in found}
    if len(results) < len(found):
        raise BadLink("link.broken")
    return results


def _withdrawn(value: Any, entrants: int) -> dict[int, int]:
    if not isinstance(value, list) or len(value) > entrants:
        raise BadLink("link.broken")
    found: dict[int, int] = {}
    for each in value:
        match each:
            case [entrant, round] if is_whole(entrant, 0, entrants - 1) and is_whole(round) and entrant not in found:
                found[entrant] = round
            case _:
                raise BadLink("link.broken")
    return found


def _bots(value: Any, contest: Contest) -> dict[int, Bot]:
    if not isinstance(value, dict):
        raise BadLink("link.broken")
    return {_number(each, contest): _bot(value[each], _number(each, contest), contest) for each in value}


def _number(text: str, contest: Contest) -> int:
    if not re.fullmatch(r"0|[1-9]\d{0,3}", text, re.ASCII) or int(text) >= len(contest.entrants):
        raise BadLink("link.broken")
    return int(text)


def _bot(value: Json, number: int, contest: Contest) -> Bot:
    bot, entrant = bot_from(value), contest.entrants[number]
    # A source that is not that of the entrant would be shown, and played, under its name.
    if entrant.kind != "code" or entrant.code not in codes_in(pack(bot), contest.rules):
        raise BadLink("link.other_code", name=entrant.name)
    return bot
