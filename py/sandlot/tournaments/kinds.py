"""The kinds of contests, by name, and presets. A plan is made from JSON, and gives the same JSON back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sandlot.formats.bounds import LARGEST_SEED, MOST_GIVEN_SEEDS
from sandlot.game import Json, short
from sandlot.games import GAMES, contests
from sandlot.jobs import Refused
from sandlot.stats.blocks import Entrant, Result, Schedule, Seeds
from sandlot.tournaments.elimination import Bracket, DoubleElimination, SingleElimination
from sandlot.tournaments.finals import Finals
from sandlot.tournaments.free_for_all import FreeForAll
from sandlot.tournaments.gauntlet import Gauntlet
from sandlot.tournaments.listed import Listed
from sandlot.tournaments.plan import Plan
from sandlot.tournaments.round_robin import RoundRobin
from sandlot.tournaments.series import Series
from sandlot.tournaments.swiss import Swiss

KINDS: Mapping[str, type[Plan]] = {
    kind.kind: kind
    for kind in (Series, Gauntlet, RoundRobin, Swiss, SingleElimination, DoubleElimination, FreeForAll, Finals)
}
"""Every kind of plan that can be asked for, by its name. `options` of a kind are its settings."""
ALL_KINDS: Mapping[str, type[Plan]] = {**KINDS, Listed.kind: Listed}
"""`KINDS` and `Listed`, which only programs write."""


class _Presets(Mapping[str, Mapping[str, Json]]):
    """The presets of all games, by the name of the game and their own, such as "planes-series"."""

    def __getitem__(self, name: str) -> Mapping[str, Json]:
        game, _, own = name.partition("-")
        if game not in GAMES:
            raise KeyError(name)
        return contests(game)[own]

    def __iter__(self) -> Iterator[str]:
        return (f"{game}-{own}" for game in GAMES for own in contests(game))

    def __len__(self) -> int:
        return sum(len(contests(game)) for game in GAMES)


PRESETS: Mapping[str, Mapping[str, Json]] = _Presets()
"""Settings of a plan that have a name, which begins with that of their game. They can be given in place of the kind,
and every setting can be overridden.
"""


def plan_from(json: Mapping[str, Json], entrants: int) -> Plan:
    """Return the plan for `entrants` entrants that JSON describes: {"kind", "seeds": {"first", "given"}, settings...}.

    "kind" is a name in `ALL_KINDS` or `PRESETS`. A setting that is missing has its default, a missing seed is 0. Raises
    `Refused` for whatever is wrong with it.
    """
    name = json.get("kind")
    preset = PRESETS.get(name, {}) if isinstance(name, str) else {}
    settings = {**preset, **json, "kind": preset.get("kind", name)}
    kind = settings.pop("kind")
    if not isinstance(kind, str) or kind not in ALL_KINDS:
        raise Refused("series.unknown_kind", got=short(kind), known=", ".join([*KINDS, *PRESETS]))
    seeds = _seeds(settings.pop("seeds", {}))
    cls = ALL_KINDS[kind]
    fields = {name: cls.read(name, value, entrants) for name, value in settings.items()}
    return cls(entrants=entrants, seeds=seeds, **fields)


def new_plan(json: Mapping[str, Json], entrants: int) -> Plan:
    """Return the plan of a new contest, like `plan_from`. A setting that plans of earlier versions lack, with another
    default for them, gets today's default.
    """
    name = json.get("kind")
    kind = kind_named(name) if isinstance(name, str) else None
    return plan_from({"orders": "following", **json} if kind is FreeForAll else json, entrants)


def kind_named(name: str) -> type[Plan] | None:
    """Return the kind of this name, or the kind of this preset."""
    return KINDS.get(PRESETS.get(name, {}).get("kind", name))


def next_round(results: Mapping[int, Result]) -> int:
    """Return the first round (`Block.round`) of which nothing was played: an entrant can withdraw from this round on.

    Blocks that are under way must have ended first.
    """
    return max((result.block.round + 1 for result in results.values()), default=0)


def withdrawal_round(plan: Plan, results: Mapping[int, Result], schedule: Schedule) -> int | None:
    """Return `next_round`, or None if no round follows, so that withdrawing would change nothing any more."""
    following = next_round(results)
    last = plan.longest if isinstance(plan, Bracket) else schedule.rounds[1]
    return None if schedule.over or 0 < last <= following else following


def is_out(schedule: Schedule, entrant: int) -> bool:
    """Return whether an entrant plays no more: it was eliminated, or there are finals without it."""
    finals = schedule.finals
    return entrant in (schedule.reached or {}) or (finals is not None and entrant not in finals)


def withdrawals_shown(
    plan: Plan, schedule: Schedule, withdrawn: Mapping[int, int], entrants: Sequence[Entrant]
) -> dict[str, int]:
    """Return by name from which round each entrant is out, as standings show it. Left out are withdrawals from a round
    that the contest did not have: whoever withdrew then has played to the end. A second final may not come, and earlier
    versions of the page kept withdrawals during the last round.
    """
    last = schedule.rounds[1]
    # In a series and in finals a withdrawal may itself be why no round follows.
    is_any = not schedule.over or not last or isinstance(plan, Series | Finals)
    return {entrants[each].name: round for each, round in withdrawn.items() if is_any or round < last}


def _seeds(json: Json) -> Seeds:
    if not isinstance(json, Mapping) or not json.keys() <= {"first", "given"}:
        raise Refused("series.seeds", most=MOST_GIVEN_SEEDS, largest=LARGEST_SEED)
    first, given = json.get("first", 0), json.get("given", ())
    if not _is_seed(first) or not isinstance(given, list | tuple) or len(given) > MOST_GIVEN_SEEDS:
        raise Refused("series.seeds", most=MOST_GIVEN_SEEDS, largest=LARGEST_SEED)
    if not all(map(_is_seed, given)):
        raise Refused("series.seeds", most=MOST_GIVEN_SEEDS, largest=LARGEST_SEED)
    return Seeds(first, tuple(given))


def _is_seed(value: Json) -> bool:
    return type(value) is int and 0 <= value <= LARGEST_SEED
