"""The choice of games in whole simulated seasons. `build.py bench --evidence` simulates a year of 200 programs."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stats"))

from year import Club, seasons


def test_season_with_changes_is_bounded_and_ranks_well() -> None:
    club = Club(bots=24, changes=2, blocks=40, placing=3, most=8)
    for _, season in groupby(seasons(club, (15, 15)), lambda each: each.season):
        days = list(season)
        assert all(0 < each.blocks <= club.blocks for each in days)
        # The first run cannot place all bots; later, nearly all changed bots get their first games on the same day.
        assert all(each.waiting < club.changes for each in days[1:])
        last = sum(each.wrong for each in days[-5:]) / 5
        assert last < days[0].wrong
        assert last < 0.12


def test_season_without_changes_ends() -> None:
    club = Club(bots=8, changes=0, blocks=30, placing=3, most=6)
    days = list(seasons(club, (12,)))
    assert sum(each.blocks for each in days) <= club.most * 8 * 7 // 2
    assert days[-1].blocks == 0
    assert days[-1].wrong < days[0].wrong or days[0].wrong == 0
