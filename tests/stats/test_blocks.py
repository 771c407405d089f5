"""Blocks: fair orders of seats, and the points of a block."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from contests import chance, result
from sandlot.formats.bounds import MOST_ORDERS
from sandlot.stats.blocks import Block, Played, Result, Seeds, halves, orders, score


@pytest.mark.parametrize("players", range(2, MOST_ORDERS + 1))
def test_every_player_has_each_seat_once(players: int) -> None:
    games = orders(players)
    assert len(games) == players
    for seat in range(players):
        assert {order[seat] for order in games} == set(range(players))


@pytest.mark.parametrize("players", [9, 10, 12, 16, 25])
def test_partial_rotations_even_out_over_blocks(players: int) -> None:
    sat: Counter[tuple[int, int]] = Counter()
    for number in range(players):
        games = orders(players, number)
        assert len(set(games)) == MOST_ORDERS
        sat.update((who, seat) for order in games for seat, who in enumerate(order))
    assert sat == dict.fromkeys(product(range(players), range(players)), MOST_ORDERS)


@pytest.mark.parametrize("players", [2, 3, 4, 9])
def test_points_of_block_are_sum_of_its_games(players: int) -> None:
    block = Block(0, tuple(range(10, 10 + players)), 5, orders(players))
    one = result(block, chance())
    for place, value in enumerate(halves(one)):
        games = [
            Fraction(score(game.places, order.index(place)))
            for order, game in zip(block.orders, one.games, strict=True)
        ]
        assert float(Fraction(value, 2 * (players - 1))) == pytest.approx(float(sum(games)))
    assert sum(halves(one)) == players * (players - 1) * len(block.orders)


def test_halves_of_known_blocks() -> None:
    none = (None, None)
    won, drawn = Played((1, 2), (1, 0), none, none, 3), Played((1, 1), (0, 0), none, none, 3)
    block = Block(0, (7, 3), 0, orders(2))
    assert halves(Result(block, (won, won))) == (2, 2)  # each has won once, from the first seat
    assert halves(Result(block, (won, drawn))) == (3, 1)
    nobody = (None,) * 3
    many = Played((2, 1, 2), (0, 1, 0), nobody, nobody, 3)
    assert halves(Result(Block(0, (7, 3, 5), 0, ((2, 0, 1),)), (many,))) == (4, 1, 1)


def test_drawn_seeds_differ_and_are_small() -> None:
    drawn = [Seeds(first).at(number) for first in range(20) for number in range(50)]
    assert len(set(drawn)) == len(drawn)
    assert max(drawn) < 2**32
    assert [Seeds(3, (8, 9)).at(number) for number in range(3)] == [8, 9, Seeds(3).at(2)]
