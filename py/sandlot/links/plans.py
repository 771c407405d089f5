"""The plan of a contest as a link, `#p1.`: {contest, bots, results, withdrawn, title, stopped, origin, versions}.

`contest` is the description of the contest before its first game, as in a bundle: the entrants with their names and the
hashes of their code, the kind, seeds, options and clock. Its secret is left out. `bots` are the sources of entrants by
their numbers, if the sender includes them, and `results` are the blocks that were played, as in a bundle. A link has no
moves, so nobody can verify its results; those of a bundle can be verified. `title` is what its sender calls the
contest, if anything; `stopped`, whether it was stopped for good before its end; `origin`, what it comes from, if that
says more than its kind; `versions`, the numbers of the versions of their bots that the sender entered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeAlias

from sandlot.archive.record import Withdrawals, read_result, result_json, withdrawals
from sandlot.archive.sources import codes_in, pack
from sandlot.archive.titles import TITLE, Origin
from sandlot.files.bot import Bot
from sandlot.formats.bounds import MOST_ENTRANTS
from sandlot.formats.shapes import Custom, Many, Said, Shape, Text, Whole
from sandlot.game import Json
from sandlot.links.bots import LINKED_BOT
from sandlot.links.packing import BadLink, packed, read_as, unpacked
from sandlot.stats.blocks import Result
from sandlot.stats.repeats import drop_unique_digests
from sandlot.tournaments.contest import FORMAT, VERSION, BadContest, Contest, contest_from
from sandlot.tournaments.kinds import plan_from

PLAN = "p"
"""The letter of this kind of link."""
MOST_VERSIONS = 10**6
"""The largest number of a version."""


@dataclass(frozen=True)
class PlanLink:
    """A contest, its entrants' bots by their numbers, and the blocks that were played."""

    contest: Contest
    bots: Mapping[int, Bot] = field(default_factory=dict)
    results: Mapping[int, Result] = field(default_factory=dict)
    withdrawn: Mapping[int, int] = field(default_factory=dict)
    title: str = ""
    stopped: bool = False
    origin: Origin = ""
    versions: Mapping[int, int] = field(default_factory=dict)


def _contest(value: Any) -> Contest:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise BadLink("link.broken")
    if value.get("version") != VERSION:
        raise BadLink("contest.other_version", version=repr(value.get("version"))[:20], known=VERSION)
    return replace(contest_from(value), secret="")


LINKED_CONTEST = Custom(_contest, lambda contest: replace(contest, secret="").json(), {"$ref": "#/$defs/contest"})
Number: TypeAlias = Annotated[str, Text(4, 1, "0|[1-9][0-9]*")]
Version: TypeAlias = Annotated[int, Whole(1, MOST_VERSIONS)]


@dataclass(frozen=True, kw_only=True)
class Held:
    """The JSON object in a link."""

    contest: Annotated[Contest, LINKED_CONTEST]
    bots: Annotated[Mapping[Number, Annotated[Bot, LINKED_BOT]], Many(MOST_ENTRANTS)] = field(default_factory=dict)
    results: tuple[Annotated[Any, Said(ref="block")], ...] = ()
    withdrawn: Withdrawals = ()
    title: Annotated[str, TITLE, Said("What its sender calls it.")] = ""
    stopped: Annotated[bool, Said("Whether it was stopped for good before its end.")] = False
    origin: Annotated[Origin, Said("What it comes from, if that says more than its kind.")] = ""
    versions: Annotated[
        Mapping[Number, Version], Many(MOST_ENTRANTS), Said("Which versions of their bots the sender has entered.")
    ] = field(default_factory=dict)


HELD: Shape[Held] = Shape(Held)


def plan_json(found: PlanLink) -> dict[str, Json]:
    """Return the object that such a link holds; raise `BadLink` for a source that no link can hold."""
    bots = {str(each): bot for each, bot in sorted(found.bots.items())}
    results = tuple(result_json(each) for _, each in sorted(drop_unique_digests(found.results).items()))
    withdrawn = tuple(sorted(found.withdrawn.items()))
    held = Held(
        contest=found.contest,
        bots=bots,
        results=results,
        withdrawn=withdrawn,
        title=found.title,
        stopped=found.stopped,
        origin=found.origin,
        versions={str(each): version for each, version in sorted(found.versions.items())},
    )
    return HELD.write(held)  # type: ignore[no-any-return]


def link_plan(found: PlanLink) -> str:
    """Return the fragment of a contest; raise `BadLink` if no link can hold it."""
    return packed(PLAN, plan_json(found))


def read_plan(address: str) -> PlanLink:
    """Read the plan of a contest; raise `Refused` with a sentence for any other text."""
    held = read_as(HELD, unpacked(address, PLAN))
    contest, count = held.contest, len(held.contest.entrants)
    bots = {int(number): bot for number, bot in held.bots.items()}
    if any(number >= count for number in bots):
        raise BadLink("link.broken")
    for number, bot in bots.items():
        entrant = contest.entrants[number]
        # Without this check, another bot could be shown and played under the entrant's name.
        if entrant.kind != "code" or entrant.code not in codes_in(pack(bot), contest.rules):
            raise BadLink("link.other_code", name=entrant.name)
    results = _results(held.results, count, plan_from(contest.plan, count).players)
    versions = {int(number): version for number, version in held.versions.items() if int(number) < count}
    return PlanLink(
        contest,
        bots,
        results,
        _withdrawn(held.withdrawn, count),
        held.title,
        stopped=held.stopped,
        origin=held.origin,
        versions=versions,
    )


def _results(value: Sequence[Any], entrants: int, players: int) -> dict[int, Result]:
    found = [read_result(each, entrants) for each in value]
    results = {each.block.number: each for each in found}
    if len(results) < len(found) or any(len(each.block.players) != players for each in found):
        raise BadLink("link.broken")
    return results


def _withdrawn(value: Sequence[tuple[int, int]], entrants: int) -> dict[int, int]:
    try:
        return withdrawals(value, entrants)
    except BadContest:
        raise BadLink("link.broken") from None
