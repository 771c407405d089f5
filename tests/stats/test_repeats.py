"""Games that exactly repeat earlier ones are detected, and count only once as evidence of strength."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from contests import result
from sandlot.archive.faults import Faults
from sandlot.archive.record import read_result, result_json
from sandlot.game import Json
from sandlot.games import GAMES
from sandlot.jobs import done
from sandlot.links.plans import PlanLink, plan_json
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.referee import play
from sandlot.messages import LANGUAGES, render
from sandlot.stats.blocks import Block, Entrant, Played, Result
from sandlot.stats.ratings import rate
from sandlot.stats.repeats import Repeats
from sandlot.stats.sprt import Sprt, SprtBounds
from sandlot.tournaments.contest import BadContest, Contest
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.standings import Standings, standings
from sandlot.tournaments.verdict import answer, of_repeats
from simulated import repeated

ENTRANTS = (Entrant("a", "1"), Entrant("b", "2"))


def block(number: int, points: Sequence[float], digests: Sequence[int | None]) -> Result:
    """Return a block of two games with these scores of entrant 0 and these digests of the moves."""
    none = (None, None)
    games = []
    for seat, (one, digest) in enumerate(zip(points, digests, strict=True)):
        places = {1: (1, 2), 0.5: (1, 1), 0: (2, 1)}[one]
        games.append(Played(places[:: 1 - 2 * seat], (0.0, 0.0), none, none, 9, digest))
    return Result(Block(number, (0, 1), number, ((0, 1), (1, 0)), number), tuple(games))


def summed(results: Sequence[Result], **plan: Any) -> Standings:
    known = plan_from({"kind": "series", "blocks": len(results), **plan}, 2)
    by_number = {each.block.number: each for each in results}
    return done(standings(ENTRANTS, by_number, known.schedule(by_number, {}), seed=1, resamples=200))


def two_kinds(digests: bool) -> list[Result]:
    """Return twenty blocks of only two kinds, as two deterministic programs play them on one map."""
    kinds = [((1, 1), (1, 2)), ((1, 0.5), (1, 3))]
    return [block(n, kinds[n % 2][0], kinds[n % 2][1] if digests else (None, None)) for n in range(20)]


def test_repeated_blocks_are_not_new_evidence() -> None:
    old, new = summed(two_kinds(False)), summed(two_kinds(True))
    assert old.two and old.two.better == 0 and old.two.low > 0.6
    assert new.two and new.two.better is None and new.two.low < 0.3
    found = answer(new)
    assert found and render(found).startswith("undecided after 40 games: a has 88 % of the points against b")
    said = of_repeats(new)
    assert said and render(said).startswith("37 of 40 games repeat earlier ones move for move")
    assert all("37" in render(said, language=language) for language in LANGUAGES)
    lines = new.json()["standings"]
    assert new.json()["again"] == 37 and [line["games"] for line in lines] == [40, 40]
    assert lines[0]["interval"][0] < 0 and lines[0]["rank_interval"] == [1, 2]
    # Results of earlier versions have no digests, and keep their standings.
    assert of_repeats(old) is None and "again" not in old.json()


def test_sequential_test_ignores_repeated_blocks() -> None:
    stop = {"elo": 100}
    same, others = ([block(n, (1, 1), (n * new, 1000 + n * new)) for n in range(60)] for new in (0, 1))
    assert summed(same, blocks=200, stop=stop).schedule.verdict == "undecided"
    assert summed(others, blocks=200, stop=stop).schedule.verdict == "better"


def test_sequential_test_ends_after_many_repeated_blocks() -> None:
    """Otherwise two deterministic programs on one map would play until the limit of the plan."""
    same = [block(n, (1, 1), (1, 2)) for n in range(80)]
    found = summed(same[:51], blocks=5000, stop={"elo": 20})
    assert found.schedule.over and found.schedule.counted == 51 and found.schedule.verdict == "undecided"
    assert found.two and found.two.better is None
    why = found.schedule.why
    assert why and all("100" in render(why, language=language) for language in LANGUAGES)
    assert not summed(same[:50], blocks=5000, stop={"elo": 20}).schedule.over
    assert summed(same, blocks=5000, stop={"elo": 20}).schedule == found.schedule
    # A new game in between restarts the count.
    mixed = [block(n, (1, 1), (9 if n == 30 else 1, 2)) for n in range(80)]
    assert not summed(mixed, blocks=5000, stop={"elo": 20}).schedule.over


def test_blocks_are_weighted_by_new_games() -> None:
    """Ten blocks with half of the games repeated count as much as five, with the same share of points."""
    half, whole = Sprt(SprtBounds(50)), Sprt(SprtBounds(50))
    for number in range(10):
        half.add(1.5, 2, again=int(number > 0) + (number == 9))
    for _ in range(5):
        whole.add(1.5, 2)
    assert half.evidence == pytest.approx(whole.evidence)
    repeats = Repeats(block(n, (1, 0), (n, 7)) for n in range(10))
    assert (repeats.games, repeats.again) == (20, 9)
    weighed = rate([block(n, (1, 0.5), (n, 7)) for n in range(10)], 2).sums
    assert weighed.blocks == pytest.approx(5.5) and weighed.games == pytest.approx(11)


def test_accidental_repeats_do_not_bias_ratings() -> None:
    """If each distinct game counted once, the other bot would be called better in nearly all series."""
    assert repeated(series=100) <= 0.05


def test_repeats_in_games_of_many_are_detected() -> None:
    rows = [
        result(Block(n, (0, 1, 2), n, ((0, 1, 2), (1, 2, 0), (2, 0, 1)), n), lambda *_: (1, 2, 3)) for n in range(9)
    ]
    known = [replace(each, games=tuple(replace(game, digest=4) for game in each.games)) for each in rows]
    assert rate(rows, 3).sums.blocks == 9
    assert rate(known, 3).sums.blocks == pytest.approx(1)


# Digests of real games


def digest(moves: Sequence[int], seed: int, **options: Json) -> int:
    """Play a game of Snake in which each of two bots always gives the same answer."""
    names = (Player("a", "code"), Player("b", "code"))
    match = play(Setup(GAMES["snake"], names, seed, options))
    faults, batch = Faults(2), next(match)
    while True:
        faults.see(batch.record)
        answers = [Response("module" if each.stage == "start" else str(moves[each.player])) for each in batch.requests]
        try:
            batch = match.send(answers)
        except StopIteration as end:
            faults.see(end.value.record)
            found = faults.played(end.value, GAMES["snake"]).digest
            assert found is not None
            return found


def test_digest_depends_on_moves_and_map() -> None:
    assert digest([0, 2], 1, obstacles=0, rows=9, columns=9) == digest([0, 2], 2, obstacles=0, rows=9, columns=9)
    assert digest([0, 2], 1, obstacles=0, rows=9, columns=9) != digest([0, 1], 1, obstacles=0, rows=9, columns=9)
    assert len({digest([0, 2], seed) for seed in range(5)}) == 5


# Files


@pytest.mark.parametrize("digest", [None, 0, 2**48 - 1])
def test_result_with_digest_round_trip(digest: int | None) -> None:
    found = block(3, (1, 0.5), (digest, 5))
    assert read_result(json.loads(json.dumps(result_json(found))), 2) == found


@pytest.mark.parametrize("digest", [-1, 2**48, 1.0, "7", True, [], {}])
def test_invalid_digest_is_refused(digest: Any) -> None:
    given = json.loads(json.dumps(result_json(block(0, (1, 1), (1, 2)))))
    given["games"][1]["digest"] = digest
    with pytest.raises(BadContest):
        read_result(given, 2)


def test_link_has_only_digests_of_repeated_games() -> None:
    rows = {n: block(n, (1, 1), (7, 100 + n)) for n in range(3)}
    plan = plan_from({"kind": "series", "blocks": 3}, 2)
    held = plan_json(PlanLink(Contest(GAMES["planes"], "x", ENTRANTS, plan.json()), results=rows))["results"]
    assert [[game.get("digest") for game in each["games"]] for each in held] == [[7, None]] * 3
    again = {n: read_result(json.loads(json.dumps(each)), 2) for n, each in enumerate(held)}
    assert rate(again.values(), 2).sums == rate(rows.values(), 2).sums
