"""Data of the forms for contests: their sizes, and which differences a series can show, compared with Python."""

from __future__ import annotations

import json
import subprocess

import pytest
from conftest import ROOT
from sandlot.stats.evidence import seen_share
from sandlot.tournaments.kinds import plan_from
from sandlot_build.catalog import plans
from sandlot_build.needs import node


@pytest.mark.parametrize("blocks", [2, 5, 50, 100, 500, 5000])
def test_table_of_visible_differences_agrees_with_the_statistics(blocks: int) -> None:
    shows = json.loads(plans())["shows"]
    found = next((percent for fewest, percent in reversed(shows) if fewest <= blocks), None)
    share = seen_share(blocks)
    assert (found is None) == (share is None)
    assert share is None or round(100 * share) <= found <= round(100 * share) + 1
    assert shows == sorted(shows) and all(50 < percent <= 100 for _, percent in shows)


#: Print the rounds and the number of games that the form expects of tournaments, given as [kind, entrants, settings].
SIZES = """
import { gamesIn, sizeOf } from './static/panels/compete/size.ts';
const told = JSON.parse(process.argv[1]).map((asked) => sizeOf(...asked));
console.log(JSON.stringify(told.map((size) => [size.rounds, gamesIn(size)])));
"""
SETTINGS: dict[str, list[dict[str, int]]] = {
    "gauntlet": [{"smoke": 1, "fixed": 20, "fresh": 5}],
    "round-robin": [{"blocks": 1}, {"blocks": 3}],
    "swiss": [{"rounds": 0, "blocks": 2}, {"rounds": 2, "blocks": 1}],
    "single-elimination": [{"blocks": 2, "replays": 10}],
    "double-elimination": [{"blocks": 1, "replays": 0}],
    "free-for-all": [{"players": 2, "rounds": 3}, {"players": 4, "rounds": 10}, {"players": 10, "rounds": 2}],
    "finals": [
        {"rounds": 0, "blocks": 1, "top": 3, "final_blocks": 2},
        {"rounds": 0, "blocks": 1, "top": 3, "final_blocks": 1, "divisions": 2},
        {"rounds": 2, "blocks": 1, "top": 2, "final_blocks": 2, "divisions": 9},
    ],
}


def test_form_shows_same_games_and_rounds_as_python() -> None:
    asked = [
        (kind, count, options)
        for kind, each in SETTINGS.items()
        for options in each
        for count in (4, 5, 6, 7, 8, 9, 11, 21, 33)
        if count >= options.get("players", 2)
    ]
    assert {kind for kind, _, _ in asked} == {*json.loads(plans())["kinds"]} - {"series"}, "each kind of the form"
    command = [node(), "--import", "tsx", "--input-type=module", "--eval", SIZES, json.dumps(asked)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for (kind, count, options), (rounds, games) in zip(asked, json.loads(done.stdout), strict=True):
        plan = plan_from({"kind": kind, **options}, count)
        now = plan.schedule({}, {})
        assert games == plan.expected * len(now.blocks[0].orders), (kind, count, options)
        assert rounds == [len(now.blocks), *now.later], (kind, count, options)
