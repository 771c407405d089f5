"""Quantiles of the studentized range: how far the best and the worst of some equals lie apart by chance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import erf, exp, inf, log, sqrt

__all__ = ["range_quantile"]

FINE = 20
"""Points of the tables for each standard deviation."""
WIDEST = 20
"""No range of standard normal numbers is wider, in standard deviations, that matters here."""
SCALES = 200
HALVINGS = 50


def range_quantile(level: float, count: int, freedom: float = inf) -> float:
    """Return what the range of `count` standard normal numbers stays below with the chance `level`, when it is divided
    by an estimate of their standard deviation with so many degrees of freedom (Tukey 1953; Newman 1939, Biometrika 31).

    To about 0.01 if there are at least three degrees of freedom. Infinite for fewer than one, or for less than two
    numbers.
    """
    if count < 2 or freedom < 1:
        return inf
    table = _table(count)
    scales = [(1.0, 1.0)] if freedom == inf else _scales(freedom)
    low, high = 0.0, 50.0 * WIDEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        held = sum(chance * _at(table, middle * scale) for scale, chance in scales)
        low, high = (middle, high) if held < level else (low, middle)
    return high


# A table takes most of the time of telling entrants apart, and a contest needs the same one again and again.
@lru_cache(maxsize=16)
def _table(count: int) -> Sequence[float]:
    """Return the distribution function of the range of standard normal numbers, at multiples of 1 / FINE."""
    places = range(-8 * FINE, 8 * FINE + 1)
    below = [(1 + erf(place / FINE / sqrt(2))) / 2 for place in places]
    density = [exp(-((place / FINE) ** 2) / 2) for place in places]
    total = sum(density)
    found = []
    for width in range(WIDEST * FINE + 1):
        lower = [0.0] * min(width, len(below)) + below[: max(len(below) - width, 0)]
        inside = (each * (most - least) ** (count - 1) for each, most, least in zip(density, below, lower, strict=True))
        found.append(min(count * sum(inside) / total, 1.0))
    return tuple(accumulate(found, max))


def _at(table: Sequence[float], width: float) -> float:
    place = int(width * FINE)
    if place >= len(table) - 1:
        return 1.0
    part = width * FINE - place
    return table[place] * (1 - part) + table[place + 1] * part


def _scales(freedom: float) -> list[tuple[float, float]]:
    """Return values that an estimate of the standard deviation 1 may take, with their chances."""
    reach = 8 / sqrt(2 * freedom)
    low, high = max(1 - reach, 0.0), 1 + reach
    values = [low + (high - low) * (number + 0.5) / SCALES for number in range(SCALES)]
    logs = [(freedom - 1) * log(value) - freedom * value * value / 2 for value in values]
    top = max(logs)
    weights = [exp(each - top) for each in logs]
    total = sum(weights)
    return [(value, weight / total) for value, weight in zip(values, weights, strict=True)]
