"""Verifies a bundle: plays every game again from its answers, follows the plan from block to block, and computes the
standings anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from typing import Any, TypeVar

from sandlot.archive.bundle import ContestBundle
from sandlot.archive.faults import Faults
from sandlot.archive.record import GameRef, game_refs, summing
from sandlot.archive.sources import codes_in
from sandlot.game import Json
from sandlot.games import rules
from sandlot.jobs import Refused, Step, TooMuch, Work
from sandlot.match.replay import Position, Replay, verifying
from sandlot.match.replay_file import header, reading
from sandlot.messages import Message, message
from sandlot.stats.blocks import Played, Result
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.plan import Plan
from sandlot.tournaments.standings import ESTIMATES

T = TypeVar("T")

UNFINISHED = "contest.unfinished"
MOST_PROBLEMS = 20
"""The maximum number of problems that are reported. One is enough to refuse a bundle, and a damaged bundle may have one
in every game.
"""
OFFERED_EACH, MOST_OFFERED = 8, 400_000
"""How many blocks a plan may offer while a contest is replayed: `OFFERED_EACH` for each result, and `MOST_OFFERED`
besides. An honest contest needs one or two for each result. Results with gaps could make a plan offer all blocks again
for each result, which is quadratic.
"""
BLOCKS_OF_A_SCHEDULE = 64
"""The cost of one call of `Plan.schedule`, counted in offered blocks, besides the blocks that it really offers."""
LAST_DIGIT = {"rating": 0.1, "interval": 0.1, "p_next": 0.001}
"""By how much rounded numbers of the standings may be off: logarithms differ between machines in their last bits."""


@dataclass(frozen=True)
class Verification:
    """The result of a verification. A bundle is accepted if there are no problems. Notes say what was not verified, and
    why, and whether the contest is unfinished.
    """

    games: int
    problems: tuple[Message, ...] = ()
    notes: tuple[Message, ...] = ()

    @property
    def unfinished(self) -> bool:
        """Whether the plan wants more blocks than there are."""
        return any(note.id == UNFINISHED for note in self.notes)


def verifying_bundle(bundle: ContestBundle) -> Work[Verification]:
    """Verify a bundle, piece by piece; the steps count games. Raises `Refused` for a bundle that cannot be read."""
    problems, notes = yield from checking(bundle)
    results = bundle.results()
    places = list(game_refs(results))
    unseen: list[Message] = []
    for place in places:
        if len(problems) >= MOST_PROBLEMS:
            unseen = [message("contest.more_games", count=MOST_PROBLEMS, next=place.number)]
            break
        why = yield from _verifying_game(bundle, place, results[place.block], len(places))
        if why:
            problems.append(message("contest.bad_game", number=place.number, block=place.block + 1, why=why))
    if not problems and (differs := (yield from _counted(comparing(bundle), len(places), len(places)))):
        problems.append(differs)
    return Verification(len(places), (*problems[:MOST_PROBLEMS], *unseen), tuple(notes))


def checking(bundle: ContestBundle) -> Work[tuple[list[Message], list[Message]]]:
    """Check everything in a bundle except games and standings; return problems and notes, as in `Verification`."""
    contest, results = bundle.contest, bundle.results()
    problems, notes = yield from following(contest, results, bundle.withdrawn(), finished=bundle.is_finished)
    ours = rules(contest.game.name)
    if contest.rules != ours:
        notes.append(message("contest.other_rules", game=contest.game.name, theirs=contest.rules, ours=ours))
    unknown = []
    for number, entrant in enumerate(contest.entrants if bundle.has_sources else ()):
        codes = codes_in(bundle.bot(number), contest.rules)
        if not codes:
            unknown.append(entrant.name)
        elif entrant.code not in codes:
            problems.append(message("contest.other_source", name=entrant.name))
    if not problems:
        notes.append(_claimed(bundle.has_sources, unknown))
    return problems, notes


def _claimed(has_sources: bool, unknown: Sequence[str]) -> Message:
    """Return a note that says which claims about the entrants a bundle cannot prove; `unknown` are the names of those
    whose code is not in the bundle.
    """
    if not has_sources:
        return message("contest.claimed")
    return (
        message("contest.claimed_programs", names=", ".join(unknown)) if unknown else message("contest.claimed_names")
    )


def comparing(bundle: ContestBundle) -> Work[Message | None]:
    """Compute the standings anew; return what is wrong with those of the bundle, or None. The results have to follow
    the plan, see `following`.

    If an earlier version estimated the standings by another method, only the counted values are compared.
    """
    found = yield from summing(bundle)
    ours, theirs = json.loads(json.dumps(found.json())), bundle.standings()
    if theirs["method"] != ours["method"]:
        ours, theirs = _counted_alone(ours), _counted_alone(theirs)
    return None if _is_close(ours, theirs) else message("contest.other_standings")


def _counted_alone(standings: dict[str, Any]) -> dict[str, Any]:
    """Return standings without their estimates."""
    kept = {name: value for name, value in standings.items() if name not in ("method", "level")}
    lines = [{name: value for name, value in line.items() if name not in ESTIMATES} for line in kept["standings"]]
    return kept | {"standings": lines}


def following(
    contest: Contest, results: Mapping[int, Result], withdrawn: Mapping[int, int], *, finished: bool
) -> Work[tuple[list[Message], list[Message]]]:
    """Follow a contest's plan with the given results: every block has to be scheduled by the plan, with the same
    players, seed and orders. Return problems and notes, as in `Verification`; `finished` is what the file claims.
    """
    followed: dict[int, Result] = {}
    room = MOST_OFFERED + OFFERED_EACH * len(results)
    try:
        plan = plan_from(contest.plan, len(contest.entrants))
        while True:
            new, offered = yield from _scheduled(plan, results, followed, withdrawn)
            room -= offered
            if room < 0:
                return [message("contest.too_much")], []
            if not new:
                break
            followed |= new
        schedule = plan.schedule(followed, withdrawn)
    except TooMuch:
        raise
    except Refused as bad:
        return [bad.text], []
    # Blocks that were under way when a series was stopped may lie beyond what the plan had asked for by then.
    end = schedule.counted
    added = sorted(number for number in results.keys() - followed.keys() if end is None or number < end)
    wanted = [block.number for block in schedule.blocks]
    if added:
        id = "contest.other_block" if added[0] in wanted else "contest.added_block"
        return [message(id, block=added[0] + 1, count=len(added))], []
    if wanted and finished:
        return [message("contest.missing_block", block=wanted[0] + 1)], []
    games = sum(len(block.orders) for block in schedule.blocks)
    return [], [message(UNFINISHED, count=games)] if wanted else []


def _scheduled(
    plan: Plan, results: Mapping[int, Result], followed: Mapping[int, Result], withdrawn: Mapping[int, int]
) -> Work[tuple[dict[int, Result], int]]:
    """Return the results that the plan asks for after those that were `followed`, and how many blocks it has offered.

    Some may have been asked for before the latest entrants withdrew, or by an earlier version of the plan. So the plan
    and its earlier versions are also asked as if the latest withdrawals had not happened yet.
    """
    known = sorted(withdrawn, key=lambda entrant: (withdrawn[entrant], entrant))
    offered = 0
    for count in range(len(known), -1, -1):
        there = {entrant: withdrawn[entrant] for entrant in known[:count]}
        for each in (plan, *plan.earlier()):
            yield Step()
            offered += BLOCKS_OF_A_SCHEDULE
            try:
                blocks = each.schedule(followed, there).blocks
            except Refused:
                if each is plan and count == len(known):
                    raise
                continue
            offered += len(blocks)
            asked = [(block, results[block.number]) for block in blocks if block.number in results]
            if new := {block.number: result for block, result in asked if result.block == block}:
                return new, offered
    return {}, offered


def _verifying_game(bundle: ContestBundle, place: GameRef, result: Result, count: int) -> Work[Message | None]:
    """Play a game of a bundle again; return what is wrong with it, or None."""
    text = bundle.replay(place.block, place.game) or ""
    reports = bundle.reports(place.block, place.game)
    work = verifying_game(bundle.contest, result, place.game, text, reports)
    return (yield from _counted(work, place.number - 1, count))


def verifying_game(
    contest: Contest, result: Result, game: int, text: str, reports: Sequence[Json]
) -> Work[Message | None]:
    """Play one game of a contest again from the text of its replay; return what is wrong with it, or None. `reports`
    are the claimed reports of its faults, as JSON values.
    """
    try:
        replay = yield from reading(text)
    except TooMuch:
        raise
    except Refused as bad:
        return bad.text
    expected = header(Replay(contest.setup(result.block, game), contest.package))
    claimed = header(replay)
    # Whether bots thought one after another depends on the machine, and has no effect on the result.
    claimed.pop("in_turn", None)
    differs = next((name for name in {**expected, **claimed} if expected.get(name) != claimed.get(name)), None)
    if differs:
        return message("contest.other_header", field=differs)
    faults = Faults(len(result.block.players))
    last: Any = None

    def see(position: Position) -> str:
        nonlocal last
        faults.see(position.record)
        last = position.state
        return ""

    verdict = yield from verifying(replay, see)
    if verdict.problem:
        return verdict.problem
    if not _is_same(result.games[game], verdict.result, faults):
        return message("contest.other_result")
    claimed_digest = result.games[game].digest
    if claimed_digest is not None and claimed_digest != faults.digest(contest.game, last):
        return message("contest.other_digest")
    found = json.loads(json.dumps([each.json() for each in faults.reports]))
    if found != json.loads(json.dumps(list(reports))):
        return message("contest.other_faults")
    return None


def _counted(work: Work[T], games: int, of: int) -> Work[T]:
    """Do a part of the work; its steps say how many games are done."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        yield Step(games, of)


def _is_same(played: Played, result: Mapping[str, Json] | None, faults: Faults) -> bool:
    """Tell whether a recorded result is that of the game that was played again."""
    if result is None or faults.kinds(len(played.places)) != played.faults:
        return False
    recorded = {
        "places": list(played.places),
        "scores": list(played.scores),
        "reasons": list(played.reasons),
        "turns": played.turns,
    }
    return all(result[name] == value for name, value in recorded.items())


def _is_close(one: Json, other: Json, name: str = "") -> bool:
    """Tell whether two JSON values are equal except for the last digit of rounded numbers, see `LAST_DIGIT`."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_is_close(one[each], other[each], each) for each in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(_is_close(*each, name) for each in zip(one, other, strict=True))
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=0, abs_tol=LAST_DIGIT.get(name, 0) * 1.01)
    return type(one) is type(other) and one == other
