"""Separation of entrants by rank, with the promised error rate, also among entrants that win or lose nearly all games.

Scipy takes two seconds to import, so only tests that need it do.
"""

from random import Random

import pytest
from outcomes import DRAW, LOSS, WIN, block, duels, free_for_all, round_robin
from sandlot.jobs import done
from sandlot.stats.ranks import range_quantile, rank_intervals
from sandlot.stats.ratings import rate

POINTS = """
- 2 2 2 2 2 1 2 2 2 2 2
0 - 2 1 1 0 1 2 2 2 2 2
0 0 - 1 2 2 1 1 2 2 1 2
0 1 1 - 1 2 0 0 1 2 2 2
0 1 0 1 - 1 1 2 1 1 1 2
0 2 0 0 1 - 2 1 1 1 1 2
1 1 1 2 1 0 - 1 1 0 = 2
0 0 1 2 0 1 1 - 1 1 1 2
0 0 0 1 1 1 1 1 - 1 2 2
0 0 0 0 1 1 2 1 1 - 2 2
0 0 1 0 1 1 + 1 0 0 - 2
0 0 0 0 0 0 0 0 0 0 0 -
"""
"""Twelve Snake bots, by rank: the points of each in its block against each other one. + is a win and a draw, =
a draw and a loss.
"""

GAMES = {"2": (WIN, WIN), "+": (WIN, DRAW), "1": (WIN, LOSS), "=": (DRAW, LOSS), "0": (LOSS, LOSS)}


def apart(results, count, level=0.95):
    return done(rank_intervals(rate(results, count), [], level))


def snakes():
    table = [line.split() for line in POINTS.strip().splitlines()]
    pairs = [(first, second) for first in range(12) for second in range(first + 1, 12)]
    return [each for pair in pairs for each in duels(*pair, *GAMES[table[pair[0]][pair[1]]])]


def test_all_losses_are_separated():
    """The last bot has lost all 22 games, the first has won 21, the others about half of theirs."""
    found = apart(snakes(), 12)
    assert (found.low[-1], found.high[-1]) == (11, 12)
    assert found.low[0] == 1 and found.high[0] <= 7
    assert set(found.high[1:9]) == {11}
    # No two neighbours are separated, not even the last two.
    assert set(found.group) == {1}


def test_groups_end_where_neighbours_are_separated():
    """One entrant clearly ahead of four that have not met each other, and one clearly behind."""
    results = [each for weak in (1, 2, 3, 4) for each in duels(weak, 5, WIN, WIN, times=3)]
    results += [each for strong in (1, 2, 3, 4) for each in duels(0, strong, WIN, WIN, times=3)]
    found = apart([*results, *duels(0, 5, WIN, WIN, times=3)], 6)
    assert found.group == (1, 2, 2, 2, 2, 3)
    assert found.low == (1, 2, 2, 2, 2, 6) and found.high == (1, 5, 5, 5, 5, 6)


LOSER = (0, 0, 0, 0, 0, -6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strengths", "contest"),
    [
        ((0,) * 8, lambda rng: round_robin((0,) * 8, 1, rng, alike=1)),
        ((0,) * 3, lambda rng: round_robin((0,) * 3, 4, rng, draw=0, alike=1)),
        (LOSER, lambda rng: round_robin(LOSER, 2, rng, draw=0, alike=1)),
        ((1.5, 0.5, -0.5, -1.5), lambda rng: round_robin((1.5, 0.5, -0.5, -1.5), 4, rng, alike=0.5)),
        ((0,) * 5, lambda rng: free_for_all((0,) * 5, 3, 10, rng, 0.5)),
        (LOSER, lambda rng: free_for_all(LOSER, 3, 12, rng)),
    ],
    ids=["equal", "three", "a loser", "a ladder", "equal, of three", "a loser, of three"],
)
def test_wrong_separations_stay_below_5_percent(strengths, contest):
    """Equal entrants share all ranks, so any separation is wrong."""
    rng, right, contests = Random(1), 0, 60
    for _ in range(contests):
        found = apart(contest(rng), len(strengths))
        right += all(
            low <= 1 + sum(other > own for other in strengths) and sum(other >= own for other in strengths) <= high
            for low, high, own in zip(found.low, found.high, strengths, strict=True)
        )
    assert right / contests >= 0.93


def test_correlated_blocks_count_less():
    """35 wins to 15 each time: in blocks whose games end alike they are 25 observations, in mixed blocks many more."""
    alike = [*duels(0, 1, WIN, WIN, times=17), *duels(0, 1, LOSS, LOSS, times=8)]
    mixed = [*duels(0, 1, WIN, LOSS, times=16), *duels(0, 1, WIN, WIN, times=9)]
    assert apart(alike, 2).high == (2, 2)
    assert apart(mixed, 2).high == (1, 2)


def test_correlated_pair_among_uncorrelated_ones():
    """Most blocks are mixed, so they vary little; this must not make the blocks of one correlated pair count
    for more.
    """
    mixed = [
        each
        for one in range(6)
        for other in range(max(one + 1, 2), 6)
        for each in duels(one, other, WIN, LOSS, times=9)
    ]
    pair = [*duels(0, 1, WIN, WIN, times=14), *duels(0, 1, LOSS, LOSS, times=6)]
    found = apart([*mixed, *pair], 6)
    assert found.low[1] == 1 and found.high[0] == 6


@pytest.mark.parametrize(
    ("results", "count"),
    [
        ([each for small in range(1, 30) for each in duels(0, small, WIN, WIN, times=5000)], 30),
        ([each for one in range(40) for each in duels(one, one + 1, WIN, WIN, times=500)], 41),
        ([block((0, 1, 2), [(1, 2, 3)] * 3)] * 1000, 4),
    ],
    ids=["a giant", "a ladder", "always alike"],
)
def test_all_wins_are_separated_early(results, count):
    found = apart(results, count)
    assert found.rank[0] == found.low[0] == 1
    assert found.high[0] == (2 if count == 4 else 1)


def test_lower_level_separates_more():
    results = round_robin((0.6, 0.2, -0.2, -0.6), 6, Random(2))
    wide, narrow = apart(results, 4), apart(results, 4, 0.3)
    assert sum(narrow.high) - sum(narrow.low) < sum(wide.high) - sum(wide.low)


@pytest.mark.parametrize("freedom", [3, 9.5, 55, 1e5])
@pytest.mark.parametrize(("count", "level"), [(2, 0.95), (12, 0.95), (12, 0.5), (200, 0.99)])
def test_quantiles_match_scipy(count, level, freedom):
    from scipy.stats import studentized_range

    expected = studentized_range.ppf(level, count, freedom)
    assert range_quantile(level, count, freedom) == pytest.approx(expected, rel=2e-3)


def test_quantile_with_too_few_degrees_of_freedom_is_infinite():
    assert range_quantile(0.95, 3, 0.9) == range_quantile(0.95, 1) == float("inf")
    assert range_quantile(0.95, 5) == pytest.approx(range_quantile(0.95, 5, 1e6), rel=1e-4)
