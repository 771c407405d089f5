"""The maximum of a smooth concave function, by Newton's method, in plain Python. It ends on any input, and every result
is finite.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from operator import mul
from typing import TypeAlias

from sandlot.jobs import Step, Work, done

FARTHEST = 300.0
"""The largest absolute value of a parameter, in natural logarithms: 52,000 Elo."""

LONGEST_STEP = 40.0
MOST_ITERATIONS = 100
MOST_HALVINGS = 20
OVERSHOT = -0.25
SMALLEST_PIVOT = 1e-9
PAUSE = 200_000
"""Products after which work on a large matrix pauses: hundredths of a second in the page. For a thousand entrants each
step takes a hundred million.
"""

Rows: TypeAlias = list[list[float]]
"""A symmetric or a lower triangular matrix: row i has columns 0 to i."""

Derivatives: TypeAlias = Callable[[Sequence[float]], tuple[list[float], Rows]]
"""Returns the gradient of a function at a point, and its negative Hessian."""


def cholesky(matrix: Rows) -> Work[Rows]:
    """Return the Cholesky factor of a positive semidefinite matrix, in pieces if it is large. A pivot that rounding has
    made too small or negative becomes a small one.
    """
    factor: Rows = []
    products = 0
    for row in matrix:
        products += len(row) * len(row) // 2
        if products > PAUSE:
            products = 0
            yield Step(len(factor), len(matrix))
        line: list[float] = []
        for above in factor:
            at = len(line)
            line.append((row[at] - sum(map(mul, line, above))) / above[at])
        line.append(sqrt(max(row[-1] - sum(map(mul, line, line)), SMALLEST_PIVOT)))
        factor.append(line)
    return factor


def cholesky_solve(factor: Rows, vector: Sequence[float]) -> list[float]:
    """Return x with L L' x = vector, where L is the Cholesky factor."""
    found: list[float] = []
    for line, value in zip(factor, vector, strict=True):
        found.append((value - sum(map(mul, line, found))) / line[-1])
    for at in range(len(found) - 1, -1, -1):
        line = factor[at]
        value = found[at] = found[at] / line[-1]
        for column in range(at):
            found[column] -= value * line[column]
    return found


def spread(factor: Rows, vector: Sequence[float]) -> list[float]:
    """Return L x: it turns independent standard normal numbers x into numbers with the covariance L L'."""
    return [sum(map(mul, line, vector)) for line in factor]


def maximum(derivatives: Derivatives, start: Sequence[float], short: float = 1e-5) -> list[float]:
    """Return the maximum of the function, to about the square of `short`: the last step is shorter than `short`.

    A step is shortened if it is long, or if the slope along it changes sign, because the maximum lies before its end
    then. The value of the function is never needed. After `MOST_ITERATIONS` steps the current point is returned.
    """
    return done(maximizing(derivatives, start, short))


def maximizing(derivatives: Derivatives, start: Sequence[float], short: float = 1e-5) -> Work[list[float]]:
    """Find what `maximum` returns, in pieces if there are many parameters."""
    at = list(start)
    gradient, matrix = derivatives(at)
    for _ in range(MOST_ITERATIONS):
        factor = yield from cholesky(matrix)
        step = cholesky_solve(factor, gradient)
        length = max(map(abs, step), default=0.0)
        if length < short:
            return _moved(at, step)
        if length > LONGEST_STEP:
            step = [part * LONGEST_STEP / length for part in step]
        rising = sum(map(mul, gradient, step))
        for _ in range(MOST_HALVINGS):
            there = _moved(at, step)
            gradient, matrix = derivatives(there)
            if sum(map(mul, gradient, step)) >= OVERSHOT * rising:
                break
            step = [part / 2 for part in step]
        at = there
    return at


def _moved(at: Sequence[float], step: Sequence[float]) -> list[float]:
    return [min(max(one + other, -FARTHEST), FARTHEST) for one, other in zip(at, step, strict=True)]
