"""Standings: places, counts and tables, from results alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from contests import Rules, chance, level, play, result, seated, stronger
from sandlot.jobs import done
from sandlot.stats.blocks import Entrant, Played, Result, Schedule
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.plan import Plan
from sandlot.tournaments.standings import Standings, standings


def entrants(count: int) -> list[Entrant]:
    return [Entrant("abcdefghijklmnopqrstuvwxyz"[each], f"code {each}") for each in range(count)]


def stand(
    plan: Plan,
    results: Mapping[int, Result],
    withdrawn: Mapping[int, int] | None = None,
    schedule: Schedule | None = None,
) -> Standings:
    schedule = schedule or plan.schedule(results, withdrawn or {})
    return done(standings(entrants(plan.entrants), results, schedule, withdrawn, resamples=50))


def played(kind: str, count: int, rules: Rules, **settings: Any) -> Standings:
    plan = plan_from({"kind": kind, **settings}, count)
    return stand(plan, play(plan, rules))


def lines(found: Standings) -> dict[str, dict[str, Any]]:
    return {line["name"]: line for line in found.json()["standings"]}


def test_round_robin_standings_by_hand() -> None:
    """The stronger of three entrants always wins: a wins 4 of 4 games, b 2, c 0."""
    found = played("round-robin", 3, stronger)
    told = found.json()
    assert (told["blocks"], told["games"], told["over"], told["verdict"]) == (3, 6, True, None)
    shown = [
        [line[name] for name in ("place", "name", "points", "games", "wins", "draws", "losses")]
        for line in told["standings"]
    ]
    assert shown == [[1, "a", 4.0, 4, 4, 0, 0], [2, "b", 2.0, 4, 2, 0, 2], [3, "c", 0.0, 4, 0, 0, 4]]
    ratings = [line["rating"] for line in told["standings"]]
    assert ratings == sorted(ratings, reverse=True)
    assert all(low <= line["rating"] <= high for line in told["standings"] for low, high in [line["interval"]])
    assert told["standings"][2]["p_next"] is None
    assert found.cross() == [
        {"names": names, "points": 2.0, "games": 2, "wins": 2, "draws": 0, "losses": 0}
        for names in (["a", "b"], ["a", "c"], ["b", "c"])
    ]


def test_cross_table_is_in_order_of_standings() -> None:
    found = played("round-robin", 3, lambda seats, seed, game: stronger(tuple(-each for each in seats), seed, game))
    assert [row["names"] for row in found.cross()] == [["c", "b"], ["c", "a"], ["b", "a"]]
    assert all(row["points"] == row["wins"] == 2 for row in found.cross())


@pytest.mark.parametrize("kind", ["series", "round-robin"])
def test_equal_bots_score_exactly_half(kind: str) -> None:
    """As for a bot against itself, only the seat decides."""
    found = played(kind, 2, seated)
    for line in lines(found).values():
        assert line["share"] == 0.5
        assert line["place"] == 1
        assert line["rating"] == 0.0
        assert line["points"] == line["games"] / 2
    seats = found.seats()
    assert [(row["seat"], row["points"] / row["games"]) for row in seats if row["name"] is None] == [(0, 1.0), (1, 0.0)]
    assert [row["points"] for row in seats if row["name"] == "a"] == [
        row["points"] for row in seats if row["name"] == "b"
    ]


@pytest.mark.parametrize("players", [3, 4, 9])
def test_equal_bots_score_exactly_half_in_multiplayer_games(players: int) -> None:
    for count in (players, players + 3):
        found = played("free-for-all", count, seated, players=players, rounds=players)
        assert {line["share"] for line in lines(found).values()} == {0.5}
        assert {line["place"] for line in lines(found).values()} == {1}


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("round-robin", {"blocks": 3}),
        ("free-for-all", {"players": 3, "rounds": 3}),
        ("swiss", {}),
        ("double-elimination", {}),
        ("gauntlet", {"fixed": 5}),
        ("finals", {"top": 3}),
    ],
)
def test_standings_do_not_depend_on_order_of_play(kind: str, settings: dict[str, Any]) -> None:
    plan = plan_from({"kind": kind, **settings}, 6)

    def text(results: Mapping[int, Result]) -> str:
        found = stand(plan, results)
        return json.dumps([found.json(), found.cross(), found.seats(), found.seeds(), found.reasons()])

    usual = text(play(plan, chance()))
    assert text(play(plan, chance(), order=Random(1), workers=5)) == usual
    part = play(plan, chance(), most=5, order=Random(2), workers=3)
    assert text(play(plan, chance(), results=part)) == usual


def test_blocks_beyond_early_stop_do_not_count() -> None:
    plan = plan_from({"kind": "series", "blocks": 500, "stop": {"elo": 100}}, 2)
    few = stand(plan, play(plan, chance(0.9)))
    many = stand(plan, play(plan, chance(0.9), order=Random(3), workers=20))
    assert many.beyond > 0
    assert {**few.json(), "beyond": 0} == {**many.json(), "beyond": 0}
    assert few.json()["verdict"] == "same"
    assert few.json()["games"] == 2 * few.json()["blocks"]
    assert few.seeds() == many.seeds()


def test_ties_are_broken_by_head_to_head() -> None:
    """The others beat each other in a ring; a and b end level, and a has beaten b."""
    beats = {(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)}

    def rules(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        return (1, 2) if (seats[0], seats[1]) in beats else (2, 1)

    ring = played("round-robin", 4, rules)
    assert {name: (line["points"], line["place"]) for name, line in lines(ring).items()} == {
        "a": (4.0, 1),
        "b": (4.0, 2),
        "c": (2.0, 3),
        "d": (2.0, 4),
    }
    assert ring.tie_breaks() == {"a": 2.0, "b": 0.0, "c": 2.0, "d": 0.0}
    even = played("round-robin", 4, level)
    assert {line["place"] for line in lines(even).values()} == {1}
    # These tie-breaks separate nobody.
    assert even.tie_breaks() == {}


def test_tie_break_is_shown_only_where_it_decides() -> None:
    """a and b have the same points, and a has beaten b."""

    def rules(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        one, other = sorted(seats[:2])
        better = {(0, 1): 0, (0, 2): 0, (0, 3): 3, (1, 2): 1, (1, 3): 1}.get((one, other))
        return (1, 1) if better is None else (1, 2) if seats[0] == better else (2, 1)

    found = played("round-robin", 4, rules)
    assert {name: line["points"] for name, line in lines(found).items()} == {"a": 4.0, "b": 4.0, "d": 3.0, "c": 1.0}
    assert found.tie_breaks() == {"a": 2.0, "b": 0.0}
    # If shares, pairings or brackets determine the places, there is no tie-break.
    for kind in ("gauntlet", "swiss", "single-elimination"):
        assert played(kind, 4, rules).tie_breaks() == {}


def test_brackets_and_finals_determine_places() -> None:
    found = played("single-elimination", 8, stronger)
    assert [line["place"] for line in found.json()["standings"]] == [1, 2, 3, 3, 5, 5, 5, 5]
    finals = lines(played("finals", 5, stronger, top=3))
    assert [(line["place"], line["final"]) for line in finals.values()][:3] == [(1, 8.0), (2, 4.0), (3, 0.0)]
    assert finals["e"]["final"] is None


def test_swiss_points_count_pairings_and_byes() -> None:
    found = lines(played("swiss", 5, stronger, blocks=3))
    assert found["a"]["points"] == 4 + found["a"]["byes"]
    assert found["a"]["score"] == 24
    assert found["a"]["buchholz"] is not None
    assert sum(line["byes"] for line in found.values()) == 5


def test_shares_rank_unequal_games_and_withdrawn_come_last() -> None:
    plan = plan_from({"kind": "gauntlet", "smoke": 1, "fixed": 1, "fresh": 1}, 4)

    def rules(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        return (1, 2) if seats[0] == 3 or (seats[0] == 0 and seats[1] != 3) else (2, 1)

    withdrawn = {3: 1}
    found = stand(plan, play(plan, rules, withdrawn), withdrawn)
    assert [(line["name"], line["share"], line["games"]) for line in found.json()["standings"]] == [
        ("a", 12 / 14, 14),
        ("b", 0.0, 6),
        ("c", 0.0, 6),
        ("d", 1.0, 2),
    ]
    assert lines(found)["d"]["withdrawn"] == 1
    assert [line["place"] for line in found.json()["standings"]] == [1, 2, 2, 4]


def test_faults_and_reasons_are_counted_by_entrant() -> None:
    plan = plan_from({"kind": "round-robin"}, 2)
    block = plan.schedule({}, {}).blocks[0]
    crashed = Played((2, 1), (0.0, 1.0), ("crash", None), ("crash", None), 3)
    late = Played((1, 2), (1.0, 0.0), (None, "timeout"), (None, "timeout"), 3)
    found = stand(plan, {0: Result(block, (crashed, late))})
    assert found.reasons() == [
        {"name": "a", "what": what, "reason": reason, "times": 1}
        for what in ("loss", "fault")
        for reason in ("crash", "timeout")
    ]
    assert lines(found)["a"]["faults"] == {"crash": 1, "timeout": 1}
    assert lines(found)["b"]["faults"] == {}
    assert lines(found)["b"]["wins"] == 2


def test_multiplayer_standings_by_hand() -> None:
    """Places 1, 2, 2 are worth 1, 1/4 and 1/4; a shared first place is a draw."""
    plan = plan_from({"kind": "free-for-all", "players": 3, "rounds": 1}, 3)
    block = plan.schedule({}, {}).blocks[0]
    nobody = (None,) * 3
    ends = [(1, 2, 2), (1, 1, 3), (1, 1, 1)]
    games = tuple(Played(places, (0.0,) * 3, nobody, nobody, 3) for places in ends)
    found = stand(plan, {0: Result(replace(block, orders=((0, 1, 2),) * 3), games)})
    shown = {name: [line[each] for each in ("score", "wins", "draws", "losses")] for name, line in lines(found).items()}
    assert shown == {"a": [2.25, 1, 2, 0], "b": [1.5, 0, 2, 1], "c": [0.75, 0, 1, 2]}
    assert found.cross()[0] == {"names": ["a", "b"], "points": 2.0, "games": 3, "wins": 1, "draws": 2, "losses": 0}


def test_results_by_seed() -> None:
    plan = plan_from({"kind": "series", "blocks": 2, "seeds": {"given": [5, 3]}}, 2)
    found = stand(plan, play(plan, lambda seats, seed, game: stronger(seats, seed, game) if seed == 5 else (1, 1)))
    assert [(row["seed"], row["name"], row["points"], row["games"]) for row in found.seeds()] == [
        (5, "a", 2.0, 2),
        (5, "b", 0.0, 2),
        (3, "a", 1.0, 2),
        (3, "b", 1.0, 2),
    ]


def test_contest_without_games_has_standings() -> None:
    for kind in ("round-robin", "swiss", "gauntlet", "double-elimination", "free-for-all"):
        plan = plan_from({"kind": kind}, 4)
        found = stand(plan, {})
        assert found.json()["games"] == 0
        assert {line["place"] for line in lines(found).values()} == {1}
        json.dumps([found.json(), found.cross(), found.seats(), found.seeds(), found.reasons()], allow_nan=False)


def test_entrants_without_games_come_last() -> None:
    plan = plan_from({"kind": "gauntlet"}, 3)
    block = plan.schedule({}, {}).blocks[0]
    found = stand(plan, {0: result(block, stronger)})
    assert [line["name"] for line in found.json()["standings"]] == ["a", "b", "c"]
    assert lines(found)["c"]["place"] == 3
    # Even where they share a place with others that were entered later.
    plan = plan_from({"kind": "round-robin"}, 4)
    block = next(each for each in plan.schedule({}, {}).blocks if each.players == (1, 3))
    found = stand(plan, {block.number: result(block, stronger)})
    assert [line["name"] for line in found.json()["standings"]] == ["b", "d", "a", "c"]
