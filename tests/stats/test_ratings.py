"""Ratings, checked against values computed by hand, independent libraries and the likelihood itself.

The libraries take two seconds to import, so only tests that need them do.
"""

from itertools import combinations, permutations
from math import exp, isfinite, log, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outcomes import DRAW, LOSS, WIN, block, duels, free_for_all, renamed, round_robin
from sandlot.jobs import done
from sandlot.stats.newton import cholesky, maximum
from sandlot.stats.plackett_luce import PlackettLuce
from sandlot.stats.prior import PULL
from sandlot.stats.ratings import ELO, rate
from sandlot.stats.sums import gathered
from whr import WHR

STRENGTHS = (1.2, 0.4, 0.0, -0.3, -1.3)


def test_two_entrants_by_hand():
    """The prior adds a block of two games for each entrant: six wins become eight, no losses become two."""
    won = rate(duels(0, 1, WIN, WIN, times=3), 2).elo
    assert won == pytest.approx((ELO * log(8 / 2) / 2, -ELO * log(8 / 2) / 2), abs=0.1)
    mixed = rate([*duels(0, 1, WIN, WIN, times=30), *duels(0, 1, WIN, LOSS, times=10)], 2).elo
    assert mixed[0] - mixed[1] == pytest.approx(ELO * log(72 / 12), abs=0.1)


def test_draws_by_hand():
    """In Davidson's model, apart from the prior, the ratio of wins to losses does not depend on the draws."""
    results = [
        *duels(0, 1, WIN, WIN, times=600),
        *duels(0, 1, LOSS, LOSS, times=200),
        *duels(0, 1, DRAW, DRAW, times=400),
    ]
    ratings = rate(results, 2)
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(ELO * log(3), abs=1)
    assert exp(ratings.parameters[2]) == pytest.approx(400 / sqrt(600 * 200), rel=0.01)


def test_bot_against_itself_is_exactly_even():
    results = [*duels(0, 1, WIN, LOSS, times=7), *duels(0, 1, DRAW, DRAW, times=2), *duels(0, 1, LOSS, WIN, times=7)]
    assert rate(results, 2).elo == (0, 0)
    assert rate(duels(0, 0, WIN, LOSS), 2).played == (False, False)


def test_bradley_terry_matches_choix():
    import choix

    results = round_robin(STRENGTHS, 3, Random(1), draw=0)
    games = []
    for result in results:
        for order, game in zip(result.block.orders, result.games, strict=True):
            first, second = (result.block.players[position] for position in order)
            games.append((first, second) if game.places == WIN else (second, first))
    # The prior: a half-won block of two games for each entrant against its four opponents, which is half a win each way
    # for every pair.
    prior = list(permutations(range(5), 2))
    expected = choix.opt_pairwise(5, games * 2 + prior, alpha=PULL, tol=1e-12)
    assert rate(results, 5).elo == pytest.approx(ELO * (expected - expected.mean()), abs=1e-3)


def test_davidson_matches_whole_history_rating():
    """That library has its own prior, so use many games."""
    results = round_robin(STRENGTHS, 150, Random(2))
    base = WHR({"w2": 1e-6})
    for result in results:
        for number, game in enumerate(result.games):
            black, white = map(str, result.block.seats(number))
            base.create_game(black, white, {WIN: "B", DRAW: "D", LOSS: "W"}[game.places], 1, 0)
    base.iterate(50)
    found = [base.player_by_name(str(each)).days[0].elo for each in range(5)]
    mean = sum(found) / 5
    ratings = rate(results, 5)
    assert ratings.elo == pytest.approx([each - mean for each in found], abs=3)
    assert exp(ratings.parameters[5]) == pytest.approx(base.nu, rel=0.02)


def likelihood(model, at):
    """Return the log-likelihood of rankings with the prior, summing over all possible groups explicitly."""
    count = model.sums.count
    factors = {1: 1.0} | {size: exp(at[row]) for row, size in enumerate(model.ties, count)}
    total = -PULL / 2 * sum(each**2 for each in at[:count])
    for field, times in model.fields:
        for ranking in field:
            left = {entrant for group in ranking for entrant in group}
            for group in ranking:
                chances = {
                    chosen: factors[size] * exp(sum(at[entrant] for entrant in chosen) / size)
                    for size in factors
                    for chosen in combinations(sorted(left), size)
                }
                total += times * log(chances[group] / sum(chances.values()))
                left -= set(group)
    for i, j, won, lost in model.prior.guesses:
        total -= won * log(1 + exp(at[j] - at[i])) + lost * log(1 + exp(at[i] - at[j]))
    for size, factor in factors.items():
        if size > 1:
            total += log(factor / (size + factor)) / 2 + log(size / (size + factor)) / 2
    return total


@pytest.mark.parametrize("step", [0, 1, 3])
def test_plackett_luce_maximum_matches_scipy(step):
    """Without ties, with some, and with groups of all sizes."""
    from scipy.optimize import minimize

    model = PlackettLuce(gathered(free_for_all(STRENGTHS, 4, 12, Random(3), step), 5))
    assert len(model.ties) == (3 if step else 0)
    expected = minimize(lambda at: -likelihood(model, at), model.start, tol=1e-10)
    assert maximum(model.derivatives, model.start) == pytest.approx(expected.x, abs=2e-3)
    gradient, matrix = model.derivatives(expected.x)
    assert gradient == pytest.approx([0] * model.size, abs=2e-3)
    nudge = 1e-4
    for row in range(model.size):
        moved = [list(expected.x) for _ in range(2)]
        moved[0][row] += nudge
        moved[1][row] -= nudge
        above, below = (model.derivatives(each)[0] for each in moved)
        second = [(low - high) / (2 * nudge) for low, high in zip(below, above, strict=True)]
        assert matrix[row] == pytest.approx(second[: row + 1], abs=1e-5)


def test_plackett_luce_matches_choix():
    import choix

    results = free_for_all(STRENGTHS, 4, 12, Random(4))
    games = [
        tuple(entrant for _, entrant in sorted(zip(game.places, result.block.seats(number), strict=True)))
        for result in results
        for number, game in enumerate(result.games)
    ]
    # The prior: a half-won block of four games for each entrant against its four opponents, which is one win each way
    # for every pair.
    prior = list(permutations(range(5), 2))
    expected = choix.opt_rankings(5, games + prior, alpha=PULL / 2, tol=1e-12)
    assert rate(results, 5).elo == pytest.approx(ELO * (expected - expected.mean()), abs=1e-3)


def test_bradley_terry_equals_plackett_luce_for_two_players():
    results = round_robin(STRENGTHS, 4, Random(5))
    ratings = rate(results, 5)
    model = PlackettLuce(ratings.sums.mixed())
    assert maximum(model.derivatives, model.start) == pytest.approx(ratings.parameters, abs=1e-8)


def test_blocks_of_two_and_many_players_combine():
    many = free_for_all(STRENGTHS[:3], 3, 2, Random(6))
    ratings = rate([*many, *duels(3, 4, WIN, DRAW), *duels(4, 0, LOSS, LOSS)], 5)
    assert ratings.played == (True,) * 5 and set(ratings.groups) == {0}
    assert ratings.elo[0] > ratings.elo[4] and ratings.elo[3] > ratings.elo[4]


@pytest.mark.parametrize("players", [2, 4])
def test_ratings_are_invariant_to_order_and_numbering(players):
    rng = Random(7)
    results = round_robin(STRENGTHS, 3, rng) if players == 2 else free_for_all(STRENGTHS, 4, 8, rng, 0.5)
    elo = rate(results, 5).elo
    shuffled = rng.sample(results, len(results))
    assert rate(shuffled, 5).elo == elo
    names = rng.sample(range(5), 5)
    other = rate(renamed(results, names.__getitem__), 5).elo
    assert [other[names[entrant]] for entrant in range(5)] == pytest.approx(elo, abs=1e-5)


def test_unconnected_groups_are_not_compared():
    results = [*duels(0, 1, WIN, WIN, times=20), *duels(2, 3, WIN, LOSS)]
    ratings = rate(results, 5)
    assert ratings.groups == (0, 0, 2, 2, 4) and ratings.played == (True, True, True, True, False)
    assert ratings.elo[0] + ratings.elo[1] == pytest.approx(0, abs=1e-6)
    assert ratings.elo[2:] == pytest.approx((0, 0, 0), abs=1e-6)


@pytest.mark.parametrize(
    ("results", "count"),
    [
        ([], 0),
        ([], 1),
        ([], 3),
        (duels(0, 1, DRAW, DRAW, times=100), 2),
        (duels(0, 1, WIN, WIN, times=100_000), 2),
        ([each for small in range(1, 60) for each in duels(0, small, WIN, WIN, times=50)], 60),
        ([each for one in range(40) for each in duels(one, one + 1, WIN, WIN, times=500)], 41),
        ([block((0, 1, 2), [(1, 1, 1)] * 3)] * 5, 3),
        ([block((0, 1, 2), [(1, 2, 3)] * 3)] * 1000, 4),
    ],
    ids=["nobody", "one", "no games", "draws", "wins", "a giant", "a ladder", "all tied", "many, always alike"],
)
def test_numbers_are_finite_whatever_the_results(results, count):
    ratings = rate(results, count)
    assert len(ratings.elo) == count and all(map(isfinite, ratings.elo))
    gradient, _ = ratings.model.derivatives(ratings.parameters)
    assert all(abs(each) < 1e-3 for each in gradient)
    if results and results[0].games[0].places[0] < results[0].games[0].places[1]:
        assert ratings.elo[0] == max(ratings.elo) > 0


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from((WIN, DRAW, LOSS)), st.integers(1, 10**6)))
)
def test_any_results_are_fitted(games):
    """A zero gradient at finite ratings is the maximum, because the likelihood is concave."""
    results = [block((one, other), [places, places]) for one, other, places, _ in games]
    ratings = rate(results, 5)
    gradient, _ = ratings.model.derivatives(ratings.parameters)
    assert gradient == pytest.approx([0] * len(gradient), abs=1e-6)
    assert sum(elo for elo, played in zip(ratings.elo, ratings.played, strict=True) if played) == pytest.approx(
        0, abs=1e-6
    )


def test_large_matrix_is_factored_in_pieces() -> None:
    """A link may contain a thousand entrants, and whoever opens it must be able to cancel."""
    size = 150
    matrix = [[float(row == column) * size + 1 for column in range(row + 1)] for row in range(size)]
    work = cholesky(matrix)
    steps = 0
    while True:
        try:
            next(work)
        except StopIteration as end:
            found = end.value
            break
        steps += 1
    assert steps >= 2
    assert found == done(cholesky(matrix))
    assert all(
        sum(map(float.__mul__, found[i][: j + 1], found[j])) == pytest.approx(matrix[i][j])
        for i, j in ((0, 0), (149, 3), (149, 149))
    )
